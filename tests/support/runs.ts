// How long property, fuzz and fault tests run: the short form is part of `npm test`, the long one is `npm run test:long`, and
// what takes longer than minutes is `npm run test:soak`.

/** Whether tests that are tagged as long run, too. */
export const isLong = ['long', 'changed', 'soak'].includes(process.env.TEST_RUNS ?? '');

/**
 * @returns how many runs a test makes.
 * @param short in `npm test`. @param long in `npm run test:long`. @param soak in `npm run test:soak`.
 */
export function runs(short: number, long: number, soak = long): number {
  if (process.env.TEST_RUNS === 'soak') return soak;
  return isLong ? long : short;
}

/**
 * Of all random input of a run. The short form always tries the same, so that a failure is the change's; the long one
 * draws anew (vite.config.ts), and prints how to repeat it.
 */
export const SEED = Number(process.env.TEST_SEED ?? 20_261_127);

/**
 * @param parts into how many the list is divided.
 * @returns one of them in the long form, another with each seed, so that some nights try all; all in a soak, and where a file
 * is run by itself. Not for what makes browser tests: the halves of a sharded run, which draw by themselves, must have the same.
 */
export const partOf = <T>(all: readonly T[], parts: number): T[] =>
  process.env.TEST_RUNS === 'long' || process.env.TEST_RUNS === 'changed'
    ? all.filter((_, at) => (at + SEED) % parts === 0)
    : [...all];

/** @returns whether the long form runs what has this name, one night in so many; all else always does, `test:changed` too. */
export const isTonight = (name: string, nights: number): boolean =>
  process.env.TEST_RUNS !== 'long' || [...name].reduce((sum, char) => sum + char.charCodeAt(0), SEED) % nights === 0;
