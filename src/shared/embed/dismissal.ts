// How long a dismissed notification stays hidden. Pure.
import type { DismissPeriod } from './payload.ts';

/** Times (ms since 1970) from here on mean that a notification is dismissed forever. */
export const FOREVER = 7e15;

/** 'page' has none, because only the page remembers it. 'forever' is beyond FOREVER, but within the range of a Date. */
const HOURS: Partial<Record<DismissPeriod, number>> = { '1h': 1, '24h': 24, '7d': 168, '30d': 720, forever: 2e9 };

/**
 * @param period its number means hours or days ('24h', '7d'); 'page' has none.
 * @param now milliseconds since 1970.
 * @returns when the notification may return: `now` itself if only this page remembers it.
 */
export function dismissedUntil(period: DismissPeriod, now: number): number {
  return now + (HOURS[period] ?? 0) * 3_600_000;
}
