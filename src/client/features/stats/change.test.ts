import { expect, test } from 'vitest';
import { changeOfCount, changeOfRate } from './change.ts';

const BEFORE = 'the previous 7 days';
const sentence = (now: number, before: number) => changeOfCount(now, before, BEFORE).sentence;

test('a change is a percentage of the previous period', () => {
  expect(changeOfCount(1120, 1000, BEFORE)).toEqual({
    direction: 'up',
    note: '12%',
    from: 'from 1,000',
    sentence: 'up 12% vs. the previous 7 days, from 1,000',
  });
  expect(sentence(950, 1000)).toBe('down 5.0% vs. the previous 7 days, from 1,000');
  expect(sentence(0, 40)).toBe('down 100% vs. the previous 7 days, from 40');
});

test('a tiny base shows the difference instead of a percentage', () => {
  expect(sentence(12, 3)).toBe('up by 9 vs. the previous 7 days, from 3');
  expect(sentence(0, 29)).toBe('down by 29 vs. the previous 7 days, from 29');
});

test('with nothing before, there is nothing to compare with', () => {
  expect(changeOfCount(1_200, 0, BEFORE)).toEqual({
    direction: 'new',
    note: 'Up from 0',
    from: null,
    sentence: '1,200, and none in the previous 7 days',
  });
});

test('a large increase is shown as a multiple', () => {
  expect(changeOfCount(4000, 40, BEFORE).note).toBe('100 times');
});

test('an equal or nearly equal value is no change', () => {
  expect(changeOfCount(0, 0, BEFORE)).toEqual({
    direction: 'same',
    note: 'No change',
    from: null,
    sentence: 'no change from the previous 7 days',
  });
  expect(changeOfCount(100_001, 100_000, BEFORE).direction).toBe('same');
});

test('a rate changes in percentage points, and only if chance does not explain it', () => {
  const before = { value: 0.05, low: 0.046, high: 0.0545 };
  expect(changeOfRate({ value: 0.062, low: 0.0575, high: 0.067 }, before, BEFORE)).toEqual({
    direction: 'up',
    note: '1.2 points',
    from: 'from 5.0%',
    sentence: 'up 1.2 points vs. the previous 7 days, from 5.0%',
  });
  expect(changeOfRate({ value: 0.052, low: 0.0475, high: 0.057 }, before, BEFORE)).toMatchObject({
    direction: 'same',
    note: 'No clear change',
  });
});

test('an unknown rate is not compared', () => {
  const known = { value: 0.05, low: 0.04, high: 0.06 };
  expect(changeOfRate(known, null, BEFORE)).toBeNull();
  expect(changeOfRate({ value: 0.5, low: 0.1, high: 0.9 }, known, BEFORE)).toBeNull();
});
