// The sandbox's objects: of Stripe's own, the fields that Proofbell, the sandbox's pages or the tests of the port read. Times
// are in seconds, amounts in cents, and what Stripe can expand is an id. Objects that were stored by earlier versions have
// more fields, which nobody reads.
import type { Stripe } from 'stripe';

type Item<List> = List extends readonly (infer One)[] ? One : never;
/** What `Ours` has to be: their types of the fields that it has; a field of its own is `never`. */
type Part<Theirs, Ours> = Ours extends readonly unknown[]
  ? Part<Item<Theirs>, Item<Ours>>[]
  : Ours extends object
    ? {
        [Field in keyof Ours]: Field extends keyof Extract<Theirs, object>
          ? Part<Extract<Theirs, object>[Field], Ours[Field]>
          : never;
      }
    : Theirs;
/** An object of ours, which compiles only while each field, at any depth, is one of the SDK's, and of its type. */
type Of<Theirs, Ours> = Ours extends Part<Theirs, Ours> ? Ours : never;

type Named<Kind extends string> = { id: string; object: Kind };
type Stored<Kind extends string> = Named<Kind> & { created: number };
export type Metadata = Record<string, string>;

export type Customer = Of<
  Stripe.Customer,
  Stored<'customer'> & {
    email: string | null;
    invoice_settings: { default_payment_method: string | null };
    metadata: Metadata;
    test_clock: string | null;
  }
>;

export type Price = Of<
  Stripe.Price,
  Named<'price'> & {
    active: true;
    currency: string;
    /** What it buys, as `npm run stripe:setup` has it. */
    metadata: Metadata;
    recurring: { interval: 'month' | 'year'; interval_count: 1; usage_type: 'licensed' };
    unit_amount: number;
  }
>;

export type CheckoutSession = Of<
  Stripe.Checkout.Session,
  Stored<'checkout.session'> & {
    amount_total: number;
    cancel_url: string | null;
    client_reference_id: string | null;
    currency: string;
    customer: string;
    expires_at: number;
    metadata: Metadata;
    mode: 'subscription';
    payment_status: 'paid' | 'unpaid';
    status: 'open' | 'complete' | 'expired';
    subscription: string | null;
    success_url: string;
    url: string | null;
  }
>;

export type SubscriptionItem = Of<
  Stripe.SubscriptionItem,
  Named<'subscription_item'> & {
    current_period_start: number;
    current_period_end: number;
    price: Price;
  }
>;

export type Subscription = Of<
  Stripe.Subscription,
  Stored<'subscription'> & {
    /** When its first period began, or that since which it is paid by the month or year as it is. */
    billing_cycle_anchor: number;
    cancel_at: number | null;
    cancel_at_period_end: boolean;
    customer: string;
    default_payment_method: string | null;
    ended_at: number | null;
    items: { data: SubscriptionItem[] };
    metadata: Metadata;
    status: 'active' | 'canceled' | 'incomplete' | 'incomplete_expired' | 'past_due';
  }
>;

export type Invoice = Of<
  Stripe.Invoice,
  Stored<'invoice'> & {
    amount_paid: number;
    attempt_count: number;
    currency: string;
    customer: string;
    customer_email: string | null;
    lines: { data: { description: string; amount: number; period: { start: number; end: number } }[] };
    next_payment_attempt: number | null;
    number: string;
    parent: { subscription_details: { subscription: string } };
    period_start: number;
    status: 'open' | 'paid';
    status_transitions: { paid_at: number | null };
    total: number;
  }
>;

export type InvoicePayment = Of<
  Stripe.InvoicePayment,
  Stored<'invoice_payment'> & {
    amount_paid: number;
    invoice: string;
    payment: { payment_intent: string };
    status: 'paid';
  }
>;

export type PaymentMethod = Of<
  Stripe.PaymentMethod,
  Stored<'payment_method'> & { card: { last4: string }; customer: string }
>;

export type Charge = Of<
  Stripe.Charge,
  Stored<'charge'> & {
    amount: number;
    amount_refunded: number;
    customer: string;
    payment_intent: string;
    payment_method: string;
  }
>;

export type Refund = Of<
  Stripe.Refund,
  Stored<'refund'> & {
    amount: number;
    charge: string;
    payment_intent: string;
    status: 'succeeded';
  }
>;

export type PortalSession = Of<
  Stripe.BillingPortal.Session,
  Stored<'billing_portal.session'> & {
    customer: string;
    return_url: string | null;
    url: string;
  }
> & {
  /** See portal.ts; sessions of earlier versions have none. */
  sandbox_flow?: string | null;
};

/** A test clock goes on by itself: `sandbox_offset` is how far it is ahead. */
export type TestClock = Stored<'test_helpers.test_clock'> & { sandbox_offset: number };

type Event = Stored<'event'> & { data: { object: object }; type: string };

/** The objects by what they say they are. */
export type Objects = {
  customer: Customer;
  'checkout.session': CheckoutSession;
  subscription: Subscription;
  invoice: Invoice;
  invoice_payment: InvoicePayment;
  payment_method: PaymentMethod;
  charge: Charge;
  refund: Refund;
  'billing_portal.session': PortalSession;
  'test_helpers.test_clock': TestClock;
  event: Event;
};
