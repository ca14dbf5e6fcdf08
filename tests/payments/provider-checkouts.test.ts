// Customers and checkouts, asked of the sandbox, or of Stripe when STRIPE_SECRET_KEY is that of a test account. Whatever
// differs between the two fails here.
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Checkout } from '#server/domain/billing/payments.ts';
import { HOUR, MINUTE, SECOND } from '#shared/time.ts';
import {
  kindOf,
  PROVIDER_NAME,
  PROVIDER_TIMEOUT,
  startProvider,
  type TestProvider,
} from '../support/payment-provider.ts';

describe(`customers and checkouts, with ${PROVIDER_NAME}`, { timeout: PROVIDER_TIMEOUT }, () => {
  let provider: TestProvider;
  let payments: TestProvider['payments'];
  let stripe: Stripe;
  beforeAll(async () => {
    provider = await startProvider();
    ({ payments, stripe } = provider);
  }, PROVIDER_TIMEOUT);
  afterAll(() => provider.stop());

  describe('customers', () => {
    it('are created once for a key, with our reference', async () => {
      const reference = provider.unique('reference');
      const input = { email: 'ana@shop.example', reference, key: `customer:${reference}` };
      const id = await payments.createCustomer(input);
      expect(await payments.createCustomer(input)).toBe(id);
      const customer = await stripe.customers.retrieve(id);
      expect(customer).toMatchObject({ email: 'ana@shop.example', metadata: { reference } });
    });

    it('are created once by parallel calls, or the others are told to try again', async () => {
      const reference = provider.unique('reference');
      const input = { email: 'ana@shop.example', reference, key: `customer:${reference}` };
      const results = await Promise.allSettled(Array.from({ length: 5 }, () => payments.createCustomer(input)));
      const ids = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      const faults = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.kind] : []));
      expect(new Set(ids).size).toBe(1);
      expect(faults).toEqual(faults.map(() => 'unavailable'));
    });

    it('are refused under the key of another', async () => {
      const reference = provider.unique('reference');
      const input = { email: 'ana@shop.example', reference, key: `customer:${reference}` };
      await payments.createCustomer(input);
      expect(await kindOf(payments.createCustomer({ ...input, email: 'eve@shop.example' }))).toBe('refused');
    });
  });

  describe('a checkout', () => {
    let customerId: string;
    beforeAll(async () => {
      const reference = provider.unique('reference');
      customerId = await payments.createCustomer({
        email: 'ana@shop.example',
        reference,
        key: `customer:${reference}`,
      });
    }, PROVIDER_TIMEOUT);
    const open = async (change: { key?: string; customerId?: string; expiresAt?: number } = {}) => {
      const reference = provider.unique('reference');
      const input = {
        customerId,
        plan: 'growth' as const,
        cycle: 'annual' as const,
        reference,
        successUrl: 'https://proof.example/payment-success?session_id={CHECKOUT_SESSION_ID}',
        cancelUrl: 'https://proof.example/register?checkout=cancelled',
        // To the second, as the provider keeps it.
        expiresAt: Math.floor((provider.clock.now() + 23 * HOUR) / SECOND) * SECOND,
        key: `checkout:${reference}:1`,
        ...change,
      };
      return { input, checkout: await payments.createCheckout(input) };
    };

    it('opens unpaid, for the plan, the customer and the reference, and is read back the same', async () => {
      const { input, checkout } = await open();
      const expected: Checkout = {
        id: expect.stringMatching(/^cs_/),
        url: expect.stringMatching(/^https?:\/\//),
        status: 'open',
        isPaid: false,
        customerId,
        subscriptionId: null,
        reference: input.reference,
        expiresAt: input.expiresAt,
      };
      expect(checkout).toEqual(expected);
      expect(await payments.readCheckout(checkout.id)).toEqual(checkout);
      const session = await stripe.checkout.sessions.retrieve(checkout.id);
      expect(session).toMatchObject({
        mode: 'subscription',
        amount_total: 49_000,
        currency: 'usd',
        success_url: input.successUrl,
        cancel_url: input.cancelUrl,
        metadata: { reference: input.reference },
      });
    });

    it('is opened once for a key, and again for the next attempt', async () => {
      const { input, checkout } = await open();
      expect((await payments.createCheckout(input)).id).toBe(checkout.id);
      expect((await payments.createCheckout({ ...input, key: `${input.key}:next` })).id).not.toBe(checkout.id);
    });

    it('expires once asked to, and stays expired', async () => {
      const { checkout } = await open();
      const expired = { ...checkout, status: 'expired', url: null };
      expect(await payments.expireCheckout(checkout.id)).toMatchObject(expired);
      expect(await payments.expireCheckout(checkout.id)).toMatchObject(expired);
      expect(await payments.readCheckout(checkout.id)).toMatchObject(expired);
    });

    it('is null when there is none, and an error when something it names is gone', async () => {
      expect(await payments.readCheckout('cs_test_none')).toBeNull();
      expect(await kindOf(payments.expireCheckout('cs_test_none'))).toBe('not-found');
      expect(await kindOf(open({ customerId: 'cus_none' }))).toBe('not-found');
    });

    it('lives no longer than a day', async () => {
      expect(await kindOf(open({ expiresAt: provider.clock.now() + 25 * HOUR }))).toBe('refused');
      expect(await kindOf(open({ expiresAt: provider.clock.now() + 20 * MINUTE }))).toBe('refused');
    });
  });
});
