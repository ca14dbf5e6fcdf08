// What is written in the cells of shops' and spreadsheets' files, as the fields of an event: times and numbers in any of
// the usual forms. What can't be read stays as it is, so that the schema of events refuses it by name. Pure.
import { namesOf } from './person-name.ts';
import { SECOND } from './time.ts';
import { fromZoned } from './zoned-time.ts';

/** A date, mostly with a time, perhaps with a zone: '2026-03-10', '2026-03-10 11:58:00', '2026-03-10T11:58:00.5+01:00'. */
const WRITTEN =
  /^(\d{4}-\d\d-\d\d)(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d)(?::([0-5]\d(?:\.\d+)?))?)?\s*(Z|UTC|GMT|[+-]\d\d:?\d\d)?$/i;
/** Seconds since 1970 have ten digits from 2001 to 2286, milliseconds thirteen. */
const UNIX = /^(\d{10})(\d{3})?$/;

/**
 * @param timeZone in which a time without a zone is read, such as 'Europe/Lisbon'.
 * @returns it in ISO 8601, UTC; the text itself when it isn't clear which time it means: 03/04/2026 has two.
 */
export function readTime(text: string, timeZone: string): string {
  const unix = UNIX.exec(text);
  if (unix) return new Date(Number(unix[1]) * SECOND + Number(unix[2] ?? 0)).toISOString();
  const [, date, time = '00:00', seconds = '00', zone] = WRITTEN.exec(text) ?? [];
  if (date === undefined) return text;
  const local = `${date}T${time}`;
  const minute = zone === undefined ? fromZoned(local, timeZone)?.at : `${local}:00${offsetOf(zone)}`;
  // Adding them apart keeps them whatever the zone does.
  const at = Date.parse(minute ?? '') + Math.floor(Number(seconds) * SECOND);
  return !Number.isNaN(at) && isRealDay(date) ? new Date(at).toISOString() : text;
}

/** The parser of JavaScript takes February 31 for March 3. */
const isRealDay = (date: string) => {
  const at = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date);
};

/** @returns an offset as ISO has it: '-0500' is '-05:00'. */
const offsetOf = (zone: string) => (/^[zug]/i.test(zone) ? 'Z' : zone.replace(/^(.\d\d):?(\d\d)$/, '$1:$2'));

/** Currencies and spaces, which some files put around or inside of amounts. */
const AROUND = /[\s\p{Sc}]|\b[A-Z]{3}\b/gu;

/** @returns the number; the text itself when it isn't clear which it is: '1,299' is either. */
export function readNumber(text: string): number | string {
  const bare = text.replace(AROUND, '');
  if (/^-?\d+(?:\.\d+)?$/.test(bare)) return Number(bare);
  if (/^-?\d{1,3}(?:,\d{3})+\.\d+$/.test(bare)) return Number(bare.replaceAll(',', ''));
  if (/^-?\d{1,3}(?:\.\d{3})*,\d{1,2}$|^-?\d+,\d{1,2}$/.test(bare))
    return Number(bare.replaceAll('.', '').replace(',', '.'));
  return text;
}

/** @returns first and last name of one that is both: 'Ana Lopes', or 'Lopes, Ana'. */
export function splitName(name: string): ReturnType<typeof namesOf> {
  const comma = name.indexOf(',');
  const after = name.slice(comma + 1).trim();
  return comma < 1 || after === '' ? namesOf(name) : { ...namesOf(after), lastName: name.slice(0, comma) };
}

/** What a spreadsheet makes of a long number: 4.50789E+12. The digits it drops are gone. */
export const isRoundedNumber = (text: string): boolean => /^\d(?:[.,]\d+)?E\+\d+$/i.test(text);
