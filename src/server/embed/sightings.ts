// Notes where each site's snippet is seen, where it is refused, and which unknown ids its domains ask for. Noting is a
// look into memory; what is new is written a moment later, away from the request, and a write that fails costs nobody
// anything but 'last seen'. Nothing about visitors is kept: addresses only weigh hosts against each other, as hashes that
// mean nothing outside of this process.
import { LRUCache } from 'lru-cache';
import { hostnameOf } from '#shared/contract/site.ts';
import type { Interaction } from '#shared/embed/payload.ts';
import { HOSTS_PER_ADDRESS } from '#shared/limits.ts';
import { DAY, isDue, MINUTE } from '#shared/time.ts';
import { keyOf } from '../db/counting/rows.ts';
import type { SightingKind } from '../db/sightings.ts';
import type { Deps } from '../deps.ts';
import { addressBucket } from '../http/client-address.ts';
import type { Asked } from '../http/door.ts';
import { memoize } from '../http/memoize.ts';
import { makeAddressHash } from './address-limits.ts';
import { makeReach } from './reach.ts';
import { makeSightingStore } from './sighting-store.ts';

export type Sightings = {
  /** A page asked for the site and may. */
  seen(c: Asked, siteId: string): void;
  /** A page asked for the site and is not among its domains. */
  refused(c: Asked, siteId: string): void;
  /** A page asked with an id of no site. */
  unknown(c: Asked, askedId: string): void;
  /** Interactions of the site were stored. */
  counted(siteId: string, interactions: readonly Interaction[]): void;
  /** Writes what was noted, in the background otherwise. */
  flush(): Promise<void>;
  stop(): Promise<void>;
};

/** Pages and sites whose last minute is remembered. */
const NOTED_MAX = 20_000;
/** An origin is a scheme, a host of at most 253 characters and a port. */
const ORIGIN_MAX = 300;
/** Anything else that was put in the place of an id is not repeated to an owner. */
const ID_FORM = /^[\w-]{1,64}$/;
const REACH_BOUNDS = { addresses: 20_000, pages: 20_000 };

/**
 * @returns the address of the requesting page: its Origin. Browsers leave that out when the page is on this server itself,
 * and say so; then the page's host is the one that was asked. Without either no page asked, or one that does not say.
 */
function pageOf(c: Asked): string | undefined {
  const origin = c.req.header('origin');
  if (origin !== undefined) return origin;
  if (c.req.header('sec-fetch-site') !== 'same-origin') return undefined;
  return `http://${c.req.header('host')}`;
}

/** @returns the hostname of a page's address; null for opaque origins, and for what is none of the web's. */
const hostOf = (page: string): string | null => (/^https?:\/\//.test(page) ? hostnameOf(page) : null);

export function makeSightings(
  deps: Pick<Deps, 'bots' | 'clock' | 'config' | 'database' | 'isRegistrable' | 'log'>,
  addressOf: (c: Asked) => string,
): Sightings {
  const { clock } = deps;
  const isBot = memoize(deps.bots.isBot);
  const hash = makeAddressHash();
  const noteReach = makeReach(REACH_BOUNDS, HOSTS_PER_ADDRESS);
  const store = makeSightingStore(deps);
  /** Until when a page's requests tell nothing new. Bounded by size: by `max`, a cache allocates all of its room at once. */
  const noted = new LRUCache<string, number>({ maxSize: NOTED_MAX, sizeCalculation: () => 1 });

  const note = (c: Asked, kind: SightingKind, siteId: string, askedId: string, page: string, now: number) => {
    // First, because a bot's request is noted each time.
    if (isBot(c.req.header('user-agent') ?? '')) return;
    const host = hostOf(page);
    if (host === null) return;
    const address = hash(addressBucket(addressOf(c)), now);
    const day = String(Math.floor(now / DAY));
    const reach = noteReach(siteId, `${kind} ${day}`, address, keyOf(host, askedId));
    if (store.add({ siteId, kind, host, askedId, at: now, ...reach }))
      noted.set(`${kind} ${siteId} ${askedId} ${page}`, now + MINUTE);
  };

  const noteOnce = (c: Asked, kind: SightingKind, siteId: string, askedId: string) => {
    try {
      const page = pageOf(c);
      if (page === undefined || page.length > ORIGIN_MAX) return;
      const now = clock.now();
      const until = noted.get(`${kind} ${siteId} ${askedId} ${page}`);
      if (until === undefined || isDue(until, now, MINUTE)) note(c, kind, siteId, askedId, page, now);
    } catch (error) {
      // Whatever goes wrong here, the visitor gets their answer.
      store.report(error);
    }
  };

  return {
    seen: (c, siteId) => noteOnce(c, 'seen', siteId, ''),
    refused: (c, siteId) => noteOnce(c, 'refused', siteId, ''),
    unknown(c, askedId) {
      if (ID_FORM.test(askedId)) noteOnce(c, 'other-id', '', askedId);
    },
    counted(siteId, interactions) {
      for (const { type } of interactions)
        if (type === 'display' || type === 'click' || type === 'dismiss') store.addFirst(siteId, type, clock.now());
    },
    flush: store.flush,
    stop: store.stop,
  };
}
