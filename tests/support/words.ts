// What somebody could read in an answer, a row or a log: its text without ids, digests, keys and ciphertexts. Those are
// random, so that one in some hundred happens to contain a short word or number that must not be there.
const RANDOM = /[\w-]{20,}/g;

/** @param value anything that JSON can say, or a text. */
export const wordsOf = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).replace(RANDOM, '…');
