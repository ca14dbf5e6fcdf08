// What fails a run although every test passed.
import { expect, it } from 'vitest';
import { issuesOf, type Part, type Reports } from './support/run-report.ts';

const SHORT = { isLong: false, isWhole: true };
const part = (name: Part['name'], more: Partial<Part> = {}): Part => ({ name, code: 0, wall: 100, cpu: 100, ...more });
const browserTest = (cpu: number, isLong = false) => ({
  file: 'a.spec.ts',
  title: 'a',
  ms: 1,
  cpu,
  runnerCpu: 1,
  isLong,
});
const reports = (...browser: Reports['browser'] & object): Reports => ({ unit: [], browser });

it.each<[string, Part[], Reports, string[]]>([
  ['nothing', [part('unit'), part('browser')], reports(browserTest(3)), []],
  [
    'a part, and names the tests',
    [part('unit', { code: 1 }), part('browser', { code: 1 })],
    { unit: [], browser: [browserTest(1), { ...browserTest(1), failure: 'Error: no heading' }] },
    ['unit: failed; the reason is in its output above', 'browser: a.spec.ts: "a": Error: no heading'],
  ],
  ['the work of a part', [part('unit', { cpu: 681 })], reports(), ['unit: 681 CPU s; 680 at most']],
  [
    'the work of the browsers, which their parent is not told',
    [part('browser', { cpu: 1 })],
    reports(...Array.from({ length: 300 }, () => browserTest(3))),
    ['browser: 1200 CPU s; 1100 at most'],
  ],
  [
    'a browser test three times as dear as others, unless it is long',
    [part('browser')],
    reports(...Array.from({ length: 50 }, () => browserTest(2)), browserTest(6.1), browserTest(9, true)),
    ['a.spec.ts: "a" cost its browser 6.1 CPU s; 6.0 at most'],
  ],
  [
    'a report or a figure that is missing',
    [part('unit'), part('browser')],
    { unit: null, browser: [{ ...browserTest(0), runnerCpu: 0 }] },
    ['unit: left no report', 'browser: no CPU seconds noted'],
  ],
  ['a run that hangs', [part('unit', { wall: 1_201 })], reports(), ['The run took 20:01; 20:00 at most']],
  ['no long tests of a change', [part('long tests of the change', { wall: 9_999 })], reports(), []],
])('a run fails for %s', (_reason, parts, told, issues) => {
  expect(issuesOf(parts, told, SHORT)).toEqual(issues);
});

it('the long form and a shard have no limits of work', () => {
  for (const run of [
    { isLong: true, isWhole: true },
    { isLong: false, isWhole: false },
  ])
    expect(issuesOf([part('unit', { cpu: 9_999 })], reports(), run)).toEqual([]);
});
