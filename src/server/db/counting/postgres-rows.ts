// Passes rows to PostgreSQL as one array per column, so that the statement's text is the same for any number of rows.
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { COUNT_MAX } from '#shared/limits.ts';
import type { Schema } from '../schema.ts';
import type { CostTally, DayCounts, DeviceCounts, HourCounts, PageCounts } from './rows.ts';

export type Tx = Transaction<Schema>;

const label = (name: string) => ({ name, type: 'text' });
/** Capped at COUNT_MAX, because an overflow would fail the transaction for every request in it. */
const sum = (name: string) => ({ name, type: 'bigint', isSum: true });

type Column = { name: string; type: string; isSum?: boolean };
const COLUMNS = {
  siteId: label('site_id'),
  widgetId: label('widget_id'),
  notificationId: label('notification_id'),
  hour: label('hour'),
  day: label('day'),
  device: label('device'),
  page: label('page'),
  measure: label('measure'),
  upTo: { name: 'up_to', type: 'integer' },
  displays: sum('displays'),
  clicks: sum('clicks'),
  dismissals: sum('dismissals'),
  reach: sum('reach'),
  loads: sum('loads'),
} satisfies Record<string, Column>;
type Key = keyof typeof COLUMNS;

export const COUNTS = ['displays', 'clicks', 'dismissals'] as const;

const names = (keys: readonly Key[]) => keys.map((key) => COLUMNS[key].name).join(', ');

/** @returns the rows as a table `t` of these columns, for a FROM clause. @param ordinal a column for their order. */
export function unnest<K extends Key>(
  rows: readonly Record<K, string | number>[],
  keys: readonly K[],
  ordinal?: string,
): RawBuilder<unknown> {
  const arrays = keys.map((key) => sql`${rows.map((row) => row[key])}::${sql.raw(COLUMNS[key].type)}[]`);
  const table = ordinal === undefined ? `t (${names(keys)})` : `t (${names(keys)}, ${ordinal})`;
  return sql`unnest(${sql.join(arrays)}) ${sql.raw(ordinal === undefined ? 'as' : 'with ordinality as')} ${sql.raw(table)}`;
}

type Row = HourCounts | DayCounts | DeviceCounts | PageCounts | CostTally;

/**
 * Adds rows to a table, in the order of their keys.
 * @param key the columns of its primary key. @param rest the other columns; on conflict, sums are added.
 * @param rows at most one per key.
 * @param returning a RETURNING clause; the table's name in it is `s`. @returns its rows.
 */
export async function addRows<K extends Key, C extends Key, Returned = never>(
  tx: Tx,
  table: 'stats_hourly' | 'stats_daily_notification' | 'stats_daily_device' | 'stats_daily_page' | 'stats_daily_cost',
  key: readonly K[],
  rest: readonly C[],
  rows: readonly (Row & Record<K | C, string | number>)[],
  returning: RawBuilder<Returned> = sql``,
): Promise<Returned[]> {
  if (rows.length === 0) return [];
  const keys = [...key, ...rest];
  const sorted = rows.toSorted((a, b) => compare(key, a, b));
  const sums = rest.flatMap((one) => {
    const { name, isSum }: Column = COLUMNS[one];
    return isSum ? [`${name} = least(s.${name}::bigint + excluded.${name}, ${COUNT_MAX})`] : [];
  });
  const answer = await sql<Returned>`insert into ${sql.raw(table)} as s (${sql.raw(names(keys))})
    select * from ${unnest(sorted, keys)}
    on conflict (${sql.raw(names(key))}) do update set ${sql.raw(sums.join(', '))} ${returning}`.execute(tx);
  return answer.rows;
}

export function compare<K extends string>(
  key: readonly K[],
  a: Record<K, string | number>,
  b: Record<K, string | number>,
) {
  for (const one of key) {
    if (a[one] < b[one]) return -1;
    if (a[one] > b[one]) return 1;
  }
  return 0;
}
