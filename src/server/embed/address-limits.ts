// Limits what one address may report: interactions for one site, and displays of one notification, per minute; and what
// browsers report of an epoch, per hour. Counts
// live only in this process's memory, which is bounded, under hashes of addresses that mean nothing outside of it.
import { hash, randomBytes } from 'node:crypto';
import type { Interaction } from '#shared/embed/payload.ts';
import { DAY, HOUR, MINUTE } from '#shared/time.ts';
import { keyOf } from '../db/counting/rows.ts';
import { makeMinutes } from '../http/minutes.ts';

/** How many keys each limit tracks at once, at most 25 MB; beyond that the oldest go first. */
const KEYS_MAX = 100_000;

/**
 * @returns a function from an address's bucket to a hash of it. The key is random, known to this process only, and
 * forgotten at the end of its day in UTC, so that no hash can be traced to an address later or elsewhere. The key goes
 * before the text instead of into an HMAC, which costs ten times as much on this path: hashes never leave the process.
 */
export function makeAddressHash(): (bucket: string, now: number) => string {
  let today = Number.NaN;
  let secret = '';
  return (bucket, now) => {
    const day = Math.floor(now / DAY);
    if (day !== today) {
      today = day;
      secret = randomBytes(32).toString('base64url');
    }
    return hash('sha256', secret + bucket, 'base64url').slice(0, 16);
  };
}

/**
 * Counts `interactions` for the key if all of them fit into its minute, otherwise none.
 * @returns 0 when allowed, else the whole seconds to wait.
 */
export type InteractionLimit = (key: string, interactions: number, now: number) => number;

/** @param perMinute interactions that a key may report in a minute; 0 means no limit. */
export function makeInteractionLimit(perMinute: number, keysMax = KEYS_MAX): InteractionLimit {
  const minuteOf = makeMinutes(keysMax);
  return (key, interactions, now) => {
    if (perMinute === 0) return 0;
    const minute = minuteOf(key, now);
    if (minute.count + interactions > perMinute) return Math.ceil((minute.since + MINUTE - now) / 1000);
    minute.count += interactions;
    return 0;
  };
}

/** @returns those interactions that count for this address. */
export type DisplayLimit = (address: string, interactions: Interaction[], now: number) => Interaction[];

/**
 * @param perMinute displays of one notification that count for one address in a minute, and as many of its clicks and
 * dismissals; 0 means no limit.
 */
export function makeDisplayLimit(perMinute: number, keysMax = KEYS_MAX): DisplayLimit {
  const minuteOf = makeMinutes(keysMax);
  return (address, interactions, now) => {
    if (perMinute === 0) return interactions;
    return interactions.filter((one) => {
      if (!('notificationId' in one)) return true;
      const minute = minuteOf(keyOf(address, one.type, one.notificationId), now);
      if (minute.count === perMinute) return false;
      minute.count++;
      return true;
    });
  };
}

/**
 * Browsers of one address that count for a site in an hour: in an epoch, and for each of its goals. Many people share one, but a
 * cap takes from both arms alike, and whoever makes up browsers makes up few.
 */
export const EPOCH_REPORTS_PER_HOUR = 20;

/** @param perHour 0 means no limit. @returns those interactions that count for this address, as DisplayLimit has it. */
export function makeEpochLimit(perHour: number, keysMax = KEYS_MAX): DisplayLimit {
  const hourOf = makeMinutes(keysMax, HOUR);
  return (address, interactions, now) => {
    if (perHour === 0) return interactions;
    return interactions.filter((one) => {
      if (!('epoch' in one)) return true;
      const hour = hourOf(keyOf(address, one.epoch, one.type === 'goal' ? one.goal : ''), now);
      if (hour.count === perHour) return false;
      hour.count++;
      return true;
    });
  };
}
