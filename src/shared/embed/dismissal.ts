// How long a closed notice stays away. Pure.
import type { DismissPeriod } from './payload.ts';

/** From this moment on, in milliseconds since 1970, a notice counts as closed for ever. */
export const FOREVER = 7e15;

/** Hours of each period; this page only is none, and 'forever' is past FOREVER and within what a date can hold. */
const HOURS: Partial<Record<DismissPeriod, number>> = { '1h': 1, '24h': 24, '7d': 168, '30d': 720, forever: 2e9 };

/**
 * @param now milliseconds since 1970.
 * @returns until when the notice stays away: `now` itself when the period is this page only and nothing is to be kept.
 */
export const dismissedUntil = (period: DismissPeriod, now: number): number => now + (HOURS[period] ?? 0) * 3_600_000;
