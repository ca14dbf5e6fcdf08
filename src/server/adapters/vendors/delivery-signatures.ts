// Who sent a delivery: each vendor's own way to sign, over the body's bytes as they came.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Vendors } from '../../domain/ports.ts';
import { isStandardSigned } from './standard-signature.ts';
import { isStripeSigned } from './stripe-signature.ts';

/** @returns whether two texts are the same, in a time that depends on the first alone. */
function isSame(expected: string, given: string): boolean {
  const mac = (text: string) => createHmac('sha256', 'compare').update(text).digest();
  return timingSafeEqual(mac(expected), mac(given));
}

const isHmac = (body: Uint8Array, secret: string, given: string | undefined) =>
  given !== undefined && isSame(createHmac('sha256', secret).update(body).digest('base64'), given);

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
