// Keeps the payload of each visited site in memory, ready to send: at most one poll behind the database, rebuilt when a
// notification starts or ends and when the token changes, and served stale while the database is unreachable.

import { LRUCache } from 'lru-cache';
import { isStorable } from '#shared/contract/text.ts';
import { EMBED_TOKEN_WINDOW } from '#shared/limits.ts';
import { MESSAGES } from '#shared/messages.ts';
import { isDue, MINUTE } from '#shared/time.ts';
import type { EmbedReads } from '../db/embed.ts';
import { describeError, isUnavailable } from '../db/faults.ts';
import { domainsOf } from '../db/sites.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../domain/errors.ts';
import { buildPayload, type ProofFacts, sentAt, withSafeStyles } from '../domain/site/embed.ts';
import { type Forms, makeForms } from './payload-forms.ts';

/** A site as embed requests need it. */
export type EmbedEntry = {
  siteId: string;
  siteName: string;
  widgetId: string;
  timezone: string;
  /** Normalized hostnames; empty means any. */
  domains: string[];
  stamp: string;
  /** When the next notification starts or ends, in milliseconds; Infinity when none does. */
  contentUntil: number;
  /** When the bytes must be rebuilt: contentUntil, or the end of the token's window when that comes first. */
  until: number;
  /** Whether the site has sources, or any of its notifications tells of an event or of a number computed from them. */
  hasEvents: boolean;
  /** What can be proven of its notifications, by id. */
  proofs: ReadonlyMap<string, ProofFacts>;
  /** Those whose number is computed from events, by id. */
  counted: ReadonlySet<string>;
  /** What is measured, and what was until a week ago. */
  epochs: readonly { id: string; endedAt: string | null }[];
  /** Ids of the goals that browsers report, by their keys. */
  goals: ReadonlyMap<string, string>;
  forms: Forms;
};

export type EmbedCache = {
  /**
   * @returns the site's entry, synchronously when it is in memory; null for an unknown site.
   * @throws DomainError 'unavailable' when the database does not respond and nothing is in memory.
   */
  get(siteId: string): EmbedEntry | Promise<EmbedEntry | null>;
  /** Marks the site as changed, so that the next request sees the change. */
  changed(siteId: string): void;
  /** Checks the entries in memory for changes by other processes, and drops idle sites. */
  poll(): Promise<void>;
};

type Slot = { entry: EmbedEntry; usedAt: number; isStale: boolean; retryAt: number };
type CacheDeps = Pick<Deps, 'clock' | 'log'> & {
  texts: Pick<Deps['texts'], 'readStyleSheet'>;
  tokens: Pick<Deps['tokens'], 'signEmbed'>;
  config: Pick<Deps['config'], 'publicUrl'>;
};

/** Limit for the payloads of all sites together; the least recently visited go first. */
const BYTES_MAX = 128 * 1024 * 1024;
/** Sites without visitors for this long are dropped, so that polls only pay for sites in use. */
const IDLE = 5 * MINUTE;
/** While the database is unreachable, a stale entry is served for this long before the next attempt. */
const RETRY = 2_000;
/** A slower response from the database counts as none. */
const LOAD_TIMEOUT = 3_000;
const STAMPS_PER_QUERY = 500;

/** @param bytesMax limit for the payloads of all sites together. */
export function makeEmbedCache(deps: CacheDeps, reads: EmbedReads, bytesMax = BYTES_MAX): EmbedCache {
  const { clock, config, log, texts, tokens } = deps;
  const slots = new LRUCache<string, Slot>({ maxSize: bytesMax, sizeCalculation: ({ entry }) => entry.forms.size() });
  const loading = new Map<string, Promise<EmbedEntry | null>>();
  let isPollFailing = false;

  const build = async (siteId: string): Promise<EmbedEntry | null> => {
    const now = clock.now();
    const stored = await withTimeout(reads.load(siteId, new Date(now).toISOString()));
    if (!stored) return null;
    const source = await withSafeStyles(texts, stored, sentAt(stored, now));
    const token = tokens.signEmbed(siteId, now);
    const built = await buildPayload(source, now, token, config.publicUrl);
    const { until, proofs, counted } = built;
    const { site } = source;
    const entry: EmbedEntry = {
      siteId,
      siteName: site.name,
      widgetId: site.widgetId,
      timezone: site.timezone,
      domains: domainsOf(site),
      stamp: site.stamp,
      contentUntil: until,
      until: Math.min(until, (Math.floor(now / EMBED_TOKEN_WINDOW) + 1) * EMBED_TOKEN_WINDOW),
      hasEvents:
        site.hasSources ||
        stored.notifications.some(({ eventKey, aggregate }) => eventKey !== null || aggregate !== null),
      proofs,
      counted,
      epochs: site.epochs,
      goals: new Map(site.goals.map(({ id, key }) => [key, id])),
      forms: makeForms(built, site.revision, () => {
        // Its size is looked at when it is set.
        const slot = slots.peek(siteId);
        if (slot?.entry === entry) slots.set(siteId, { ...slot });
      }),
    };
    return entry;
  };

  // One build at a time per site. A change removes the build from `loading`: requests already waiting for it came
  // before the change and still get it, but it must not be cached.
  const load = (siteId: string): Promise<EmbedEntry | null> => {
    const running = loading.get(siteId);
    if (running) return running;
    const own: Promise<EmbedEntry | null> = build(siteId)
      .then((entry) => {
        if (loading.get(siteId) !== own) return entry;
        if (entry) slots.set(siteId, { entry, usedAt: clock.now(), isStale: false, retryAt: Number.NEGATIVE_INFINITY });
        else slots.delete(siteId);
        return entry;
      })
      .catch((error: unknown) => staleOr(siteId, error))
      .finally(() => {
        if (loading.get(siteId) === own) loading.delete(siteId);
      });
    loading.set(siteId, own);
    return own;
  };

  const staleOr = (siteId: string, error: unknown): EmbedEntry => {
    const slot = slots.peek(siteId);
    if (slot) {
      log.warn({ ...describeError(error), siteId }, 'embed payload served stale');
      slot.retryAt = clock.now() + RETRY;
      return slot.entry;
    }
    if (!isUnavailable(error) && !(error instanceof DomainError)) throw error;
    throw new DomainError('unavailable', MESSAGES.unavailable, { retryAfter: RETRY / 1000 });
  };

  const compare = async (siteIds: string[]) => {
    const before = new Map(siteIds.map((siteId) => [siteId, slots.peek(siteId)?.entry]));
    const stamps = await withTimeout(reads.stamps(siteIds));
    for (const [siteId, entry] of before) {
      const slot = slots.peek(siteId);
      if (!entry || slot?.entry !== entry || stamps.get(siteId) === entry.stamp) continue;
      if (stamps.has(siteId)) slot.isStale = true;
      else slots.delete(siteId);
    }
  };

  return {
    get(siteId) {
      const slot = slots.get(siteId);
      if (slot) {
        const now = clock.now();
        slot.usedAt = now;
        const isFresh = !slot.isStale && !isDue(slot.entry.until, now, EMBED_TOKEN_WINDOW);
        if (isFresh || !isDue(slot.retryAt, now, RETRY)) return slot.entry;
      } else if (siteId.length > 64 || !isStorable(siteId)) return Promise.resolve(null);
      return load(siteId);
    },
    changed(siteId) {
      loading.delete(siteId);
      const slot = slots.peek(siteId);
      if (!slot) return;
      slot.isStale = true;
      slot.retryAt = Number.NEGATIVE_INFINITY;
    },
    async poll() {
      try {
        const idle = [...slots].filter(([, slot]) => slot.usedAt + IDLE < clock.now());
        const siteIds = [...slots.keys()];
        for (let at = 0; at < siteIds.length; at += STAMPS_PER_QUERY) {
          await compare(siteIds.slice(at, at + STAMPS_PER_QUERY));
        }
        // Only after the database responded: while it is unreachable, what is in memory cannot be replaced.
        for (const [siteId, slot] of idle) if (slots.peek(siteId) === slot) slots.delete(siteId);
        if (isPollFailing) log.info('embed poll works again');
        isPollFailing = false;
      } catch (error) {
        if (!isPollFailing) log.warn(describeError(error), 'embed poll failed; payloads may be stale');
        isPollFailing = true;
      }
    },
  };
}

/**
 * @throws DomainError 'unavailable' when `work` exceeds LOAD_TIMEOUT, so that a hung database does not hang visitors.
 */
async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DomainError('unavailable', MESSAGES.unavailable)), LOAD_TIMEOUT);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
