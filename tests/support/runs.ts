// How long property, fuzz and fault tests run: the short form is part of `npm test`, the long one is `npm run test:long`.

const isLong = process.env.TEST_RUNS === 'long';

/** @returns how many runs a test makes. @param short in `npm test`. @param long in `npm run test:long`. */
export const runs = (short: number, long: number): number => (isLong ? long : short);
