// Reads a body in a sender's own words as an event, by what its owner said is where. The server takes deliveries by it, and
// the screen on which fields are mapped shows what it makes of the last one. Pure.
import { EVENT_KINDS, type EventField, type EventKind } from './contract/event-fields.ts';
import type { BodyMapping } from './contract/mapping.ts';
import { valueAt } from './json-pointer.ts';
import { namesOf } from './person-name.ts';
import { idAt, numberAt, TEXT_MAX, textAt } from './read-json.ts';

/** What of a body was found; nothing of it is checked yet. */
export type MappedBody = {
  id: string | undefined;
  kind: EventKind | undefined;
  /** ISO text. */
  occurredAt: string | undefined;
  reference: string | undefined;
  actor: Record<'firstName' | 'lastName' | 'city' | 'region' | 'country' | 'email', string | undefined>;
  subject: Record<'name' | 'url' | 'image', string | undefined>;
  quantity: number | undefined;
  amount: number | undefined;
  currency: string | undefined;
  rating: number | undefined;
  text: string | undefined;
  /** Whether it says that the event is no longer true. */
  isRetraction: boolean;
};

/** Smaller numbers are seconds since 1970: in milliseconds they would lie before 1973. */
const MILLISECONDS_MIN = 1e11;
/** The last that ISO text writes with four digits: the end of the year 9999. */
const MILLISECONDS_MAX = 253_402_300_799_999;

const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?) ?(Z|UTC|[+-]\d{2}(?::?\d{2})?)?)?$/i;
/** As emails and HTTP write it, with a zone (RFC 5322). */
const RFC_5322 = /^(?:[a-z]{3}, ?)?\d{1,2} [a-z]{3} \d{4} \d{2}:\d{2}(?::\d{2})? (?:GMT|UTC|Z|[+-]\d{4})$/i;

/** @returns an offset as ISO 8601 has it; none means UTC. */
function zoneOf(zone: string | undefined): string {
  const [, hours, minutes = '00'] = /^([+-]\d{2}):?(\d{2})?$/.exec(zone ?? '') ?? [];
  return hours === undefined ? 'Z' : `${hours}:${minutes}`;
}

/**
 * @param value seconds or milliseconds since 1970 as a number or text, ISO 8601, or the form of emails. What names no zone
 * is in UTC.
 * @returns ISO text; undefined for anything else.
 */
export function instantOf(value: unknown): string | undefined {
  const number = numberAt(value);
  if (number !== undefined) {
    const ms = Math.floor(number < MILLISECONDS_MIN ? number * 1_000 : number);
    return ms >= 0 && ms <= MILLISECONDS_MAX ? new Date(ms).toISOString() : undefined;
  }
  const text = textAt(value) ?? '';
  const [, day, time = '00:00', zone] = ISO.exec(text) ?? [];
  const ms = Date.parse(
    day !== undefined ? `${day}T${time.replace(',', '.')}${zoneOf(zone)}` : RFC_5322.test(text) ? text : '',
  );
  return Number.isNaN(ms) || ms > MILLISECONDS_MAX ? undefined : new Date(ms).toISOString();
}

const kindOf = (value: unknown): EventKind | undefined => {
  const text = textAt(value)?.toLowerCase();
  return EVENT_KINDS.find((kind) => kind === text);
};

/** @returns text, also where it is a number: products may be called by one. */
const wordsOf = (value: unknown): string | undefined => (typeof value === 'number' ? String(value) : textAt(value));

/** @returns whether the body says by the mapping's own sign that its event is no longer true. */
function isRetraction(body: unknown, sign: BodyMapping['retractWhen']): boolean {
  if (!sign) return false;
  const found = valueAt(body, sign.pointer);
  if (found === undefined || (typeof found === 'object' && found !== null)) return false;
  const text = String(found).slice(0, TEXT_MAX).trim().toLowerCase();
  return sign.equals.some((value) => value.toLowerCase() === text);
}

/** @param now ms: when it happened, if the mapping says nothing of the time. @returns what the mapping finds in the body. */
export function readMapped(body: unknown, { fields, retractWhen }: BodyMapping, now: number): MappedBody {
  const read = <T>(field: EventField, as: (value: unknown) => T | undefined): T | undefined => {
    const { pointers = [], value } = fields[field] ?? {};
    for (const pointer of pointers) {
      const found = as(valueAt(body, pointer));
      if (found !== undefined) return found;
    }
    return as(value);
  };
  const words = (field: EventField) => read(field, wordsOf);
  const name = words('firstName');
  return {
    id: read('id', idAt),
    kind: read('kind', kindOf),
    occurredAt: fields.occurredAt?.pointers?.length ? read('occurredAt', instantOf) : new Date(now).toISOString(),
    reference: read('reference', idAt),
    actor: {
      ...(fields.lastName
        ? { firstName: name, lastName: words('lastName') }
        : { firstName: undefined, ...namesOf(name) }),
      city: words('city'),
      region: words('region'),
      country: words('country'),
      email: words('email'),
    },
    subject: { name: words('product'), url: words('url'), image: words('image') },
    quantity: read('quantity', numberAt),
    amount: read('amount', numberAt),
    currency: words('currency')?.toUpperCase(),
    rating: read('rating', numberAt),
    text: words('text'),
    isRetraction: isRetraction(body, retractWhen),
  };
}
