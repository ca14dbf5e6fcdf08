import { beforeEach, expect, it } from 'vitest';
import { DEVICES } from '#shared/embed/payload.ts';
import { PAGES_PER_DAY } from '#shared/limits.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { OTHER, SITE, seedNotification, seedTwoSites, WIDGET } from '#tests/support/embed.ts';
import { type CostTally, makeTallyWriter, type Tally, type TallyWriter } from './tally-writer.ts';

const DAY = '2026-03-10';
const INT_MAX = 2_147_483_647;

const tally = (notificationId: string, more: Partial<Tally> = {}): Tally => ({
  siteId: SITE,
  widgetId: WIDGET,
  notificationId,
  hour: `${DAY}T12:00:00.000Z`,
  day: DAY,
  device: 'mobile',
  page: '/',
  displays: 1,
  clicks: 0,
  dismissals: 0,
  ...more,
});
const cost = (more: Partial<CostTally> = {}): CostTally => ({
  siteId: SITE,
  day: DAY,
  measure: 'time',
  upTo: 1_600,
  loads: 1,
  ...more,
});

onBothDatabases('tally writer by day', (database) => {
  let write: TallyWriter;
  beforeEach(async () => {
    write = makeTallyWriter(database());
    await seedTwoSites(database().db);
  });

  const devices = async () => {
    const rows = await database().db.selectFrom('stats_daily_device').selectAll().execute();
    return rows.map((row) => [row.day, row.device, row.displays, row.clicks, row.dismissals]).sort();
  };
  const pageRows = () => database().db.selectFrom('stats_daily_page').selectAll().orderBy('site_id').execute();
  const pages = async () =>
    (await pageRows()).map((row) => [row.day, row.page, row.displays, row.clicks, row.dismissals]).sort();
  const costs = () => database().db.selectFrom('stats_daily_cost').selectAll().orderBy('up_to').execute();
  const many = (count: number, prefix: string) =>
    Array.from({ length: count }, (_, i) => tally('a', { page: `/${prefix}/${i}` }));

  it('adds the counts of all notifications to the device and page rows', async () => {
    await write([
      tally('a', { displays: 3, clicks: 1 }),
      tally('b', { displays: 2, dismissals: 1 }),
      tally('b', { displays: 1, device: 'desktop', page: '/desk' }),
    ]);
    await write([tally('a', { clicks: 4, hour: `${DAY}T13:00:00.000Z` }), tally('a', { day: '2026-03-11' })]);
    expect(await devices()).toEqual([
      [DAY, 'desktop', 1, 0, 0],
      [DAY, 'mobile', 6, 5, 1],
      ['2026-03-11', 'mobile', 1, 0, 0],
    ]);
    expect(await pages()).toEqual([
      [DAY, '/', 6, 5, 1],
      [DAY, '/desk', 1, 0, 0],
      ['2026-03-11', '/', 1, 0, 0],
    ]);
  });

  it("ignores unknown notifications, another site's and another widget's in every table", async () => {
    await write([
      tally('unknown', { page: '/unknown' }),
      tally('foreign', { page: '/foreign' }),
      tally('b', { widgetId: OTHER, page: '/widget' }),
      tally('a', { siteId: 'gone', page: '/gone' }),
      tally('a', { page: '/true' }),
    ]);
    expect(await devices()).toEqual([[DAY, 'mobile', 1, 0, 0]]);
    expect(await pages()).toEqual([[DAY, '/true', 1, 0, 0]]);
  });

  it('keeps pages with any storable characters', async () => {
    const odd = ['/%00%ff', '/a"b\\c{d},e', "/'; drop table sites --", '/žluťoučký/🪑', '/null', '/\n'];
    await write(odd.map((page) => tally('a', { page })));
    expect((await pages()).map(([, page]) => page)).toEqual(odd.sort());
  });

  it('counts the first paths of a day separately and the rest as other', async () => {
    await write([...many(PAGES_PER_DAY - 1, 'early'), tally('a', { page: 'other' })]);
    await write([
      tally('a', { page: '/last' }),
      tally('a', { page: '/late', clicks: 1 }),
      tally('b', { page: '/late' }),
    ]);
    await write([tally('a', { page: '/later' }), tally('a', { page: '/early/7' }), tally('a', { page: '/last' })]);
    const counted = new Map((await pages()).map(([, page, ...counts]) => [page, counts]));
    expect(counted.size).toBe(PAGES_PER_DAY + 1);
    expect(counted.get('other')).toEqual([4, 1, 0]);
    expect(counted.get('/last')).toEqual([2, 0, 0]);
    expect(counted.get('/early/7')).toEqual([2, 0, 0]);
    expect(counted.has('/late')).toBe(false);
  });

  it('limits paths separately for each site and day', async () => {
    await write(many(PAGES_PER_DAY + 5, 'a'));
    const elsewhere = { siteId: OTHER, widgetId: OTHER };
    await write([tally('foreign', { ...elsewhere, page: '/x' }), tally('a', { day: '2026-03-11', page: '/x' })]);
    const x = (await pageRows()).filter(({ page }) => page === '/x');
    expect(x.map(({ site_id, day }) => [site_id, day])).toEqual([
      [SITE, '2026-03-11'],
      [OTHER, DAY],
    ]);
  });

  it('does not let made-up notifications use up paths', async () => {
    await write(many(300, 'flood').map((row) => ({ ...row, notificationId: 'unknown' })));
    await write(many(PAGES_PER_DAY, 'true'));
    expect((await pages()).filter(([, page]) => String(page).startsWith('/true/'))).toHaveLength(PAGES_PER_DAY);
  });

  it('stores a flood of 10,000 pages as the maximum and other, without losing counts', async () => {
    for (let i = 0; i < 10; i++) await write(many(1_000, `flood-${i}`));
    const rows = await pageRows();
    expect(rows).toHaveLength(PAGES_PER_DAY + 1);
    expect(rows.find(({ page }) => page === 'other')?.displays).toBe(10_000 - PAGES_PER_DAY);
  });

  it('keeps to the maximum when several instances add pages at once, without losing counts', async () => {
    // Each instance has its own notifications and device, or the locks of those rows would serialize the instances.
    const own = { siteId: OTHER, widgetId: OTHER };
    for (let w = 0; w < 4; w++) {
      await seedNotification(database().db, `here-${w}`);
      await seedNotification(database().db, `there-${w}`, { site_id: OTHER, widget_id: OTHER });
    }
    const both = (w: number, page: string) => {
      const more = { page, device: DEVICES[w] ?? 'unknown' };
      return [tally(`here-${w}`, more), tally(`there-${w}`, { ...own, ...more })];
    };
    await Promise.all(
      [0, 1, 2, 3].map(async (w) => {
        const instance = makeTallyWriter(database());
        for (let i = 0; i < 12; i++) {
          const batch = Array.from({ length: 12 }, (_, j) => both(w, `/${w}/${i}/${j}`)).flat();
          const shared = both(w, `/shared/${i}`);
          await instance(w % 2 === 0 ? [...batch, ...shared] : [...shared, ...batch].toReversed());
        }
      }),
    );
    const rows = await pageRows();
    for (const siteId of [SITE, OTHER]) {
      const ofSite = rows.filter(({ site_id }) => site_id === siteId);
      expect(ofSite.filter(({ page }) => page !== 'other')).toHaveLength(PAGES_PER_DAY);
      expect(ofSite.reduce((sum, { displays }) => sum + displays, 0)).toBe(4 * 12 * 13);
    }
  });

  it('gives a page of more reach the row of the page with the least, whose counts go to other', async () => {
    await write(many(PAGES_PER_DAY, 'early'));
    await write([tally('a', { page: '/early/3', displays: 4, clicks: 2, dismissals: 1 })]);
    const strong = { page: '/strong', reach: { more: 1, all: 2 } };
    await write([
      ...many(PAGES_PER_DAY, 'early').flatMap((row, n) => (n === 3 ? [] : [{ ...row, reach: { more: 1, all: 1 } }])),
      tally('a', strong),
      tally('b', { ...strong, hour: `${DAY}T13:00:00.000Z` }),
    ]);
    const rows = new Map((await pageRows()).map((row) => [row.page, row]));
    expect(rows.size).toBe(PAGES_PER_DAY + 1);
    expect(rows.get('/strong')).toMatchObject({ displays: 2, reach: 2 });
    expect(rows.get('other')).toMatchObject({ displays: 5, clicks: 2, dismissals: 1, reach: 0 });
    expect(rows.has('/early/3')).toBe(false);
    expect(rows.get('/early/4')).toMatchObject({ displays: 2, reach: 1 });
    await write([tally('a', { page: '/strong', reach: { more: 3, all: 1 } })]);
    expect((await pageRows()).find(({ page }) => page === '/strong')).toMatchObject({ displays: 3, reach: 5 });
  });

  it('counts a page under other when its row goes to another page of the same transaction', async () => {
    await write(many(PAGES_PER_DAY, 'early').map((row) => ({ ...row, displays: 9, reach: { more: 2, all: 2 } })));
    await database().db.updateTable('stats_daily_page').set({ reach: 1 }).where('page', '=', '/early/3').execute();
    await write([
      tally('a', { page: '/early/3', displays: 3 }),
      tally('a', { page: '/strong', reach: { more: 1, all: 9 } }),
    ]);
    const rows = new Map((await pageRows()).map((row) => [row.page, row.displays]));
    expect([rows.get('other'), rows.get('/strong'), rows.get('/early/3')]).toEqual([12, 1, undefined]);
    expect(rows.size).toBe(PAGES_PER_DAY + 1);
  });

  it('keeps to the maximum when several instances give rows to stronger pages at once', async () => {
    await write(many(PAGES_PER_DAY, 'early'));
    for (let w = 0; w < 4; w++) await seedNotification(database().db, `own-${w}`);
    await Promise.all(
      [0, 1, 2, 3].map(async (w) => {
        const instance = makeTallyWriter(database());
        const own = { notificationId: `own-${w}`, device: DEVICES[w] ?? 'unknown' };
        for (let i = 1; i <= 12; i++) {
          const strong = Array.from({ length: 8 }, (_, j) => ({
            ...tally('', { ...own, page: `/${(w + j) % 3}/${i}/${j}` }),
            reach: { more: 1, all: i },
          }));
          const weak = many(10, 'early').map((row) => ({ ...row, ...own }));
          await instance(w % 2 === 0 ? [...strong, ...weak] : [...weak, ...strong]);
        }
      }),
    );
    const rows = await pageRows();
    expect(rows.filter(({ page }) => page !== 'other')).toHaveLength(PAGES_PER_DAY);
    expect(rows.reduce((sum, { displays }) => sum + displays, 0)).toBe(PAGES_PER_DAY + 4 * 12 * 18);
  });

  it('adds costs up by site, day, measure and bucket', async () => {
    await write([], [cost(), cost({ upTo: 90_000_000 })]);
    await write([tally('a')], [cost({ loads: 2 }), cost({ measure: 'bytes' })]);
    await write([], [cost({ day: '2026-03-11' })]);
    const row = { site_id: SITE, day: DAY, measure: 'time', up_to: 1_600 };
    const found = await costs();
    expect(found).toHaveLength(4);
    expect(found).toEqual(
      expect.arrayContaining([
        { ...row, loads: 3 },
        { ...row, up_to: 90_000_000, loads: 1 },
        { ...row, measure: 'bytes', loads: 1 },
        { ...row, day: '2026-03-11', loads: 1 },
      ]),
    );
  });

  it('skips the cost of a deleted site, and counts the rest', async () => {
    await write([tally('a')], [cost({ siteId: 'gone' }), cost()]);
    expect((await costs()).map(({ site_id }) => site_id)).toEqual([SITE]);
    expect(await pages()).toHaveLength(1);
  });

  it('stops sums at their maximum instead of failing the transaction', async () => {
    const full = { displays: INT_MAX, clicks: INT_MAX, dismissals: INT_MAX };
    const spent = cost({ loads: INT_MAX });
    const more = { displays: 5, clicks: 5, dismissals: 5 };
    await write([tally('a', full)], [spent]);
    await write([tally('a', more), tally('b', { ...more, page: '/b' })], [cost({ loads: 5 })]);
    expect(await devices()).toEqual([[DAY, 'mobile', INT_MAX, INT_MAX, INT_MAX]]);
    expect(await pages()).toEqual([
      [DAY, '/', INT_MAX, INT_MAX, INT_MAX],
      [DAY, '/b', 5, 5, 5],
    ]);
    expect((await costs()).map(({ loads }) => loads)).toEqual([INT_MAX]);
    const hours = await database().db.selectFrom('stats_hourly').selectAll().execute();
    expect(hours.find((row) => row.notification_id === 'a')?.displays).toBe(INT_MAX);
  });

  it('counts nothing when the last statement fails', async () => {
    // Fractions are not integers. SQLite would store them, so there the table itself has to refuse the row.
    const { db, dialect } = database();
    const broken = { ...cost(), loads: dialect === 'postgres' ? 1.5 : Number.NaN };
    await expect(write([tally('a')], [cost({ upTo: 1 }), broken])).rejects.toThrow();
    expect([await devices(), await pages(), await costs()]).toEqual([[], [], []]);
    expect(await db.selectFrom('stats_hourly').selectAll().execute()).toEqual([]);
    const notifications = await db.selectFrom('notifications').select('display_count').execute();
    expect(notifications.map(({ display_count }) => display_count)).toEqual([0, 0, 0]);
  });

  it('neither fails nor leaves rows behind when the site is deleted while pages are added', async () => {
    const { db } = database();
    const writes = Array.from({ length: 20 }, (_, i) => write([...many(5, `${i}`), tally('b')], [cost()]));
    const deletion = db.deleteFrom('sites').where('id', '=', SITE).execute();
    await Promise.all([...writes, deletion]);
    await write([tally('a')], [cost()]);
    expect([await devices(), await pages(), await costs()]).toEqual([[], [], []]);
  });
});
