// Which days or hours a report covers, and which earlier ones it is compared with.
import type { StatsRange } from '#shared/contract/stats.ts';
import type { Dates, Span } from '../../db/stats.ts';
import { addDays, countDays, datesBetween, hoursOfDate, hoursUntil, type Zone } from './zone.ts';

const DAYS = { '7d': 7, '30d': 30, '90d': 90 } as const;

/** Counted by hour: instants, the same for every site. */
type HourPeriod = {
  unit: 'hour';
  from: string;
  to: string;
  /** Starts of the hours, in order; empty for a date that the time zone skipped. */
  points: string[];
  span: Span;
  /** `span` is null when there is nothing to compare with. */
  previous: { from: string; to: string; span: Span | null };
};

/** Counted by day: dates in each site's own time zone. */
export type DayPeriod = {
  unit: 'day';
  from: string;
  to: string;
  points: string[];
  previous: { from: string; to: string };
};

export type Period = HourPeriod | DayPeriod;

/** @returns the hours or days that a period covers. */
export const spanOrDates = (period: Period): Span | Dates => (period.unit === 'hour' ? period.span : period);

/**
 * @param today the last date of ranges that end today; by default today's date in the zone.
 * @returns hours for 24h and a custom range of one day, days for everything else.
 */
export function planPeriod(
  { range = '30d', from = '', to = '' }: StatsRange,
  zone: Zone,
  now: number,
  today: string = zone.dateAt(now),
): Period {
  if (range === '24h') return planLastHours(zone, now);
  if (range !== 'custom') return planDays(addDays(today, 1 - DAYS[range]), today);
  return from === to ? planOneDate(zone, now, from) : planDays(from, to);
}

/** The same in whole days, for counts that no hour is known of; a custom range of one day is that day. */
export function planWholeDays({ range = '30d', from = '', to = '' }: StatsRange, zone: Zone, now: number): DayPeriod {
  if (range === 'custom') return planDays(from, to);
  const today = zone.dateAt(now);
  return planDays(addDays(today, 1 - DAYS[range === '24h' ? '7d' : range]), today);
}

function planLastHours(zone: Zone, now: number): HourPeriod {
  const { starts, end } = hoursUntil(zone, now, 48);
  const [before, points] = [starts.slice(0, 24), starts.slice(24)];
  const [first = '', since = ''] = [before[0], points[0]];
  const dateOf = (iso: string) => zone.dateAt(Date.parse(iso));
  // The current hour has no counterpart until it is half over, then a whole one.
  const until = zone.minuteAt(now) % 60 < 30 ? (before.at(-1) ?? since) : since;
  return {
    unit: 'hour',
    from: dateOf(since),
    to: zone.dateAt(now),
    points,
    span: { since, until: end },
    previous: { from: dateOf(first), to: zone.dateAt(Date.parse(since) - 1), span: { since: first, until } },
  };
}

function planOneDate(zone: Zone, now: number, date: string): HourPeriod {
  const { starts, end } = hoursOfDate(zone, date);
  const today = zone.dateAt(now);
  const before = addDays(date, -1);
  const span = today < date ? null : today === date ? spanUntilNow(zone, now, before) : spanOf(zone, before);
  return {
    unit: 'hour',
    from: date,
    to: date,
    points: starts,
    span: { since: starts[0] ?? end, until: end },
    previous: { from: before, to: before, span },
  };
}

function planDays(from: string, to: string): DayPeriod {
  const shift = shiftOf(countDays(from, to));
  return {
    unit: 'day',
    from,
    to,
    points: datesBetween(from, to),
    previous: { from: addDays(from, -shift), to: addDays(to, -shift) },
  };
}

/** @returns how many days a period of that length is compared with itself ago: whole weeks, so that no Monday is compared
 * with a Saturday; below a week, the days right before. */
const shiftOf = (length: number): number => (length < 7 ? length : Math.ceil(length / 7) * 7);

/** What an unfinished period of days is compared with: whole dates up to `wholeUntil`, and part of the next. */
export type Comparable = { wholeUntil: string; part: Span | null };

/**
 * @returns which earlier days to compare with, in `zone`: as many as have passed of the period, the last one up to the
 * current time of day. None when the whole period lies ahead.
 */
export function comparableOf(period: DayPeriod, zone: Zone, now: number): Comparable {
  const today = zone.dateAt(now);
  const { previous } = period;
  if (today > period.to) return { wholeUntil: previous.to, part: null };
  if (today < period.from) return { wholeUntil: addDays(previous.from, -1), part: null };
  const date = addDays(today, -shiftOf(period.points.length));
  return { wholeUntil: addDays(date, -1), part: spanUntilNow(zone, now, date) };
}

function spanOf(zone: Zone, date: string): Span | null {
  const { starts, end } = hoursOfDate(zone, date);
  return starts[0] === undefined ? null : { since: starts[0], until: end };
}

/**
 * @returns the hours of a date up to the full hour nearest to the current time of day; counts are no finer than that.
 */
function spanUntilNow(zone: Zone, now: number, date: string): Span | null {
  const { starts, end } = hoursOfDate(zone, date);
  const cut = Math.round(zone.minuteAt(now) / 60) * 60;
  const next = starts.find((start) => zone.minuteAt(Date.parse(start)) >= cut);
  return starts[0] === undefined || next === starts[0] ? null : { since: starts[0], until: next ?? end };
}
