// The port to the payment provider: what the domain needs of Stripe or of the sandbox, by purpose rather than product.
import type { Cycle, PaidPlanId, PriceIds } from '#shared/pricing.ts';

/** The payment provider's page on which one plan is bought. */
export type Checkout = {
  id: string;
  /** Where the buyer pays; null once it is complete or expired. */
  url: string | null;
  status: 'open' | 'complete' | 'expired';
  /** Whether the money came, or none was due; a bank transfer completes a checkout days before it arrives. */
  isPaid: boolean;
  customerId: string | null;
  subscriptionId: string | null;
  /** The registration or account that it was made for. */
  reference: string | null;
  /** Milliseconds since the epoch, like every time here. */
  expiresAt: number;
};

/** What each means for a plan: docs/billing.md. */
export type SubscriptionStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'unpaid'
  | 'paused'
  | 'canceled';

export type ProviderSubscription = {
  id: string;
  customerId: string;
  status: SubscriptionStatus;
  /** Null when its price is none of ours; so is the cycle. */
  plan: PaidPlanId | null;
  cycle: Cycle | null;
  /** When it renews, or ends. */
  periodEnd: number | null;
  /** When it ends because somebody canceled it; null while it renews. */
  cancelsAt: number | null;
  /** The registration or account that it was bought for. */
  reference: string | null;
  createdAt: number;
};

/** What happened to which object, from a message whose signature holds. */
export type PaymentEvent = {
  id: string;
  /** `customer.subscription.updated` and so on. */
  type: string;
  createdAt: number;
  customerId: string | null;
  subscriptionId: string | null;
  checkoutId: string | null;
  /** The charge that a dispute is about. */
  chargeId: string | null;
};

/** A price as the provider has it. */
export type ProviderPrice = {
  id: string;
  /** Cents; null when it has no fixed amount. */
  amount: number | null;
  /** Lower case: `usd`. */
  currency: string;
  /** `month` or `year` when it is due once in each; null for any other rhythm. */
  interval: string | null;
  /** Whether it can be bought. */
  isActive: boolean;
};

/** What a portal opens at: a subscription's change to a plan, or its cancelation. */
export type PortalFlow = { subscriptionId: string; to: { plan: PaidPlanId; cycle: Cycle } | 'canceled' };

/**
 * The payment provider. Every call may throw PaymentsError, and ends within PAYMENT_TIMEOUT for each request it takes.
 * A `key` names an attempt: the same key with the same input is the same thing done once, however often it is called;
 * with another input it is refused.
 */
export type Payments = {
  /** Whether it takes real money, or is the sandbox. Stripe's own test keys count as live: the code path is the same. */
  mode: 'live' | 'test';
  priceIds: PriceIds;
  /** @returns the customer's id. */
  createCustomer(input: { email: string; reference: string; key: string }): Promise<string>;
  /** @param input its URLs are absolute; `expiresAt` is at least 30 minutes and at most 24 hours from now. */
  createCheckout(input: {
    customerId: string;
    plan: PaidPlanId;
    cycle: Cycle;
    reference: string;
    successUrl: string;
    cancelUrl: string;
    expiresAt: number;
    key: string;
  }): Promise<Checkout>;
  /** @returns null when there is none. */
  readCheckout(id: string): Promise<Checkout | null>;
  /** Nobody can pay afterwards. @returns the checkout, complete if somebody had paid before, or already expired. */
  expireCheckout(id: string): Promise<Checkout>;
  readSubscription(id: string): Promise<ProviderSubscription | null>;
  /** @returns all, ended ones too. */
  listSubscriptions(customerId: string): Promise<ProviderSubscription[]>;
  /** Ends it now. One that has ended is left as it is. */
  cancelSubscription(id: string, key: string): Promise<void>;
  /** Pays back what its invoices took. @returns how many cents were paid back in all, now and before. */
  refundSubscription(id: string, key: string): Promise<number>;
  /** @returns the URL of a page where the customer changes or cancels the plan, the card and the invoices. */
  createPortal(input: { customerId: string; returnUrl: string; flow?: PortalFlow | undefined }): Promise<string>;
  /** @returns those of `priceIds` that exist. */
  readPrices(): Promise<ProviderPrice[]>;
  /** @returns whom it charged; null when there is no such charge, or it had no customer. */
  readChargedCustomer(chargeId: string): Promise<string | null>;
  /**
   * @param body as it came. @param signature what came beside it.
   * @throws PaymentsError 'bad-signature' for one that is not the provider's, or more than five minutes from now
   */
  readEvent(body: Uint8Array, signature: string): Promise<PaymentEvent>;
};

/**
 * `unavailable`: down, slow, overloaded or incomprehensible; trying again may help. `refused`: our mistake, or a setting of
 * the operator's account. `declined`: the card. `not-found`: no such object, or one it names.
 */
export type PaymentsFault = 'unavailable' | 'refused' | 'declined' | 'bad-signature' | 'not-found';

/** Its message is for the operator: no secret, no card number and no address is in it. */
export class PaymentsError extends Error {
  readonly kind: PaymentsFault;
  /** Whole seconds until a retry may succeed, if the provider said so. */
  readonly retryAfter: number | undefined;

  constructor(kind: PaymentsFault, message: string, retryAfter?: number) {
    super(message);
    this.name = 'PaymentsError';
    this.kind = kind;
    this.retryAfter = retryAfter;
  }
}
