import { expect, test } from 'vitest';
import { dateRangeFaults } from './date-range-faults.ts';

const faults = (from: string, to: string) => dateRangeFaults({ from, to }, '2026-03-10', 366);

test('a span within bounds has no fault, one day and the longest included', () => {
  expect(faults('2026-03-10', '2026-03-10')).toEqual({});
  expect(faults('2025-03-10', '2026-03-10')).toEqual({});
});

test('a missing or future day is told on its field', () => {
  expect(faults('', '2026-03-10')).toEqual({ from: 'Choose the first day' });
  expect(faults('2026-03-01', '2026-03-11')).toEqual({ to: 'This day is still to come' });
});

test('a span that runs backwards or is too long is told on the last day', () => {
  expect(faults('2026-03-02', '2026-03-01')).toEqual({ to: 'Ends before it starts' });
  expect(faults('2025-03-09', '2026-03-10')).toEqual({ to: 'At most 366 days' });
});
