// Group commit: adds up the interactions of many requests, stores them in one transaction, and answers each request
// only after the commit. The queue is bounded: a slow database delays responses, a full queue refuses requests.
import type { Interaction } from '#shared/embed/payload.ts';
import { MESSAGES } from '#shared/messages.ts';
import type { TallyWriter } from '../db/counting/tally-writer.ts';
import { isUnavailable } from '../db/faults.ts';
import type { Deps } from '../deps.ts';
import { DomainError, describeError } from '../domain/errors.ts';
import { makeMoments } from '../domain/stats/zone.ts';
import { makeReach } from './reach.ts';
import { addInteraction, makeTallies, type Site, sizeOf, type Tallies } from './tallies.ts';

type CountedSite = Site & { timezone: string };

export type Counting = {
  /**
   * Adds the interactions to the counters of their notifications, hours, devices and pages, and to the widget's cost:
   * all or none. Skips interactions with notifications of other widgets. Resolves after the commit.
   * @param address a hash of the reporter's address; without it, displays add to no page's reach.
   * @throws DomainError 'unavailable' when the queue is full, the server is stopping, or the transaction failed.
   */
  count(site: CountedSite, interactions: Interaction[], address?: string): Promise<void>;
  /** Stops accepting interactions, and resolves when everything queued is stored or refused. */
  stop(): Promise<void>;
};

export type CountingBounds = {
  /** How many requests may wait for their commit. */
  requests: number;
  /**
   * Tallies per transaction. Limits how long it holds the database, since a tally touches at most one row of each
   * table. The last request of a transaction may exceed it.
   */
  tallies: number;
  /**
   * How many transactions may wait. With `tallies`, limits the memory that a flood of made-up ids and pages can take.
   */
  batches: number;
};

const BOUNDS: CountingBounds = { requests: 10_000, tallies: 1_000, batches: 20 };
const RETRY_AFTER = 2;
/** How many ticks of the event loop a commit waits for more requests at most: a few milliseconds under full load. */
const TICKS_MAX = 4;

type Batch = { tallies: Tallies; requests: number; commit: PromiseWithResolvers<void> };

const unavailable = () => new DomainError('unavailable', MESSAGES.unavailable, { retryAfter: RETRY_AFTER });

/** @param write stores a batch in one transaction; calls never overlap. */
export function makeCounting(
  { clock, log }: Pick<Deps, 'clock' | 'log'>,
  write: TallyWriter,
  bounds: CountingBounds = BOUNDS,
): Counting {
  const momentOf = makeMoments();
  const noteReach = makeReach();
  /** The last batch is open; there are others only when more arrived than one transaction may hold. */
  const batches: Batch[] = [];
  let waiting = 0;
  let isStopped = false;
  let isFailing = false;
  let running: Promise<void> | null = null;

  const hasRoom = (batch: Batch | undefined) => batch !== undefined && sizeOf(batch.tallies) < bounds.tallies;
  const isFull = () => waiting >= bounds.requests || (batches.length >= bounds.batches && !hasRoom(batches.at(-1)));

  const openBatch = (): Batch => {
    const last = batches.at(-1);
    if (last && hasRoom(last)) return last;
    const batch: Batch = { tallies: makeTallies(), requests: 0, commit: Promise.withResolvers<void>() };
    batches.push(batch);
    return batch;
  };

  const refuse = (batch: Batch) => {
    batch.commit.reject(unavailable());
    waiting -= batch.requests;
  };

  const flush = async (batch: Batch) => {
    try {
      const { notifications, costs, days } = batch.tallies;
      await write([...notifications.values()], [...costs.values()], [...days.values()]);
      if (isFailing) log.info('interactions are counted again');
      isFailing = false;
      batch.commit.resolve();
      waiting -= batch.requests;
    } catch (error) {
      if (!isFailing) log.error(describeError(error), 'interactions could not be counted');
      isFailing = true;
      refuse(batch);
      // Those behind it would wait for as long again, which is longer than a call may take.
      if (isUnavailable(error)) for (const next of batches.splice(0)) refuse(next);
    }
  };

  // A commit costs as much as dozens of requests, so it waits as long as each tick of the event loop brings more, and
  // requests that arrive together share it. A fixed wait would delay every response.
  const gather = async () => {
    for (let tick = 0, before = 0; tick < TICKS_MAX && waiting > before; tick++) {
      before = waiting;
      await new Promise(setImmediate);
    }
  };

  const run = async () => {
    for (;;) {
      await gather();
      const batch = batches.shift();
      if (!batch) break;
      await flush(batch);
    }
    running = null;
  };

  return {
    async count(site, interactions, address) {
      if (interactions.length === 0) return;
      if (isStopped || isFull()) throw unavailable();
      const now = clock.now();
      const moment = momentOf(site.timezone, now);
      const batch = openBatch();
      const reporter = address === undefined ? null : { address, noteReach };
      for (const one of interactions) addInteraction(batch.tallies, site, moment, now, one, reporter);
      batch.requests++;
      waiting++;
      running ??= run();
      return batch.commit.promise;
    },
    async stop() {
      isStopped = true;
      while (running) await running;
    },
  };
}
