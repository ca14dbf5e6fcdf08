import { expect, test } from 'vitest';
import { isLive } from './schedule.ts';

const startsAt = '2026-01-01T00:00:00.000Z';
const endsAt = '2026-01-02T00:00:00.000Z';
const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)];

test('a notification is live from its start until just before its end', () => {
  expect([start - 1, start, end - 1, end].map((now) => isLive({ startsAt, endsAt }, now))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('a missing date sets no limit', () => {
  expect(isLive({}, 0)).toBe(true);
  expect(isLive({ startsAt }, end + 1)).toBe(true);
  expect(isLive({ endsAt }, 0)).toBe(true);
});
