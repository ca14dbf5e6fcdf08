// What the sandbox's pages show and do, on top of its objects.
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
import { nameOfPrice, PRICES, priceOf } from './catalog.ts';
import { currentCheckout, payCheckout, priceSold } from './checkout.ts';
import { attachCard } from './customers.ts';
import type { Charge, Customer, Invoice, InvoicePayment, PaymentMethod, Price, Subscription } from './objects.ts';
import { chargeIdOf } from './payments.ts';
import { catchUpCustomer, skipPeriod } from './portal.ts';
import type { Store } from './store.ts';
import { changePrice, isOver, itemOf, openInvoice, payOpenInvoice, setCard, setEnding } from './subscriptions.ts';
import { StripeFault } from './wire.ts';

/** How long a portal session can be used, in seconds: nobody needs one in an old tab. */
const PORTAL_LIFE = HOUR / SECOND;

const toMs = (seconds: number) => seconds * SECOND;

const toPrice = (price: Price): SandboxPrice => ({
  id: price.id,
  name: nameOfPrice(price).plan,
  amount: price.unit_amount,
  currency: price.currency,
  interval: price.recurring.interval,
});

async function toSubscription(store: Store, subscription: Subscription): Promise<SandboxSubscription> {
  const item = itemOf(subscription);
  const retryAt = (await openInvoice(store, subscription))?.next_payment_attempt;
  return {
    id: subscription.id,
    status: subscription.status,
    price: toPrice(item.price),
    periodEnd: toMs(item.current_period_end),
    cancelsAt: subscription.cancel_at ? toMs(subscription.cancel_at) : null,
    retriesAt: retryAt ? toMs(retryAt) : null,
  };
}

/** What a customer paid, to tell what became of an invoice. */
type Paid = { payments: InvoicePayment[]; charges: Charge[]; methods: PaymentMethod[] };

const paidBy = async (store: Store, customerId: string): Promise<Paid> => ({
  payments: await store.list('invoice_payment', customerId),
  charges: await store.list('charge', customerId),
  methods: await store.list('payment_method', customerId),
});

const last4Of = (methods: PaymentMethod[], id: string | null | undefined) =>
  methods.find((method) => method.id === id)?.card.last4 ?? null;

function toReceipt(invoice: Invoice, { payments, charges, methods }: Paid): SandboxReceipt {
  const payment = payments.find((each) => each.invoice === invoice.id)?.payment;
  const charge = payment && charges.find(({ id }) => id === chargeIdOf(payment.payment_intent));
  const paidAt = invoice.status_transitions.paid_at;
  return {
    id: invoice.id,
    number: invoice.number,
    email: invoice.customer_email,
    createdAt: toMs(invoice.created),
    lines: invoice.lines.data.map(({ description, amount, period }) => ({
      description,
      amount,
      from: toMs(period.start),
      to: toMs(period.end),
    })),
    total: invoice.total,
    paid: invoice.amount_paid,
    refunded: charge?.amount_refunded ?? 0,
    currency: invoice.currency,
    status: invoice.status,
    paidAt: paidAt ? toMs(paidAt) : null,
    card: last4Of(methods, charge?.payment_method),
  };
}

async function readCheckout(store: Store, id: string): Promise<SandboxCheckout> {
  const session = await currentCheckout(store, id);
  const customer = await store.get('customer', session.customer);
  return {
    id,
    status: session.status,
    price: toPrice(priceSold(session)),
    email: customer.email,
    successUrl: session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', id),
    cancelUrl: session.cancel_url,
  };
}

/** @returns the session, and its customer as time has left them. @throws StripeFault 404 */
async function openPortal(store: Store, id: string) {
  const session = await store.get('billing_portal.session', id);
  if (session.created + PORTAL_LIFE < store.now()) throw new StripeFault(404, 'Expired');
  await catchUpCustomer(store, session.customer);
  const customer = await store.get('customer', session.customer);
  const subscriptions = (await store.list('subscription', customer.id)).filter((one) => !isOver(one)).reverse();
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
    returnUrl: session.return_url,
    flow: session.sandbox_flow ?? null,
    now: toMs(await store.nowOf(customer)),
    card: last4Of(paid.methods, method),
    subscriptions: drawn,
    prices: PRICES.map(toPrice),
    receipts: (await store.list('invoice', customer.id)).map((invoice) => toReceipt(invoice, paid)),
  };
}

async function changeCard(
  store: Store,
  customer: Customer,
  subscriptions: Subscription[],
  card: TestCard,
): Promise<void> {
  const method = await attachCard(store, card, customer);
  customer.invoice_settings.default_payment_method = method.id;
  await store.save(customer, customer.id);
  for (const subscription of subscriptions) {
    await setCard(store, subscription, method);
    // What was not paid before is tried at once.
    await payOpenInvoice(store, subscription);
  }
}

/** @throws StripeFault 402; 400 for what is no longer possible; 404 */
async function act(store: Store, portalId: string, action: PortalAction): Promise<void> {
  const { customer, subscriptions } = await openPortal(store, portalId);
  if (action.kind === 'change-card') return changeCard(store, customer, subscriptions, action.card);
  // Theirs, and not another customer's.
  const subscription = subscriptions.find(({ id }) => id === action.subscriptionId);
  if (!subscription) throw new StripeFault(400, 'It has ended');
  if (action.kind === 'skip') {
    if (toMs(await store.nowOf(customer)) < action.to) await skipPeriod(store, subscription);
    return;
  }
  if (action.kind !== 'change-plan') return setEnding(store, subscription, action.kind === 'cancel');
  if (subscription.status !== 'active') throw new StripeFault(400, 'Only an active one can be changed');
  await changePrice(store, subscription, priceOf(action.priceId));
}

async function readReceipt(store: Store, id: string): Promise<SandboxReceipt> {
  const invoice = await store.get('invoice', id);
  return toReceipt(invoice, await paidBy(store, invoice.customer));
}

export function makeDesk(transact: Transact): SandboxDesk {
  /** @param told what faults stand for, by their status. @returns null for what doesn't exist. @throws any other fault */
  async function run<T, Told = never>(
    work: (store: Store) => Promise<T>,
    told: Partial<Record<StripeFault['status'], Told>> = {},
  ): Promise<T | Told | null> {
    try {
      return await transact(work);
    } catch (error) {
      if (!(error instanceof StripeFault)) throw error;
      if (error.status === 404) return null;
      const found = told[error.status];
      if (found === undefined) throw error;
      return found;
    }
  }
  return {
    readCheckout: (id) => run((store) => readCheckout(store, id)),
    readPortal: (id) => run((store) => readPortal(store, id)),
    readReceipt: (id) => run((store) => readReceipt(store, id)),
    pay: (id, card) =>
      run(async (store) => ((await payCheckout(store, id, card)) ? 'paid' : 'closed'), {
        402: card === 'insufficient-funds' ? card : 'declined',
      }),
    act: (portalId, action) =>
      run(
        async (store) => {
          await act(store, portalId, action);
          return 'done' as const;
        },
        { 400: 'impossible', 402: 'declined' },
      ),
  };
}
