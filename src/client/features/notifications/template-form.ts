// Converts between the values of the template form and the contract. Its fields have the names that a notification's
// have, so that both forms share them.
import { z } from 'zod';
import type { BuilderState } from '#client/rules/builder-state.ts';
import { aggregateTextIssue } from '#shared/aggregate-wording.ts';
import type { Aggregate } from '#shared/contract/aggregate.ts';
import type { Notification } from '#shared/contract/notification.ts';
import { type CreateTemplateInput, createTemplateInput, type Template } from '#shared/contract/template.ts';
import { contentOf } from '#shared/embed/payload.ts';
import { NAME_MAX } from '#shared/limits.ts';
import { type ContentValues, contentIn, textsOf } from './content-form.ts';
import { builtOf, type EditorValues, ownRulesIn, refuseUnfinished } from './editor-form.ts';

/** What a new template starts from. */
export type TemplateDraft = Pick<Template, 'type' | 'settings' | 'customization'> & {
  name: string;
  category: Template['category'];
  /** The own template that it is to replace. */
  replaces?: Template;
  rules: BuilderState;
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

/** A computed number goes on being one: its texts are those it is written into. */
function settingsOf({ aggregate, message, url, image, ...notification }: Source): Template['settings'] {
  if (!aggregate) return { message, ...contentOf({ url, image, ...notification }) };
  const { message: text, title, ...computed } = aggregate;
  return { message: text, ...contentOf({ title, url, image }), aggregate: computed };
}

/** @returns a notification as a template: what visitors get of it. */
export const draftFromNotification = (notification: Source): TemplateDraft => ({
  name: notification.name ?? '',
  category: CATEGORIES[notification.type],
  type: notification.type,
  settings: settingsOf(notification),
  customization: notification.appearance ?? {},
  rules: builtOf(notification.rules ?? null),
});

/** @returns what stands in the notification's editor as a template, with its variables if it has any. */
export const draftFromValues = (values: EditorValues): TemplateDraft => ({
  ...draftFromNotification({ ...values, ...contentIn(values), rules: null }),
  rules: values.rules,
});

/** @returns the start of a changed copy; of an own template, one that may replace it. */
export function draftFromTemplate(template: Template): TemplateDraft {
  const { category, type, settings, customization, displayRules, isBuiltIn } = template;
  const content = { category, type, settings, customization, rules: builtOf(displayRules) };
  if (!isBuiltIn) return { ...content, name: template.name, replaces: template };
  return {
    ...content,
    name: `My ${template.name.slice(0, 1).toLowerCase()}${template.name.slice(1)}`.slice(0, NAME_MAX),
  };
}

/** As typed; `measure` is empty for a template without a computed number, `sourceId` is 'all' for all sources. */
type AggregateValues = Record<'floor' | 'sourceId' | 'product', string> & {
  measure: Aggregate['measure'] | '';
  kind: NonNullable<Aggregate['kind']>;
  window: Aggregate['window'];
};

export type TemplateValues = ContentValues &
  Pick<EditorValues, 'rules' | 'appearance'> & {
    name: string;
    category: Template['category'];
    aggregate: AggregateValues;
  };

const ALL_SOURCES = 'all';

const aggregateValuesOf = (aggregate: Aggregate | undefined): AggregateValues => ({
  measure: aggregate?.measure ?? '',
  kind: aggregate?.kind ?? 'purchase',
  window: aggregate?.window ?? 'week',
  floor: String(aggregate?.floor ?? 5),
  sourceId: aggregate?.sourceId ?? ALL_SOURCES,
  product: aggregate?.product ?? '',
});

/** @returns what is to be counted; null for nothing. */
export function askedOf({
  measure,
  kind,
  window,
  sourceId,
  product,
}: AggregateValues): Omit<Aggregate, 'floor'> | null {
  if (measure === '') return null;
  if (measure === 'displays') return { measure, window };
  return {
    ...{ measure, kind, window },
    ...(sourceId !== ALL_SOURCES && { sourceId }),
    ...(product.trim() !== '' && { product: product.trim() }),
  };
}

export function templateValuesOf({
  name,
  category,
  type,
  settings,
  customization,
  rules,
}: TemplateDraft): TemplateValues {
  return {
    name,
    category,
    type,
    message: settings.message,
    ...textsOf(settings),
    aggregate: aggregateValuesOf(settings.aggregate),
    rules,
    appearance: Object.keys(customization).length > 0 ? customization : null,
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

function toFlat(values: TemplateValues): FlatInput {
  const { rules, aggregate } = values;
  const asked = askedOf(aggregate);
  return {
    ...{ ...values, ...contentIn(values) },
    rules: ownRulesIn(rules),
    aggregate: asked ? { ...asked, floor: Number(aggregate.floor) } : undefined,
  };
}

/** The server says the same. */
function refuseVariables({ aggregate: { measure }, message, title }: TemplateValues, ctx: z.RefinementCtx): void {
  if (measure === '') return;
  for (const [path, text] of Object.entries({ message, title })) {
    const issue = aggregateTextIssue(text, { measure });
    if (issue) ctx.addIssue({ code: 'custom', path: [path], message: issue });
  }
}

/** Checks the values with the contract's own parts; its output is what gets sent. */
export const templateSchema = z
  .custom<TemplateValues>()
  .superRefine(refuseUnfinished)
  .superRefine(refuseVariables)
  .transform(toFlat)
  .pipe(flatInput)
  .transform(
    ({ name, category, type, rules, appearance, ...settings }): CreateTemplateInput => ({
      ...{ name, category, type, settings },
      ...(appearance && { customization: appearance }),
      ...(rules?.conditions?.length && { displayRules: rules }),
    }),
  );

/** @returns the form's name for a field of the contract. */
export const templateFieldOf = (field: string): string =>
  field
    .replace(/^settings\./, '')
    .replace(/^customization/, 'appearance')
    .replace(/^displayRules/, 'rules');
