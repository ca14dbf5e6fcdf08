import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_BEHAVIOR } from '#shared/embed/defaults.ts';
import type { EmbedNotification } from '#shared/embed/payload.ts';
import { IDLE_INTERVAL, makeQueue, RULES_INTERVAL } from './queue.ts';

const notification = (id: string): EmbedNotification => ({ id, type: 'custom', message: id, timestamp: '' });
const timing = { initialDelay: 5, displayDuration: 8, timeBetween: 3, randomizeTiming: false };
const timer = {
  now: () => Date.now(),
  after(ms: number, run: () => void) {
    const id = setTimeout(run, ms);
    return () => clearTimeout(id);
  },
};

beforeEach(() => {
  idle = IDLE_INTERVAL;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

let idle = IDLE_INTERVAL;

/** @returns a started queue over `ids`, and a log of what happened, each entry with its second. */
function start(ids: string[], more: Partial<typeof timing> = {}, random = () => 0.5) {
  const began = Date.now();
  const log: string[] = [];
  const note = (what: string) => log.push(`${(Date.now() - began) / 1000} ${what}`);
  const waiting = ids.map(notification);
  const open = ({ id }: EmbedNotification) => {
    note(`show ${id}`);
    return () => note(`hide ${id}`);
  };
  const queue = makeQueue(
    timer,
    { ...timing, ...more },
    random,
    () => waiting.shift(),
    open,
    () => idle,
  );
  queue.restart(0);
  return { queue, log, waiting, pass: (seconds: number) => vi.advanceTimersByTime(seconds * 1000) };
}

test('by default the first comes after 5 s, each stays for 8 s, and 8 s pass between two [spec 9.13]', () => {
  const { initialDelay, displayDuration, timeBetween } = DEFAULT_BEHAVIOR.timing;
  const { log, pass } = start(['a', 'b'], { initialDelay, displayDuration, timeBetween });
  pass(30);
  expect(log).toEqual(['5 show a', '13 hide a', '21 show b', '29 hide b']);
});

test('notifications appear after the delay, stay for their duration and leave a gap', () => {
  const { log, pass } = start(['a', 'b']);
  pass(30);
  expect(log).toEqual(['5 show a', '13 hide a', '16 show b', '24 hide b']);
});

test('loading time counts toward the delay', () => {
  const { queue, log, pass } = start(['a']);
  queue.restart(1_500);
  pass(4);
  expect(log).toEqual(['3.5 show a']);
});

test('only what repeats is randomized', () => {
  const { log, pass } = start(['a', 'b'], { randomizeTiming: true }, () => 0);
  pass(15);
  expect(log).toEqual(['5 show a', '11.4 hide a', '13.8 show b']);
});

test('the clock stops while held, for as long as any reason lasts', () => {
  const { queue, log, pass } = start(['a']);
  pass(7);
  queue.hold('hover', true);
  pass(60);
  queue.hold('focus', true);
  queue.hold('hover', false);
  pass(60);
  queue.hold('focus', false);
  pass(5.9);
  expect(log).toEqual(['5 show a']);
  pass(0.1);
  expect(log).toEqual(['5 show a', '133 hide a']);
});

test('a notification closed under the pointer does not hold the next one', () => {
  const { queue, log, pass } = start(['a', 'b']);
  pass(6);
  queue.hold('hover', true);
  queue.endNow();
  pass(3);
  expect(log).toEqual(['5 show a', '6 hide a', '9 show b']);
});

test('an empty queue retries later', () => {
  const { waiting, log, pass } = start([]);
  pass(6);
  waiting.push(notification('late'));
  pass(IDLE_INTERVAL / 1000);
  expect(log).toEqual(['35 show late']);
});

test('an empty queue retries every second if rules are the reason', () => {
  const { waiting, log, pass } = start([]);
  idle = RULES_INTERVAL;
  pass(7.5);
  waiting.push(notification('a'));
  pass(1);
  expect(log).toEqual(['8 show a']);
});

test('an empty queue retries at once on request', () => {
  const { queue, waiting, log, pass } = start([]);
  pass(6);
  waiting.push(notification('a'));
  queue.tryAgain();
  pass(0);
  expect(log).toEqual(['6 show a']);
});

test('a retry respects the delay, the current notification, the gap and any hold', () => {
  const { queue, waiting, log, pass } = start(['a']);
  const ask = (seconds: number) => {
    queue.tryAgain();
    pass(seconds);
  };
  ask(5);
  ask(8);
  waiting.push(notification('b'));
  ask(3);
  ask(11);
  queue.hold('hidden', true);
  waiting.push(notification('c'));
  ask(60);
  expect(log).toEqual(['5 show a', '13 hide a', '16 show b', '24 hide b']);
  queue.hold('hidden', false);
  pass(0);
  expect(log.at(-1)).toBe('87 show c');
});

test('the gap follows a requested notification even if the queue was empty', () => {
  const { queue, waiting, log, pass } = start([]);
  pass(6);
  queue.show(notification('x'));
  pass(8);
  waiting.push(notification('a'));
  queue.tryAgain();
  pass(3);
  expect(log).toEqual(['6 show x', '14 hide x', '17 show a']);
});

test('navigating within the site revives an ended queue after the delay', () => {
  const { queue, waiting, log, pass } = start(['a']);
  pass(20);
  waiting.push(notification('b'));
  queue.restart(0);
  pass(5);
  expect(log).toEqual(['5 show a', '13 hide a', '25 show b']);
});

test('navigating does not disturb the current notification', () => {
  const { queue, log, pass } = start(['a']);
  pass(6);
  queue.restart(0);
  pass(7);
  expect(log).toEqual(['5 show a', '13 hide a']);
});

test('a requested notification replaces the current one', () => {
  const { queue, log, pass } = start(['a', 'b']);
  pass(6);
  queue.show(notification('x'));
  pass(11);
  expect(log).toEqual(['5 show a', '6 hide a', '6 show x', '14 hide x', '17 show b']);
});

test('a failing view does not stop the queue', () => {
  let shown = 0;
  const queue = makeQueue(
    timer,
    timing,
    Math.random,
    () => notification('a'),
    () => {
      shown += 1;
      throw new Error('no style sheets');
    },
    () => idle,
  );
  queue.restart(0);
  expect(() => vi.advanceTimersByTime(5_000)).toThrow('no style sheets');
  expect(() => vi.advanceTimersByTime(10_000)).not.toThrow();
  expect(shown).toBe(1);
});
