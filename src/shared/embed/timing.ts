// How long the widget waits: seconds as the owner set them, turned into milliseconds for a timer. Pure.

/** Share by which a randomized time may differ, up or down: a fifth. */
export const SPREAD = 0.2;

/**
 * @param seconds as the owner set it.
 * @param isRandom whether the time may differ by SPREAD.
 * @param random a source of numbers in [0, 1).
 * @returns milliseconds within SPREAD of `seconds`, or exactly `seconds`.
 */
export function spread(seconds: number, isRandom: boolean, random: () => number): number {
  return seconds * 1000 * (isRandom ? 1 - SPREAD + 2 * SPREAD * random() : 1);
}
