// Statistics for owners, read from the hourly counts.
import type { DailyStats, SiteSummary } from '#shared/contract/stats.ts';
import { fromFlag } from '../db/codecs.ts';
import { listHours, listSummaries } from '../db/stats.ts';
import type { Deps } from '../deps.ts';
import { ownSite, type VerifiedActor } from './access.ts';

const DAY = 86_400_000;

/** @returns a function from an instant (ms) to its calendar date in `timezone`, `YYYY-MM-DD`. */
export function dateIn(timezone: string): (ms: number) => string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return (ms) => format.format(ms);
}

/** @returns the `count` calendar dates up to and including `last`, in order. Dates have no hours, so UTC steps are exact. */
export function datesUntil(last: string, count: number): string[] {
  const end = Date.parse(`${last}T00:00:00Z`);
  return Array.from({ length: count }, (_, i) => new Date(end - (count - 1 - i) * DAY).toISOString().slice(0, 10));
}

/**
 * @param input days, 30 unless given: today in the site's time zone and the days before it.
 * @throws not-found
 */
export async function dailyStats(
  deps: Deps,
  actor: VerifiedActor,
  input: { siteId: string; days?: number | undefined },
): Promise<DailyStats> {
  const site = await ownSite(deps.db, actor, input.siteId);
  const count = input.days ?? 30;
  const now = deps.clock.now();
  const toDate = dateIn(site.timezone);
  const days = datesUntil(toDate(now), count).map((date) => ({ date, displays: 0, clicks: 0, dismissals: 0 }));
  const byDate = new Map(days.map((day) => [day.date, day]));
  const totals = { displays: 0, clicks: 0, dismissals: 0 };
  // Two days more than asked for: a calendar day can lie up to 26 hours away in UTC, and may be 25 hours long.
  for (const hour of await listHours(deps.db, site, new Date(now - (count + 2) * DAY).toISOString())) {
    const day = byDate.get(toDate(Date.parse(hour.hour)));
    if (!day) continue;
    for (const key of ['displays', 'clicks', 'dismissals'] as const) {
      day[key] += hour[key];
      totals[key] += hour[key];
    }
  }
  return { timezone: site.timezone, days, totals };
}

/** @returns each of the caller's sites in a line: notices, and what they did in the last 30 times 24 hours. */
export async function summarizeSites(deps: Deps, actor: VerifiedActor): Promise<SiteSummary[]> {
  const since = new Date(deps.clock.now() - 30 * DAY).toISOString();
  return (await listSummaries(deps.db, actor.userId, since)).map((row) => ({
    siteId: row.site_id,
    isWidgetActive: fromFlag(row.is_active),
    notifications: row.notifications,
    activeNotifications: row.active_notifications,
    displays: row.displays,
    clicks: row.clicks,
    dismissals: row.dismissals,
  }));
}
