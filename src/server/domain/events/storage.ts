// How many records an account may store in a day, by whatever way events arrive: more than any honest shop needs, so that
// no account fills the disk of all others. Erasing has a count of its own, so that it is always possible.
import { EVENT_MESSAGES } from '#shared/event-messages.ts';
import { ERASED_PER_DAY, STORED_PER_DAY } from '#shared/limits.ts';
import { DAY, MINUTE, SECOND } from '#shared/time.ts';
import type { Deps } from '../../deps.ts';
import { DomainError } from '../errors.ts';

/** Records that are counted in the database at once, so that few deliveries write to it. */
const LEASE = 1_000;
/** Accounts whose lease is remembered; the rest of a forgotten lease counts as stored. */
const LEASES_MAX = 10_000;
/** Bytes that count as one record. */
const RECORD = 1_024;

const RULES = { stored: STORED_PER_DAY, erased: ERASED_PER_DAY };

export type Storage = {
  /**
   * Counts what is about to be stored for an account. Call it outside of transactions.
   * @param records see recordsOf. @throws rate-limited when the account has stored too much within a day
   */
  take(ownerId: string, what: keyof typeof RULES, records: number): Promise<void>;
};

/** @returns how many records values count as: one each, and those above 1 KiB one for each KiB of their JSON. */
export const recordsOf = (values: readonly unknown[]): number =>
  values.reduce<number>((sum, value) => sum + Math.ceil(Buffer.byteLength(JSON.stringify(value)) / RECORD), 0);

export function makeStorage({ clock, limiter }: Pick<Deps, 'clock' | 'limiter'>): Storage {
  /** `refused` spares the database those who go on without waiting. */
  const leases = new Map<string, { left: number; refused?: { at: number; until: number } }>();
  return {
    async take(ownerId, what, records) {
      const key = `${what}:${ownerId}`;
      const now = clock.now();
      const lease = leases.get(key) ?? { left: 0 };
      if (leases.size >= LEASES_MAX) leases.clear();
      leases.set(key, lease);
      const isRefused = lease.refused && Math.abs(now - lease.refused.at) < MINUTE;
      if (lease.left < records && !isRefused) {
        const amount = Math.max(LEASE, records);
        const wait = await limiter.take({ key, limit: RULES[what], seconds: DAY / SECOND, amount });
        if (wait === 0) lease.left += amount;
        else lease.refused = { at: now, until: now + wait * SECOND };
      }
      if (lease.left < records) {
        const retryAfter = Math.max(1, Math.ceil(((lease.refused?.until ?? now) - now) / SECOND));
        throw new DomainError('rate-limited', EVENT_MESSAGES.storedTooMuch, { retryAfter });
      }
      lease.left -= records;
    },
  };
}
