// One timer that can be held: the time that a notice is hovered, or the tab hidden, does not count.

export type Timer = {
  /** Milliseconds. */
  now(): number;
  /** Runs `run` once after `ms`. @returns what cancels it. */
  after(ms: number, run: () => void): () => void;
};

export type Countdown = {
  /** Starts over with `ms`, forgetting what ran before. */
  start(ms: number, then: () => void): void;
  /** Stops the time for a reason, or takes the reason away; the time runs while there is none. */
  hold(reason: string, isHeld: boolean): void;
};

/** @returns a countdown that does not run yet. */
export function makeCountdown({ now, after }: Timer): Countdown {
  const reasons = new Set<string>();
  let left = 0;
  let since = 0;
  let then: () => void;
  let cancel: (() => void) | undefined;

  const settle = () => {
    if (cancel) left -= now() - since;
    cancel?.();
    since = now();
    cancel = reasons.size > 0 ? undefined : after(left, () => then());
  };
  return {
    start(ms, next) {
      cancel?.();
      cancel = undefined;
      left = ms;
      then = next;
      settle();
    },
    hold(reason, isHeld) {
      reasons[isHeld ? 'add' : 'delete'](reason);
      settle();
    },
  };
}
