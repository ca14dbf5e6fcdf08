import { expect, test } from 'vitest';
import type { SignedIn, User } from '#shared/contract/account.ts';
import { TOKEN_MAX_AGE, TOKEN_REFRESH_WINDOW } from '#shared/limits.ts';
import { createSession } from './session.ts';

const user: User = {
  _id: 'u1',
  firebaseUid: null,
  email: 'mara@example.test',
  displayName: 'Mara',
  photoURL: null,
  role: 'user',
  roles: ['user'],
  emailVerified: true,
  companyName: null,
  integrations: [],
  subscription: { type: null, status: 'none', max_sites: 1 },
  subscriptionStatus: 'none',
};
const SIGNED_OUT = new Error('signed out');

/** A session over a server whose answers to the token exchange are `answers`, in order; then tokens without end. */
function setUp(answers: (Error | 'token')[] = []) {
  const clock = { now: 1_700_000_000_000 };
  const seen = { exchanges: 0, changes: 0, expired: 0 };
  const exchange = async (): Promise<SignedIn> => {
    seen.exchanges += 1;
    const answer = answers.shift() ?? 'token';
    if (answer instanceof Error) throw answer;
    return { user, accessToken: `token-${seen.exchanges}`, expiresAt: new Date(clock.now).toISOString() };
  };
  const session = createSession({
    now: () => clock.now,
    open: () => (answers[0] === SIGNED_OUT ? Promise.resolve(null) : exchange()),
    exchange,
    isSignedOut: (error) => error === SIGNED_OUT,
    onChange: () => {
      seen.changes += 1;
    },
  });
  session.onExpired(() => {
    seen.expired += 1;
  });
  return { clock, seen, session };
}

test('the start signs in when the cookie is good', async () => {
  const { session } = setUp();
  expect(session.state()).toEqual({ status: 'loading' });
  await session.start();
  expect(session.state()).toEqual({ status: 'in', user });
  expect(await session.bearer()).toBe('token-1');
});

test('the start tells signed out from a server that cannot be reached', async () => {
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

test('a session that is over is told once and forgets its token', async () => {
  const { seen, session } = setUp(['token', SIGNED_OUT]);
  await session.start();
  expect(await session.refresh()).toBe('refused');
  expect(await session.bearer()).toBeUndefined();
  expect(seen).toMatchObject({ expired: 1, changes: 1 });
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
