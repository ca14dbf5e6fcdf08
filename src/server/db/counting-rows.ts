// Adds up what is to be counted into the rows of each table, so that a transaction touches every row once however many
// events it holds.

export type Counts = { displays: number; clicks: number; dismissals: number };

/** What happened to one notice in one hour, on one page and kind of device, since the last write. */
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
};

/** What measured page loads of one site, day and class of main-thread time cost together. */
export type CostTally = {
  siteId: string;
  day: string;
  /** Milliseconds; 0 is beyond all bounds. */
  upTo: number;
  loads: number;
  bytes: number;
  requests: number;
  microseconds: number;
};

export type NoticeCounts = Counts & Pick<Tally, 'siteId' | 'widgetId' | 'notificationId'>;
export type HourCounts = NoticeCounts & { hour: string };
export type DayCounts = NoticeCounts & { day: string };
export type DeviceCounts = Counts & { siteId: string; day: string; device: string };
export type PageCounts = Counts & { siteId: string; day: string; page: string };

/** Stands for every path after a day's first ones, and for what has none. No path is called so: they start with '/'. */
export const OTHER_PAGE = 'other';
export const UNKNOWN_DEVICE = 'unknown';

/** Between the parts of a key: the one character that no text from outside holds (contract/text.ts). */
const SEPARATOR = '\0';
/** @returns a key that differs whenever a part does. */
export const keyOf = (...parts: string[]): string => parts.join(SEPARATOR);

/** @returns one row a key, in the order in which the keys first came. */
export function sumUp<R extends Counts>(rows: readonly R[], toKey: (row: R) => string): R[] {
  const sums = new Map<string, R>();
  for (const row of rows) {
    const key = toKey(row);
    const sum = sums.get(key);
    if (sum) {
      sum.displays += row.displays;
      sum.clicks += row.clicks;
      sum.dismissals += row.dismissals;
    } else sums.set(key, { ...row });
  }
  return [...sums.values()];
}

const countsOf = ({ displays, clicks, dismissals }: Counts): Counts => ({ displays, clicks, dismissals });
const noticeKey = (row: NoticeCounts) => keyOf(row.siteId, row.notificationId, row.widgetId);
const hourKey = (row: HourCounts) => keyOf(row.siteId, row.notificationId, row.widgetId, row.hour);
const dayKey = (row: DayCounts) => keyOf(row.siteId, row.notificationId, row.widgetId, row.day);
const deviceKey = (row: DeviceCounts) => keyOf(row.siteId, row.day, row.device);
export const pageKey = (row: PageCounts) => keyOf(row.siteId, row.day, row.page);

/** @returns what is added to the notices' own counters. */
export const noticeRows = (tallies: readonly Tally[]): NoticeCounts[] =>
  sumUp(
    tallies.map(({ siteId, widgetId, notificationId, ...rest }) => ({
      siteId,
      widgetId,
      notificationId,
      ...countsOf(rest),
    })),
    noticeKey,
  );

export type Rows = { hours: HourCounts[]; days: DayCounts[]; devices: DeviceCounts[]; pages: PageCounts[] };

/**
 * @param known those of noticeRows() that are in the database: what was told of others counts nowhere.
 * @returns what is added to the statistics.
 */
export function statsRows(tallies: readonly Tally[], known: readonly NoticeCounts[]): Rows {
  const keys = new Set(known.map(noticeKey));
  const counted = tallies.filter((tally) => keys.has(noticeKey(tally)));
  const hours = counted.map(({ siteId, widgetId, notificationId, hour, ...rest }) => ({
    siteId,
    widgetId,
    notificationId,
    hour,
    ...countsOf(rest),
  }));
  const days: DayCounts[] = [];
  const devices: DeviceCounts[] = [];
  const pages: PageCounts[] = [];
  for (const { siteId, widgetId, notificationId, day, device, page, ...rest } of counted) {
    days.push({ siteId, widgetId, notificationId, day, ...countsOf(rest) });
    devices.push({ siteId, day, device, ...countsOf(rest) });
    pages.push({ siteId, day, page, ...countsOf(rest) });
  }
  return {
    hours: sumUp(hours, hourKey),
    days: sumUp(days, dayKey),
    devices: sumUp(devices, deviceKey),
    pages: sumUp(pages, pageKey),
  };
}
