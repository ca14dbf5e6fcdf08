import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_BEHAVIOR } from '#shared/embed/defaults.ts';
import type { Behavior } from '#shared/embed/payload.ts';
import type { Queue } from '#widget/queue.ts';
import type { PageNotification } from './page-notifications.ts';
import { mostShown, startPlayer } from './player.ts';
import { planText, playerText } from './player-bar.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const notification = (id: string): PageNotification => ({ id, type: 'custom', message: id, timestamp: '' });
const timer = {
  now: () => Date.now(),
  after(ms: number, run: () => void) {
    const id = setTimeout(run, ms);
    return () => clearTimeout(id);
  },
};

type Patch = { timing?: Partial<Behavior['timing']>; queue?: Partial<Behavior['queue']>; visibility?: object };

/** @returns a player over `ids`, and a log of what was shown and hidden, each entry with its second. */
function start(ids: string[], patch: Patch = {}, isPhone = false) {
  const began = Date.now();
  const log: string[] = [];
  const note = (what: string) => log.push(`${(Date.now() - began) / 1000} ${what}`);
  const behavior: Behavior = {
    ...DEFAULT_BEHAVIOR,
    timing: { initialDelay: 5, displayDuration: 8, timeBetween: 3, randomizeTiming: false, ...patch.timing },
    queue: { ...DEFAULT_BEHAVIOR.queue, ...patch.queue },
    visibility: { ...DEFAULT_BEHAVIOR.visibility, ...patch.visibility },
  };
  const held: { queue?: Queue } = {};
  const player = startPlayer({
    notifications: ids.map(notification),
    behavior: () => behavior,
    isPhone: () => isPhone,
    timer,
    random: () => 0.5,
    open({ id }, queue, { stay, saveVisit }) {
      held.queue = queue;
      note(`show ${id}`);
      // What showNotification does about the visit.
      stay().shownHere.push(id);
      saveVisit(({ count, seen }) => ({ count: count + 1, seen: { ...seen, [id]: count + 1 } }));
      return {
        id,
        onDismiss() {
          stay().closedHere.push(id);
          queue.endNow();
        },
        onTab() {},
        recheck() {},
        remove: () => note(`hide ${id}`),
      };
    },
  });
  return { player, log, behavior, held, pass: (seconds: number) => vi.advanceTimersByTime(seconds * 1000) };
}

test('plays the real timing once, and then it is done', () => {
  const { player, log, pass } = start(['a', 'b']);
  expect(player.state()).toMatchObject({ step: 'waiting', shown: 0 });
  pass(5);
  expect(player.state()).toMatchObject({ step: 'showing', shown: 1, current: { id: 'a' } });
  pass(8);
  expect(player.state()).toMatchObject({ step: 'between', current: null });
  pass(60);
  expect(log).toEqual(['5 show a', '13 hide a', '16 show b', '24 hide b']);
  expect(player.state()).toMatchObject({ step: 'done', shown: 2 });
});

test.each([
  ['each was shown', ['a'], {}],
  ['a limit is reached', ['a', 'b'], { loop: true, perPage: 1 }],
])('after the last one it ends as soon as one has seen that it is gone: %s', (_why, ids, queue) => {
  const { player, pass } = start(ids, { queue, timing: { timeBetween: 3_600 } });
  pass(13);
  expect(player.state()).toMatchObject({ step: 'ending', shown: 1 });
  expect(playerText(player.state(), player.progress(), 1)).toBe('Played: 1 of 1 shown');
  pass(2);
  expect(player.state()).toMatchObject({ step: 'done', shown: 1 });
});

test('the last one left is dismissed: it ends, even in a loop', () => {
  const { player, pass } = start(['a'], { queue: { loop: true } });
  pass(6);
  player.dismiss();
  expect(player.state().step).toBe('ending');
  pass(2);
  expect(player.state()).toMatchObject({ step: 'done', shown: 1 });
});

test('a limit that is lowered while it plays ends it after the one that is shown', () => {
  const { player, behavior, pass } = start(['a', 'b', 'c']);
  pass(5);
  behavior.queue = { ...behavior.queue, perPage: 1 };
  pass(7);
  expect(player.state()).toMatchObject({ step: 'showing', shown: 1 });
  pass(3);
  expect(player.state()).toMatchObject({ step: 'done', shown: 1 });
});

test.each([
  { queue: {}, count: 3, most: 3 },
  { queue: { perPage: 2 }, count: 3, most: 2 },
  { queue: { loop: true }, count: 3, most: null },
  { queue: { loop: true, perPage: 5 }, count: 3, most: 5 },
  { queue: { loop: true, perPage: 5, perVisit: 4 }, count: 3, most: 4 },
  { queue: { loop: true }, count: 0, most: 0 },
])('how many there can be is known wherever it ends: $queue of $count', ({ queue, count, most }) => {
  expect(mostShown({ ...DEFAULT_BEHAVIOR.queue, ...queue }, count)).toBe(most);
  const ids = ['a', 'b', 'c'].slice(0, count);
  const { player, pass } = start(ids, { queue });
  pass(300);
  expect(player.state().step === 'done').toBe(most !== null);
  if (most !== null) expect(player.state().shown).toBe(most);
});

test('the plan says the times as they are set; only the countdown is in whole seconds', () => {
  const timing = { initialDelay: 2.5, displayDuration: 1.5, timeBetween: 90.25, randomizeTiming: true };
  expect(planText(timing)).toBe('First after 2.5 s, each for about 1.5 s, about 1 min 30.3 s apart');
  const state = { step: 'waiting', isPaused: false, current: null, shown: 0 } as const;
  expect(playerText(state, { left: 2_100, total: 2_500, isHeld: false }, 2)).toBe('First notification in 3 s');
});

test('skipping ends a wait or a notification at once, and the rest counts from there', () => {
  const { player, log, pass } = start(['a', 'b'], { timing: { initialDelay: 600 } });
  pass(2);
  player.skip();
  pass(1);
  player.skip();
  pass(1);
  player.skip();
  pass(20);
  expect(log).toEqual(['2 show a', '3 hide a', '4 show b', '12 hide b']);
});

test('paused, the time stands still; skipping goes on', () => {
  const { player, log, pass } = start(['a', 'b']);
  pass(3);
  player.setPaused(true);
  pass(100);
  expect(player.progress()).toEqual({ left: 2_000, total: 5_000, isHeld: true });
  player.setPaused(false);
  pass(2);
  player.setPaused(true);
  player.skip();
  expect(player.state()).toMatchObject({ step: 'between', isPaused: false });
  pass(3);
  expect(log).toEqual(['105 show a', '105 hide a', '108 show b']);
});

test('a hovered notification stays, and its time left with it', () => {
  const { player, held, log, pass } = start(['a']);
  pass(6);
  held.queue?.hold('hover', true);
  pass(60);
  expect(player.progress()).toEqual({ left: 7_000, total: 8_000, isHeld: true });
  held.queue?.hold('hover', false);
  pass(7);
  expect(log).toEqual(['5 show a', '73 hide a']);
});

test('dismissing hides it; on this page it does not come back, even in a loop', () => {
  const { player, log, pass } = start(['a', 'b'], { queue: { loop: true } });
  pass(6);
  player.dismiss();
  pass(30);
  expect(log).toEqual(['5 show a', '6 hide a', '9 show b', '17 hide b', '20 show b', '28 hide b', '31 show b']);
});

test.each([
  { queue: { perPage: 1 }, shown: 1 },
  { queue: { perVisit: 2 }, shown: 2 },
  { queue: {}, shown: 3 },
])('the caps are kept: $queue', ({ queue, shown }) => {
  const { player, pass } = start(['a', 'b', 'c'], { queue });
  pass(300);
  expect(player.state()).toMatchObject({ step: 'done', shown });
});

test('on a screen where the widget is turned off, nothing is shown', () => {
  const { player, pass } = start(['a'], { visibility: { showOnMobile: false } }, true);
  pass(5);
  expect(player.state()).toMatchObject({ step: 'done', shown: 0 });
});

test('new timing counts from the next step on', () => {
  const { behavior, log, pass } = start(['a', 'b']);
  pass(5);
  behavior.timing = { ...behavior.timing, timeBetween: 20 };
  pass(60);
  expect(log).toEqual(['5 show a', '13 hide a', '33 show b', '41 hide b']);
});

test('stopped, it removes what is shown and says nothing more', () => {
  const { player, log, pass } = start(['a', 'b']);
  const listener = vi.fn();
  player.subscribe(listener);
  pass(5);
  expect(listener).toHaveBeenCalled();
  listener.mockClear();
  player.stop();
  pass(100);
  expect(log).toEqual(['5 show a', '5 hide a']);
  expect(listener).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});
