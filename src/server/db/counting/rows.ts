// Adds tallies up into rows of each statistics table, so that a transaction touches each row once, however many
// interactions it holds.
export type Counts = { displays: number; clicks: number; dismissals: number };

/** From how many addresses a page's displays of a day came. */
export type Reach = {
  /** Addresses to add to what is stored. */
  more: number;
  /** All addresses that this process knows of: the reach of a page that is not stored yet. */
  all: number;
};

/** What happened to one notification in one hour, on one page and kind of device, since the last write. */
export type Tally = Counts & {
  siteId: string;
  widgetId: string;
  notificationId: string;
  /** The hour's start, ISO text in UTC. */
  hour: string;
  /** The calendar date on the site's clocks. */
  day: string;
  /** One of DEVICES, or UNKNOWN_DEVICE. */
  device: string;
  /** A path, or OTHER_PAGE. */
  page: string;
  /** Absent when no address is known. */
  reach?: Reach;
};

/** Measured page loads of one site and day that were of about one size. */
export type CostTally = {
  siteId: string;
  day: string;
  /** What was measured: one of COST_MEASURES (domain/stats/cost-buckets.ts). */
  measure: string;
  /** The upper bound of the size. */
  upTo: number;
  loads: number;
};

type Label = Exclude<keyof Tally, keyof Counts | 'reach'>;
type Row<K extends Label> = Counts & Pick<Tally, K>;
export type NotificationCounts = Row<'siteId' | 'widgetId' | 'notificationId'>;
export type HourCounts = Row<'siteId' | 'widgetId' | 'notificationId' | 'hour'>;
export type DayCounts = Row<'siteId' | 'widgetId' | 'notificationId' | 'day'>;
export type DeviceCounts = Row<'siteId' | 'day' | 'device'>;
export type PageKey = Pick<Tally, 'siteId' | 'day' | 'page'>;
/** `reach` is what to add to the row's. */
export type PageCounts = Counts & PageKey & { reach: number };

/** Paths of a day without a row of their own, and reports without a path. Cannot clash: paths start with '/'. */
export const OTHER_PAGE = 'other';
export const UNKNOWN_DEVICE = 'unknown';

/** @returns a key that differs whenever a part does, since no input contains a NUL (contract/text.ts). */
export function keyOf(...parts: (string | number)[]): string {
  let key = '';
  // In half the time of a join.
  for (const part of parts) key += `\0${part}`;
  return key;
}

/** @returns the rows summed by `keys`: one for each combination of their values, in order of first appearance. */
export function sumBy<K extends Label>(rows: readonly Row<K>[], keys: readonly K[]): Row<K>[] {
  const sums = new Map<string, Row<K>>();
  for (const row of rows) {
    const key = keyOf(...keys.map((one) => row[one]));
    const sum = sums.get(key);
    if (sum) {
      sum.displays += row.displays;
      sum.clicks += row.clicks;
      sum.dismissals += row.dismissals;
    } else {
      const { displays, clicks, dismissals } = row;
      const labels = Object.fromEntries(keys.map((one) => [one, row[one]])) as Pick<Tally, K>;
      sums.set(key, { ...labels, displays, clicks, dismissals });
    }
  }
  return [...sums.values()];
}

/** @returns what to add to the notifications' own counters. */
export const notificationRows = (tallies: readonly Tally[]): NotificationCounts[] =>
  sumBy(tallies, ['siteId', 'widgetId', 'notificationId']);

/** A page's counts; `wholeReach` is its reach in case it has no row yet. */
export type PageTally = PageCounts & { wholeReach: number };
export type StatsRows = { hours: HourCounts[]; days: DayCounts[]; devices: DeviceCounts[]; pages: PageTally[] };

/**
 * Separate from notificationRows(), because device and page rows no longer name the notification, and only the
 * transaction knows which notifications exist and how many clicks their displays allow.
 * @param known the result of notificationRows(), without notifications that do not exist, and with the clicks that were
 * counted; other tallies are ignored, and of a notification's tallies the first ones keep their clicks.
 * @returns what to add to the statistics.
 */
export function statsRows(tallies: readonly Tally[], known: readonly NotificationCounts[]): StatsRows {
  const toKey = (row: NotificationCounts) => keyOf(row.siteId, row.widgetId, row.notificationId);
  const clicksLeft = new Map(known.map((row) => [toKey(row), row.clicks]));
  const counted = tallies.flatMap((tally) => {
    const key = toKey(tally);
    const left = clicksLeft.get(key);
    if (left === undefined) return [];
    const clicks = Math.min(tally.clicks, left);
    clicksLeft.set(key, left - clicks);
    if (tally.displays + clicks + tally.dismissals === 0) return [];
    return clicks === tally.clicks ? [tally] : [{ ...tally, clicks }];
  });
  return {
    hours: sumBy(counted, ['siteId', 'widgetId', 'notificationId', 'hour']),
    days: sumBy(counted, ['siteId', 'widgetId', 'notificationId', 'day']),
    devices: sumBy(counted, ['siteId', 'day', 'device']),
    pages: pageTallies(counted),
  };
}

export const pageKeyOf = ({ siteId, day, page }: PageKey) => keyOf(siteId, day, page);

/** In one pass, because this is most of the work outside the database. */
function pageTallies(tallies: readonly Tally[]): PageTally[] {
  const sums = new Map<string, PageTally>();
  for (const { siteId, day, page, displays, clicks, dismissals, reach } of tallies) {
    const key = keyOf(siteId, day, page);
    const sum = sums.get(key);
    const more = reach?.more ?? 0;
    const all = reach?.all ?? 0;
    if (sum) {
      sum.displays += displays;
      sum.clicks += clicks;
      sum.dismissals += dismissals;
      sum.reach += more;
      sum.wholeReach = Math.max(sum.wholeReach, all);
    } else sums.set(key, { siteId, day, page, displays, clicks, dismissals, reach: more, wholeReach: all });
  }
  return [...sums.values()];
}
