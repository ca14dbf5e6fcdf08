// Sources are connected to Shopify shops by the credentials of the owner's app: past orders, webhooks, tokens of a day, the
// end. On both databases, with a shop that answers over HTTP as Shopify documents.
import { expect, it } from 'vitest';
import { queueChecks } from '#server/domain/events/connection-jobs.ts';
import { SHOPIFY_API_VERSION, shopifyAppToml } from '#shared/shopify-app.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#shared/time.ts';
import { describeApp, startApp } from './support/apps.ts';
import { CONNECTABLE, makeConnectable } from './support/connected-shop.ts';
import { shopifyOrder } from './support/deliveries.ts';
import { shopifyNode, startShopifyShop, throttled } from './support/shopify-shop.ts';

describeApp('a connected Shopify shop', { env: CONNECTABLE }, ({ app }) => {
  const start = async () => {
    const shop = await startShopifyShop();
    shop.state.now = app.clock.now();
    const stage = await makeConnectable(app, 'shopify');
    const { clientId, secret } = shop;
    const connect = (given: object = { clientId, secret }) => stage.connect({ shop: shop.address, ...given });
    return { shop, stage, connect };
  };

  it('has its orders read as its webhooks would tell them, and delivers what comes', async () => {
    const { shop, stage, connect } = await start();
    for (let n = 1; n <= 40; n++) shop.orders.push(shopifyNode(n, stage.ago(n * 10)));
    Object.assign(shop.orders[1] ?? {}, { displayFinancialStatus: 'REFUNDED' });
    Object.assign(shop.orders[2] ?? {}, { displayFinancialStatus: 'PENDING' });
    Object.assign(shop.orders[3] ?? {}, { cancelledAt: stage.ago(1) });
    Object.assign(shop.orders[4] ?? {}, { test: true });
    // What a plan withholds.
    Object.assign(shop.orders[5] ?? {}, { email: null, customer: null, billingAddress: null });
    expect(await connect()).toMatchObject({ status: 200, body: { consentUrl: null } });
    await stage.work();
    expect(await stage.connection()).toMatchObject({
      state: 'connected',
      read: 40,
      total: 40,
      found: 36,
      problem: null,
    });
    expect((await stage.shown()).map(({ message, from }) => [message, from]).slice(0, 3)).toEqual([
      ['Ana from Lisbon bought Desk 1', 'Shopify'],
      ['Someone bought Desk 6', 'Shopify'],
      ['Ana from Lisbon bought Desk 7', 'Shopify'],
    ]);
    expect(shop.hooks.map(({ topic }) => topic)).toEqual([
      ...['ORDERS_PAID', 'ORDERS_UPDATED', 'ORDERS_CANCELLED', 'ORDERS_DELETE', 'REFUNDS_CREATE'],
    ]);
    // One event, whichever tells of it.
    expect(await shop.tell(app, 'orders/updated', shopifyOrder(1, stage.ago(10)))).toEqual([200]);
    expect((await stage.events()).filter(({ id }) => id === '1')).toMatchObject([{ isSigned: true, isRead: false }]);
    expect(await shop.tell(app, 'orders/cancelled', { id: 1, cancelled_at: stage.ago(0) })).toEqual([200]);
    expect((await stage.events()).filter(({ id }) => id === '1')).toMatchObject([{ state: 'retracted' }]);
  });

  it('is asked with a token of a day, which is renewed before it ends, and is in no database', async () => {
    const { shop, stage, connect } = await start();
    await connect();
    await stage.work();
    expect(shop.tokens.size).toBe(1);
    const later = async (ms: number) => {
      app.clock.advance(ms);
      shop.state.now = app.clock.now();
      await stage.check();
      await stage.work();
      expect(await stage.connection()).toMatchObject({ state: 'connected', problem: null });
    };
    await later(22 * HOUR);
    expect(shop.tokens.size).toBe(1);
    await later(HOUR + MINUTE);
    expect(shop.tokens.size).toBe(2);
    const rows = JSON.stringify([app.logged, await app.deps.db.selectFrom('connections').selectAll().execute()]);
    for (const secret of [...shop.tokens.keys(), shop.secret]) expect(rows).not.toContain(secret);
  });

  it('goes on when it is throttled, and says what its app may not', async () => {
    const { shop, stage, connect } = await start();
    shop.orders.push(shopifyNode(1, stage.ago(10)));
    await connect();
    shop.fail(throttled);
    await stage.work();
    expect(await stage.connection()).toMatchObject({
      state: 'reading',
      problem: `127.0.0.1:${shop.port} asks us to wait`,
    });
    app.clock.advance(11 * SECOND);
    await stage.work();
    expect(await stage.connection()).toMatchObject({ state: 'connected', found: 1 });
    shop.state.isInstalled = false;
    shop.tokens.clear();
    await stage.check();
    await stage.work();
    expect(await stage.connection()).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('Connect it again'),
    });
  });

  it('has the webhooks made again that it dropped, and none once it is disconnected', async () => {
    const { shop, stage, connect } = await start();
    await connect();
    await stage.work();
    shop.hooks.splice(0, 2);
    app.clock.advance(DAY + MINUTE);
    shop.state.now = app.clock.now();
    await queueChecks(app.deps);
    await stage.work();
    expect(shop.hooks).toHaveLength(5);
    expect(await stage.connection()).toMatchObject({ note: expect.stringContaining('They are on again') });
    await stage.disconnect();
    await stage.work();
    expect(shop.hooks).toEqual([]);
  });

  it('takes the token of an older app, and refuses what opens nothing, by its field', async () => {
    const { shop, connect } = await start();
    const { clientId, secret } = shop;
    const refused = async (given: object) => (await connect(given)).body.errors;
    expect(await refused({ clientId })).toMatchObject([{ field: 'secret' }]);
    expect(await refused({ secret })).toMatchObject([{ field: 'clientId' }]);
    expect(await refused({ clientId, secret: 'shpss_of_another_app' })).toMatchObject([{ field: 'clientId' }]);
    expect(await refused({ token: 'shpat_made_up', secret })).toMatchObject([{ field: 'token' }]);
    shop.state.scopes = ['read_products'];
    expect(await refused({ clientId, secret })).toMatchObject([
      { field: 'clientId', message: expect.stringContaining('read_orders') },
    ]);
    shop.state.scopes = ['read_orders'];
    shop.tokens.set('shpat_of_an_older_app', Infinity);
    expect((await connect({ token: 'shpat_of_an_older_app', secret })).status).toBe(200);
  });
});

it('is known by every spelling of its address', async () => {
  const { shops } = (await startApp(CONNECTABLE)).deps;
  for (const typed of [
    'oak',
    'oak.myshopify.com',
    'https://Oak.myshopify.com/admin',
    'https://admin.shopify.com/store/oak/apps',
  ])
    expect([typed, await shops.shopify.find(typed, {})]).toEqual([typed, 'https://oak.myshopify.com']);
  for (const typed of ['', 'https://oak.example', 'oak.myshopify.com.evil.example', '-', 'http://10.0.0.1', 'a b'])
    await expect(shops.shopify.find(typed, {})).rejects.toThrow('.myshopify.com');
});

it('has an app configuration that names the topics of erasure', () => {
  const toml = shopifyAppToml('https://proofbell.example/api/hooks/x');
  expect(toml).toContain('compliance_topics = ["customers/data_request", "customers/redact", "shop/redact"]');
  expect(toml).toContain('uri = "https://proofbell.example/api/hooks/x"');
  expect(SHOPIFY_API_VERSION).toMatch(/^20\d\d-(?:01|04|07|10)$/);
});
