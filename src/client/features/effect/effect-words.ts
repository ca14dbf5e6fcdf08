// What the Effect screen says of counts: the state it is in, changes with their bounds, amounts. Pure.
import { isMeasured } from '#client/data/effect.ts';
import { count } from '#client/format/numbers.ts';
import type { ArmCounts, Effect, EffectState, GoalEffect, Lift } from '#shared/contract/effect.ts';
import type { Goal } from '#shared/contract/goal.ts';
import { DAY } from '#shared/time.ts';

/** off: nothing is measured; paused: by the guard. Otherwise as the main goal is. */
export type ScreenState = 'off' | 'paused' | EffectState;

/** @returns whether another epoch is looked at than the one that is measured: what is over, while nothing is. */
export const isEarlierEpoch = ({ epochs, holdOut }: Effect, asked: string | undefined): boolean =>
  asked !== undefined && (asked !== epochs[0]?.id || holdOut.share === 0);

/** @param isEarlier whether an earlier epoch is looked at. @returns what the screen is about. */
export function screenStateOf(effect: Effect, isEarlier: boolean): ScreenState {
  const [main] = effect.goals;
  if (!main || (!isEarlier && !isMeasured(effect))) return 'off';
  // Turned on again, the widget has a new epoch.
  return !isEarlier && effect.epoch?.endedBecause === 'harm' ? 'paused' : main.state;
}

/** @returns a share in percent, with a digit more where it would be 0. */
function percentOf(share: number): string {
  const whole = Math.abs(share) * 100;
  return `${new Intl.NumberFormat('en', { maximumFractionDigits: whole < 1 ? 1 : 0 }).format(whole)}%`;
}

/** @returns a change with its sign, '+12%' or '−31%'. */
export const signed = (change: number): string => {
  const text = percentOf(change);
  return text === '0%' ? text : `${change < 0 ? '−' : '+'}${text}`;
};

/** @returns the bounds of a change, '−17% to +57%'. */
export const boundsOf = ({ low, high }: Lift): string =>
  high === null ? `${signed(low)} or more` : `${signed(low)} to ${signed(high)}`;

/** @returns an amount in a currency; the plain number without one. */
export const amountOf = (value: number, currency: string | null): string =>
  currency === null
    ? count(Math.round(value))
    : new Intl.NumberFormat('en', { style: 'currency', currency, maximumFractionDigits: value < 1_000 ? 2 : 0 }).format(
        value,
      );

/** @returns how many of those who reached a goal would have been held out if notifications changed nothing. */
export const expectedOf = ({ heldOut, shown }: ArmCounts, share: number): number =>
  Math.round(((heldOut + shown) * share) / 100);

/** @returns what is said of the money beside a clear difference; null without an interval for it. */
export function moneyWords({ state, money }: Pick<GoalEffect, 'state' | 'money'>): string | null {
  if (state !== 'clear' || money?.value == null) return null;
  const { value, low, high } = money;
  if (low <= 0 && (high ?? 1) >= 0) return `Whether they spent more or less isn't clear yet (${boundsOf(money)}).`;
  const [near, far] = low < 0 ? [high ?? 0, low] : [low, high ?? low];
  return `Each of them spent ${percentOf(value)} ${value < 0 ? 'less' : 'more'} (between ${percentOf(near)} and ${percentOf(far)}).`;
}

/** The shares that are offered, the one that costs least first. */
export const SHARES_OFFERED = [
  { share: 10, name: '10%', cost: '1 of 10 visitors sees no notifications' },
  { share: 50, name: 'Measure properly: 50% for four weeks', cost: 'Half of your visitors see no notifications' },
  { share: 20, name: '20%', cost: '1 of 5 visitors sees no notifications' },
] as const;
export type Share = (typeof SHARES_OFFERED)[number]['share'];

/** Who waits longer hardly looks again. */
const PATIENCE = 365 * DAY;

/**
 * @param forecasts by when ±20% would be seen with each share; null where too little is known. @param now ms.
 * @returns the share that is advised: the least that shows something within a year; null where none does.
 */
export function advisedShare(forecasts: Effect['forecasts'], now: number): Share | null {
  if (forecasts.every(({ seenBy }) => seenBy === null)) return 10;
  const isSoon = (share: Share) => {
    const day = forecasts.find((one) => one.share === share)?.seenBy;
    return day != null && Date.parse(day) - now < PATIENCE;
  };
  return ([10, 20, 50] as const).find(isSoon) ?? null;
}

/** @returns who reports a goal, for its owner. */
export const reporterOf = (kind: Goal['kind']): string => (kind === 'orders' ? 'From orders' : 'Reported by browsers');
