// The port to the sandbox provider's pages: what its checkout, portal and receipt show, and what a person can do there.
// Times are milliseconds since the epoch, amounts are cents.

/** The test cards, by what they do. No number ever comes here: the pages send these names. */
export const TEST_CARDS = ['pays', 'declined', 'insufficient-funds', 'fails-later'] as const;
export type TestCard = (typeof TEST_CARDS)[number];

export type SandboxPrice = {
  id: string;
  /** What is sold. */
  name: string;
  amount: number;
  /** Lower case: `usd`. */
  currency: string;
  interval: 'month' | 'year';
};

export type SandboxCheckout = {
  id: string;
  status: 'open' | 'complete' | 'expired';
  price: SandboxPrice;
  email: string | null;
  /** Where a buyer who paid goes. */
  successUrl: string;
  /** Where one who changed their mind goes; null when the shop named no such page. */
  cancelUrl: string | null;
};

export type SandboxSubscription = {
  id: string;
  status: string;
  price: SandboxPrice;
  periodEnd: number;
  /** When it ends; null while it renews. */
  cancelsAt: number | null;
  /** When a failed renewal is tried again; null when it isn't. */
  retriesAt: number | null;
};

export type SandboxReceipt = {
  id: string;
  /** `SANDBOX-0001` and so on. */
  number: string;
  email: string | null;
  createdAt: number;
  lines: { description: string; amount: number; from: number; to: number }[];
  total: number;
  paid: number;
  refunded: number;
  currency: string;
  status: string;
  /** When it was paid; null until then. */
  paidAt: number | null;
  /** The last four digits of the test card. */
  card: string | null;
};

export type SandboxPortal = {
  id: string;
  email: string | null;
  returnUrl: string | null;
  /** What it opens at: the id of a price to confirm, or 'canceled'; null for all of it. */
  flow: string | null;
  /** The customer's time: ahead of ours once they skipped some. */
  now: number;
  /** The last four digits of the test card that renewals are charged to. */
  card: string | null;
  /** Those that haven't ended, the oldest first. */
  subscriptions: SandboxSubscription[];
  /** What a subscription can be changed to. */
  prices: SandboxPrice[];
  /** The newest first. */
  receipts: SandboxReceipt[];
};

/** What a portal's buttons do. */
export type PortalAction =
  | { kind: 'change-plan'; subscriptionId: string; priceId: string }
  /** At the end of the period. */
  | { kind: 'cancel'; subscriptionId: string }
  | { kind: 'resume'; subscriptionId: string }
  | { kind: 'change-card'; card: TestCard }
  /** To the end of the period, or to the next try of a renewal that failed: `to`, which a second click doesn't go beyond. */
  | { kind: 'skip'; subscriptionId: string; to: number };

/** Each answers null for what doesn't exist, or is no longer served. */
export type SandboxDesk = {
  readCheckout(id: string): Promise<SandboxCheckout | null>;
  /** @returns 'closed' when it is complete or expired. */
  pay(id: string, card: TestCard): Promise<'paid' | 'declined' | 'insufficient-funds' | 'closed' | null>;
  readPortal(id: string): Promise<SandboxPortal | null>;
  /** @returns 'declined' for a card that is; 'impossible' when things have changed since the page was drawn. */
  act(portalId: string, action: PortalAction): Promise<'done' | 'declined' | 'impossible' | null>;
  readReceipt(invoiceId: string): Promise<SandboxReceipt | null>;
};
