// When something happened, as bodies, files and shops write it: every spelling that means one moment is read, and one that
// could mean two is none. Which of day and month comes first is asked of whoever knows, with the column's values as evidence.
// Pure.
import { textAt } from '../read-json.ts';
import { SECOND } from '../time.ts';
import { fromZoned, knownZone } from '../zoned-time.ts';

/** Which comes first where both are numbers and the year comes last: 03/04/2026. */
export const DATE_ORDERS = ['day', 'month'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** A longer text is no time. */
const WRITTEN_MAX = 80;

/** Seconds since 1970 have ten digits from 2001 to 2286, milliseconds thirteen. */
const UNIX = /^(\d{10})(\d{3})?(?:\.\d+)?$/;

/** Twelve lists: English, and what else shops' own software writes. */
const MONTHS = [
  'jan january januar januari janvier janv enero ene gennaio gen janeiro',
  'feb february februar februari fevrier fevr fev febrero febbraio fevereiro',
  'mar march marz mrz maart mrt mars marzo marco',
  'apr april avril avr abril abr aprile',
  'may mai mei mayo maggio mag maio',
  'jun june juni juin junio giugno giu junho',
  'jul july juli juillet juil julio luglio lug julho',
  'aug august augustus aout agosto ago',
  'sep sept september septembre septiembre settembre set setembro',
  'oct october okt oktober octobre octubre ottobre ott outubro out',
  'nov november novembre noviembre novembro',
  'dec december dez dezember decembre diciembre dic dicembre dezembro',
].map((names) => new Set(names.split(' ')));

/** @returns 1 to 12; 0 for no month. */
function monthOf(name: string): number {
  const bare = name.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  return MONTHS.findIndex((names) => names.has(bare)) + 1;
}

/** Three parts of a date, whatever they are, with what is between them and what follows: '26th of Nov. 2026, 10:11'. */
const PARTS =
  /^(\d{1,4}|\p{L}+)(?:st|nd|rd|th)?\.?([-/.,\s]+)(?:(?:of|de)\s)?(\d{1,2}|\p{L}+)(?:st|nd|rd|th)?\.?([-/.,\s]+)(?:(?:of|de)\s)?(\d{4}|\d{1,2})(?!\d)(.*)$/iu;
const ZONE = String.raw`\(?(z|(?:utc|gmt|ut)?\s?[+-]\d{1,2}(?::?\d\d)?|utc|gmt|ut)\)?(?:\s?\([^()]*\)|\[[^[\]]*\])?`;
/** What follows a date: a time of day, perhaps a zone: 'T11:58:00,5+01:00', ', 9:05 PM (UTC)'. */
const REST = new RegExp(
  String.raw`^(?:(?:t|[\s,]+(?:at\s)?)(\d{1,2})(?:[:.h](\d\d)(?:[:.](\d\d)(?:[.,](\d+))?)?)?(?:\s?([ap])\.?m\.?)?)?\s*(?:${ZONE})?$`,
  'i',
);
/** '10.11' may be one, '10.11.12' is a date. */
const TIME_ALONE = /^\d{1,2}(?::\d\d(?::\d\d(?:[.,]\d+)?)?|\.\d\d)(?:\s?[ap]\.?m\.?)?(?=$|[\s,])/i;
const WEEKDAY = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,?\s+/i;

/** Other orders of the same parts. */
const REORDERED: readonly (readonly [RegExp, string])[] = [
  // '2026年11月26日', '20261126T101112Z', 'Nov 26 10:11:12 UTC 2026'
  [/^(\d{4})\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})\s?日\s?/, '$1-$2-$3 '],
  [/^(\d{4})(\d\d)(\d\d)(?:T?(\d\d)(\d\d)(\d\d))?(?=$|\D)/, '$1-$2-$3 $4:$5:$6'],
  [/^(\p{L}+ \d{1,2}) (\d\d:\d\d:\d\d) (\S+) (\d{4})$/u, '$1 $4 $2 $3'],
];

/** @returns the text with the date first, and one way to write a blank and a minus. */
function inOrder(written: string): string {
  let text = written.replace(/\s+/g, ' ').replaceAll('−', '-').replace(WEEKDAY, '');
  for (const [from, to] of REORDERED) text = text.replace(from, to).replace(/ ?:+$/, '').trim();
  const time = TIME_ALONE.exec(text)?.[0];
  return time === undefined ? text : `${text.slice(time.length).replace(/^[\s,]+/, '')} ${time}`;
}

type Day = { year: string; month: number; day: number } | { first: number; second: number; year: string };

/** @returns the date at the start of the text and what follows it; its first two numbers where their order is to be known. */
function dateIn(text: string): { date: Day; rest: string } | undefined {
  const [, a = '', before = '', b = '', after = '', c = '', rest = ''] = PARTS.exec(text) ?? [];
  if (a === '') return undefined;
  const [aMonth, bMonth] = [a, b].map((part) => (/\d/.test(part) ? 0 : monthOf(part)));
  if (/\d/.test(a) && /\d/.test(b)) {
    // '26. 11. 2026', but not '1 2 2026'.
    if (before.trim() !== after.trim() || !/^[-/.]$/.test(before.trim())) return undefined;
    if (a.length === 4) return c.length > 2 ? undefined : { date: { year: a, month: +b, day: +c }, rest };
    return { date: { first: +a, second: +b, year: c }, rest };
  }
  if (bMonth && a.length === 4 && c.length <= 2) return { date: { year: a, month: bMonth, day: +c }, rest };
  if (bMonth && a.length <= 2) return { date: { year: c, month: bMonth, day: +a }, rest };
  return aMonth && /\d/.test(b) ? { date: { year: c, month: aMonth, day: +b }, rest } : undefined;
}

/** @returns which comes first, as far as the date itself says: no month has a number above 12. */
function orderSaidBy({ first, second, year }: Extract<Day, { first: number }>): DateOrder | undefined {
  if (second > 12 && first <= 12) return 'month';
  // 25/12/30 may begin with its year.
  if (first > 12 && second <= 12 && year.length === 4) return 'day';
  return first === second && year.length === 4 ? 'day' : undefined;
}

/** @returns '2026-03-10'; undefined for a day that no calendar has, or that could be one of two. */
function dayOf(date: Day, order: DateOrder | undefined): string | undefined {
  if ('first' in date) {
    const known = order ?? orderSaidBy(date);
    if (known === undefined) return undefined;
    const [day, month] = known === 'day' ? [date.first, date.second] : [date.second, date.first];
    return dayOf({ year: date.year, month, day }, order);
  }
  const { length } = date.year;
  if (length !== 4 && length !== 2) return undefined;
  const year = length === 4 ? date.year : `${+date.year < 70 ? 20 : 19}${date.year}`;
  const text = [year, ...[date.month, date.day].map((part) => String(part).padStart(2, '0'))].join('-');
  // The parser of JavaScript takes February 31 for March 3.
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : undefined;
}

/** @returns an offset as ISO 8601 has it: '-0500' is '-05:00', 'GMT+1' is '+01:00', 'UTC' is 'Z'. */
function offsetOf(zone: string): string {
  const [, sign = '', hours = '', minutes = '00'] = /([+-])(\d{1,2}?):?(\d\d)?$/.exec(zone) ?? [];
  return sign === '' ? 'Z' : `${sign}${hours.padStart(2, '0')}:${minutes}`;
}

const isoOf = (ms: number): string | undefined =>
  Number.isNaN(ms) ? undefined : new Date(Math.floor(ms)).toISOString();

/**
 * @param value seconds or milliseconds since 1970 as a number or text, or a date, mostly with a time, perhaps with a zone.
 * @param timeZone in which a time without a zone is read: 'Europe/Lisbon', '+02:00' or 'Z'.
 * @param order which comes first where both day and month are numbers before the year.
 * @returns ISO 8601 in UTC; undefined when it isn't clear which moment it means: 03/04/2026 has two.
 */
export function momentOf(value: unknown, timeZone: string, order?: DateOrder): string | undefined {
  const written = typeof value === 'number' ? String(value) : (textAt(value) ?? '');
  if (written.length > WRITTEN_MAX) return undefined;
  if (UNIX.test(written)) return isoOf(Number(written) * (written.split('.', 1)[0]?.length === 13 ? 1 : SECOND));
  const { date, rest = '' } = dateIn(inOrder(written)) ?? {};
  const day = date && dayOf(date, order);
  const time = REST.exec(rest);
  if (day === undefined || !time) return undefined;
  const [, hours, minutes, seconds = '00', fraction = '0', half, zone] = time;
  // An hour alone is none: '2026-03-10 11'. Half a day has hours up to 12.
  if (hours !== undefined && minutes === undefined && half === undefined) return undefined;
  if (half !== undefined && (Number(hours) > 12 || hours === '00')) return undefined;
  const hour = half === undefined ? Number(hours ?? 0) : (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  if (hour > 23 || Number(minutes ?? 0) > 59 || Number(seconds) > 59) return undefined;
  const local = `${day}T${String(hour).padStart(2, '0')}:${minutes ?? '00'}`;
  const offset = zone === undefined ? (/^(?:Z|[+-]\d\d:\d\d)$/.exec(timeZone)?.[0] ?? null) : offsetOf(zone);
  const at = offset === null ? fromZoned(local, timeZone)?.at : `${local}:00${offset}`;
  // Adding them apart keeps them whatever the zone does. Ids of rows without one depend on how they are rounded.
  return isoOf(Date.parse(at ?? '') + Math.floor(Number(`${seconds}.${fraction}`) * SECOND));
}

/** @returns whether it is a time of day alone, whose date is elsewhere: '10:11:12'. */
export const isTimeOfDay = (text: string): boolean => TIME_ALONE.exec(text)?.[0] === text;
/** @returns whether it is a date alone: '26/11/2026'. */
export const isDateAlone = (text: string): boolean =>
  text.length <= WRITTEN_MAX && !UNIX.test(text) && dateIn(inOrder(text))?.rest === '';

/** What the values of a column say of the order of day and month, each with a value that shows it. */
export type OrderEvidence = { [Order in DateOrder | 'open']?: string };

/** @returns values that prove an order, and one that could be two days; nothing where no value depends on it. */
export function orderEvidence(values: readonly string[]): OrderEvidence {
  const evidence: OrderEvidence = {};
  for (const value of values) {
    const date = value.length > WRITTEN_MAX || UNIX.test(value) ? undefined : dateIn(inOrder(value))?.date;
    if (!date || !('first' in date) || date.first === date.second) continue;
    evidence[orderSaidBy(date) ?? 'open'] ??= value;
  }
  return evidence;
}

/** @returns which comes first in a column with such values: one of them proves it, and none the other. */
export function provenOrder(values: readonly string[]): DateOrder | undefined {
  const { day, month } = orderEvidence(values);
  if ((day === undefined) === (month === undefined)) return undefined;
  return day === undefined ? 'month' : 'day';
}

const IN_NAME = /(?<![\p{L}\p{N}])(?:utc|gmt)\s?([+-]\d{1,2}(?::?\d\d)?)?(?!\p{L})|\(([+-]\d{1,2}:?\d\d)\)/iu;
const CAMEL = /\p{Ll}(?:UTC|Utc|GMT|Gmt)$/u;
const PLACE_IN_NAME = /(?<![\p{L}/])[A-Z]\p{L}+(?:\/[A-Z][\p{L}_-]+)+/u;

/**
 * @param name of a column or a key: 'Created date (UTC)', 'Time (GMT+2)', 'date_paid_gmt', 'Paid (Europe/Berlin)'.
 * @returns the zone that it says its times are in, for momentOf; undefined for none.
 */
export function zoneInName(name: string): string | undefined {
  const short = name.slice(0, WRITTEN_MAX);
  const [said, offset, bare] = IN_NAME.exec(short) ?? [];
  if (said !== undefined) return offsetOf(offset ?? bare ?? 'Z');
  if (CAMEL.test(short)) return 'Z';
  const place = PLACE_IN_NAME.exec(short)?.[0];
  return place !== undefined && knownZone(place) === place ? place : undefined;
}
