// Limits how many interactions one address may report for one site per minute, to protect the statistics from a script
// stuck in a loop. Counts live only in this process's memory, which is bounded, and leave no record of anyone.
import { MINUTE } from '#shared/time.ts';

/** How many addresses are tracked at once, about 15 MB; beyond that the oldest go first. */
const KEYS_MAX = 100_000;

/**
 * Counts `interactions` for the key if all of them fit into its minute, otherwise none.
 * @returns 0 when allowed, else the whole seconds to wait.
 */
export type InteractionLimit = (key: string, interactions: number, now: number) => number;

/**
 * @param perMinute interactions that a key may report in a minute, which starts with its first one; 0 means no limit.
 * @param keysMax how many keys are tracked at once.
 */
export function makeInteractionLimit(perMinute: number, keysMax = KEYS_MAX): InteractionLimit {
  // Ordered by the start of their minute, since a Map keeps insertion order and each new minute is inserted anew. Not
  // an LRU cache: entries expire by age, and even a busy address must not stay beyond its minute.
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
