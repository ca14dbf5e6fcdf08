import { TRPCClientError } from '@trpc/client';
import { expect, test } from 'vitest';
import { AUTH_ERRORS, MESSAGES } from '#shared/messages.ts';
import { failureOf, isTransient, outageOf, SupersededCall, Unreachable, type UnreachableReason } from './failures.ts';
import { createBareClient } from './trpc.ts';

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

test.each([
  [200, 'backend-unavailable'],
  [500, 'backend-error'],
  [502, 'backend-unavailable'],
  [503, 'backend-unavailable'],
  [403, 'unknown-error'],
] as const)("a proxy's page with status %i is no matter of the internet connection", async (status, type) => {
  const page = async () =>
    new Response('<!doctype html><title>Bad gateway</title>', { status, headers: { 'content-type': 'text/html' } });
  const failure = await createBareClient(page)
    .auth.me.query()
    .then(() => null, failureOf);
  expect(failure).toMatchObject({ code: 'unknown', message: AUTH_ERRORS[type], status });
});

test.each([
  [500, MESSAGES.internal, 'backend-error'],
  [503, MESSAGES.unavailable, 'backend-unavailable'],
] as const)(
  "our server's own %i says what the catalogue does [spec 8.auth-errors.2 8.auth-errors.6]",
  (_status, message, type) => {
    expect(message).toBe(AUTH_ERRORS[type]);
  },
);

test('only what the connection is to blame for is blamed on it, not a server that is down; a refusal is no outage', () => {
  const down = AUTH_ERRORS['backend-unavailable'];
  const unanswered = (reason: UnreachableReason) => failureOf(TRPCClientError.from(new Unreachable(reason, null)));
  expect(outageOf(unanswered('network-error'), 'Offline')).toBe('Offline');
  expect(outageOf(unanswered('backend-unavailable'), 'Offline')).toBe(down);
  // A proxy's page, in place of a server that is down.
  expect(outageOf({ code: 'unknown', message: down, status: 502 }, 'Offline')).toBe(down);
  expect(outageOf({ code: 'validation', message: 'Not now', status: 400 }, 'Offline')).toBeNull();
});

test('a call from an ended session generation can be retried in the next', () => {
  const error = TRPCClientError.from(new SupersededCall());
  expect(failureOf(error)).toMatchObject({ code: 'superseded', message: AUTH_ERRORS['auth-error'] });
  expect(isTransient(error)).toBe(true);
});
