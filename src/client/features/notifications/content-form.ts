// The content that a notification and a template share, as their forms have it: text as typed, empty for none. Pure.
import { kindOf } from '#shared/contract/kind.ts';
import { type Notification, notificationSchema } from '#shared/contract/notification.ts';
import { CONTENT_FIELDS, type ContentField } from '#shared/embed/payload.ts';

type ContentTexts = Record<ContentField, string>;
export type ContentValues = Pick<Notification, 'type' | 'message'> & ContentTexts;

/** @returns what the fields of a form show. */
export const textsOf = (content: { [Field in ContentField]?: string | number | null | undefined }): ContentTexts =>
  Object.fromEntries(CONTENT_FIELDS.map((field) => [field, String(content[field] ?? '')])) as ContentTexts;

/** @returns the value that a field's text stands for; null for none. */
export function valueIn(field: keyof typeof notificationSchema.shape, text: string): string | number | null {
  if (text.trim() === '') return null;
  return kindOf(notificationSchema.shape[field]) === 'number' ? Number(text) : text;
}

/** @returns the content of a form. */
export const contentIn = (
  texts: ContentTexts,
): { [Field in ContentField]: Field extends 'rating' | 'count' ? number | null : string | null } =>
  Object.fromEntries(CONTENT_FIELDS.map((field) => [field, valueIn(field, texts[field])])) as ReturnType<
    typeof contentIn
  >;
