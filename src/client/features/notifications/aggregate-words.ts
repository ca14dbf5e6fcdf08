// Computed numbers in words: what is counted, over which days, and samples of them. Pure.
import { kindsLabel } from '#client/format/event-kinds.ts';
import {
  type Aggregate,
  type AggregateValue,
  type AggregateWindow,
  type Measure,
  WINDOW_DAYS,
} from '#shared/contract/aggregate.ts';
import type { Notification } from '#shared/contract/notification.ts';
import type { Template } from '#shared/contract/template.ts';

export const MEASURE_LABELS: Record<Measure, string> = {
  count: 'Number of events',
  distinct: 'Number of people',
  average: 'Average rating',
  last: 'When it last happened',
  displays: 'Times shown',
};

export const WINDOW_LABELS: Record<AggregateWindow, string> = {
  day: 'Today',
  week: 'Last 7 days',
  month: 'Last 30 days',
};

/** @returns which days count, where it has to be exact. */
export const windowInWords = (window: AggregateWindow): string =>
  window === 'day' ? 'since midnight' : `today and the ${WINDOW_DAYS[window] - 1} days before`;

/** @returns what is counted: 'Number of people behind purchases of “oak”, since midnight'. */
export function computationOf({ measure, kind = 'purchase', window, product }: Aggregate): string {
  const events = `${kindsLabel(kind).toLowerCase()}${product === undefined ? '' : ` of “${product}”`}`;
  const what = {
    count: `Number of ${events}`,
    distinct: `Number of people behind ${events}`,
    average: `Average rating of ${events}`,
    last: `When the newest of the ${events} happened`,
    displays: "How often the site's notifications were displayed",
  }[measure];
  return `${what}, ${windowInWords(window)}`;
}

/** Samples, as for other variables: what a gallery shows before there is anything to count. */
const SAMPLES: Record<Measure, AggregateValue> = {
  count: { value: 37, count: 37 },
  distinct: { value: 12, count: 12 },
  average: { value: 4.8, count: 122 },
  last: { value: null, count: 12 },
  displays: { value: 240, count: 240 },
};
export const sampleValueOf = ({ measure }: Pick<Aggregate, 'measure'>): AggregateValue => SAMPLES[measure];

/** @returns the number in a few words: '37', '4.8 from 122 ratings'. */
export function valueInWords({ measure }: Pick<Aggregate, 'measure'>, { value, count }: AggregateValue): string {
  const number = (one: number) => one.toLocaleString('en');
  if (measure === 'last') return `${number(count)} ${count === 1 ? 'event' : 'events'}`;
  if (measure !== 'average') return number(value ?? 0);
  const ratings = `${number(count)} ${count === 1 ? 'rating' : 'ratings'}`;
  return value === null ? ratings : `${value.toFixed(1)} from ${ratings}`;
}

type Computing = Partial<Pick<Notification, 'aggregate'>> & { template?: Template | undefined };

/** @returns what a notification's number is computed from, or will be once it is made; null for all others. */
export const aggregateOf = ({ aggregate, template }: Computing): Aggregate | null =>
  aggregate ?? template?.settings.aggregate ?? null;
