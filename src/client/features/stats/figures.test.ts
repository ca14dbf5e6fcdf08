import { expect, test } from 'vitest';
import { clickRate } from './figures.ts';

test('the click rate is a share of the displays, with one decimal below 10 percent', () => {
  expect(clickRate({ displays: 1000, clicks: 34 })).toBe('3.4 %');
  expect(clickRate({ displays: 200, clicks: 50 })).toBe('25 %');
});

test('without displays there is no rate', () => {
  expect(clickRate({ displays: 0, clicks: 0 })).toBe('–');
});
