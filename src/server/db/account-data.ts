// Everything that is stored of one account, for its owner to keep: each table as it is, without what only the server needs
// or could open the account. Which tables there are is checked by tests/attacks/exported-data.test.ts.
import type { Db } from './open.ts';
import type { Owned } from './owned.ts';
import type { Schema, StoredUser } from './schema.ts';

type Table = keyof Schema;
/** Names of fields as the contract has them. */
type Entry = Record<string, unknown>;

/** What no export holds: hashes, ids that name a session, and copies that only serve searching. */
const HIDDEN: { [Name in Table]?: readonly string[] } = {
  users: ['password_hash', 'email_lower'],
  sessions: ['id', 'public_id', 'user_id'],
  api_keys: ['key_hash', 'user_id'],
  templates: ['search_text', 'owner_id'],
  sites: ['owner_id'],
};
const FLAGS = /^(?:is_\w+|email_verified)$/;
/** Columns of text that hold JSON. */
const JSON_COLUMNS: ReadonlySet<string> = new Set([
  'integrations',
  'domains',
  'settings',
  'metadata',
  'rules',
  'appearance',
  'customization',
  'display_rules',
  'filter',
]);

const camelCase = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

function toEntry(table: Table, row: object): Entry {
  const kept = Object.entries(row).filter(([column]) => !HIDDEN[table]?.includes(column));
  return Object.fromEntries(
    kept.map(([column, cell]) => {
      if (FLAGS.test(column)) return [camelCase(column), cell === 1];
      const isJson = JSON_COLUMNS.has(column) && typeof cell === 'string';
      return [camelCase(column), isJson ? JSON.parse(cell) : cell];
    }),
  );
}

async function read(db: Db, table: Table, column: string, value: string): Promise<Entry[]> {
  // Every table of the list below has the column that it is read by.
  const rows = await db
    .selectFrom(table as 'sites')
    .selectAll()
    .where(column as 'id', '=', value)
    .execute();
  return rows.map((row) => toEntry(table, row));
}

/** Read by the site they belong to, and what they are called. Hours are left out: their days are there. */
const OF_SITE = {
  widgets: 'widgets',
  notifications: 'notifications',
  sightings: 'sightings',
  setup: 'site_setups',
  reports: 'reports',
  weeklyEmail: 'weekly_emails',
  weeklyEmailWeeks: 'weekly_email_weeks',
  notificationDays: 'stats_daily_notification',
  deviceDays: 'stats_daily_device',
  pageDays: 'stats_daily_page',
  costDays: 'stats_daily_cost',
} as const satisfies Record<string, Table>;

export type AccountData = {
  account: Entry;
  sessions: Entry[];
  apiKeys: Entry[];
  templates: Entry[];
  /** Each site's own fields, and the rows of its other tables by name. */
  sites: Entry[];
};

/** @returns what is stored of the account, read table by table. */
export async function readAccountData(db: Db, user: Owned<StoredUser>): Promise<AccountData> {
  const [account = {}] = await read(db, 'users', 'id', user.id);
  const sites: Entry[] = [];
  for (const site of await read(db, 'sites', 'owner_id', user.id)) {
    const entry: Entry = { ...site };
    for (const [name, table] of Object.entries(OF_SITE))
      entry[name] = await read(db, table, 'site_id', String(site.id));
    sites.push(entry);
  }
  return {
    account,
    sessions: await read(db, 'sessions', 'user_id', user.id),
    apiKeys: await read(db, 'api_keys', 'user_id', user.id),
    templates: await read(db, 'templates', 'owner_id', user.id),
    sites,
  };
}
