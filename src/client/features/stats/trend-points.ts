// A report's series as the chart draws it: completed hours or days and the current one, but none in the future. Pure.
import { type TimeName, timeNames, todayIn } from '#client/format/dates.ts';
import type { SiteStats } from '#shared/contract/stats.ts';
import { HOUR } from '#shared/time.ts';

type Series = SiteStats['series'];
type Drawn = { displays: number | null; clicks: number | null };
export type TrendPoint = Series[number] &
  TimeName & {
    phase: 'past' | 'current' | 'future';
    /** For completed hours or days; null elsewhere. */
    settled: Drawn;
    /** The segment leading to the current hour or day; null elsewhere. */
    running: Drawn;
    /** Displays on the same day of the previous period; null if unknown, or if the day is not over. */
    before: number | null;
  };

const NONE: Drawn = { displays: null, clicks: null };
const isCounted = ({ displays, clicks, dismissals }: Series[number]) => displays + clicks + dismissals > 0;

/** @param before the series of the previous period, as long as the report's own. @param now ms */
export function trendPoints(
  report: Pick<SiteStats, 'series' | 'unit' | 'timezone'>,
  before: Series | undefined,
  now: number,
): TrendPoint[] {
  const { series, unit, timezone } = report;
  const names = timeNames(report);
  // Days are compared as dates in the site's zone, hours as instants; both are strings that sort by time.
  const current = unit === 'day' ? todayIn(timezone, now) : new Date(now).toISOString();
  const today = series.findLastIndex(({ at }) => at <= current);
  const isOpen =
    unit === 'day' ? series[today]?.at === current : today < series.length - 1 || isWithinHour(series, now);
  // Anything with counts isn't in the future: over several sites, the last day may have begun on only one site's clock.
  const last = Math.max(today, series.findLastIndex(isCounted));
  const phaseOf = (at: number) => (at > last ? 'future' : at > today || (at === today && isOpen) ? 'current' : 'past');
  const firstRunning = isOpen ? today : today + 1;
  return series.map((point, at) => {
    const { tick = '', full = '' } = names[at] ?? {};
    const phase = phaseOf(at);
    const drawn = { displays: point.displays, clicks: point.clicks };
    return {
      ...point,
      ...{ tick, full, phase },
      settled: phase === 'past' ? drawn : NONE,
      running: firstRunning <= last && at >= firstRunning - 1 && at <= last ? drawn : NONE,
      before: phase === 'past' ? (before?.[at]?.displays ?? null) : null,
    };
  });
}

const isWithinHour = (series: Series, now: number) => now - Date.parse(series.at(-1)?.at ?? '') < HOUR;
