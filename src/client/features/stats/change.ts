// How a figure moved against the period before, as a short note and as a sentence for screen readers. A percentage is
// written only where its base is large enough to mean something, and a move of a rate only where chance does not explain
// it. Pure.
import type { Rate } from '#shared/contract/stats.ts';
import { count, percentPoints, rateWords } from './figures.ts';

export type Change = {
  /** 'new': there was none before, so there is nothing to compare with. */
  direction: 'up' | 'down' | 'same' | 'new';
  /** Beside the figure: '12 %', '5', 'No change'. */
  note: string;
  /** What it was: 'from 9,968'; null where that adds nothing. */
  from: string | null;
  /** In full: 'up 12 % on the 7 days before, from 9,968'. */
  words: string;
};

/** Below this, chance alone moves a count by a fifth (1 / √30): the difference is told instead of a percentage. */
const PERCENT_BASE_MIN = 30;
/** From here on 'so many times' is understood sooner than a percentage. */
const TIMES_MIN = 10;

/**
 * @param before the count of the period before
 * @param period its name, such as 'the 7 days before'
 */
export function changeOfCount(now: number, before: number, period: string): Change {
  const same = (words: string): Change => ({ direction: 'same', note: 'No change', from: null, words });
  if (now === before) return same(`no change on ${period}`);
  if (before === 0) {
    return { direction: 'new', note: 'None before', from: null, words: `${count(now)}, and none in ${period}` };
  }
  const direction = now > before ? 'up' : 'down';
  const from = `from ${count(before)}`;
  const told = (note: string, verb = direction as string): Change => ({
    direction,
    note,
    from,
    words: `${verb} ${note} on ${period}, ${from}`,
  });
  if (before < PERCENT_BASE_MIN) return told(count(Math.abs(now - before)), `${direction} by`);
  if (now / before >= TIMES_MIN) return told(`${Math.round(now / before)} times`);
  const share = Math.abs(now / before - 1);
  if (share < 0.0005) return same(`almost no change on ${period}`);
  return told(`${percentPoints(share)} %`);
}

/**
 * The difference of two rates and its 95 % interval by Newcombe's method 10 (Statistics in Medicine 17, 1998), which
 * needs the two Wilson intervals only. An interval around 0 is no change.
 */
function differs(now: NonNullable<Rate>, before: NonNullable<Rate>): boolean {
  const difference = now.value - before.value;
  const low = difference - Math.hypot(now.value - now.low, before.high - before.value);
  const high = difference + Math.hypot(now.high - now.value, before.value - before.low);
  return low > 0 || high < 0;
}

/** @returns how the click rate moved, in percentage points; null where one of the two is not known well enough. */
export function changeOfRate(now: Rate, before: Rate, period: string): Change | null {
  if (!now || !before) return null;
  if (rateWords(now).kind !== 'known' || rateWords(before).kind !== 'known') return null;
  const from = `from ${rateWords(before).value}`;
  if (!differs(now, before)) {
    return { direction: 'same', note: 'No clear change', from, words: `no clear change on ${period}, ${from}` };
  }
  const direction = now.value > before.value ? 'up' : 'down';
  const note = `${percentPoints(Math.abs(now.value - before.value))} points`;
  return { direction, note, from, words: `${direction} ${note} on ${period}, ${from}` };
}
