// How long a closed notification stays away. Pure.
import type { DismissPeriod } from './payload.ts';

/** From this moment on, in milliseconds since 1970, a notification counts as closed for ever. */
export const FOREVER = 7e15;

/** Hours past FOREVER, and within what a date can hold. */
const ENDLESS = 2e9;

/**
 * @param period its number counts hours or days ('24h', '7d'); 'page' has none.
 * @param now milliseconds since 1970.
 * @returns until when the notification stays away: `now` itself when only this page remembers it.
 */
export function dismissedUntil(period: DismissPeriod, now: number): number {
  const units = Number.parseInt(period, 10) || 0;
  const hours = period === 'forever' ? ENDLESS : units * (/d$/.test(period) ? 24 : 1);
  return now + hours * 3_600_000;
}
