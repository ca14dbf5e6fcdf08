// That a site is gone is noticed by what is asked of it.
import { QueryObserver } from '@tanstack/react-query';
import { createTRPCQueryUtils } from '@trpc/react-query';
import { expect, test } from 'vitest';
import { MESSAGES } from '#shared/messages.ts';
import { setUpApi, signIn } from '#tests/support/browser-api.ts';
import { soon } from '#tests/support/soon.ts';
import { noticeLostSites } from './sites.ts';

test('polls of a lost site that fail together ask for the sites once, and none puts the answer off', async () => {
  const { api, sent } = setUpApi((path) => {
    if (path === 'auth.session') return signIn('t1');
    return path === 'sites.list' ? { data: [] } : { status: 404, message: MESSAGES.siteNotFound };
  });
  await api.session.start();
  noticeLostSites(api);
  const utils = createTRPCQueryUtils(api);
  const list = new QueryObserver(api.queryClient, utils.sites.list.queryOptions());
  list.subscribe(() => {});
  await soon(() => list.getCurrentResult().isSuccess).toBe(true);
  await Promise.allSettled(['a', 'b', 'c'].map((id) => utils.sites.setup.fetch({ id })));
  await soon(() => list.getCurrentResult().isFetching).toBe(false);
  expect(sent.filter(({ path }) => path === 'sites.list')).toHaveLength(2);
});
