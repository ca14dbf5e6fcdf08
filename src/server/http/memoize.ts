// Memoizes a pure function, for hot paths that see the same few inputs over and over.
import { LRUCache } from 'lru-cache';

/** Limits the total length of all cached inputs, and so the memory, however long a header is. */
const SIZE_MAX = 500_000;

/** @param compute must be pure. @param maxSize characters of inputs. */
export function memoize<T extends string | boolean | object>(
  compute: (input: string) => T,
  maxSize = SIZE_MAX,
): (input: string) => T {
  const cache = new LRUCache<string, T>({
    maxSize,
    sizeCalculation: (_, input) => input.length + 1,
  });
  return (input) => {
    const cached = cache.get(input);
    if (cached !== undefined) return cached;
    const result = compute(input);
    cache.set(input, result);
    return result;
  };
}
