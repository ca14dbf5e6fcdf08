// Keeps each visited site's payload in memory as ready bytes: true to the database within one poll, rebuilt when a
// notice starts or ends and when the token turns, and served stale rather than not at all while the database is gone.
import { createHash } from 'node:crypto';
import { hostnameOf } from '#shared/contract/site.ts';
import { isStorable } from '#shared/contract/text.ts';
import { EMBED_TOKEN_WINDOW } from '#shared/limits.ts';
import { MESSAGES } from '#shared/messages.ts';
import { isUnavailable } from '../db/constraints.ts';
import type { EmbedReads } from '../db/embed.ts';
import type { Deps } from '../deps.ts';
import { buildPayload } from './embed.ts';
import { DomainError } from './errors.ts';
import { makeVariants, type Variants } from './variants.ts';

/** A site as the embed path knows it. */
export type EmbedEntry = {
  siteId: string;
  widgetId: string;
  timezone: string;
  /** Normalised hostnames; empty means any. */
  domains: string[];
  stamp: string;
  /** When the next notice starts or ends, in milliseconds; Infinity when none does. */
  contentUntil: number;
  /** When the bytes are to be made anew: contentUntil, or the end of the token's window when that comes first. */
  until: number;
  variants: Variants;
};

export type EmbedCache = {
  /**
   * @returns the site's entry, at once when it is in memory; null for an unknown site.
   * @throws DomainError 'unavailable' when the database cannot be asked and nothing is in memory.
   */
  get(siteId: string): EmbedEntry | Promise<EmbedEntry | null>;
  /** Something of the site changed: the next request sees it. */
  changed(siteId: string): void;
  /** Compares what is in memory with the database, for changes made by other processes, and lets go of idle sites. */
  poll(): Promise<void>;
};

type Slot = { entry: EmbedEntry; usedAt: number; isStale: boolean; retryAt: number };
type CacheDeps = Pick<Deps, 'clock' | 'log'> & { tokens: Pick<Deps['tokens'], 'signEmbed'> };

/** Ready bytes in memory, all sites together; the longest built go first. */
const BYTES_MAX = 128 * 1024 * 1024;
/** A site nobody asked for this long is let go, so that a poll costs by visited sites only. */
const IDLE = 5 * 60_000;
/** With the database gone, a stale entry is served this long before it is asked again. */
const RETRY = 2_000;
/** An answer that takes longer counts as none. */
const LOAD_TIMEOUT = 3_000;
const STAMPS_PER_QUERY = 500;
/** Brotli's quality: from 5 on it beats gzip's best, and above 9 a rebuild costs ten times as much for a few per cent. */
const BROTLI_QUALITY = 6;

/** @param bytesMax bound on the ready bytes of all sites together. */
export function makeEmbedCache(deps: CacheDeps, reads: EmbedReads, bytesMax = BYTES_MAX): EmbedCache {
  const { clock, log, tokens } = deps;
  const slots = new Map<string, Slot>();
  const loading = new Map<string, Promise<EmbedEntry | null>>();
  let bytes = 0;
  let isPollFailing = false;

  const drop = (siteId: string) => {
    const slot = slots.get(siteId);
    if (!slot) return;
    bytes -= sizeOf(slot.entry);
    slots.delete(siteId);
  };

  const keep = (entry: EmbedEntry) => {
    drop(entry.siteId);
    slots.set(entry.siteId, { entry, usedAt: clock.now(), isStale: false, retryAt: 0 });
    bytes += sizeOf(entry);
    for (const siteId of slots.keys()) {
      if (bytes <= bytesMax || siteId === entry.siteId) break;
      drop(siteId);
    }
  };

  const build = async (siteId: string): Promise<EmbedEntry | null> => {
    const now = clock.now();
    const source = await inTime(reads.load(siteId, new Date(now).toISOString()));
    if (!source) return null;
    const { payload, until } = buildPayload(source, now, tokens.signEmbed(siteId, now));
    const { site } = source;
    return {
      siteId,
      widgetId: site.widgetId,
      timezone: site.timezone,
      domains: site.domains.flatMap((domain) => hostnameOf(domain) ?? []),
      stamp: site.stamp,
      contentUntil: until,
      until: Math.min(until, (Math.floor(now / EMBED_TOKEN_WINDOW) + 1) * EMBED_TOKEN_WINDOW),
      variants: await encode(JSON.stringify(payload), site.revision),
    };
  };

  // One build at a time for a site. A change drops the build from `loading`: those who wait for it asked before the
  // change, but it must not be kept.
  const load = (siteId: string): Promise<EmbedEntry | null> => {
    const running = loading.get(siteId);
    if (running) return running;
    const own: Promise<EmbedEntry | null> = build(siteId)
      .then((entry) => {
        if (loading.get(siteId) !== own) return entry;
        if (entry) keep(entry);
        else drop(siteId);
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
    const slot = slots.get(siteId);
    if (slot) {
      log.warn({ err: error, siteId }, 'embed payload served stale');
      slot.retryAt = clock.now() + RETRY;
      return slot.entry;
    }
    if (!isUnavailable(error) && !(error instanceof DomainError)) throw error;
    throw new DomainError('unavailable', MESSAGES.unavailable, { retryAfter: RETRY / 1000 });
  };

  const compare = async (siteIds: string[]) => {
    const before = new Map(siteIds.map((siteId) => [siteId, slots.get(siteId)?.entry]));
    const stamps = await inTime(reads.stamps(siteIds));
    for (const [siteId, entry] of before) {
      const slot = slots.get(siteId);
      if (!entry || slot?.entry !== entry || stamps.get(siteId) === entry.stamp) continue;
      if (stamps.has(siteId)) slot.isStale = true;
      else drop(siteId);
    }
  };

  return {
    get(siteId) {
      const slot = slots.get(siteId);
      if (slot) {
        const now = clock.now();
        slot.usedAt = now;
        if ((!slot.isStale && now < slot.entry.until) || now < slot.retryAt) return slot.entry;
      } else if (siteId.length > 64 || !isStorable(siteId)) return Promise.resolve(null);
      return load(siteId);
    },
    changed(siteId) {
      loading.delete(siteId);
      const slot = slots.get(siteId);
      if (!slot) return;
      slot.isStale = true;
      slot.retryAt = 0;
    },
    async poll() {
      try {
        const idle = [...slots].filter(([, slot]) => slot.usedAt + IDLE < clock.now());
        const siteIds = [...slots.keys()];
        for (let at = 0; at < siteIds.length; at += STAMPS_PER_QUERY) {
          await compare(siteIds.slice(at, at + STAMPS_PER_QUERY));
        }
        // Only after the database answered: while it is gone, what is in memory is all there is.
        for (const [siteId, slot] of idle) if (slots.get(siteId) === slot) drop(siteId);
        if (isPollFailing) log.info('embed poll works again');
        isPollFailing = false;
      } catch (error) {
        if (!isPollFailing) log.warn({ err: error }, 'embed poll failed; payloads may be stale');
        isPollFailing = true;
      }
    },
  };
}

const sizeOf = ({ variants }: EmbedEntry) =>
  variants.br.bytes.length + variants.gzip.bytes.length + variants.identity.bytes.length;

function encode(text: string, revision: number): Promise<Variants> {
  // The revision alone is not enough: a notice starts and the token turns without one.
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 16);
  return makeVariants(text, `${revision}-${hash}`, BROTLI_QUALITY);
}

/** @throws DomainError 'unavailable' when `work` takes longer than LOAD_TIMEOUT: a hung database must not hang visitors. */
async function inTime<T>(work: Promise<T>): Promise<T> {
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
