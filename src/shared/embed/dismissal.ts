// How long a closed notice stays away. Pure.
import type { DismissPeriod } from './payload.ts';

const HOUR = 3_600_000;

/** The last moment a date can hold, in milliseconds since 1970. A number, since JSON has no infinity. */
export const FOREVER = 8.64e15;

/**
 * @param period the stored words say it themselves: a number of hours (h) or days (d), or one of two names.
 * @param now milliseconds since 1970.
 * @returns until when the notice stays away: `now` itself when the period is this page only and nothing is to be kept.
 */
export function dismissedUntil(period: DismissPeriod, now: number): number {
  const hours = (Number.parseInt(period, 10) || 0) * (period.endsWith('d') ? 24 : 1);
  return period === 'forever' ? FOREVER : now + hours * HOUR;
}
