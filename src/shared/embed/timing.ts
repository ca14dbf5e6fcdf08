// How long the widget waits: turns the owner's seconds into milliseconds for a timer. Pure.

/** How much a randomized time may vary, up or down: a fifth. */
export const SPREAD = 0.2;

/**
 * @param seconds as set by the owner.
 * @param isRandom whether the time may vary by SPREAD.
 * @param random a source of numbers in [0, 1).
 * @returns milliseconds within SPREAD of `seconds`, or exactly `seconds`.
 */
export function spread(seconds: number, isRandom: boolean, random: () => number): number {
  return seconds * 1000 * (isRandom ? 1 - SPREAD + 2 * SPREAD * random() : 1);
}
