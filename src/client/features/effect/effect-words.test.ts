import { expect, test } from 'vitest';
import type { Effect, GoalEffect } from '#shared/contract/effect.ts';
import {
  advisedShare,
  amountOf,
  boundsOf,
  expectedOf,
  isEarlierEpoch,
  moneyWords,
  screenStateOf,
  signed,
} from './effect-words.ts';

const main = { state: 'none' } as GoalEffect;
const epoch: NonNullable<Effect['epoch']> = {
  ...{ id: 'a', share: 10, currency: 'EUR', startedAt: '2026-11-02T08:00:00.000Z', endedAt: null, endedBecause: null },
};
const effect = { holdOut: { share: 10 }, epoch, epochs: [epoch], goals: [main] } as unknown as Effect;
const harmed: Effect = { ...effect, epoch: { ...epoch, endedBecause: 'harm' } };

test('the screen begins with what is there: nothing measured, a pause, or what the main goal says', () => {
  const off: Effect = { ...harmed, holdOut: { ...effect.holdOut, share: 0 } };
  expect(screenStateOf(off, false)).toBe('off');
  expect(screenStateOf({ ...effect, epoch: null, goals: [] }, false)).toBe('off');
  expect(screenStateOf(effect, false)).toBe('none');
  expect(screenStateOf(harmed, false)).toBe('paused');
  // Earlier figures stay to be read.
  expect([off, harmed].map((one) => screenStateOf(one, true))).toEqual(['none', 'none']);
});

test('the last epoch is an earlier one as soon as nothing is measured', () => {
  expect(isEarlierEpoch(effect, undefined)).toBe(false);
  expect(isEarlierEpoch(effect, 'a')).toBe(false);
  expect(isEarlierEpoch(effect, 'b')).toBe(true);
  expect(isEarlierEpoch({ ...effect, holdOut: { ...effect.holdOut, share: 0 } }, 'a')).toBe(true);
});

test('a change has its sign, and never one without a meaning', () => {
  expect([0.1235, -0.31, 0.004, -0.0001, 0].map(signed)).toEqual(['+12%', '−31%', '+0.4%', '0%', '0%']);
  expect(boundsOf({ value: 0.1, low: -0.17, high: 0.57 })).toBe('−17% to +57%');
  expect(boundsOf({ value: null, low: 2.1, high: null })).toBe('+210% or more');
});

test('money is claimed beside a clear difference alone, and with its bounds', () => {
  const money = { value: 0.08, low: 0.01, high: 0.15 };
  expect(moneyWords({ state: 'none', money })).toBeNull();
  expect(moneyWords({ state: 'clear', money: null })).toBeNull();
  expect(moneyWords({ state: 'clear', money })).toBe('Each of them spent 8% more (between 1% and 15%).');
  expect(moneyWords({ state: 'clear', money: { ...money, low: -0.02 } })).toContain("isn't clear yet (−2% to +15%)");
});

test('amounts are in the currency of their epoch', () => {
  expect(amountOf(76_617.4, 'EUR')).toBe('€76,617');
  expect(amountOf(84.2, 'USD')).toBe('$84.20');
  expect(amountOf(84.2, null)).toBe('84');
});

test('it is known how many would be held out if notifications changed nothing', () => {
  expect(expectedOf({ heldOut: 70, shown: 430 }, 10)).toBe(50);
});

test('a share is advised only if it shows something within a year', () => {
  const now = Date.parse('2026-11-30T12:00:00Z');
  const forecasts = (...days: (string | null)[]) =>
    ([10, 20, 50] as const).map((share, at) => ({ share, seenBy: days[at] ?? null }));
  expect(advisedShare(forecasts(null, null, null), now)).toBe(10);
  expect(advisedShare(forecasts('2027-05-14', '2027-03-01', '2027-02-14'), now)).toBe(10);
  expect(advisedShare(forecasts('2036-10-03', '2032-01-01', '2027-10-22'), now)).toBe(50);
  expect(advisedShare(forecasts('2036-10-03', '2032-01-01', '2029-12-22'), now)).toBeNull();
});
