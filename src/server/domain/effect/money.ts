// How much more or less each enrolled browser spends, with an interval that may be looked at every day: an asymptotic confidence
// sequence of the difference of two means (Waudby-Smith et al., arXiv 2103.06476). Pure.
import { ALPHA } from './evidence.ts';

/** What the browsers of an arm spent: how many there are, the sum, and the sum of squares, each order's value capped. */
export type Spent = { n: number; sum: number; squares: number };

/** Conversions of the smaller arm before which orders' values are too few for the interval to hold. */
export const BURN_IN = 100;

/** @param expected enrolments in 28 days, fixed as an epoch begins: there the interval is narrowest. */
export const narrowestAt = (expected: number, alpha = ALPHA): number =>
  Math.sqrt((-2 * Math.log(alpha) + Math.log(-2 * Math.log(alpha) + 1)) / expected);

const meanOf = ({ n, sum }: Spent) => sum / n;
const varianceOf = ({ n, sum, squares }: Spent) => (squares - (sum * sum) / n) / (n - 1);

export type Change = { value: number; low: number; high: number };

/**
 * @param heldOut, shown of at least two browsers each. @param expected as narrowestAt has it. @param isRelative whether the change
 * is a share of what those who are held out spend, and not an amount a browser.
 * @returns null where that can't be said: nobody who was held out spent anything.
 */
export function moneyChange(heldOut: Spent, shown: Spent, expected: number, isRelative: boolean): Change | null {
  const [before, after] = [meanOf(heldOut), meanOf(shown)];
  if (heldOut.n < 2 || shown.n < 2 || (isRelative && before <= 0)) return null;
  const [a, b] = [varianceOf(heldOut) / heldOut.n, varianceOf(shown) / shown.n];
  // The relative change by the delta method.
  const variance = isRelative ? b / before ** 2 + (a * after ** 2) / before ** 4 : a + b;
  const value = isRelative ? after / before - 1 : after - before;
  const all = heldOut.n + shown.n;
  const spread = all * narrowestAt(expected) ** 2;
  const half =
    Math.sqrt(variance * all) *
    Math.sqrt(((2 * (spread + 1)) / (all * spread)) * Math.log(Math.sqrt(spread + 1) / ALPHA));
  return { value, low: value - half, high: value + half };
}
