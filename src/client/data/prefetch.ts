// What a screen will ask for first, fetched while somebody is about to go there. What is fresh isn't asked for again.
import { createTRPCQueryUtils } from '@trpc/react-query';
import type { Api } from '#client/auth/create-api.ts';
import { trpc } from '#client/auth/trpc.ts';
import { MINUTE } from '#shared/time.ts';
import { KEEP_NEWER } from './widgets.ts';

type Utils = ReturnType<typeof trpc.useUtils>;

const SETTLED = { staleTime: MINUTE } as const;
/** The range that reports open with. */
const MONTH = { range: '30d' } as const;

const fetchWidget = (utils: Utils, siteId: string) => utils.widgets.bySite.fetch({ siteId }, KEEP_NEWER);

/** By name, as the rows of screens.ts mention them. */
const LOADS = {
  summaries: (utils: Utils) => utils.stats.summary.prefetch(undefined, SETTLED),
  accountReport: (utils: Utils) => utils.stats.account.prefetch(MONTH, SETTLED),
  siteReport: (utils: Utils, siteId: string) => utils.stats.site.prefetch({ siteId, ...MONTH }, SETTLED),
  setup: (utils: Utils, siteId: string) => utils.sites.setup.prefetch({ id: siteId }, SETTLED),
  attention: (utils: Utils, siteId: string) => utils.sites.attention.prefetch({ id: siteId }, SETTLED),
  installation: (utils: Utils) => utils.meta.info.prefetch(undefined, { staleTime: Number.POSITIVE_INFINITY }),
  cost: (utils: Utils, siteId: string) => utils.stats.cost.prefetch({ siteId }, SETTLED),
  sources: (utils: Utils, siteId: string) => utils.sources.list.prefetch({ siteId }, SETTLED),
  events: (utils: Utils, siteId: string) => utils.events.list.prefetch({ siteId }, SETTLED),
  widget: fetchWidget,
  async notifications(utils: Utils, siteId: string) {
    const { id } = await fetchWidget(utils, siteId);
    await utils.notifications.list.prefetch({ widgetId: id });
  },
};

/**
 * Fetches the owner's sites, with which every screen of the app begins, while the code of the first one is on its way.
 * Once for each login: whoever comes back to a tab, or saves their profile, is the same.
 */
export function prefetchSites({ session, client, queryClient }: Api): void {
  const utils = createTRPCQueryUtils({ client, queryClient });
  let fetchedFor = '';
  session.subscribe(() => {
    const state = session.state();
    if (state.status !== 'in' || !state.user.emailVerified) return;
    const login = `${session.generation()} ${state.user._id}`;
    if (login !== fetchedFor) void utils.sites.list.prefetch();
    fetchedFor = login;
  });
}

export type FirstData = keyof typeof LOADS;

/** @returns a function that fetches what is named, of the site with that slug; failures are left to the screen. */
export function usePrefetch() {
  const utils = trpc.useUtils();
  return (names: readonly FirstData[], slug: string | undefined) => {
    // Without sites nobody is logged in, or nothing is known yet.
    const sites = utils.sites.list.getData();
    const siteId = sites?.find((site) => site.slug === slug)?.id ?? '';
    if (!sites || (slug !== undefined && siteId === '')) return;
    for (const name of names) void Promise.resolve(LOADS[name](utils, siteId)).catch(() => {});
  };
}
