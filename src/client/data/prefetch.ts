// What a screen will ask for first, fetched while somebody is about to go there. What is fresh isn't asked for again.
import { createTRPCQueryUtils } from '@trpc/react-query';
import type { Api } from '#client/auth/create-api.ts';
import { trpc } from '#client/auth/trpc.ts';
import type { Site } from '#shared/contract/site.ts';
import type { FirstDataName } from '#shared/first-data.ts';
import { MINUTE } from '#shared/time.ts';
import { todayIn } from '../format/dates.ts';
import { KEEP_NEWER } from './widgets.ts';

type Utils = ReturnType<typeof trpc.useUtils>;

const SETTLED = { staleTime: MINUTE } as const;
/** The range that reports open with. */
const MONTH = { range: '30d' } as const;

const fetchWidget = (utils: Utils, { id: siteId }: Pick<Site, 'id'>) =>
  utils.widgets.bySite.fetch({ siteId }, KEEP_NEWER);

type Load = (utils: Utils, site: Pick<Site, 'id' | 'timezone'>) => Promise<unknown>;

/** As the server asks for a page's HTML (server/http/first-data.ts); a test compares them. */
export const LOADS: Record<FirstDataName, Load> = {
  summaries: (utils) => utils.stats.summary.prefetch(undefined, SETTLED),
  accountReport: (utils) => utils.stats.account.prefetch(MONTH, SETTLED),
  siteReport: (utils, { id: siteId }) => utils.stats.site.prefetch({ siteId, ...MONTH }, SETTLED),
  today(utils, { id: siteId, timezone }) {
    const day = todayIn(timezone, Date.now());
    return utils.stats.site.prefetch({ siteId, range: 'custom', from: day, to: day }, SETTLED);
  },
  setup: (utils, { id }) => utils.sites.setup.prefetch({ id }, SETTLED),
  attention: (utils, { id }) => utils.sites.attention.prefetch({ id }, SETTLED),
  installation: (utils) => utils.meta.info.prefetch(undefined, { staleTime: Number.POSITIVE_INFINITY }),
  cost: (utils, { id: siteId }) => utils.stats.cost.prefetch({ siteId }, SETTLED),
  effect: (utils, { id: siteId }) => utils.effect.get.prefetch({ siteId }, SETTLED),
  goals: (utils, { id: siteId }) => utils.effect.listGoals.prefetch({ siteId }, SETTLED),
  sources: (utils, { id: siteId }) => utils.sources.list.prefetch({ siteId }, SETTLED),
  events: (utils, { id: siteId }) => utils.events.list.prefetch({ siteId }, SETTLED),
  widget: fetchWidget,
  async notifications(utils, site) {
    const { id } = await fetchWidget(utils, site);
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

/** Of a screen of all sites, where no load looks at it. */
const NO_SITE = { id: '', timezone: 'UTC' };

/** @returns a function that fetches what is named, of the site with that slug; failures are left to the screen. */
export function usePrefetch() {
  const utils = trpc.useUtils();
  return (names: readonly FirstDataName[], slug: string | undefined) => {
    // Without sites nobody is logged in, or nothing is known yet.
    const sites = utils.sites.list.getData();
    const site = slug === undefined ? NO_SITE : sites?.find((one) => one.slug === slug);
    if (!sites || !site) return;
    for (const name of names) void LOADS[name](utils, site).catch(() => {});
  };
}
