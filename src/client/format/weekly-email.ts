// When the weekly email comes, in words.
import type { WeeklyEmail } from '#shared/contract/weekly-email.ts';
import { clockName } from './dates.ts';

/** @returns 'Mon, Mar 16, 8:00 AM, Lisbon time'. */
const momentIn = (timezone: string, iso: string): string =>
  `${new Intl.DateTimeFormat('en', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: timezone,
  }).format(new Date(iso))}, ${clockName(timezone)}`;

/** @returns when the next one comes, or when the last one came: 'Next: Mon, Mar 16, 8:00 AM, Lisbon time'. */
export function describeWeekly({ isOn, nextAt, lastSentAt }: WeeklyEmail, timezone: string): string {
  if (isOn && nextAt) return `Next: ${momentIn(timezone, nextAt)}`;
  return lastSentAt ? `Off. The last one was sent ${momentIn(timezone, lastSentAt)}` : 'Off';
}
