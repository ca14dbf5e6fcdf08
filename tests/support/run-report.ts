// At the end of `npm test`: what each part took, how much of it was waiting, the slowest tests, and what is over its
// limit. Limits are CPU seconds, which a busy neighbor doesn't change; wall-clock time fails a run only when it hangs.
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { CPU } from '../e2e/support/cpu.ts';
import { restingTonight } from './long-parts.ts';

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

/** CPU seconds of the short form: half as many again as on the slowest machine that was measured, 451 and 348. */
const CPU_MAX: Partial<Record<Part['name'], number>> = { unit: 680, browser: 520 };
/**
 * Of a browser test's browser, in CPU seconds: what costs more alone on a machine belongs to the long form. Beside
 * other tests it costs up to half more, so that it is named here, and fails the run at twice.
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

/** What the runners told of their tests; null of a part that didn't run or was cut off. */
export type Reports = { unit: Timed[] | null; browser: BrowserTimed[] | null };

/** @returns the reports of the parts that ran. */
export function readReports(parts: readonly Part[]): Reports {
  const told = (name: Part['name'], path: string) => parts.some((part) => part.name === name) && existsSync(path);
  return {
    unit: told('unit', UNIT_TIMES) ? unitTests() : null,
    browser: told('browser', BROWSER_TIMES) ? browserTests() : null,
  };
}

/** Most of a browser's processes are nobody's children when it ends, so that its parent isn't told what they worked. */
const cpuOf = ({ name, cpu }: Part, { browser }: Reports): number | null =>
  name === 'browser' && browser && cpu !== null
    ? browser.reduce((sum, test) => sum + test.cpu + test.runnerCpu, 0)
    : cpu;

const wallOf = (parts: readonly Part[]): number => parts.reduce((sum, { wall }) => sum + wall, 0);

type Run = { isLong: boolean; isWhole: boolean };

/** @returns why the run fails: parts that did, and what is over its limit. Only a whole short run has limits. */
export function issuesOf(parts: readonly Part[], reports: Reports, { isLong, isWhole }: Run): string[] {
  const issues = parts.filter(({ code }) => code !== 0).map(({ name }) => `${name}: failed`);
  for (const part of parts) {
    const { name } = part;
    if (name !== 'unit' && name !== 'browser') continue;
    // Nothing may be over a limit that nobody looks at.
    if (!reports[name] && part.code === 0) issues.push(`${name}: left no report`);
    const cpu = cpuOf(part, reports);
    if (cpu === 0) issues.push(`${name}: no CPU seconds noted`);
    const max = CPU_MAX[name];
    if (!isLong && isWhole && max !== undefined && cpu !== null && cpu > max)
      issues.push(`${name}: ${cpu.toFixed(0)} CPU s; ${max} at most`);
  }
  for (const { file, title, cpu, isLong: isTagged } of reports.browser ?? [])
    if (!isTagged && cpu > TEST_CPU_MAX)
      issues.push(`${file}: "${title}" cost its browser ${cpu.toFixed(1)} CPU s; ${TEST_CPU_MAX} at most`);
  const wall = wallOf(parts.filter(({ name }) => name !== 'long tests of the change'));
  if (!isLong && wall > RUN_MAX) issues.push(`The run took ${clock(wall)}; ${clock(RUN_MAX)} at most`);
  return issues;
}

/** Prints the report. @returns the exit code of the run. */
export function report(parts: readonly Part[], reports: Reports, run: Run): number {
  const cores = availableParallelism();
  const { unit, browser } = reports;
  if (unit) printTests('unit', unit);
  if (unit && run.isLong) printMissed(UNIT_TIMES);
  if (browser) {
    printTests('browser', browser);
    if (run.isLong && restingTonight('long'))
      console.log('Half of the long browser tests of rare states rest tonight: TEST_NIGHTS=all runs them, too.');
    const dear = browser.filter(({ cpu, isLong }) => cpu > TEST_CPU && !isLong);
    if (dear.length > 0) console.log(`Cost their browser more than ${TEST_CPU} CPU s:`);
    for (const test of dear) console.log(line(`${test.cpu.toFixed(1)} s`, test));
  }
  console.log(
    `\n${'part'.padEnd(26)}${'wall'.padStart(7)}${'CPU s'.padStart(8)}${'waiting'.padStart(9)}  (${cores} cores)`,
  );
  for (const part of parts) {
    const { name, wall } = part;
    const cpu = cpuOf(part, reports);
    const waiting = cpu === null ? '' : `${Math.max(0, Math.round(100 * (1 - cpu / (wall * cores))))} %`;
    console.log(
      `${name.padEnd(26)}${clock(wall).padStart(7)}${(cpu?.toFixed(0) ?? '').padStart(8)}${waiting.padStart(9)}`,
    );
  }
  console.log(`${'all'.padEnd(26)}${clock(wallOf(parts)).padStart(7)}`);
  const issues = issuesOf(parts, reports, run);
  console.log(issues.length > 0 ? `\nFailed:\n${issues.map((issue) => `  ${issue}`).join('\n')}` : '\nAll passed.');
  return issues.length > 0 ? 1 : 0;
}
