// Which hour and day of statistics a moment belongs to: both are a site's own, hours aligned to its UTC offset at that
// moment, so that its days and hours add up without remainder in half-hour zones and across daylight saving.

const HOUR = 60 * 60_000;
const QUARTER = 15 * 60_000;

/** @returns the zone's distance from UTC at `at`, in milliseconds, east positive; 0 for a zone this Node does not know. */
export function offsetAt(timezone: string, at: number): number {
  return readOffset(formatter(timezone), at);
}

function formatter(timezone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' });
  } catch {
    return null;
  }
}

function readOffset(format: Intl.DateTimeFormat | null, at: number): number {
  const name = format?.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value ?? '';
  // 'GMT+05:30'; 'GMT' alone is UTC. Seconds occur in zones of before 1972 only.
  const match = /^GMT([+-])(\d\d):(\d\d)/.exec(name);
  if (!match) return 0;
  const distance = (Number(match[2]) * 60 + Number(match[3])) * 60_000;
  return match[1] === '-' ? -distance : distance;
}

/** @returns the start of the hour that `at` falls into on clocks that are `offset` ahead of UTC, ISO text in UTC. */
export function hourStart(at: number, offset: number): string {
  return new Date(Math.floor((at + offset) / HOUR) * HOUR - offset).toISOString();
}

/** Where a moment is counted: its hour's start, ISO text in UTC, and the calendar date the zone's clocks show. */
export type Moment = { hour: string; day: string };

/**
 * @returns a function from time zone and moment to where it is counted. It remembers the current quarter of an hour of
 * each zone, because asking Intl costs more than everything else about an event.
 */
export function makeMoments(): (timezone: string, at: number) => Moment {
  const zones = new Map<string, { format: Intl.DateTimeFormat | null; quarter: number; moment: Moment }>();
  return (timezone, at) => {
    // Offsets have only ever changed on a quarter of an hour, and they are whole quarters: no day begins within one.
    const quarter = Math.floor(at / QUARTER);
    const known = zones.get(timezone);
    if (known?.quarter === quarter) return known.moment;
    const format = known ? known.format : formatter(timezone);
    const offset = readOffset(format, at);
    const moment = { hour: hourStart(at, offset), day: new Date(at + offset).toISOString().slice(0, 10) };
    zones.set(timezone, { format, quarter, moment });
    return moment;
  };
}

/** @returns a function from time zone and moment to the hour's start, ISO text in UTC. */
export function makeHours(): (timezone: string, at: number) => string {
  const momentOf = makeMoments();
  return (timezone, at) => momentOf(timezone, at).hour;
}
