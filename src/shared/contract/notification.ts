// Notifications on the wire. The database's columns, the editor's values and the fields of a copy derive from these
// schemas; what visitors get is in embed/payload.ts.
import { z } from 'zod';
import { NOTIFICATION_TYPES } from '../embed/payload.ts';
import { holdsAtMost } from '../json-size.ts';
import {
  CODE_MAX,
  COUNT_MAX,
  MESSAGE_MAX,
  METADATA_MAX_BYTES,
  NAME_MAX,
  NOTIFICATIONS_MAX,
  TITLE_MAX,
} from '../limits.ts';
import { MESSAGES } from '../messages.ts';
import { computationSchema, computedSchema } from './aggregate.ts';
import { rulesPatch } from './rules.ts';
import { bounded, filledText, ID_MAX, id, instant, isoDate, isPlainJson, link, text, wholeNumber } from './text.ts';
import { appearancePatch } from './widget.ts';

export const STATUSES = ['active', 'inactive'] as const;

const metadataSchema = z.record(z.string(), z.unknown());
/** The same as it is stored and sent: a list may have 500,000 keys in all, and each was looked at when it came. */
const storedMetadata = z
  .unknown()
  .refine((value) => typeof value === 'object' && value !== null && !Array.isArray(value))
  .meta({ type: 'object', additionalProperties: {} }) as z.ZodType<Record<string, unknown>>;

export const notificationSchema = z.object({
  id: z.string(),
  widgetId: z.string(),
  type: z.enum(NOTIFICATION_TYPES),
  /** The owner's label in lists; never shown to visitors. */
  name: z.string().nullable(),
  title: z.string().nullable(),
  message: z.string(),
  image: z.string().nullable(),
  url: z.string().nullable(),
  /** A review's stars, 1 to 5. */
  rating: z.number().int().min(1).max(5).nullable(),
  /** A discount code for the visitor to copy. */
  code: z.string().nullable(),
  /** Times shown, items left, or a milestone reached. */
  count: z.number().int().nullable(),
  status: z.enum(STATUSES),
  /** When the event happened. */
  timestamp: isoDate(),
  startsAt: isoDate().nullable(),
  endsAt: isoDate().nullable(),
  displayCount: z.number().int(),
  clickCount: z.number().int(),
  isCustom: z.boolean(),
  /** manual, template, api, or an integration's id. */
  source: z.string(),
  metadata: storedMetadata,
  /** What its number is computed from, and the texts it is written into; null for all that somebody wrote. */
  aggregate: computationSchema.nullable(),
  /** What came of it; null until it was computed. */
  computed: computedSchema.nullable(),
  /** Whether visitors don't get it yet, because what was computed is below its floor. */
  isHeldBack: z.boolean(),
  rules: rulesPatch.nullable(),
  appearance: appearancePatch.nullable(),
  /** Position in the owner's order, ascending. */
  position: z.number().int(),
  createdAt: isoDate(),
  updatedAt: isoDate(),
});
export type Notification = z.infer<typeof notificationSchema>;

/** A notification that was just saved, and what its author should know of it. */
export const savedNotificationSchema = z.object({ notification: notificationSchema, warnings: z.array(z.string()) });
export type SavedNotification = z.infer<typeof savedNotificationSchema>;

/** Keys that the server writes into metadata: they take no room, so that what it answers can be sent back. */
const isWritten = (key: string, value: unknown) =>
  typeof value === 'string' && (key === 'name' || (key === 'templateId' && value.length <= ID_MAX));

/** Deeper than any real metadata. JSON parsers overflow the stack at a few thousand levels. */
const METADATA_DEPTH = 16;

const METADATA_TOO_LONG = `At most ${METADATA_MAX_BYTES} bytes of JSON`;

const metadata = () =>
  bounded(
    metadataSchema.superRefine((value, ctx) => {
      const refuse = (message: string, ...path: string[]) => ctx.addIssue({ code: 'custom', message, path });
      // Each takes two bytes.
      if (!holdsAtMost(value, METADATA_MAX_BYTES / 2)) return refuse(METADATA_TOO_LONG);
      if (!isPlainJson(value, METADATA_DEPTH)) return refuse(`Enter JSON with at most ${METADATA_DEPTH} levels`);
      const own = Object.fromEntries(Object.entries(value).filter(([key, one]) => !isWritten(key, one)));
      if (new TextEncoder().encode(JSON.stringify(own)).length > METADATA_MAX_BYTES) refuse(METADATA_TOO_LONG);
      if (typeof value.name === 'string' && value.name.length > NAME_MAX)
        refuse(`At most ${NAME_MAX} characters`, 'name');
    }),
    // Each takes more than a byte.
    METADATA_MAX_BYTES / 4,
    METADATA_TOO_LONG,
  );

export const notificationType = z.enum(NOTIFICATION_TYPES, `One of ${NOTIFICATION_TYPES.join(', ')}`);
export const notificationStatus = z.enum(STATUSES, 'Either active or inactive');

const STARS = 'Choose 1 to 5 stars';

/** What visitors read, see and click, as requested; in templates, too. */
export const contentFields = {
  title: text(TITLE_MAX).nullable().optional(),
  message: filledText(MESSAGE_MAX, 'Enter a message'),
  image: link().or(z.literal('')).nullable().optional(),
  url: link().or(z.literal('')).nullable().optional(),
  rating: z.number(STARS).int(STARS).min(1, STARS).max(5, STARS).nullable().optional(),
  code: text(CODE_MAX).nullable().optional(),
  count: wholeNumber(0, COUNT_MAX).nullable().optional(),
};

/**
 * What an owner may set. `null` or empty text clears an optional field. A copy has all of these except the position.
 */
const editable = {
  type: notificationType,
  name: text(NAME_MAX).nullable().optional(),
  ...contentFields,
  status: notificationStatus.optional(),
  timestamp: instant().optional(),
  startsAt: instant().nullable().optional(),
  endsAt: instant().nullable().optional(),
  isCustom: z.boolean().optional(),
  metadata: metadata().optional(),
  rules: rulesPatch.nullable().optional(),
  appearance: appearancePatch.nullable().optional(),
  position: z.number().int().min(-1_000_000_000).max(1_000_000_000).optional(),
};

export type EditableField = keyof typeof editable;
export const EDITABLE_FIELDS = Object.keys(editable) as EditableField[];

const ignored = z.unknown().optional();

export const createNotificationInput = z.strictObject({
  widgetId: id(MESSAGES.noWidgetSelected),
  ...editable,
  /** The template that the texts were written from, in whose usage this one counts. */
  templateId: id().optional(),
  // A client may send a whole notification back: server-set fields are accepted and ignored.
  displayCount: ignored,
  clickCount: ignored,
  aggregate: ignored,
  computed: ignored,
  isHeldBack: ignored,
  source: ignored,
  createdAt: ignored,
  updatedAt: ignored,
});
export type CreateNotificationInput = z.infer<typeof createNotificationInput>;

export const updateNotificationInput = z.strictObject({
  widgetId: id(),
  notificationId: id(),
  ...editable,
  type: editable.type.optional(),
  message: editable.message.optional(),
});
export type UpdateNotificationInput = z.infer<typeof updateNotificationInput>;

export const notificationRef = z.strictObject({ widgetId: id(), notificationId: id() });
export type NotificationRef = z.infer<typeof notificationRef>;

/** A deleted notification, as it comes back when it is restored. */
export const deletedNotificationSchema = notificationSchema.extend({
  deletedAt: isoDate(),
  /** After this it can no longer be restored. */
  restorableUntil: isoDate(),
});
export type DeletedNotification = z.infer<typeof deletedNotificationSchema>;

const ids = () =>
  bounded(
    z
      .array(id())
      .min(1, 'Name at least one notification')
      .refine((ids) => new Set(ids).size === ids.length, 'Name each notification once'),
    NOTIFICATIONS_MAX,
    `At most ${NOTIFICATIONS_MAX} notifications`,
  );

/** What can be done to many notifications in one call. */
export const BULK_ACTIONS = ['activate', 'deactivate', 'delete', 'restore'] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

export const bulkInput = z.strictObject({
  widgetId: id(),
  ids: ids(),
  action: z.enum(BULK_ACTIONS, `One of ${BULK_ACTIONS.join(', ')}`),
});
export type BulkInput = z.infer<typeof bulkInput>;

export const orderInput = z.strictObject({ widgetId: id(), ids: ids() });
export type OrderInput = z.infer<typeof orderInput>;

/** Ids of notifications: those that a call changed, or all of them in order. */
export const idsSchema = z.array(z.string());
