// Sightings in SQL: which hosts asked for a site, and what of its set-up has happened.
import { sql } from 'kysely';
import { z } from 'zod';
import { isoOf } from '#shared/time.ts';
import { fromJson } from './codecs.ts';
import { numberOf } from './id-numbers.ts';
import type { Db } from './open.ts';
import type { Owned } from './owned.ts';
import type { StoredSetup } from './schema.ts';
import { noteSetup, type SightingKind, type StoredSighting } from './sighting-writer.ts';
import type { StoredSite } from './sites.ts';

export type { SightingKind };

/** More sites than list one domain. */
const SITES_PER_LISTING = 100;
/** Labels of the longest name above a host that is looked for, so that a host of many labels costs no more than others. */
const LISTED_LABELS = 6;

type Latest = Pick<StoredSighting, 'host' | 'askedId' | 'firstSeenAt' | 'lastSeenAt'>;

/** @returns the site's sightings of a kind, the latest first. */
export const listSightings = (db: Db, site: Owned<StoredSite>, kind: SightingKind): Promise<Latest[]> =>
  db
    .selectFrom('sightings')
    .select(['host', 'asked_id as askedId', 'first_seen_at as firstSeenAt', 'last_seen_at as lastSeenAt'])
    .where('site_id', '=', site.id)
    .where('kind', '=', kind)
    .orderBy('last_seen_at', 'desc')
    .orderBy('host')
    .orderBy('asked_id')
    .execute();

export type LastSeen = { host: string; at: string };

/** @returns where and when each of the owner's sites was last seen, by site id. */
export async function lastSeenOf(db: Db, ownerId: string): Promise<Map<string, LastSeen>> {
  const rows = await db
    .selectFrom('sightings')
    .innerJoin('sites', 'sites.id', 'sightings.site_id')
    .select(['sightings.site_id as siteId', 'sightings.host', 'sightings.last_seen_at as at'])
    .where('sites.owner_id', '=', ownerId)
    .where('sightings.kind', '=', 'seen')
    // Of each site, the last one stays.
    .orderBy('sightings.last_seen_at')
    .orderBy('sightings.host', 'desc')
    .execute();
  return new Map(rows.map(({ siteId, host, at }) => [siteId, { host, at }]));
}

/** @param since ISO. @returns the hosts that asked since then and were refused, of all of the owner's sites. */
export const listRefusedSince = (db: Db, ownerId: string, since: string): Promise<{ siteId: string; host: string }[]> =>
  db
    .selectFrom('sightings')
    .innerJoin('sites', 'sites.id', 'sightings.site_id')
    .select(['sightings.site_id as siteId', 'sightings.host'])
    .where('sites.owner_id', '=', ownerId)
    .where('sightings.kind', '=', 'refused')
    .where('sightings.last_seen_at', '>', since)
    .execute();

type Setup = Omit<StoredSetup, 'siteId'> & {
  /** Of the notification of the first display. */
  displayedMessage: string | null;
  displayedUrl: string | null;
  firstNotificationAt: string | null;
  /** Of the events that are kept. */
  firstEventAt: string | null;
};

/** @returns what is known of the site's set-up, null for whatever has not happened; undefined when the site is gone. */
export async function readSetup(db: Db, site: Owned<StoredSite>): Promise<Setup | undefined> {
  const { rows } = await sql<Omit<Setup, 'firstEventAt'> & { firstEventAt: number | null }>`
    select u.seen_host as "seenHost", u.seen_at as "seenAt", u.first_display_at as "firstDisplayAt",
      n.id as "displayedId", n.message as "displayedMessage", n.url as "displayedUrl", u.first_click_at as "firstClickAt",
      u.celebrated_at as "celebratedAt",
      (select min(created_at) from notifications where site_id = s.id and deleted_at is null) as "firstNotificationAt",
      (select min(received_at) from events where site_number = ${numberOf(sql.ref('s.id'))}) as "firstEventAt"
    from sites s left join site_setups u on u.site_id = s.id
    left join notifications n on n.id = u.displayed_id and n.site_id = s.id and n.deleted_at is null
    where s.id = ${site.id}`.execute(db);
  const [row] = rows;
  return row && { ...row, firstEventAt: row.firstEventAt === null ? null : isoOf(row.firstEventAt) };
}

export type FirstHour = { hour: string; notificationId: string; message: string | null; url: string | null };

/**
 * @returns the first hour in which the site's notifications were displayed or clicked, from the statistics, with one of
 * the notifications; without its message and link when it is deleted.
 */
export async function findFirstHour(
  db: Db,
  { id }: Pick<StoredSite, 'id'>,
  count: 'displays' | 'clicks',
): Promise<FirstHour | undefined> {
  // Few rows a day, and hours are many: a site without clicks would read them all each time.
  const { rows: days } = await sql`
    select 1 from stats_daily_device where site_id = ${id} and ${sql.ref(count)} > 0 limit 1`.execute(db);
  if (days.length === 0) return undefined;
  const { rows } = await sql<FirstHour>`
    select h.hour, h.notification_id as "notificationId", n.message, n.url from stats_hourly h
    left join notifications n on n.id = h.notification_id and n.site_id = h.site_id and n.deleted_at is null
    where h.site_id = ${id} and ${sql.ref(`h.${count}`)} > 0 order by h.hour, h.notification_id limit 1`.execute(db);
  return rows[0];
}

/** Notes that the owner was told of the first display. */
export const storeCelebrated = (db: Db, site: Owned<StoredSite>, at: string) =>
  noteSetup(db, site.id, 'celebrated_at', { celebrated_at: at });

/** @returns which of the first events of each site is known already, by site id. */
export async function listFirsts(db: Db, siteIds: readonly string[]) {
  const rows = await db
    .selectFrom('site_setups')
    .select(['site_id as siteId', 'first_display_at as displayAt', 'first_click_at as clickAt'])
    .where('site_id', 'in', siteIds)
    .execute();
  return new Map(rows.map(({ siteId, displayAt, clickAt }) => [siteId, { displayAt, clickAt }]));
}

/** Notes a site's first display or click, unless one is known. */
export const storeFirst = (
  db: Db,
  siteId: string,
  first: { firstDisplayAt: string; displayedId: string } | { firstClickAt: string },
) =>
  'firstClickAt' in first
    ? noteSetup(db, siteId, 'first_click_at', { first_click_at: first.firstClickAt })
    : noteSetup(db, siteId, 'first_display_at', {
        first_display_at: first.firstDisplayAt,
        displayed_id: first.displayedId,
      });

export type Listing = { id: string; ownerId: string; domains: string[] };

/**
 * Reads the domains of all sites, so call it seldom.
 * @returns sites that may list the host or a domain of two to LISTED_LABELS labels above it, with their domains as stored;
 * none if there are more than SITES_PER_LISTING, which no owner has.
 */
export async function findListing(db: Db, host: string): Promise<Listing[]> {
  const labels = host.split('.');
  const above = Array.from({ length: LISTED_LABELS - 1 }, (_, index) => labels.slice(-2 - index).join('.'));
  const names = [...new Set([host, ...above])];
  // Only candidates: LIKE's own characters match more, which the caller finds out.
  const rows = await db
    .selectFrom('sites')
    .select(['id', 'owner_id as ownerId', 'domains'])
    .where(({ or }) => or(names.map((name) => sql<boolean>`domains like ${`%"${name}"%`}`)))
    .limit(SITES_PER_LISTING + 1)
    .execute();
  if (rows.length > SITES_PER_LISTING) return [];
  return rows.map((row) => ({ ...row, domains: fromJson(z.array(z.string()), row.domains) }));
}
