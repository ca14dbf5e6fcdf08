// Memoizes a pure function, for hot paths that see the same few inputs over and over.
import { LRUCache } from 'lru-cache';

/** Limits the total length of all cached inputs, and so the memory, however long a header is. */
const SIZE_MAX = 500_000;

/** @param answer must always answer a question alike. */
export function remembered<T extends string | boolean>(answer: (question: string) => T): (question: string) => T {
  const known = new LRUCache<string, T>({
    maxSize: SIZE_MAX,
    sizeCalculation: (_, question) => question.length + 1,
  });
  return (question) => {
    const found = known.get(question);
    if (found !== undefined) return found;
    const fresh = answer(question);
    known.set(question, fresh);
    return fresh;
  };
}
