// Converts between the values of the template form and the contract. Its fields have the names that a notification's
// have, so that both forms share them.
import { z } from 'zod';
import type { Notification } from '#shared/contract/notification.ts';
import { type CreateTemplateInput, createTemplateInput, type Template } from '#shared/contract/template.ts';
import { contentOf } from '#shared/embed/payload.ts';
import { NAME_MAX } from '#shared/limits.ts';
import type { ContentValues } from './content-fields.tsx';
import { type EditorValues, refuseUnfinished } from './editor-form.ts';

const orNull = (text: string) => (text.trim() === '' ? null : text);
const numberOrNull = (text: string) => (text.trim() === '' ? null : Number(text));

/** What a new template starts from. */
export type TemplateDraft = Pick<Template, 'type' | 'settings' | 'customization' | 'displayRules'> & {
  name: string;
  category: Template['category'];
  /** The own template that it is to replace. */
  replaces?: Template;
  /** What the builder holds while some of it isn't among the rules yet. */
  unfinishedRules?: string;
};

/** @returns where a template's draft is found again: of the gallery's form, or of the one on top of the editor. */
export const placeOfTemplate = (widgetId: string, isOnEditor: boolean): string =>
  `${isOnEditor ? 'notification-template' : 'template'}:${widgetId}`;

/** The closest category of each type; the owner may choose another. */
const CATEGORIES: Record<Notification['type'], Template['category']> = {
  purchase: 'sales',
  signup: 'signups',
  review: 'reviews',
  visitors: 'live-activity',
  'low-stock': 'low-stock',
  announcement: 'announcements',
  discount: 'discounts',
  milestone: 'milestones',
  custom: 'announcements',
};

type Source = Pick<Notification, 'type' | 'message'> & Partial<Notification>;

/** @returns a notification as a template: what visitors get of it. */
export const draftFromNotification = (notification: Source): TemplateDraft => ({
  name: notification.name ?? '',
  category: CATEGORIES[notification.type],
  type: notification.type,
  settings: { message: notification.message, ...contentOf(notification) },
  customization: notification.appearance ?? {},
  displayRules: notification.rules ?? {},
});

/** @returns what stands in the notification's editor as a template, with its variables if it has any. */
export const draftFromValues = (values: EditorValues): TemplateDraft => ({
  name: values.name,
  category: CATEGORIES[values.type],
  type: values.type,
  settings: {
    message: values.message,
    ...contentOf({ ...values, rating: numberOrNull(values.rating), count: numberOrNull(values.count) }),
  },
  customization: values.appearance ?? {},
  displayRules: values.rules ?? {},
  unfinishedRules: values.unfinishedRules,
});

/** @returns the start of a changed copy; of an own template, one that may replace it. */
export function draftFromTemplate(template: Template): TemplateDraft {
  const { category, type, settings, customization, displayRules, isBuiltIn } = template;
  const content = { category, type, settings, customization, displayRules };
  if (!isBuiltIn) return { ...content, name: template.name, replaces: template };
  return {
    ...content,
    name: `My ${template.name.slice(0, 1).toLowerCase()}${template.name.slice(1)}`.slice(0, NAME_MAX),
  };
}

export type TemplateValues = ContentValues &
  Pick<EditorValues, 'rules' | 'appearance' | 'unfinishedRules'> & { name: string; category: Template['category'] };

export function templateValuesOf({
  name,
  category,
  type,
  settings,
  customization,
  displayRules,
  unfinishedRules = '',
}: TemplateDraft): TemplateValues {
  const text = (value: string | number | undefined) => String(value ?? '');
  return {
    name,
    category,
    type,
    message: settings.message,
    title: text(settings.title),
    url: text(settings.url),
    image: text(settings.image),
    rating: text(settings.rating),
    code: text(settings.code),
    count: text(settings.count),
    // How conditions are to be combined is kept while none is complete.
    rules: displayRules.conditions?.length || (unfinishedRules && displayRules.match) ? displayRules : null,
    appearance: Object.keys(customization).length > 0 ? customization : null,
    unfinishedRules,
  };
}

const { name, category, type, settings, customization, displayRules } = createTemplateInput.shape;
const flatInput = z.strictObject({
  name,
  category,
  type,
  ...settings.shape,
  rules: displayRules.unwrap().nullable(),
  appearance: customization.unwrap().nullable(),
});
type FlatInput = z.input<typeof flatInput>;

const toFlat = ({ unfinishedRules: _only, ...values }: TemplateValues): FlatInput => ({
  ...values,
  title: orNull(values.title),
  url: orNull(values.url),
  image: orNull(values.image),
  code: orNull(values.code),
  rating: numberOrNull(values.rating),
  count: numberOrNull(values.count),
});

/** Checks the values with the contract's own parts. */
export const templateSchema = z
  .custom<TemplateValues>()
  .superRefine(refuseUnfinished)
  .transform(toFlat)
  .pipe(flatInput);
export type TemplateOutput = z.output<typeof templateSchema>;

/** @returns what gets sent. */
export function toTemplateInput({
  name,
  category,
  type,
  rules,
  appearance,
  ...settings
}: TemplateOutput): CreateTemplateInput {
  return {
    name,
    category,
    type,
    settings,
    ...(appearance && { customization: appearance }),
    ...(rules?.conditions?.length && { displayRules: rules }),
  };
}

/** @returns the form's name for a field of the contract. */
export const templateFieldOf = (field: string): string =>
  field
    .replace(/^settings\./, '')
    .replace(/^customization/, 'appearance')
    .replace(/^displayRules/, 'rules');
