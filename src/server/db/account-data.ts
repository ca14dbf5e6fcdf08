// Everything that is stored of one account, table by table, without what only the server needs or could open the account.
// Which tables and columns there are is checked by tests/attacks/exported-data.test.ts; domain/account/export.ts shapes it.
import type { Db } from './open.ts';
import type { Owned } from './owned.ts';
import type { Schema, StoredSetup, StoredSighting, StoredUser } from './schema.ts';
import { listSites, type StoredSite } from './sites.ts';
import type { StoredSource } from './sources.ts';
import type { StoredWidget } from './widgets.ts';

type Table = keyof Schema;
/** A row with the names of the contract: those of its columns in camelCase. */
type Entry = Record<string, unknown>;

/** What no export holds: hashes, ids that name a session, and copies that only serve searching. */
const HIDDEN: { [Name in Table]?: readonly string[] } = {
  sessions: ['id', 'public_id', 'user_id'],
  api_keys: ['key_hash', 'user_id'],
  templates: ['search_text', 'owner_id'],
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
  events: ['person_hash', 'customer_hash', 'reference_hash', 'price_hash'],
  deliveries: ['event_key'],
  imports: ['touched_at'],
  notifications: ['event_key', 'is_signed', 'computed_turn'],
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
]);

const camelCase = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** @returns the rows of a table. Its columns are looked at once: a busy site has 70,000 rows of pages in a year. */
function toEntries(table: Table, rows: readonly object[]): Entry[] {
  const columns = Object.keys(rows[0] ?? {}).filter((column) => !HIDDEN[table]?.includes(column));
  const cells = columns.map((column) => ({
    column,
    name: camelCase(column),
    isFlag: FLAGS.test(column),
    isJson: JSON_COLUMNS.has(column),
  }));
  return rows.map((row) => {
    const entry: Entry = {};
    for (const { column, name, isFlag, isJson } of cells) {
      const cell = (row as Entry)[column];
      entry[name] = isFlag ? cell === 1 : isJson && typeof cell === 'string' ? JSON.parse(cell) : cell;
    }
    return entry;
  });
}

/** Lists whose order says something, and which the API gives in the same. */
const ORDERED_BY: Partial<Record<Table, string[]>> = {
  notifications: ['position', 'id'],
  reports: ['created_at', 'id'],
};

async function read<Value = Entry>(db: Db, table: Table, column: string, value: string): Promise<Value[]> {
  // Every table that is read has the columns that it is read by.
  let query = db
    .selectFrom(table as 'sites')
    .selectAll()
    .where(column as 'id', '=', value);
  for (const by of ORDERED_BY[table] ?? []) query = query.orderBy(by as 'id');
  return toEntries(table, await query.execute()) as Value[];
}

/**
 * What a site has any number of, and what it is called. Hours are left out: their days are there. What came to its sources
 * is read apart, page by page (readRowsOfSource): that may be a million rows.
 */
const LISTS = {
  notifications: 'notifications',
  reports: 'reports',
  sources: 'sources',
  imports: 'imports',
  notificationDays: 'stats_daily_notification',
  deviceDays: 'stats_daily_device',
  pageDays: 'stats_daily_page',
  costDays: 'stats_daily_cost',
} as const satisfies Record<string, Table>;

async function readSiteData(db: Db, site: StoredSite) {
  const of = <Value = Entry>(table: Table) => read<Value>(db, table, 'site_id', site.id);
  const lists: Record<string, Entry[]> = {};
  for (const [name, table] of Object.entries(LISTS)) lists[name] = await of(table);
  return {
    site,
    widgets: await of<StoredWidget>('widgets'),
    sightings: await of<StoredSighting>('sightings'),
    setup: (await of<StoredSetup>('site_setups'))[0],
    weeklyEmail: (await of<{ switchedOnAt: string }>('weekly_emails'))[0],
    weeks: await of<{ week: string; queuedAt: string | null }>('weekly_email_weeks'),
    lists,
  };
}
export type SiteData = Awaited<ReturnType<typeof readSiteData>>;

/** @returns what is stored of the account besides its own row. */
export async function readAccountData(db: Db, user: Owned<StoredUser>) {
  const sites: SiteData[] = [];
  for (const site of await listSites(db, user.id)) sites.push(await readSiteData(db, site));
  return {
    sessions: await read(db, 'sessions', 'user_id', user.id),
    apiKeys: await read(db, 'api_keys', 'user_id', user.id),
    templates: await read(db, 'templates', 'owner_id', user.id),
    subscriptions: await read(db, 'subscriptions', 'user_id', user.id),
    registrations: await read(db, 'registrations', 'user_id', user.id),
    sites,
  };
}

/** Rows of a page: about a megabyte. */
const PAGE = 2_000;

/**
 * @param after the `next` of the page before; undefined for the first.
 * @returns what came to a source, in an order of its own that no later row changes: events by their own id, deliveries by
 * their time.
 */
export async function readRowsOfSource(
  db: Db,
  source: Owned<StoredSource>,
  table: 'events' | 'deliveries',
  after: string | undefined,
): Promise<{ rows: Entry[]; next: string | null }> {
  if (table === 'events') {
    const rows = await db
      .selectFrom('events')
      .selectAll()
      .where('source_id', '=', source.id)
      .where('event_id', '>', after ?? '')
      .orderBy('event_id')
      .limit(PAGE)
      .execute();
    return { rows: toEntries(table, rows), next: rows.length < PAGE ? null : (rows.at(-1)?.event_id ?? null) };
  }
  const [, at = '', id = ''] = /^(\S*) (.*)$/s.exec(after ?? '') ?? [];
  const rows = await db
    .selectFrom('deliveries')
    .selectAll()
    .where('source_id', '=', source.id)
    .where((eb) => eb(eb.refTuple('at', 'id'), '>', eb.tuple(at, id)))
    .orderBy('at')
    .orderBy('id')
    .limit(PAGE)
    .execute();
  const last = rows.at(-1);
  return { rows: toEntries(table, rows), next: rows.length < PAGE || !last ? null : `${last.at} ${last.id}` };
}
