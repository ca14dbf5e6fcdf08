// Names for a report's hours and days, short for an axis and in full, in the site's time zone. Pure.
import type { SiteStats } from '#shared/contract/stats.ts';

type Timed = Pick<SiteStats, 'series' | 'unit' | 'timezone'>;
/** `tick` is for axes: 'Nov 21', '14:00'. `full` is for tables: 'Sat, Nov 21', 'Nov 21, 14:00'. */
export type TimeName = { tick: string; full: string };

const DAY_TICK = { day: 'numeric', month: 'short' } as const;
const HOUR_TICK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** @returns the names of the points in `series`, in order. */
export const timeNames = (report: Timed): TimeName[] =>
  report.unit === 'day' ? dayNames(report.series) : hourNames(report.series, report.timezone);

function dayNames(series: readonly { at: string }[]): TimeName[] {
  const years = new Set(series.map(({ at }) => at.slice(0, 4)));
  // Already days in the site's zone, so don't convert them.
  const zone = { timeZone: 'UTC' } as const;
  const tick = new Intl.DateTimeFormat('en', { ...DAY_TICK, ...zone });
  const year = years.size > 1 ? ({ year: 'numeric' } as const) : {};
  const full = new Intl.DateTimeFormat('en', { ...DAY_TICK, ...zone, ...year, weekday: 'short' });
  return series.map(({ at }) => ({ tick: tick.format(new Date(at)), full: full.format(new Date(at)) }));
}

function hourNames(series: readonly { at: string }[], timeZone: string): TimeName[] {
  const tick = new Intl.DateTimeFormat('en', { ...HOUR_TICK, timeZone });
  const full = new Intl.DateTimeFormat('en', { ...DAY_TICK, ...HOUR_TICK, timeZone });
  const exact = new Intl.DateTimeFormat('en', { ...DAY_TICK, ...HOUR_TICK, timeZone, timeZoneName: 'short' });
  const names = series.map(({ at }) => ({ tick: tick.format(new Date(at)), full: full.format(new Date(at)) }));
  // When clocks go back, two hours have the same name; add the offset to tell them apart.
  return names.map((name, index) => {
    const isAmbiguous = names.filter((other) => other.full === name.full).length > 1;
    return isAmbiguous ? { ...name, full: exact.format(new Date(series[index]?.at ?? '')) } : name;
  });
}
