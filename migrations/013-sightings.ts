// Where each site's snippet was seen, and what of its set-up has happened. Nothing here is about visitors. Sites that
// had displays before were set up long ago: nobody tells their owners of a first one. And domains lose a leading `www.`,
// as new ones do: an address copied from a browser means all of the site.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('sightings')
    .addColumn('site_id', 'text', (c) => c.notNull().references('sites.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('host', 'text', (c) => c.notNull())
    // The unknown id that a page asked with; '' when it was the site's own.
    .addColumn('asked_id', 'text', (c) => c.notNull())
    .addColumn('first_seen_at', 'text', (c) => c.notNull())
    .addColumn('last_seen_at', 'text', (c) => c.notNull())
    .addColumn('reach', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('sightings_pk', ['site_id', 'kind', 'host', 'asked_id'])
    .execute();
  await db.schema
    .createTable('site_setups')
    .addColumn('site_id', 'text', (c) => c.primaryKey().references('sites.id').onDelete('cascade'))
    .addColumn('seen_host', 'text')
    .addColumn('seen_at', 'text')
    .addColumn('first_display_at', 'text')
    .addColumn('displayed_id', 'text')
    .addColumn('first_click_at', 'text')
    .addColumn('celebrated_at', 'text')
    .execute();
  const firstHour = (count: string) =>
    sql`(select min(h.hour) from stats_hourly h where h.site_id = s.id and ${sql.ref(`h.${count}`)} > 0)`;
  await sql`insert into site_setups (site_id, first_display_at, first_click_at, celebrated_at)
    select s.id, ${firstHour('displays')}, ${firstHour('clicks')}, ${firstHour('displays')} from sites s
    where exists (select 1 from stats_hourly h where h.site_id = s.id and h.displays > 0)`.execute(db);
  await dropWww(db);
}

/** @returns the domain without a leading `www.`, unless what remains is nobody's own, such as co.uk. */
async function withoutWww(domain: unknown): Promise<unknown> {
  if (typeof domain !== 'string' || !domain.startsWith('www.')) return domain;
  const { getDomain } = await import('tldts');
  const rest = domain.slice(4);
  return rest.includes('.') && getDomain(rest, { allowPrivateDomains: true }) ? withoutWww(rest) : domain;
}

async function dropWww(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<{ id: string; domains: string }>`
    select id, domains from sites where domains like '%"www.%'`.execute(db);
  for (const { id, domains } of rows) {
    const shorter = await Promise.all((JSON.parse(domains) as unknown[]).map(withoutWww));
    await sql`update sites set domains = ${JSON.stringify([...new Set(shorter)])} where id = ${id}`.execute(db);
  }
}
