// The rhythm of the notices: delay, show, hold, hide, gap, and again. It decides when; what is shown, and how, comes in.
import { spread, toMilliseconds } from '#shared/embed/timing.ts';
import type { Behavior, EmbedNotification } from '#shared/embed/payload.ts';
import { makeCountdown } from './countdown.ts';
import type { Clock } from './quiet.ts';

/** How often the queue looks again when nothing may be shown: a notice may start, or a dismissal run out. */
export const IDLE_LOOK = 30_000;

export type Queue = {
  /** Shows one now, in place of what is shown. */
  show(notice: EmbedNotification): void;
  /** Hides what is shown; the next one comes after the gap. */
  end(): void;
  /** Holds the time, see Countdown. */
  hold(reason: string, isHeld: boolean): void;
  /** Stops showing anything by itself, until resumed. */
  pause(): void;
  resume(): void;
  /** The visitor went to another page inside the site: a queue that had come to its end starts over. */
  restart(): void;
  stop(): void;
};

export type QueueParts = {
  clock: Clock;
  timing: Behavior['timing'];
  random: () => number;
  /** When the widget was started, in the clock's milliseconds: the initial delay counts from there. */
  startedAt: number;
  next: () => EmbedNotification | undefined;
  /** Shows a notice. @returns what hides it. */
  open: (notice: EmbedNotification) => () => void;
};

/**
 * The initial delay is kept to the letter, so that owners can rely on it; only what repeats (duration and gap) is
 * randomized.
 * @returns the queue, waiting for its initial delay.
 */
export function startQueue({ clock, timing, random, startedAt, next, open }: QueueParts): Queue {
  const countdown = makeCountdown(clock);
  let close: (() => void) | undefined;
  let isIdle = false;
  let isPaused = false;
  let hasShown = false;
  const initial = toMilliseconds(timing.initialDelay);
  const time = (seconds: number) => spread(seconds, timing.randomizeTiming, random);

  const hide = () => {
    close?.();
    close = undefined;
    // The pointer may rest where the notice was: no event tells that it left.
    countdown.hold('hover', false);
    countdown.hold('focus', false);
  };
  const wait = () => countdown.start(hasShown ? time(timing.timeBetween) : initial, look);
  const end = () => {
    if (!close) return;
    hide();
    wait();
  };
  const show = (notice: EmbedNotification) => {
    hide();
    isIdle = false;
    hasShown = true;
    countdown.start(time(timing.displayDuration), end);
    close = open(notice);
  };
  const look = () => {
    if (isPaused) return;
    const notice = next();
    if (notice) return show(notice);
    isIdle = true;
    countdown.start(IDLE_LOOK, look);
  };

  countdown.start(Math.max(0, initial - (clock.now() - startedAt)), look);
  return {
    show,
    end,
    hold: countdown.hold,
    pause() {
      isPaused = true;
      hide();
      countdown.stop();
    },
    resume() {
      if (!isPaused) return;
      isPaused = false;
      if (!close) wait();
    },
    restart() {
      if (!isIdle) return;
      isIdle = false;
      countdown.start(initial, look);
    },
    stop() {
      hide();
      countdown.stop();
    },
  };
}
