// Clicks as a share of displays, with how sure one can be of it.
import type { Rate } from './contract/stats.ts';

/** The standard normal's 97.5 % quantile: 95 % lie between it and its negative. */
const Z = 1.959964;

/**
 * @param counts displays and clicks, not negative. A click within a display's first second is told before the display,
 * so clicks may outnumber displays: the share is 1 then.
 * @returns shares from 0 to 1 with low ≤ value ≤ high, the interval being Wilson's score interval for 95 % (E. B. Wilson
 * 1927, Probable inference, J. Am. Stat. Assoc. 22); null without displays.
 */
export function clickRate({ displays, clicks }: { displays: number; clicks: number }): Rate {
  if (displays <= 0) return null;
  const value = Math.min(clicks / displays, 1);
  const spread = Z ** 2 / displays;
  const middle = (value + spread / 2) / (1 + spread);
  const half = (Z / (1 + spread)) * Math.sqrt((value * (1 - value)) / displays + spread / (4 * displays));
  // At the ends the last digits would let the interval miss the value it surrounds.
  return { value, low: Math.max(0, Math.min(middle - half, value)), high: Math.min(1, Math.max(middle + half, value)) };
}
