// Long work on the only thread, a piece at a time.
import { setImmediate } from 'node:timers/promises';

/** How long others wait for the pieces of one turn, in ms; they wait for as much again if the last piece is a long one. */
const TURN = 15;

/** @returns a function to await between two pieces of work: once they took a turn, whoever else waits comes first. */
export function makeTurns(): () => Promise<void> | undefined {
  let start = performance.now();
  return () => {
    if (performance.now() - start < TURN) return undefined;
    return setImmediate().then(() => {
      start = performance.now();
    });
  };
}
