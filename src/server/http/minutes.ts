// Counts by the minute, or by another time, in this process's memory, which is bounded.
import { MINUTE } from '#shared/time.ts';

type Minute = { since: number; count: number };

/**
 * @param keysMax beyond that many, the oldest go first. @param length in ms, where it isn't a minute.
 * @returns a function to the key's current minute, which starts with its first use.
 */
export function makeMinutes(keysMax: number, length = MINUTE): (key: string, now: number) => Minute {
  // Ordered by the start of their minute, since a Map keeps insertion order and each new minute is inserted anew. Not
  // an LRU cache: entries expire by age, and even a busy address must not stay beyond its minute.
  const minutes = new Map<string, Minute>();
  // A minute in the future was begun before the clock was set back.
  const isOver = ({ since }: Minute, now: number) => now < since || now - since >= length;

  const forget = (now: number) => {
    for (const [key, minute] of minutes) {
      if (minutes.size < keysMax && !isOver(minute, now)) return;
      minutes.delete(key);
    }
  };

  return (key, now) => {
    const known = minutes.get(key);
    if (known && !isOver(known, now)) return known;
    minutes.delete(key);
    forget(now);
    const minute = { since: now, count: 0 };
    minutes.set(key, minute);
    return minute;
  };
}
