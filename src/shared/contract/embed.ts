// What customers' pages send and receive. The types are in embed/, which the widget and the inspector import without
// zod.
import { z } from 'zod';
import type { GoneDraft, Inspection } from '../embed/inspection.ts';
import {
  COMPACT_VERSION,
  CONTENT_FIELDS,
  type CompactPayload,
  type ContentField,
  DEVICES,
  type EmbedPayload,
  INTERACTION_TYPES,
  type InteractionBatch,
  NOTIFICATION_TYPES,
  PAYLOAD_VERSION,
} from '../embed/payload.ts';
import { INTERACTIONS_MAX_BYTES, INTERACTIONS_MAX_PER_REQUEST, URL_MAX, VALUE_MAX } from '../limits.ts';
import { DAY } from '../time.ts';
import { goalKey } from './goal.ts';
import { type Notification, notificationSchema, STATUSES } from './notification.ts';
import { rulesSchema } from './rules.ts';
import { bounded, boundedText, id, isoDate, text } from './text.ts';
import { appearanceSchema, behaviorSchema } from './widget.ts';

const notificationInteraction = z.strictObject({
  type: z.enum(INTERACTION_TYPES),
  notificationId: id(),
  page: text(URL_MAX).exactOptional(),
  device: z.enum(DEVICES, `One of ${DEVICES.join(', ')}`).exactOptional(),
});

const upTo = (max: number) => z.number().min(0, 'At least 0').max(max, `At most ${max}`);
/** What is impossible is refused. What is merely unlikely counts as one load, and no figure is an average. */
const costReport = z.strictObject({
  type: z.literal('cost'),
  /** A thousand times the script and an ordinary payload. */
  bytes: upTo(10_000_000).int(),
  /** Browsers keep 250 timings, unless the page asks for more. */
  requests: upTo(1_000).int(),
  /** A week: no tab keeps its main thread busy for longer. */
  time: upTo(7 * DAY),
});

const NO_EPOCH = 'Enter the id of an epoch';
const epochId = () => boundedText(8, NO_EPOCH).regex(/^[a-z2-7]{8}$/, NO_EPOCH);
const ofEpoch = {
  epoch: epochId(),
  /** 0 is held out, 1 sees notifications. */
  arm: z.union([z.literal(0), z.literal(1)], '0 or 1'),
};
const enrolmentReport = z.strictObject({ type: z.literal('enrol'), ...ofEpoch });
const goalReport = z.strictObject({
  type: z.literal('goal'),
  ...ofEpoch,
  goal: goalKey(),
  value: upTo(VALUE_MAX).exactOptional(),
});

const TYPES = `One of ${[...INTERACTION_TYPES, 'cost', 'enrol', 'goal'].join(', ')}`;

/** Body of POST /api/embed/{siteId}/events. */
export const interactionBatchInput: z.ZodType<InteractionBatch> = z.strictObject({
  token: text(200),
  events: bounded(
    z
      .array(z.discriminatedUnion('type', [notificationInteraction, costReport, enrolmentReport, goalReport], TYPES))
      .refine((events) => events.filter(({ type }) => type === 'cost').length <= 1, 'At most one cost report'),
    INTERACTIONS_MAX_PER_REQUEST,
    `At most ${INTERACTIONS_MAX_PER_REQUEST} events`,
  ),
});

const bound = z.union([z.number(), z.string()]).exactOptional();
const compiledCondition = z.strictObject({
  type: z.string(),
  name: z.string().exactOptional(),
  like: z.array(z.array(z.string())).exactOptional(),
  not: z.literal(true).exactOptional(),
  from: bound,
  to: bound,
});
const anyOrAllOf = <T extends z.ZodType>(condition: T) =>
  z.strictObject({ match: z.enum(['all', 'any']), conditions: z.array(condition) });
/** Three levels: the rules, an owner's group, and a condition that itself compiles to a group (a page, an hour). */
const compiledRules = anyOrAllOf(
  z.union([compiledCondition, anyOrAllOf(z.union([compiledCondition, anyOrAllOf(compiledCondition)]))]),
);

/** The fields that visitors get: the same as for their owner, but absent instead of null. */
const content = Object.fromEntries(
  CONTENT_FIELDS.map((field): [string, unknown] => [field, notificationSchema.shape[field].unwrap().exactOptional()]),
) as { [Field in ContentField]: z.ZodExactOptional<z.ZodType<NonNullable<Notification[Field]>>> };

const embedNotification = z.strictObject({
  id: z.string(),
  type: z.enum(NOTIFICATION_TYPES),
  message: z.string(),
  ...content,
  timestamp: isoDate().exactOptional(),
  from: z.string().exactOptional(),
  proof: z.string().exactOptional(),
  startsAt: isoDate().exactOptional(),
  endsAt: isoDate().exactOptional(),
  rules: compiledRules.exactOptional(),
  style: z.string().exactOptional(),
});

const words = z
  .record(z.string(), z.tuple([z.string(), z.string().exactOptional(), z.string().exactOptional()]))
  .exactOptional();

/** The full form of the body of GET /api/embed/{siteId}, and of POST /api/embed/{siteId}/draft. */
export const embedPayloadSchema: z.ZodType<EmbedPayload> = z.strictObject({
  v: z.literal(PAYLOAD_VERSION),
  revision: z.number().int(),
  site: z.strictObject({ id: z.string(), timezone: z.string() }),
  widget: z.strictObject({
    appearance: appearanceSchema,
    behavior: behaviorSchema,
    rules: compiledRules,
    style: z.string(),
    words,
  }),
  notifications: z.array(embedNotification),
  token: z.string(),
  isDraft: z.literal(true).exactOptional(),
  isExample: z.literal(true).exactOptional(),
});

/** @returns an object of which any field may be missing. */
const anyOf = <Shape extends Record<string, z.ZodType>>(shape: Shape) =>
  z.strictObject(
    Object.fromEntries(Object.entries(shape).map(([name, value]) => [name, z.exactOptional(value)])) as {
      [Name in keyof Shape]: z.ZodExactOptional<Shape[Name]>;
    },
  );

const { timing, interaction, visibility, queue, language } = behaviorSchema.shape;
const behaviorChanges = anyOf({
  timing: anyOf(timing.shape),
  interaction: anyOf(interaction.omit({ entireNotificationClickable: true }).shape),
  visibility: anyOf(visibility.omit({ zIndex: true }).shape),
  queue: anyOf(queue.shape),
  language,
});

/** The compact form, for `?v=2`: what the widget doesn't know by itself. */
export const compactPayloadSchema: z.ZodType<CompactPayload> = z.strictObject({
  v: z.literal(COMPACT_VERSION),
  token: z.string(),
  site: z.strictObject({ timezone: z.string() }).exactOptional(),
  proof: z.string().exactOptional(),
  widget: z.strictObject({
    behavior: behaviorChanges.exactOptional(),
    rules: compiledRules.exactOptional(),
    style: z.string().exactOptional(),
    words,
  }),
  notifications: z.array(
    embedNotification.omit({ proof: true }).extend({ type: z.enum(NOTIFICATION_TYPES).exactOptional() }),
  ),
  isDraft: z.literal(true).exactOptional(),
  isExample: z.literal(true).exactOptional(),
  epoch: z
    .strictObject({
      id: z.string(),
      share: z.number(),
      goals: z.record(z.string(), z.union([compiledRules, z.literal(0)])).exactOptional(),
    })
    .exactOptional(),
});

/** Body of GET /api/embed/{siteId}, in the form that was asked for. */
export const payloadSchema = z.union([embedPayloadSchema, compactPayloadSchema]);

/** What the widget and its inspector send about an inspection link. Whatever fits into a body: a made-up one is merely not valid. */
export const inspectionTokenInput = z.strictObject({ token: z.string().max(INTERACTIONS_MAX_BYTES) });

/** Body of POST /api/embed/{siteId}/inspection. */
export const inspectionSchema: z.ZodType<Inspection | GoneDraft> = z.union([
  z.strictObject({
    site: z.strictObject({ id: z.string(), name: z.string(), domains: z.array(z.string()), timezone: z.string() }),
    widget: z.strictObject({ isActive: z.boolean(), behavior: behaviorSchema, rules: rulesSchema }),
    notifications: z.array(
      embedNotification.extend({
        rules: rulesSchema.exactOptional(),
        name: z.string().nullable(),
        status: z.enum(STATUSES),
        heldBack: z.string().exactOptional(),
      }),
    ),
    expiresAt: isoDate(),
    isDraft: z.boolean(),
  }),
  z.strictObject({ isGone: z.literal(true) }),
]);
