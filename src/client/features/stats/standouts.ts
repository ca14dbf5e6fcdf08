// The best and the weakest notification of a report, if there are enough displays to tell. Pure.
import { describeRate } from '#client/format/numbers.ts';
import type { SiteStats } from '#shared/contract/stats.ts';

type Row = SiteStats['notifications'][number];
type Known = Row & { clickRate: NonNullable<Row['clickRate']> };

export type Standouts =
  /** Fewer than two notifications with enough displays. */
  | { kind: 'too-few' }
  /** Their intervals overlap: chance may explain the difference. */
  | { kind: 'alike'; count: number }
  | { kind: 'apart'; best: Known; weakest: Known };

const hasKnownRate = (row: Row): row is Known => describeRate(row.clickRate).kind === 'known';

/**
 * @param canBeClicked whether a notification has anything to click; without it, a low rate says nothing about it.
 * @returns the two ends of the click rates. They are told apart only if their 95% intervals don't overlap, which is
 * stricter than a test of their difference and so makes up for picking them out of many.
 */
export function standoutsOf(rows: readonly Row[], canBeClicked: (notificationId: string) => boolean): Standouts {
  const known = rows
    .filter((row) => !row.isDeleted && canBeClicked(row.notificationId))
    .filter(hasKnownRate)
    .sort((a, b) => b.clickRate.value - a.clickRate.value);
  const [best] = known;
  const weakest = known.at(-1);
  if (!best || !weakest || best === weakest) return { kind: 'too-few' };
  return best.clickRate.low > weakest.clickRate.high
    ? { kind: 'apart', best, weakest }
    : { kind: 'alike', count: known.length };
}
