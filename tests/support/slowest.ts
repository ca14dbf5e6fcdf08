// Prints the ten slowest tests of the last run, of both runners in one list, at the end of `npm test`.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** Where the runners put their JSON reports. */
export const UNIT_TIMES = 'node_modules/.cache/test-times/unit.json';
export const BROWSER_TIMES = 'node_modules/.cache/test-times/browser.json';

type UnitReport = {
  testResults: { name: string; assertionResults: { fullName: string; duration?: number | null }[] }[];
};
type Spec = { title: string; file: string; tests: { results: { duration: number }[] }[] };
export type Suite = { specs: Spec[]; suites?: Suite[] };
type Timed = { file: string; title: string; ms: number };

const read = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;

const unitTests = (): Timed[] =>
  read<UnitReport>(UNIT_TIMES).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      file: relative('.', name),
      title: fullName,
      ms: duration ?? 0,
    })),
  );

export const specsOf = ({ specs, suites = [] }: Suite): Spec[] => [...specs, ...suites.flatMap(specsOf)];
const browserTests = (): Timed[] =>
  read<{ suites: Suite[] }>(BROWSER_TIMES)
    .suites.flatMap(specsOf)
    .map(({ title, file, tests }) => {
      const ms = tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0);
      return { file: `tests/e2e/${file}`, title, ms };
    });

if (import.meta.main) {
  const slowest = [...unitTests(), ...browserTests()].sort((a, b) => b.ms - a.ms).slice(0, 10);
  console.log('The ten slowest tests:');
  for (const { file, title, ms } of slowest) console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${file}  ${title}`);
}
