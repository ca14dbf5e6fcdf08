// The sandbox through Stripe's own SDK, on both databases.
import Stripe from 'stripe';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DAY, MINUTE } from '#shared/time.ts';
import { makeClock, SECRET, type TestClock } from '#tests/support/app.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { TEST_CALLS } from '#tests/support/sandbox-calls.ts';
import { makeIds } from '../clock-ids.ts';
import { makeStripe } from '../stripe/stripe.ts';
import { SANDBOX_PRICE_IDS } from './catalog.ts';
import { payCheckout } from './checkout.ts';
import { skipPeriod } from './portal.ts';
import { makeSandbox, type Sandbox } from './sandbox.ts';

const URLS = { success_url: 'http://proofbell.test/payment-success', cancel_url: 'http://proofbell.test/register' };

onBothDatabases('the sandbox', { postgres: 'long' }, (database) => {
  let clock: TestClock;
  let sandbox: Sandbox;
  let stripe: Stripe;
  const warned: unknown[] = [];
  beforeEach(async () => {
    clock = makeClock();
    const log = { info() {}, error() {}, warn: (details: object) => void warned.push(details) };
    sandbox = makeSandbox({
      db: database().db,
      clock,
      ids: makeIds(clock),
      log,
      secretKey: SECRET,
      publicUrl: 'http://proofbell.test',
      calls: TEST_CALLS,
    });
    stripe = new Stripe(sandbox.apiKey, { ...(await sandbox.server()), maxNetworkRetries: 0, telemetry: false });
  });
  afterEach(() => sandbox.stop());

  const buy = async (price = 'price_growth_annual') => {
    const customer = await stripe.customers.create({ email: 'ana@shop.example' });
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: customer.id,
      line_items: [{ price, quantity: 1 }],
      client_reference_id: 'r-1',
      subscription_data: { metadata: { reference: 'r-1' } },
      ...URLS,
    });
    return { customer, session };
  };
  const bought = async (price?: string) => {
    const { customer, session } = await buy(price);
    await sandbox.transact((store) => payCheckout(store, session.id, 'visa'));
    const [subscription] = (await stripe.subscriptions.list({ customer: customer.id })).data;
    if (!subscription) throw new Error('nothing was bought');
    return { customer, session, subscription };
  };

  it('forgets the addresses of customers whom no account and no registration knows, and of no others', async () => {
    const [gone, known] = [await bought(), await buy()];
    await database()
      .db.insertInto('registrations')
      .values({
        ...{ id: 'r-1', email: 'ana@shop.example', email_lower: 'ana@shop.example', plan: 'growth', cycle: 'annual' },
        ...{ status: 'payment_pending', customer_id: known.customer.id, expires_at: '2026-05-01T00:00:00.000Z' },
        ...{ checkout_id: null, checkout_url: null, checkout_expires_at: null, subscription_id: null },
        ...{ user_id: null, paid_at: null },
        ...{ created_at: '2026-03-10T12:00:00.000Z', updated_at: '2026-03-10T12:00:00.000Z' },
      })
      .execute();
    const holders = async () => {
      const rows = await database().db.selectFrom('sandbox_objects').select(['type', 'data']).execute();
      return rows.filter(({ data }) => data.includes('ana@shop.example')).map(({ type }) => type);
    };
    // They may be being made just now.
    await sandbox.catchUp();
    expect((await holders()).length).toBeGreaterThan(5);
    clock.advance(11 * MINUTE);
    await sandbox.catchUp();
    expect(await holders()).toEqual(['customer']);
    expect(await stripe.customers.retrieve(known.customer.id)).toMatchObject({ email: 'ana@shop.example' });
    const { data } = await stripe.invoices.list({ customer: gone.customer.id });
    expect(data).toMatchObject([{ customer_email: null, status: 'paid' }]);
  });

  it('sells a plan: nothing on a decline, then a subscription with a paid invoice', async () => {
    const { customer, session } = await buy();
    expect(session).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 49_000,
      subscription: null,
    });
    await expect(sandbox.transact((store) => payCheckout(store, session.id, 'visa_chargeDeclined'))).rejects.toThrow(
      'Your card was declined.',
    );
    expect((await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toEqual([]);
    await sandbox.transact((store) => payCheckout(store, session.id, 'visa'));
    await sandbox.transact((store) => payCheckout(store, session.id, 'visa'));
    const paid = await stripe.checkout.sessions.retrieve(session.id);
    expect(paid).toMatchObject({ status: 'complete', payment_status: 'paid', url: null });
    const { data } = await stripe.subscriptions.list({ customer: customer.id });
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({ id: paid.subscription, status: 'active', metadata: { reference: 'r-1' } });
    const invoices = await stripe.invoices.list({ subscription: data[0]?.id ?? '', status: 'paid' });
    expect(invoices.data.map(({ amount_paid }) => amount_paid)).toEqual([49_000]);
  });

  it('renews, ends with the period when it was cancelled, and ends after failed payments', async () => {
    const { customer, subscription } = await bought('price_starter_monthly');
    clock.advance(32 * DAY);
    const renewed = await stripe.subscriptions.retrieve(subscription.id);
    expect(renewed.status).toBe('active');
    expect((await stripe.invoices.list({ customer: customer.id })).data).toHaveLength(2);
    await stripe.subscriptions.update(subscription.id, { default_payment_method: 'pm_card_chargeCustomerFail' });
    clock.advance(31 * DAY);
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('past_due');
    clock.advance(16 * DAY);
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled');

    const other = await bought();
    await stripe.subscriptions.update(other.subscription.id, { cancel_at_period_end: true });
    await sandbox.transact((store) => skipPeriod(store, other.subscription));
    const ended = await stripe.subscriptions.retrieve(other.subscription.id);
    expect(ended).toMatchObject({ status: 'canceled', ended_at: other.subscription.items.data[0]?.current_period_end });
  });

  it('repeats an answer under the same key, however many ask at once, and refuses another question', async () => {
    const ask = (email: string) => stripe.customers.create({ email }, { idempotencyKey: 'one' });
    const made = await Promise.all(Array.from({ length: 8 }, () => ask('ana@shop.example')));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    await expect(ask('bob@shop.example')).rejects.toMatchObject({ type: 'StripeIdempotencyError' });
  });

  it('delivers its events signed, and again until they are taken', async () => {
    await bought();
    const seen: string[] = [];
    let status = 500;
    const deliver = async (request: Request) => {
      const signature = request.headers.get('stripe-signature') ?? '';
      const { webhookSecret } = sandbox;
      const event = stripe.webhooks.constructEvent(
        await request.text(),
        signature,
        webhookSecret,
        300,
        undefined,
        clock.now(),
      );
      seen.push(event.type);
      return new Response(null, { status });
    };
    expect(await sandbox.deliverDue(deliver)).toBe(3);
    expect(await sandbox.deliverDue(deliver)).toBe(0);
    status = 200;
    clock.advance(6_000);
    expect(await sandbox.deliverDue(deliver)).toBe(3);
    clock.advance(DAY);
    expect(await sandbox.deliverDue(deliver)).toBe(0);
    expect([...new Set(seen)].sort()).toEqual([
      'checkout.session.completed',
      'customer.subscription.created',
      'invoice.paid',
    ]);
  });

  it('answers nobody without its secret', async () => {
    const server = await sandbox.server();
    const stranger = new Stripe('sk_test_sandbox', { ...server, maxNetworkRetries: 0 });
    await expect(stranger.customers.create({})).rejects.toMatchObject({ type: 'StripeAuthenticationError' });
  });

  it('serves the port to the payment provider', async () => {
    const payments = makeStripe({
      secretKey: sandbox.apiKey,
      webhookSecret: sandbox.webhookSecret,
      priceIds: SANDBOX_PRICE_IDS,
      mode: 'test',
      clock,
      server: sandbox.server,
    });
    expect(await payments.readPrices()).toHaveLength(6);
    const { subscription } = await bought();
    expect(await payments.readSubscription(subscription.id)).toMatchObject({
      plan: 'growth',
      cycle: 'annual',
      reference: 'r-1',
    });
    await payments.cancelSubscription(subscription.id, 'cancel');
    expect(await payments.refundSubscription(subscription.id, 'refund')).toBe(49_000);
    expect(await payments.refundSubscription(subscription.id, 'again')).toBe(49_000);
  });
});
