// Sources are connected to WooCommerce shops: consent, past orders, webhooks, the daily look, the end. On both databases,
// with a shop that answers over HTTP as WooCommerce documents.
import { describe, expect, it } from 'vitest';
import { queueChecks } from '#server/domain/events/connection-jobs.ts';
import type { EventList } from '#shared/contract/event.ts';
import type { SiteStats } from '#shared/contract/stats.ts';
import { DAY, HOUR, MINUTE } from '#shared/time.ts';
import { makeTestApp } from './support/app.ts';
import { describeApp, startApp } from './support/apps.ts';
import { payloadOf, reportEvents } from './support/client.ts';
import { CONNECTABLE, type Connectable, makeConnectable } from './support/connected-shop.ts';
import { status } from './support/shop-server.ts';
import { soon } from './support/soon.ts';
import { startWooShop, type WooShop, wooOrder } from './support/woo-shop.ts';

const consent = async (stage: Connectable, woo: WooShop) =>
  (await stage.connect({ shop: woo.address })).body.consentUrl ?? '';

describeApp('a connected WooCommerce shop', { env: CONNECTABLE }, ({ app, database }) => {
  const connected = async (woo: WooShop) => {
    const stage = await makeConnectable(app, 'woocommerce');
    expect(await woo.agree(app, await consent(stage, woo))).toMatchObject({ status: 200 });
    await stage.work();
    return stage;
  };

  it('has its past orders read, the newest first, in their times, and delivers what comes', async () => {
    const woo = await startWooShop();
    const stage = await makeConnectable(app, 'woocommerce');
    for (let n = 1; n <= 60; n++) woo.orders.push(wooOrder(n, stage.ago(n * 10), n % 10 ? {} : { status: 'pending' }));
    woo.orders.push(wooOrder(99, new Date(app.clock.now() - 31 * DAY).toISOString()));
    expect(await stage.connection()).toBeNull();
    const url = new URL(await consent(stage, woo));
    expect(url.href.startsWith(`${woo.address}/wc-auth/v1/authorize?`)).toBe(true);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      app_name: 'Proofbell',
      scope: 'read_write',
      return_url: `https://proofbell.example/${stage.shop.site.slug}/sources/${stage.source.id}`,
      callback_url: `https://proofbell.example/api/hooks/${stage.source.id}/consent`,
    });
    expect(await stage.connection()).toMatchObject({ state: 'waiting', shop: woo.address });
    expect(await woo.agree(app, url.href)).toMatchObject({ status: 200 });
    expect(await stage.connection()).toMatchObject({ state: 'reading', read: 0, total: null });
    await stage.work();
    expect(await stage.connection()).toMatchObject({
      state: 'connected',
      read: 60,
      total: 60,
      found: 54,
      problem: null,
    });
    const read = woo.asked.filter((one) => one.includes('/orders?'));
    expect(read.map((one) => new URL(one.slice(4), woo.address).searchParams.get('page'))).toEqual(['1', '2', '3']);
    const events = await stage.events();
    expect(events).toHaveLength(55);
    expect(events.find(({ id }) => id === '1')).toMatchObject({
      ...{ occurredAt: stage.ago(10), isSigned: false, isRead: true, source: 'woocommerce', state: 'shown' },
    });
    const [first] = await stage.shown();
    expect(first).toMatchObject({ message: 'Ana from Lisbon bought Desk 1', from: 'WooCommerce' });
    const proof = await app.fetch(
      new URL(first?.proof ?? '').pathname.replace('/proof/', '/api/embed/').replace(/([^/]+)$/, 'proof/$1'),
    );
    const [, claims = ''] = (await proof.text()).split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ signed: false, read: true });
    expect(woo.hooks.map(({ topic, delivery_url }) => [topic, delivery_url])).toEqual(
      ['order.created', 'order.updated', 'order.deleted', 'order.restored'].map((topic) => [
        topic,
        `https://proofbell.example/api/hooks/${stage.source.id}`,
      ]),
    );
    // What was read is told again, by a delivery: one event, which is signed from now on.
    expect(await woo.tell(app, 'order.updated', woo.orders[0] as object)).toEqual([200]);
    expect(await woo.tell(app, 'order.created', wooOrder(100, stage.ago(1)))).toEqual([200]);
    expect((await stage.events()).filter(({ id }) => id === '1')).toMatchObject([{ isSigned: true, isRead: false }]);
    app.clock.advance(10 * MINUTE);
    expect((await stage.shown()).map(({ message, from }) => [message, from]).slice(0, 3)).toEqual([
      ['Ana from Lisbon bought Desk 100', '✓ WooCommerce'],
      ['Ana from Lisbon bought Desk 1', '✓ WooCommerce'],
      ['Ana from Lisbon bought Desk 2', 'WooCommerce'],
    ]);
  });

  it('reads no more than the newest 250 purchases', async () => {
    const woo = await startWooShop();
    const stage = await makeConnectable(app, 'woocommerce');
    for (let n = 1; n <= 300; n++) woo.orders.push(wooOrder(n, stage.ago(n)));
    await woo.agree(app, await consent(stage, woo));
    await stage.work();
    expect(await stage.connection()).toMatchObject({ state: 'connected', read: 250, total: 300, found: 250 });
    const { body } = await stage.owner.get<EventList>(`/api/sites/${stage.shop.site.id}/events?search=desk`);
    expect(body.total).toBe(250);
    const { body: older } = await stage.owner.get<EventList>(
      `/api/sites/${stage.shop.site.id}/events?search=desk%20251`,
    );
    expect(older.total).toBe(0);
  });

  it('goes on where it was when the shop is down for a while', async () => {
    const woo = await startWooShop();
    const stage = await makeConnectable(app, 'woocommerce');
    for (let n = 1; n <= 60; n++) woo.orders.push(wooOrder(n, stage.ago(n)));
    await woo.agree(app, await consent(stage, woo));
    // Its webhooks are made, a page is read; then it is away.
    const { asked } = woo;
    woo.failOn(/orders\?.*&page=2$/, status(503, { 'retry-after': '90' }));
    await stage.work();
    expect(await stage.connection()).toMatchObject({
      state: 'reading',
      read: 25,
      total: 60,
      problem: '127.0.0.1 answered 503',
    });
    expect(await stage.events()).toHaveLength(26);
    await stage.work();
    const before = asked.length;
    // Not before it is asked to.
    app.clock.advance(80_000);
    await stage.work();
    expect(asked).toHaveLength(before);
    app.clock.advance(11_000);
    await stage.work();
    expect(await stage.connection()).toMatchObject({ state: 'connected', read: 60, found: 60, problem: null });
    expect(await stage.events()).toHaveLength(61);
    expect(woo.hooks).toHaveLength(4);
  });

  it('goes on where it was when its process died in the middle', async () => {
    const woo = await startWooShop();
    const stage = await makeConnectable(app, 'woocommerce');
    for (let n = 1; n <= 60; n++) woo.orders.push(wooOrder(n, stage.ago(n)));
    await woo.agree(app, await consent(stage, woo));
    woo.failOn(/orders\?.*&page=2$/, () => {});
    const dying = stage.work();
    await soon(async () => woo.asked.some((one) => /&page=2$/.test(one))).toBe(true);
    // As it will never write anything again, another one takes over once its claim is over.
    const next = makeTestApp(database(), CONNECTABLE);
    next.clock.advance(3 * MINUTE);
    await next.running.jobs.flush();
    expect(await stage.connection()).toMatchObject({ state: 'connected', read: 60, found: 60 });
    expect(woo.hooks).toHaveLength(4);
    await next.stop();
    // What the first one still says changes nothing.
    await woo.stop();
    await dying;
    expect(await stage.connection()).toMatchObject({ state: 'connected', problem: null });
    expect(await stage.events()).toHaveLength(61);
  });

  it.each(['first', 'last'] as const)('lets a refund win that comes %s', async (when) => {
    const woo = await startWooShop();
    const order = wooOrder(7, new Date(app.clock.now() - HOUR).toISOString());
    const stage = await makeConnectable(app, 'woocommerce');
    woo.orders.push(order);
    await woo.agree(app, await consent(stage, woo));
    const { secret } = stage.source;
    woo.hooks.push({
      id: 999,
      name: 'x',
      topic: 'order.updated',
      delivery_url: `https://proofbell.example/api/hooks/${stage.source.id}`,
      secret: secret ?? '',
      status: 'active',
    });
    if (when === 'first') await woo.tell(app, 'order.updated', { ...order, status: 'refunded' });
    await stage.work();
    if (when === 'last') await woo.tell(app, 'order.updated', { ...order, status: 'refunded' });
    await woo.tell(app, 'order.updated', order);
    expect((await stage.events()).filter(({ id }) => id === '7')).toMatchObject([
      { state: 'retracted', reason: 'refunded' },
    ]);
    expect(await stage.shown()).toEqual([]);
  });

  it('has what it switched off switched on again, once a day, with a note', async () => {
    const woo = await startWooShop();
    const stage = await connected(woo);
    const [hook] = woo.hooks;
    if (!hook) throw new Error('No webhook');
    hook.status = 'disabled';
    woo.hooks.pop();
    await queueChecks(app.deps);
    await stage.work();
    expect(hook.status).toBe('disabled');
    app.clock.advance(DAY + MINUTE);
    await queueChecks(app.deps);
    await stage.work();
    expect(woo.hooks.map(({ status: isOn }) => isOn)).toEqual(['active', 'active', 'active', 'active']);
    const note = 'The shop had switched off or removed webhooks. They are on again';
    expect(await stage.connection()).toMatchObject({
      state: 'connected',
      note,
      checkedAt: stage.ago(0),
      notedAt: stage.ago(0),
    });
  });

  it('says when its keys are taken back there, and is connected again by a new consent', async () => {
    const woo = await startWooShop();
    const stage = await connected(woo);
    woo.keys.clear();
    expect((await stage.check()).status).toBe(200);
    await stage.work();
    const problem = `${woo.address.slice(7)} doesn't accept the keys, or no longer. Connect it again`;
    expect(await stage.connection()).toMatchObject({ state: 'failed', problem });
    const attention = async () =>
      (await stage.owner.get<{ attention: object[] }>(`/api/sites/${stage.shop.site.id}/attention`)).body.attention;
    const told = { kind: 'source-disconnected', sourceId: stage.source.id, sourceKind: 'woocommerce', problem };
    expect(await attention()).toContainEqual(expect.objectContaining(told));
    const url = await consent(stage, woo);
    expect(await stage.connection()).toMatchObject({ state: 'waiting' });
    expect(await woo.agree(app, url)).toMatchObject({ status: 200 });
    await stage.work();
    expect(await stage.connection()).toMatchObject({ state: 'connected', problem: null });
    expect(await attention()).not.toContainEqual(expect.objectContaining({ kind: 'source-disconnected' }));
    expect(woo.hooks).toHaveLength(4);
  });

  it('counts displays of orders that were read apart from those of signed ones', async () => {
    const woo = await startWooShop();
    for (const n of [1, 2]) woo.orders.push(wooOrder(n, new Date(app.clock.now() - HOUR).toISOString()));
    const stage = await connected(woo);
    const { id } = stage.shop.site;
    const display = async (total: number) => {
      const shown = await stage.shown();
      const events = shown.map((one) => ({ type: 'display', notificationId: one.id, page: '/', device: 'mobile' }));
      const { token } = await payloadOf(app, id);
      expect(await reportEvents(app, id, token, events)).toMatchObject({ status: 204 });
      const read = async () =>
        (await stage.owner.get<{ stats: SiteStats }>(`/api/sites/${id}/stats?range=7d`)).body.stats;
      await soon(async () => (await read()).totals.displays).toBe(total);
      const { provenDisplays, readDisplays } = await read();
      return [provenDisplays, readDisplays];
    };
    expect(await display(2)).toEqual([0, 2]);
    // Told again by a signed delivery, it counts as that: what it showed before, too.
    expect(await woo.tell(app, 'order.updated', woo.orders[0] as object)).toEqual([200]);
    expect(await display(4)).toEqual([2, 2]);
  });

  it('shows what its staff entered, unless its owner wants online orders only', async () => {
    const woo = await startWooShop();
    woo.orders.push(wooOrder(1, new Date(app.clock.now() - HOUR).toISOString(), { created_via: 'checkout' }));
    woo.orders.push(wooOrder(2, new Date(app.clock.now() - HOUR).toISOString(), { created_via: 'admin' }));
    const stage = await connected(woo);
    const messages = async () => (await stage.shown()).map(({ message }) => message).sort();
    expect(await messages()).toEqual(['Ana bought Desk 1', 'Ana bought Desk 2']);
    await stage.owner.put(stage.path, { rules: { isOnlineOnly: true } });
    expect(await messages()).toEqual(['Ana bought Desk 1']);
    expect((await stage.events()).find(({ id }) => id === '2')).toMatchObject({ reason: 'Entered by your staff' });
    await stage.owner.put(stage.path, { rules: { isOnlineOnly: false } });
    expect(await messages()).toHaveLength(2);
  });

  it.each(['disconnect', 'delete the source', 'delete the site', 'delete the account'])(
    'is left without our webhooks when its owner chooses to %s',
    async (how) => {
      const woo = await startWooShop();
      const stage = await connected(woo);
      const own = { ...(woo.hooks[0] as WooShop['hooks'][number]), id: 500, name: 'By hand' };
      woo.hooks.push(own);
      const { owner, path, shop } = stage;
      if (how === 'disconnect') expect((await stage.disconnect()).status).toBe(204);
      if (how === 'delete the source') expect((await owner.delete(path)).status).toBe(204);
      if (how === 'delete the site') expect((await owner.delete(`/api/sites/${shop.site.id}`)).status).toBe(204);
      if (how === 'delete the account') {
        await owner.post('/api/auth/confirm', { password: 'correct horse' });
        await owner.delete('/api/auth/me');
      }
      if (how === 'disconnect') expect(await stage.connection()).toBeNull();
      await stage.work();
      expect(woo.hooks).toEqual([own]);
      expect(await app.deps.db.selectFrom('connections').selectAll().execute()).toEqual([]);
    },
  );

  it('that is gone blocks nothing, and is given up after three days', async () => {
    const woo = await startWooShop();
    const stage = await connected(woo);
    await woo.stop();
    expect((await stage.owner.delete(stage.path)).status).toBe(204);
    await stage.work();
    const left = () => app.deps.db.selectFrom('connections').select('state').execute();
    expect(await left()).toEqual([{ state: 'leaving' }]);
    app.clock.advance(3 * DAY + 7 * HOUR);
    await stage.work();
    expect(await left()).toEqual([]);
  });

  it('belongs to one source of a site, and to several sites', async () => {
    const woo = await startWooShop();
    const stage = await connected(woo);
    const second = await makeConnectable(app, 'woocommerce', stage);
    const { status: refused, body } = await second.connect({ shop: `${woo.address}/` });
    expect([refused, body.message]).toEqual([409, expect.stringContaining('another source')]);
    // Another shop in its place: the first is left.
    const elm = await startWooShop();
    expect(await elm.agree(app, await consent(stage, elm))).toMatchObject({ status: 200 });
    await stage.work();
    expect([woo.hooks.length, elm.hooks.length]).toEqual([0, 4]);
    expect(await stage.connection()).toMatchObject({ state: 'connected', shop: elm.address });
    expect((await second.connect({ shop: woo.address })).status).toBe(200);
  });
});

describe('the address that an owner types', () => {
  it('is read as people write it, and is looked for where WordPress can be', async () => {
    const app = await startApp(CONNECTABLE);
    const stage = await makeConnectable(app, 'woocommerce');
    const woo = await startWooShop();
    for (const typed of [
      woo.address,
      `${woo.address}/`,
      `${woo.address}/wp-admin/admin.php?page=wc`,
      `${woo.address}/shop/`,
    ]) {
      const { body } = await stage.connect({ shop: typed });
      expect([typed, body.source.connection?.shop]).toEqual([typed, woo.address]);
    }
    const plain = await startWooShop({ isPlain: true, stripsHeader: true });
    plain.orders.push(wooOrder(1, stage.ago(10)));
    const { body } = await stage.connect({ shop: plain.address });
    expect(body.consentUrl?.startsWith(`${plain.address}/?wc-auth-version=1&wc-auth-route=authorize&app_name=`)).toBe(
      true,
    );
    expect(await plain.agree(app, body.consentUrl ?? '')).toMatchObject({ status: 200 });
    await stage.work();
    expect(await stage.connection()).toMatchObject({ state: 'connected', shop: plain.address, found: 1 });
  });

  it('is named where there is no shop, in the field', async () => {
    const app = await startApp(CONNECTABLE);
    const stage = await makeConnectable(app, 'woocommerce');
    const woo = await startWooShop();
    woo.fail(...Array.from({ length: 2 }, () => status(404)));
    for (const [shop, message] of [
      [woo.address, `There is no WooCommerce at ${woo.address.slice(7)}. Enter the address of the shop's home page`],
      ['no address', 'This is no address of a shop. Enter one such as https://shop.example'],
      ['https://user:password@shop.example', 'This is no address of a shop. Enter one such as https://shop.example'],
      ['http://127.0.0.1:1', '127.0.0.1 is out of reach (ECONNREFUSED)'],
      [undefined, "Enter the shop's address"],
    ]) {
      const { status: code, body } = await stage.connect({ shop });
      expect([code, body.errors]).toEqual([400, [{ field: 'shop', message }]]);
    }
    expect(await stage.connection()).toBeNull();
  });
});

describe('an installation that shops cannot reach', () => {
  it.each([
    ['http://localhost:3000', "Shops can't reach this server"],
    ['http://proofbell.example', "Shops can't reach this server"],
    ['https://192.168.1.10', "Shops can't reach this server"],
    ['https://proofbell.local', "Shops can't reach this server"],
    ['https://proofbell.example:8443', 'WordPress only reaches ports 80, 443 and 8080'],
  ])('says so before anything is called: %s', async (PUBLIC_URL, message) => {
    const app = await startApp({ PUBLIC_URL });
    const stage = await makeConnectable(app, 'woocommerce');
    const { status: code, body } = await stage.connect({ shop: 'https://shop.example' });
    expect([code, body.message]).toEqual([409, expect.stringContaining(message)]);
    expect((await stage.read()).connectRefusal).toBe(body.message);
  });

  it('is the only one: at a public address, shops are called, but none on a network of its own', async () => {
    const app = await startApp({ PUBLIC_URL: 'https://proofbell.example' });
    const stage = await makeConnectable(app, 'woocommerce');
    const woo = await startWooShop();
    expect((await stage.read()).connectRefusal).toBeNull();
    for (const shop of [woo.address, woo.address.replace('http:', 'https:'), 'https://localhost'])
      expect((await stage.connect({ shop })).body.errors).toMatchObject([{ field: 'shop' }]);
    expect(woo.asked).toEqual([]);
  });
});
