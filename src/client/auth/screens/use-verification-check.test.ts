import { expect, test } from 'vitest';
import { VERIFICATION } from '#shared/messages.ts';
import { countNetworkErrors, networkIssue } from './use-verification-check.ts';

test('the first error and three retries blame the network, the next says to try later [spec 4.verification]', () => {
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
