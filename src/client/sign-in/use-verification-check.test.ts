import { expect, test } from 'vitest';
import { VERIFICATION } from '#shared/messages.ts';
import { nextCheckIn, shownIssue } from './use-verification-check.ts';

test('the first error and three retries blame the network, the next says to try later [spec 4.verification.3 9.19]', () => {
  expect(shownIssue(0, null)).toBeNull();
  expect(shownIssue(1, VERIFICATION.checkNetwork)).toBe(VERIFICATION.checkNetwork);
  expect(shownIssue(3, VERIFICATION.checkNetwork)).toBe(VERIFICATION.checkNetwork);
  expect(shownIssue(4, VERIFICATION.checkNetwork)).toBe(VERIFICATION.tooMany);
});

test('it looks every four seconds, and after a network error three times more, each pause longer than the last', () => {
  expect(nextCheckIn(0)).toBeLessThan(5_000);
  const pauses = [1, 2, 3].map(nextCheckIn);
  expect(pauses).toEqual([2_000, 5_000, 10_000]);
  expect(nextCheckIn(4)).toBeNull();
});
