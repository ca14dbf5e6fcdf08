import { beforeEach, expect, it } from 'vitest';
import { onBothDatabases } from '#tests/support/databases.ts';
import { OTHER, SITE, seedTwoSites, WIDGET } from '#tests/support/embed.ts';
import { makeTallyWriter, type Tally, type TallyWriter } from './tally-writer.ts';

const HOUR = '2026-03-10T12:00:00.000Z';
const NEXT = '2026-03-10T13:00:00.000Z';

const tally = (notificationId: string, more: Partial<Tally> = {}): Tally => ({
  siteId: SITE,
  widgetId: WIDGET,
  notificationId,
  hour: HOUR,
  day: '2026-03-10',
  device: 'mobile',
  page: '/',
  displays: 0,
  clicks: 0,
  dismissals: 0,
  ...more,
});

onBothDatabases('tally writer', (database) => {
  let write: TallyWriter;
  beforeEach(async () => {
    write = makeTallyWriter(database());
    await seedTwoSites(database().db);
  });

  const counters = async () => {
    const rows = await database()
      .db.selectFrom('notifications')
      .select(['id', 'display_count', 'click_count'])
      .orderBy('id')
      .execute();
    return Object.fromEntries(rows.map((row) => [row.id, [row.display_count, row.click_count]]));
  };
  const hours = async () => {
    const rows = await database().db.selectFrom('stats_hourly').selectAll().orderBy('hour').execute();
    return rows.map((row) => [row.notification_id, row.hour, row.displays, row.clicks, row.dismissals]);
  };

  it("adds to the notification's counters and its hour", async () => {
    await write([tally('a', { displays: 3, clicks: 1 }), tally('b', { dismissals: 2 })]);
    await write([tally('a', { displays: 2, dismissals: 1 })]);
    expect(await counters()).toMatchObject({ a: [5, 1], b: [0, 0] });
    expect((await hours()).sort()).toEqual([
      ['a', HOUR, 5, 1, 1],
      ['b', HOUR, 0, 0, 2],
    ]);
  });

  it('keeps one row per hour and one counter when a write spans two hours', async () => {
    await write([tally('a', { displays: 3 }), tally('a', { displays: 4, clicks: 1, hour: NEXT })]);
    expect(await counters()).toMatchObject({ a: [7, 1] });
    expect(await hours()).toEqual([
      ['a', HOUR, 3, 0, 0],
      ['a', NEXT, 4, 1, 0],
    ]);
  });

  it("skips unknown notifications, another site's and another widget's, and counts the rest", async () => {
    await write([
      tally('unknown', { displays: 1 }),
      tally('foreign', { displays: 1 }),
      tally('foreign', { displays: 1, siteId: OTHER }),
      tally('b', { displays: 1, widgetId: OTHER }),
      tally('a', { displays: 1, siteId: 'gone' }),
      tally('a', { displays: 1 }),
    ]);
    expect(await counters()).toEqual({ a: [1, 0], b: [0, 0], foreign: [0, 0] });
    expect(await hours()).toEqual([['a', HOUR, 1, 0, 0]]);
  });

  it('counts a notification that was switched off in the meantime', async () => {
    await database().db.updateTable('notifications').set({ status: 'inactive' }).where('id', '=', 'a').execute();
    await write([tally('a', { displays: 1 })]);
    expect((await counters()).a).toEqual([1, 0]);
  });

  it('stops a counter at its maximum instead of failing the transaction', async () => {
    const max = 2_147_483_647;
    await database().db.updateTable('notifications').set({ display_count: max }).where('id', '=', 'a').execute();
    await write([tally('a', { displays: 5 }), tally('b', { displays: 5 })]);
    expect(await counters()).toMatchObject({ a: [max, 0], b: [5, 0] });
  });

  it('survives the rollback of a transaction that was open at the time', async () => {
    const { db } = database();
    let written: Promise<void> | undefined;
    await expect(
      db.transaction().execute(async (tx) => {
        await tx.updateTable('sites').set({ name: 'Changed' }).where('id', '=', OTHER).execute();
        written = write([tally('a', { displays: 1 })]);
        await new Promise(setImmediate);
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    await written;
    expect((await counters()).a).toEqual([1, 0]);
  });

  it('loses nothing when several instances write the same notifications at once, in any order', async () => {
    const writers = [1, 2, 3, 4].map(() => makeTallyWriter(database()));
    const both = [tally('a', { displays: 1 }), tally('b', { displays: 1, clicks: 1 })];
    await Promise.all(Array.from({ length: 40 }, (_, i) => writers[i % 4]?.(i % 2 === 0 ? both : both.toReversed())));
    expect(await counters()).toMatchObject({ a: [40, 0], b: [40, 40] });
    expect((await hours()).sort()).toEqual([
      ['a', HOUR, 40, 0, 0],
      ['b', HOUR, 40, 40, 0],
    ]);
  });

  it('neither fails nor leaves rows behind when the site is deleted meanwhile', async () => {
    const { db } = database();
    const writes = Array.from({ length: 10 }, () => write([tally('a', { displays: 1 }), tally('b', { displays: 1 })]));
    await Promise.all([...writes, db.deleteFrom('sites').where('id', '=', SITE).execute()]);
    await write([tally('a', { displays: 1 })]);
    expect(await hours()).toEqual([]);
  });
});
