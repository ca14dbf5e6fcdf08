// Who sent a delivery: each vendor's own way to sign, over the body's bytes as they came.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { MINUTE, SECOND } from '#shared/time.ts';
import type { Vendors } from '../../domain/ports.ts';

/** @returns whether two texts are the same, in a time that depends on the first alone. */
function isSame(expected: string, given: string): boolean {
  const mac = (text: string) => createHmac('sha256', 'compare').update(text).digest();
  return timingSafeEqual(mac(expected), mac(given));
}

const isHmac = (body: Uint8Array, secret: string, given: string | undefined) =>
  given !== undefined && isSame(createHmac('sha256', secret).update(body).digest('base64'), given);

/** How far a delivery's time may be from ours, where it is signed, too: the convention's, and Stripe's. */
const TOLERANCE = 5 * MINUTE;

/** Signatures in one header: while a secret is replaced there are two. */
const SIGNATURES_MAX = 10;

/** @returns the key in a secret; null when it has none: then it can only serve as a bearer's. */
function keyOf(secret: string): Buffer | null {
  const key = Buffer.from(/^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1] ?? '', 'base64');
  return key.length > 0 ? key : null;
}

/**
 * Of the Standard Webhooks convention (https://www.standardwebhooks.com). Made by node's own crypto: the convention's
 * package hashes in JavaScript, and with 2 MiB anybody could send, that stops everything else for 84 ms. The tests compare
 * the two.
 * @param secret `whsec_` and base64. @param now milliseconds since the epoch.
 */
function isStandardSigned(
  field: (name: string) => string | undefined,
  body: Uint8Array,
  secret: string,
  now: number,
): boolean {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(field);
  if (!id || !signatures || !timestamp || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now - Number(timestamp) * SECOND) > TOLERANCE) return false;
  const key = keyOf(secret);
  if (!key) return false;
  const mac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  const expected = Buffer.from(`v1,${mac}`);
  return signatures
    .split(' ', SIGNATURES_MAX)
    .map((signature) => Buffer.from(signature))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
}

/** By Stripe's SDK, which is large and loaded with the first delivery. @param now milliseconds since the epoch. */
async function isStripeSigned(
  signature: string | undefined,
  body: Uint8Array,
  secret: string,
  now: number,
): Promise<boolean> {
  if (signature === undefined) return false;
  const { Stripe } = await import('stripe');
  try {
    return (
      Stripe.webhooks.signature?.verifyHeader(body, signature, secret, TOLERANCE / SECOND, undefined, now) ?? false
    );
  } catch {
    return false;
  }
}

export const checkSignature: Vendors['check'] = async (kind, { field, body }, secret, now) => {
  // Anybody can sign with an empty one.
  if (secret === '') return 'none';
  const signed = (isSigned: boolean) => (isSigned ? 'signed' : 'none');
  switch (kind) {
    case 'shopify':
      return signed(isHmac(body, secret, field('x-shopify-hmac-sha256')));
    case 'woocommerce':
      return signed(isHmac(body, secret, field('x-wc-webhook-signature')));
    case 'stripe':
      return signed(await isStripeSigned(field('stripe-signature'), body, secret, now));
    case 'webhook':
      if (isStandardSigned(field, body, secret, now)) return 'signed';
      return isSame(`Bearer ${secret}`, field('authorization') ?? '') ? 'bearer' : 'none';
  }
};
