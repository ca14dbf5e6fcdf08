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
