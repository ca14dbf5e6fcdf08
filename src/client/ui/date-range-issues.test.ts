import { expect, test } from 'vitest';
import { dateRangeIssues } from './date-range-issues.ts';

const failures = (from: string, to: string) => dateRangeIssues({ from, to }, '2026-03-10', 366);

test('a span within bounds has no failure, one day and the longest included', () => {
  expect(failures('2026-03-10', '2026-03-10')).toEqual({});
  expect(failures('2025-03-10', '2026-03-10')).toEqual({});
});

test('a missing or future day is told on its field', () => {
  expect(failures('', '2026-03-10')).toEqual({ from: 'Choose the first day' });
  expect(failures('2026-03-01', '2026-03-11')).toEqual({ to: 'This day is in the future' });
});

test('a span that runs backwards or is too long is told on the last day', () => {
  expect(failures('2026-03-02', '2026-03-01')).toEqual({ to: 'Ends before it starts' });
  expect(failures('2025-03-09', '2026-03-10')).toEqual({ to: 'At most 366 days' });
});
