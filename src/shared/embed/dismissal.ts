// How long a closed notice stays away. Pure.
import type { DismissPeriod } from './payload.ts';

const HOUR = 3_600_000;
const HOURS: Record<Exclude<DismissPeriod, 'page' | 'forever'>, number> = { '1h': 1, '24h': 24, '7d': 168, '30d': 720 };

/**
 * @param now milliseconds since 1970.
 * @returns until when the notice stays away: Infinity for ever, 0 when the period is this page only and nothing is to be
 * kept. A period this version does not know counts as 24 hours, the default.
 */
export function dismissedUntil(period: DismissPeriod, now: number): number {
  if (period === 'page') return 0;
  if (period === 'forever') return Number.POSITIVE_INFINITY;
  return now + (HOURS[period] ?? HOURS['24h']) * HOUR;
}
