// Attack: one address repeats a notification's displays, or sends clicks that no display came before.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeTallyWriter } from '#server/db/counting/tally-writer.ts';
import { DISPLAYS_PER_MINUTE } from '#shared/limits.ts';
import { MINUTE } from '#shared/time.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import {
  type EmbedHarness,
  OTHER,
  SITE,
  seedNotification,
  seedTwoSites,
  startEmbed,
  testClock,
  WIDGET,
} from '#tests/support/embed.ts';

const event = (type: string, notificationId = 'a', more: object = {}) => ({ type, notificationId, ...more });
const display = (notificationId = 'a', more: object = {}) => event('display', notificationId, more);
const click = (notificationId = 'a', more: object = {}) => event('click', notificationId, more);
const times = (count: number, one: object) => Array.from({ length: count }, () => one);
/** Above what these tests send, so that only the limit by notification acts. */
const MANY = 1_000_000;

onBothDatabases('inflated displays', { postgres: 'long' }, (database) => {
  const started: EmbedHarness[] = [];
  const start = (interactionRateLimit = MANY) => {
    const clock = started[0]?.clock ?? testClock();
    const h = startEmbed(database(), { config: { interactionRateLimit, trustProxy: 1 }, clock });
    started.push(h);
    return h;
  };
  beforeEach(() => seedTwoSites(database().db));
  afterEach(async () => {
    for (const h of started.splice(0)) await h.embed.stop();
  });

  const send = async (h: EmbedHarness, address: string, events: object[], siteId = SITE) => {
    const headers = { 'x-forwarded-for': address };
    for (let at = 0; at < events.length; at += 50) {
      const body = { token: h.token(siteId), events: events.slice(at, at + 50) };
      expect((await h.post(body, { siteId, headers })).status).toBe(204);
    }
  };
  const counts = async () => {
    const rows = await database()
      .db.selectFrom('notifications')
      .select(['id', 'display_count as displays', 'click_count as clicks'])
      .execute();
    return Object.fromEntries(rows.map(({ id, ...row }) => [id, [row.displays, row.clicks]]));
  };
  const TABLES = ['stats_hourly', 'stats_daily_notification', 'stats_daily_device', 'stats_daily_page'] as const;
  /** Every table of statistics must say the same as the notifications themselves. */
  const expectAgreement = async () => {
    const { db } = database();
    for (const table of TABLES) {
      const rows: { site_id: string; displays: number; clicks: number; dismissals: number }[] = await db
        .selectFrom(table)
        .select(['site_id', 'displays', 'clicks', 'dismissals'])
        .execute();
      for (const site of [SITE, OTHER]) {
        const own = await db.selectFrom('notifications').selectAll().where('site_id', '=', site).execute();
        const of = rows.filter(({ site_id }) => site_id === site);
        const sum = (key: 'displays' | 'clicks') => of.reduce((total, row) => total + row[key], 0);
        expect([table, sum('displays'), sum('clicks')]).toEqual([
          table,
          own.reduce((total, row) => total + row.display_count, 0),
          own.reduce((total, row) => total + row.click_count, 0),
        ]);
      }
      expect(rows.filter((row) => row.displays + row.clicks + row.dismissals === 0)).toEqual([]);
    }
    for (const one of await db.selectFrom('notifications').selectAll().execute()) {
      expect(one.click_count).toBeLessThanOrEqual(one.display_count);
      const hours = await db.selectFrom('stats_hourly').selectAll().where('notification_id', '=', one.id).execute();
      expect(hours.reduce((total, { displays }) => total + displays, 0)).toBe(one.display_count);
      expect(hours.reduce((total, { clicks }) => total + clicks, 0)).toBe(one.click_count);
    }
  };

  it('counts at most so many displays of a notification for one address and minute, answering 204 all the same', async () => {
    const h = start();
    await send(h, '203.0.113.9', times(200, display()));
    await send(h, '203.0.113.9', times(10, display('b')));
    expect(await counts()).toMatchObject({ a: [DISPLAYS_PER_MINUTE, 0], b: [10, 0] });
    h.clock.add(MINUTE - 1);
    await send(h, '203.0.113.9', times(50, display()));
    expect(await counts()).toMatchObject({ a: [DISPLAYS_PER_MINUTE, 0] });
    h.clock.add(1);
    await send(h, '203.0.113.9', times(200, display()));
    expect(await counts()).toMatchObject({ a: [2 * DISPLAYS_PER_MINUTE, 0], b: [10, 0] });
    await expectAgreement();
  });

  it('counts what fits of a request, and the rest of it: other notifications, and what is no display', async () => {
    const h = start();
    await send(h, '203.0.113.9', times(DISPLAYS_PER_MINUTE - 1, display()));
    await send(h, '203.0.113.9', [display(), display(), click(), event('dismiss'), display('b'), display()]);
    expect(await counts()).toMatchObject({ a: [DISPLAYS_PER_MINUTE, 1], b: [1, 0] });
    const hours = await database().db.selectFrom('stats_hourly').selectAll().execute();
    expect(hours.find((row) => row.notification_id === 'a')?.dismissals).toBe(1);
  });

  it('limits clicks and dismissals as it limits displays', async () => {
    const h = start();
    for (let visitor = 0; visitor < 5; visitor++) await send(h, `198.51.100.${visitor}`, times(50, display()));
    await send(h, '203.0.113.9', [...times(150, click()), ...times(150, event('dismiss'))]);
    expect(await counts()).toMatchObject({ a: [250, DISPLAYS_PER_MINUTE] });
    const hours = await database().db.selectFrom('stats_hourly').selectAll().execute();
    expect(hours[0]?.dismissals).toBe(DISPLAYS_PER_MINUTE);
  });

  it('takes the addresses of one IPv6 network for one, and other networks for others', async () => {
    const h = start();
    for (let host = 1; host <= 10; host++) await send(h, `2001:db8::${host.toString(16)}`, times(20, display()));
    expect(await counts()).toMatchObject({ a: [DISPLAYS_PER_MINUTE, 0] });
    await send(h, '2001:db8:0:1::1', times(200, display()));
    expect(await counts()).toMatchObject({ a: [2 * DISPLAYS_PER_MINUTE, 0] });
  });

  it('is not passed by parallel requests, nor by spreading displays over pages and devices', async () => {
    const h = start();
    const forged = Array.from({ length: 50 }, (_, i) =>
      display('a', { page: `/${i}`, device: ['mobile', 'tablet', 'desktop'][i % 3] }),
    );
    await Promise.all(Array.from({ length: 20 }, () => send(h, '203.0.113.9', forged)));
    expect(await counts()).toMatchObject({ a: [DISPLAYS_PER_MINUTE, 0] });
    await expectAgreement();
  });

  it('is off together with the limit of interactions', async () => {
    const h = start(0);
    await send(h, '203.0.113.9', times(200, display()));
    expect(await counts()).toMatchObject({ a: [200, 0] });
  });

  it('neither stores nor logs anything about an address', async () => {
    const h = start();
    await send(h, '203.0.113.9', times(200, display('a', { page: '/desk' })));
    const tables = [...TABLES, 'notifications', 'sites', 'limits'] as const;
    const stored = await Promise.all(tables.map((table) => database().db.selectFrom(table).selectAll().execute()));
    expect(JSON.stringify([stored, h.lines])).not.toContain('203.0');
    expect(h.lines).toEqual([]);
  });

  it('counts no click that no display came before, in any table', async () => {
    const h = start(0);
    await send(h, '203.0.113.9', times(50, click('a', { page: '/made-up', device: 'mobile' })));
    expect(await counts()).toMatchObject({ a: [0, 0] });
    for (const table of TABLES) expect(await database().db.selectFrom(table).selectAll().execute()).toEqual([]);
    await send(h, '203.0.113.9', [...times(3, display('a', { page: '/' })), ...times(50, click('a', { page: '/x' }))]);
    expect(await counts()).toMatchObject({ a: [3, 3] });
    await send(h, '203.0.113.9', times(50, click()));
    expect(await counts()).toMatchObject({ a: [3, 3] });
    await expectAgreement();
  });

  it('counts a click together with its display, whichever comes first in a transaction', async () => {
    const h = start(0);
    await Promise.all([
      send(h, '198.51.100.1', [click('a', { page: '/a' })]),
      send(h, '198.51.100.1', [display('a', { page: '/a' })]),
      send(h, '198.51.100.2', [click('b'), display('b')]),
      send(h, '198.51.100.3', [click('foreign'), display('foreign'), click('foreign')], OTHER),
    ]);
    expect(await counts()).toEqual({ a: [1, 1], b: [1, 1], foreign: [1, 1] });
    await expectAgreement();
  });

  it('drops a click whose display comes in a later transaction, and counts that display', async () => {
    const h = start(0);
    await send(h, '198.51.100.1', [click()]);
    await send(h, '198.51.100.1', [display()]);
    expect(await counts()).toMatchObject({ a: [1, 0] });
    await send(h, '198.51.100.1', [click()]);
    expect(await counts()).toMatchObject({ a: [1, 1] });
    await expectAgreement();
  });

  it('keeps clicks from before this rule, and counts new ones once displays have caught up', async () => {
    const { db } = database();
    await db.updateTable('notifications').set({ display_count: 2, click_count: 5 }).where('id', '=', 'a').execute();
    const h = start(0);
    await send(h, '198.51.100.1', [...times(2, display()), click()]);
    expect(await counts()).toMatchObject({ a: [4, 5] });
    await send(h, '198.51.100.1', [...times(2, display()), ...times(3, click())]);
    expect(await counts()).toMatchObject({ a: [6, 6] });
  });

  it('holds with several processes writing at once, and every table agrees', async () => {
    const all = [start(0), start(0), start(0), start(0)];
    const kinds = [display, click, click, display, click];
    await Promise.all(
      all.flatMap((h, process) =>
        Array.from({ length: 12 }, async (_, round) => {
          const page = `/${(round * 7 + process) % 5}`;
          const events = Array.from({ length: 25 }, (_, i) =>
            (kinds[(i + round) % kinds.length] ?? click)(i % 2 ? 'a' : 'b', { page, device: 'mobile' }),
          );
          await send(h, `198.51.100.${process}`, events);
        }),
      ),
    );
    const { a, b } = await counts();
    expect(a?.[1]).toBe(a?.[0]);
    expect(b?.[1]).toBe(b?.[0]);
    await expectAgreement();
  });

  it('agrees in every table however displays and clicks are mixed over hours, pages and devices', async () => {
    const write = makeTallyWriter(database());
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let round = 0; round < 30; round++) {
      await write(
        Array.from({ length: 1 + random(12) }, () => {
          const hour = random(3);
          return {
            siteId: SITE,
            widgetId: WIDGET,
            notificationId: ['a', 'b', 'unknown'][random(3)] ?? '',
            hour: `2026-03-1${hour}T12:00:00.000Z`,
            day: `2026-03-1${hour}`,
            device: ['mobile', 'desktop'][random(2)] ?? '',
            page: `/${random(4)}`,
            displays: random(3),
            clicks: random(4),
            dismissals: random(2),
          };
        }),
      );
      await expectAgreement();
    }
  });

  it('keeps its counters in bounded memory: a flood of addresses and made-up ids costs no real count', async () => {
    const h = start();
    await seedNotification(database().db, 'c');
    for (let request = 0; request < 100; request++) {
      const events = Array.from({ length: 50 }, (_, i) => display(`made-up-${request}-${i}`));
      await send(h, `2001:db8:${request.toString(16)}::1`, events);
    }
    await send(h, '203.0.113.9', times(200, display('c')));
    expect(await counts()).toMatchObject({ a: [0, 0], c: [DISPLAYS_PER_MINUTE, 0] });
    expect(h.lines).toEqual([]);
  });
});
