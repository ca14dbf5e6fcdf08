// Sources are connected to Stripe accounts by a restricted key: past checkouts and what was paid back of them, one webhook
// endpoint, its end. On both databases, with an account that answers over HTTP as Stripe documents.
import { expect, it } from 'vitest';
import { queueChecks } from '#server/domain/events/connection-jobs.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#shared/time.ts';
import { describeApp } from './support/apps.ts';
import { CONNECTABLE, makeConnectable } from './support/connected-shop.ts';
import { status } from './support/shop-server.ts';
import { startStripeAccount, stripeCharge, stripeRefund, stripeSession } from './support/stripe-account.ts';

describeApp('a connected Stripe account', { env: CONNECTABLE }, ({ app }) => {
  const seconds = (minutes: number) => Math.floor((app.clock.now() - minutes * MINUTE) / SECOND);
  const start = async () => {
    const account = await startStripeAccount();
    const stage = await makeConnectable(app, 'stripe');
    const connect = (apiKey = account.apiKey) => stage.connect({ shop: account.address, apiKey });
    return { account, stage, connect };
  };
  const url = (sourceId: string) => `https://proofbell.example/api/hooks/${sourceId}`;

  it('has its checkouts read, without what was paid back or disputed, and delivers what comes', async () => {
    const { account, stage, connect } = await start();
    for (let n = 1; n <= 30; n++) account.sessions.push(stripeSession(n, seconds(n * 10)));
    account.refunds.push(stripeRefund(3, seconds(5)));
    account.disputes.push(
      {
        ...{ id: 'dp_4', object: 'dispute', created: seconds(4), status: 'needs_response', payment_intent: 'pi_4' },
        amount: 10_000,
        currency: 'eur',
      },
      {
        ...{ id: 'dp_5', object: 'dispute', created: seconds(4), status: 'won', payment_intent: 'pi_5' },
        amount: 10_000,
        currency: 'eur',
      },
    );
    expect(await connect()).toMatchObject({
      status: 200,
      body: { consentUrl: null, source: { connection: { state: 'reading' } } },
    });
    await stage.work();
    expect(await stage.connection()).toMatchObject({
      state: 'connected',
      shop: `${account.address}/acct_1`,
      found: 30,
      problem: null,
    });
    const products = async () => (await stage.shown()).map(({ message }) => message);
    expect((await products()).slice(0, 3)).toEqual([
      'Ana from Lisbon bought Desk 1',
      'Ana from Lisbon bought Desk 2',
      'Ana from Lisbon bought Desk 5',
    ]);
    expect((await stage.events()).find(({ id }) => id === 'pi_1')).toMatchObject({
      isRead: true,
      isSigned: false,
      occurredAt: stage.ago(10),
    });
    expect(account.endpoints).toMatchObject([
      { url: url(stage.source.id), status: 'enabled', metadata: { proofbell: 'connected' } },
    ]);
    expect(await account.tell(app, 'checkout.session.completed', stripeSession(31, seconds(0)))).toEqual([200]);
    expect(await account.tell(app, 'charge.refunded', stripeRefund(1, seconds(0)).charge as object)).toEqual([200]);
    expect((await products()).slice(0, 2)).toEqual(['Ana from Lisbon bought Desk 31', 'Ana from Lisbon bought Desk 2']);
    expect((await stage.read()).status).toBe('working');
  });

  it('has charges of forms of its own read, each payment once, and neither renewals nor what was paid back', async () => {
    const { account, stage, connect } = await start();
    const desk = { description: 'Oak Desk' };
    for (let n = 1; n <= 30; n++) account.sessions.push(stripeSession(n, seconds(n * 10 + 30)));
    for (let n = 1; n <= 30; n++) account.charges.push(stripeCharge(n, seconds(n * 10 + 30)));
    for (let n = 31; n <= 150; n++) account.charges.push(stripeCharge(n, seconds(300 + n)));
    account.charges.push(
      stripeCharge(151, seconds(20), desk),
      stripeCharge(201, seconds(9), { description: 'Subscription update' }),
      stripeCharge(202, seconds(8), { ...desk, amount_refunded: 10_000, refunded: true }),
      stripeCharge(203, seconds(7), { ...desk, status: 'failed' }),
      stripeCharge(204, seconds(6), desk),
    );
    account.refunds.push(stripeRefund(204, seconds(5)));
    await connect();
    await stage.work();
    // 30 checkouts with their charges, and 125 others: a renewal, a failed one and one paid back are no purchases.
    const all = { state: 'connected', read: 155, found: 152, problem: null };
    expect(await stage.connection()).toMatchObject(all);
    await connect();
    await stage.work();
    expect(await stage.connection()).toMatchObject(all);
    // A refunded one is kept as a receipt.
    const stored = await app.deps.db.selectFrom('events').select('event_id').execute();
    expect(stored.filter(({ event_id }) => /^pi_\d+$/.test(event_id))).toHaveLength(152);
    expect((await stage.shown()).map(({ message }) => message).slice(0, 2)).toEqual([
      'Ben from Oslo bought Oak Desk',
      'Ana from Lisbon bought Desk 1',
    ]);
    // As Stripe sends them: the charge before its checkout.
    const now = seconds(0);
    expect(await account.tell(app, 'charge.succeeded', stripeCharge(301, now))).toEqual([200]);
    expect(await account.tell(app, 'checkout.session.completed', stripeSession(301, now))).toEqual([200]);
    expect(await account.tell(app, 'charge.succeeded', stripeCharge(302, now, { captured: false }))).toEqual([200]);
    expect((await stage.shown())[0]?.message).toBe('Ben from Oslo bought Desk 301');
    expect(await account.tell(app, 'charge.refunded', stripeRefund(301, now).charge as object)).toEqual([200]);
    expect((await stage.shown())[0]?.message).toBe('Ben from Oslo bought Oak Desk');
  });

  it('loses what was paid back of a subscription once all is read, and nothing else of its buyer', async () => {
    const { account, stage, connect } = await start();
    const of = { customer: 'cus_1' };
    account.sessions.push(
      stripeSession(1, seconds(50), { ...of, mode: 'subscription', subscription: 'sub_1', payment_intent: null }),
      stripeSession(2, seconds(40), { ...of, amount_total: 500 }),
    );
    account.refunds.push(stripeRefund(9, seconds(30), of));
    await connect();
    await stage.work();
    expect((await stage.shown()).map(({ message }) => message)).toEqual(['Ana bought Desk 2']);
  });

  it('has its endpoint switched on again, and a new one with a new secret when it was deleted', async () => {
    const { account, stage, connect } = await start();
    await connect();
    await stage.work();
    const tomorrow = async () => {
      app.clock.advance(DAY + MINUTE);
      await queueChecks(app.deps);
      await stage.work();
    };
    Object.assign(account.endpoints[0] ?? {}, { status: 'disabled', enabled_events: ['invoice.paid'] });
    await tomorrow();
    expect(account.endpoints).toMatchObject([
      { status: 'enabled', enabled_events: expect.arrayContaining(['charge.refunded']) },
    ]);
    account.endpoints.pop();
    await tomorrow();
    expect(account.endpoints).toHaveLength(1);
    expect(await account.tell(app, 'checkout.session.completed', stripeSession(1, seconds(0)))).toEqual([200]);
    expect(await stage.connection()).toMatchObject({ state: 'connected', note: expect.any(String) });
  });

  it('refuses keys of test mode, of everything, of nobody, and those that lack a permission', async () => {
    const { account, stage, connect } = await start();
    const refused = async (apiKey?: string) => (await connect(apiKey)).body.errors;
    const form = [{ field: 'apiKey', message: 'Paste a restricted key of live mode, which starts with rk_live_' }];
    for (const key of ['rk_test_0123456789', 'sk_live_0123456789', 'whatever'])
      expect(await refused(key)).toEqual(form);
    expect(await refused('rk_live_nobodys0123')).toEqual([
      { field: 'apiKey', message: "Stripe doesn't accept the key, or no longer. Connect it again" },
    ]);
    account.lacking.add('rak_refund_read');
    expect(await refused()).toEqual([{ field: 'apiKey', message: 'The key lacks a permission: rak_refund_read' }]);
    account.lacking.clear();
    // Whose account it is, a key need not be told.
    account.lacking.add('rak_account_read');
    expect((await connect()).status).toBe(200);
    expect(await stage.connection()).toMatchObject({ shop: `${account.address}/…${account.apiKey.slice(-4)}` });
  });

  it('is left without our endpoint, and goes on after an outage', async () => {
    const { account, stage, connect } = await start();
    account.sessions.push(stripeSession(1, seconds(10)));
    account.failOn(/checkout.sessions\?.*expand/, status(503), status(500));
    await connect();
    await stage.work();
    expect(await stage.connection()).toMatchObject({ state: 'reading', problem: '127.0.0.1 answered 500' });
    app.clock.advance(HOUR);
    await stage.work();
    expect(await stage.connection()).toMatchObject({ state: 'connected', found: 1 });
    account.endpoints.push({
      ...(account.endpoints[0] as (typeof account.endpoints)[number]),
      id: 'we_own',
      url: 'https://own.example/',
      metadata: {},
    });
    await stage.disconnect();
    await stage.work();
    expect(account.endpoints.map(({ id }) => id)).toEqual(['we_own']);
    const all = JSON.stringify([app.logged, await app.deps.db.selectFrom('connections').selectAll().execute()]);
    expect(all).not.toContain(account.apiKey);
  });
});
