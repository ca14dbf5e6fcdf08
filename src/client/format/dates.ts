// Formats dates and times in US English, in the device's time zone or, for statistics, in the site's. Pure, except for
// the device's zone.
import type { SiteStats } from '#shared/contract/stats.ts';
import { relativeTime } from '#shared/embed/relative-time.ts';
import { knownZone } from '#shared/zoned-time.ts';

const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

const DAY_MONTH = { day: 'numeric', month: 'short' } as const;
const dayFormats = new Map<string, Intl.DateTimeFormat>();

function dayFormatOf(timeZone: string): Intl.DateTimeFormat {
  const known = dayFormats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en', { ...DAY_MONTH, timeZone });
  dayFormats.set(timeZone, made);
  return made;
}

/** @returns 'May 5', in `timezone`, or in UTC where the browser doesn't know that zone. */
export const dayIn = (timezone: string, iso: string): string => dayFormatOf(knownZone(timezone)).format(new Date(iso));

/** @returns 'May 5, 2026, 14:05', in `timezone`, or in UTC where the browser doesn't know that zone. */
export const momentIn = (timezone: string, iso: string): string =>
  new Intl.DateTimeFormat('en', {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: knownZone(timezone),
  }).format(new Date(iso));

/** @returns 'May 5, 2026', in the device's time zone. */
export const dateOf = (iso: string): string => DATE.format(new Date(iso));

/** @returns how long ago it was, '2 minutes ago', for text: 'just now' below a minute. @param now ms */
export const agoOf = (iso: string, now: number): string => {
  const ago = relativeTime(iso, now, 'en');
  return ago === 'now' ? 'just now' : ago;
};

/** @returns the time of day in the device's own format. */
export const timeOf = (iso: string): string => TIME.format(new Date(iso));

/** @returns the calendar day in `timezone` at `now` (ms), `YYYY-MM-DD`. */
export const todayIn = (timezone: string, now: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    now,
  );

// Calendar days belong to no zone; formatting them in UTC leaves them unchanged.
const UTC = { timeZone: 'UTC' } as const;
const LONG = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric', ...UTC });

/** @returns the calendar days in words, such as 'Mar 1 – 10, 2026'. */
export const daysName = ({ from, to }: { from: string; to: string }): string =>
  // Intl puts thin spaces around the dash, which some fonts lack.
  LONG.formatRange(new Date(from), new Date(to)).replace(/[\u2009\u202f]/g, ' ');

const WHOLE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', ...UTC });

/** @returns a calendar day (`YYYY-MM-DD`) as public pages write it: 'November 23, 2026'. */
export const longDay = (day: string): string => WHOLE.format(new Date(day));

type Timed = Pick<SiteStats, 'series' | 'unit' | 'timezone'>;
/** `tick` is for axes: 'Nov 21', '14:00'. `full` is for tables: 'Sat, Nov 21', 'Nov 21, 14:00'. */
export type TimeName = { tick: string; full: string };

const HOUR_TICK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** @returns names for the hours or days in `series`, in order, in the site's time zone. */
export const timeNames = (report: Timed): TimeName[] =>
  report.unit === 'day' ? dayNames(report.series) : hourNames(report.series, report.timezone);

function dayNames(series: readonly { at: string }[]): TimeName[] {
  const years = new Set(series.map(({ at }) => at.slice(0, 4)));
  const tick = new Intl.DateTimeFormat('en', { ...DAY_MONTH, ...UTC });
  const year = years.size > 1 ? ({ year: 'numeric' } as const) : {};
  const full = new Intl.DateTimeFormat('en', { ...DAY_MONTH, ...UTC, ...year, weekday: 'short' });
  return series.map(({ at }) => ({ tick: tick.format(new Date(at)), full: full.format(new Date(at)) }));
}

function hourNames(series: readonly { at: string }[], timeZone: string): TimeName[] {
  const tick = new Intl.DateTimeFormat('en', { ...HOUR_TICK, timeZone });
  const full = new Intl.DateTimeFormat('en', { ...DAY_MONTH, ...HOUR_TICK, timeZone });
  const exact = new Intl.DateTimeFormat('en', { ...DAY_MONTH, ...HOUR_TICK, timeZone, timeZoneName: 'short' });
  const names = series.map(({ at }) => ({ tick: tick.format(new Date(at)), full: full.format(new Date(at)) }));
  // When clocks go back, two hours have the same name; add the offset to tell them apart.
  return names.map((name, index) => {
    const isTwice = names.filter((other) => other.full === name.full).length > 1;
    return isTwice ? { ...name, full: exact.format(new Date(series[index]?.at ?? '')) } : name;
  });
}

/** @returns the device's time zone, 'Europe/Lisbon'. */
export const deviceTimezone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** @returns every time zone the browser knows, and UTC. */
export const knownTimezones = (): string[] => [...Intl.supportedValuesOf('timeZone'), 'UTC'];

/** @returns whose clock it is: 'Lisbon time' for 'Europe/Lisbon', and 'UTC'. */
export const clockName = (timezone: string): string =>
  timezone === 'UTC' ? timezone : `${(timezone.split('/').at(-1) ?? timezone).replaceAll('_', ' ')} time`;
