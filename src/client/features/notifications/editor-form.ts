// Converts between the editor's values and the contract. Form fields hold text; the contract has nulls, and times in
// UTC.
import { z } from 'zod';
import { kindOf } from '#shared/contract/kind.ts';
import {
  createNotificationInput,
  EDITABLE_FIELDS,
  type EditableField,
  type Notification,
  notificationSchema,
} from '#shared/contract/notification.ts';

/** Set elsewhere, or through the API only. */
const NOT_EDITED = ['isCustom', 'metadata', 'rules', 'appearance', 'position'] as const;
type EditorField = Exclude<EditableField, (typeof NOT_EDITED)[number]>;
const EDITOR_FIELDS = EDITABLE_FIELDS.filter(
  (field): field is EditorField => !(NOT_EDITED as readonly string[]).includes(field),
);

/** Text as typed, empty for none. Dates are datetime-local values in the device's time zone. */
export type EditorValues = {
  [Field in EditorField]: Field extends 'type' | 'status' ? Notification[Field] : string;
};

/** @returns an instant as a datetime-local value in the device's time zone, to the minute. */
export function toLocal(iso: string | null): string {
  if (!iso) return '';
  const date = new Date(iso);
  const at = (value: number, digits = 2) => String(value).padStart(digits, '0');
  const day = `${at(date.getFullYear(), 4)}-${at(date.getMonth() + 1)}-${at(date.getDate())}`;
  return `${day}T${at(date.getHours())}:${at(date.getMinutes())}`;
}

/** @returns the instant of a datetime-local value in the device's time zone; null if it is empty or invalid. */
export function fromLocal(local: string): string | null {
  const date = new Date(local);
  return local === '' || Number.isNaN(date.getTime()) ? null : date.toISOString();
}

const toText = (field: EditorField, value: string | number | null | undefined): string =>
  kindOf(notificationSchema.shape[field]) === 'date' ? toLocal(String(value ?? '')) : String(value ?? '');

/** @returns the editor's initial values. */
export function valuesOf(notification: Partial<Notification>): EditorValues {
  const given = { type: 'purchase', status: 'active', ...notification } as const;
  return Object.fromEntries(EDITOR_FIELDS.map((field) => [field, toText(field, given[field])])) as EditorValues;
}

/** The extra detail of each type. */
const OWN_DETAILS: Partial<Record<EditorValues['type'], Detail>> = {
  review: 'rating',
  discount: 'code',
  visitors: 'count',
  'low-stock': 'count',
  milestone: 'count',
};
export type Detail = 'rating' | 'code' | 'count';

/** @returns the fields to show: the type's own, plus any that has a value, so that nothing is saved unseen. */
export const detailsOf = (values: Pick<EditorValues, 'type' | Detail>): Detail[] =>
  (['rating', 'code', 'count'] as const).filter((key) => OWN_DETAILS[values.type] === key || values[key] !== '');

/** @returns the value of a field's text; null if it is empty. */
function fromText(field: EditorField, text: string): string | number | null {
  if (text.trim() === '') return null;
  const kind = kindOf(notificationSchema.shape[field]);
  if (kind === 'date') return fromLocal(text);
  return kind === 'number' ? Number(text) : text;
}

const notificationInput = createNotificationInput.omit({ widgetId: true });

function toWire(values: EditorValues): z.input<typeof notificationInput> {
  const { timestamp, ...wire } = Object.fromEntries(
    EDITOR_FIELDS.map((field) => [field, fromText(field, values[field])]),
  );
  return {
    ...wire,
    type: values.type,
    message: values.message,
    // If left empty, the server uses the time of creation.
    ...(typeof timestamp === 'string' && { timestamp }),
  };
}

/** @returns the values to preview while typing: trimmed, with unfinished numbers as 0. */
export function shownValuesOf(values: Partial<EditorValues>): Partial<Notification> {
  const shown = EDITOR_FIELDS.map((field) => {
    const value = fromText(field, values[field]?.trim() ?? '');
    return [field, typeof value === 'number' ? Math.trunc(value) || 0 : value];
  });
  return Object.fromEntries(shown);
}

/** Validates the editor's values with the contract's own schema; its output is what gets sent. */
export const editorSchema = z
  .custom<EditorValues>()
  .transform(toWire)
  .pipe(notificationInput)
  .refine(({ startsAt, endsAt }) => !startsAt || !endsAt || endsAt > startsAt, {
    path: ['endsAt'],
    message: 'Must be after the start',
  });
export type EditorOutput = z.output<typeof editorSchema>;
