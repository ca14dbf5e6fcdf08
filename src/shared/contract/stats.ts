// Statistics on the wire: counts for a site, or for all sites of an account, over a range of days in the owner's time
// zone.

import { z } from 'zod';
import { DEVICES, NOTIFICATION_TYPES } from '../embed/payload.ts';
import { STATS_DAYS_MAX } from '../limits.ts';
import { DAY } from '../time.ts';
import type { AttentionItem } from './installation.ts';
import { calendarDay, id, isoDate } from './text.ts';

/** The names of ranges; `custom` needs a first and last day. */
const RANGES = ['24h', '7d', '30d', '90d', 'custom'] as const;
export type Range = (typeof RANGES)[number];

const date = () => calendarDay('Enter a date such as 2026-03-10');
/** Nothing was or will be counted outside these years, and beyond them dates no longer sort as text. */
const day = () => date().refine((text) => text >= '2000' && text < '2101', 'From 2000 to 2100');

export const rangeShape = {
  range: z.enum(RANGES, `One of ${RANGES.join(', ')}`).optional(),
  /** First and last day, only with `custom`. */
  from: day().optional(),
  to: day().optional(),
};
type RangeInput = { range?: Range | undefined; from?: string | undefined; to?: string | undefined };

/** Refuses a custom range without its days, and other ranges with some. */
export function checkRange({ range, from, to }: RangeInput, ctx: z.RefinementCtx): void {
  const refuse = (field: 'from' | 'to', message: string) => ctx.addIssue({ code: 'custom', message, path: [field] });
  if (range !== 'custom') {
    if (from !== undefined) refuse('from', 'Only for a custom range');
    if (to !== undefined) refuse('to', 'Only for a custom range');
    return;
  }
  if (from === undefined) refuse('from', 'The first day is missing');
  if (to === undefined) refuse('to', 'The last day is missing');
  if (from === undefined || to === undefined) return;
  if (from > to) refuse('to', 'Ends before it starts');
  else if (Date.parse(to) - Date.parse(from) >= STATS_DAYS_MAX * DAY) refuse('to', `At most ${STATS_DAYS_MAX} days`);
}

/** 30d unless a range is given. */
export const siteStatsInput = z.strictObject({ siteId: id(), ...rangeShape }).superRefine(checkRange);
export const accountStatsInput = z.strictObject(rangeShape).superRefine(checkRange);
export type StatsRange = z.infer<typeof accountStatsInput>;

const counts = { displays: z.number().int(), clicks: z.number().int(), dismissals: z.number().int() };
const countsSchema = z.object(counts);
export type Counts = z.infer<typeof countsSchema>;

/** Clicks as a share of displays, with the 95% Wilson interval; null while there are no displays. */
const rateSchema = z.object({ value: z.number(), low: z.number(), high: z.number() }).nullable();
export type Rate = z.infer<typeof rateSchema>;

/** Counts and their click rate. */
const metrics = { ...counts, clickRate: rateSchema };
const metricsSchema = z.object(metrics);
export type Metrics = z.infer<typeof metricsSchema>;

/** Fields that every report has. */
const report = {
  timezone: z.string(),
  range: z.enum(RANGES),
  /** First and last calendar day in `timezone`. `24h` spans yesterday and today. Other preset ranges end today. */
  from: date(),
  to: date(),
  /** Whether a point of `series` is an hour or a day: hours for `24h` and for a custom range of one day. */
  unit: z.enum(['hour', 'day']),
  /** Every hour or day of the range in order, including those without counts. `at` is an ISO instant, or a date. */
  series: z.array(z.object({ at: z.string(), ...counts })),
  totals: metricsSchema,
  /**
   * The same number of days just before. If the range is not over, it is cut to the same length as the part that has
   * passed, rounded to the nearest full hour. For `24h`, the 24 hours before.
   */
  previous: z.object({ from: date(), to: date(), ...metrics }),
};

export const siteStatsSchema = z.object({
  ...report,
  /** Most displays first, at most 1,000. Deleted notifications keep their counts, but not their name and type. */
  notifications: z.array(
    z.object({
      notificationId: z.string(),
      name: z.string().nullable(),
      type: z.enum(NOTIFICATION_TYPES).nullable(),
      isDeleted: z.boolean(),
      ...metrics,
    }),
  ),
  /** Whole days from `from` to `to`, even for `24h`: counts by device and page are stored by day. */
  devices: z.array(z.object({ device: z.enum([...DEVICES, 'unknown']), ...metrics })),
  /**
   * Of all displays, those of notifications whose event a shop's system delivered under a right signature; null in a
   * report on some notifications, devices or pages.
   */
  provenDisplays: z.number().int().nullable(),
  /** The same of those whose event was read from the shop's own API and hasn't come signed since. */
  readDisplays: z.number().int().nullable(),
  /**
   * Most displays first, at most 200 rows, with the same sum as `devices`. Listed are the paths whose displays came from
   * the most addresses; 'other' combines the rest: of each day, what was beyond its 200 such paths, what is beyond those
   * of the range, and counts without a path.
   */
  pages: z.array(z.object({ page: z.string(), ...metrics })),
});
export type SiteStats = z.infer<typeof siteStatsSchema>;

/**
 * All sites of an account; `timezone` is that of the first (oldest) site. Days follow each site's own time zone, and
 * `to` is the latest current date of any site. Hours are instants aligned to the first site's clock, ignoring other
 * sites' time zones.
 */
export const accountStatsSchema = z.object({
  ...report,
  sites: z.array(z.object({ siteId: z.string(), name: z.string(), slug: z.string(), ...metrics })),
});
export type AccountStats = z.infer<typeof accountStatsSchema>;

/** The tables that can be downloaded. */
export const STATS_TABLES = ['time', 'notification', 'device', 'page'] as const;
export type StatsTable = (typeof STATS_TABLES)[number];
export const statsCsvInput = z
  .strictObject({ siteId: id(), by: z.enum(STATS_TABLES, `One of ${STATS_TABLES.join(', ')}`), ...rangeShape })
  .superRefine(checkRange);
export const accountStatsCsvInput = z
  .strictObject({ by: z.enum(['time', 'site'], 'Either time or site'), ...rangeShape })
  .superRefine(checkRange);

/** A file to download: RFC 4180, with a header row and CRLF line endings. */
export const statsFileSchema = z.object({ fileName: z.string(), csv: z.string() });
export type StatsFile = z.infer<typeof statsFileSchema>;

/** What of a site's list of what needs attention a list of sites knows, too, the most urgent first. */
export const SUMMARY_ATTENTION = [
  'paused-by-guard',
  'not-seen',
  'refused-domain',
  'source-disconnected',
  'source-off',
  'source-refused',
  'source-needs-secret',
  'silent-notification',
] as const satisfies readonly AttentionItem['kind'][];
export type SummaryAttention = (typeof SUMMARY_ATTENTION)[number];

/** The overview's data for one site; counts match the account's report over 30 days. */
export const siteSummarySchema = z.object({
  siteId: z.string(),
  isWidgetActive: z.boolean(),
  notifications: z.number().int(),
  /** Those that visitors may see now: started, not ended, and not held back. */
  activeNotifications: z.number().int(),
  ...counts,
  /** Displays of each of the 30 days, oldest first. */
  trend: z.array(z.number().int()),
  /** When a page with the snippet last asked, to the minute; null if none ever did. */
  lastSeenAt: isoDate().nullable(),
  /** Where that page was. */
  lastSeenHost: z.string().nullable(),
  /** What is most urgent; null when nothing needs attention, or only what the site's own list knows. */
  attention: z.enum(SUMMARY_ATTENTION).nullable(),
});
export type SiteSummary = z.infer<typeof siteSummarySchema>;

/**
 * A quantity per page load, over `loads` measured ones; at most 7% off. Null with too few loads: a median needs 3, the
 * 95th percentile 20, or a single made-up report could be the figure.
 */
const costFigure = z.object({ loads: z.number().int(), median: z.number().nullable(), p95: z.number().nullable() });
export type CostFigure = z.infer<typeof costFigure>;

/** Days that the cost is told of: today and those before. */
export const COST_DAYS = 30;

/** What the widget cost visitors' pages, measured in one of every hundred loads. */
export const siteCostSchema = z.object({
  from: date(),
  to: date(),
  /** Measured page loads. */
  loads: z.number().int(),
  /** Over the network: cache hits count as nothing. */
  bytes: costFigure,
  requests: costFigure,
  /** Milliseconds of main thread. */
  time: costFigure,
  /** How the loads are distributed over main-thread times: up to `upTo` ms, null for above the last bound. */
  times: z.array(z.object({ upTo: z.number().nullable(), loads: z.number().int() })),
  /**
   * Our published limits: bytes after brotli, requests, and milliseconds of main thread until the first notification.
   * `script` is the size of this build, and `meter` that of its cost meter, which only measured loads fetch and which
   * no other number here includes. `bytes` limits the script together with 20 notifications of orders, and `payload`
   * those alone when they are loaded again: a site with more, or with pictures, may well exceed them.
   */
  budget: z.object({
    script: z.number().int(),
    meter: z.number().int(),
    bytes: z.number().int(),
    payload: z.number().int(),
    requests: z.number().int(),
    time: z.number(),
  }),
  /** With the medians of the day's loads. */
  days: z.array(
    z.object({ date: date(), loads: z.number().int(), bytes: z.number().nullable(), time: z.number().nullable() }),
  ),
});
export type SiteCost = z.infer<typeof siteCostSchema>;
