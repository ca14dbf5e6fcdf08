// Converts between the editor's values and the contract. Form fields hold text; the contract has nulls, and times in
// UTC. Texts from a template are sent with their variables filled.
import { z } from 'zod';
import { type BuilderState, excessOf, hasUnfinished, rulesIn, stateOf } from '#client/rules/builder-state.ts';
import { kindOf } from '#shared/contract/kind.ts';
import {
  createNotificationInput,
  EDITABLE_FIELDS,
  type EditableField,
  type Notification,
  notificationSchema,
} from '#shared/contract/notification.ts';
import type { Template } from '#shared/contract/template.ts';
import type { Rules } from '#shared/embed/rule-types.ts';
import { VARIABLE_MAX } from '#shared/limits.ts';
import { fillTemplateText } from '#shared/template-text.ts';
import { fromZoned, toZoned } from '#shared/zoned-time.ts';
import { valueIn } from './content-form.ts';
import { completeRules } from './own-summaries.ts';
import { NO_VALUES, type VariableValues, variablesIn } from './template-text.ts';

/** Set elsewhere or through the API only; or of several parts, which fields of their own edit. */
const OTHER_FIELDS = ['isCustom', 'metadata', 'position', 'rules', 'appearance'] as const;
type EditorField = Exclude<EditableField, (typeof OTHER_FIELDS)[number]>;
const EDITOR_FIELDS = EDITABLE_FIELDS.filter(
  (field): field is EditorField => !(OTHER_FIELDS as readonly string[]).includes(field),
);

/** Text as typed, empty for none. Dates are datetime-local values in the site's time zone. */
export type EditorValues = {
  [Field in EditorField]: Field extends 'type' | 'status' ? Notification[Field] : string;
} & {
  /** The builder's, with what is unfinished. */
  rules: BuilderState;
  appearance: Notification['appearance'];
  /** Values for the variables of a template's texts. */
  variables: VariableValues;
};

/** @returns the builder's state of rules of its own, or of none. */
export const builtOf = (rules: Notification['rules']): BuilderState => stateOf(completeRules(rules));

/** @returns the complete rules; null without conditions. */
export function ownRulesIn(state: BuilderState): Rules | null {
  const rules = rulesIn(state);
  return rules.conditions.length > 0 ? rules : null;
}

const isDate = (field: EditorField) => kindOf(notificationSchema.shape[field]) === 'date';

/** @returns the editor's initial values: news, where nothing says that somebody bought or did something. */
export function valuesOf(notification: Partial<Notification>, timezone: string): EditorValues {
  const given = { type: 'announcement', status: 'active', ...notification } as const;
  const texts = EDITOR_FIELDS.map((field) => {
    const text = String(given[field] ?? '');
    return [field, isDate(field) ? toZoned(text, timezone) : text];
  });
  const { rules = null, appearance = null } = notification;
  return {
    ...Object.fromEntries(texts),
    rules: builtOf(rules),
    appearance,
    variables: NO_VALUES,
  } as EditorValues;
}

/** The extra detail of each type. */
const OWN_DETAILS: Partial<Record<Notification['type'], Detail>> = {
  review: 'rating',
  discount: 'code',
  visitors: 'count',
  'low-stock': 'count',
  milestone: 'count',
};
export type Detail = 'rating' | 'code' | 'count';

/** @returns the fields to show: the type's own, plus any that has a value, so that nothing is saved unseen. */
export const detailsOf = (values: { type: Notification['type'] } & Record<Detail, string>): Detail[] =>
  (['rating', 'code', 'count'] as const).filter((key) => OWN_DETAILS[values.type] === key || values[key] !== '');

/** @returns the value of a field's text; null if it is empty. */
function fromText(field: EditorField, text: string, timezone: string): string | number | null {
  const value = valueIn(field, text);
  return isDate(field) && value !== null ? (fromZoned(text, timezone)?.at ?? null) : value;
}

const notificationInput = createNotificationInput.omit({ widgetId: true });

/** What the values mean depends on the site's zone, and on the template that the texts are from. */
type Meaning = {
  timezone: string;
  template?: Template | undefined;
  /** Whether they change a notification, instead of making one. */
  isExisting?: boolean;
};

/** A whole number given for the variable also replaces the template's own count, unless the owner changed that. */
function countOf({ count, variables }: EditorValues, { settings }: Template): string {
  const isOwn = settings.count !== undefined && count === String(settings.count);
  return isOwn && /^\d{1,10}$/.test(variables.count) ? variables.count : count;
}

const filled = (values: EditorValues, template: Template): EditorValues => ({
  ...values,
  message: fillTemplateText(values.message, values.variables).text,
  title: fillTemplateText(values.title, values.variables).text,
  count: countOf(values, template),
});

function toWire(values: EditorValues, meaning: Meaning): z.input<typeof notificationInput> {
  const { timezone, template, isExisting = false } = meaning;
  const given = template ? filled(values, template) : values;
  const { timestamp, ...wire } = Object.fromEntries(
    EDITOR_FIELDS.map((field) => [field, fromText(field, given[field], timezone)]),
  );
  return {
    ...wire,
    type: values.type,
    message: given.message,
    rules: ownRulesIn(values.rules),
    appearance: values.appearance,
    // Empty is the present. Of a new notification, that is the time of its creation, which the server knows.
    ...(typeof timestamp === 'string' ? { timestamp } : isExisting && { timestamp: new Date().toISOString() }),
    ...(template && { templateId: template.id }),
  };
}

/** @returns the values to preview while typing: trimmed, with unfinished numbers as 0. */
export function shownValuesOf(values: EditorValues, { timezone, template }: Meaning): Partial<Notification> {
  const given = template
    ? {
        ...filled(values, template),
        message: fillTemplateText(values.message, values.variables, '…').text,
        title: fillTemplateText(values.title, values.variables, '…').text,
      }
    : values;
  const shown = EDITOR_FIELDS.map((field) => {
    const value = fromText(field, given[field].trim(), timezone);
    return [field, typeof value === 'number' ? Math.trunc(value) || 0 : value];
  });
  return Object.fromEntries(shown);
}

/** @returns the variables that still need a value. */
const missingOf = ({ message, title, variables }: EditorValues) =>
  variablesIn(message, title).filter(({ variable, isRequired }) => isRequired && variables[variable].trim() === '');

/** Conditions are left out while they aren't finished, and would show the notification to more people than meant. */
export function refuseUnfinished({ rules }: { rules: BuilderState }, ctx: z.RefinementCtx): void {
  const excess = excessOf(rulesIn(rules));
  const message = excess ?? (hasUnfinished(rules) ? 'Finish or remove the unfinished condition' : null);
  if (message) ctx.addIssue({ code: 'custom', path: ['rules'], message });
}

/** @returns a schema that checks the editor's values with the contract's own schema; its output is what gets sent. */
export const editorSchema = (meaning: Meaning) =>
  z
    .custom<EditorValues>()
    .superRefine((values, ctx) => {
      refuseUnfinished(values, ctx);
      if (!meaning.template) return;
      const refuse = (variable: string, message: string) =>
        ctx.addIssue({ code: 'custom', path: ['variables', variable], message });
      for (const { variable } of missingOf(values))
        refuse(variable, 'Enter a value. The template has no fallback here');
      for (const [variable, value] of Object.entries(values.variables)) {
        if (value.length > VARIABLE_MAX) refuse(variable, `At most ${VARIABLE_MAX} characters`);
      }
    })
    .transform((values) => toWire(values, meaning))
    .pipe(notificationInput)
    .refine(({ startsAt, endsAt }) => !startsAt || !endsAt || endsAt > startsAt, {
      path: ['endsAt'],
      message: 'Must be after the start',
    });
export type EditorOutput = z.output<ReturnType<typeof editorSchema>>;
