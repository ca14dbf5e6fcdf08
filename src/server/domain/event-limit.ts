// How many events one address may send for one site in a minute. Kept in this process's memory only, and bounded: the
// limit protects the figures from a loop, it is no account of anybody.

/** Addresses remembered at once; beyond it the longest known are forgotten. About 15 MB. */
const KEYS_MAX = 100_000;
const WINDOW = 60_000;

/**
 * Counts `events` for the key when they fit into its minute, all or none.
 * @returns 0 when allowed, else the whole seconds to wait.
 */
export type EventLimit = (key: string, events: number, now: number) => number;

/**
 * @param perMinute events a key may send in a minute, which begins with its first one; 0 is no limit.
 * @param keysMax how many keys are remembered.
 */
export function makeEventLimit(perMinute: number, keysMax = KEYS_MAX): EventLimit {
  // In the order of their minutes' beginnings: a Map keeps the order of insertion, and a new minute is a new insertion.
  const minutes = new Map<string, { since: number; events: number }>();

  const forget = (now: number) => {
    for (const [key, { since }] of minutes) {
      if (minutes.size < keysMax && now - since < WINDOW) return;
      minutes.delete(key);
    }
  };

  return (key, events, now) => {
    if (perMinute === 0) return 0;
    const known = minutes.get(key);
    if (known && now - known.since < WINDOW) {
      if (known.events + events > perMinute) return Math.ceil((known.since + WINDOW - now) / 1000);
      known.events += events;
      return 0;
    }
    minutes.delete(key);
    forget(now);
    if (events > perMinute) return WINDOW / 1000;
    minutes.set(key, { since: now, events });
    return 0;
  };
}
