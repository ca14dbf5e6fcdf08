// The whole client against a server in memory: what is sent with whose token, and what a refusal triggers.
import { getUntypedClient } from '@trpc/client';
import { expect, test } from 'vitest';
import { setUpApi, signIn } from '#tests/support/browser-api.ts';
import { otherUser, signedIn, user } from '#tests/support/browser-session.ts';
import { soon } from '#tests/support/soon.ts';
import type { Api } from './create-api.ts';
import { failureOf } from './failures.ts';

/** Calls by path, whatever their types. */
const query = (api: Api, path: string) => getUntypedClient(api.client as never).query(path);
const mutate = (api: Api, path: string, input?: unknown) => getUntypedClient(api.client as never).mutation(path, input);
const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => failureOf(error),
  );

test('registration and login omit the auth header even when signed in; every other call sends it [spec 6.4]', async () => {
  const { api, sent } = setUpApi((path) => (path === 'auth.session' ? signIn('t1') : undefined));
  await api.session.start();
  sent.length = 0;
  const inputs = { email: 'mara@example.test', password: 'secret' };
  await Promise.all([
    mutate(api, 'registration.start', inputs),
    mutate(api, 'auth.register', inputs),
    mutate(api, 'auth.login', inputs),
    mutate(api, 'sites.create', { name: 'Oak' }),
    query(api, 'registration.get'),
    query(api, 'sites.list'),
  ]);
  const withHeader = sent.filter((call) => call.authorization !== null);
  expect(withHeader.map(({ path, authorization }) => `${path} ${authorization}`).sort()).toEqual([
    'sites.create Bearer t1',
    'sites.list Bearer t1',
  ]);
  expect(sent).toHaveLength(6);
});

test('a 401 is retried once with a new token, without announcing anything [spec 8.http.2]', async () => {
  const { api, sent, seen } = setUpApi((path, { authorization }) => {
    if (path === 'auth.session') return signIn('t1');
    if (path === 'auth.token') return signIn('t2');
    return authorization === 'Bearer t2' ? { data: [] } : { status: 401 };
  });
  await api.session.start();
  expect(await query(api, 'sites.list')).toEqual([]);
  expect(sent.map(({ path, authorization }) => `${path} ${authorization}`)).toEqual([
    'auth.session null',
    'sites.list Bearer t1',
    'auth.token null',
    'sites.list Bearer t2',
  ]);
  expect(seen).toMatchObject({ events: [], log: [] });
});

test('any successful call resets the refresh count [spec 4.refresh.1]', async () => {
  let tokens = 0;
  const { api, seen } = setUpApi((path) => {
    if (path === 'auth.session' || path === 'auth.token') return signIn(`t${++tokens}`);
    return path === 'sites.list' ? { data: [] } : { status: 401 };
  });
  await api.session.start();
  for (let round = 0; round < 3; round++) {
    expect(await refusalOf(query(api, 'apiKeys.list'))).toMatchObject({ status: 401 });
    await query(api, 'sites.list');
  }
  await refusalOf(query(api, 'apiKeys.list'));
  expect(seen.events).toEqual([]);
  expect(api.session.state()).toEqual({ status: 'in', user });
});

test('a 401 that persists with a new token reaches the caller after one retry', async () => {
  const { api, sent } = setUpApi((path) => {
    if (path === 'auth.session') return signIn('t1');
    return path === 'auth.token' ? signIn('t2') : { status: 401 };
  });
  await api.session.start();
  expect(await refusalOf(query(api, 'sites.list'))).toMatchObject({ status: 401 });
  expect(sent.filter(({ path }) => path === 'sites.list')).toHaveLength(2);
});

test('a refused refresh fires auth:token-refresh-failed once, however many calls it fails [spec 8.http.3]', async () => {
  const { api, seen } = setUpApi((path) => (path === 'auth.session' ? signIn('t1') : { status: 401 }));
  await api.session.start();
  await Promise.all([refusalOf(query(api, 'sites.list')), refusalOf(mutate(api, 'sites.create', {}))]);
  expect(seen.events).toEqual(['auth:token-refresh-failed']);
  expect(api.session.state()).toEqual({ status: 'out', reason: 'expired' });
});

test('a protected call that answers 401 without a user fires auth:unauthenticated and does not refresh [spec 8.http.4]', async () => {
  const { api, sent, seen } = setUpApi((path) => (path === 'auth.session' ? { data: null } : { status: 401 }));
  await api.session.start();
  const calls = [() => query(api, 'sites.list'), () => mutate(api, 'auth.token'), () => mutate(api, 'auth.deleteMe')];
  for (const call of calls) expect(await refusalOf(call())).toMatchObject({ status: 401 });
  expect(seen.events).toEqual(calls.map(() => 'auth:unauthenticated'));
  expect(sent.map(({ path }) => path)).toEqual(['auth.session', 'sites.list', 'auth.token', 'auth.deleteMe']);
});

test('a wrong password does not affect the session', async () => {
  const { api, sent, seen } = setUpApi((path) => (path === 'auth.session' ? { data: null } : { status: 401 }));
  await api.session.start();
  expect(await refusalOf(mutate(api, 'auth.login', {}))).toMatchObject({ status: 401 });
  expect(seen).toMatchObject({ events: [], log: [] });
  expect(sent).toHaveLength(2);
});

test('a 401 with field errors is about the input and does not trigger a refresh', async () => {
  const errors = [{ field: 'currentPassword', message: "This isn't your current password" }];
  const { api, sent } = setUpApi((path) => (path === 'auth.session' ? signIn('t1') : { status: 401, errors }));
  await api.session.start();
  expect(await refusalOf(mutate(api, 'auth.changePassword', {}))).toMatchObject({ fields: errors });
  expect(sent).toHaveLength(2);
});

test('failures are logged with call, status and request id, a 400 with its fields, and never with what was sent [spec 8.http.5 8.http.7]', async () => {
  const errors = [{ field: 'name', message: 'Enter a name' }];
  const { api, seen } = setUpApi((path) => {
    if (path === 'auth.session') return signIn('t-secret');
    const status = Number(path.split('.s')[1]);
    return { status, message: 'No', ...(status === 400 && { errors }) };
  });
  await api.session.start();
  for (const status of [400, 403, 404, 409, 500]) {
    expect(await refusalOf(mutate(api, `any.s${status}`, { password: 'pass-secret' }))).toMatchObject({ status });
  }
  await refusalOf(query(api, 'any.s500'));
  expect(seen.log).toEqual([
    ['POST /api/trpc/any.s400 failed', { status: 400, requestId: 'r-400', errors }],
    ['POST /api/trpc/any.s403 failed', { status: 403, requestId: 'r-403' }],
    ['POST /api/trpc/any.s404 failed', { status: 404, requestId: 'r-404' }],
    ['POST /api/trpc/any.s409 failed', { status: 409, requestId: 'r-409' }],
    ['POST /api/trpc/any.s500 failed', { status: 500, requestId: 'r-500' }],
    ['GET /api/trpc/any.s500 failed', { status: 500, requestId: 'r-500' }],
  ]);
  expect(JSON.stringify(seen.log)).not.toContain('secret');
  expect(seen.events).toEqual([]);
  expect(api.session.state()).toEqual({ status: 'in', user });
});

test('an answer for the previous user never reaches the screens after another user signs in', async () => {
  let answer: (value: { data: unknown }) => void = () => {};
  const { api, say, seen, sent } = setUpApi((path) => {
    if (path === 'auth.session') return signIn('t1');
    return new Promise((resolve) => {
      answer = resolve;
    });
  });
  await api.session.start();
  api.queryClient.setQueryData(['sites'], ['Mara’s shop']);
  const asked = refusalOf(query(api, 'sites.list'));
  await soon(() => sent.at(-1)?.path).toBe('sites.list');
  say({ userId: 'u2' });
  expect(api.queryClient.getQueryData(['sites'])).toBeUndefined();
  answer({ data: ['Mara’s shop'] });
  expect(await asked).toMatchObject({ code: 'superseded' });
  expect(seen.log).toEqual([]);
});

test("a call made for one user is never sent with the next user's token", async () => {
  const { api, clock, sent } = setUpApi((path) => {
    if (path === 'auth.session') return signIn('t1');
    return path === 'auth.token' ? { data: signedIn(otherUser, 't2') } : { data: null };
  });
  await api.session.start();
  // Old enough to be refreshed before use; by then the cookie belongs to another user.
  clock.now += 31 * 60_000;
  expect(await refusalOf(mutate(api, 'sites.create', { name: 'Oak' }))).toMatchObject({ code: 'superseded' });
  expect(api.session.state()).toEqual({ status: 'in', user: otherUser });
  expect(sent.map(({ path }) => path)).toEqual(['auth.session', 'auth.token']);
  await query(api, 'sites.list');
  expect(sent.at(-1)).toMatchObject({ path: 'sites.list', authorization: 'Bearer t2' });
});

test('a login in another tab triggers a recheck, and a logout here is reported to the others', async () => {
  let isIn = false;
  const { api, say, seen } = setUpApi((path) => {
    if (path === 'auth.session') return isIn ? signIn('t1') : { data: null };
    return undefined;
  });
  await api.session.start();
  isIn = true;
  say({ userId: user._id });
  await soon(() => api.session.state()).toEqual({ status: 'in', user });
  expect(seen.reported).toEqual([]);
  api.session.end();
  expect(seen.reported).toEqual([null]);
});

test('a login ends what redirects were remembered, so that an expiry right after it is no loop', async () => {
  const { api } = setUpApi((path) => (path === 'auth.session' ? { data: null } : undefined));
  await api.session.start();
  const { redirects } = api.recovery;
  redirects.recordGuardRedirect();
  expect(redirects.isBounce(true)).toBe(true);
  api.session.accept(signedIn(user, 't1'));
  expect(redirects.isBounce(true)).toBe(false);
});

test('sites are fetched at most once a second, and nothing else waits for it [spec 4.site-fetch.1 9.8]', async () => {
  const { api, sent, seen, clock } = setUpApi((path) => (path === 'auth.session' ? signIn('t1') : { data: [] }));
  await api.session.start();
  sent.length = 0;
  seen.pauses.length = 0;
  await query(api, 'sites.list');
  expect(seen.pauses).toEqual([]);
  clock.now += 400;
  await Promise.all([query(api, 'sites.list'), query(api, 'apiKeys.list')]);
  expect(seen.pauses).toEqual([600]);
  await query(api, 'sites.list');
  expect(seen.pauses).toEqual([600, 1_600]);
  clock.now += 2_600;
  await query(api, 'sites.list');
  expect(seen.pauses).toHaveLength(2);
  expect(sent.filter(({ path }) => path === 'sites.list')).toHaveLength(4);
});

test('a clock that is set back makes the sites wait no longer than a second', async () => {
  const { api, seen, clock } = setUpApi((path) => (path === 'auth.session' ? signIn('t1') : { data: [] }));
  await api.session.start();
  await query(api, 'sites.list');
  seen.pauses.length = 0;
  clock.now -= 3_600_000;
  await query(api, 'sites.list');
  expect(seen.pauses).toEqual([1_000]);
});

test('what was fetched is fresh for five minutes, and a tab that comes back fetches nothing [spec 7.queries.1 9.16]', () => {
  const { queries } = setUpApi(() => undefined).api.queryClient.getDefaultOptions();
  expect(queries).toMatchObject({ staleTime: 5 * 60_000, refetchOnWindowFocus: false });
});
