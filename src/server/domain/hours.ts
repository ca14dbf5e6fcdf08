// Which hour of statistics a moment belongs to: hours are a site's own, aligned to its UTC offset at that moment, so
// that its days and hours add up without remainder in half-hour zones and across daylight saving.

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

/**
 * @returns a function from time zone and moment to the hour's start, ISO text in UTC. It remembers the current hour of
 * each zone, because asking Intl costs more than everything else about an event.
 */
export function makeHours(): (timezone: string, at: number) => string {
  const zones = new Map<string, { format: Intl.DateTimeFormat | null; quarter: number; hour: string }>();
  return (timezone, at) => {
    // Offsets have only ever changed on a quarter of an hour.
    const quarter = Math.floor(at / QUARTER);
    const known = zones.get(timezone);
    if (known?.quarter === quarter) return known.hour;
    const format = known ? known.format : formatter(timezone);
    const hour = hourStart(at, readOffset(format, at));
    zones.set(timezone, { format, quarter, hour });
    return hour;
  };
}
