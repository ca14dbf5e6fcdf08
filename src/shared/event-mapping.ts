// Reads what a sender says in its own words as an event, by a mapping: bodies of webhooks, and rows of files. The server takes
// events by it, and the screens on which fields are mapped show by it what comes of an example. Pure.
import { EVENT_KINDS, type EventKind } from './contract/event-fields.ts';
import type { FieldError } from './contract/field-errors.ts';
import type { MappedField, Mapping } from './contract/mapping.ts';
import { isDateAlone, isTimeOfDay, momentOf, orderEvidence, zoneInName } from './facts/moments.ts';
import { amountOf, numberOf } from './facts/money.ts';
import { isNobody, namesOf, personOf } from './facts/persons.ts';
import { countryOf, placeOf, regionOf } from './facts/places.ts';
import { isNoProduct } from './facts/products.ts';
import { keysOf } from './json-pointer.ts';
import { idAt, isRoundedNumber, TEXT_MAX, textAt } from './read-json.ts';

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
  arm: string | undefined;
};

export type Mapped = {
  event: MappedEvent;
  /** The fields that have a value which can't be read, by their names in mappings; perhaps another place stands in. */
  issues: FieldError[];
  /** Whether it says that the event is no longer true. */
  isRetraction: boolean;
  /** Why it tells of no purchase: it isn't paid, or was free; null when it does. */
  notBought: string | null;
};

/** A body or a row. */
export type Given = {
  /** @returns what is at the pointer; undefined for nothing. */
  valueAt: (pointer: string) => unknown;
  /** In which times are read whose zone neither they say, nor the name of their place, nor the mapping: 'Europe/Lisbon'. */
  timeZone: string;
  /** ms: when it happened, if the mapping says nothing of the time. */
  arrivedAt?: number;
  /** Whether a first name may be a full one, where no other field has the last. */
  hasFullNames?: boolean;
};

export const NO_TIME = 'Enter a time such as 2026-03-10 11:58:00';
export const TWO_DAYS = 'Can be two days: choose whether the day or the month comes first';
export const NOT_PAID = 'The order is not paid yet';
export const FREE = 'Nothing was paid: a trial, or a free order';
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

/** @returns whether the value at the sign's place is one of its texts, in any case of letters. */
function hasSign({ valueAt }: Given, sign: Mapping['retractWhen']): boolean {
  const found = sign && valueAt(sign.pointer);
  if (found === undefined || (typeof found === 'object' && found !== null)) return false;
  const text = String(found).slice(0, TEXT_MAX).trim().toLowerCase();
  return sign?.equals.some((value) => value.toLowerCase() === text) ?? false;
}

/** What has a value and stands for nothing: the next place may have more. */
const NOTHING: Partial<Record<MappedField, (found: string) => boolean>> = {
  fullName: isNobody,
  firstName: isNobody,
  lastName: isNobody,
  city: (text) => placeOf(text) === undefined,
  region: (text) => regionOf(text) === undefined,
  country: (text) => countryOf(text) === undefined,
  product: isNoProduct,
};

/** By mapping, since a file has a million rows: the zones in which its places say their times to be. */
const zonesByMapping = new WeakMap<Mapping, Map<string, string>>();
function zonesOf(mapping: Mapping): Map<string, string> {
  const known = zonesByMapping.get(mapping);
  if (known) return known;
  const zones = new Map<string, string>();
  for (const pointer of mapping.fields.occurredAt?.pointers ?? []) {
    const zone = zoneInName(keysOf(pointer).at(-1) ?? '') ?? mapping.timeZone;
    if (zone !== undefined) zones.set(pointer, zone);
  }
  zonesByMapping.set(mapping, zones);
  return zones;
}

/** @returns when it happened, the time of day perhaps from another place than the date. @param refuse takes why it isn't clear. */
function momentIn({ valueAt, timeZone }: Given, mapping: Mapping, refuse: (message: string) => void) {
  const zones = zonesOf(mapping);
  const values = (mapping.fields.occurredAt?.pointers ?? []).flatMap((pointer) => {
    const value = valueAt(pointer);
    return isNothing(value)
      ? []
      : [{ value: typeof value === 'string' ? value.trim() : value, zone: zones.get(pointer) }];
  });
  const clock =
    values.length > 1 ? values.find(({ value }) => typeof value === 'string' && isTimeOfDay(value)) : undefined;
  const days = values.filter((one) => one !== clock);
  for (const [at, { value, zone }] of days.entries()) {
    const isDay = clock !== undefined && typeof value === 'string' && isDateAlone(value);
    const whole = isDay ? `${value} ${clock.value}` : value;
    const found = momentOf(whole, (isDay ? clock.zone : undefined) ?? zone ?? timeZone, mapping.dateOrder);
    if (found !== undefined) return found;
    // Also if something stands in for it: a row of a file isn't guessed at.
    const isOpen =
      mapping.dateOrder === undefined && typeof value === 'string' && orderEvidence([value]).open !== undefined;
    if (at === 0) refuse(isOpen ? TWO_DAYS : NO_TIME);
  }
  return undefined;
}

/** @returns what the mapping finds there. */
export function readMapped(given: Given, mapping: Mapping): Mapped {
  const { fields, retractWhen, paidWhen } = mapping;
  const issues: FieldError[] = [];
  const read = <T>(
    field: MappedField,
    as: (value: unknown) => T | undefined,
    isNone?: (found: T) => boolean,
  ): T | undefined => {
    const { pointers = [], value } = fields[field] ?? {};
    let isReadable = true;
    let none: T | undefined;
    for (const pointer of pointers) {
      const there = given.valueAt(pointer);
      if (isNothing(there)) continue;
      const found = as(there);
      if (found !== undefined && !isNone?.(found)) return found;
      none ??= found;
      // Also if something stands in for it: a row of a file isn't guessed at.
      if (isReadable && found === undefined) issues.push({ field, message: UNREADABLE[field] ?? UNREADABLE_TEXT });
      isReadable = false;
    }
    return as(value) ?? none;
  };
  /** An id that lost its digits is another order's, too, and no second place makes up for it. */
  const idOf = (field: 'id' | 'reference') => {
    const first = fields[field]?.pointers?.map(given.valueAt).find((value) => !isNothing(value));
    if (!isRoundedNumber(first)) return read(field, idAt);
    issues.push({ field, message: ROUNDED });
    return undefined;
  };
  const words = (field: MappedField) => read(field, wordsOf, NOTHING[field]);
  const isTimed = (fields.occurredAt?.pointers?.length ?? 0) > 0;
  const arrivedAt = given.arrivedAt === undefined ? undefined : new Date(given.arrivedAt).toISOString();
  const isFull = given.hasFullNames === true && !fields.fullName && !fields.lastName;
  const whole = namesOf(words(isFull ? 'firstName' : 'fullName'));
  const firstName = (isFull ? undefined : words('firstName')) ?? whole.firstName;
  const person = personOf(firstName, words('lastName') ?? whole.lastName);
  const product = words('product');
  const isProduct = product !== undefined && !isNoProduct(product);
  const subject = { name: isProduct ? product : undefined, url: words('url'), image: words('image') };
  const event: MappedEvent = {
    id: idOf('id'),
    kind: read('kind', kindOf),
    occurredAt: isTimed
      ? momentIn(given, mapping, (message) => issues.push({ field: 'occurredAt', message }))
      : arrivedAt,
    actor: {
      firstName: person.firstName,
      lastName: person.lastName,
      city: words('city'),
      region: words('region'),
      country: words('country'),
      email: words('email'),
    },
    subject: Object.values(subject).every((part) => part === undefined) ? undefined : subject,
    quantity: read('quantity', numberOf),
    amount: read('amount', amountOf),
    currency: words('currency')?.toUpperCase(),
    rating: read('rating', numberOf),
    text: words('text'),
    reference: idOf('reference'),
    arm: words('arm'),
  };
  // Money that went back has a minus in most lists of payments.
  const isFree = event.kind === 'purchase' && event.amount !== undefined && event.amount <= 0;
  const notBought = paidWhen && !hasSign(given, paidWhen) ? NOT_PAID : isFree ? FREE : null;
  return { event, issues, isRetraction: hasSign(given, retractWhen), notBought };
}
