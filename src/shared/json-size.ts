// How much a JSON value holds, for whoever must not look at all of it to know that it is too much.

/** Values in one request, more than any of ours has: an unknown key costs a hundred times its length. */
export const VALUES_MAX = 10_000;

/** @returns whether there are at most `max` values in it, at all depths; looks at hardly more than so many. */
export function holdsAtMost(value: unknown, max: number): boolean {
  const waiting = [value];
  let left = max;
  for (let next = waiting.pop(); next !== undefined || waiting.length > 0; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const inside: unknown[] = Array.isArray(next) ? next : Object.values(next);
    left -= inside.length;
    if (left < 0) return false;
    for (const one of inside) if (typeof one === 'object') waiting.push(one);
  }
  return true;
}
