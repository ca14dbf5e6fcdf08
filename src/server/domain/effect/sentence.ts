// What the counts of an epoch come to, in one sentence that a shop's owner can't misread: never a figure without its interval, and
// never a promise.
import type { ArmCounts, EffectState, Lift } from '#shared/contract/effect.ts';
import type { StoredGoal } from '../../db/goals.ts';

type Meant = Pick<StoredGoal, 'kind' | 'eventKind' | 'name'>;

const VERBS = { purchase: 'ordered', signup: 'signed up', review: 'wrote reviews' } as const;
const NOUNS = { purchase: 'orders', signup: 'sign-ups', review: 'reviews' } as const;

const verbOf = ({ kind, eventKind, name }: Meant) =>
  kind === 'orders' ? VERBS[eventKind ?? 'purchase'] : `reached “${name}”`;
const nounOf = ({ kind, eventKind }: Meant) => (kind === 'orders' ? NOUNS[eventKind ?? 'purchase'] : 'visitors');

const wholeNumber = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const dayOfMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
const dayAndYear = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** @returns a calendar day as people say it, with its year where that isn't the present one. */
const dayOf = (day: string, today: string) =>
  (day.slice(0, 4) === today.slice(0, 4) ? dayOfMonth : dayAndYear).format(new Date(day));

/** @returns a share in percent, with a digit more where it would be 0. */
function percent(share: number): string {
  const whole = Math.abs(share) * 100;
  return `${new Intl.NumberFormat('en', { maximumFractionDigits: whole < 1 ? 1 : 0 }).format(whole)}%`;
}
const moreOrLess = (lift: number) => `${percent(lift)} ${lift < 0 ? 'less' : 'more'}`;

/** @returns where the true change lies. */
function rangeOf({ low, high }: Lift): string {
  if (high === null) return `at least ${moreOrLess(low)}`;
  if (low < 0 && high >= 0) return `between ${moreOrLess(low)} and ${moreOrLess(high)}`;
  const [near, far] = low < 0 ? [high, low] : [low, high];
  return `between ${percent(near)} and ${percent(far)}`;
}

export type Found = {
  state: EffectState;
  lift: Lift | null;
  converted: ArmCounts;
  /** Conversions at which anything but a very large change could be seen. */
  first: number;
  /** Calendar days: when the epoch began, when ±20% would be seen (null: not in ten years), and today. */
  since: string;
  seenBy: string | null;
  today: string;
  /** Of the goal that the guard paused the widget for: how many of the conversions the held out would have had otherwise. */
  expectedHeldOut: number | null;
  isEnded: boolean;
};

/** @returns the sentence about a goal. */
export function sentenceOf(goal: Meant, found: Found): string {
  const { state, lift, converted, first, since, seenBy, today, expectedHeldOut, isEnded } = found;
  const all = converted.heldOut + converted.shown;
  if (expectedHeldOut !== null && state !== 'clear')
    return `Paused: of ${wholeNumber.format(all)} ${nounOf(goal)}, ${wholeNumber.format(converted.heldOut)} came from visitors who saw no notifications. If notifications changed nothing, it would be about ${wholeNumber.format(expectedHeldOut)}.`;
  if (state === 'broken')
    return 'The two groups are not as large as they must be, so nothing can be said. The Effect screen lists the usual causes.';
  if (state === 'clear' && lift) {
    const change = lift.value === null ? rangeOf(lift) : `${moreOrLess(lift.value)} (${rangeOf(lift)})`;
    return `Since ${dayOf(since, today)}, visitors who could see notifications ${verbOf(goal)} ${change}.`;
  }
  if (state === 'early' || !lift)
    return isEnded
      ? `Ended too early to tell: ${wholeNumber.format(all)} ${nounOf(goal)}.`
      : `Too early to tell: ${wholeNumber.format(all)} of about ${wholeNumber.format(first)} ${nounOf(goal)}.`;
  const counts = `${wholeNumber.format(converted.heldOut)} and ${wholeNumber.format(converted.shown)} ${nounOf(goal)}`;
  if (isEnded) return `No clear difference: ${rangeOf(lift)} (${counts}).`;
  const when = seenBy === null ? 'would take more than ten years' : `would be seen by ${dayOf(seenBy, today)}`;
  return `No clear difference yet: ${rangeOf(lift)} (${counts}). ±20% ${when} at this traffic.`;
}
