// At the end of `npm test`: what each part took, how much of it was waiting, the slowest tests, and what is over its
// limit. Limits are CPU seconds, which a busy neighbor doesn't change; wall-clock time fails a run only when it hangs.
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { CPU } from '../e2e/support/cpu.ts';

/** Where the runners put their JSON reports. */
export const UNIT_TIMES = 'node_modules/.cache/test-times/unit.json';
export const BROWSER_TIMES = 'node_modules/.cache/test-times/browser.json';
export const SOAK_TIMES = 'node_modules/.cache/test-times/soak.json';

/** A part of the run: its exit code, and in seconds its duration and what it and its children worked, null if unknown. */
export type Part = {
  name: 'types, lint, unused code' | 'build' | 'unit' | 'browser' | 'long tests of the change';
  code: number;
  wall: number;
  cpu: number | null;
};
/** `cpu` of its browser, `runnerCpu` of the test, in seconds; 0 where the system doesn't tell. */
type Timed = { file: string; title: string; ms: number };
type BrowserTimed = Timed & { cpu: number; runnerCpu: number; isLong: boolean };

type UnitReport = {
  testResults: { name: string; assertionResults: { fullName: string; status: string; duration?: number | null }[] }[];
};
/** Playwright's. */
type BrowserTest = {
  results: { duration: number }[];
  annotations: { type: string; description?: string }[];
};
type Spec = { title: string; file: string; tags: string[]; tests: BrowserTest[] };
type Suite = { specs: Spec[]; suites?: Suite[] };

/** CPU seconds of the short form: what it takes on two cores, and a quarter more. */
const CPU_MAX: Partial<Record<Part['name'], number>> = { unit: 500, browser: 750 };
/**
 * Of a browser test's browser, in CPU seconds: what costs more alone on a machine belongs to the long form. Beside the
 * other workers the same test costs up to half more, so that it is named here, and fails the run at twice.
 */
const TEST_CPU = 3;
const TEST_CPU_MAX = 2 * TEST_CPU;
/** In seconds: a test over it is named; a run over it hangs somewhere, and fails. */
const SLOW_TEST = 5;
const RUN_MAX = 20 * 60;

const read = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;

const unitTests = (): Timed[] =>
  read<UnitReport>(UNIT_TIMES).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      file: relative('.', name),
      title: fullName,
      ms: duration ?? 0,
    })),
  );

/** Prints what skipped itself, of a run that leaves nothing out by its tag. Nothing if the run was cut off. */
export function printMissed(path: string): void {
  if (!existsSync(path)) return;
  const missed = read<UnitReport>(path).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName }) => `  ${relative('.', name)}  ${fullName}`),
  );
  console.log(missed.length > 0 ? `\nNot possible on this machine:\n${missed.join('\n')}` : '\nNothing was left out.');
}

const specsOf = ({ specs, suites = [] }: Suite): Spec[] => [...specs, ...suites.flatMap(specsOf)];
const browserTests = (): BrowserTimed[] =>
  read<{ suites: Suite[] }>(BROWSER_TIMES)
    .suites.flatMap(specsOf)
    .map(({ title, file, tags, tests }) => {
      const annotations = tests.flatMap((test) => test.annotations);
      const cpuOf = (kind: string) => Number(annotations.find(({ type }) => type === kind)?.description ?? 0);
      return {
        file: `tests/e2e/${file}`,
        title,
        ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
        cpu: cpuOf(CPU.browser),
        runnerCpu: cpuOf(CPU.runner),
        isLong: tags.includes('long'),
      };
    });

const line = (figure: string, { file, title }: Timed) => `${figure.padStart(9)}  ${file}  ${title}`;
const inSeconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

function printTests(name: 'unit' | 'browser', tests: Timed[]): void {
  const sorted = tests.toSorted((a, b) => b.ms - a.ms);
  console.log(`\nThe slowest of ${tests.length} ${name} tests:`);
  for (const test of sorted.slice(0, 10)) console.log(line(inSeconds(test.ms), test));
  const more = sorted.slice(10).filter(({ ms }) => ms > SLOW_TEST * 1_000);
  if (more.length > 0) console.log(`And above ${SLOW_TEST} s:`);
  for (const test of more) console.log(line(inSeconds(test.ms), test));
}

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.round(seconds % 60)).padStart(2, '0')}`;

/**
 * Prints the report. Only a whole short run has limits.
 * @returns the exit code of the run: 1 if a part failed, or something is over its limit.
 */
export function report(parts: Part[], { isLong, isWhole }: { isLong: boolean; isWhole: boolean }): number {
  const cores = availableParallelism();
  const issues = parts.filter(({ code }) => code !== 0).map(({ name }) => `${name}: failed`);
  const ran = (name: Part['name']) => parts.some((part) => part.name === name);
  if (ran('unit') && existsSync(UNIT_TIMES)) {
    printTests('unit', unitTests());
    if (isLong) printMissed(UNIT_TIMES);
  }
  if (ran('browser') && existsSync(BROWSER_TIMES)) {
    const tests = browserTests();
    printTests('browser', tests);
    const dear = tests.filter(({ cpu, isLong: isTagged }) => cpu > TEST_CPU && !isTagged);
    if (dear.length > 0) console.log(`Cost their browser more than ${TEST_CPU} CPU s:`);
    for (const test of dear) console.log(line(`${test.cpu.toFixed(1)} s`, test));
    for (const test of dear.filter(({ cpu }) => cpu > TEST_CPU_MAX))
      issues.push(
        `${test.file}: "${test.title}" cost its browser ${test.cpu.toFixed(1)} CPU s; ${TEST_CPU_MAX} at most`,
      );
    // Most of a browser's processes are nobody's children when it ends, so that its parent isn't told what they worked.
    const cpu = tests.reduce((sum, test) => sum + test.cpu + test.runnerCpu, 0);
    for (const part of parts) if (part.name === 'browser' && part.cpu !== null) part.cpu = cpu;
  }
  console.log(
    `\n${'part'.padEnd(26)}${'wall'.padStart(7)}${'CPU s'.padStart(8)}${'waiting'.padStart(9)}  (${cores} cores)`,
  );
  for (const { name, wall, cpu } of parts) {
    const waiting = cpu === null ? '' : `${Math.max(0, Math.round(100 * (1 - cpu / (wall * cores))))} %`;
    console.log(
      `${name.padEnd(26)}${clock(wall).padStart(7)}${(cpu?.toFixed(0) ?? '').padStart(8)}${waiting.padStart(9)}`,
    );
    const max = CPU_MAX[name];
    if (!isLong && isWhole && max !== undefined && cpu !== null && cpu > max)
      issues.push(`${name}: ${cpu.toFixed(0)} CPU s; ${max} at most`);
  }
  const wall = parts.reduce((sum, part) => sum + part.wall, 0);
  console.log(`${'all'.padEnd(26)}${clock(wall).padStart(7)}`);
  if (!isLong && wall > RUN_MAX) issues.push(`The run took ${clock(wall)}; ${clock(RUN_MAX)} at most`);
  console.log(issues.length > 0 ? `\nFailed:\n${issues.map((issue) => `  ${issue}`).join('\n')}` : '\nAll passed.');
  return issues.length > 0 ? 1 : 0;
}
