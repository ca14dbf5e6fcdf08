// The timing of notifications: delay, show, hold, hide, gap, repeat. It decides when; callers decide what and how. Its
// single timer can be held: time while a notification is hovered, or the tab is hidden, doesn't count.
import type { Behavior, EmbedNotification } from '#shared/embed/payload.ts';
import { spread } from '#shared/embed/timing.ts';

/** How often the queue retries while nothing may be shown: a notification may start, or a dismissal may expire. */
export const IDLE_INTERVAL = 30_000;
/** The same if rules are the reason: time on page and scrolling change by the second. */
export const RULES_INTERVAL = 1_000;

export type Timer = {
  /** Milliseconds. */
  now(): number;
  /** Runs `run` once after `ms`. @returns a function that cancels it. */
  after(ms: number, run: () => void): () => void;
};

export type Queue = {
  /** Shows a notification now, replacing the current one. */
  show(notification: EmbedNotification): void;
  /** Hides the current notification; the next one comes after the gap. */
  endNow(): void;
  /** Adds or removes a reason to stop the clock, which runs while there is none. */
  hold(reason: string, isHeld: boolean): void;
  /** Restarts the initial delay, unless a notification is shown. */
  restart(elapsed: number): void;
  /** Retries at once if the last attempt found nothing; if held, as soon as the clock runs again. */
  tryAgain(): void;
};

/**
 * The initial delay is exact, so that owners can rely on it; only what repeats (duration and gap) is randomized.
 * @param next the notification to show, if any may be shown now.
 * @param open shows a notification and returns a function that hides it.
 * @param idle milliseconds until the next attempt after one that found nothing.
 * @returns the queue; `restart` starts it.
 */
export function makeQueue(
  { now, after }: Timer,
  timing: Behavior['timing'],
  random: () => number,
  next: () => EmbedNotification | undefined,
  open: (notification: EmbedNotification) => () => void,
  idle: () => number,
): Queue {
  const reasons = new Set<string>();
  let left = 0;
  let since = 0;
  let then: () => void;
  let cancel: (() => void) | undefined;
  let close: (() => void) | undefined;
  let isIdle = false;

  const settle = () => {
    if (cancel) left -= now() - since;
    cancel?.();
    since = now();
    cancel = reasons.size ? undefined : after(left, () => then());
  };
  const start = (ms: number, next: () => void) => {
    cancel?.();
    cancel = undefined;
    left = ms;
    then = next;
    isIdle = false;
    settle();
  };
  const hold = (reason: string, isHeld: boolean) => {
    reasons[isHeld ? 'add' : 'delete'](reason);
    settle();
  };
  const repeat = (seconds: number, next: () => void) => start(spread(seconds, timing.randomizeTiming, random), next);
  const hide = () => {
    close?.();
    close = undefined;
    // The pointer may still be where the notification was: no event reports that it left.
    hold('hover', false);
    hold('focus', false);
  };
  const end = () => {
    if (!close) return;
    hide();
    repeat(timing.timeBetween, advance);
  };
  const show = (notification: EmbedNotification) => {
    hide();
    // If no duration is set, use the shortest possible one.
    repeat(Math.max(1, timing.displayDuration) || 1, end);
    close = open(notification);
  };
  const advance = () => {
    const notification = next();
    if (notification) return show(notification);
    start(idle(), advance);
    isIdle = true;
  };
  return {
    show,
    endNow: end,
    hold,
    restart(elapsed) {
      if (!close) start(timing.initialDelay * 1000 - elapsed, advance);
    },
    tryAgain() {
      if (isIdle) start(0, advance);
    },
  };
}
