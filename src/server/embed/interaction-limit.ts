// How many interactions one address may report for one site in a minute. Kept in this process's memory only, and bounded:
// the limit protects the statistics from a loop; it keeps no record of anybody.
import { MINUTE } from '#shared/time.ts';

/** Addresses held at once; beyond it the oldest go first. About 15 MB. */
const KEYS_MAX = 100_000;

/**
 * Counts `interactions` for the key when they fit into its minute, all or none.
 * @returns 0 when allowed, else the whole seconds to wait.
 */
export type InteractionLimit = (key: string, interactions: number, now: number) => number;

/**
 * @param perMinute interactions a key may report in a minute, which starts with its first one; 0 means no limit.
 * @param keysMax how many keys are held.
 */
export function makeInteractionLimit(perMinute: number, keysMax = KEYS_MAX): InteractionLimit {
  // Ordered by the start of their minute, since a Map keeps insertion order and a new minute is a new insertion. Not an
  // LRU cache: what is over goes by age, and an address that keeps reporting must not stay for longer than its minute.
  const minutes = new Map<string, { since: number; interactions: number }>();

  const forget = (now: number) => {
    for (const [key, { since }] of minutes) {
      if (minutes.size < keysMax && now - since < MINUTE) return;
      minutes.delete(key);
    }
  };

  return (key, interactions, now) => {
    if (perMinute === 0) return 0;
    const known = minutes.get(key);
    if (known && now - known.since < MINUTE) {
      if (known.interactions + interactions > perMinute) return Math.ceil((known.since + MINUTE - now) / 1000);
      known.interactions += interactions;
      return 0;
    }
    minutes.delete(key);
    forget(now);
    if (interactions > perMinute) return MINUTE / 1000;
    minutes.set(key, { since: now, interactions });
    return 0;
  };
}
