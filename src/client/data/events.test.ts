import { createTRPCQueryUtils } from '@trpc/react-query';
import { expect, test } from 'vitest';
import { setUpApi } from '#tests/support/browser-api.ts';
import { refreshShown } from './events.ts';

test('what changes in one source asks for its activity alone; what may change in any, for that of the whole site', async () => {
  const { api } = setUpApi(() => undefined);
  const utils = createTRPCQueryUtils(api);
  const refs = [
    { siteId: 'oak', sourceId: 'woo' },
    { siteId: 'oak', sourceId: 'csv' },
    { siteId: 'elm', sourceId: 'woo' },
  ];
  const keys = refs.map((ref) => utils.sources.activity.queryOptions(ref).queryKey);
  const refresh = async (changed: Parameters<typeof refreshShown>[1]) => {
    for (const key of keys) api.queryClient.setQueryData(key, { events: 0 } as never);
    await refreshShown(utils as never, changed);
    return keys.map((key) => api.queryClient.getQueryState(key)?.isInvalidated);
  };
  expect(await refresh({ siteId: 'oak', sourceId: 'woo' })).toEqual([true, false, false]);
  expect(await refresh({ siteId: 'oak' })).toEqual([true, true, false]);
});
