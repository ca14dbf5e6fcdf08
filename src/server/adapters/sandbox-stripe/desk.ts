// What the sandbox's pages show and do, on top of its objects.
import type { Stripe } from 'stripe';
import { HOUR, SECOND } from '#shared/time.ts';
import type {
  PortalAction,
  SandboxCheckout,
  SandboxDesk,
  SandboxPortal,
  SandboxPrice,
  SandboxReceipt,
  SandboxSubscription,
  TestCard,
} from '../../domain/billing/sandbox-desk.ts';
import type { Transact } from './api.ts';
import { nameOfPrice, PRICES } from './catalog.ts';
import { currentCheckout, payCheckout, priceSold } from './checkout.ts';
import { updateCustomer } from './customers.ts';
import { idOf } from './payments.ts';
import { catchUpCustomer, skipPeriod } from './portal.ts';
import type { Store } from './store.ts';
import {
  currentSubscription,
  isOver,
  itemOf,
  openInvoice,
  payOpenInvoice,
  updateSubscription,
} from './subscriptions.ts';
import { Reader, StripeFault } from './wire.ts';

/** The cards by the names that Stripe gives its own test cards. */
const CARDS = {
  pays: 'visa',
  declined: 'visa_chargeDeclined',
  'insufficient-funds': 'visa_chargeDeclinedInsufficientFunds',
  'fails-later': 'chargeCustomerFail',
} as const satisfies Record<TestCard, string>;

/** How long a portal session can be used, in seconds: nobody needs one in an old tab. */
const PORTAL_LIFE = HOUR / SECOND;

const toMs = (seconds: number) => seconds * SECOND;

const toPrice = (price: Stripe.Price): SandboxPrice => ({
  id: price.id,
  name: nameOfPrice(price).plan,
  amount: price.unit_amount ?? 0,
  currency: price.currency,
  interval: price.recurring?.interval === 'year' ? 'year' : 'month',
});

async function toSubscription(store: Store, subscription: Stripe.Subscription): Promise<SandboxSubscription> {
  const item = itemOf(subscription);
  const open = subscription.status === 'past_due' ? await openInvoice(store, subscription) : null;
  return {
    id: subscription.id,
    status: subscription.status,
    price: toPrice(item.price),
    periodEnd: toMs(item.current_period_end),
    cancelsAt: subscription.cancel_at ? toMs(subscription.cancel_at) : null,
    retriesAt: open?.next_payment_attempt ? toMs(open.next_payment_attempt) : null,
  };
}

/** What a customer paid, to tell what became of an invoice. */
type Paid = { payments: Stripe.InvoicePayment[]; charges: Stripe.Charge[]; methods: Stripe.PaymentMethod[] };

const paidBy = async (store: Store, customerId: string): Promise<Paid> => ({
  payments: await store.list('invoice_payment', customerId),
  charges: await store.list('charge', customerId),
  methods: await store.list('payment_method', customerId),
});

const last4Of = (methods: Stripe.PaymentMethod[], id: string) =>
  methods.find((method) => method.id === id)?.card?.last4 ?? null;

function toReceipt(invoice: Stripe.Invoice, { payments, charges, methods }: Paid): SandboxReceipt {
  const intents = payments.filter((each) => idOf(each.invoice) === invoice.id).map((each) => each.payment);
  const own = charges.filter((charge) =>
    intents.some(({ payment_intent }) => idOf(payment_intent) === idOf(charge.payment_intent)),
  );
  const paidAt = invoice.status_transitions.paid_at;
  return {
    id: invoice.id,
    number: invoice.number ?? invoice.id,
    email: invoice.customer_email,
    createdAt: toMs(invoice.created),
    lines: invoice.lines.data.map(({ description, amount, period }) => ({
      description: description ?? '',
      amount,
      from: toMs(period.start),
      to: toMs(period.end),
    })),
    total: invoice.total,
    paid: invoice.amount_paid,
    refunded: own.reduce((sum, charge) => sum + charge.amount_refunded, 0),
    currency: invoice.currency,
    status: invoice.status ?? '',
    paidAt: paidAt ? toMs(paidAt) : null,
    card: own[0] ? last4Of(methods, idOf(own[0].payment_method)) : null,
  };
}

async function readCheckout(store: Store, id: string): Promise<SandboxCheckout> {
  const session = await currentCheckout(store, id);
  const customer = await store.get('customer', idOf(session.customer));
  return {
    id,
    status: session.status === 'open' ? 'open' : session.status === 'complete' ? 'complete' : 'expired',
    price: toPrice(priceSold(session)),
    email: customer.email,
    successUrl: (session.success_url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', id),
    cancelUrl: session.cancel_url,
  };
}

/** @returns the session, and its customer as time has left them. @throws StripeFault 404 */
async function openPortal(store: Store, id: string) {
  const session = await store.get('billing_portal.session', id);
  if (session.created + PORTAL_LIFE < store.now()) throw new StripeFault(404, 'Expired');
  const customerId = idOf(session.customer);
  await catchUpCustomer(store, customerId);
  const customer = await store.get('customer', customerId);
  const subscriptions = (await store.list('subscription', customerId)).filter((one) => !isOver(one)).reverse();
  return { session, customer, subscriptions };
}

async function readPortal(store: Store, id: string): Promise<SandboxPortal> {
  const { session, customer, subscriptions } = await openPortal(store, id);
  const paid = await paidBy(store, customer.id);
  const method = subscriptions[0]?.default_payment_method ?? customer.invoice_settings.default_payment_method;
  const drawn: SandboxSubscription[] = [];
  for (const subscription of subscriptions) drawn.push(await toSubscription(store, subscription));
  return {
    id,
    email: customer.email,
    returnUrl: session.return_url ?? null,
    now: toMs(await store.nowOf(customer)),
    card: last4Of(paid.methods, idOf(method)),
    subscriptions: drawn,
    prices: PRICES.map(toPrice),
    receipts: (await store.list('invoice', customer.id)).map((invoice) => toReceipt(invoice, paid)),
  };
}

async function changeCard(store: Store, customer: Stripe.Customer, card: TestCard): Promise<void> {
  const named = { default_payment_method: `pm_card_${CARDS[card]}` };
  const changed = await updateCustomer(store, customer.id, new Reader({ invoice_settings: named }));
  const method = idOf(changed.invoice_settings.default_payment_method);
  for (const subscription of await store.list('subscription', customer.id)) {
    if (isOver(subscription)) continue;
    await updateSubscription(store, subscription.id, new Reader({ default_payment_method: method }));
    // What was not paid before is tried at once.
    await payOpenInvoice(store, subscription.id);
  }
}

/** @throws StripeFault 402; 400 for what is no longer possible; 404 */
async function act(store: Store, portalId: string, action: PortalAction): Promise<void> {
  const { customer, subscriptions } = await openPortal(store, portalId);
  if (action.kind === 'change-card') return changeCard(store, customer, action.card);
  // Theirs, and not another customer's.
  if (!subscriptions.some(({ id }) => id === action.subscriptionId)) throw new StripeFault(400, 'It has ended');
  const subscription = await currentSubscription(store, action.subscriptionId);
  if (action.kind === 'skip') {
    if (toMs(await store.nowOf(customer)) < action.to) await skipPeriod(store, subscription);
    return;
  }
  if (action.kind !== 'change-plan') {
    const isEnding = String(action.kind === 'cancel');
    await updateSubscription(store, subscription.id, new Reader({ cancel_at_period_end: isEnding }));
    return;
  }
  if (subscription.status !== 'active') throw new StripeFault(400, 'Only an active one can be changed');
  const item = { id: itemOf(subscription).id, price: action.priceId };
  await updateSubscription(store, subscription.id, new Reader({ items: [item] }));
}

/** @returns null for what doesn't exist. */
const orNull = async <T>(result: Promise<T>): Promise<T | null> =>
  result.catch((error: unknown) => {
    if (error instanceof StripeFault && error.status === 404) return null;
    throw error;
  });

export function makeDesk(transact: Transact): SandboxDesk {
  return {
    readCheckout: (id) => orNull(transact((store) => readCheckout(store, id))),
    readPortal: (id) => orNull(transact((store) => readPortal(store, id))),
    readReceipt: (id) =>
      orNull(
        transact(async (store) => {
          const invoice = await store.get('invoice', id);
          return toReceipt(invoice, await paidBy(store, idOf(invoice.customer)));
        }),
      ),
    async pay(id, card) {
      try {
        return await transact(async (store) => {
          if ((await currentCheckout(store, id)).status !== 'open') return 'closed' as const;
          await payCheckout(store, id, CARDS[card]);
          return 'paid' as const;
        });
      } catch (error) {
        if (!(error instanceof StripeFault)) throw error;
        if (error.status === 404) return null;
        if (error.status !== 402) throw error;
        return error.body.error.decline_code === 'insufficient_funds' ? 'insufficient-funds' : 'declined';
      }
    },
    async act(portalId, action) {
      try {
        await transact((store) => act(store, portalId, action));
        return 'done';
      } catch (error) {
        if (!(error instanceof StripeFault)) throw error;
        if (error.status === 402) return 'declined';
        return error.status === 404 ? null : 'impossible';
      }
    },
  };
}
