// What is known of each kind of source. A new kind is a row here, and whatever else has a table of kinds doesn't compile
// without it. The labels are its names for owners and, of vendors, for visitors.

type Facts = {
  label: string;
  /** Whether visitors know it by name, as the system that signs what it delivers. */
  isVendor: boolean;
  /** Whether purchases are all it tells of. */
  isShop: boolean;
  /**
   * Who makes the secret that proves its deliveries: we, for the owner to enter at the sender's, or the sender, for the
   * owner to paste here. Null when nothing is delivered to an address of its own, /api/hooks/{sourceId}.
   */
  secret: 'ours' | 'theirs' | null;
  /** Whether it takes files: any, or those of the shop's own export, for orders that were never delivered. */
  takesFiles: boolean;
  /** Whether its export has the number that customers know in place of the order's id, which a plugin may make another. */
  exportsNumbers?: true;
  /** Whether its orders say that somebody of the shop entered them, and not the customer online. */
  hasStaff?: true;
  /** Minutes that an event waits before it shows, unless the owner changes that. */
  wait: number;
  /** How its shop is connected: its owner agrees there, or gives us a key or the credentials of an app. Null where it can't be. */
  connects: 'consent' | 'key' | 'app' | null;
};

const shop = { isVendor: true, isShop: true };
const other = { isVendor: false, isShop: false, connects: null };

export const SOURCE_KIND_FACTS = {
  shopify: { label: 'Shopify', ...shop, secret: 'theirs', takesFiles: true, hasStaff: true, wait: 5, connects: 'app' },
  woocommerce: {
    label: 'WooCommerce',
    ...shop,
    secret: 'ours',
    takesFiles: true,
    exportsNumbers: true,
    hasStaff: true,
    wait: 5,
    connects: 'consent',
  },
  stripe: { label: 'Stripe', ...shop, secret: 'theirs', takesFiles: false, wait: 0, connects: 'key' },
  webhook: { label: 'Webhook', ...other, secret: 'ours', takesFiles: false, wait: 0 },
  api: { label: 'API', ...other, secret: null, takesFiles: false, wait: 0 },
  csv: { label: 'CSV', ...other, secret: null, takesFiles: true, wait: 0 },
} as const satisfies Record<string, Facts>;

type All = typeof SOURCE_KIND_FACTS;
export type SourceKind = keyof All;
export const SOURCE_KINDS = Object.keys(SOURCE_KIND_FACTS) as [SourceKind, ...SourceKind[]];

/** Kinds that deliver to an address of their own. */
export type HookKind = { [Kind in SourceKind]: All[Kind]['secret'] extends null ? never : Kind }[SourceKind];
export const isHookKind = (kind: SourceKind): kind is HookKind => SOURCE_KIND_FACTS[kind].secret !== null;

/** Kinds whose shop we can be connected to by its own API. */
export type ConnectedKind = { [Kind in SourceKind]: All[Kind]['connects'] extends null ? never : Kind }[SourceKind];
export const isConnectedKind = (kind: SourceKind): kind is ConnectedKind => SOURCE_KIND_FACTS[kind].connects !== null;

/** What Stripe tells us by, whether we make its endpoint or the owner does (https://docs.stripe.com/api/events/types). */
export const STRIPE_EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'invoice.paid',
  'charge.succeeded',
  'charge.captured',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
] as const;
