// How a metric changed from the previous period, as a short note and as a sentence for screen readers. A percentage
// appears only if its base is large enough to be meaningful, and a change in a rate only if chance doesn't explain it.
// Pure.

import { count, describeRate, percent, percentPoints } from '#client/format/numbers.ts';
import type { Rate } from '#shared/contract/stats.ts';

export type Change = {
  /** 'new': it was 0 before, so there is nothing to compare with. */
  direction: 'up' | 'down' | 'same' | 'new';
  /** Shown beside the number: '12%', '5', 'No change'. */
  note: string;
  /** The previous value, 'from 9,968'; null if it adds nothing. */
  from: string | null;
  /** The full sentence: 'up 12% vs. the previous 7 days, from 9,968'. */
  sentence: string;
};

/** Below this, chance alone moves a count by a fifth (1 / √30), so we show the difference instead of a percentage. */
const PERCENT_BASE_MIN = 30;
/** From this factor on, '12 times' is easier to grasp than a percentage. */
const TIMES_MIN = 10;

/**
 * @param before the count of the previous period
 * @param period its name, such as 'the previous 7 days'
 */
export function changeOfCount(now: number, before: number, period: string): Change {
  const same = (sentence: string): Change => ({ direction: 'same', note: 'No change', from: null, sentence });
  if (now === before) return same(`no change from ${period}`);
  if (before === 0) {
    return { direction: 'new', note: 'Up from 0', from: null, sentence: `${count(now)}, and none in ${period}` };
  }
  const direction = now > before ? 'up' : 'down';
  const from = `from ${count(before)}`;
  const moved = (note: string, verb = direction as string): Change => ({
    direction,
    note,
    from,
    sentence: `${verb} ${note} vs. ${period}, ${from}`,
  });
  if (before < PERCENT_BASE_MIN) return moved(count(Math.abs(now - before)), `${direction} by`);
  if (now / before >= TIMES_MIN) return moved(`${Math.round(now / before)} times`);
  const share = Math.abs(now / before - 1);
  if (share < 0.0005) return same(`almost no change from ${period}`);
  return moved(percent(share));
}

/**
 * Whether two rates differ, from the 95% interval of their difference by Newcombe's method 10 (Statistics in Medicine
 * 17, 1998), which needs only the two Wilson intervals. An interval that includes 0 means no change.
 */
function differs(now: NonNullable<Rate>, before: NonNullable<Rate>): boolean {
  const difference = now.value - before.value;
  const low = difference - Math.hypot(now.value - now.low, before.high - before.value);
  const high = difference + Math.hypot(now.high - now.value, before.value - before.low);
  return low > 0 || high < 0;
}

/** @returns the change in the click rate, in percentage points; null if either rate is too uncertain. */
export function changeOfRate(now: Rate, before: Rate, period: string): Change | null {
  if (!now || !before) return null;
  if (describeRate(now).kind !== 'known' || describeRate(before).kind !== 'known') return null;
  const from = `from ${describeRate(before).value}`;
  if (!differs(now, before)) {
    return { direction: 'same', note: 'No clear change', from, sentence: `no clear change vs. ${period}, ${from}` };
  }
  const direction = now.value > before.value ? 'up' : 'down';
  const note = `${percentPoints(Math.abs(now.value - before.value))} points`;
  return { direction, note, from, sentence: `${direction} ${note} vs. ${period}, ${from}` };
}
