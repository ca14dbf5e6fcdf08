import { expect, test } from 'vitest';
import { VERIFICATION } from '#shared/messages.ts';
import { countNetworkErrors, networkIssue, nextCheckIn } from './use-verification-check.ts';

test('the first error and three retries blame the network, the next says to try later [spec 4.verification] [spec 9]', () => {
  expect(networkIssue(0)).toBeNull();
  expect(networkIssue(1)).toBe(VERIFICATION.checkNetwork);
  expect(networkIssue(3)).toBe(VERIFICATION.checkNetwork);
  expect(networkIssue(4)).toBe(VERIFICATION.tooMany);
});

test('only network errors count, and any answer resets the count', () => {
  expect(countNetworkErrors(1, 'network')).toBe(2);
  expect(countNetworkErrors(3, 'not-yet')).toBe(0);
  expect(countNetworkErrors(3, 'failed')).toBe(0);
});

test('it looks every four seconds, and after a network error three times more, each pause longer than the last', () => {
  expect(nextCheckIn(0)).toBeLessThan(5_000);
  const pauses = [1, 2, 3].map(nextCheckIn);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  expect(new Set(pauses).size).toBe(3);
  // Given up, it still notices by itself once the network is back.
  expect(nextCheckIn(4)).toBe(nextCheckIn(40));
});
