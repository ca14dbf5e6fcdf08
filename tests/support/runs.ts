// How long property, fuzz and fault tests run: the short form is part of `npm test`, the long one is `npm run test:long`.

/** Whether tests that are tagged as long run, too. */
export const isLong = process.env.TEST_RUNS === 'long';

/** @returns how many runs a test makes. @param short in `npm test`. @param long in `npm run test:long`. */
export const runs = (short: number, long: number): number => (isLong ? long : short);

/**
 * Of all random input of a run. The short form always tries the same, so that a failure is the change's; the long one
 * draws anew (vite.config.ts), and prints how to repeat it.
 */
export const SEED = Number(process.env.TEST_SEED ?? 20_261_127);
