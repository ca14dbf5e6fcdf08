// Attack: keep everybody waiting with the reports of a site that has counted for more than one, on as many notifications and
// pages as it may: SQLite would sum on the server's only thread.
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { SiteStats } from '#shared/contract/stats.ts';
import { makeTestApp } from '#tests/support/app.ts';
import { makeOwner, makeShop } from '#tests/support/client.ts';
import { freshSqliteFile } from '#tests/support/databases.ts';
import { soon } from '#tests/support/soon.ts';
import { allTests } from '#tests/support/stages.ts';
import { expectCheap, longestTurn, TURN_GOAL } from '#tests/support/thread-cost.ts';

/** A tenth of what a site may have: reading is another process's, so more rows cost this test's disk only. */
const NOTIFICATIONS = 100;
const PAGES = 200;
const DAYS = 400;
/** CPU (ms) of a turn. */
const TURN = TURN_GOAL / 2;
const YEAR = 'range=custom&from=2025-03-10&to=2026-03-10';

const store = allTests(async () => {
  const database = await freshSqliteFile();
  return { database, stop: database.close };
});
const app = allTests(() => makeTestApp(store.database));
const owner = allTests(() => makeOwner(app));
const shop = allTests(() => makeShop(owner));
beforeAll(async () => {
  const fill = (table: string, column: string, count: number, more: string) =>
    sql`with recursive days(n) as (select 0 union all select n + 1 from days where n < ${DAYS - 1}),
      names(n) as (select 1 union all select n + 1 from names where n < ${count})
      insert into ${sql.table(table)} (site_id, day, ${sql.ref(column)}, displays, clicks, dismissals ${sql.raw(more && ', reach')})
      select ${shop.site.id}, date('2026-03-10', '-' || days.n || ' days'), 'name ' || names.n, names.n, 1, 0
      ${sql.raw(more)} from days, names`.execute(app.deps.db);
  await fill('stats_daily_notification', 'notification_id', NOTIFICATIONS, '');
  await fill('stats_daily_page', 'page', PAGES, ', names.n');
  await sql`insert into stats_daily_device (site_id, day, device, displays, clicks, dismissals)
    select site_id, day, 'mobile', sum(displays), sum(clicks), 0 from stats_daily_notification group by site_id, day`.execute(
    app.deps.db,
  );
});

it.each([
  ['a year of everything', '/stats?'],
  ['a year as a file', '/stats/csv?by=page&'],
])('%s has others served in between', async (_, path) => {
  const read = () => owner.get(`/api/sites/${shop.site.id}${path}${YEAR}`);
  // Of a file that was written a moment ago, on a busy disk: what takes too long is a 503, and whoever asks again gets it.
  await soon(async () => (await read()).status).toBe(200);
  await expectCheap(path, TURN, () => longestTurn(read));
});

it('a year of everything adds up', async () => {
  const { stats } = (await owner.get<{ stats: SiteStats }>(`/api/sites/${shop.site.id}/stats?${YEAR}`)).body;
  const sum = (rows: { displays: number }[]) => rows.reduce((all, { displays }) => all + displays, 0);
  expect(stats.series).toHaveLength(366);
  expect(new Set(stats.series.map(({ displays }) => displays))).toEqual(
    new Set([(NOTIFICATIONS * (NOTIFICATIONS + 1)) / 2]),
  );
  expect(stats.notifications[0]).toMatchObject({
    notificationId: `name ${NOTIFICATIONS}`,
    displays: NOTIFICATIONS * 366,
  });
  expect(sum(stats.notifications)).toBe(stats.totals.displays);
  expect(stats.pages[0]).toMatchObject({ page: `name ${PAGES}`, displays: PAGES * 366 });
});

it('a year of one type has others served in between', async () => {
  await app.deps.db
    .updateTable('stats_daily_notification')
    .set({ notification_id: shop.notification.id })
    .where('notification_id', '=', 'name 1')
    .execute();
  const definition = { name: 'All', range: 'custom', from: '2025-03-10', to: '2026-03-10' };
  const filter = { by: 'type', types: [shop.notification.type] };
  const made = await owner.post<{ report: { id: string } }>(`/api/sites/${shop.site.id}/reports`, {
    ...definition,
    filter,
  });
  const read = () => owner.get<{ stats: SiteStats }>(`/api/sites/${shop.site.id}/reports/${made.body.report.id}/stats`);
  expect((await read()).body.stats.totals.displays).toBe(366);
  await expectCheap('a year of one type', TURN, () => longestTurn(read));
});

it('what needs attention has a last display of months ago, found by days instead of all hours that ever were', async () => {
  const path = `/api/widgets/${shop.widget.id}/notifications`;
  const { notification } = (
    await owner.post<{ notification: { id: string } }>(path, { type: 'purchase', message: 'Quiet' })
  ).body;
  const at = '2025-01-01T00:00:00.000Z';
  await app.deps.db
    .updateTable('notifications')
    .set({ created_at: at, updated_at: at })
    .where('id', '=', notification.id)
    .execute();
  await sql`insert into stats_daily_notification (site_id, day, notification_id, displays, clicks, dismissals)
    values (${shop.site.id}, '2025-06-01', ${notification.id}, 1, 0, 0)`.execute(app.deps.db);
  const { attention } = (await owner.get<{ attention: object[] }>(`/api/sites/${shop.site.id}/attention`)).body;
  expect(attention).toContainEqual(
    expect.objectContaining({ notificationId: notification.id, since: '2025-06-02T00:00:00.000Z' }),
  );
});

it('lists at most a thousand of the notifications of a year, the most displayed first', async () => {
  await sql`with recursive names(n) as (select 1 union all select n + 1 from names where n < 3000)
    insert into stats_daily_notification (site_id, day, notification_id, displays, clicks, dismissals)
    select ${shop.site.id}, '2025-06-01', 'once ' || n, 1, 0, 0 from names`.execute(app.deps.db);
  const { stats } = (await owner.get<{ stats: SiteStats }>(`/api/sites/${shop.site.id}/stats?${YEAR}`)).body;
  expect(stats.notifications).toHaveLength(1_000);
  expect(stats.notifications[0]?.displays).toBe(NOTIFICATIONS * 366);
});
