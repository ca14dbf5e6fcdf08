// Payments by the Stripe SDK, which talks to Stripe or to the sandbox. The SDK is large, so it is loaded with the first
// call. Nothing about a card ever comes here: cards are typed on the provider's own pages.
import type { Stripe } from 'stripe';
import { PAYMENT_TIMEOUT } from '#shared/limits.ts';
import type { PriceIds } from '#shared/pricing.ts';
import { type Checkout, type Payments, PaymentsError, type PortalFlow } from '../../domain/billing/payments.ts';
import type { Clock } from '../../domain/ports.ts';
import { checkSignature } from '../signatures.ts';
import { connectStripe, type StripeServer } from './client.ts';
import { isReplayed, toPaymentsError } from './errors.ts';
import {
  expectObject,
  idOf,
  type Paid,
  toCheckout,
  toEvent,
  toPaid,
  toPrice,
  toRefunded,
  toSubscription,
} from './objects.ts';

/** How often a call is made under another key because the provider repeats an old failure. */
const KEYS_PER_ATTEMPT = 5;

export type StripeSettings = {
  secretKey: string;
  webhookSecret: string;
  priceIds: PriceIds;
  mode: Payments['mode'];
  clock: Clock;
  /** Where to find another server than Stripe's. */
  server?: () => Promise<StripeServer>;
  /** Milliseconds for a request. */
  timeout?: number;
};

/** Ids come from callers, too, and become part of a path. */
const isId = (id: string) => /^[A-Za-z0-9_]{1,255}$/.test(id);

/** @returns the configuration that `npm run stripe:setup` made; undefined for the account's default. */
async function findPortalConfiguration(stripe: Stripe): Promise<string | undefined> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  return data.find(({ metadata }) => metadata?.proofbell === 'portal')?.id;
}

/**
 * https://docs.stripe.com/customer-management/portal-deep-links
 * @returns the page of the portal that a flow opens, and back to us once it is done.
 */
async function flowDataOf(
  stripe: Stripe,
  { subscriptionId, to }: PortalFlow,
  priceIds: PriceIds,
  returnUrl: string,
): Promise<Stripe.BillingPortal.SessionCreateParams.FlowData> {
  const done = { after_completion: { type: 'redirect' as const, redirect: { return_url: returnUrl } } };
  if (to === 'canceled')
    return { type: 'subscription_cancel', subscription_cancel: { subscription: subscriptionId }, ...done };
  const { items } = expectObject(await stripe.subscriptions.retrieve(subscriptionId), 'subscription');
  const changed = items.data.slice(0, 1).map(({ id }) => ({ id, price: priceIds[to.plan][to.cycle], quantity: 1 }));
  return {
    type: 'subscription_update_confirm',
    subscription_update_confirm: { subscription: subscriptionId, items: changed },
    ...done,
  };
}

export function makeStripe(settings: StripeSettings): Payments {
  const { priceIds, clock, timeout = PAYMENT_TIMEOUT } = settings;

  let connected: Promise<Stripe> | undefined;
  const connect = async () => connectStripe(settings.secretKey, timeout, await settings.server?.());
  const client = () => {
    connected ??= connect().catch((error: unknown) => {
      connected = undefined;
      throw error;
    });
    return connected;
  };

  /** Faults that are the answer to an earlier call with the same key. */
  const replayed = new WeakSet<PaymentsError>();

  /** Makes one request. @throws PaymentsError */
  async function ask<T>(call: string, request: (stripe: Stripe) => Promise<T>): Promise<T> {
    const stripe = await client();
    let timer: NodeJS.Timeout | undefined;
    // The SDK's own time-out starts again with each retry, and with each byte of an answer.
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new PaymentsError('unavailable', `${call}: no answer in time`)), timeout);
    });
    try {
      return await Promise.race([request(stripe), late]);
    } catch (error) {
      const fault = toPaymentsError(call, error);
      // Without the SDK's error: it carries the whole exchange.
      if (isReplayed(error)) replayed.add(fault);
      throw fault;
    } finally {
      clearTimeout(timer);
    }
  }

  /** The same under an idempotency key. An old failure is repeated for a day, so that a new try needs a new key. */
  async function create<T>(
    call: string,
    key: string,
    request: (stripe: Stripe, options: { idempotencyKey: string }) => Promise<T>,
  ): Promise<T> {
    for (let round = 1; ; round++) {
      const idempotencyKey = round === 1 ? key : `${key}:${round}`;
      try {
        return await ask(call, (stripe) => request(stripe, { idempotencyKey }));
      } catch (error) {
        if (round === KEYS_PER_ATTEMPT || !(error instanceof PaymentsError && replayed.has(error))) throw error;
      }
    }
  }

  /** @returns null for what does not exist. */
  async function read<T>(call: string, id: string, request: (stripe: Stripe) => Promise<T>): Promise<T | null> {
    if (!isId(id)) return null;
    return ask(call, request).catch((error: unknown) => {
      if (error instanceof PaymentsError && error.kind === 'not-found') return null;
      throw error;
    });
  }

  const readCheckout = (id: string) =>
    read('readCheckout', id, async (stripe) => toCheckout(await stripe.checkout.sessions.retrieve(id)));
  const readSubscription = (id: string) =>
    read('readSubscription', id, async (stripe) => toSubscription(await stripe.subscriptions.retrieve(id), priceIds));

  /** Pays back what is left of one payment. @returns the cents that were paid back, now and before. */
  async function refundPayment({ id, target, cents }: Paid, key: string): Promise<number> {
    const refunded = await ask('refundSubscription', async (stripe) =>
      toRefunded((await stripe.refunds.list({ ...target, limit: 100 })).data),
    );
    if (refunded >= cents) return refunded;
    // The key names what is left, so that it is paid back once.
    await create('refundSubscription', `${key}:${id}:${refunded}`, async (stripe, options) =>
      expectObject(await stripe.refunds.create({ ...target, amount: cents - refunded }, options), 'refund'),
    );
    return cents;
  }

  return {
    mode: settings.mode,
    priceIds,
    createCustomer: ({ email, reference, key }) =>
      create('createCustomer', key, async (stripe, options) => {
        const customer = await stripe.customers.create({ email, metadata: { reference } }, options);
        return expectObject(customer, 'customer').id;
      }),
    createCheckout: ({ customerId, plan, cycle, reference, successUrl, cancelUrl, expiresAt, key }) =>
      create('createCheckout', key, async (stripe, options) =>
        toCheckout(
          await stripe.checkout.sessions.create(
            {
              mode: 'subscription',
              customer: customerId,
              line_items: [{ price: priceIds[plan][cycle], quantity: 1 }],
              client_reference_id: reference,
              metadata: { reference },
              subscription_data: { metadata: { reference } },
              success_url: successUrl,
              cancel_url: cancelUrl,
              expires_at: Math.floor(expiresAt / 1000),
            },
            options,
          ),
        ),
      ),
    readCheckout,
    async expireCheckout(id): Promise<Checkout> {
      try {
        return await ask('expireCheckout', async (stripe) => toCheckout(await stripe.checkout.sessions.expire(id)));
      } catch (error) {
        // Only an open one can be expired.
        if (!(error instanceof PaymentsError) || error.kind !== 'refused') throw error;
        const checkout = await readCheckout(id);
        if (!checkout || checkout.status === 'open') throw error;
        return checkout;
      }
    },
    readSubscription,
    listSubscriptions: (customer) =>
      ask('listSubscriptions', async (stripe) => {
        const all = stripe.subscriptions.list({ customer, status: 'all', limit: 100 });
        return (await all.autoPagingToArray({ limit: 1000 })).map((one) => toSubscription(one, priceIds));
      }),
    async cancelSubscription(id, key) {
      try {
        await create('cancelSubscription', key, async (stripe, options) =>
          expectObject(await stripe.subscriptions.cancel(id, {}, options), 'subscription'),
        );
      } catch (error) {
        // One that has ended can't be cancelled: Stripe says that there is none.
        const subscription =
          error instanceof PaymentsError && error.kind !== 'unavailable' && (await readSubscription(id));
        if (!subscription || !/^(?:canceled|incomplete_expired)$/.test(subscription.status)) throw error;
      }
    },
    async refundSubscription(subscription, key) {
      const invoices = await ask('refundSubscription', async (stripe) => {
        const all = stripe.invoices.list({ subscription, status: 'paid', limit: 100 });
        return (await all.autoPagingToArray({ limit: 1000 })).map((invoice) => expectObject(invoice, 'invoice').id);
      });
      let cents = 0;
      for (const invoice of invoices) {
        const payments = await ask('refundSubscription', async (stripe) => {
          const { data } = await stripe.invoicePayments.list({ invoice, status: 'paid', limit: 100 });
          return data.map(toPaid).filter((paid) => paid !== null);
        });
        for (const payment of payments) cents += await refundPayment(payment, key);
      }
      return cents;
    },
    createPortal: ({ customerId, returnUrl, flow }) =>
      ask('createPortal', async (stripe) => {
        const configuration = await findPortalConfiguration(stripe);
        const flowData = flow && (await flowDataOf(stripe, flow, priceIds, returnUrl));
        const session = await stripe.billingPortal.sessions.create({
          customer: customerId,
          return_url: returnUrl,
          ...(configuration && { configuration }),
          ...(flowData && { flow_data: flowData }),
        });
        return expectObject(session, 'billing_portal.session').url;
      }),
    async readPrices() {
      const ids = Object.values(priceIds).flatMap(({ monthly, annual }) => [monthly, annual]);
      const prices = await Promise.all(
        ids.map((id) => read('readPrices', id, async (stripe) => toPrice(await stripe.prices.retrieve(id)))),
      );
      return prices.filter((price) => price !== null);
    },
    readChargedCustomer: (id) =>
      read('readChargedCustomer', id, async (stripe) =>
        idOf(expectObject(await stripe.charges.retrieve(id), 'charge').customer),
      ),
    async readEvent(body, signature) {
      // Without the SDK, which anybody could have loaded, and the sandbox started with it.
      const raw = { field: () => signature, body };
      if (checkSignature('stripe', raw, settings.webhookSecret, clock.now()) !== 'signed')
        throw new PaymentsError('bad-signature', 'readEvent: not signed by the payment provider');
      try {
        return toEvent(JSON.parse(new TextDecoder().decode(body)));
      } catch {
        throw new PaymentsError('bad-signature', 'readEvent: signed, but no event');
      }
    },
  };
}
