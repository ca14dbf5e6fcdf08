// Which sites' owners get the weekly summary, and the weeks that are dealt with.
import { hasChanged, isFound, valuesOf } from './codecs.ts';
import type { Db } from './open.ts';
import type { Owned } from './owned.ts';
import type { StoredSite } from './sites.ts';

/** Switches it on at `now` (ISO); one that is on stays as it is. */
export const insertWeeklyEmail = (db: Db, site: Owned<StoredSite>, now: string) =>
  db
    .insertInto('weekly_emails')
    .values({ site_id: site.id, switched_on_at: now })
    .onConflict((conflict) => conflict.column('site_id').doNothing())
    .execute();

/** @param siteId of an owned site, or from a link that is good for nothing else. */
export const deleteWeeklyEmail = (db: Db, siteId: string) =>
  db.deleteFrom('weekly_emails').where('site_id', '=', siteId).execute();

export const isWeeklyEmailOn = (db: Db, siteId: string): Promise<boolean> =>
  isFound(db.selectFrom('weekly_emails').select('site_id').where('site_id', '=', siteId));

/** @returns when the site's last summary was queued (ISO); null before the first. */
export async function findLastQueued(db: Db, siteId: string): Promise<string | null> {
  const { last } = await db
    .selectFrom('weekly_email_weeks')
    .select((eb) => eb.fn.max('queued_at').as('last'))
    .where('site_id', '=', siteId)
    .executeTakeFirstOrThrow();
  return last;
}

/** @returns the time zones of all sites that it is on for. */
export function listWeeklyZones(db: Db): Promise<string[]> {
  const on = db.selectFrom('weekly_emails as w').innerJoin('sites as s', 's.id', 'w.site_id');
  return valuesOf(on.select('s.timezone').distinct(), 'timezone');
}

/** A site whose summary is due, and who gets it. */
export type DueSite = { siteId: string; userId: string; email: string };

/**
 * @param week its Monday. @param since when that Monday's summaries are due (ISO): whoever switched it on later gets
 * none that week.
 * @returns the next `limit` due sites in a time zone after the site `after` in the order of their ids, to owners with a
 * verified address.
 */
export const listDueSites = (
  db: Db,
  timezone: string,
  { week, since }: { week: string; since: string },
  after: string,
  limit: number,
): Promise<DueSite[]> =>
  db
    .selectFrom('weekly_emails as w')
    .innerJoin('sites as s', 's.id', 'w.site_id')
    .innerJoin('users as u', 'u.id', 's.owner_id')
    .select(['s.id as siteId', 'u.id as userId', 'u.email'])
    .where('s.timezone', '=', timezone)
    .where('s.id', '>', after)
    .where('w.switched_on_at', '<=', since)
    .where('u.email_verified', '=', 1)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('weekly_email_weeks as d')
            .select('d.site_id')
            .whereRef('d.site_id', '=', 's.id')
            .where('d.week', '=', week),
        ),
      ),
    )
    .orderBy('s.id')
    .limit(limit)
    .execute();

/**
 * Marks a site's week as dealt with.
 * @param queuedAt null when there is nothing to tell.
 * @returns whether this call did: another process may have been first.
 * @throws a foreign-key violation when the site is gone.
 */
export const claimWeek = (db: Db, siteId: string, week: string, queuedAt: string | null): Promise<boolean> =>
  hasChanged(
    db
      .insertInto('weekly_email_weeks')
      .values({ site_id: siteId, week, queued_at: queuedAt })
      .onConflict((conflict) => conflict.columns(['site_id', 'week']).doNothing()),
  );
