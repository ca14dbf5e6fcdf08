// One timer that can be held: the time that a notice is hovered, or the tab hidden, does not count.
import type { Clock } from './quiet.ts';

export type Countdown = {
  /** Starts over with `ms`, forgetting what ran before. */
  start(ms: number, then: () => void): void;
  /** Stops the time for a reason; it goes on when every reason is gone. */
  hold(reason: string, isHeld: boolean): void;
  stop(): void;
};

/** @returns a countdown that does not run yet. */
export function makeCountdown(clock: Clock): Countdown {
  const reasons = new Set<string>();
  let left = 0;
  let since = 0;
  let then: (() => void) | undefined;
  let cancel: (() => void) | undefined;

  const pause = () => {
    if (!cancel) return;
    cancel();
    cancel = undefined;
    left -= clock.now() - since;
  };
  const run = () => {
    if (!then || cancel || reasons.size > 0) return;
    since = clock.now();
    cancel = clock.after(Math.max(0, left), () => {
      const done = then;
      then = cancel = undefined;
      done?.();
    });
  };
  return {
    start(ms, next) {
      pause();
      left = ms;
      then = next;
      run();
    },
    hold(reason, isHeld) {
      if (isHeld) {
        reasons.add(reason);
        pause();
      } else {
        reasons.delete(reason);
        run();
      }
    },
    stop() {
      pause();
      then = undefined;
    },
  };
}
