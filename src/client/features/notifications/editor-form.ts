// The editor's values and what they mean on the wire. Fields of a form are texts; the contract has nulls, and times in
// UTC.
import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { createNotificationInput, type Notification } from '#shared/contract/notification.ts';

export type EditorValues = {
  type: Notification['type'];
  message: string;
  title: string;
  url: string;
  image: string;
  rating: string;
  code: string;
  count: string;
  name: string;
  /** Texts of datetime-local fields, in this device's zone; empty for none. */
  timestamp: string;
  startsAt: string;
  endsAt: string;
  status: Notification['status'];
};

export const EDITOR_FIELDS = [
  'type',
  'message',
  'title',
  'url',
  'image',
  'rating',
  'code',
  'count',
  'name',
  'timestamp',
  'startsAt',
  'endsAt',
  'status',
] as const;

/** @returns the text of a datetime-local field for an instant, in this device's zone, to the minute. */
export function toLocal(iso: string | null): string {
  if (!iso) return '';
  const date = new Date(iso);
  const at = (value: number, digits = 2) => String(value).padStart(digits, '0');
  const day = `${at(date.getFullYear(), 4)}-${at(date.getMonth() + 1)}-${at(date.getDate())}`;
  return `${day}T${at(date.getHours())}:${at(date.getMinutes())}`;
}

/** @returns the instant that a datetime-local field's text names here; null when it is empty or names none. */
export function fromLocal(local: string): string | null {
  const date = new Date(local);
  return local === '' || Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** @returns what the editor opens with. */
export const valuesOf = (notice: Partial<Notification>): EditorValues => ({
  type: notice.type ?? 'purchase',
  message: notice.message ?? '',
  title: notice.title ?? '',
  url: notice.url ?? '',
  image: notice.image ?? '',
  rating: notice.rating?.toString() ?? '',
  code: notice.code ?? '',
  count: notice.count?.toString() ?? '',
  name: notice.name ?? '',
  timestamp: toLocal(notice.timestamp ?? null),
  startsAt: toLocal(notice.startsAt ?? null),
  endsAt: toLocal(notice.endsAt ?? null),
  status: notice.status ?? 'active',
});

/** What a type tells besides its text. */
const OWN_DETAILS: Partial<Record<EditorValues['type'], Detail>> = {
  review: 'rating',
  discount: 'code',
  visitors: 'count',
  'low-stock': 'count',
  milestone: 'count',
};
export type Detail = 'rating' | 'code' | 'count';

/** @returns the fields to show: the type's own, and any that holds something, so that nothing is saved unseen. */
export const detailsOf = (values: Pick<EditorValues, 'type' | Detail>): Detail[] =>
  (['rating', 'code', 'count'] as const).filter((key) => OWN_DETAILS[values.type] === key || values[key] !== '');

const orNull = (text: string) => (text.trim() === '' ? null : text);

const noticeInput = createNotificationInput.omit({ widgetId: true });

function toWire({ timestamp, ...values }: EditorValues): z.input<typeof noticeInput> {
  const happenedAt = fromLocal(timestamp);
  return {
    ...values,
    title: orNull(values.title),
    url: orNull(values.url),
    image: orNull(values.image),
    rating: values.rating === '' ? null : Number(values.rating),
    code: orNull(values.code),
    count: values.count.trim() === '' ? null : Number(values.count),
    name: orNull(values.name),
    // Left empty, the server takes the moment of creation.
    ...(happenedAt && { timestamp: happenedAt }),
    startsAt: fromLocal(values.startsAt),
    endsAt: fromLocal(values.endsAt),
  };
}

/** The editor's values, checked by the contract's own schema; its output is what is sent. */
export const editorSchema = z
  .custom<EditorValues>()
  .transform(toWire)
  .pipe(noticeInput)
  .refine(({ startsAt, endsAt }) => !startsAt || !endsAt || endsAt > startsAt, {
    path: ['endsAt'],
    message: 'Must be later than the start',
  });
export type EditorOutput = z.output<typeof editorSchema>;

export const editorResolver = zodResolver(editorSchema);
