// Stores sightings: which hosts asked for a site, at most once a minute for each, on any number of instances.
import { sql } from 'kysely';
import { z } from 'zod';
import { COUNT_MAX, HOSTS_PER_SITE, OTHER_IDS_PER_SITE, REFUSED_HOSTS_PER_SITE } from '#shared/limits.ts';
import { CLOCK_SKEW, DAY, isoOf, MINUTE } from '#shared/time.ts';
import { type Columns, fromJson, rowCodec } from './codecs.ts';
import { keyOf } from './counting/rows.ts';
import type { Database, Db } from './open.ts';
import type { StoredSetup } from './schema.ts';
import { domainsOf } from './sites.ts';

const SIGHTING_KINDS = ['seen', 'refused', 'other-id'] as const;
/** How a page's request for a site ended. */
export type SightingKind = (typeof SIGHTING_KINDS)[number];

const { all, decode } = rowCodec({
  siteId: z.string(),
  kind: z.enum(SIGHTING_KINDS),
  host: z.string(),
  /** The unknown id that was asked for instead of the site's own; '' for other kinds. */
  askedId: z.string(),
  firstSeenAt: z.string(),
  lastSeenAt: z.string(),
  /** From how many addresses it came, as far as the servers' samples can tell: what decides which hosts stay. */
  reach: z.number(),
});
/** That pages of a host asked for a site. A site has a bounded number of each kind. */
export type StoredSighting = ReturnType<typeof decode>;

/** That a host asked for a site just now. */
export type Sighting = Key & {
  /** Milliseconds. */
  at: number;
  /** Addresses to add to the stored reach. */
  more: number;
  /** All addresses that this process knows of: the reach of a host that is not stored yet. */
  all: number;
};

export type SightingWriter = (sightings: readonly Sighting[]) => Promise<void>;

const MAX: Record<SightingKind, number> = {
  seen: HOSTS_PER_SITE,
  refused: REFUSED_HOSTS_PER_SITE,
  'other-id': OTHER_IDS_PER_SITE,
};
/** A host that was not seen for this long gives its place to any other. */
const STALE = 7 * DAY;

type Key = Pick<StoredSighting, 'siteId' | 'kind' | 'host' | 'askedId'>;
const keyOfSighting = ({ siteId, kind, host, askedId }: Key) => keyOf(siteId, kind, host, askedId);
const keyColumns = ({ siteId, kind, host, askedId }: Key) => ({ site_id: siteId, kind, host, asked_id: askedId });
const inOrder = <T extends Sighting>(sightings: readonly T[]): T[] =>
  sightings.toSorted((a, b) => (keyOfSighting(a) < keyOfSighting(b) ? -1 : 1));

/** Notes what happened of a site's set-up, unless that is known: then `once` has a time. */
export const noteSetup = (
  db: Db,
  siteId: string,
  once: 'seen_at' | 'first_display_at' | 'first_click_at' | 'celebrated_at',
  columns: Partial<Columns<StoredSetup>>,
) =>
  db
    .insertInto('site_setups')
    .values({ ...columns, site_id: siteId })
    .onConflict((conflict) => conflict.column('site_id').doUpdateSet(columns).where(`site_setups.${once}`, 'is', null))
    .execute();

/** What decides who stays: hosts that the owner named, then hosts seen lately, then those of most addresses. */
type Rank = readonly [isNamed: number, isFresh: number, reach: number];

const outranks = (a: Rank, b: Rank): boolean => {
  const at = a.findIndex((part, index) => part !== b[index]);
  return at >= 0 && (a[at] ?? 0) > (b[at] ?? 0);
};

/**
 * Chooses which new hosts a site remembers. While it has room, all that came from an address with weight left do; then
 * only one that outranks the least, which gives up its place. Hosts that the owner listed outrank all others, so none of
 * those keeps one out; of more than `max`, those of most addresses stay.
 * @param stored the site's sightings of this kind. @param newcomers of the same site and kind, not stored yet.
 * @param domains hostnames that the owner listed.
 */
function admitSightings(
  stored: readonly StoredSighting[],
  newcomers: readonly Sighting[],
  domains: readonly string[],
  max: number,
): { added: Sighting[]; removed: StoredSighting[] } {
  const isNamed = (host: string) => Number(domains.includes(host) || domains.includes(host.replace(/^www\./, '')));
  const now = Math.max(...newcomers.map(({ at }) => at));
  const rankOfStored = ({ host, lastSeenAt, reach }: StoredSighting): Rank => [
    isNamed(host),
    Number(Math.abs(now - Date.parse(lastSeenAt)) < STALE),
    reach,
  ];
  const rankOf = ({ host, all }: Sighting): Rank => [isNamed(host), 1, all];
  const leastFirst = stored.toSorted((a, b) => (outranks(rankOfStored(a), rankOfStored(b)) ? 1 : -1));
  const added: Sighting[] = [];
  const removed: StoredSighting[] = [];
  let room = max - stored.length;
  for (const one of newcomers.toSorted((a, b) => (outranks(rankOf(a), rankOf(b)) ? -1 : 1))) {
    if (one.all === 0 && !isNamed(one.host)) continue;
    const least = leastFirst[removed.length];
    if (room > 0) room--;
    else if (least && outranks(rankOf(one), rankOfStored(least))) removed.push(least);
    else continue;
    added.push(one);
  }
  return { added, removed };
}

/** @returns a function that stores a batch, harmless to repeat if a part failed; sites that are gone are skipped. */
export function makeSightingWriter({ db: outer, dialect }: Database): SightingWriter {
  const listStored = (db: Db, siteIds: string[]): Promise<StoredSighting[]> =>
    all(db.selectFrom('sightings').selectAll().where('site_id', 'in', siteIds));

  /** @returns the listed hostnames of those sites that exist, which stay as they are until the transaction ends. */
  const lockSites = async (db: Db, siteIds: string[]): Promise<Map<string, string[]>> => {
    // SQLite has one writer.
    const lock = dialect === 'postgres' ? sql` for no key update` : sql``;
    const { rows } = await sql<{ id: string; domains: string }>`
      select id, domains from sites where id in (${sql.join(siteIds)}) order by id${lock}`.execute(db);
    return new Map(rows.map((row) => [row.id, domainsOf({ domains: fromJson(z.array(z.string()), row.domains) })]));
  };

  const update = (db: Db, { at, more, ...one }: Sighting) =>
    db
      .updateTable('sightings')
      .set({
        last_seen_at: isoOf(at),
        reach: sql<number>`case when reach > ${COUNT_MAX - more} then ${COUNT_MAX} else reach + ${more} end`,
      })
      .where((eb) => eb.and(keyColumns(one)))
      // A time in the future was written before the clock was set back.
      .where((eb) =>
        eb.or([eb('last_seen_at', '<=', isoOf(at - MINUTE)), eb('last_seen_at', '>', isoOf(at + CLOCK_SKEW))]),
      )
      .execute();

  const insert = async (db: Db, one: Sighting) => {
    const { siteId, kind, host } = one;
    const at = isoOf(one.at);
    await db
      .insertInto('sightings')
      .values({ ...keyColumns(one), first_seen_at: at, last_seen_at: at, reach: one.all })
      .execute();
    if (kind !== 'seen') return;
    await noteSetup(db, siteId, 'seen_at', { seen_host: host, seen_at: at });
  };

  const remove = (db: Db, one: StoredSighting) =>
    db
      .deleteFrom('sightings')
      .where((eb) => eb.and(keyColumns(one)))
      .execute();

  const addNew = async (db: Db, newcomers: readonly Sighting[]) => {
    const siteIds = [...new Set(newcomers.map(({ siteId }) => siteId))];
    // All of them, and in one order, before any of their rows, or two instances could deadlock.
    const domains = await lockSites(db, siteIds);
    // Read again, now that no other instance adds any.
    const stored = await listStored(db, siteIds);
    const known = new Set(stored.map(keyOfSighting));
    const unknown = newcomers.filter((one) => !known.has(keyOfSighting(one)) && domains.has(one.siteId));
    for (const group of Map.groupBy(unknown, ({ siteId, kind }) => keyOf(siteId, kind)).values()) {
      const [{ siteId, kind } = { siteId: '', kind: 'seen' as const }] = group;
      const own = stored.filter((row) => row.siteId === siteId && row.kind === kind);
      const { added, removed } = admitSightings(own, group, domains.get(siteId) ?? [], MAX[kind]);
      for (const row of removed) await remove(db, row);
      for (const one of added) await insert(db, one);
    }
  };

  return async (sightings) => {
    if (sightings.length === 0) return;
    const siteIds = [...new Set(sightings.map(({ siteId }) => siteId))];
    const stored = new Set((await listStored(outer, siteIds)).map(keyOfSighting));
    const { known = [], newcomers = [] } = Object.groupBy(sightings, (one) =>
      stored.has(keyOfSighting(one)) ? 'known' : 'newcomers',
    );
    // Each of these locks one row alone, so that it cannot deadlock with another instance that removes rows of known hosts.
    const updateKnown = async (db: Db) => {
      for (const one of known) await update(db, one);
    };
    if (newcomers.length > 0) await outer.transaction().execute((db) => addNew(db, inOrder(newcomers)));
    // SQLite has one writer, and each commit of it costs a write to the disk.
    if (dialect === 'postgres' || known.length < 2) await updateKnown(outer);
    else await outer.transaction().execute(updateKnown);
  };
}
