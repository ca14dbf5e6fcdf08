// Statistics on the wire.
import { z } from 'zod';
import { id } from './text.ts';

const counts = { displays: z.number().int(), clicks: z.number().int(), dismissals: z.number().int() };

export const dailyStatsInput = z.strictObject({ siteId: id(), days: z.number().int().min(1).max(90).optional() });

/** Counts by day of the site's time zone, the current day last, days without any included. */
export const dailyStatsSchema = z.object({
  timezone: z.string(),
  days: z.array(z.object({ date: z.iso.date(), ...counts })),
  totals: z.object(counts),
});
export type DailyStats = z.infer<typeof dailyStatsSchema>;

/** What the overview says of one site; counts are of the last 30 days. */
export const siteSummarySchema = z.object({
  siteId: z.string(),
  isWidgetActive: z.boolean(),
  notifications: z.number().int(),
  activeNotifications: z.number().int(),
  ...counts,
});
export type SiteSummary = z.infer<typeof siteSummarySchema>;
