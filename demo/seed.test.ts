import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openSqliteImage } from '#server/db/open.ts';
import type { DeliveryList } from '#shared/contract/delivery.ts';
import type { Effect } from '#shared/contract/effect.ts';
import type { EventList } from '#shared/contract/event.ts';
import type { AttentionItem, SiteSetup } from '#shared/contract/installation.ts';
import { createNotificationInput, type Notification } from '#shared/contract/notification.ts';
import type { Site } from '#shared/contract/site.ts';
import type { Source } from '#shared/contract/source.ts';
import type { SiteCost, SiteStats } from '#shared/contract/stats.ts';
import { createTemplateInput, type Template } from '#shared/contract/template.ts';
import { settingsPatch, type Widget } from '#shared/contract/widget.ts';
import type { EmbedPayload } from '#shared/embed/payload.ts';
import { DAY } from '#shared/time.ts';
import { makeTestApp, type TestApp } from '#tests/support/app.ts';
import { type Client, makeClient } from '#tests/support/client.ts';
import { freshSqlite } from '#tests/support/databases.ts';
import { NOTIFICATIONS, pagesFor } from './notifications.ts';
import { PRODUCTS } from './products.ts';
import { type Demo, SETTINGS, seedDemo } from './seed.ts';
import { TEMPLATES } from './templates.ts';

/** Seven orders, two reviews and a sign-up. */
const EVENTS_SHOWN = 10;

it('writes notifications and settings that the contracts accept', () => {
  for (const { content } of NOTIFICATIONS) {
    expect(createNotificationInput.safeParse({ ...content, widgetId: 'w' }).error).toBeUndefined();
  }
  for (const template of Object.values(TEMPLATES)) {
    expect(createTemplateInput.safeParse(template).error).toBeUndefined();
  }
  expect(settingsPatch.safeParse(SETTINGS).error).toBeUndefined();
});

// The demo has SQLite, whatever DATABASE_URL says.
describe("the demo's data", () => {
  let image: Buffer;
  let database: Database;
  let app: TestApp;
  let demo: Demo;
  let owner: Client;
  beforeAll(async () => {
    const seeded = await freshSqlite();
    if (seeded.dialect !== 'sqlite') throw new Error('not SQLite');
    const seeding = makeTestApp(seeded);
    demo = await seedDemo(seeding.deps);
    image = seeded.writer.serialize();
    await seeding.stop();
    await seeded.close();
  });
  beforeEach(async () => {
    database = openSqliteImage(image);
    app = makeTestApp(database);
    owner = makeClient(app);
    await owner.post('/api/auth/login', { email: demo.email, password: demo.password });
  });
  afterEach(async () => {
    await app.stop();
    await database.close();
  });

  const notifications = async () =>
    (await owner.get<{ notifications: Notification[] }>(`/api/widgets/${demo.widgetId}/notifications`)).body
      .notifications;

  it('has a verified owner who can log in with the printed password and may own three sites', async () => {
    const me = await owner.get<{ user: { emailVerified: boolean; subscription: { max_sites: number } } }>(
      '/api/auth/me',
    );
    expect(me.body.user).toMatchObject({
      email: 'demo@proofbell.test',
      emailVerified: true,
      subscription: { type: 'starter', status: 'active', max_sites: 3 },
    });
    expect((await owner.post('/api/sites', { name: 'Second' })).status).toBe(201);
  });

  it('generates a new password each time', async () => {
    const other = makeTestApp(database);
    await app.deps.db.deleteFrom('users').execute();
    expect((await seedDemo(other.deps)).password).not.toBe(demo.password);
    await other.stop();
  });

  it("has templates of the owner's own, with their use counted, and rules on the widget", async () => {
    const { templates } = (await owner.get<{ templates: Template[] }>('/api/templates?includeUsage=true&limit=200'))
      .body;
    const own = templates.filter(({ isBuiltIn }) => !isBuiltIn);
    expect(own.map(({ name, usageCount }) => [name, usageCount]).sort()).toEqual([
      ['Shown today', 1],
      ['Sold from the workshop', 0],
      ['Workshop sale', 1],
    ]);
    const { widget } = (await owner.get<{ widget: Widget }>(`/api/widgets/${demo.widgetId}`)).body;
    expect(widget.settings).toMatchObject({ rules: SETTINGS.rules, appearance: SETTINGS.appearance });
  });

  it('sends no email to the made-up address', async () => {
    expect(await app.deps.db.selectFrom('mails').selectAll().execute()).toEqual([]);
  });

  it("has a site whose widget runs under both names of this machine, in the shop's colors", async () => {
    const { sites } = (await owner.get<{ data: { sites: Site[] } }>('/api/sites')).body.data;
    expect(sites).toMatchObject([
      { id: demo.siteId, name: 'Holt & Ash', slug: 'holt-and-ash' },
      { slug: 'ash-journal' },
    ]);
    expect(sites[0]?.domains).toEqual(['localhost', '127.0.0.1', 'proofbell.test']);
    const { widget } = (await owner.get<{ widget: Widget }>(`/api/widgets/${demo.widgetId}`)).body;
    expect(widget.settings).toMatchObject(SETTINGS);
  });

  it('has notifications of every type except custom, one of them paused and one scheduled', async () => {
    const list = await notifications();
    const types = new Set(list.map(({ type }) => type));
    expect([...types].sort()).toEqual(
      ['announcement', 'discount', 'low-stock', 'milestone', 'purchase', 'review', 'signup', 'visitors'].sort(),
    );
    expect(list.filter(({ status }) => status === 'inactive')).toHaveLength(1);
    const now = app.clock.now();
    const coming = list.filter(({ startsAt }) => startsAt !== null && Date.parse(startsAt) > now);
    expect(coming).toHaveLength(1);
    expect(Date.parse(coming[0]?.startsAt ?? '') - now).toBeGreaterThanOrEqual(DAY);
    for (const { timestamp } of list) expect(Date.parse(timestamp)).toBeLessThan(now);
  });

  it('shows visitors the newest order first, and neither the paused notification nor the scheduled one', async () => {
    const payload = (await (await app.fetch(`/api/embed/${demo.siteId}`)).json()) as EmbedPayload;
    expect(payload.notifications).toHaveLength(NOTIFICATIONS.length - 2 + EVENTS_SHOWN);
    expect(payload.notifications[0]?.message).toBe('Ana from Lisbon bought the Oak Desk');
  });

  it("types no number of displays: that is computed from the day's own", async () => {
    const [shown] = (await notifications()).filter(({ type }) => type === 'visitors');
    expect(shown?.aggregate).toMatchObject({ measure: 'displays', window: 'day' });
    const path = `/api/sites/${demo.siteId}/aggregate?measure=displays&window=day`;
    const { value } = (await owner.get<{ value: number }>(path)).body;
    expect(value).toBeGreaterThan(50);
    expect(shown?.message).toBe(
      `Our notifications were shown ${new Intl.NumberFormat('en').format(value)} times today`,
    );
  });

  it('has orders, reviews and sign-ups that its shop delivered signed, one order refunded', async () => {
    const { sources } = (await owner.get<{ sources: Source[] }>(`/api/sites/${demo.siteId}/sources`)).body;
    const checkout = sources.find(({ name }) => name === 'Checkout');
    expect(checkout).toMatchObject({ status: 'working', refusedCount: 0, hookUrl: demo.hook.url });
    const all = (await owner.get<EventList>(`/api/sites/${demo.siteId}/events`)).body.events;
    expect(all.every(({ isSigned }) => isSigned)).toBe(true);
    expect(all.filter(({ state }) => state === 'shown')).toHaveLength(EVENTS_SHOWN);
    expect(all.flatMap(({ id, kind }) => (kind === 'purchase' ? [] : [id]))).toEqual([
      'review-2',
      'letter-1',
      'review-1',
    ]);
    const events = all.filter(({ kind }) => kind === 'purchase');
    expect(events.map(({ id, state }) => [id, state])).toEqual([
      ['HA-1008', 'shown'],
      ['HA-1007', 'retracted'],
      ...[1006, 1005, 1004, 1003, 1002, 1001].map((number) => [`HA-${number}`, 'shown']),
    ]);
    const [newest, refunded] = events;
    expect(newest).toMatchObject({ actor: { firstName: 'Ana', city: 'Lisbon' }, amount: 480, currency: 'EUR' });
    expect(newest?.subject).toMatchObject({ name: 'Oak Desk', url: 'http://proofbell.test/demo/shop/oak-desk' });
    expect(refunded?.actor).toBeUndefined();
    const path = `/api/sites/${demo.siteId}/sources/${checkout?.id}/deliveries`;
    const { deliveries } = (await owner.get<DeliveryList>(path)).body;
    expect(deliveries.map(({ verdict }) => verdict)).toEqual(Array(9).fill('taken'));
  });

  it('leaves news and offers alone to hand: everything else is proven, and so is most of what visitors saw', async () => {
    const written = (await notifications()).filter(({ source }) => source !== 'webhook');
    expect(written.map(({ type }) => type)).not.toContain('purchase');
    expect(written).toHaveLength(NOTIFICATIONS.length);
    const { stats } = (await owner.get<{ stats: SiteStats }>(`/api/sites/${demo.siteId}/stats`)).body;
    expect(stats.provenDisplays).toBeGreaterThan(stats.totals.displays / 2);
  });

  it("has hourly counts that add up exactly to each notification's totals", async () => {
    const sums = await app.deps.db
      .selectFrom('stats_hourly')
      .select((eb) => [
        'notification_id',
        eb.fn.sum<number>('displays').as('displays'),
        eb.fn.sum<number>('clicks').as('clicks'),
      ])
      .where('site_id', '=', demo.siteId)
      .where('widget_id', '=', demo.widgetId)
      .groupBy('notification_id')
      .execute();
    const byId = new Map(sums.map((row) => [row.notification_id, row]));
    const list = await notifications();
    for (const { id, displayCount, clickCount, message } of list) {
      const { displays = 0, clicks = 0 } = byId.get(id) ?? {};
      expect([message, displayCount, clickCount]).toEqual([message, displays, clicks]);
    }
    expect(list.filter(({ displayCount }) => displayCount === 0)).toHaveLength(1);
  });

  it("fills each day of the owner's chart and the period it is compared with, and the device and page tables with the same counts", async () => {
    const { series, totals, previous, devices, pages, notifications } = (
      await owner.get<{ stats: SiteStats }>(`/api/sites/${demo.siteId}/stats`)
    ).body.stats;
    expect(series).toHaveLength(30);
    expect(previous.displays).toBeGreaterThan(30 * 50);
    expect(totals.displays).toBeGreaterThan(1.1 * previous.displays);
    for (const day of series) expect(day.displays).toBeGreaterThan(50);
    for (const rows of [devices, pages, notifications]) {
      expect(rows.reduce((sum, { displays }) => sum + displays, 0)).toBe(totals.displays);
    }
    expect(devices.map(({ device }) => device)).toEqual(['mobile', 'desktop', 'tablet']);
    expect(pages[0]?.page).toBe('/demo/shop');
    expect(pages).toHaveLength(1 + PRODUCTS.length);
  });

  it('displayed a notification with a page rule on matching pages only', async () => {
    const ruled = NOTIFICATIONS.filter((notification) => pagesFor(notification).length < 1 + PRODUCTS.length);
    expect(ruled.map(({ content }) => content.name)).toEqual(['Lamp delivery']);
    expect(ruled.flatMap(pagesFor).map(([page]) => page)).toEqual([
      '/demo/shop',
      ...PRODUCTS.filter(({ category }) => category === 'lamps').map(({ slug }) => `/demo/shop/${slug}`),
    ]);
  });

  it('has stars, codes, numbers, and notifications with rules and a look of their own', async () => {
    const list = await notifications();
    const ofType = (type: string) => list.filter((notification) => notification.type === type);
    for (const { rating } of ofType('review')) expect(rating).toBeGreaterThanOrEqual(4);
    for (const { code } of ofType('discount')) expect(code).toMatch(/^[A-Z0-9-]+$/);
    for (const type of ['visitors', 'low-stock', 'milestone']) {
      for (const { count, message, title } of ofType(type)) expect(`${title} ${message}`).toContain(String(count));
    }
    expect(list.filter(({ rules }) => rules).length).toBeGreaterThanOrEqual(2);
    const shaped = list.filter(({ appearance }) => appearance);
    expect(shaped.map(({ status }) => status).sort()).toEqual(['active', 'inactive']);
    // As it was made from its template.
    const { templates } = (await owner.get<{ templates: Template[] }>('/api/templates?category=discounts')).body;
    const sale = templates.find(({ name }) => name === 'Workshop sale');
    expect(list.find(({ metadata }) => metadata.templateId === sale?.id)).toMatchObject({
      source: 'template',
      appearance: sale?.customization,
      rules: sale?.displayRules,
    });
  });

  it('has held out a tenth for eight weeks, whose counts are no proof yet, and are in order', async () => {
    const { effect } = (await owner.get<{ effect: Effect }>(`/api/sites/${demo.siteId}/effect`)).body;
    expect(effect).toMatchObject({ holdOut: { share: 10, isGuarded: true }, currency: 'EUR', isRatioBroken: false });
    expect([effect.epochs.length, effect.days.length, effect.weeks.length]).toEqual([1, 57, 9]);
    const [goal] = effect.goals;
    expect(goal).toMatchObject({ name: 'Orders', state: 'none', reportedBy: 'orders' });
    expect(goal?.sentence).toMatch(
      /^No clear difference yet: between \d+% less and \d+% more \(\d+ and \d+ orders\)\./,
    );
    expect(goal?.value?.heldOut).toBeGreaterThan(1_000);
    // Its few real orders came with their arms, too.
    expect(effect.withoutArm).toBe(0);
  });

  it('has one site that is set up, and one whose snippet is on a host that is not on its list', async () => {
    const { sites } = (await owner.get<{ data: { sites: Site[] } }>('/api/sites')).body.data;
    const read = async <T>(id: string | undefined, what: string) =>
      (await owner.get<T>(`/api/sites/${id}/${what}`)).body;
    const [shop, journal] = sites.map(({ id }) => id);
    const { setup } = await read<{ setup: SiteSetup }>(shop, 'setup');
    expect(setup).toMatchObject({ seen: { host: 'localhost' }, isCelebrated: true });
    expect(setup.firstClickAt).not.toBeNull();
    expect(await read(journal, 'setup')).toMatchObject({ setup: { seen: null, firstDisplayAt: null } });
    const { attention } = await read<{ attention: AttentionItem[] }>(journal, 'attention');
    expect(attention).toContainEqual(
      expect.objectContaining({ kind: 'refused-domain', host: 'letters.holt-and-ash.example' }),
    );
  });

  it('has measured page loads on the Performance page', async () => {
    const { cost } = (await owner.get<{ cost: SiteCost }>(`/api/sites/${demo.siteId}/cost`)).body;
    expect(cost.loads).toBeGreaterThan(50);
    expect(cost.time.p95).toBeLessThan(cost.budget.time);
    expect(cost.days.filter(({ time }) => time !== null).length).toBeGreaterThan(25);
  });
});
