// What only several connections can do to each other: a page loses its row while another instance counts it.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PAGES_PER_DAY } from '#shared/limits.ts';
import { freshPostgres } from '#tests/support/databases.ts';
import { SITE, seedTwoSites, WIDGET } from '#tests/support/embed.ts';
import type { Database } from '../open.ts';
import { makeTallyWriter, type Tally } from './tally-writer.ts';

const DAY = '2026-03-10';
const tally = (page: string, more: Partial<Tally> = {}): Tally => ({
  siteId: SITE,
  widgetId: WIDGET,
  notificationId: 'a',
  hour: `${DAY}T12:00:00.000Z`,
  day: DAY,
  device: 'mobile',
  page,
  displays: 1,
  clicks: 0,
  dismissals: 0,
  ...more,
});

let database: Database;
beforeAll(async () => {
  database = await freshPostgres();
  await seedTwoSites(database.db);
});
afterAll(() => database.close());

it('a page whose row is removed while it is counted counts as other, and the day keeps to its maximum', async () => {
  const { db } = database;
  const write = makeTallyWriter(database);
  await write(Array.from({ length: PAGES_PER_DAY }, (_, n) => tally(`/${n}`)));
  let counted: Promise<void> | undefined;
  await db.transaction().execute(async (tx) => {
    await sql`select 1 from sites where id = ${SITE} for no key update`.execute(tx);
    await sql`update stats_daily_page set page = '/new' where page = '/7'`.execute(tx);
    counted = write([tally('/7', { notificationId: 'b', device: 'desktop' })]);
    // On another connection: within a transaction, the answer would stay what it was.
    for (;;) {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%stats_daily_page%'`.execute(
        db,
      );
      if (rows.length > 0) break;
    }
  });
  await counted;
  const rows = await db.selectFrom('stats_daily_page').select(['page', 'displays']).execute();
  expect(rows.filter(({ page }) => page !== 'other')).toHaveLength(PAGES_PER_DAY);
  expect(rows.find(({ page }) => page === '/7')).toBeUndefined();
  expect(rows.find(({ page }) => page === 'other')?.displays).toBe(1);
  expect(rows.reduce((sum, { displays }) => sum + displays, 0)).toBe(PAGES_PER_DAY + 1);
});
