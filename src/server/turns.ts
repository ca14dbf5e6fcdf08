// Long work on the only thread, a piece at a time.
import { setImmediate } from 'node:timers/promises';

/** How long pieces of work may take until others get their turn, in ms; the piece that goes beyond it comes on top. */
export const TURN = 5;

/** Lets others run first. */
export const nextTurn = (): Promise<void> => setImmediate();

/** @returns a function to await between two pieces of work, which lets others run once the pieces have taken `length`. */
export function makeTurns(length = TURN): () => Promise<void> | undefined {
  let start = performance.now();
  return () => {
    if (performance.now() - start < length) return undefined;
    return nextTurn().then(() => {
      start = performance.now();
    });
  };
}

/**
 * @param most rows that a piece of long work may take. @param least and at least, as many as the first does, of which nothing
 * is known; and the steps in which that changes.
 * @returns how many the next takes, so that it takes about a turn, by how long the last took.
 */
export function makePieces(most: number, least: number) {
  let size = least;
  return {
    size: () => size,
    /** @param ms that the last piece took. @param rows that there were. */
    took(ms: number, rows: number) {
      // In steps: each number of rows is a statement of its own, to be prepared.
      if (rows === size) size = Math.min(most, Math.max(1, Math.floor((size * TURN) / ms / least)) * least);
    },
  };
}
