// Eight weeks of a made-up hold-out: how many browsers took part in each arm, and how many of them bought for how much. As with the
// statistics, only the counts are made up; the few orders of orders.ts come with their arms.
import type { Tally } from '#server/db/counting/tally-writer.ts';
import { findRunning } from '#server/db/epochs.ts';
import type { DayCount } from '#server/db/experiment-counts.ts';
import type { Deps } from '#server/deps.ts';
import type { VerifiedActor } from '#server/domain/access.ts';
import { updateHoldOut } from '#server/domain/effect/epochs.ts';
import { createGoal } from '#server/domain/effect/goals.ts';
import { DAY } from '#shared/time.ts';
import { type Choice, choose, countAround, makeRandom } from './history.ts';
import { PRODUCTS } from './products.ts';

/** Younger than the statistics, by which it goes. */
export const HOLD_OUT_AGE = 56 * DAY;
const SHARE = 10;

/** A browser takes part once, and then sees more. */
const DISPLAYS_A_BROWSER = 1.6;
/** Buyers among those who could see notifications, and how many more they are. */
const [RATE, LIFT] = [0.065, 0.09];
/** What is held out, and what isn't: per browser that could see notifications. */
const ARMS = [
  { arm: 0, size: SHARE / (100 - SHARE), rate: RATE / (1 + LIFT) },
  { arm: 1, size: 1, rate: RATE },
] as const;

/** People buy stools more often than desks. */
const PRICES: readonly Choice<number>[] = PRODUCTS.map(({ price }) => [price, 1 / price]);

/** @returns what draws counts that vary from day to day and come to their means: what the demo shows is no luck of a day. */
function makeSteady(random: () => number): (mean: number) => number {
  let owed = 0;
  return (mean) => {
    owed += mean;
    const count = Math.max(0, Math.round(owed + (2 * random() - 1) * Math.sqrt(mean)));
    owed -= count;
    return count;
  };
}

export type HoldOutRef = { siteId: string; epochId: string; goalId: string };

/** Begins to measure. @param deps at that time. */
export async function beginHoldOut(deps: Deps, actor: VerifiedActor, siteId: string): Promise<HoldOutRef> {
  const { id: goalId } = await createGoal(deps, actor, { siteId, name: 'Orders', kind: 'orders' });
  await updateHoldOut(deps, actor, { siteId, share: SHARE });
  const epoch = await findRunning(deps.db, siteId);
  if (!epoch) throw new Error('a hold-out with a goal begins an epoch');
  return { siteId, epochId: epoch.id, goalId };
}

/**
 * @param displays what was shown until now. @param since the epoch's first day.
 * @returns both arms' counts by day, the same for the same displays.
 */
export function makeArmDays(ref: HoldOutRef, displays: readonly Tally[], since: string): DayCount[] {
  const random = makeRandom(26);
  const arms = ARMS.map((arm) => ({ ...arm, countBuyers: makeSteady(random) }));
  const days = Map.groupBy(
    displays.filter(({ day }) => day >= since),
    ({ day }) => day,
  );
  return [...days].flatMap(([day, tallies]) => {
    const shown = tallies.reduce((sum, tally) => sum + tally.displays, 0) / DISPLAYS_A_BROWSER;
    return arms.flatMap(({ arm, size, rate, countBuyers }): DayCount[] => {
      const browsers = countAround(shown * size, random);
      const buyers = Math.min(browsers, countBuyers(browsers * rate));
      const spent = Array.from({ length: buyers }, () => choose(PRICES, random));
      const of = { ...ref, arm, day };
      const valueSum = spent.reduce((sum, price) => sum + price, 0);
      const valueSquares = spent.reduce((sum, price) => sum + price ** 2, 0);
      return [
        { ...of, goalId: '', reportedBy: 'browser', browsers, valueSum: 0, valueSquares: 0 },
        { ...of, reportedBy: 'order', browsers: buyers, valueSum, valueSquares },
      ];
    });
  });
}
