// Templates on the wire: what notifications can be made from. What their texts mean is in template-text.ts.
import { z } from 'zod';
import { NOTIFICATION_TYPES } from '../embed/payload.ts';
import { COUNT_MAX, NAME_MAX, TEMPLATE_PAGE_SIZE_MAX, VARIABLE_MAX } from '../limits.ts';
import { MESSAGES } from '../messages.ts';
import { aggregateInput, aggregateSchema } from './aggregate.ts';
import { contentFields, notificationStatus, notificationType, STATUSES } from './notification.ts';
import { rulesPatch } from './rules.ts';
import { filledText, id, instant, isoDate, pageFields, paging, text } from './text.ts';
import { appearancePatch } from './widget.ts';

export const TEMPLATE_CATEGORIES = [
  'sales',
  'signups',
  'reviews',
  'live-activity',
  'low-stock',
  'announcements',
  'discounts',
  'milestones',
] as const;

export const templateSchema = z.object({
  id: z.string(),
  name: z.string(),
  category: z.enum(TEMPLATE_CATEGORIES),
  status: z.enum(STATUSES),
  type: z.enum(NOTIFICATION_TYPES),
  /** What its notifications say. Message and title may have variables; keys that aren't set are absent. */
  settings: z.object({
    ...({
      message: z.string(),
      title: z.string().optional(),
      url: z.string().optional(),
      image: z.string().optional(),
      rating: z.number().int().optional(),
      code: z.string().optional(),
      count: z.number().int().optional(),
    } satisfies Record<keyof typeof contentFields, z.ZodType>),
    /** Its notifications tell a number that the server computes. */
    aggregate: aggregateSchema.optional(),
  }),
  /** The appearance of its notifications; `{}` is the widget's own. */
  customization: appearancePatch,
  /** The rules of its notifications; `{}` has none. */
  displayRules: rulesPatch,
  /** Comes with Proofbell: everybody can use and clone it, nobody can delete it. */
  isBuiltIn: z.boolean(),
  /** How many of the caller's notifications were made from it; only when asked for. */
  usageCount: z.number().int().optional(),
  createdAt: isoDate(),
  updatedAt: isoDate(),
});
export type Template = z.infer<typeof templateSchema>;

const category = z.enum(TEMPLATE_CATEGORIES, `One of ${TEMPLATE_CATEGORIES.join(', ')}`);
const name = filledText(NAME_MAX, 'Enter a name');

export const createTemplateInput = z.strictObject({
  name,
  category,
  status: notificationStatus.optional(),
  type: notificationType,
  settings: z.strictObject({ ...contentFields, aggregate: aggregateInput.optional() }),
  customization: appearancePatch.optional(),
  displayRules: rulesPatch.optional(),
});
export type CreateTemplateInput = z.infer<typeof createTemplateInput>;

export const cloneTemplateInput = z.strictObject({ id: id(), name: name.optional() });

export const listTemplatesInput = z.strictObject({
  category: category.optional(),
  /** Active ones unless asked for otherwise. */
  status: notificationStatus.optional(),
  /** Part of a name or a message, in any case. */
  search: text(VARIABLE_MAX).optional(),
  page: paging.page,
  limit: z.number().int().min(1).max(TEMPLATE_PAGE_SIZE_MAX).optional(),
  includeUsage: z.boolean().optional(),
});
export type ListTemplatesInput = z.infer<typeof listTemplatesInput>;
export const templateListSchema = z.object({
  templates: z.array(templateSchema),
  ...pageFields,
});
export type TemplateList = z.infer<typeof templateListSchema>;

const value = text(VARIABLE_MAX).optional();

/** Values for the variables; an empty one counts as missing. */
const customData = z.strictObject({
  name: value,
  city: value,
  product: value,
  count: z
    .union(
      [z.number().int().min(0).max(COUNT_MAX), text(VARIABLE_MAX)],
      `Enter a whole number, or text of at most ${VARIABLE_MAX} characters`,
    )
    .optional(),
  /** When it happened: the notification's timestamp, from which the widget tells its age. */
  time: instant().optional(),
});
export type CustomData = z.infer<typeof customData>;

export const createFromTemplateInput = z.strictObject({
  widgetId: id(MESSAGES.noWidgetSelected),
  templateId: id(),
  customData: customData.optional(),
});
export type CreateFromTemplateInput = z.infer<typeof createFromTemplateInput>;
