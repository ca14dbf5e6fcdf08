// Days and hours on a site's own clocks: what a report's points are, through changes of the clocks and skipped days.
import { makeMoments } from './hours.ts';

export const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Offsets have only ever changed on a quarter of an hour. */
const QUARTER = HOUR / 4;

/** The clocks of a time zone. */
export type Zone = {
  name: string;
  /** @returns the date of an instant (ms), `YYYY-MM-DD`. */
  dateAt(ms: number): string;
  /** @returns the minutes that the clock shows since midnight, 0 to 1439. */
  minuteAt(ms: number): number;
  /** @returns the start of the hour that statistics count an instant in, ISO text in UTC. */
  hourAt(ms: number): string;
};

/** @param name of a time zone; clocks of an unknown one go by UTC, as when counting. */
export function makeZone(name: string): Zone {
  const momentOf = makeMoments();
  const format = clock(name) ?? clock('UTC');
  const read = (ms: number) => format?.format(ms) ?? '';
  return {
    name,
    dateAt: (ms) => read(ms).slice(0, 10),
    minuteAt: (ms) => Number(read(ms).slice(-5, -3)) * 60 + Number(read(ms).slice(-2)),
    hourAt: (ms) => momentOf(name, ms).hour,
  };
}

/** Writes '2026-03-10, 09:05'. */
function clock(timeZone: string): Intl.DateTimeFormat | null {
  const two = '2-digit';
  const shape = { year: 'numeric', month: two, day: two, hour: two, minute: two, hourCycle: 'h23' } as const;
  try {
    return new Intl.DateTimeFormat('en-CA', { ...shape, timeZone });
  } catch {
    return null;
  }
}

/** @returns the date `count` days later, earlier when negative. Dates have no hours, so steps in UTC are exact. */
export const addDays = (date: string, count: number): string =>
  new Date(Date.parse(date) + count * DAY).toISOString().slice(0, 10);

/** @returns how many dates there are from `from` to `to`, both included. */
export const countDays = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY + 1;

/** @returns the dates from `from` to `to`, both included, in order. */
export const datesBetween = (from: string, to: string): string[] =>
  Array.from({ length: countDays(from, to) }, (_, i) => addDays(from, i));

/** Hours in order, and where the last one ends; an instant belongs to the last hour that starts at or before it. */
export type Hours = { starts: string[]; end: string };

/** @returns the hours of a date: 24, or 23 or 25 when clocks change, or none when the zone skipped that date. */
export function hoursOfDate(zone: Zone, date: string): Hours {
  const start = startOf(zone, date);
  const end = startOf(zone, addDays(date, 1));
  const starts = new Set<string>();
  // Clocks change on a full hour, so steps of an hour from midnight on meet the hour that is cut short, too.
  for (let at = start; at < end; at += HOUR) starts.add(zone.hourAt(at));
  return { starts: [...starts], end: new Date(end).toISOString() };
}

/** @returns the first instant (ms) of a date, or of the next one that the zone did not skip. */
function startOf(zone: Zone, date: string): number {
  // No zone is further than 14 hours ahead of UTC or 12 behind it.
  let before = Date.parse(date) - 15 * HOUR;
  let from = Date.parse(date) + 13 * HOUR;
  while (from - before > QUARTER) {
    const middle = before + Math.floor((from - before) / QUARTER / 2) * QUARTER;
    if (zone.dateAt(middle) < date) before = middle;
    else from = middle;
  }
  return from;
}

/** @returns the last `count` hours, the running one included. */
export function hoursUntil(zone: Zone, now: number, count: number): Hours {
  const starts = [zone.hourAt(now)];
  const end = new Date(Date.parse(starts[0] ?? '') + HOUR).toISOString();
  while (starts.length < count) starts.push(zone.hourAt(Date.parse(starts.at(-1) ?? '') - 1));
  return { starts: starts.reverse(), end };
}
