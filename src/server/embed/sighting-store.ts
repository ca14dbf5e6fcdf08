// What was sighted and is not written yet: bounded in memory, written a tick (a second) after the first of it, off any
// request.

import { LRUCache } from 'lru-cache';
import { isAllowedHost } from '#shared/embed/protocol.ts';
import { SECOND } from '#shared/time.ts';
import { keyOf } from '../db/counting/rows.ts';
import { makeSightingWriter, type Sighting } from '../db/sighting-writer.ts';
import { findFirstHour, findListing, type Listing, listFirsts, storeFirst } from '../db/sightings.ts';
import { domainsOf } from '../db/sites.ts';
import type { Deps } from '../deps.ts';
import { describeError } from '../domain/errors.ts';
import { momentOf } from '../domain/site/installation.ts';

/** After a write that failed. */
const RETRY_DELAY = 10 * SECOND;
/**
 * Hosts that wait for one batch: of all sites, and of one, so that nobody crowds out the others; few of them from addresses
 * that made up their share already, so that these don't crowd out the site's own hosts.
 */
const BOUNDS = { sightings: 2_000, perSite: 50, weightlessPerSite: 10, sites: 5_000 };
/** Sites whose first display and click are known to be stored. */
const KNOWN_MAX = 20_000;

type First = 'displays' | 'clicks';
/** When a site's first display and click were noted, in milliseconds. */
type Firsts = Partial<Record<First, number>>;

export type SightingStore = {
  /** @returns whether there was room for it. */
  add(sighting: Sighting): boolean;
  addFirst(siteId: string, type: 'display' | 'click' | 'dismiss', at: number): void;
  /** Logs an error, once until something is written again. */
  report(error: unknown): void;
  flush(): Promise<void>;
  stop(): Promise<void>;
};

const keyOfSighting = ({ siteId, kind, host, askedId }: Sighting) => keyOf(siteId, kind, host, askedId);

export function makeSightingStore({
  config,
  database,
  isRegistrable,
  log,
}: Pick<Deps, 'config' | 'database' | 'isRegistrable' | 'log'>): SightingStore {
  const { db } = database;
  /** From the first sighting to its write: an owner who waits for it looks every four seconds. */
  const { tick } = config;
  const write = makeSightingWriter(database);
  let sightings = new Map<string, Sighting>();
  let perSite = new Map<string, number>();
  let firsts = new Map<string, Firsts>();
  // Bounded by size: by `max`, a cache allocates all of its room at once.
  const known = new LRUCache<string, Partial<Record<First, true>>>({ maxSize: KNOWN_MAX, sizeCalculation: () => 1 });
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let isFailing = false;
  let isStopped = false;

  const report = (error: unknown) => {
    if (!isFailing) log.warn(describeError(error), 'sightings not written');
    isFailing = true;
  };

  const schedule = (delay: number) => {
    if (isStopped) return;
    timer ??= setTimeout(() => void flush(), delay).unref();
  };

  const keep = (sighting: Sighting): boolean => {
    const key = keyOfSighting(sighting);
    const waiting = sightings.get(key);
    if (waiting) {
      const [older, newer] = waiting.at < sighting.at ? [waiting, sighting] : [sighting, waiting];
      sightings.set(key, { ...newer, more: older.more + newer.more, all: Math.max(older.all, newer.all) });
      return true;
    }
    const ofSite = perSite.get(sighting.siteId) ?? 0;
    const bound = sighting.all === 0 ? BOUNDS.weightlessPerSite : BOUNDS.perSite;
    if (sightings.size >= BOUNDS.sightings || ofSite >= bound) return false;
    perSite.set(sighting.siteId, ofSite + 1);
    sightings.set(key, sighting);
    return true;
  };

  /**
   * @returns the sites that list a host where an unknown id was asked for. Nobody is told if another owner lists it, too,
   * or if all it takes to list it is a public suffix: its owner would learn of others' pages.
   */
  const listersOf = async (host: string): Promise<string[]> => {
    const listing: Listing[] = [];
    for (const site of await findListing(db, host)) {
      const above = domainsOf(site).filter((domain) => isAllowedHost(host, [domain]));
      const isOwn = await Promise.all(above.map(isRegistrable));
      if (isOwn.includes(true)) listing.push(site);
    }
    const owners = new Set(listing.map(({ ownerId }) => ownerId));
    return owners.size === 1 ? listing.map(({ id }) => id) : [];
  };

  /** Writes the unknown ids of one host, since a look-up reads the domains of all sites. @returns those of other hosts. */
  const writeUnknown = async (unknown: readonly Sighting[]): Promise<Sighting[]> => {
    const [next] = unknown;
    if (!next) return [];
    const siteIds = await listersOf(next.host);
    const ofHost = unknown.filter(({ host }) => host === next.host);
    await write(ofHost.flatMap((one) => siteIds.map((siteId) => ({ ...one, siteId }))));
    return unknown.filter(({ host }) => host !== next.host);
  };

  const writeFirsts = async (batch: Map<string, Firsts>): Promise<void> => {
    if (batch.size === 0) return;
    const stored = await listFirsts(db, [...batch.keys()]);
    for (const [siteId, at] of batch) {
      const before = stored.get(siteId);
      const isKnown = { displays: before?.displayAt, clicks: before?.clickAt };
      for (const count of ['displays', 'clicks'] as const) {
        if (at[count] === undefined) continue;
        if (!isKnown[count]) {
          // What was reported has counted only if the statistics say so.
          const first = await findFirstHour(db, { id: siteId }, count);
          if (!first) continue;
          const moment = momentOf(new Date(at[count]).toISOString(), first.hour, '') ?? first.hour;
          await storeFirst(
            db,
            siteId,
            count === 'clicks'
              ? { firstClickAt: moment }
              : { firstDisplayAt: moment, displayedId: first.notificationId },
          );
        }
        known.set(siteId, { ...known.get(siteId), [count]: true });
      }
    }
  };

  const writeBatch = async () => {
    const [batch, events] = [[...sightings.values()], firsts];
    [sightings, perSite, firsts] = [new Map(), new Map(), new Map()];
    try {
      await write(batch.filter(({ kind }) => kind !== 'other-id'));
      const left = await writeUnknown(batch.filter(({ kind }) => kind === 'other-id'));
      await writeFirsts(events);
      for (const one of left) keep(one);
      if (left.length > 0) schedule(tick);
      if (isFailing) log.info('sightings are written again');
      isFailing = false;
    } catch (error) {
      report(error);
      for (const one of batch) keep(one);
      for (const [siteId, at] of events) firsts.set(siteId, { ...firsts.get(siteId), ...at });
      schedule(RETRY_DELAY);
    }
  };

  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    running = running.then(writeBatch);
    return running;
  };

  return {
    add(sighting) {
      const isKept = keep(sighting);
      schedule(tick);
      return isKept;
    },
    addFirst(siteId, type, at) {
      if (type === 'dismiss') return;
      const count = type === 'click' ? 'clicks' : 'displays';
      if (known.get(siteId)?.[count] || firsts.get(siteId)?.[count] !== undefined) return;
      if (firsts.size >= BOUNDS.sites && !firsts.has(siteId)) return;
      firsts.set(siteId, { ...firsts.get(siteId), [count]: at });
      schedule(tick);
    },
    report,
    flush,
    async stop() {
      isStopped = true;
      await flush();
    },
  };
}
