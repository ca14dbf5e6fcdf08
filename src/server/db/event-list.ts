// The list of a site's events as its owner reads it, in SQL: searched, by state, and with the notification that tells of
// each.
import { sql } from 'kysely';
import { eventCodec, type StoredEvent } from './events.ts';
import type { Db } from './open.ts';
import type { Owned } from './owned.ts';
import type { StoredSite } from './sites.ts';

const PERSONAL_SEARCH = ['event_id', 'first_name', 'last_name', 'city', 'region', 'country', 'reference'] as const;

/** A stored event, with the notification that tells of it, if there is one. */
export type ListedEvent = StoredEvent & {
  notification: { id: string; status: string; startsAt: string | null; endsAt: string | null } | null;
};

/**
 * @param filter.search in lower case: part of a name, a place, a product or an order. @param filter.state of its row.
 * @returns one page of a site's events, the last received first, and their number.
 */
export async function listEvents(
  db: Db,
  site: Owned<StoredSite>,
  filter: {
    search: string;
    /** Whether the search may look at names, places and orders. */
    isPersonal: boolean;
    state: 'shown' | 'waiting' | 'not-shown' | 'hidden' | 'retracted' | undefined;
    now: string;
    limit: number;
    offset: number;
  },
): Promise<{ events: ListedEvent[]; total: number }> {
  let found = db
    .selectFrom('events as e')
    .leftJoin('notifications as n', (join) =>
      join.onRef('n.site_id', '=', 'e.site_id').onRef('n.event_key', '=', 'e.id').on('n.deleted_at', 'is', null),
    )
    .where('e.site_id', '=', site.id);
  if (filter.search) {
    const pattern = `%${filter.search.replace(/[\\%_]/g, '\\$&')}%`;
    const columns = ['subject_name', ...(filter.isPersonal ? PERSONAL_SEARCH : [])];
    const text = sql.join(
      columns.map((column) => sql`coalesce(${sql.ref(`e.${column}`)}, '')`),
      sql` || ' ' || `,
    );
    found = found.where(sql<boolean>`lower(${text}) like ${pattern} escape '\\'`);
  }
  const shows = sql<boolean>`n.id is not null and n.status = 'active' and (n.starts_at is null or n.starts_at <= ${filter.now})`;
  const waits = sql<boolean>`n.id is not null and n.status = 'active' and n.starts_at > ${filter.now}`;
  if (filter.state === 'retracted') found = found.where('e.retracted_at', 'is not', null);
  else if (filter.state) found = found.where('e.retracted_at', 'is', null);
  if (filter.state === 'hidden') found = found.where('e.hidden_at', 'is not', null);
  if (filter.state === 'shown') found = found.where(shows);
  if (filter.state === 'waiting') found = found.where(waits);
  if (filter.state === 'not-shown')
    found = found.where('e.hidden_at', 'is', null).where(sql<boolean>`(n.id is null or n.status <> 'active')`);
  const rows = await found
    .selectAll('e')
    .select(['n.id as n_id', 'n.status as n_status', 'n.starts_at as n_starts_at', 'n.ends_at as n_ends_at'])
    .orderBy('e.received_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const events = rows.map(({ n_id, n_status, n_starts_at, n_ends_at, ...row }) => ({
    ...eventCodec.decode(row),
    notification: n_id === null ? null : { id: n_id, status: n_status ?? '', startsAt: n_starts_at, endsAt: n_ends_at },
  }));
  return { events, total: Number(total) };
}
