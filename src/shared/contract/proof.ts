// Proofs of where a notification comes from: what one says, and the keys to check it with. Customers' pages link to them.
import { z } from 'zod';
import { EVENT_KINDS } from './event-fields.ts';
import { isoDate, webLink } from './text.ts';

/** What a proof's signature covers. Nothing in it tells of a person. */
export const proofClaims = z.object({
  /** The installation that signed it: its PUBLIC_URL. */
  iss: webLink(),
  site: z.string(),
  notification: z.string(),
  /** What happened; left out by earlier versions. */
  kind: z.enum(EVENT_KINDS).optional(),
  /** The kind of source that told of the event: shopify, api, … */
  source: z.string(),
  /** Whether the delivery was correctly signed with the source's secret. */
  signed: z.boolean(),
  /** Whether the event was read from the shop's own API instead; left out where it wasn't. */
  read: z.boolean().optional(),
  /** When it happened, as exactly as the page shows it. */
  time: isoDate(),
});
export type ProofClaims = z.infer<typeof proofClaims>;

/** A proof as it is sent: claims and signature as a compact JWS (RFC 7515). */
export const proofSchema = z.string();

/** A live notification as the page of its proof tells of it. The proof covers neither its words nor the shop's name. */
export const shownNotificationSchema = z.object({
  /** The site's name. */
  shop: z.string(),
  title: z.string().nullable(),
  message: z.string(),
  /** Of a review: 1 to 5 stars. */
  rating: z.number().nullable(),
  /** What stands behind it: one event, many that were counted, or only whoever wrote it. */
  basis: z.enum(['event', 'count', 'author']),
  /** Null but for an event. */
  proof: proofSchema.nullable(),
  /** In the demo, whose orders are made up. */
  isDemo: z.boolean().optional(),
});
export type ShownNotification = z.infer<typeof shownNotificationSchema>;

/** The installation's public keys, as a JSON Web Key Set (RFC 7517). */
export const proofKeysSchema = z.object({
  keys: z.array(
    z.object({
      kty: z.string(),
      crv: z.string(),
      x: z.string(),
      kid: z.string(),
      alg: z.string(),
      use: z.string(),
    }),
  ),
});
export type ProofKeys = z.infer<typeof proofKeysSchema>;
