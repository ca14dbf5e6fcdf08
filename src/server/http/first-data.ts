// Who is logged in, and what the screen that they open asks for first, for its HTML (shared/first-data.ts). Everything is
// asked of the procedures that the app would call, as the same person, who gets here what they would get there.
import { once } from 'node:events';
import { callTRPCProcedure } from '@trpc/server';
import type { Context } from 'hono';
import type { User } from '#shared/contract/account.ts';
import type { Site } from '#shared/contract/site.ts';
import type { AccountStats, SiteStats } from '#shared/contract/stats.ts';
import type { FirstAnswer, FirstData, FirstDataName } from '#shared/first-data.ts';
import { toZoned } from '#shared/zoned-time.ts';
import { appRouter } from '../trpc/router.ts';
import type { Screen } from './pages.ts';
import type { HttpEnv, MakeContext } from './request-context.ts';
import { type CollectedHeaders, collectHeaders } from './responses.ts';
import { readCookie } from './session-cookie.ts';

/** How long a page waits for them (ms). What isn't there by then is left to the app, which shows that it is waiting. */
const WAIT = 300;

/** Asks a procedure; the answer is among those that the page gets. */
type Ask = <T>(path: string, input?: object) => Promise<T>;

const MONTH = { range: '30d' } as const;

/** The days that a report is compared with, which the app asks for next. Those of hours have none. */
const before = ({ unit, previous: { from, to } }: SiteStats | AccountStats) =>
  unit === 'day' ? ({ range: 'custom', from, to } as const) : null;

const CALLS: Partial<Record<FirstDataName, (ask: Ask) => Promise<unknown>>> = {
  summaries: (ask) => ask('stats.summary'),
  installation: (ask) => ask('meta.info'),
  async accountReport(ask) {
    const days = before(await ask<AccountStats>('stats.account', MONTH));
    if (days) await ask('stats.account', days);
  },
};

type OfSite = (ask: Ask, site: Site, now: string) => Promise<unknown>;

const SITE_CALLS: Partial<Record<FirstDataName, OfSite>> = {
  async siteReport(ask, { id: siteId }) {
    const days = before(await ask<SiteStats>('stats.site', { siteId, ...MONTH }));
    if (days) await ask('stats.site', { siteId, ...days });
  },
  today(ask, { id: siteId, timezone }, now) {
    const day = toZoned(now, timezone).slice(0, 10);
    return ask('stats.site', { siteId, range: 'custom', from: day, to: day });
  },
  setup: (ask, { id }) => ask('sites.setup', { id }),
  attention: (ask, { id }) => ask('sites.attention', { id }),
  cost: (ask, { id: siteId }) => ask('stats.cost', { siteId }),
  effect: (ask, { id: siteId }) => ask('effect.get', { siteId }),
  goals: (ask, { id: siteId }) => ask('effect.listGoals', { siteId }),
  sources: (ask, { id: siteId }) => ask('sources.list', { siteId }),
  events: (ask, { id: siteId }) => ask('events.list', { siteId }),
  widget: (ask, { id: siteId }) => ask('widgets.bySite', { siteId }),
  // Their list can be long, and the app asks for it by itself.
  notifications: (ask, { id: siteId }) => ask('widgets.bySite', { siteId }),
};

export type FindFirstData = (
  c: Context<HttpEnv>,
  screen: Screen,
) => Promise<{ data: FirstData; headers: CollectedHeaders['entries'] } | null>;

/**
 * @param now the time. @param makeLate starts the wait of a page.
 * @returns a function that finds what to put into a screen's HTML; null where that is nothing: nobody is logged in, that is
 * not known in time, the screen is for everybody, or its address has a token with which somebody else may be about to log in.
 */
export function makeFindFirstData(
  config: { publicUrl: string },
  makeContext: MakeContext,
  now: () => number,
  makeLate = () => AbortSignal.timeout(WAIT),
): FindFirstData {
  return async (c, { isForOwners, data = [] }) => {
    if (!isForOwners || c.req.query('token') !== undefined || readCookie(c, config, 'proofbell_session') === null)
      return null;
    const late = makeLate();
    const { entries, append } = collectHeaders();
    const found: { user?: User; answers: FirstAnswer[] } = { answers: [] };
    const find = async () => {
      const ctx = makeContext(c, { append });
      const call = (path: string, input?: object) =>
        callTRPCProcedure({
          router: appRouter,
          path,
          getRawInput: async () => input,
          ctx,
          type: 'query',
          signal: late,
          batchIndex: 0,
        });
      const ask: Ask = async (path, input) => {
        // The app asks for it by now.
        late.throwIfAborted();
        const answer = await call(path, input);
        found.answers.push({ path, ...(input && { input }), data: answer });
        return answer;
      };
      const user: User = await call('auth.me');
      found.user = user;
      if (!user.emailVerified) return;
      const sites = await ask<Site[]>('sites.list');
      const slug = c.req.path.split('/')[1];
      const site = sites.find((one) => one.slug === slug);
      const at = new Date(now()).toISOString();
      await Promise.allSettled(data.map((name) => CALLS[name]?.(ask) ?? (site && SITE_CALLS[name]?.(ask, site, at))));
    };
    // Whatever fails is asked for again by the app, which says so: that nobody is logged in, too.
    await Promise.race([find().catch(() => {}), once(late, 'abort')]);
    const { user, answers } = found;
    return user ? { data: { user, answers: [...answers] }, headers: entries } : null;
  };
}
