// Whether an order is paid, by the word that its shop has for it. Shops, payment services and plugins have hundreds of words;
// those that say nothing clear are none, and their owner is asked. Pure.

/**
 * paid: it counts; waiting: not yet; held: was or may be paid, and is looked into; part-refunded: something is left; the
 * others are final.
 */
export type OrderState =
  | 'paid'
  | 'waiting'
  | 'held'
  | 'part-refunded'
  | 'refunded'
  | 'cancelled'
  | 'failed'
  | 'disputed';

/** The first that fits counts: 'partially refunded' before 'refunded', 'not paid' before 'paid'. */
const WORDS: readonly (readonly [OrderState, RegExp])[] = [
  ['part-refunded', /\b(?:partial|partially|partly|part)\b.{1,30}\b(?:refund|refunded|returned)\b/],
  [
    'waiting',
    /\b(?:un|not (?:yet )?|non )paid\b|^unpaid|\b(?:awaiting|waiting for|needs|requires|pending) (?:payment|confirmation|action|capture)\b/,
  ],
  // PayPal: what a dispute had taken came back.
  ['paid', /^cancell?ed reversal$/],
  ['disputed', /\b(?:disputed?|charge ?backs?|charged back|inquiry|reversed|reversal|needs response)\b/],
  ['refunded', /\b(?:refund(?:ed)?|refund requested|returned|return requested|money back)\b/],
  ['cancelled', /\b(?:cancell?ed|cancell?ation|voided|void|expired|abandoned|deleted|trash(?:ed)?|removed)\b/],
  ['failed', /\b(?:fail(?:ed|ure)?|declined|denied|rejected|unsuccessful|error|blocked)\b/],
  [
    'held',
    /\b(?:on ?hold|held|hold|in review|under review|(?:manual )?verification required|fraud|suspicious|flagged)\b/,
  ],
  [
    'waiting',
    /^(?:pending|open|new|draft|created|authori[sz]ed|incomplete|unsettled|in progress|uncaptured|checkout draft|auto draft)$/,
  ],
  [
    'paid',
    /\b(?:paid|complete|completed|succeeded|success|successful|captured|settled|cleared|fulfilled|shipped|delivered|dispatched|ready for pick ?up|awaiting (?:fulfillment|fulfilment|shipment|pick ?up|delivery))\b/,
  ],
];

/**
 * @param word as it is written: 'wc-on-hold', 'PARTIALLY_REFUNDED', 'Awaiting Fulfillment'.
 * @param own words that this shop means otherwise, in small letters with blanks.
 * @returns undefined for a word that doesn't say it: 'processing' is paid in WooCommerce, and not yet in Stripe.
 */
export function orderStateOf(word: string, own: Readonly<Record<string, OrderState>> = {}): OrderState | undefined {
  const text = word
    .slice(0, 60)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^wc /, '');
  return Object.hasOwn(own, text) ? own[text] : WORDS.find(([, pattern]) => pattern.test(text))?.[0];
}
