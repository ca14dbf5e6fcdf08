// Events on the wire: facts that happened in a shop, as scripts send them and owners read them. Visitors never get one as
// it is, only the notification that is made of it.
import { z } from 'zod';
import { COUNT_MAX, EVENTS_PER_REQUEST, MESSAGE_MAX, NAME_MAX, SUBJECT_MAX, VALUE_MAX } from '../limits.ts';
import { SOURCE_KINDS } from '../source-kinds.ts';
import { EVENT_KINDS, type EventKind } from './event-fields.ts';
import { searchText } from './source.ts';
import {
  bounded,
  boundedText,
  email,
  filledText,
  ID_MAX,
  id,
  instant,
  isoDate,
  pageFields,
  paging,
  text,
  webLink,
} from './text.ts';

export { EVENT_KINDS, type EventKind };

/** The source's own id or order number. Text, because shops use numbers of 64 bits. */
const ownId = () => filledText(200, 'Enter an id');

/** '' and null stand for nothing, as in most systems' exports. */
const orNothing = <S extends z.ZodType>(schema: S) =>
  z
    .union([schema, z.literal(''), z.null()])
    .optional()
    .transform((value) => (value === '' || value === null ? undefined : value));

const orMissing = <S extends z.ZodType>(schema: S) => schema.optional();

const NO_CURRENCY = 'Enter a currency such as EUR';

/** @param optional of what an event can be without. */
function makeEventInput(optional: typeof orNothing) {
  const actor = z.strictObject({
    firstName: optional(text(NAME_MAX)),
    lastName: optional(text(NAME_MAX)),
    city: optional(text(NAME_MAX)),
    region: optional(text(NAME_MAX)),
    country: optional(text(NAME_MAX)),
    /** Only its keyed hash is stored, so that the person can be forgotten. */
    email: optional(email()),
  });
  const subject = z.strictObject({
    name: filledText(SUBJECT_MAX, 'Enter a name'),
    url: optional(webLink()),
    image: optional(webLink()),
  });
  return z.strictObject({
    id: ownId(),
    kind: z.enum(EVENT_KINDS, `One of ${EVENT_KINDS.join(', ')}`),
    occurredAt: instant(),
    actor: optional(actor),
    subject: optional(subject),
    quantity: optional(
      z.number('Enter a whole number').int('Enter a whole number').min(1, 'At least 1').max(COUNT_MAX),
    ),
    amount: optional(z.number('Enter an amount').min(0, 'At least 0').max(VALUE_MAX, `At most ${VALUE_MAX}`)),
    currency: optional(boundedText(3, NO_CURRENCY).regex(/^[A-Z]{3}$/, NO_CURRENCY)),
    rating: optional(z.number('Choose 1 to 5 stars').min(1, 'Choose 1 to 5 stars').max(5, 'Choose 1 to 5 stars')),
    text: optional(text(MESSAGE_MAX)),
    /** The order, subscription or account it belongs to: what a refund names. */
    reference: optional(ownId()),
    /** What `Proofbell.arm()` answered in the buyer's browser, so that it counts for that arm. Any other text counts for none. */
    arm: optional(text(ID_MAX)),
  });
}

export const eventInput = makeEventInput(orNothing);
/** The same of what we found in a body or a row, where nothing is undefined already: a part is checked in one step, not in four. */
export const foundEventInput = makeEventInput(orMissing as unknown as typeof orNothing);
export type EventInput = z.infer<typeof eventInput>;

/** Events are checked one by one, so that a wrong one doesn't keep the others out. */
export const addEventsInput = z.strictObject({
  siteId: id(),
  events: bounded(
    z.array(z.unknown()).min(1, 'Send at least one event'),
    EVENTS_PER_REQUEST,
    `At most ${EVENTS_PER_REQUEST} events`,
  ),
});
export type AddEventsInput = z.infer<typeof addEventsInput>;

export const addedEventsSchema = z.object({
  accepted: z.number().int(),
  duplicates: z.number().int(),
  refused: z.array(
    z.object({ index: z.number().int(), errors: z.array(z.object({ field: z.string(), message: z.string() })) }),
  ),
});
export type AddedEvents = z.infer<typeof addedEventsSchema>;

/**
 * shown: a notification tells of it; waiting: one will; not-shown: a rule or its age keeps it back; hidden: the owner
 * deleted its notification; on-hold: its shop says that it is not paid at the moment, or disputed; retracted: it is no
 * longer true.
 */
export const EVENT_STATES = ['shown', 'waiting', 'not-shown', 'hidden', 'on-hold', 'retracted'] as const;
export type EventState = (typeof EVENT_STATES)[number];

export const eventSchema = z.object({
  /** The source's own; ours for keys that may only read, and once its person was forgotten. */
  id: z.string(),
  /** Ours: unique in the installation. */
  key: z.string(),
  sourceId: z.string(),
  source: z.enum(SOURCE_KINDS),
  kind: z.enum(EVENT_KINDS),
  occurredAt: isoDate(),
  receivedAt: isoDate(),
  /** Whether the sender signed the delivery. */
  isSigned: z.boolean(),
  /** Whether it was read from the shop's own API, once it was connected. */
  isRead: z.boolean(),
  /** Absent for keys that may only read, and once it was retracted; likewise `text` and `reference`. */
  actor: z
    .object({
      firstName: z.string().optional(),
      lastName: z.string().optional(),
      city: z.string().optional(),
      region: z.string().optional(),
      country: z.string().optional(),
    })
    .optional(),
  subject: z.object({ name: z.string(), url: z.string().optional(), image: z.string().optional() }).optional(),
  quantity: z.number().optional(),
  amount: z.number().optional(),
  currency: z.string().optional(),
  rating: z.number().optional(),
  text: z.string().optional(),
  reference: z.string().optional(),
  state: z.enum(EVENT_STATES),
  /** Why it does not show, or no longer; null when it does. */
  reason: z.string().nullable(),
  /**
   * When it was retracted or put on hold, and by what: the id of a delivery, also when the log has lost it, or `owner` or `api`; null
   * while it isn't.
   */
  retraction: z.object({ at: isoDate(), by: z.string().nullable() }).nullable(),
  notificationId: z.string().nullable(),
});
export type Event = z.infer<typeof eventSchema>;

export const eventListInput = z.strictObject({
  siteId: id(),
  search: searchText,
  state: z.enum(EVENT_STATES, `One of ${EVENT_STATES.join(', ')}`).optional(),
  ...paging,
});
export type EventListInput = z.infer<typeof eventListInput>;

export const eventListSchema = z.object({
  events: z.array(eventSchema),
  ...pageFields,
});
export type EventList = z.infer<typeof eventListSchema>;

export const eventRef = z.strictObject({ siteId: id(), eventId: ownId() });
export type EventRef = z.infer<typeof eventRef>;

/** A person who is to be forgotten, by the address or an order, in its own words or its customer's. */
export const forgetInput = z
  .strictObject({
    siteId: id(),
    email: orNothing(email()),
    reference: orNothing(ownId()),
    /** Only says how many events it is about. */
    dryRun: z.boolean().optional(),
  })
  .refine(({ email, reference }) => email !== undefined || reference !== undefined, {
    path: ['email'],
    message: 'Enter an email address or an order',
  });
export type ForgetInput = z.infer<typeof forgetInput>;

export const retractedSchema = z.object({ retracted: z.number().int() });
export type Retracted = z.infer<typeof retractedSchema>;
/** `found` of a dry run: how many events would be retracted. */
export const forgottenSchema = retractedSchema.extend({ found: z.number().int().optional() });
export type Forgotten = z.infer<typeof forgottenSchema>;
