import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  findMainThread,
  firstRunOf,
  lengthOf,
  longTasks,
  merge,
  type Span,
  spansOfScript,
  type TraceEvent,
  taskOfMark,
} from './page-trace.ts';

const URL = 'https://backend.example/widget.js';
const event = (name: string, ts: number, dur: number, url?: string, tid = 1): TraceEvent => ({
  name,
  pid: 1,
  tid,
  ts,
  dur,
  ...(url && { args: { data: { url } } }),
});
const EVENTS = [
  event('RunTask', 90, 40),
  event('v8.compile', 95, 5, URL),
  event('EvaluateScript', 100, 20, URL),
  event('FunctionCall', 105, 5, URL),
  event('FunctionCall', 300, 50, 'https://shop.example/own.js'),
  event('RunTask', 400, 60_000),
  event('FunctionCall', 410, 100, URL),
  event('FunctionCall', 430, 10, 'https://shop.example/own.js'),
  event('mark', 440, 0),
  event('RunMicrotasks', 600, 30),
  event('EvaluateScript', 100, 500, 'https://shop.example/own.js', 2),
];
const main = () => findMainThread(EVENTS, '/widget.js');

test('script time counts each moment once, including continuations but not calls of the page itself', () => {
  expect(spansOfScript(main())).toEqual([
    { from: 95, to: 120 },
    { from: 410, to: 430 },
    { from: 440, to: 510 },
    { from: 600, to: 630 },
  ]);
  expect(lengthOf(spansOfScript(main(), 405))).toBe(25);
});

test('thread time leaves out waiting', () => {
  const waited = { ...event('EvaluateScript', 100, 20, URL), tts: 7, tdur: 4 };
  expect(spansOfScript(findMainThread([waited], '/widget.js'), 200, 'thread')).toEqual([{ from: 7, to: 11 }]);
  // A browser without thread times must not look as if the script cost nothing.
  expect(lengthOf(spansOfScript(main(), 405, 'thread'))).toBeNaN();
});

test('the first run lasts from compilation to the end of the script', () => {
  expect(firstRunOf(main())).toEqual({ from: 95, to: 120 });
});

test('finds a mark in its task, and a missing mark is an error', () => {
  expect(taskOfMark(main(), 'mark')).toEqual({ from: 400, to: 60_400 });
  expect(() => taskOfMark(main(), 'another')).toThrow('another');
});

test('a script that never ran is an error', () => {
  expect(() => findMainThread(EVENTS, '/missing.js')).toThrow('/missing.js never ran');
});

test('a long task takes 50 ms and overlaps one of the given spans', () => {
  expect(longTasks(main(), spansOfScript(main()))).toEqual([{ from: 400, to: 60_400 }]);
  expect(longTasks(main(), [{ from: 95, to: 120 }])).toEqual([]);
});

test('merged spans cover exactly the moments of all of them, once', () => {
  const span = fc.tuple(fc.nat(60), fc.nat(20)).map(([from, length]): Span => ({ from, to: from + length }));
  fc.assert(
    fc.property(fc.array(span), (spans) => {
      const covered = Array.from({ length: 90 }, (_, at) => spans.some(({ from, to }) => from <= at && at < to));
      expect(lengthOf(merge(spans))).toBe(covered.filter(Boolean).length);
    }),
  );
});
