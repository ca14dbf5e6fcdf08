// What is fetched ahead by the real wiring, against a server in memory.
import { focusManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import type { User } from '#shared/contract/account.ts';
import { setUpApi } from '#tests/support/browser-api.ts';
import { otherUser, signedIn, user } from '#tests/support/browser-session.ts';
import { prefetchSites } from './prefetch.ts';

afterEach(() => {
  vi.restoreAllMocks();
  focusManager.setFocused(undefined);
});

function setUp() {
  const cookie = { user: user as User };
  const { api, sent } = setUpApi((path) => {
    if (path === 'auth.session' || path === 'auth.token') return { data: signedIn(cookie.user, 't') };
    return path === 'sites.list' ? { data: [] } : undefined;
  });
  prefetchSites(api);
  /** @returns how often they were asked for, once all that is on its way has arrived. */
  const lists = async () => {
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setTimeout(resolve));
    return sent.filter(({ path }) => path === 'sites.list').length;
  };
  return { api, cookie, lists };
}

/** Lets the query cache's clock stand later. */
const later = (ms: number) => {
  const now = Date.now() + ms;
  vi.spyOn(Date, 'now').mockReturnValue(now);
};

test('the sites are fetched once somebody is found to be logged in', async () => {
  const { api, lists } = setUp();
  await api.session.start();
  expect(await lists()).toBe(1);
});

test('a tab that comes back after minutes fetches nothing [spec 9.16]', async () => {
  const { api, lists } = setUp();
  api.queryClient.mount();
  await api.session.start();
  expect(await lists()).toBe(1);
  const [query] = api.queryClient.getQueryCache().getAll();
  const stop = new QueryObserver(api.queryClient, {
    queryKey: query?.queryKey ?? [],
    enabled: true,
    queryFn: () => Promise.reject(new Error('Fetched again')),
  }).subscribe(() => {});
  later(6 * 60_000);
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await api.session.recheck();
  expect(await lists()).toBe(1);
  expect(query?.state).toMatchObject({ fetchStatus: 'idle', fetchFailureCount: 0 });
  stop();
  api.queryClient.unmount();
});

test('a profile that was saved, and a token that was renewed, fetch nothing', async () => {
  const { api, lists } = setUp();
  await api.session.start();
  await lists();
  later(6 * 60_000);
  api.session.setUser({ ...user, displayName: 'Mara' });
  await api.session.refresh();
  expect(await lists()).toBe(1);
});

test("somebody else's sites are fetched when they log in", async () => {
  const { api, lists } = setUp();
  await api.session.start();
  await lists();
  api.session.end();
  api.session.accept(signedIn(otherUser, 'u'));
  expect(await lists()).toBe(2);
});

test('nothing is fetched before the address is verified, and then it is', async () => {
  const { api, cookie, lists } = setUp();
  cookie.user = { ...user, emailVerified: false };
  await api.session.start();
  expect(await lists()).toBe(0);
  api.session.setUser({ ...user, emailVerified: true });
  expect(await lists()).toBe(1);
});
