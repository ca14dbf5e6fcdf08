// At the end of `npm test`: what each part took, how much of it was waiting, the slowest tests, and what is over its
// limit. Limits are CPU seconds, which a busy neighbor doesn't change; wall-clock time fails a run only when it hangs.
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
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
/** `failure`: the first line of what it failed with. */
type Timed = { file: string; title: string; ms: number; failure?: string | undefined };
/** `cpu` of its browser, `runnerCpu` of the test, in seconds; 0 where the system doesn't tell. */
type BrowserTimed = Timed & { cpu: number; runnerCpu: number; isLong: boolean };

type UnitTest = { fullName: string; status: string; duration?: number | null; failureMessages?: string[] | null };
type UnitReport = {
  testResults: { name: string; status: string; message?: string; assertionResults: UnitTest[] }[];
};
/** Playwright's. */
type BrowserTest = {
  results: { duration: number; errors?: { message?: string }[] }[];
  annotations: { type: string; description?: string }[];
};
type Spec = { title: string; file: string; tags: string[]; tests: BrowserTest[] };
type Suite = { specs: Spec[]; suites?: Suite[] };

/** CPU seconds of the short form: twice what the slowest machine needed that was measured, 340 and 554. */
const CPU_MAX: Partial<Record<Part['name'], number>> = { unit: 680, browser: 1_100 };
/** Of a browser test's browser, in CPU seconds: what costs more belongs to the long form, and is named. */
const TEST_CPU = 3;
/**
 * A browser test fails the run that costs its browser so many times what the run's median test does. In CPU seconds one
 * machine needs three times what another does, or itself an hour later: the median was 1.4 to 2.6 s. A run of few tests has
 * no limit.
 */
const TEST_TIMES_MEDIAN = 3;
const TESTS_WITH_MEDIAN = 50;
/** In seconds: a test over it is named; a run over it hangs somewhere, and fails. */
const SLOW_TEST = 5;
const RUN_MAX = 20 * 60;

const read = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;

/** @returns the first line of an error, without the terminal's colors. */
const firstLine = (error: string | undefined): string | undefined =>
  error === undefined ? undefined : (stripVTControlCharacters(error).trim().split('\n')[0] ?? '');

const unitTests = (): Timed[] =>
  read<UnitReport>(UNIT_TIMES).testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative('.', name);
    const tests: Timed[] = assertionResults.map((test) => ({
      file,
      title: test.fullName,
      ms: test.duration ?? 0,
      failure: test.status === 'failed' ? firstLine(test.failureMessages?.[0] ?? '') : undefined,
    }));
    // A file that can't be loaded, or a step around its tests.
    if (status === 'failed' && tests.every(({ failure }) => failure === undefined))
      tests.push({ file, title: 'the file', ms: 0, failure: firstLine(message ?? '') });
    return tests;
  });

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
      const results = tests.flatMap((test) => test.results);
      const cpuOf = (kind: string) => Number(annotations.find(({ type }) => type === kind)?.description ?? 0);
      return {
        file: `tests/e2e/${file}`,
        title,
        ms: results.reduce((sum, { duration }) => sum + duration, 0),
        failure: firstLine(results.flatMap(({ errors = [] }) => errors)[0]?.message),
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

const clock = (seconds: number) => {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
};

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

/** @returns the tests that failed, since a log's end is all that some people get to see; else that the part did. */
function failuresOf({ name }: Part, reports: Reports): string[] {
  const told = name === 'unit' || name === 'browser' ? (reports[name] ?? []) : [];
  const failed = told.filter(({ failure }) => failure !== undefined);
  if (failed.length === 0) return [`${name}: failed; the reason is in its output above`];
  return failed.map(({ file, title, failure }) => `${name}: ${file}: "${title}": ${failure}`);
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** @returns why the run fails: parts that did, and what is over its limit. Only a whole short run has limits. */
export function issuesOf(parts: readonly Part[], reports: Reports, { isLong, isWhole }: Run): string[] {
  const issues = parts.filter(({ code }) => code !== 0).flatMap((part) => failuresOf(part, reports));
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
  const untagged = (reports.browser ?? []).filter((test) => !test.isLong);
  const max = TEST_TIMES_MEDIAN * medianOf(untagged.map(({ cpu }) => cpu));
  for (const { file, title, cpu } of untagged.length < TESTS_WITH_MEDIAN ? [] : untagged)
    if (cpu > max)
      issues.push(`${file}: "${title}" cost its browser ${cpu.toFixed(1)} CPU s; ${max.toFixed(1)} at most`);
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
