// One browser, several tabs, one cookie: who is shown when the cookie changes hands.
import { expect, test } from 'vitest';
import { otherUser, SIGNED_OUT, setUpSession as setUp, signedIn, user } from '#tests/support/browser-session.ts';

test('a login or logout here is reported to the other tabs, but theirs is not echoed', async () => {
  const { seen, session } = setUp([SIGNED_OUT]);
  await session.start();
  session.accept(signedIn(user));
  session.end();
  session.accept(signedIn(otherUser));
  session.changedElsewhere(null);
  expect(seen.reported).toEqual([{ userId: 'u1' }, null, { userId: 'u2' }]);
});

test('a logout elsewhere signs out here at once and is not an expiry', async () => {
  const { seen, session } = setUp();
  await session.start();
  session.changedElsewhere(null);
  expect(session.state()).toEqual({ status: 'out', reason: 'logged-out' });
  expect(await session.bearer()).toBeUndefined();
  expect(seen).toMatchObject({ drops: 1, expired: 0 });
});

test('when another user logs in elsewhere, the old data goes at once and the new user appears once the server names them', async () => {
  const { seen, session } = setUp(['token', otherUser]);
  await session.start();
  const generation = session.generation();
  session.changedElsewhere({ userId: 'u2' });
  expect(session.state()).toEqual({ status: 'loading' });
  expect(session.generation()).not.toBe(generation);
  expect(seen.drops).toBe(1);
  await session.recheck();
  expect(session.state()).toEqual({ status: 'in', user: otherUser });
});

test('a login by the same user elsewhere changes nothing on screen', async () => {
  const { seen, session } = setUp();
  await session.start();
  const generation = session.generation();
  session.changedElsewhere({ userId: 'u1' });
  await session.recheck();
  expect(session.state()).toEqual({ status: 'in', user });
  expect(session.generation()).toBe(generation);
  expect(seen.drops).toBe(0);
});

test('a refresh that finds another user drops the fetched data and does not retry the call', async () => {
  const { seen, session } = setUp(['token', otherUser]);
  await session.start();
  expect(await session.refresh('token-1')).toBe('refused');
  expect(session.state()).toEqual({ status: 'in', user: otherUser });
  expect(seen).toMatchObject({ drops: 1, expired: 0 });
});

test('a recheck notices a session that ended or began elsewhere', async () => {
  const ended = setUp(['token', SIGNED_OUT]);
  await ended.session.start();
  await ended.session.recheck();
  expect(ended.session.state()).toEqual({ status: 'out', reason: 'expired' });
  expect(ended.seen.expired).toBe(1);
  const begun = setUp([SIGNED_OUT]);
  await begun.session.start();
  await begun.session.recheck();
  expect(begun.session.state()).toEqual({ status: 'in', user });
});

test('a recheck without an answer changes nothing', async () => {
  const { seen, session } = setUp(['token', new Error('down')]);
  await session.start();
  await session.recheck();
  expect(session.state()).toEqual({ status: 'in', user });
  expect(seen).toMatchObject({ drops: 0, expired: 0 });
});

test('an answer still in flight during a login is ignored', async () => {
  const { session } = setUp();
  const starting = session.start();
  session.accept(signedIn(otherUser));
  await starting;
  expect(session.state()).toEqual({ status: 'in', user: otherUser });
});

test('a signed-out tab ignores changes elsewhere', async () => {
  const { seen, session } = setUp([SIGNED_OUT]);
  await session.start();
  session.changedElsewhere(null);
  session.changedElsewhere({ userId: 'u2' });
  expect(session.state()).toEqual({ status: 'out', reason: 'anonymous' });
  expect(seen.drops).toBe(0);
});
