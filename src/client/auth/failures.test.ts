import { TRPCClientError } from '@trpc/client';
import { expect, test } from 'vitest';
import { AUTH_ERRORS } from '#shared/messages.ts';
import { failureOf, isTransient, SupersededCall, Unreachable } from './failures.ts';

test.each(['network-error', 'backend-unavailable'] as const)(
  'no answer is reported as %s when that is the reason',
  (reason) => {
    const error = TRPCClientError.from(new Unreachable(reason, new TypeError('Failed to fetch')));
    expect(failureOf(error)).toMatchObject({ code: 'network', message: AUTH_ERRORS[reason], status: undefined });
    expect(isTransient(error)).toBe(true);
  },
);

test('no answer for an unknown reason counts as a network error', () => {
  const error = TRPCClientError.from(new TypeError('Failed to fetch'));
  expect(failureOf(error)).toMatchObject({ code: 'network', message: AUTH_ERRORS['network-error'] });
});

test('a call from an ended session generation can be retried in the next', () => {
  const error = TRPCClientError.from(new SupersededCall());
  expect(failureOf(error)).toMatchObject({ code: 'superseded', message: AUTH_ERRORS['auth-error'] });
  expect(isTransient(error)).toBe(true);
});
