import { expect, test } from 'vitest';
import { TOKEN_MAX_AGE } from '#shared/limits.ts';
import { otherUser, SIGNED_OUT, setUpSession as setUp, user } from '#tests/support/browser-session.ts';

test('signs in at the start if the cookie is valid [spec 4.auth.1]', async () => {
  const { session } = setUp();
  expect(session.state()).toEqual({ status: 'loading' });
  await session.start();
  expect(session.state()).toEqual({ status: 'in', user });
  expect(await session.bearer()).toBe('token-1');
});

test('whom the page names is in at once, and calls wait for the token that the server’s answer brings', async () => {
  const { session, seen } = setUp();
  const started = session.start(user);
  const known = session.state();
  expect(known).toEqual({ status: 'in', user });
  expect(await session.bearer()).toBe('token-1');
  await started;
  expect(session.state()).toBe(known);
  expect(seen).toMatchObject({ exchanges: 1, drops: 0 });
});

test('whom the page names is out, and gone with all that was fetched, if the server says so', async () => {
  const { session, seen } = setUp([SIGNED_OUT]);
  await session.start(user);
  expect(session.state()).toEqual({ status: 'out', reason: 'expired' });
  expect(seen).toMatchObject({ expired: 1, drops: 1 });
});

test('somebody else who is there by now does not see what the page brought', async () => {
  const { session, seen } = setUp([otherUser]);
  await session.start(user);
  expect(session.state()).toEqual({ status: 'in', user: otherUser });
  expect(seen.drops).toBe(1);
});

test('without an answer at the start a token is asked for once more, and without one there is none', async () => {
  const { session, seen } = setUp([new Error('down'), new Error('down')]);
  await session.start(user);
  expect(session.state()).toEqual({ status: 'in', user });
  expect(await session.bearer()).toBeUndefined();
  expect(await session.bearer()).toBe('token-3');
  expect(seen.exchanges).toBe(3);
});

test('at the start, signed out differs from an unreachable server [spec 4.auth.1]', async () => {
  const out = setUp([SIGNED_OUT]);
  await out.session.start();
  expect(out.session.state()).toEqual({ status: 'out', reason: 'anonymous' });
  expect(out.seen.expired).toBe(0);
  const down = setUp([new Error('down')]);
  await down.session.start();
  expect(down.session.state()).toEqual({ status: 'unreachable' });
});

test('a token older than 30 minutes is refreshed before use [spec 4.refresh.2 9.5]', async () => {
  const { clock, session } = setUp();
  await session.start();
  clock.now += 30 * 60_000;
  expect(await session.bearer()).toBe('token-1');
  clock.now += 1;
  expect(await session.bearer()).toBe('token-2');
});

test('concurrent 401s share one refresh', async () => {
  const { seen, session } = setUp();
  await session.start();
  expect(await Promise.all([session.refresh(), session.refresh()])).toEqual(['refreshed', 'refreshed']);
  expect(seen.exchanges).toBe(2);
});

test('a fourth refresh within 60 seconds ends the session, unless a call succeeded in between', async () => {
  const { seen, session } = setUp();
  await session.start();
  for (let n = 0; n < 3; n++) expect(await session.refresh()).toBe('refreshed');
  session.recordSuccess();
  for (let n = 0; n < 3; n++) expect(await session.refresh()).toBe('refreshed');
  expect(await session.refresh()).toBe('refused');
  expect(session.state()).toEqual({ status: 'out', reason: 'expired' });
  expect(seen.expired).toBe(1);
});

test('a session that ends is announced once and its token dropped', async () => {
  const { seen, session } = setUp(['token', SIGNED_OUT]);
  await session.start();
  expect(await session.refresh()).toBe('refused');
  expect(await session.bearer()).toBeUndefined();
  expect(seen).toMatchObject({ expired: 1, drops: 1 });
});

test('an unreachable server does not sign anyone out', async () => {
  const { seen, session } = setUp(['token', new Error('down')]);
  await session.start();
  expect(await session.refresh()).toBe('failed');
  expect(session.state()).toEqual({ status: 'in', user });
  expect(seen.expired).toBe(0);
});

test('logging out drops the token and is not an expiry', async () => {
  const { seen, session } = setUp();
  await session.start();
  session.end();
  expect(session.state()).toEqual({ status: 'out', reason: 'logged-out' });
  expect(await session.bearer()).toBeUndefined();
  expect(seen.expired).toBe(0);
});

test('over the refresh limit, an old token stays in use: only a 401 ends the session', async () => {
  const down = new Error('down');
  const { clock, seen, session } = setUp(['token', down, down, down]);
  await session.start();
  clock.now += TOKEN_MAX_AGE + 1;
  for (let n = 0; n < 4; n++) expect(await session.bearer()).toBe('token-1');
  expect(seen).toMatchObject({ exchanges: 4, expired: 0 });
  expect(await session.refresh('token-1')).toBe('refused');
  expect(seen).toMatchObject({ exchanges: 4, expired: 1 });
});

test('a 401 for a token replaced in the meantime does not trigger another refresh', async () => {
  const { seen, session } = setUp();
  await session.start();
  await session.refresh('token-1');
  expect(await session.refresh('token-1')).toBe('refreshed');
  expect(seen.exchanges).toBe(2);
});

test('logging out during a refresh stays logged out', async () => {
  const { session } = setUp();
  await session.start();
  const refreshing = session.refresh();
  session.end();
  expect(await refreshing).toBe('refused');
  expect(session.state()).toEqual({ status: 'out', reason: 'logged-out' });
});

test('a 401 while signed out is announced, and proves that the server can be reached', async () => {
  const { seen, session } = setUp([new Error('down')]);
  await session.start();
  session.reportUnauthenticated();
  expect(session.state()).toEqual({ status: 'out', reason: 'anonymous' });
  expect(seen).toMatchObject({ unauthenticated: 1, expired: 0 });
});

test('a session without a user is a state of its own, at the start, later and at login', async () => {
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
  expect(() => login.session.accept({ accessToken: 'a', expiresAt: '' } as never)).toThrow('named no user');
  expect(login.seen.reported).toEqual([]);
});

test('a session given up on stays that way until the next login', async () => {
  const { session } = setUp();
  await session.start();
  session.giveUp();
  await session.recheck();
  expect(session.state()).toEqual({ status: 'out', reason: 'broken' });
  session.accept({ user, accessToken: 'a', expiresAt: '' });
  expect(session.state()).toEqual({ status: 'in', user });
});
