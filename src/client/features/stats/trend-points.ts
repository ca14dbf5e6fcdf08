// A report's series as the chart draws it: hours and days that are over, the one that still runs, none that is to come. Pure.
import type { SiteStats } from '#shared/contract/stats.ts';
import { todayIn } from './range.ts';
import { type TimeName, timeNames } from './time-names.ts';

type Series = SiteStats['series'];
type Drawn = { displays: number | null; clicks: number | null };
export type TrendPoint = Series[number] &
  TimeName & {
    phase: 'over' | 'running' | 'to come';
    /** Where the hour or day is over; nulls elsewhere. */
    settled: Drawn;
    /** The last step towards the hour or day that still runs; nulls elsewhere. */
    running: Drawn;
    /** Displays of the same day of the period before; null when unknown, and beside a day that is not over. */
    before: number | null;
  };

const NONE: Drawn = { displays: null, clicks: null };
const isCounted = ({ displays, clicks, dismissals }: Series[number]) => displays + clicks + dismissals > 0;

/** @param before the series of the period before, as long as the report's own. @param now ms */
export function trendPoints(
  report: Pick<SiteStats, 'series' | 'unit' | 'timezone'>,
  before: Series | undefined,
  now: number,
): TrendPoint[] {
  const { series, unit, timezone } = report;
  const names = timeNames(report);
  // Days are compared as dates of the site's clock, hours as instants; both are texts that sort by time.
  const current = unit === 'day' ? todayIn(timezone, now) : new Date(now).toISOString();
  const today = series.findLastIndex(({ at }) => at <= current);
  const isOpen =
    unit === 'day' ? series[today]?.at === current : today < series.length - 1 || isWithinHour(series, now);
  // What was counted is not to come: over several sites the last day may have begun on the clock of one only.
  const last = Math.max(today, series.findLastIndex(isCounted));
  const phaseOf = (at: number) => (at > last ? 'to come' : at > today || (at === today && isOpen) ? 'running' : 'over');
  const firstRunning = isOpen ? today : today + 1;
  return series.map((point, at) => {
    const { tick = '', full = '' } = names[at] ?? {};
    const phase = phaseOf(at);
    const drawn = { displays: point.displays, clicks: point.clicks };
    return {
      ...point,
      ...{ tick, full, phase },
      settled: phase === 'over' ? drawn : NONE,
      running: firstRunning <= last && at >= firstRunning - 1 && at <= last ? drawn : NONE,
      before: phase === 'over' ? (before?.[at]?.displays ?? null) : null,
    };
  });
}

const HOUR = 3_600_000;
const isWithinHour = (series: Series, now: number) => now - Date.parse(series.at(-1)?.at ?? '') < HOUR;
