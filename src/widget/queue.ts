// The rhythm of the notices: delay, show, hold, hide, gap, and again. It decides when; what is shown, and how, comes in.
// Its one timer can be held: the time that a notice is hovered, or the tab hidden, does not count.
import type { Behavior, EmbedNotification } from '#shared/embed/payload.ts';
import { spread } from '#shared/embed/timing.ts';

/** How often the queue looks again when nothing may be shown: a notice may start, or a dismissal run out. */
export const IDLE_LOOK = 30_000;
/** The same where there are rules: time on page and scrolling are counted in seconds. */
export const RULES_LOOK = 1_000;

export type Timer = {
  /** Milliseconds. */
  now(): number;
  /** Runs `run` once after `ms`. @returns what cancels it. */
  after(ms: number, run: () => void): () => void;
};

export type Queue = {
  /** Shows one now, in place of what is shown. */
  show(notice: EmbedNotification): void;
  /** Hides what is shown; the next one comes after the gap. */
  end(): void;
  /** Stops the time for a reason, or takes the reason away; the time runs while there is none. */
  hold(reason: string, isHeld: boolean): void;
  /** Waits for the initial delay, unless a notice is shown. */
  restart(elapsed: number): void;
  /** Looks at once, if the last look found nothing; when held, as soon as time goes on. */
  lookAgain(): void;
};

/**
 * The initial delay is kept to the letter, so that owners can rely on it; only what repeats (duration and gap) is
 * randomized.
 * @param next what to show, if anything may be shown now.
 * @param open shows a notice and returns what hides it.
 * @param idle milliseconds until the next look after one that found nothing.
 * @returns the queue; `restart` starts it.
 */
export function makeQueue(
  { now, after }: Timer,
  timing: Behavior['timing'],
  random: () => number,
  next: () => EmbedNotification | undefined,
  open: (notice: EmbedNotification) => () => void,
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
    // The pointer may rest where the notice was: no event tells that it left.
    hold('hover', false);
    hold('focus', false);
  };
  const end = () => {
    if (!close) return;
    hide();
    repeat(timing.timeBetween, look);
  };
  const show = (notice: EmbedNotification) => {
    hide();
    // No time is as long as the shortest that can be set.
    repeat(Math.max(1, timing.displayDuration) || 1, end);
    close = open(notice);
  };
  const look = () => {
    const notice = next();
    if (notice) return show(notice);
    start(idle(), look);
    isIdle = true;
  };
  return {
    show,
    end,
    hold,
    restart(elapsed) {
      if (!close) start(timing.initialDelay * 1000 - elapsed, look);
    },
    lookAgain() {
      if (isIdle) start(0, look);
    },
  };
}
