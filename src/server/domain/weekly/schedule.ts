// When the weekly summary is sent: Mondays at 08:00 in the site's time zone, once on any number of instances. A server
// that was down then makes up for it on the same Monday, and no later: after that the summary would be a surprise.
import { isoNow } from '#shared/time.ts';
import { isForeignKeyViolation } from '../../db/constraints.ts';
import { sumCounts } from '../../db/stats.ts';
import { claimWeek, type DueSite, listDueSites, listWeeklyZones } from '../../db/weekly-emails.ts';
import type { Deps } from '../../deps.ts';
import { siteOfOwner } from '../access.ts';
import { describeError } from '../errors.ts';
import { sumOf } from '../stats/metrics.ts';
import { addDays, hoursOfDate, makeZone, type Zone } from '../stats/zone.ts';

/** Minutes after midnight. */
const SEND_AT = 8 * 60;
/** Sites read at once. */
const BATCH = 100;

const isMonday = (date: string) => new Date(date).getUTCDay() === 1;

/** @returns 08:00 of a date (ISO in UTC); null when the zone skipped it. */
function sendTime(zone: Zone, date: string): string | null {
  return hoursOfDate(zone, date).starts.find((start) => zone.minuteAt(Date.parse(start)) >= SEND_AT) ?? null;
}

/** @returns the Monday whose summaries are due in a zone, and since when (ISO); null when it isn't that time. */
export function dueWeek(zone: Zone, now: number): { week: string; since: string } | null {
  const week = zone.dateAt(now);
  const since = isMonday(week) ? sendTime(zone, week) : null;
  return since !== null && Date.parse(since) <= now ? { week, since } : null;
}

/** @returns when the next summary is sent after `now`, ISO. */
export function nextWeeklyAt(zone: Zone, now: number): string {
  for (let date = zone.dateAt(now); ; date = addDays(date, 1)) {
    const at = isMonday(date) ? sendTime(zone, date) : null;
    if (at !== null && Date.parse(at) > now) return at;
  }
}

/** @returns the Monday after the last whole week. */
export function lastWeek(zone: Zone, now: number): string {
  for (let date = zone.dateAt(now); ; date = addDays(date, -1)) if (isMonday(date)) return date;
}

/** @returns the first and last day that a Monday's summary is about. */
export const daysOfWeek = (week: string) => ({ from: addDays(week, -7), to: addDays(week, -1) });

type ScheduleDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'mailer'>;

/**
 * Queues every summary that is due now.
 * @param stopping ends it between two sites: each is dealt with or not, so the next round goes on from there.
 * @returns how many.
 */
export async function queueWeeklyEmails(deps: ScheduleDeps, stopping?: AbortSignal): Promise<number> {
  let queued = 0;
  for (const timezone of await listWeeklyZones(deps.db)) {
    const due = dueWeek(makeZone(timezone), deps.clock.now());
    if (due) queued += await queueZone(deps, timezone, due, stopping);
  }
  if (queued > 0) deps.mailer.wake();
  return queued;
}

async function queueZone(
  deps: ScheduleDeps,
  timezone: string,
  due: { week: string; since: string },
  stopping: AbortSignal | undefined,
): Promise<number> {
  let queued = 0;
  let sites: DueSite[] = [];
  do {
    if (stopping?.aborted) return queued;
    sites = await listDueSites(deps.db, timezone, due, sites.at(-1)?.siteId ?? '', BATCH);
    for (const site of sites) {
      if (stopping?.aborted) return queued;
      // What fails for one site is tried again in a minute, and must not keep the others waiting.
      const isQueued = await queueSite(deps, site, due.week).catch((error: unknown) => {
        deps.log.warn({ site: site.siteId, ...describeError(error) }, 'weekly email not queued');
        return false;
      });
      if (isQueued) queued++;
    }
  } while (sites.length === BATCH);
  return queued;
}

async function queueSite({ db, clock, mailer }: ScheduleDeps, due: DueSite, week: string): Promise<boolean> {
  const { siteId, userId, email } = due;
  const site = await siteOfOwner(db, userId, siteId);
  if (!site) return false;
  const { displays } = sumOf(await sumCounts(db, site, daysOfWeek(week)));
  try {
    return await db.transaction().execute(async (tx) => {
      if (!(await claimWeek(tx, siteId, week, displays > 0 ? isoNow(clock) : null)) || displays === 0) return false;
      await mailer.enqueue(tx, { kind: 'weekly-summary', userId, to: email, siteId, week });
      return true;
    });
  } catch (error) {
    if (isForeignKeyViolation(error)) return false;
    throw error;
  }
}
