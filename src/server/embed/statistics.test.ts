// Reported interactions in the daily statistics, from the request to the rows.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { onBothDatabases } from '#tests/support/databases.ts';
import { type EmbedHarness, type SiteSeed, seedNotification, seedSite, startEmbed } from '#tests/support/embed.ts';

const OTHER = '01890000-0000-7000-8000-0000000000f0';

onBothDatabases('statistics of reported interactions', (database) => {
  let h: EmbedHarness;
  beforeEach(() => {
    h = startEmbed(database(), { config: { interactionRateLimit: 0 } });
  });
  afterEach(() => h.embed.stop());

  const seed = async (site: SiteSeed = {}) => {
    await seedSite(database().db, site);
    await seedNotification(database().db, 'a');
  };
  const display = (more: object = {}) => ({ type: 'display', notificationId: 'a', ...more });
  const cost = (more: object = {}) => ({ type: 'cost', bytes: 9_000, requests: 2, time: 1.5, ...more });
  const post = (events: object[], more: { token?: string; agent?: string } = {}) =>
    h.post(
      { token: more.token ?? h.token(), events },
      more.agent === undefined ? {} : { headers: { 'user-agent': more.agent } },
    );
  const count = async (events: object[]) => expect((await post(events)).status).toBe(204);

  const pages = async () => {
    const rows = await database().db.selectFrom('stats_daily_page').selectAll().execute();
    return rows.map((row) => [row.day, row.page, row.displays, row.clicks, row.dismissals]).sort();
  };
  const devices = async () => {
    const rows = await database().db.selectFrom('stats_daily_device').selectAll().execute();
    return rows.map((row) => [row.day, row.device, row.displays, row.clicks, row.dismissals]).sort();
  };
  const costs = () => database().db.selectFrom('stats_daily_cost').selectAll().orderBy('up_to').execute();

  it('counts pages and devices, whether reported or not', async () => {
    await seed();
    await count([
      display({ page: '/desk/?color=oak#top', device: 'mobile' }),
      display({ page: '/desk', device: 'desktop' }),
      { type: 'click', notificationId: 'a', page: '/desk', device: 'desktop' },
      { type: 'dismiss', notificationId: 'a', page: '/', device: 'tablet' },
      display(),
      display({ page: 'srcdoc', notificationId: 'unknown', device: 'mobile' }),
    ]);
    expect(await pages()).toEqual([
      ['2026-03-10', '/', 0, 0, 1],
      ['2026-03-10', '/desk', 2, 1, 0],
      ['2026-03-10', 'other', 1, 0, 0],
    ]);
    expect(await devices()).toEqual([
      ['2026-03-10', 'desktop', 1, 1, 0],
      ['2026-03-10', 'mobile', 1, 0, 0],
      ['2026-03-10', 'tablet', 0, 0, 1],
      ['2026-03-10', 'unknown', 1, 0, 0],
    ]);
  });

  it("starts a day at the site's local midnight", async () => {
    await seed({ timezone: 'America/New_York' });
    h.clock.set(Date.parse('2026-03-11T03:59:59.999Z'));
    await count([display({ page: '/' }), cost()]);
    h.clock.add(1);
    await count([display({ page: '/' }), cost()]);
    expect((await pages()).map(([day]) => day)).toEqual(['2026-03-10', '2026-03-11']);
    expect((await devices()).map(([day]) => day)).toEqual(['2026-03-10', '2026-03-11']);
    const measured = (await costs()).filter(({ measure }) => measure === 'time');
    expect(measured.map(({ day }) => day).sort()).toEqual(['2026-03-10', '2026-03-11']);
  });

  it('counts every hour of 23-hour and 25-hour days on that day', async () => {
    await seed({ timezone: 'Europe/Lisbon' });
    // Clocks go forward on 29 March 2026 and back on 25 October; midnight is 00:00 UTC, then 23:00 UTC the day before.
    for (const start of ['2026-03-28T00:30:00Z', '2026-10-23T23:30:00Z']) {
      for (let hour = 0; hour < 72; hour++) {
        h.clock.set(Date.parse(start) + hour * 3_600_000);
        await count([display({ page: '/' })]);
      }
    }
    expect((await pages()).map(([day, , displays]) => [day, displays])).toEqual([
      ['2026-03-28', 24],
      ['2026-03-29', 23],
      ['2026-03-30', 24],
      ['2026-03-31', 1],
      ['2026-10-24', 24],
      ['2026-10-25', 25],
      ['2026-10-26', 23],
    ]);
  });

  it('counts costs by size, with or without notifications', async () => {
    await seed();
    await count([cost(), display()]);
    const others = [{ time: 1.2345 }, { bytes: 0, requests: 0, time: 0 }, { time: 50 }, { time: 50.001 }];
    for (const other of others) await count([cost(other)]);
    const found = await costs();
    const of = (measure: string) =>
      found.filter((row) => row.measure === measure).map((row) => [row.day, row.up_to, row.loads]);
    const day = '2026-03-10';
    expect(of('bytes')).toEqual([
      [day, 0, 1],
      [day, 9_000, 4],
    ]);
    expect(of('requests')).toEqual([
      [day, 0, 1],
      [day, 2, 4],
    ]);
    expect(of('time')).toEqual([
      [day, 100, 1],
      [day, 1_250, 1],
      [day, 1_600, 1],
      [day, 50_000, 1],
      [day, 56_000, 1],
    ]);
  });

  it('accepts the largest valid cost any number of times, as so many loads', async () => {
    await seed();
    const most = cost({ bytes: 10_000_000, requests: 1_000, time: 7 * 86_400_000 });
    for (let time = 0; time < 100; time++) await count([most]);
    expect((await costs()).map(({ measure, up_to, loads }) => [measure, up_to, loads])).toEqual([
      ['requests', 1_000, 100],
      ['bytes', 10_000_000, 100],
      ['time', 90_000_000, 100],
    ]);
  });

  it('counts neither interactions nor costs for a bad token, a program or over the limit; a cost weighs a hundred', async () => {
    await h.embed.stop();
    h = startEmbed(database(), { config: { interactionRateLimit: 100 } });
    await seed();
    const events = [display({ page: '/', device: 'mobile' })];
    expect((await post([cost()], { token: 'made.up' })).status).toBe(204);
    expect((await post(events, { token: h.token(OTHER) })).status).toBe(429);
    h.clock.add(60_000);
    expect((await post([cost()], { agent: 'curl/8.5.0' })).status).toBe(204);
    h.clock.add(60_000);
    expect((await post([...events, cost()])).status).toBe(429);
    expect([await pages(), await devices(), await costs()]).toEqual([[], [], []]);
  });

  it('stores a flood of 10,000 distinct pages as 200 and other', async () => {
    await seed();
    const responses = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        post(Array.from({ length: 50 }, (_, j) => display({ page: `/flood/${i}/${j}` }))),
      ),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([204]));
    const rows = await pages();
    expect(rows).toHaveLength(201);
    expect(rows.find(([, page]) => page === 'other')?.[2]).toBe(9_800);
  });
});
