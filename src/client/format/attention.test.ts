import { expect, test } from 'vitest';
import { SUMMARY_ATTENTION } from '#shared/contract/stats.ts';
import { describeSites, urgencyOf } from './attention.ts';

test('sites are sorted by urgency as the server has it', () => {
  expect(SUMMARY_ATTENTION.map(urgencyOf)).toEqual(SUMMARY_ATTENTION.map((_, at) => at));
  expect([urgencyOf(null), urgencyOf(undefined)]).toEqual([null, null]);
});

test('of many sites it is said how many need attention, and how many were never seen', () => {
  const fine = { attention: null, lastSeenAt: '2026-03-16T08:00:00.000Z' } as const;
  const unseen = { ...fine, lastSeenAt: null };
  const off = { ...fine, attention: 'source-off' } as const;
  expect(describeSites([fine, fine])).toBe('No site needs attention.');
  expect(describeSites([unseen, unseen])).toBe("No site needs attention. 2 haven't been seen yet.");
  expect(describeSites([fine, off])).toBe('1 of 2 sites needs attention.');
  expect(describeSites([off, off, unseen])).toBe("2 of 3 sites need attention. 1 hasn't been seen yet.");
});
