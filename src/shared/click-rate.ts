// Clicks as a share of displays, with a confidence interval.
import type { Rate } from './contract/stats.ts';

/** The standard normal's 97.5% quantile: 95% of the distribution lies between -Z and Z. */
const Z = 1.959964;

/**
 * @param counts displays and clicks, not negative. A click may be counted on another day or page than its display, so
 * there clicks may outnumber displays; the share is then 1.
 * @returns shares from 0 to 1 with low ≤ value ≤ high, where low and high are the 95% Wilson score interval (E. B.
 * Wilson 1927, Probable inference, J. Am. Stat. Assoc. 22); null without displays.
 */
export function clickRate({ displays, clicks }: { displays: number; clicks: number }): Rate {
  if (displays <= 0) return null;
  const value = Math.min(clicks / displays, 1);
  const spread = Z ** 2 / displays;
  const middle = (value + spread / 2) / (1 + spread);
  const half = (Z / (1 + spread)) * Math.sqrt((value * (1 - value)) / displays + spread / (4 * displays));
  // At the extremes, rounding errors could push the interval past the value it must contain.
  return { value, low: Math.max(0, Math.min(middle - half, value)), high: Math.min(1, Math.max(middle + half, value)) };
}
