// Daily reports also cover the time before daily counts were stored.

import type { Kysely } from 'kysely';
import { expect, it } from 'vitest';
import { createSite } from '#server/domain/site/site.ts';
import { makeActor } from '#tests/support/actor.ts';
import { makeTestApp } from '#tests/support/app.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { sumUpDays } from './002-rules-and-statistics.ts';

onBothDatabases('the step to daily counts', (database) => {
  it('adds up earlier hours by day in each site’s own time zone', async () => {
    const app = makeTestApp(database());
    const { db } = app.deps;
    const owner = await makeActor(app.deps, 'growth');
    const shops = [];
    for (const timezone of ['Asia/Kolkata', 'America/New_York']) {
      shops.push(await createSite(app.deps, owner, { name: 'Shop', timezone }));
    }
    const gone = await createSite(app.deps, owner, { name: 'Gone' });
    await db.updateTable('sites').set({ timezone: 'No/Such_Zone' }).where('id', '=', gone.id).execute();
    const hours = ['2026-03-09T17:30:00.000Z', '2026-03-09T18:30:00.000Z', '2026-03-10T03:30:00.000Z'];
    for (const { id } of [...shops, gone]) {
      for (const [n, hour] of hours.entries()) {
        for (const notification_id of ['a', 'b']) {
          const counts = { displays: 10 ** n, clicks: 1, dismissals: 2 };
          await db
            .insertInto('stats_hourly')
            .values({ site_id: id, widget_id: 'w', notification_id, hour, ...counts })
            .execute();
        }
      }
    }
    await sumUpDays(db as unknown as Kysely<never>);
    const daysOf = async (siteId: string | undefined) =>
      (
        await db
          .selectFrom('stats_daily_notification')
          .selectAll()
          .where('site_id', '=', siteId ?? '')
          .where('notification_id', '=', 'b')
          .orderBy('day')
          .execute()
      ).map(({ day, displays, clicks, dismissals }) => [day, displays, clicks, dismissals]);
    expect(await daysOf(shops[0]?.id)).toEqual([
      ['2026-03-09', 1, 1, 2],
      ['2026-03-10', 110, 2, 4],
    ]);
    expect(await daysOf(shops[1]?.id)).toEqual([['2026-03-09', 111, 3, 6]]);
    expect(await daysOf(gone.id)).toEqual([
      ['2026-03-09', 11, 2, 4],
      ['2026-03-10', 100, 1, 2],
    ]);
    const devices = await db
      .selectFrom('stats_daily_device')
      .select(['day', 'device', 'displays'])
      .where('site_id', '=', shops[0]?.id ?? '')
      .orderBy('day')
      .execute();
    expect(devices).toEqual([
      { day: '2026-03-09', device: 'unknown', displays: 2 },
      { day: '2026-03-10', device: 'unknown', displays: 220 },
    ]);
    await app.stop();
  });
});
