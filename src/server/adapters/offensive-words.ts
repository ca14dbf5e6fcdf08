// Recognizes words that nobody wants on their shop's page in place of a name. The lists, in 26 languages, are those of
// naughty-words.
import naughtyWords from 'naughty-words';

const WORDS: ReadonlySet<string> = new Set(
  Object.values(naughtyWords)
    .flat()
    .map((word) => word.normalize('NFKC').toLowerCase()),
);

/** @returns whether the word, in any letter case, is one of the lists' words. */
export const isOffensive = (word: string): boolean => WORDS.has(word.normalize('NFKC').toLowerCase());
