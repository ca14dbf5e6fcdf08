// Signatures of the Standard Webhooks convention (https://www.standardwebhooks.com). Made by node's own crypto: the
// convention's package hashes in JavaScript, and with 2 MiB anybody could send, that stops everything else for 84 ms. The
// tests compare the two.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { MINUTE, SECOND } from '#shared/time.ts';

/** How far a delivery's time may be from ours, by the convention. */
const TOLERANCE = 5 * MINUTE;

/** Signatures in one header: while a secret is replaced there are two. */
const SIGNATURES_MAX = 10;

/** @returns the key in a secret; null when it has none: then it can only serve as a bearer's. */
function keyOf(secret: string): Buffer | null {
  const key = Buffer.from(/^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1] ?? '', 'base64');
  return key.length > 0 ? key : null;
}

/** @param secret `whsec_` and base64. @param now milliseconds since the epoch. */
export function isStandardSigned(
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
