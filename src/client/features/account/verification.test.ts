import { expect, test } from 'vitest';
import { VERIFICATION } from '#shared/messages.ts';
import { countNetworkErrors, networkNotice } from './verification.ts';

test('the first error and three retries tell of the network, the next asks for patience', () => {
  expect(networkNotice(0)).toBeNull();
  expect(networkNotice(1)).toBe(VERIFICATION.checkNetwork);
  expect(networkNotice(3)).toBe(VERIFICATION.checkNetwork);
  expect(networkNotice(4)).toBe(VERIFICATION.tooMany);
});

test('only network errors count, and an answer ends the count', () => {
  expect(countNetworkErrors(1, 'network')).toBe(2);
  expect(countNetworkErrors(3, 'not-yet')).toBe(0);
  expect(countNetworkErrors(3, 'failed')).toBe(0);
});
