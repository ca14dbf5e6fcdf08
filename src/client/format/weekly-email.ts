// When the weekly email arrives, in words.
import type { Meta } from '#shared/contract/meta.ts';
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

/**
 * @param mail where the server's emails go: what isn't sent has no time to arrive. Screens say so once.
 * @returns when the next one arrives, or when the last one was sent: 'Next: Mon, Mar 16, 8:00 AM, Lisbon time'.
 */
export function describeWeekly(
  { isOn, nextAt, lastSentAt }: WeeklyEmail,
  timezone: string,
  mail: Meta['mail'] | undefined,
): string {
  if (isOn && mail === 'outbox') return 'On';
  if (isOn && nextAt) return `Next: ${momentIn(timezone, nextAt)}`;
  return lastSentAt ? `Off. The last one was sent ${momentIn(timezone, lastSentAt)}` : 'Off';
}
