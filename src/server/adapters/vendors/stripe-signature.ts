// Signatures of Stripe, checked by its SDK, which is large and loaded with the first delivery.

/** How old a signed delivery may be, in seconds. */
const TOLERANCE = 300;

/** @param now milliseconds since the epoch. */
export async function isStripeSigned(
  signature: string | undefined,
  body: Uint8Array,
  secret: string,
  now: number,
): Promise<boolean> {
  if (signature === undefined) return false;
  const { Stripe } = await import('stripe');
  try {
    return Stripe.webhooks.signature?.verifyHeader(body, signature, secret, TOLERANCE, undefined, now) ?? false;
  } catch {
    return false;
  }
}
