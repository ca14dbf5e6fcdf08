// Recognizes words that nobody wants on their shop's page in place of a name. The lists, in 26 languages, are those of
// naughty-words.
import naughtyWords from 'naughty-words';

const WORDS: ReadonlySet<string> = new Set(
  Object.values(naughtyWords)
    .flat()
    .map((word) => word.normalize('NFKC').toLowerCase()),
);

/** @returns whether the word, or one of its parts between hyphens and apostrophes, is in the lists, in any letter case. */
export function isOffensive(word: string): boolean {
  const plain = word.normalize('NFKC').toLowerCase();
  return [plain, ...plain.split(/[-'’]/)].some((part) => WORDS.has(part));
}
