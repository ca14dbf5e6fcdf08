// Reads what a sender says in its own words as an event, by a mapping: bodies of webhooks, and rows of files. The server takes
// events by it, and the screens on which fields are mapped show by it what comes of an example. Pure.
import { EVENT_KINDS, type EventKind } from './contract/event-fields.ts';
import type { FieldError } from './contract/field-errors.ts';
import type { MappedField, Mapping } from './contract/mapping.ts';
import { isRoundedNumber, momentOf, namesOf, numberOf } from './event-values.ts';
import { idAt, TEXT_MAX, textAt } from './read-json.ts';

/** An event as a mapping finds it: any part may be missing, too long or nonsense. */
export type MappedEvent = {
  id: string | undefined;
  kind: EventKind | undefined;
  /** ISO text. */
  occurredAt: string | undefined;
  actor: Record<'firstName' | 'lastName' | 'city' | 'region' | 'country' | 'email', string | undefined>;
  subject: Record<'name' | 'url' | 'image', string | undefined> | undefined;
  quantity: number | undefined;
  amount: number | undefined;
  currency: string | undefined;
  rating: number | undefined;
  text: string | undefined;
  reference: string | undefined;
};

export type Mapped = {
  event: MappedEvent;
  /** The fields that have a value which can't be read, by their names in mappings; perhaps another place stands in. */
  issues: FieldError[];
  /** Whether it says that the event is no longer true. */
  isRetraction: boolean;
};

/** A body or a row. */
export type Given = {
  /** @returns what is at the pointer; undefined for nothing. */
  valueAt: (pointer: string) => unknown;
  /** In which times without a zone are read, such as 'Europe/Lisbon'. */
  timeZone: string;
  /** ms: when it happened, if the mapping says nothing of the time. */
  arrivedAt?: number;
  /** Whether a first name may be a full one, where no other field has the last. */
  hasFullNames?: boolean;
};

export const NO_TIME = 'Enter a time such as 2026-03-10 11:58:00';
/** What is said of a value that can't be read. */
const UNREADABLE: Partial<Record<MappedField, string>> = {
  id: 'Enter an id of at most 200 characters',
  kind: `One of ${EVENT_KINDS.join(', ')}`,
  occurredAt: NO_TIME,
  quantity: 'Enter a whole number',
  amount: 'Enter an amount',
  rating: 'Choose 1 to 5 stars',
  reference: 'Enter an id of at most 200 characters',
};
const UNREADABLE_TEXT = 'Enter a text';
const ROUNDED = 'A spreadsheet shortened this number. Import the file as it was exported';

const kindOf = (value: unknown): EventKind | undefined => {
  const text = textAt(value)?.toLowerCase();
  return EVENT_KINDS.find((kind) => kind === text);
};

/** @returns text, also where it is a number: products may be called by one. */
const wordsOf = (value: unknown): string | undefined => (typeof value === 'number' ? String(value) : textAt(value));

const isNothing = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.slice(0, TEXT_MAX).trim() === '');

/** @returns whether it says by the mapping's own sign that its event is no longer true. */
function isRetraction({ valueAt }: Given, sign: Mapping['retractWhen']): boolean {
  const found = sign && valueAt(sign.pointer);
  if (found === undefined || (typeof found === 'object' && found !== null)) return false;
  const text = String(found).slice(0, TEXT_MAX).trim().toLowerCase();
  return sign?.equals.some((value) => value.toLowerCase() === text) ?? false;
}

/** @returns what the mapping finds there. */
export function readMapped(given: Given, { fields, retractWhen }: Mapping): Mapped {
  const issues: FieldError[] = [];
  const read = <T>(field: MappedField, as: (value: unknown) => T | undefined): T | undefined => {
    const { pointers = [], value } = fields[field] ?? {};
    let isReadable = true;
    for (const pointer of pointers) {
      const there = given.valueAt(pointer);
      if (isNothing(there)) continue;
      const found = as(there);
      if (found !== undefined) return found;
      // Also if something stands in for it: a row of a file isn't guessed at.
      if (isReadable) issues.push({ field, message: UNREADABLE[field] ?? UNREADABLE_TEXT });
      isReadable = false;
    }
    return as(value);
  };
  /** An id that lost its digits is another order's, too, and no second place makes up for it. */
  const idOf = (field: 'id' | 'reference') => {
    const first = fields[field]?.pointers?.map(given.valueAt).find((value) => !isNothing(value));
    if (!isRoundedNumber(first)) return read(field, idAt);
    issues.push({ field, message: ROUNDED });
    return undefined;
  };
  const words = (field: MappedField) => read(field, wordsOf);
  const isTimed = (fields.occurredAt?.pointers?.length ?? 0) > 0;
  const arrivedAt = given.arrivedAt === undefined ? undefined : new Date(given.arrivedAt).toISOString();
  const isFull = given.hasFullNames === true && !fields.fullName && !fields.lastName;
  const whole = namesOf(words(isFull ? 'firstName' : 'fullName'));
  const subject = { name: words('product'), url: words('url'), image: words('image') };
  const event: MappedEvent = {
    id: idOf('id'),
    kind: read('kind', kindOf),
    occurredAt: isTimed ? read('occurredAt', (value) => momentOf(value, given.timeZone)) : arrivedAt,
    actor: {
      firstName: (isFull ? undefined : words('firstName')) ?? whole.firstName,
      lastName: words('lastName') ?? whole.lastName,
      city: words('city'),
      region: words('region'),
      country: words('country'),
      email: words('email'),
    },
    subject: Object.values(subject).every((part) => part === undefined) ? undefined : subject,
    quantity: read('quantity', numberOf),
    amount: read('amount', numberOf),
    currency: words('currency')?.toUpperCase(),
    rating: read('rating', numberOf),
    text: words('text'),
    reference: idOf('reference'),
  };
  return { event, issues, isRetraction: isRetraction(given, retractWhen) };
}
