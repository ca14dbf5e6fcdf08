// At the end of `npm test`: the ten slowest tests of both runners in one list, and the browser tests that passed only at
// their second try, each with what failed first. More than a few of them fail the run.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Where the runners put their JSON reports. */
export const UNIT_TIMES = 'node_modules/.cache/test-times/unit.json';
export const BROWSER_TIMES = 'node_modules/.cache/test-times/browser.json';

type UnitReport = {
  testResults: { name: string; assertionResults: { fullName: string; duration?: number | null }[] }[];
};
type Result = { duration: number; error?: { message?: string } };
/** Playwright's: `flaky` is a test that failed and then passed. */
type BrowserTest = { status: 'expected' | 'unexpected' | 'flaky' | 'skipped'; results: Result[] };
type Spec = { title: string; file: string; tests: BrowserTest[] };
type Suite = { specs: Spec[]; suites?: Suite[] };
/** How many browser tests may need a second try, of about 900: so many have a race that is still to be found. */
const SECOND_TRIES_MAX = 5;

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

const specsOf = ({ specs, suites = [] }: Suite): Spec[] => [...specs, ...suites.flatMap(specsOf)];
const browserSpecs = (): Spec[] => read<{ suites: Suite[] }>(BROWSER_TIMES).suites.flatMap(specsOf);
const browserTests = (): Timed[] =>
  browserSpecs().map(({ title, file, tests }) => {
    const ms = tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0);
    return { file: `tests/e2e/${file}`, title, ms };
  });

/** @returns for each test that passed at its second try: its file, its title and the first try's error. */
const secondTries = (specs: readonly Spec[]): string[] =>
  specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map(({ file, title, tests }) => {
      const error = tests.flatMap(({ results }) => results).find((result) => result.error)?.error?.message;
      return `tests/e2e/${file}  ${title}\n${stripVTControlCharacters(error ?? 'No error was kept.').replace(/^/gm, '    ')}`;
    });

if (import.meta.main) {
  const slowest = [...unitTests(), ...browserTests()].sort((a, b) => b.ms - a.ms).slice(0, 10);
  console.log('The ten slowest tests:');
  for (const { file, title, ms } of slowest) console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${file}  ${title}`);
  const second = secondTries(browserSpecs());
  if (second.length > 0) console.log(`\nPassed only at the second try (${SECOND_TRIES_MAX} at most):`);
  for (const one of second) console.log(one);
  if (second.length > SECOND_TRIES_MAX) process.exitCode = 1;
}
