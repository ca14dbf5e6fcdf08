// Stripe's events (https://docs.stripe.com/api/events/types): what was bought in a checkout, by a form of the shop's own or as a
// new subscription, and charges that were paid back or disputed. Renewals and trials are no purchases.

import { FREE } from '#shared/event-mapping.ts';
import { ARM_KEY, armOf } from '#shared/facts/arms.ts';
import { momentOf } from '#shared/facts/moments.ts';
import { namesOf } from '#shared/facts/persons.ts';
import { firstProduct, productInWording } from '#shared/facts/products.ts';
import { at, idAt, listAt, numberAt, textAt } from '#shared/read-json.ts';
import type { Reading, Retraction } from '../../domain/events/delivery.ts';
import { type Found, ignored, reading, refused, retracting } from './reading.ts';
import type { Read } from './vendors.ts';

/** Digits after the point by https://docs.stripe.com/currencies#minor-units, where they aren't two. */
const DIGITS: Record<string, number> = Object.fromEntries([
  ...'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0]),
  ...'BHD JOD KWD OMR TND'.split(' ').map((code) => [code, 3]),
]);

/** @returns an amount in minor units as a price; undefined without a currency. */
function priceOf(minor: number | undefined, currency: string | undefined) {
  if (minor === undefined || currency === undefined) return undefined;
  const code = currency.toUpperCase();
  return { amount: minor / 10 ** (DIGITS[code] ?? 2), currency: code };
}

/** @param company the business's name that the buyer gave: a name that is the same is no person's. */
const actorOf = (name: string | undefined, email: string | undefined, address: unknown, company?: string) => ({
  ...(company !== undefined && company === name ? { lastName: company } : namesOf(name)),
  email,
  city: textAt(address, 'city'),
  region: textAt(address, 'state'),
  country: textAt(address, 'country'),
});

/** An id, or the object itself where the sender expanded it. */
const refAt = (value: unknown, ...path: string[]) => idAt(value, ...path) ?? idAt(value, ...path, 'id');

/** @returns what a charge's purchase is called; of accounts older than Payment Intents, by the charge itself. */
const paymentOf = (charge: unknown) => refAt(charge, 'payment_intent') ?? idAt(charge, 'id');

/** As many keep there to find the product again: prod_NffrFeUfNV2Hib. */
const STRIPE_ID = /^[a-z]+_\w{6,}$/;

/** @returns the product as the owner's metadata name it. */
const productOf = (object: unknown) =>
  ['product', 'product_name']
    .map((key) => textAt(object, 'metadata', key))
    .find((name) => name !== undefined && !STRIPE_ID.test(name));

/** @returns the product of a line: '2 × Growth plan (at €10.00 / month)' without count and price. */
function productOfLine(line: unknown): string | undefined {
  const wording = textAt(line, 'description')
    ?.replace(/^\d+ × /, '')
    .replace(/ \(at [^()]*\)$/, '');
  return productOf(line) ?? (wording || undefined);
}

/** Of one checkout. */
const LINES_MAX = 100;

const firstLine = (lines: unknown[]) =>
  firstProduct(lines.slice(0, LINES_MAX), productOfLine, (line) => numberAt(line, 'quantity') !== 0);

/**
 * One purchase is one event, whether the checkout or the invoice tells of it first: id and reference are the payment's, or
 * the subscription's.
 */
function readPurchase(
  event: unknown,
  id: string | undefined,
  minor: number | undefined,
  found: Partial<Found>,
): Reading {
  const price = priceOf(minor, textAt(event, 'data', 'object', 'currency'));
  if (!minor) return ignored(FREE);
  return reading({
    kind: 'purchase',
    id,
    reference: id,
    occurredAt: momentOf(at(event, 'created'), 'Z'),
    amount: price?.amount,
    currency: price?.currency,
    customer: refAt(event, 'data', 'object', 'customer'),
    ...found,
  });
}

/** @returns the arm that it came with: where shops write what is theirs, or in a reference that may be something else of theirs. */
const armIn = (object: unknown) =>
  [textAt(object, 'metadata', ARM_KEY), textAt(object, 'client_reference_id')].find(
    (text) => armOf(text) !== undefined,
  );

function readCheckout(event: unknown): Reading {
  const session = at(event, 'data', 'object');
  if (at(session, 'payment_status') !== 'paid') return ignored('The checkout is not paid yet');
  const mode = at(session, 'mode');
  if (mode !== 'payment' && mode !== 'subscription') return ignored("The checkout isn't for a purchase");
  const id = refAt(session, mode === 'payment' ? 'payment_intent' : 'subscription') ?? idAt(session, 'id');
  const customer = at(session, 'customer_details');
  const lines = listAt(session, 'line_items', 'data');
  const line = firstLine(lines);
  return readPurchase(event, id, numberAt(session, 'amount_total'), {
    actor: actorOf(
      textAt(customer, 'individual_name') ?? textAt(customer, 'name'),
      textAt(customer, 'email') ?? textAt(session, 'customer_email'),
      at(customer, 'address'),
      textAt(customer, 'business_name'),
    ),
    subject: { name: productOf(session) ?? productOfLine(line) },
    quantity: lines.length === 1 ? numberAt(line, 'quantity') : undefined,
    arm: armIn(session),
  });
}

function readInvoice(event: unknown): Reading {
  const invoice = at(event, 'data', 'object');
  if (at(invoice, 'billing_reason') !== 'subscription_create')
    return ignored('Not the first invoice of a subscription');
  // The second is where it was before API version 2025-03-31.
  const id = refAt(invoice, 'parent', 'subscription_details', 'subscription') ?? refAt(invoice, 'subscription');
  const line = firstLine(listAt(invoice, 'lines', 'data'));
  return readPurchase(event, id, numberAt(invoice, 'amount_paid'), {
    actor: actorOf(
      textAt(invoice, 'customer_name'),
      textAt(invoice, 'customer_email'),
      at(invoice, 'customer_address'),
    ),
    subject: { name: productOf(invoice) ?? productOfLine(line) },
  });
}

/** What Stripe itself writes into the description of a charge that pays an invoice; no owner and no shop does. */
const OF_INVOICE = /^(?:subscription (?:creation|update)$|payment for invoice\b|invoice \w{7,8}-\d{4}$)/i;

/** What the shop's own code says of a payment that it repeats. */
const RENEWAL =
  /^(?:renewal|recurring)\b|\b(?:subscription|plan|membership) renewal\b|\brenewal (?:of|for)\b|\brecurring (?:payment|charge|billing)\b/i;

/**
 * @returns whether an invoice is paid: a renewal, or a purchase that its invoice tells of. Until API version 2025-03-31 a
 * charge named it; since then only Stripe's own wording and its receipt say so.
 */
const isOfInvoice = (charge: unknown): boolean =>
  refAt(charge, 'invoice') !== undefined ||
  OF_INVOICE.test(textAt(charge, 'description')?.trim() ?? '') ||
  (textAt(charge, 'receipt_url') ?? '').includes('/receipts/invoices/');

/** What a form of the shop's own took. A checkout's charge has the same payment, and is the same event. */
function readCharge(event: unknown): Reading {
  const charge = at(event, 'data', 'object');
  if (at(charge, 'status') !== 'succeeded') return ignored('The payment has not succeeded');
  if (at(charge, 'captured') === false) return ignored('The payment is authorized, and not yet captured');
  if (at(charge, 'refunded') === true) return ignored('It was refunded');
  // A platform pays its sellers so, and may pay many sales at once.
  if (refAt(charge, 'source_transfer') !== undefined) return ignored('It was transferred by another Stripe account');
  if (isOfInvoice(charge)) return ignored('It pays an invoice: of those, the first of a subscription counts');
  const wording = textAt(charge, 'description') ?? '';
  if (RENEWAL.test(wording)) return ignored('A renewal of a subscription');
  // As WooCommerce's own extension for Stripe marks what it takes.
  if (idAt(charge, 'metadata', 'order_id') !== undefined && textAt(charge, 'metadata', 'site_url') !== undefined)
    return ignored('It pays an order of a WooCommerce shop: connect that');
  const billing = at(charge, 'billing_details');
  const shipping = at(charge, 'shipping');
  const names = [textAt(billing, 'name'), textAt(shipping, 'name')];
  const email = textAt(billing, 'email') ?? textAt(charge, 'receipt_email');
  return readPurchase(event, paymentOf(charge), numberAt(charge, 'amount_captured') ?? numberAt(charge, 'amount'), {
    actor: actorOf(
      names[0] ?? names[1],
      email,
      textAt(billing, 'address', 'country') === undefined ? at(shipping, 'address') : at(billing, 'address'),
    ),
    subject: { name: productOf(charge) ?? productInWording(wording, [...names, email]) },
    arm: armIn(charge),
  });
}

/** What is said of a purchase. */
type Word = { because: 'refunded' | 'disputed' } | { because: 'in-dispute' | 'paid'; asOf: number };

/**
 * @returns the retraction of what a charge paid for: the purchase of that payment, else what this buyer bought for that
 * price, else all that this buyer bought.
 */
function retractingCharge(
  payment: string | undefined,
  people: (string | undefined)[],
  price: ReturnType<typeof priceOf>,
  word: Word,
  untied?: string,
): Reading {
  const known = people.filter((person) => person !== undefined);
  const ways: Retraction[] = [
    ...(payment === undefined ? [] : [{ matches: 'reference', value: payment, ...word } as const]),
    ...(price === undefined
      ? []
      : known.map((value) => ({ matches: 'person', value, ...word, onlyIf: { price } }) as const)),
    ...known.map((value) => ({ matches: 'person', value, ...word }) as const),
  ];
  // Whichever way it went on hold by, it comes back.
  if (word.because === 'paid' && ways.length > 0) return retracting(...ways);
  const first = ways.reduceRight<Retraction | undefined>(
    (otherwise, way) => (otherwise ? { ...way, otherwise } : untied && known.length === 0 ? { ...way, untied } : way),
    undefined,
  );
  return first ? retracting(first) : refused('It names neither a payment nor a customer');
}

function readRefund(event: unknown): Reading {
  const charge = at(event, 'data', 'object');
  const [amount, back] = [numberAt(charge, 'amount'), numberAt(charge, 'amount_refunded')];
  const isWhole = at(charge, 'refunded') === true || (amount !== undefined && back !== undefined && back >= amount);
  // What of it was paid back isn't said; for all that is known the purchase is as it was shown.
  if (!isWhole) return ignored('Only part of it was refunded');
  const payment = paymentOf(charge);
  // An authorization that was canceled: nobody's other purchases are meant.
  if (at(charge, 'captured') === false && payment !== undefined)
    return retracting({ matches: 'reference', value: payment, because: 'refunded' });
  return retractingCharge(
    payment,
    [refAt(charge, 'customer'), textAt(charge, 'billing_details', 'email') ?? textAt(charge, 'receipt_email')],
    priceOf(amount, textAt(charge, 'currency')),
    { because: 'refunded' },
  );
}

/** @returns what a dispute says: the shop may win it, until it is closed (https://docs.stripe.com/api/disputes/object). */
function wordOf(event: unknown, now: number): Word {
  const status = at(event, 'data', 'object', 'status');
  const created = numberAt(event, 'created');
  const asOf = created === undefined ? now : created * 1_000;
  if (status === 'lost') return { because: 'disputed' };
  return { because: status === 'won' || status === 'warning_closed' ? 'paid' : 'in-dispute', asOf };
}

function readDispute(event: unknown, now: number): Reading {
  const dispute = at(event, 'data', 'object');
  return retractingCharge(
    refAt(dispute, 'payment_intent') ?? refAt(dispute, 'charge'),
    [refAt(dispute, 'charge', 'customer'), textAt(dispute, 'evidence', 'customer_email_address')],
    priceOf(numberAt(dispute, 'amount'), textAt(dispute, 'currency')),
    wordOf(event, now),
    // A dispute has the customer's id only where the charge is expanded, and a subscription is known by that alone.
    'Nothing here has its payment, and it names no customer. If what was bought shows, retract it by hand',
  );
}

/**
 * @returns the retraction of what a redacted object is about; undefined for one that isn't redacted. Nothing but ids is left
 * of it: https://docs.stripe.com/privacy/redaction.
 */
function readRedaction(event: unknown): Reading | undefined {
  const object = at(event, 'data', 'object');
  if (at(object, 'redaction') === undefined || at(object, 'redaction') === null) return undefined;
  const because = 'redacted';
  const isOf = (type: string) => at(object, 'object') === type;
  const payment = isOf('payment_intent')
    ? idAt(object, 'id')
    : isOf('charge')
      ? paymentOf(object)
      : refAt(object, 'payment_intent');
  const person = isOf('customer') ? idAt(object, 'id') : refAt(object, 'customer');
  const found = [
    ...(payment === undefined ? [] : [{ matches: 'reference', value: payment, because } as const]),
    ...(person === undefined ? [] : [{ matches: 'person', value: person, because } as const]),
  ];
  return found.length > 0 ? retracting(...found) : ignored('It names neither a payment nor a customer');
}

export const readStripe: Read = ({ body }, now) => {
  if (at(body, 'object') === 'v2.core.event') return refused("A thin event: choose 'Snapshot' as the payload style");
  const type = textAt(body, 'type');
  if (at(body, 'object') !== 'event' || type === undefined) return refused('Not a Stripe event');
  if (at(body, 'livemode') !== true) return { verdict: 'test' };
  const redaction = readRedaction(body);
  if (redaction) return redaction;
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return readCheckout(body);
    case 'invoice.paid':
      return readInvoice(body);
    case 'charge.succeeded':
    case 'charge.captured':
      return readCharge(body);
    case 'charge.refunded':
      return readRefund(body);
    case 'charge.dispute.created':
    case 'charge.dispute.closed':
      return readDispute(body, now);
    default:
      return ignored("This type of event isn't used");
  }
};
