// What is written in bodies and files, as the fields of an event have it: times, numbers and names in the usual forms. A time
// or a number that could be one of two is none. Pure.
import { textAt } from './read-json.ts';
import { SECOND } from './time.ts';
import { fromZoned } from './zoned-time.ts';

/** A longer text is no time and no number. */
const WRITTEN_MAX = 60;

/** Seconds since 1970 have ten digits from 2001 to 2286, milliseconds thirteen. */
const UNIX = /^(\d{10})(\d{3})?(?:\.\d+)?$/;
/** A date, mostly with a time, perhaps with a zone: '2026-03-10', '2026-03-10 11:58', '2026-03-10T11:58:00,5+01:00'. */
const ISO =
  /^(\d{4}-\d\d-\d\d)(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d)(?::([0-5]\d)(?:[.,](\d+))?)?)?\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?$/i;
/** As emails and HTTP write it, with a zone (RFC 5322). */
const RFC_5322 = /^(?:[a-z]{3}, ?)?(\d{1,2}) ([a-z]{3}) (\d{4}) \d{2}:\d{2}(?::\d{2})? (?:GMT|UTC|Z|[+-]\d{4})$/i;
const MONTHS = 'janfebmaraprmayjunjulaugsepoctnovdec';

/**
 * @param value seconds or milliseconds since 1970 as a number or text, ISO 8601, or the form of emails.
 * @param timeZone in which a time without a zone is read, such as 'Europe/Lisbon'.
 * @returns ISO 8601 in UTC; undefined when it isn't clear which time it means: 03/04/2026 has two.
 */
export function momentOf(value: unknown, timeZone: string): string | undefined {
  const text = typeof value === 'number' ? String(value) : (textAt(value) ?? '');
  if (text.length > WRITTEN_MAX) return undefined;
  if (UNIX.test(text)) return isoOf(text.split('.', 1)[0]?.length === 13 ? Number(text) : Number(text) * SECOND);
  const [, day, minute = '00:00', seconds = '00', fraction = '0', zone] = ISO.exec(text) ?? [];
  if (day === undefined) return ofEmail(text);
  if (!isRealDay(day)) return undefined;
  const at = zone === undefined ? fromZoned(`${day}T${minute}`, timeZone)?.at : `${day}T${minute}:00${offsetOf(zone)}`;
  // Adding them apart keeps them whatever the zone does. Ids of rows without one depend on how they are rounded.
  return isoOf(Date.parse(at ?? '') + Math.floor(Number(`${seconds}.${fraction}`) * SECOND));
}

function ofEmail(text: string): string | undefined {
  const [, day = '', month = '', year = ''] = RFC_5322.exec(text) ?? [];
  const at = MONTHS.indexOf(month.toLowerCase());
  if (year === '' || at % 3 !== 0) return undefined;
  const date = `${year}-${String(at / 3 + 1).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isRealDay(date) ? isoOf(Date.parse(text)) : undefined;
}

const isoOf = (ms: number): string | undefined =>
  Number.isNaN(ms) ? undefined : new Date(Math.floor(ms)).toISOString();

/** The parser of JavaScript takes February 31 for March 3. */
function isRealDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
}

/** @returns an offset as ISO 8601 has it: '-0500' is '-05:00', '+01' is '+01:00'. */
function offsetOf(zone: string): string {
  const [, hours, minutes = '00'] = /^([+-]\d\d):?(\d\d)?$/.exec(zone) ?? [];
  return hours === undefined ? 'Z' : `${hours}:${minutes}`;
}

/** Currencies and blanks, before and after an amount. */
const AROUND = /^(?:[\s\p{Sc}]|[A-Z]{3})*$/u;
/** The blank between thousands. */
const BETWEEN = /(?<=\d)\s(?=\d{3}(?!\d))/g;

/** @returns the amount alone; '' when there is more than a currency around it. */
function bareAmount(text: string): string {
  const start = text.search(/[\d-]/);
  let end = text.length;
  while (end > start && !/\d/.test(text.charAt(end - 1))) end--;
  if (start < 0 || !AROUND.test(text.slice(0, start)) || !AROUND.test(text.slice(end))) return '';
  return text
    .slice(start, end)
    .replace(/^-[\s\p{Sc}]+/u, '-')
    .replace(BETWEEN, '');
}

/** @returns the number, which may be text; undefined when it isn't clear which it is: '1,299' is either. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  const text = textAt(value) ?? '';
  if (text.length > WRITTEN_MAX) return undefined;
  const bare = bareAmount(text);
  if (/^-?\d+(?:\.\d+)?$/.test(bare)) return Number(bare);
  if (/^-?\d{1,3}(?:,\d{3})+\.\d+$/.test(bare)) return Number(bare.replaceAll(',', ''));
  if (/^-?\d{1,3}(?:\.\d{3})*,\d{1,2}$|^-?\d+,\d{1,2}$/.test(bare))
    return Number(bare.replaceAll('.', '').replace(',', '.'));
  return undefined;
}

/** Names in these scripts start with the family's. */
const FAMILY_FIRST = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** What follows a name after a comma and is no first name. */
const SUFFIX = /^(?:jr|sr|ii|iii|iv|dr|prof|phd|md|dds|mba|esq|inc|llc|ltd|gmbh|corp|plc)$/i;

/**
 * @param name a full one: 'Ana Lopes', or 'Lopes, Ana'.
 * @returns its parts; a name that may start with the family's has no first one that could be told.
 */
export function namesOf(name: string | undefined): { firstName?: string | undefined; lastName: string | undefined } {
  if (name === undefined) return { lastName: undefined };
  const parts = name.split(',').flatMap((part) => part.trim() || []);
  const { length } = parts;
  while (parts.length > 1 && SUFFIX.test(parts.at(-1)?.replaceAll('.', '') ?? '')) parts.pop();
  const [before = name, ...after] = parts;
  if (after.length > 0) return { ...namesOf(after.join(' ')), lastName: before };
  // One word with a suffix is the family's: 'Smith, Jr.'
  const isFamily = parts.length < length && !/\s/.test(before);
  if (isFamily || FAMILY_FIRST.test(before)) return { lastName: before };
  const [firstName, ...others] = before.split(/\s+/);
  return { firstName, lastName: others.join(' ') || undefined };
}

/** What a spreadsheet makes of a long number: 4.50789E+12. The digits it drops are gone. */
export const isRoundedNumber = (value: unknown): boolean => /^\d(?:[.,]\d+)?E\+\d+$/i.test(textAt(value) ?? '');
