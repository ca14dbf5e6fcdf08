// A shop that we are connected to by its own API, on the wire: what its owner gives to connect it, and how that stands.
import { z } from 'zod';
import { filledText, id, isoDate, text, trimmedText } from './text.ts';

/**
 * waiting: its owner was sent to the shop, to agree there; reading: its past orders are being read; connected: they were,
 * and what happens from now on is delivered; failed: something that `problem` names has to be done first.
 */
export const CONNECTION_STATES = ['waiting', 'reading', 'connected', 'failed'] as const;

export const connectionSchema = z.object({
  state: z.enum(CONNECTION_STATES),
  /** The shop's address, `https://oak.example`; of Stripe the account. */
  shop: z.string(),
  /** Until when a consent counts that is waited for; null in other states. */
  until: isoDate().nullable(),
  /** How many past orders were looked through so far, and how many there are at most; null until the shop has said so. */
  read: z.number().int(),
  total: z.number().int().nullable(),
  /** How many of them were purchases. */
  found: z.number().int(),
  /** What is wrong, in one sentence; null when nothing is. While it is reading, it goes on by itself. */
  problem: z.string().nullable(),
  /** What was put right by itself, in one sentence, and when; null when nothing was. */
  note: z.string().nullable(),
  notedAt: isoDate().nullable(),
  /** When the shop last said that its webhooks are on. */
  checkedAt: isoDate().nullable(),
});
export type Connection = z.infer<typeof connectionSchema>;

/** Keys as vendors make them: letters, digits and few signs. */
const key = () =>
  trimmedText(400)
    .min(8, 'At least 8 characters')
    .regex(/^[\x21-\x7e]+$/, 'Only letters, digits and signs, without spaces');

export const connectInput = z.strictObject({
  siteId: id(),
  sourceId: id(),
  /** Where the shop is: the address of a WooCommerce shop, or `name.myshopify.com`. */
  shop: filledText(500, "Enter the shop's address").optional(),
  /** Of Stripe: a restricted key. */
  apiKey: key().optional(),
  /** Of Shopify: the app's client ID and secret; or the token of an older app, and its secret. */
  clientId: key().optional(),
  token: key().optional(),
  secret: key().optional(),
});
export type ConnectInput = z.infer<typeof connectInput>;

/** What WooCommerce posts once the owner has agreed; `user_id` is what we sent along. Others of its fields aren't needed. */
export const consentInput = z.object({
  user_id: text(200),
  consumer_key: key(),
  consumer_secret: key(),
  key_permissions: text(20),
});
export type ConsentInput = z.infer<typeof consentInput>;
