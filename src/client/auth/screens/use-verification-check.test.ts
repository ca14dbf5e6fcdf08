import { expect, test } from 'vitest';
import { AUTH_ERRORS, VERIFICATION } from '#shared/messages.ts';
import { nextCheckIn, retriedIssue, shownIssue } from './use-verification-check.ts';

test('the first error and three retries blame the network, the next says to try later [spec 4.verification] [spec 9]', () => {
  expect(shownIssue(0, null)).toBeNull();
  expect(shownIssue(1, VERIFICATION.checkNetwork)).toBe(VERIFICATION.checkNetwork);
  expect(shownIssue(3, VERIFICATION.checkNetwork)).toBe(VERIFICATION.checkNetwork);
  expect(shownIssue(4, VERIFICATION.checkNetwork)).toBe(VERIFICATION.tooMany);
});

test("no answer and a server's error are retried, and an answer is never blamed on the connection", () => {
  const down = AUTH_ERRORS['backend-unavailable'];
  expect(retriedIssue({ code: 'network', message: down, status: undefined })).toBe(VERIFICATION.checkNetwork);
  // A proxy's page, in place of a server that is down.
  expect(retriedIssue({ code: 'unknown', message: down, status: 502 })).toBe(down);
  expect(retriedIssue({ code: 'validation', message: 'Not now', status: 400 })).toBeNull();
});

test('it looks every four seconds, and after a network error three times more, each pause longer than the last', () => {
  expect(nextCheckIn(0)).toBeLessThan(5_000);
  const pauses = [1, 2, 3].map(nextCheckIn);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  expect(new Set(pauses).size).toBe(3);
  // Given up, it still notices by itself once the network is back.
  expect(nextCheckIn(4)).toBe(nextCheckIn(40));
});
