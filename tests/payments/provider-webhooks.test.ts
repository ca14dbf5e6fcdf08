// The portal, the prices and webhooks, asked of the sandbox or of Stripe (provider-checkouts.test.ts).
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PortalFlow } from '#server/domain/billing/payments.ts';
import { priceIssues } from '#server/domain/billing/prices.ts';
import { HOUR } from '#shared/time.ts';
import {
  kindOf,
  PROVIDER_NAME,
  PROVIDER_TIMEOUT,
  startProvider,
  type TestProvider,
} from '../support/payment-provider.ts';

describe(`portal, prices and webhooks, with ${PROVIDER_NAME}`, { timeout: PROVIDER_TIMEOUT }, () => {
  let provider: TestProvider;
  let payments: TestProvider['payments'];
  let stripe: Stripe;
  beforeAll(async () => {
    provider = await startProvider();
    ({ payments, stripe } = provider);
  }, PROVIDER_TIMEOUT);
  afterAll(() => provider.stop());

  it('the portal has a page for a customer, and none for nobody', async () => {
    const { customerId } = await provider.newBuyer();
    const returnUrl = 'https://proof.example/settings';
    expect(await payments.createPortal({ customerId, returnUrl })).toMatch(/^https?:\/\/\S+$/);
    expect(await kindOf(payments.createPortal({ customerId: 'cus_none', returnUrl }))).toBe('not-found');
  });

  it("the portal opens at a change or at the cancelation of the customer's own subscription", async () => {
    const buyer = await provider.newBuyer();
    const { id } = await provider.buy(buyer, 'growth', 'monthly');
    const other = await provider.newBuyer();
    const open = (customerId: string, to: PortalFlow['to']) =>
      payments.createPortal({
        customerId,
        returnUrl: 'https://proof.example/settings',
        flow: { subscriptionId: id, to },
      });
    expect(await open(buyer.customerId, { plan: 'agency', cycle: 'annual' })).toMatch(/^https?:\/\/\S+$/);
    expect(await open(buyer.customerId, 'canceled')).toMatch(/^https?:\/\/\S+$/);
    expect(await kindOf(open(other.customerId, 'canceled'))).not.toBeNull();
  });

  it('the prices are those of the plans', async () => {
    const prices = await payments.readPrices();
    expect(prices).toHaveLength(6);
    expect(priceIssues(payments.priceIds, prices)).toEqual([]);
  });

  describe('a webhook', () => {
    const read = (body: string, signature: string) => payments.readEvent(Buffer.from(body), signature);
    const sign = (payload: string, change: { secret?: string; timestamp?: number } = {}) =>
      stripe.webhooks.generateTestHeaderString({
        payload,
        secret: provider.webhookSecret,
        timestamp: Math.floor(provider.clock.now() / 1000),
        ...change,
      });
    /** @returns the events about a subscription that is bought and paid, as the provider sends them. */
    async function eventsOfPurchase() {
      const buyer = await provider.newBuyer();
      const { id } = await provider.buy(buyer, 'growth', 'annual');
      const find = async () => {
        const { data } = await stripe.events.list({ limit: 100 });
        return data.filter((event) => JSON.stringify(event.data.object).includes(buyer.customerId));
      };
      const kinds = async () => (await find()).map(({ type }) => type);
      await expect.poll(kinds, { timeout: 20_000 }).toContain('invoice.paid');
      return { id, buyer, events: await find() };
    }

    it('says what happened to which object', async () => {
      const { id, buyer, events } = await eventsOfPurchase();
      for (const type of ['customer.subscription.created', 'invoice.paid']) {
        const event = events.find((one) => one.type === type);
        if (!event) throw new Error(`no ${type}`);
        const body = JSON.stringify(event);
        expect(await read(body, sign(body))).toEqual({
          id: event.id,
          type,
          createdAt: event.created * 1000,
          customerId: buyer.customerId,
          subscriptionId: id,
          checkoutId: null,
          chargeId: null,
        });
      }
    });

    it('of a checkout names it', async () => {
      const reference = provider.unique('reference');
      const customerId = await payments.createCustomer({
        email: 'a@b.example',
        reference,
        key: `customer:${reference}`,
      });
      const { id } = await payments.createCheckout({
        customerId,
        plan: 'starter',
        cycle: 'monthly',
        reference,
        successUrl: 'https://proof.example/ok',
        cancelUrl: 'https://proof.example/no',
        expiresAt: provider.clock.now() + 2 * HOUR,
        key: `checkout:${reference}:1`,
      });
      await payments.expireCheckout(id);
      const find = async () =>
        (await stripe.events.list({ type: 'checkout.session.expired', limit: 100 })).data.find(
          (one) => (one.data.object as { id?: string }).id === id,
        );
      await expect.poll(find, { timeout: 20_000 }).toBeTruthy();
      const body = JSON.stringify(await find());
      expect(await read(body, sign(body))).toMatchObject({
        type: 'checkout.session.expired',
        checkoutId: id,
        customerId,
        subscriptionId: null,
      });
    });

    it("is refused unless it is the provider's, unchanged and fresh", async () => {
      const { events } = await eventsOfPurchase();
      const body = JSON.stringify(events[0]);
      const now = Math.floor(provider.clock.now() / 1000);
      const header = sign(body);
      const refused: Record<string, [string, string]> = {
        unsigned: [body, ''],
        'signed by somebody else': [body, sign(body, { secret: 'whsec_other' })],
        changed: [body.replace('"active"', '"canceled"').concat(' '), header],
        'of six minutes ago': [body, sign(body, { timestamp: now - 301 })],
        'of six minutes ahead': [body, sign(body, { timestamp: now + 301 })],
        'with another time': [body, header.replace(/t=\d+/, `t=${now - 1}`)],
        'with a header of nonsense': [body, 'v1=;t='],
        'signed, but no JSON': ['{', sign('{')],
        'signed, but no event': ['{"object":"charge","id":"ch_1"}', sign('{"object":"charge","id":"ch_1"}')],
        'signed, but empty': ['', sign(' ')],
      };
      for (const [name, [text, signature]] of Object.entries(refused)) {
        expect([name, await kindOf(read(text, signature))]).toEqual([name, 'bad-signature']);
      }
      expect(await kindOf(read(body, sign(body, { timestamp: now - 299 })))).toBeNull();
    });
  });
});
