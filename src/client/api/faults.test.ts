import { TRPCClientError } from '@trpc/client';
import { expect, test } from 'vitest';
import { AUTH_ERRORS } from '#shared/messages.ts';
import { faultOf, isTransient, SupersededCall } from './faults.ts';
import { Unreachable } from './reach.ts';

test.each(['network-error', 'backend-unavailable'] as const)('no answer is told as %s when that is it', (trouble) => {
  const error = TRPCClientError.from(new Unreachable(trouble, new TypeError('Failed to fetch')));
  expect(faultOf(error)).toMatchObject({ code: 'network', message: AUTH_ERRORS[trouble], status: undefined });
  expect(isTransient(error)).toBe(true);
});

test('no answer for a reason that is not known is the connection’s', () => {
  const error = TRPCClientError.from(new TypeError('Failed to fetch'));
  expect(faultOf(error)).toMatchObject({ code: 'network', message: AUTH_ERRORS['network-error'] });
});

test('a call of somebody who has left may be made again by whoever is there now', () => {
  const error = TRPCClientError.from(new SupersededCall());
  expect(faultOf(error)).toMatchObject({ code: 'superseded', message: AUTH_ERRORS['auth-error'] });
  expect(isTransient(error)).toBe(true);
});
