// Who sent a message: shops' deliveries and the payment provider's webhooks, each signed in its vendor's own way. All are
// checked here, over the bytes as they came, so that what we promise rests on no SDK's reading of them.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { HookKind } from '#shared/source-kinds.ts';
import { MINUTE, SECOND } from '#shared/time.ts';
import type { RawDelivery } from '../domain/ports.ts';

/** How far a signed time may be from ours, either way: Stripe's, and that of Standard Webhooks. */
const TOLERANCE = 5 * MINUTE;

/** Signatures in one field: while a secret is replaced there are two. */
const SIGNATURES_MAX = 10;

/** Characters of a field: ten signatures and a time take some 700. */
const FIELD_MAX = 1_000;

/** What the digest of an HMAC-SHA256 looks like: nothing else is worth hashing a body for. */
const SHAPES = { base64: /^[A-Za-z0-9+/]{43}=$/, hex: /^[0-9a-f]{64}$/ };

/** What a message brings to prove where it comes from. */
type Proof = {
  key: string | Buffer;
  /** Of which digest is compared. */
  digest: keyof typeof SHAPES;
  signatures: string[];
  /** Seconds since the epoch, as it was written; undefined where the vendor signs no time. */
  time?: string;
  /** What is signed before the body. */
  before?: string;
};

/** @returns the key in a secret; null when it has none: then it can only serve as a bearer's. */
function keyOf(secret: string): Buffer | null {
  const key = Buffer.from(/^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1] ?? '', 'base64');
  return key.length > 0 ? key : null;
}

/** @returns what follows the prefix in each of the parts that have it. */
const after = (prefix: string, parts: string[]): string[] =>
  parts.filter((part) => part.startsWith(prefix)).map((part) => part.slice(prefix.length));

/**
 * - Shopify: https://shopify.dev/docs/apps/build/webhooks/verify-deliveries
 * - WooCommerce: https://woocommerce.github.io/woocommerce-rest-api-docs/#webhooks
 * - Stripe: https://docs.stripe.com/webhooks#verify-manually, with exactly one time
 * - webhook: https://www.standardwebhooks.com, its secret `whsec_` and base64
 */
function proofOf(kind: HookKind, field: (name: string) => string, secret: string): Proof | null {
  switch (kind) {
    case 'shopify':
      return { key: secret, digest: 'base64', signatures: [field('x-shopify-hmac-sha256')] };
    case 'woocommerce':
      return { key: secret, digest: 'base64', signatures: [field('x-wc-webhook-signature')] };
    case 'stripe': {
      const parts = field('stripe-signature')
        .split(',')
        .map((part) => part.trim());
      const [time = '', ...others] = after('t=', parts);
      if (others.length > 0) return null;
      return { key: secret, digest: 'hex', signatures: after('v1=', parts), time, before: `${time}.` };
    }
    case 'webhook': {
      const [id, time] = [field('webhook-id'), field('webhook-timestamp')];
      const key = keyOf(secret);
      if (!key || id === '') return null;
      const signatures = after('v1,', field('webhook-signature').split(' '));
      return { key, digest: 'base64', signatures, time, before: `${id}.${time}.` };
    }
  }
}

/** @returns whether two texts are the same, in a time that depends on the first alone. */
function isSame(expected: string, given: string): boolean {
  const mac = (text: string) => createHmac('sha256', 'compare').update(text).digest();
  return timingSafeEqual(mac(expected), mac(given));
}

/** @param now milliseconds since the epoch. @returns how far the time is from ours, ms; NaN for what is no time. */
const distanceOf = (time: string, now: number): number =>
  /^\d{1,12}$/.test(time) ? Math.abs(now - Number(time) * SECOND) : Number.NaN;

const hasSignature = ({ digest, signatures }: Proof): boolean =>
  signatures.length <= SIGNATURES_MAX && signatures.some((signature) => SHAPES[digest].test(signature));

/** @returns whether the proof could hold for some body: a body of megabytes is held and hashed for no other. */
const isPlausible = (proof: Proof, now: number): boolean =>
  (proof.time === undefined || distanceOf(proof.time, now) <= TOLERANCE) && hasSignature(proof);

function holds(proof: Proof, body: Uint8Array): boolean {
  const { key, digest, signatures, before = '' } = proof;
  const expected = Buffer.from(createHmac('sha256', key).update(before).update(body).digest(digest));
  // Of one length, by their shape.
  return signatures.some(
    (signature) => SHAPES[digest].test(signature) && timingSafeEqual(expected, Buffer.from(signature)),
  );
}

/** @returns the field, which is empty when it is longer than any signature. */
const bounded =
  (field: RawDelivery['field']) =>
  (name: string): string => {
    const value = field(name) ?? '';
    return value.length > FIELD_MAX ? '' : value;
  };

/** By https://www.rfc-editor.org/rfc/rfc9110#section-11.1, schemes are the same in any case; blanks are typed by hand. */
const isBearer = (kind: HookKind, field: RawDelivery['field'], secret: string): boolean => {
  const token = /^\s*bearer\s+(\S+)\s*$/i.exec(bounded(field)('authorization'))?.[1];
  return kind === 'webhook' && token !== undefined && isSame(secret, token);
};

/** As checkSignature. @returns whether a message with these headers can prove its sender, whatever its body will be. */
export function mayProve(kind: HookKind, field: RawDelivery['field'], secret: string, now: number): boolean {
  if (secret === '') return false;
  const proof = proofOf(kind, bounded(field), secret);
  return (proof !== null && isPlausible(proof, now)) || isBearer(kind, field, secret);
}

/**
 * @param kind whose way to sign. The payment provider's is Stripe's. @param secret as it was entered, or told by the vendor.
 * @param now milliseconds since the epoch.
 * @returns how the message proves that its sender has the secret: by a signature over every byte of its body, or for our
 * own webhooks as a bearer of it.
 */
export function checkSignature(
  kind: HookKind,
  { field, body }: RawDelivery,
  secret: string,
  now: number,
): 'signed' | 'bearer' | 'none' {
  // Anybody can sign with an empty one.
  if (secret === '') return 'none';
  const proof = proofOf(kind, bounded(field), secret);
  if (proof && isPlausible(proof, now) && holds(proof, body)) return 'signed';
  return isBearer(kind, field, secret) ? 'bearer' : 'none';
}

/**
 * As checkSignature, of a message that it doesn't take.
 * @returns how far its time is from ours, ms, if that is all that is wrong with it: its sender has the secret; else null.
 */
export function clockDistance(
  kind: HookKind,
  { field, body }: RawDelivery,
  secret: string,
  now: number,
): number | null {
  const proof = secret === '' ? null : proofOf(kind, bounded(field), secret);
  if (proof?.time === undefined || !hasSignature(proof)) return null;
  const distance = distanceOf(proof.time, now);
  return distance > TOLERANCE && holds(proof, body) ? distance : null;
}
