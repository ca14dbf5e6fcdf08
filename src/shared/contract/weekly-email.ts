// The weekly summary by email on the wire: whether a site's owner gets it, and when.
import { z } from 'zod';
import { id, isoDate, text } from './text.ts';

export const weeklyEmailSchema = z.object({
  isOn: z.boolean(),
  /** When the last summary was queued for sending. Weeks without displays have none. */
  lastSentAt: isoDate().nullable(),
  /** The next Monday, 08:00 in the site's time zone; null while it is off. */
  nextAt: isoDate().nullable(),
});
export type WeeklyEmail = z.infer<typeof weeklyEmailSchema>;

export const setWeeklyEmailInput = z.strictObject({ id: id(), isOn: z.boolean() });

/** The days of the summary that is on its way, `YYYY-MM-DD`. */
export const sentWeeklyEmailSchema = z.object({ from: z.string(), to: z.string() });
export type SentWeeklyEmail = z.infer<typeof sentWeeklyEmailSchema>;

/** The token of a link that switches a site's weekly email off. */
export const unsubscribeInput = z.strictObject({ t: text(200).min(1) });
