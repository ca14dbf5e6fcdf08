// The rhythm of the notices: delay, show, hold, hide, gap, and again. It decides when; what is shown, and how, comes in.
import type { Behavior, EmbedNotification } from '#shared/embed/payload.ts';
import { spread } from '#shared/embed/timing.ts';
import { makeCountdown, type Timer } from './countdown.ts';

/** How often the queue looks again when nothing may be shown: a notice may start, or a dismissal run out. */
export const IDLE_LOOK = 30_000;

export type Queue = {
  /** Shows one now, in place of what is shown. */
  show(notice: EmbedNotification): void;
  /** Hides what is shown; the next one comes after the gap. */
  end(): void;
  /** Stops the time for a reason, or takes the reason away. */
  hold(reason: string, isHeld: boolean): void;
  /** Waits for the initial delay, unless a notice is shown. */
  restart(elapsed: number): void;
};

/**
 * The initial delay is kept to the letter, so that owners can rely on it; only what repeats (duration and gap) is
 * randomized.
 * @param next what to show, if anything may be shown now.
 * @param open shows a notice and returns what hides it.
 * @returns the queue; `restart` starts it.
 */
export function makeQueue(
  timer: Timer,
  timing: Behavior['timing'],
  random: () => number,
  next: () => EmbedNotification | undefined,
  open: (notice: EmbedNotification) => () => void,
): Queue {
  const { start, hold } = makeCountdown(timer);
  let close: (() => void) | undefined;
  const time = (seconds: number) => spread(seconds, timing.randomizeTiming, random);

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
    start(time(timing.timeBetween), look);
  };
  const show = (notice: EmbedNotification) => {
    hide();
    start(time(timing.displayDuration), end);
    close = open(notice);
  };
  const look = () => {
    start(IDLE_LOOK, look);
    const notice = next();
    if (notice) show(notice);
  };
  return {
    show,
    end,
    hold,
    restart(elapsed) {
      if (!close) start(timing.initialDelay * 1000 - elapsed, look);
    },
  };
}
