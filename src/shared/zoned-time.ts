// Times on a wall clock in any time zone, as datetime-local fields hold them, and the instants they stand for. Pure.
import { DAY, MINUTE } from './time.ts';

/** Browsers allow years of up to six digits, and leave out seconds that are zero. */
const LOCAL = /^(\d{4,6})-(\d\d)-(\d\d)T(\d\d):(\d\d)/;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone);
  if (known) return known;
  const numeric = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
  const made = new Intl.DateTimeFormat('en', { ...numeric, timeZone: timezone, hourCycle: 'h23' });
  formats.set(timezone, made);
  return made;
}

/** @returns `timezone`, or UTC where the browser doesn't know that zone. */
export function knownZone(timezone: string): string {
  try {
    formatOf(timezone);
    return timezone;
  } catch {
    return 'UTC';
  }
}

/** @returns what the zone's clocks show at `at` (ms), to the minute, as ms of a clock in UTC. */
function clockAt(at: number, timezone: string): number {
  const parts = Object.fromEntries(
    formatOf(timezone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute);
}

/** @returns an instant as a datetime-local value in `timezone`, to the minute; '' for none. */
export function toZoned(iso: string | null, timezone: string): string {
  if (!iso) return '';
  return new Date(clockAt(Date.parse(iso), knownZone(timezone))).toISOString().slice(0, 16);
}

/** An instant, and what is special about the local time: clocks skip it in spring, and show it twice in autumn. */
export type ZonedInstant = { at: string; special: 'skipped' | 'twice' | null };

/**
 * @param local a datetime-local value, seconds ignored.
 * @returns the first instant at which the zone's clocks show it, or, where they skip it, as much later as they skip;
 * null if it is empty or no date.
 */
export function fromZoned(local: string, timezone: string): ZonedInstant | null {
  const match = LOCAL.exec(local);
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = match.slice(1).map(Number);
  const wanted = Date.UTC(year, month - 1, day, hour, minute);
  if (Number.isNaN(wanted) || new Date(wanted).getUTCDate() !== day) return null;
  const zone = knownZone(timezone);
  const offsetAt = (at: number) => clockAt(at, zone) - Math.floor(at / MINUTE) * MINUTE;
  // No zone is more than a day from UTC, so these are the offsets before and after a change of clocks near that time.
  const [before, after] = [offsetAt(wanted - DAY), offsetAt(wanted + DAY)];
  const candidates = [...new Set([wanted - before, wanted - after])].sort((a, b) => a - b);
  const matching = candidates.filter((at) => clockAt(at, zone) === wanted);
  const special = matching.length === 0 ? 'skipped' : matching.length > 1 ? 'twice' : null;
  return { at: new Date(matching[0] ?? wanted - before).toISOString(), special };
}
