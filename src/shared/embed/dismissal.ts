// How long a closed notification stays away. Pure.
import type { DismissPeriod } from './payload.ts';

/** From this moment on, in milliseconds since 1970, a notification counts as closed for ever. */
export const FOREVER = 7e15;

/** 'page' has none: only the page remembers it. 'forever' is past FOREVER, and within what a date can hold. */
const HOURS: Partial<Record<DismissPeriod, number>> = { '1h': 1, '24h': 24, '7d': 168, '30d': 720, forever: 2e9 };

/**
 * @param period its number counts hours or days ('24h', '7d'); 'page' has none.
 * @param now milliseconds since 1970.
 * @returns until when the notification stays away: `now` itself when only this page remembers it.
 */
export function dismissedUntil(period: DismissPeriod, now: number): number {
  return now + (HOURS[period] ?? 0) * 3_600_000;
}
