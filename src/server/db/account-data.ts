// Everything that is stored of one account, table by table, without what only the server needs or could open the account.
// Which tables and columns there are is checked by tests/attacks/exported-data.test.ts; domain/account/export.ts shapes it.
import { sql } from 'kysely';
import type { ExportedList } from '#shared/contract/account.ts';
import { COUNT_MAX } from '#shared/limits.ts';
import { makeTurns } from '../turns.ts';
import { type EventRow, idColumns, plainCells } from './event-codec.ts';
import { numberOf } from './id-numbers.ts';
import type { Db } from './open.ts';
import type { Owned } from './owned.ts';
import type { Schema, StoredSetup } from './schema.ts';
import type { StoredSighting } from './sighting-writer.ts';
import { listSites, type StoredSite } from './sites.ts';
import type { StoredUser } from './users.ts';
import type { StoredWidget } from './widgets.ts';

type Table = keyof Schema;
/** A row with the names of the contract: those of its columns in camelCase. */
type Entry = Record<string, unknown>;

/** What no export holds: hashes, ids that name a session, and copies that only serve searching. */
const HIDDEN: { [Name in Table]?: readonly string[] } = {
  sessions: ['id', 'public_id', 'user_id'],
  api_keys: ['key_hash', 'user_id'],
  templates: ['search_text', 'owner_id'],
  images: ['owner_id', 'kept_until'],
  subscriptions: ['user_id'],
  registrations: ['email_lower', 'user_id'],
  sources: [
    'secret',
    'previous_secret',
    'previous_secret_until',
    'shown_until',
    'projected_until',
    'capture_until',
    'failed_at',
  ],
  events: [
    'person_hash',
    'customer_hash',
    'reference_hash',
    'price_hash',
    'number',
    'site_number',
    'source_number',
    'import_number',
    // A comparison of both arms needs no single order, and nobody is to look one up.
    'arm',
    'value',
  ],
  deliveries: ['event_key'],
  imports: ['touched_at'],
  notifications: ['event_key', 'is_signed', 'is_read', 'computed_turn'],
  goals: ['site_id'],
  hold_outs: ['site_id'],
  epochs: ['site_id'],
  experiment_days: ['site_id'],
};
const FLAGS = /^is_\w+$/;
/** Columns of text that hold JSON. */
const JSON_COLUMNS: ReadonlySet<string> = new Set([
  'settings',
  'metadata',
  'rules',
  'appearance',
  'aggregate',
  'computed',
  'customization',
  'display_rules',
  'filter',
  'privacy',
  'mapping',
  'hosts',
  'refusals',
  // Of pages it is a path.
  'goals.page',
]);

const camelCase = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** @returns the rows of a table, made in turns. Its columns are looked at once: rows of pages come by the ten thousand. */
async function toEntries(table: Table, rows: readonly object[]): Promise<Entry[]> {
  const columns = Object.keys(rows[0] ?? {}).filter((column) => !HIDDEN[table]?.includes(column));
  const cells = columns.map((column) => ({
    column,
    name: camelCase(column),
    isFlag: FLAGS.test(column),
    isJson: JSON_COLUMNS.has(column) || JSON_COLUMNS.has(`${table}.${column}`),
  }));
  const turn = makeTurns();
  const entries: Entry[] = [];
  for (const row of rows) {
    const entry: Entry = {};
    for (const { column, name, isFlag, isJson } of cells) {
      const cell = (row as Entry)[column];
      entry[name] = isFlag ? cell === 1 : isJson && typeof cell === 'string' ? JSON.parse(cell) : cell;
    }
    entries.push(entry);
    await turn();
  }
  return entries;
}

async function read<Value = Entry>(db: Db, table: Table, column: string, value: string): Promise<Value[]> {
  // Every table that is read has the column that it is read by.
  const query = db
    .selectFrom(table as 'sites')
    .selectAll()
    .where(column as 'id', '=', value);
  return (await toEntries(table, await query.execute())) as Value[];
}

async function readSiteData(db: Db, site: StoredSite) {
  const of = <Value = Entry>(table: Table) => read<Value>(db, table, 'site_id', site.id);
  return {
    site,
    widgets: await of<StoredWidget>('widgets'),
    sightings: await of<StoredSighting>('sightings'),
    setup: (await of<StoredSetup>('site_setups'))[0],
    weeklyEmail: (await of<{ switchedOnAt: string }>('weekly_emails'))[0],
    weeks: await of<{ week: string; queuedAt: string | null }>('weekly_email_weeks'),
    goals: await of('goals'),
    holdOut: (await of('hold_outs'))[0],
  };
}
export type SiteData = Awaited<ReturnType<typeof readSiteData>>;

/** @returns what is stored of the account besides its own row and its lists (readListPage). */
export async function readAccountData(db: Db, user: Owned<StoredUser>) {
  const sites: SiteData[] = [];
  for (const site of await listSites(db, user.id)) sites.push(await readSiteData(db, site));
  return {
    sessions: await read(db, 'sessions', 'user_id', user.id),
    apiKeys: await read(db, 'api_keys', 'user_id', user.id),
    subscriptions: await read(db, 'subscriptions', 'user_id', user.id),
    registrations: await read(db, 'registrations', 'user_id', user.id),
    sites,
  };
}

/**
 * Rows of a page: two megabytes of JSON at most, as far as their columns have a limit, and a third of one mostly: making it
 * text holds up everybody.
 */
const [NARROW, MIDDLING, WIDE, WIDEST] = [2_000, 500, 100, 10];

/**
 * Each list's table, the column that says whose a row is, and the columns that order the rows: once a row is stored, they
 * never change, so that no page leaves out or repeats what was there all the time. The last may hold blanks.
 */
const LISTS: Record<ExportedList, { table: Table; of: string; key: readonly string[]; size: number }> = {
  templates: { table: 'templates', of: 'owner_id', key: ['id'], size: WIDE },
  images: { table: 'images', of: 'owner_id', key: ['id'], size: WIDEST },
  notifications: { table: 'notifications', of: 'site_id', key: ['id'], size: WIDE },
  reports: { table: 'reports', of: 'site_id', key: ['id'], size: WIDE },
  sources: { table: 'sources', of: 'site_id', key: ['id'], size: WIDE },
  imports: { table: 'imports', of: 'site_id', key: ['id'], size: WIDEST },
  // Hours are left out: their days are there.
  notificationDays: { table: 'stats_daily_notification', of: 'site_id', key: ['day', 'notification_id'], size: NARROW },
  deviceDays: { table: 'stats_daily_device', of: 'site_id', key: ['day', 'device'], size: NARROW },
  pageDays: { table: 'stats_daily_page', of: 'site_id', key: ['day', 'page'], size: NARROW },
  costDays: { table: 'stats_daily_cost', of: 'site_id', key: ['day', 'measure', 'up_to'], size: NARROW },
  epochs: { table: 'epochs', of: 'site_id', key: ['id'], size: MIDDLING },
  experimentDays: {
    table: 'experiment_days',
    of: 'site_id',
    key: ['day', 'epoch_id', 'goal_id', 'reported_by', 'arm'],
    size: NARROW,
  },
  events: { table: 'events', of: 'source_number', key: ['event_id'], size: MIDDLING },
  deliveries: { table: 'deliveries', of: 'source_id', key: ['at', 'id'], size: MIDDLING },
};
/** Columns of numbers, which only the last of a key may be. */
const NUMBERS: readonly (string | undefined)[] = ['up_to', 'arm'];
const isCount = (text: string) => /^\d{1,10}$/.test(text) && Number(text) <= COUNT_MAX;

/** @returns the key that was written so, for its columns; undefined when it is none. */
function parseKey(columns: readonly string[], text: string): (string | number)[] | undefined {
  const words = text.split(' ');
  if (words.length < columns.length) return undefined;
  const last = words.slice(columns.length - 1).join(' ');
  const others = words.slice(0, columns.length - 1);
  if (!NUMBERS.includes(columns.at(-1))) return [...others, last];
  return isCount(last) ? [...others, Number(last)] : undefined;
}

/**
 * @param ownerId of the account, site or source that the list belongs to.
 * @param after the `next` of the page before; undefined for the first.
 * @returns a page of a list, and where the next one begins, null after the last; undefined where `after` isn't a `next`.
 */
export async function readListPage(
  db: Db,
  list: ExportedList,
  ownerId: string,
  after: string | undefined,
): Promise<{ rows: Entry[]; next: string | null } | undefined> {
  const { table, of, key, size } = LISTS[list];
  const cells = after === undefined ? [] : parseKey(key, after);
  if (!cells) return undefined;
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const from = cells.length > 0 ? sql`and (${columns}) > (${sql.join(cells)})` : sql``;
  const isOwned = sql`${sql.ref(of)} = ${of === 'source_number' ? numberOf(ownerId) : ownerId}`;
  const owned = sql`from ${sql.table(table)} where ${isOwned} ${from} order by ${columns} limit ${size}`;
  // Sorting whole rows takes longer than reading them: where no index has their order, the page's ids are sorted first.
  const page =
    key.length === 1
      ? sql`from ${sql.table(table)} where (${columns}) in (select ${columns} ${owned}) and ${isOwned} order by ${columns}`
      : owned;
  const rows =
    table === 'events'
      ? (await sql<EventRow>`select events.*, ${sql.join(idColumns('events'))} ${page}`.execute(db)).rows.map(
          plainCells,
        )
      : (await sql<Entry>`select * ${page}`.execute(db)).rows;
  const last: Entry | undefined = rows.length < size ? undefined : rows.at(-1);
  return { rows: await toEntries(table, rows), next: last ? key.map((column) => last[column]).join(' ') : null };
}
