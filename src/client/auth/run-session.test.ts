import { expect, test } from 'vitest';
import { TOKEN_MAX_AGE, TOKEN_REFRESH_WINDOW } from '#shared/limits.ts';
import { SIGNED_OUT, setUpSession as setUp, user } from '#tests/support/browser-session.ts';

test('the start signs in when the cookie is good [spec 2.guard]', async () => {
  const { session } = setUp();
  expect(session.state()).toEqual({ status: 'loading' });
  await session.start();
  expect(session.state()).toEqual({ status: 'in', user });
  expect(await session.bearer()).toBe('token-1');
});

test('the start distinguishes being signed out from an unreachable server', async () => {
  const out = setUp([SIGNED_OUT]);
  await out.session.start();
  expect(out.session.state()).toEqual({ status: 'out', reason: 'anonymous' });
  expect(out.seen.expired).toBe(0);
  const down = setUp([new Error('down')]);
  await down.session.start();
  expect(down.session.state()).toEqual({ status: 'unreachable' });
});

test('a token older than 30 minutes is renewed before it is used', async () => {
  const { clock, session } = setUp();
  await session.start();
  clock.now += TOKEN_MAX_AGE;
  expect(await session.bearer()).toBe('token-1');
  clock.now += 1;
  expect(await session.bearer()).toBe('token-2');
});

test('calls that are refused together share one refresh', async () => {
  const { seen, session } = setUp();
  await session.start();
  expect(await Promise.all([session.refresh(), session.refresh()])).toEqual(['refreshed', 'refreshed']);
  expect(seen.exchanges).toBe(2);
});

test('a fourth refresh within 60 seconds ends the session, unless a call succeeded in between', async () => {
  const { seen, session } = setUp();
  await session.start();
  for (let n = 0; n < 3; n++) expect(await session.refresh()).toBe('refreshed');
  session.noteSuccess();
  for (let n = 0; n < 3; n++) expect(await session.refresh()).toBe('refreshed');
  expect(await session.refresh()).toBe('refused');
  expect(session.state()).toEqual({ status: 'out', reason: 'expired' });
  expect(seen.expired).toBe(1);
});

test('after the cool-down refreshing works again', async () => {
  const { clock, session } = setUp();
  await session.start();
  for (let n = 0; n < 3; n++) await session.refresh();
  clock.now += TOKEN_REFRESH_WINDOW;
  expect(await session.refresh()).toBe('refreshed');
});

test('a session that is over is announced once and forgets its token', async () => {
  const { seen, session } = setUp(['token', SIGNED_OUT]);
  await session.start();
  expect(await session.refresh()).toBe('refused');
  expect(await session.bearer()).toBeUndefined();
  expect(seen).toMatchObject({ expired: 1, drops: 1 });
});

test('a server that cannot be reached does not sign anybody out', async () => {
  const { seen, session } = setUp(['token', new Error('down')]);
  await session.start();
  expect(await session.refresh()).toBe('failed');
  expect(session.state()).toEqual({ status: 'in', user });
  expect(seen.expired).toBe(0);
});

test('logging out forgets the token and is no expiry', async () => {
  const { seen, session } = setUp();
  await session.start();
  session.end();
  expect(session.state()).toEqual({ status: 'out', reason: 'left' });
  expect(await session.bearer()).toBeUndefined();
  expect(seen.expired).toBe(0);
});

test('a renewal that the rule refuses leaves an old token in use: only a refused call ends the session', async () => {
  const down = new Error('down');
  const { clock, seen, session } = setUp(['token', down, down, down]);
  await session.start();
  clock.now += TOKEN_MAX_AGE + 1;
  for (let n = 0; n < 4; n++) expect(await session.bearer()).toBe('token-1');
  expect(seen).toMatchObject({ exchanges: 4, expired: 0 });
  expect(await session.refresh('token-1')).toBe('refused');
  expect(seen).toMatchObject({ exchanges: 4, expired: 1 });
});

test('a call refused with a token that has been replaced meanwhile needs no other', async () => {
  const { seen, session } = setUp();
  await session.start();
  await session.refresh('token-1');
  expect(await session.refresh('token-1')).toBe('refreshed');
  expect(seen.exchanges).toBe(2);
});

test('logging out while a refresh is under way stays logged out', async () => {
  const { session } = setUp();
  await session.start();
  const refreshing = session.refresh();
  session.end();
  expect(await refreshing).toBe('refused');
  expect(session.state()).toEqual({ status: 'out', reason: 'left' });
});

test('a refused call while signed out is announced, and settles whether the server can be reached', async () => {
  const { seen, session } = setUp([new Error('down')]);
  await session.start();
  session.noteUnauthenticated();
  expect(session.state()).toEqual({ status: 'out', reason: 'anonymous' });
  expect(seen).toMatchObject({ unauthenticated: 1, expired: 0 });
});

test('being authenticated without a user is a state of its own, at the start, later, and at login', async () => {
  const start = setUp(['nobody']);
  await start.session.start();
  expect(start.session.state()).toEqual({ status: 'corrupted' });
  const later = setUp(['token', 'nobody']);
  await later.session.start();
  expect(await later.session.refresh()).toBe('refused');
  expect(later.session.state()).toEqual({ status: 'corrupted' });
  expect(await later.session.bearer()).toBeUndefined();
  const login = setUp([SIGNED_OUT]);
  await login.session.start();
  expect(() => login.session.accept({ accessToken: 'a', expiresAt: '' } as never)).toThrow('signed in nobody');
  expect(login.seen.reported).toEqual([]);
});

test('a session that was given up stays so until a person logs in', async () => {
  const { session } = setUp();
  await session.start();
  session.giveUp();
  await session.recheck();
  expect(session.state()).toEqual({ status: 'out', reason: 'broken' });
  session.accept({ user, accessToken: 'a', expiresAt: '' });
  expect(session.state()).toEqual({ status: 'in', user });
});
