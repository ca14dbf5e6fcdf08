import { expect, test } from 'vitest';
import { dateRangeIssues } from './date-range.tsx';

const failures = (from: string, to: string) => dateRangeIssues({ from, to }, '2026-03-10', 366);

test('a valid span has no issues, including a single day and the longest span', () => {
  expect(failures('2026-03-10', '2026-03-10')).toEqual({});
  expect(failures('2025-03-10', '2026-03-10')).toEqual({});
});

test('a missing or future day is reported on its field', () => {
  expect(failures('', '2026-03-10')).toEqual({ from: 'Choose the first day' });
  expect(failures('2026-03-01', '2026-03-11')).toEqual({ to: 'This day is in the future' });
});

test('a reversed or too long span is reported on the last day', () => {
  expect(failures('2026-03-02', '2026-03-01')).toEqual({ to: 'Ends before it starts' });
  expect(failures('2025-03-09', '2026-03-10')).toEqual({ to: 'At most 366 days' });
});
