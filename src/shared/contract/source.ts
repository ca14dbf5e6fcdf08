// Where a site's events come from, on the wire: the source itself, which of its events show, and what of them visitors may
// read. Defaults make a source work at once.
import { z } from 'zod';
import { EVENT_RETENTION_DAYS_MAX, EVENTS_SHOWN_MAX, NAME_MAX, VALUE_MAX } from '../limits.ts';
import { SOURCE_KIND_FACTS, SOURCE_KINDS, type SourceKind } from '../source-kinds.ts';
import { DAY, MINUTE, SECOND } from '../time.ts';
import { connectionSchema } from './connection.ts';
import { type MappedKind, mappingSchema } from './mapping.ts';
import { domain } from './site.ts';
import { bounded, boundedText, filledText, id, isoDate, text, trimmedText, wholeNumber } from './text.ts';

/** Whether senders of this kind have words of their own, which a mapping says how to read. */
export const isMappedKind = (kind: SourceKind): kind is MappedKind => kind === 'webhook' || kind === 'csv';

const SECONDS_OF_MINUTE = MINUTE / SECOND;
const SECONDS_OF_DAY = DAY / SECOND;

const wholeSeconds = (max: number) =>
  z.number('Enter whole seconds').int('Enter whole seconds').min(0, 'At least 0').max(max, `At most ${max}`);
const productNames = bounded(z.array(filledText(NAME_MAX)), 50, 'At most 50 products');
const NO_TIME = 'Enter a time such as 22:00';
const timeOfDay = boundedText(5, NO_TIME).regex(/^([01]\d|2[0-3]):[0-5]\d$/, NO_TIME);

export const sourceRulesSchema = z.strictObject({
  /** Seconds that an event waits before it shows, so that a mistake can be retracted. */
  minAge: wholeSeconds(30 * SECONDS_OF_DAY),
  /** Seconds after which it no longer shows. */
  maxAge: wholeSeconds(EVENT_RETENTION_DAYS_MAX * SECONDS_OF_DAY).min(60, 'At least 60'),
  /** In whatever currency the event names. */
  minAmount: z.number('Enter an amount').min(0, 'At least 0').max(VALUE_MAX, `At most ${VALUE_MAX}`).optional(),
  /** Parts of product names, in any case of letters. */
  products: z.strictObject({ include: productNames.optional(), exclude: productNames.optional() }).optional(),
  /** Time of day in the site's time zone during which nothing of the source shows; may span midnight. */
  quietHours: z.strictObject({ from: timeOfDay, to: timeOfDay }).optional(),
  /** Whether orders are left out that somebody of the shop entered, at a till or in its admin. */
  isOnlineOnly: z.boolean(),
  /** How many show at most: the newest. */
  cap: wholeNumber(1, EVENTS_SHOWN_MAX),
});
export type SourceRules = z.infer<typeof sourceRulesSchema>;

export const sourcePrivacySchema = z.strictObject({
  name: z.enum(['first', 'initial', 'none'], 'One of first, initial, none'),
  place: z.enum(['city', 'region', 'country', 'none'], 'One of city, region, country, none'),
  /** A place is named once this many events came from it within 30 days. */
  minPlaceCount: z
    .number('Enter a whole number')
    .int('Enter a whole number')
    .min(1, 'At least 1')
    .max(1_000, 'At most 1,000'),
  /** Whether visitors read what was paid. */
  amount: z.boolean(),
  /** Rounded to 5 minutes, and to the hour once a day has passed. */
  time: z.enum(['rounded', 'exact'], 'Either rounded or exact'),
});
export type SourcePrivacy = z.infer<typeof sourcePrivacySchema>;

const { minAmount, products, quietHours } = sourceRulesSchema.shape;
/** Only what is given changes; null takes a rule away. */
export const sourceRulesPatch = sourceRulesSchema.partial().extend({
  minAmount: minAmount.nullable(),
  products: products.nullable(),
  quietHours: quietHours.nullable(),
});
export const sourcePrivacyPatch = sourcePrivacySchema.partial();

/** @returns the rules of a source whose owner changed none. */
export const defaultRules = (kind: SourceKind): SourceRules => ({
  minAge: SOURCE_KIND_FACTS[kind].wait * SECONDS_OF_MINUTE,
  maxAge: 7 * SECONDS_OF_DAY,
  isOnlineOnly: false,
  cap: 20,
});

export const DEFAULT_PRIVACY: SourcePrivacy = {
  name: 'first',
  place: 'city',
  minPlaceCount: 5,
  amount: false,
  time: 'rounded',
};

/**
 * needs-secret: nothing can be checked yet; waiting: no delivery came yet; working: some did; refused: since the last
 * good one, if any, some came that weren't signed with the secret; off: so many failed in a row that the shop has
 * probably switched its webhook off.
 */
const SOURCE_STATUSES = ['needs-secret', 'waiting', 'working', 'refused', 'off'] as const;
export type SourceStatus = (typeof SOURCE_STATUSES)[number];

export const sourceSchema = z.object({
  id: z.string(),
  siteId: z.string(),
  kind: z.enum(SOURCE_KINDS),
  name: z.string(),
  /** Where the sender delivers to; null for sources that aren't sent to an address of their own. */
  hookUrl: z.string().nullable(),
  status: z.enum(SOURCE_STATUSES),
  hasSecret: z.boolean(),
  /** Until then the secret before the current one is accepted, too. */
  previousSecretUntil: isoDate().nullable(),
  templateId: z.string().nullable(),
  rules: sourceRulesSchema,
  privacy: sourcePrivacySchema,
  /** How bodies in the sender's own words, or files with columns of other names, are read; null when they come in ours. */
  mapping: mappingSchema.nullable(),
  /** Where links and pictures of products may lead besides the site's own domains. */
  hosts: z.array(z.string()),
  /** Days that events are kept. */
  retentionDays: z.number().int(),
  /** Of the last delivery whose secret or signature was right. */
  lastDeliveryAt: isoDate().nullable(),
  /** When the sender last tried out whether the address can be reached. */
  reachedAt: isoDate().nullable(),
  /** When a delivery was last refused because its signature was missing, wrong or too old, and how many were. */
  refusedAt: isoDate().nullable(),
  refusedCount: z.number().int(),
  /** Why the last delivery could not be used, of those whose secret or signature was right; null when it could. */
  lastProblem: z.object({ at: isoDate(), reason: z.string() }).nullable(),
  /** Whether the last body that could not be read is kept for an hour, encrypted, for its fields to be mapped. */
  isUnreadKept: z.boolean(),
  /** How many deliveries failed since the last good one: wrongly signed, or not stored because the server couldn't. */
  failures: z.number().int(),
  /** The shop's own API; null while it isn't connected. */
  connection: connectionSchema.nullable(),
  /** Why shops of this kind can't be connected here, in one sentence; null when they can. */
  connectRefusal: z.string().nullable(),
  createdAt: isoDate(),
  updatedAt: isoDate(),
});
export type Source = z.infer<typeof sourceSchema>;

/** The only response with the secret: one that was made here. Null when there is none, or it was given. */
export const newSourceSchema = sourceSchema.extend({ secret: z.string().nullable() });
export type NewSource = z.infer<typeof newSourceSchema>;

/** Vendors' secrets are 20 to 64 characters; somebody's own may be longer. */
const secret = trimmedText(200)
  .min(8, 'At least 8 characters')
  .regex(/^[\x21-\x7e]+$/, 'Only letters, digits and signs, without spaces');

const editable = {
  name: filledText(NAME_MAX, 'Enter a name').optional(),
  templateId: id().nullable().optional(),
  rules: sourceRulesPatch.optional(),
  privacy: sourcePrivacyPatch.optional(),
  /** Only for webhooks and files: of the others it is known what they say. Null takes it away. */
  mapping: mappingSchema.nullable().optional(),
  hosts: bounded(z.array(domain()), 20, 'At most 20 hosts').optional(),
  /** Only for webhooks. */
  isUnreadKept: z.boolean().optional(),
  retentionDays: wholeNumber(1, EVENT_RETENTION_DAYS_MAX).optional(),
};

export const createSourceInput = z.strictObject({
  siteId: id(),
  kind: z.enum(SOURCE_KINDS, `One of ${SOURCE_KINDS.join(', ')}`),
  ...editable,
  secret: secret.optional(),
});
export type CreateSourceInput = z.infer<typeof createSourceInput>;

export const updateSourceInput = z.strictObject({
  siteId: id(),
  sourceId: id(),
  ...editable,
  /** Replaces the secret; the one before is accepted for another day. */
  secret: secret.optional(),
});
export type UpdateSourceInput = z.infer<typeof updateSourceInput>;

export const connectedSchema = z.object({
  source: sourceSchema,
  /** Where the owner agrees, in the shop; null when it is connected already. */
  consentUrl: z.string().nullable(),
});
export type Connected = z.infer<typeof connectedSchema>;

export const sourceRef = z.strictObject({ siteId: id(), sourceId: id() });
export type SourceRef = z.infer<typeof sourceRef>;

/** What an owner may type into the search of events. */
export const searchText = text(NAME_MAX).optional();
