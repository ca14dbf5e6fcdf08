// Whether notifications changed what visitors do, from how many converted in each arm: exact at every look, however often
// somebody looks (docs/decisions/026-effect.md). Pure.
//
// If they change nothing, a converter was held out with probability h, whatever the hour or season. E compares that with all other
// probabilities, weighed by a Beta distribution around h; by Ville's inequality it ever reaches 1/α in at most α of all cases
// where nothing changes (Lindon & Malek, Anytime-Valid Inference for Multinomial Count Data, NeurIPS 2022).
import betainc from '@stdlib/math-base-special-betainc';
import betaln from '@stdlib/math-base-special-betaln';

/** The share of false alarms that is accepted, over all looks together. */
export const ALPHA = 0.05;
const LN_ENOUGH = Math.log(1 / ALPHA);
/** How narrow the weights lie around h, in conversions: 100 finds a change of 20 to 30% soonest. */
const NARROWNESS = 100;
/** Of the check of shares, where smaller differences matter, and a false alarm is dearer. */
const RATIO = { narrowness: 1_000, lnEnough: Math.log(1_000) };

/** Conversions, or enrolled browsers, of both arms. Not negative; after refunds. */
export type Arms = { heldOut: number; shown: number };

/**
 * @param share held out: the probability of an arm's count if nothing is changed, between 0 and 1.
 * @returns ln E. There is an effect once it was ever ln(1/α).
 */
export function lnEvidence({ heldOut, shown }: Arms, share: number, narrowness = NARROWNESS): number {
  return lnLikelihood({ heldOut, shown }, share, share, narrowness);
}

/** @returns ln of all other probabilities' likelihood over that of `theta`, weighed around `share`. */
function lnLikelihood({ heldOut, shown }: Arms, share: number, theta: number, narrowness = NARROWNESS): number {
  const [a, b] = [narrowness * share, narrowness * (1 - share)];
  const lost = heldOut === 0 ? 0 : heldOut * Math.log(theta);
  const kept = shown === 0 ? 0 : shown * Math.log(1 - theta);
  return betaln(a + heldOut, b + shown) - betaln(a, b) - lost - kept;
}

export const isEnough = (lnE: number): boolean => lnE >= LN_ENOUGH;

/** @returns ln of the evidence that notifications do harm: that those who are held out convert more. */
export function lnHarm({ heldOut, shown }: Arms, share: number): number {
  const [a, b] = [NARROWNESS * share, NARROWNESS * (1 - share)];
  // The upper tail by the other one's complement: 1 − I is 0 where it is 1e-20.
  const lnTail = (p: number, q: number) => Math.log(betainc(1 - share, q, p));
  return lnEvidence({ heldOut, shown }, share) + lnTail(a + heldOut, b + shown) - lnTail(a, b);
}

/** @returns whether fewer or more browsers were enrolled in an arm than chance explains: then no lift may be believed. */
export const isRatioBroken = (enrolled: Arms, share: number): boolean =>
  lnEvidence(enrolled, share, RATIO.narrowness) >= RATIO.lnEnough;

/** @returns ln of how much likelier these orders are with the epoch's share than with that of the enrolled browsers. */
function lnAgainst(enrolled: Arms, { heldOut, shown }: Arms, share: number): number {
  const found = enrolled.heldOut / (enrolled.heldOut + enrolled.shown);
  const against = (count: number, stated: number, seen: number) => (count === 0 ? 0 : count * Math.log(stated / seen));
  return against(heldOut, share, found) + against(shown, 1 - share, 1 - found);
}

/**
 * @returns whether the enrolled browsers are out of their share, and whether that looks made up: the orders themselves, which are
 * signed, speak for the share of the epoch and against theirs.
 */
export function ratioOf(enrolled: Arms, orders: Arms, share: number): { isRatioBroken: boolean; isForged: boolean } {
  const isOut = isRatioBroken(enrolled, share);
  return { isRatioBroken: isOut, isForged: isOut && isEnough(lnAgainst(enrolled, orders, share)) };
}

/** More than doubles of a probability's digits. */
const HALVINGS = 60;

/** A lift is the rate of those who could see notifications over that of those who couldn't, minus 1. */
export type LiftInterval = {
  value: number;
  /** −1 or more. */
  low: number;
  /** Infinity while nobody of the held out has converted. */
  high: number;
};

const liftOf = (theta: number, share: number): number =>
  theta === 0 ? Number.POSITIVE_INFINITY : ((1 - theta) * share) / (theta * (1 - share)) - 1;

/** @returns the probability with which a converter was held out, at this lift. */
export const thetaOf = (lift: number, share: number): number => share / (share + (1 - share) * (1 + lift));

/** @returns the lift and the interval that holds the true one at all looks in at least 95% of cases; null without conversions. */
export function liftInterval(arms: Arms, share: number): LiftInterval | null {
  const n = arms.heldOut + arms.shown;
  if (n <= 0) return null;
  const best = arms.heldOut / n;
  const isIn = (theta: number) => lnLikelihood(arms, share, theta) < LN_ENOUGH;
  /** The likelihood falls from the best probability to `end`. */
  const edge = (end: number): number => {
    let [inside, outside] = [best, end];
    for (let i = 0; i < HALVINGS; i++) {
      const middle = (inside + outside) / 2;
      if (isIn(middle)) inside = middle;
      else outside = middle;
    }
    return inside;
  };
  const low = arms.heldOut === 0 ? 0 : edge(0);
  const high = arms.shown === 0 ? 1 : edge(1);
  return { value: liftOf(best, share), low: liftOf(high, share), high: liftOf(low, share) };
}

const CONVERSIONS_MAX = 1e9;

/**
 * @param lift that one would like to see, more than −1 and not 0.
 * @returns after how many conversions of both arms the evidence of such a lift is enough, if they come as expected: in half of
 * all cases it is sooner. Infinity where that is more than can be hoped for.
 */
export function conversionsToSee(lift: number, share: number): number {
  const theta = thetaOf(lift, share);
  const isSeen = (n: number) => isEnough(lnEvidence({ heldOut: n * theta, shown: n * (1 - theta) }, share));
  let [low, high] = [0, 1];
  while (!isSeen(high)) {
    low = high;
    high *= 2;
    if (high > CONVERSIONS_MAX) return Number.POSITIVE_INFINITY;
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isSeen(middle)) high = middle;
    else low = middle;
  }
  return high;
}
