// The list of a site's events as its owner reads it, in SQL: searched, by state, and with the notification that tells of
// each.
import { sql } from 'kysely';
import { countRows } from './codecs.ts';
import { decodeEvent, type EventRow, idColumns, msOf, type StoredEvent } from './event-codec.ts';
import { heldIn } from './holds.ts';
import { numberOf, numbersOf } from './id-numbers.ts';
import type { Db } from './open.ts';
import type { Owned } from './owned.ts';
import type { StoredSite } from './sites.ts';
import type { StoredSource } from './sources.ts';

const PERSONAL_SEARCH = [
  ...['event_id', 'first_name', 'last_name', 'city', 'region', 'country', 'reference', 'order_number'],
] as const;

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
  state: 'shown' | 'waiting' | 'not-shown' | 'hidden' | 'on-hold' | 'retracted' | undefined;
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

/** Whether a notification is one that visitors get, now or later. */
const isOn = (now: string) => sql<boolean>`(n.status = 'active' and (n.ends_at is null or n.ends_at > ${now}))`;
const isStarted = (now: string) => sql<boolean>`(n.starts_at is null or n.starts_at <= ${now})`;

/**
 * @returns the numbers of the events whose notifications are on: a thousand at most, so that SQLite, which keeps the order
 * of a cross join, finds them by these.
 */
const onNow = (db: Db, site: Owned<StoredSite>, now: string) =>
  db
    .selectFrom('notifications as n')
    .crossJoin('events as told')
    .select('told.number')
    .whereRef('told.id', '=', 'n.event_key')
    .where('told.site_number', '=', numberOf(site.id))
    .where('n.site_id', '=', site.id)
    .where('n.deleted_at', 'is', null)
    .where(isOn(now));

/** `on` is 'shown' or 'waiting', and `off` 'on-hold' or 'retracted'. */
type State = Filter['state'] | 'on' | 'off';

/** @returns the events that match, but for the state of 'not-shown', which is a matter of its notification, too. */
function matching(db: Db, site: Owned<StoredSite>, { without, search, isPersonal, now }: Filter, state: State) {
  let found = db.selectFrom('events as e');
  if (state === 'shown') found = found.where('e.number', 'in', onNow(db, site, now).where(isStarted(now)));
  else if (state === 'waiting')
    found = found.where('e.number', 'in', onNow(db, site, now).where('n.starts_at', '>', now));
  else if (state === 'on') found = found.where('e.number', 'in', onNow(db, site, now)).where('e.hidden_at', 'is', null);
  else found = found.where('e.site_number', '=', numberOf(site.id));
  if (without.length > 0) found = found.where('e.source_number', 'not in', numbersOf(without));
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
  if (state === 'off' || state === 'retracted' || state === 'on-hold') {
    found = found.where('e.retracted_at', 'is not', null);
    if (state === 'on-hold') found = found.where(heldIn('e'));
    if (state === 'retracted') found = found.where((eb) => eb.not(heldIn('e')));
  } else if (state) found = found.where('e.retracted_at', 'is', null);
  if (state === 'hidden') found = found.where('e.hidden_at', 'is not', null);
  if (state === 'not-shown') found = found.where('e.hidden_at', 'is', null);
  return found;
}

/** @returns them with their notifications, and without those that are on where the state asks for it. */
function withNotification(found: ReturnType<typeof matching>, site: Owned<StoredSite>, now?: string) {
  const joined = found.leftJoin('notifications as n', (join) =>
    join.on('n.site_id', '=', site.id).onRef('n.event_key', '=', 'e.id').on('n.deleted_at', 'is', null),
  );
  return now === undefined ? joined : joined.where((eb) => eb.or([eb('n.id', 'is', null), eb.not(isOn(now))]));
}

const COLUMNS = [
  'n.id as n_id',
  'n.status as n_status',
  'n.starts_at as n_starts_at',
  'n.ends_at as n_ends_at',
] as const;

type Row = EventRow & {
  n_id: string | null;
  n_status: string | null;
  n_starts_at: string | null;
  n_ends_at: string | null;
};

const toListed = ({ n_id, n_status, n_starts_at, n_ends_at, ...row }: Row): ListedEvent => ({
  ...decodeEvent(row),
  notification: n_id === null ? null : { id: n_id, status: n_status ?? '', startsAt: n_starts_at, endsAt: n_ends_at },
});

/** @param key ours. @returns the event with its notification; undefined when it is not one of the site, or no longer kept. */
export async function findListedEvent(db: Db, site: Owned<StoredSite>, key: string): Promise<ListedEvent | undefined> {
  const found = db.selectFrom('events as e').where('e.site_number', '=', numberOf(site.id)).where('e.id', '=', key);
  const row = await withNotification(found, site)
    .selectAll('e')
    .select([...idColumns('e'), ...COLUMNS])
    .executeTakeFirst();
  return row && toListed(row);
}

/** @param since ISO. @returns a source's events that happened after that, the newest first, at most `limit`. */
export async function listRecent(
  db: Db,
  site: Owned<StoredSite>,
  source: Owned<StoredSource>,
  since: string,
  limit: number,
): Promise<ListedEvent[]> {
  const found = db
    .selectFrom('events as e')
    .where('e.source_number', '=', numberOf(source.id))
    .where('e.occurred_at', '>', msOf(since))
    .orderBy('e.occurred_at', 'desc')
    .orderBy('e.number', 'desc')
    .limit(limit);
  const rows = await withNotification(found, site)
    .selectAll('e')
    .select([...idColumns('e'), ...COLUMNS])
    .execute();
  return rows.map(toListed);
}

/**
 * @returns how many events of a site are in a state, whatever they say: counted by indexes alone, or by the notifications.
 */
async function countState(db: Db, site: Owned<StoredSite>, filter: Filter): Promise<number> {
  const count = (state: State) => countRows(matching(db, site, filter, state));
  if (filter.state !== 'not-shown') return count(filter.state);
  return (await count(undefined)) - (await count('off')) - (await count('hidden')) - (await count('on'));
}

/** Events that are looked through in one statement, nearly: each has a limit (readers.ts, postgres-pool.ts). */
const SLICE = 20_000;

/**
 * @returns when the earliest of the last SLICE events before a time was received; undefined when there are fewer.
 */
export async function startOfSlice(
  db: Db,
  site: Owned<StoredSite>,
  before: number | undefined,
): Promise<number | undefined> {
  let found = db.selectFrom('events').select('received_at').where('site_number', '=', numberOf(site.id));
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
  db: Db,
  site: Owned<StoredSite>,
  filter: Filter & { limit: number; offset: number },
): Promise<{ events: ListedEvent[]; total: number }> {
  const { state, search, now } = filter;
  const isJoined = state === 'not-shown';
  // What is shown is little.
  const isSliced = search !== '' && state !== 'shown' && state !== 'waiting';
  const rows: Row[] = [];
  let total = 0;
  let before: number | undefined;
  for (;;) {
    const from = isSliced ? await startOfSlice(db, site, before) : undefined;
    let found = matching(db, site, filter, state);
    if (from !== undefined) found = found.where('e.received_at', '>=', from);
    if (before !== undefined) found = found.where('e.received_at', '<', before);
    const joined = withNotification(found, site, isJoined ? now : undefined);
    const count = await (search === ''
      ? countState(db, site, filter)
      : isJoined
        ? countRows(joined)
        : countRows(found));
    const offset = Math.max(0, filter.offset - total);
    if (count > offset && rows.length < filter.limit)
      rows.push(
        ...(await joined
          .selectAll('e')
          .select([...idColumns('e'), ...COLUMNS])
          // As the index has them, which PostgreSQL and SQLite read backwards.
          .orderBy('e.received_at', 'desc')
          .orderBy('e.source_number', 'desc')
          .orderBy('e.number', 'desc')
          .limit(filter.limit - rows.length)
          .offset(offset)
          .execute()),
      );
    total += count;
    if (from === undefined) return { events: rows.map(toListed), total };
    before = from;
  }
}
