// Time zones. Statistics count by hours aligned to the site's UTC offset and by its local dates, so that hours add up
// to days exactly, in half-hour zones and across clock changes, too.
import { DAY, HOUR, MINUTE } from '#shared/time.ts';

/** Offsets are whole quarters of an hour and only ever change on one, so no day begins within a quarter. */
const QUARTER = 15 * MINUTE;

/**
 * @returns the zone's UTC offset at `at`, in milliseconds, east positive; 0 for a zone that this Node does not know.
 */
export const offsetAt = (timezone: string, at: number): number => readOffset(formatter(timezone), at);

function formatter(timezone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' });
  } catch {
    return null;
  }
}

function readOffset(format: Intl.DateTimeFormat | null, at: number): number {
  const name = format?.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value ?? '';
  // 'GMT+05:30'; 'GMT' alone is UTC. Seconds occur only before 1972.
  const match = /^GMT([+-])(\d\d):(\d\d)/.exec(name);
  if (!match) return 0;
  const distance = Number(match[2]) * HOUR + Number(match[3]) * MINUTE;
  return match[1] === '-' ? -distance : distance;
}

/** Where a moment is counted: its hour's start, ISO text in UTC, and the date, `YYYY-MM-DD`. */
export type Moment = { hour: string; day: string };
type Reading = { offset: number; moment: Moment };

/** @returns a function for one zone that caches the last quarter of an hour, because Intl is slow. */
function readerOf(timezone: string): (at: number) => Reading {
  const format = formatter(timezone);
  let known: { quarter: number; reading: Reading } | undefined;
  return (at) => {
    const quarter = Math.floor(at / QUARTER);
    if (known?.quarter === quarter) return known.reading;
    const offset = readOffset(format, at);
    const hour = new Date(Math.floor((at + offset) / HOUR) * HOUR - offset).toISOString();
    const moment = { hour, day: new Date(at + offset).toISOString().slice(0, 10) };
    known = { quarter, reading: { offset, moment } };
    return known.reading;
  };
}

/** @returns a function from time zone and instant (ms) to where it is counted; an unknown zone counts as UTC. */
export function makeMoments(): (timezone: string, at: number) => Moment {
  const readers = new Map<string, (at: number) => Reading>();
  return (timezone, at) => {
    const read = readers.get(timezone) ?? readerOf(timezone);
    readers.set(timezone, read);
    return read(at).moment;
  };
}

/** A time zone. */
export type Zone = {
  name: string;
  /** @returns the date of an instant (ms), `YYYY-MM-DD`. */
  dateAt(ms: number): string;
  /** @returns the local time of day in minutes, 0 to 1439. */
  minuteAt(ms: number): number;
  /** @returns the start of the hour that an instant is counted in, ISO text in UTC. */
  hourAt(ms: number): string;
};

/** @param name of a time zone; an unknown one counts as UTC. */
export function makeZone(name: string): Zone {
  const read = readerOf(name);
  return {
    name,
    dateAt: (ms) => read(ms).moment.day,
    minuteAt(ms) {
      const local = new Date(ms + read(ms).offset);
      return local.getUTCHours() * 60 + local.getUTCMinutes();
    },
    hourAt: (ms) => read(ms).moment.hour,
  };
}

/**
 * @returns the date `count` days later, or earlier when negative. Dates have no hours, so arithmetic in UTC is exact.
 */
export const addDays = (date: string, count: number): string =>
  new Date(Date.parse(date) + count * DAY).toISOString().slice(0, 10);

/** @returns the number of dates from `from` to `to`, both included. */
export const countDays = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY + 1;

/** @returns the dates from `from` to `to`, both included, in order. */
export const datesBetween = (from: string, to: string): string[] =>
  Array.from({ length: countDays(from, to) }, (_, i) => addDays(from, i));

/** Hours in order, and the end of the last; an instant belongs to the last hour that starts at or before it. */
export type Hours = { starts: string[]; end: string };

/** @returns the hours of a date: 24, or 23 or 25 when clocks change, or none when the zone skipped that date. */
export function hoursOfDate(zone: Zone, date: string): Hours {
  const start = startOfDate(zone, date);
  const end = startOfDate(zone, addDays(date, 1));
  const starts = new Set<string>();
  // Clocks change on the hour, so hourly steps from midnight also hit an hour that is cut short.
  for (let at = start; at < end; at += HOUR) starts.add(zone.hourAt(at));
  return { starts: [...starts], end: new Date(end).toISOString() };
}

/** @returns the first instant (ms) of a date, or of the next one that the zone did not skip. */
export function startOfDate(zone: Zone, date: string): number {
  // No zone is more than 14 hours ahead of UTC or 12 behind it.
  let before = Date.parse(date) - 15 * HOUR;
  let from = Date.parse(date) + 13 * HOUR;
  while (from - before > QUARTER) {
    const middle = before + Math.floor((from - before) / QUARTER / 2) * QUARTER;
    if (zone.dateAt(middle) < date) before = middle;
    else from = middle;
  }
  return from;
}

/** @returns the last `count` hours, including the current one. */
export function hoursUntil(zone: Zone, now: number, count: number): Hours {
  const starts = [zone.hourAt(now)];
  const end = new Date(Date.parse(starts[0] ?? '') + HOUR).toISOString();
  while (starts.length < count) starts.push(zone.hourAt(Date.parse(starts.at(-1) ?? '') - 1));
  return { starts: starts.reverse(), end };
}
