// The list of a site's events as its owner reads it, in SQL: searched, by state, and with the notification that tells of
// each.
import { sql } from 'kysely';
import { countRows } from './codecs.ts';
import { eventCodec, type StoredEvent } from './events.ts';
import type { Database, Db } from './open.ts';
import type { Owned } from './owned.ts';
import type { StoredSite } from './sites.ts';

const PERSONAL_SEARCH = ['event_id', 'first_name', 'last_name', 'city', 'region', 'country', 'reference'] as const;

/** A stored event, with the notification that tells of it, if there is one. */
export type ListedEvent = StoredEvent & {
  notification: { id: string; status: string; startsAt: string | null; endsAt: string | null } | null;
};

type Filter = {
  /** Sources that are gone, and whose events are still being deleted. */
  without: readonly string[];
  search: string;
  /** Whether the search may look at names, places and orders. */
  isPersonal: boolean;
  state: 'shown' | 'waiting' | 'not-shown' | 'hidden' | 'retracted' | undefined;
  now: string;
};

const asciiLower = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/**
 * Databases may know capitals of ASCII alone: SQLite does, and PostgreSQL where it sorts by bytes.
 * @returns patterns for the search as it may be written: in small letters, in capitals, and with one at each word's start.
 */
function patternsOf(search: string): string[] {
  const capitalized = search.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
  const spellings = new Set([search, search.toUpperCase(), capitalized].map(asciiLower));
  return [...spellings].map((spelling) => `%${spelling.replace(/[\\%_]/g, '\\$&')}%`);
}

/** @returns the events that match as far as their own rows say. */
function matching(db: Db, site: Owned<StoredSite>, { without, search, isPersonal, state }: Filter) {
  let found = db.selectFrom('events as e').where('e.site_id', '=', site.id);
  if (without.length > 0) found = found.where('e.source_id', 'not in', without);
  if (search) {
    const columns = ['subject_name', ...(isPersonal ? PERSONAL_SEARCH : [])];
    const text = sql.join(
      columns.map((column) => sql`coalesce(${sql.ref(`e.${column}`)}, '')`),
      sql` || ' ' || `,
    );
    found = found.where((eb) =>
      eb.or(patternsOf(search).map((pattern) => sql<boolean>`lower(${text}) like ${pattern} escape '\\'`)),
    );
  }
  if (state === 'retracted') found = found.where('e.retracted_at', 'is not', null);
  else if (state) found = found.where('e.retracted_at', 'is', null);
  if (state === 'hidden') found = found.where('e.hidden_at', 'is not', null);
  if (state === 'not-shown') found = found.where('e.hidden_at', 'is', null);
  return found;
}

/** @returns those whose notification, or lack of one, makes the state; the same when the state is no matter of it. */
function withNotification(found: ReturnType<typeof matching>, { state, now }: Partial<Filter> = {}) {
  const joined = found.leftJoin('notifications as n', (join) =>
    join.onRef('n.site_id', '=', 'e.site_id').onRef('n.event_key', '=', 'e.id').on('n.deleted_at', 'is', null),
  );
  if (state === 'shown')
    return joined.where(
      sql<boolean>`n.id is not null and n.status = 'active' and (n.starts_at is null or n.starts_at <= ${now}) and (n.ends_at is null or n.ends_at > ${now})`,
    );
  if (state === 'waiting')
    return joined.where(sql<boolean>`n.id is not null and n.status = 'active' and n.starts_at > ${now}`);
  if (state === 'not-shown')
    return joined.where(sql<boolean>`(n.id is null or n.status <> 'active' or n.ends_at <= ${now})`);
  return joined;
}

const COLUMNS = [
  'n.id as n_id',
  'n.status as n_status',
  'n.starts_at as n_starts_at',
  'n.ends_at as n_ends_at',
] as const;

type Row = Parameters<typeof eventCodec.decode>[0] & {
  n_id: string | null;
  n_status: string | null;
  n_starts_at: string | null;
  n_ends_at: string | null;
};

const toListed = ({ n_id, n_status, n_starts_at, n_ends_at, ...row }: Row): ListedEvent => ({
  ...eventCodec.decode(row),
  notification: n_id === null ? null : { id: n_id, status: n_status ?? '', startsAt: n_starts_at, endsAt: n_ends_at },
});

/** @param key ours. @returns the event with its notification; undefined when it is not one of the site, or no longer kept. */
export async function findListedEvent(db: Db, site: Owned<StoredSite>, key: string): Promise<ListedEvent | undefined> {
  const found = db.selectFrom('events as e').where('e.site_id', '=', site.id).where('e.id', '=', key);
  const row = await withNotification(found).selectAll('e').select(COLUMNS).executeTakeFirst();
  return row && toListed(row);
}

/** Events that SQLite looks through in one statement, nearly: a reader has a limit for each (READ_MAX in readers.ts). */
const SLICE = 20_000;

/**
 * @returns when (ISO) the earliest of the last SLICE events before a time was received; undefined when there are fewer.
 */
async function startOfSlice(db: Db, site: Owned<StoredSite>, before: string | undefined): Promise<string | undefined> {
  let found = db.selectFrom('events').select('received_at').where('site_id', '=', site.id);
  if (before !== undefined) found = found.where('received_at', '<', before);
  const row = await found
    .orderBy('received_at', 'desc')
    .limit(1)
    .offset(SLICE - 1)
    .executeTakeFirst();
  return row?.received_at;
}

/**
 * @param filter.search in lower case: part of a name, a place, a product or an order. @param filter.state of its row.
 * @returns one page of a site's events, the last received first, and their number.
 */
export async function listEvents(
  { dialect }: Pick<Database, 'dialect'>,
  db: Db,
  site: Owned<StoredSite>,
  filter: Filter & { limit: number; offset: number },
): Promise<{ events: ListedEvent[]; total: number }> {
  // An event has one notification at most: joining a million of them would count the same.
  const isJoined = filter.state === 'shown' || filter.state === 'waiting' || filter.state === 'not-shown';
  // PostgreSQL looks through them elsewhere, and all of a site's are counted by an index.
  const isSliced = dialect === 'sqlite' && (filter.search !== '' || filter.state !== undefined);
  const rows: Row[] = [];
  let total = 0;
  let before: string | undefined;
  for (;;) {
    const from = isSliced ? await startOfSlice(db, site, before) : undefined;
    let found = matching(db, site, filter);
    if (from !== undefined) found = found.where('e.received_at', '>=', from);
    if (before !== undefined) found = found.where('e.received_at', '<', before);
    const joined = withNotification(found, filter);
    const count = await (isJoined ? countRows(joined) : countRows(found));
    const offset = Math.max(0, filter.offset - total);
    if (count > offset && rows.length < filter.limit)
      rows.push(
        ...(await joined
          .selectAll('e')
          .select(COLUMNS)
          .orderBy('e.received_at', 'desc')
          .orderBy('e.id', 'desc')
          .limit(filter.limit - rows.length)
          .offset(offset)
          .execute()),
      );
    total += count;
    if (from === undefined) return { events: rows.map(toListed), total };
    before = from;
  }
}
