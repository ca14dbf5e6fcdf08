// What the step makes of what was there: domains that were copied with `www.`, and sites that had displays.
import { expect, it } from 'vitest';
import { MIGRATIONS } from '#migrations';
import { migrate } from '#server/db/migrate.ts';
import { emptyDatabase } from '#tests/support/databases.ts';
import { insertRows } from '#tests/support/migration-fixtures.ts';

const AT = '2026-03-10T12:00:00.000Z';
const before = MIGRATIONS.slice(
  0,
  MIGRATIONS.findIndex(({ name }) => name === '013-sightings'),
);
const dates = { created_at: AT, updated_at: AT };
const site = (id: string, domains: string[]) => ({
  id,
  owner_id: 'u',
  name: id,
  slug: id,
  domains: JSON.stringify(domains),
  timezone: 'UTC',
  ...dates,
});
const hour = (site_id: string, at: string, displays: number, clicks: number) => ({
  site_id,
  widget_id: 'w',
  notification_id: 'n',
  hour: at,
  displays,
  clicks,
});

it.each(['sqlite', 'postgres'] as const)(
  'keeps what owners meant, and celebrates nothing old (%s)',
  async (dialect) => {
    const database = await emptyDatabase(dialect);
    await migrate(database, before);
    await insertRows(database, {
      users: [{ id: 'u', email: 'owner@shop.example', email_lower: 'owner@shop.example', ...dates }],
      sites: [
        site('a', ['www.shop.example', 'shop.example', 'www.www.cafe.co.uk', 'desk.example']),
        site('b', ['www.co.uk', 'www.github.io', 'www.localhost', 'www2.shop.example', 'wwwx.example']),
      ],
      stats_hourly: [
        hour('a', '2026-02-01T10:00:00.000Z', 0, 1),
        hour('a', '2026-02-01T11:00:00.000Z', 5, 0),
        hour('a', '2026-02-01T12:00:00.000Z', 5, 2),
        hour('b', '2026-02-01T10:00:00.000Z', 0, 0),
      ],
    });
    await migrate(database);
    const { db } = database;
    const domains = await db.selectFrom('sites').select(['id', 'domains', 'updated_at']).orderBy('id').execute();
    expect(domains).toEqual([
      { id: 'a', domains: '["shop.example","cafe.co.uk","desk.example"]', updated_at: AT },
      {
        id: 'b',
        domains: '["www.co.uk","www.github.io","www.localhost","www2.shop.example","wwwx.example"]',
        updated_at: AT,
      },
    ]);
    expect(await db.selectFrom('site_setups').selectAll().execute()).toMatchObject([
      {
        site_id: 'a',
        first_display_at: '2026-02-01T11:00:00.000Z',
        first_click_at: '2026-02-01T10:00:00.000Z',
        celebrated_at: '2026-02-01T11:00:00.000Z',
      },
    ]);
    await database.close();
  },
);
