// How long the widget waits: seconds as the owner set them, turned into milliseconds for a timer. Pure.

/** Share by which a randomized time may differ, up or down: a fifth. */
export const SPREAD = 0.2;

/** The longest time a browser's timer can hold: anything longer would fire at once. */
export const TIMER_MAX = 2 ** 31 - 1;

/** @returns milliseconds for `seconds`, never negative and never longer than a timer holds. */
export const toMilliseconds = (seconds: number): number => Math.min(TIMER_MAX, Math.max(0, seconds * 1000));

/**
 * @param seconds as the owner set it.
 * @param isRandom whether the time may differ by SPREAD.
 * @param random a source of numbers in [0, 1).
 * @returns milliseconds within SPREAD of `seconds`, or exactly `seconds`.
 */
export function spread(seconds: number, isRandom: boolean, random: () => number): number {
  return toMilliseconds(isRandom ? seconds * (1 - SPREAD + 2 * SPREAD * random()) : seconds);
}
