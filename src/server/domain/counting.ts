// Group commit: events of many requests are added up and written in one transaction, and every request is answered
// only after that commit. What waits is bounded; a slow database makes answers slow, a full queue says so.
import type { EmbedEvent } from '#shared/embed/payload.ts';
import { MESSAGES } from '#shared/messages.ts';
import type { TallyWriter } from '../db/counting.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from './errors.ts';
import { addEvent, makeSums, type Site, type Sums, sizeOf } from './event-sums.ts';
import { makeMoments } from './hours.ts';

export type CountedSite = Site & { timezone: string };

export type Counting = {
  /**
   * Adds the events to the counters of their notices, hours, devices and pages, and to the widget's cost: all or none.
   * @returns when they are in the database; events of notices that are not this widget's are passed over.
   * @throws DomainError 'unavailable' when the queue is full, the server is stopping, or the transaction failed.
   */
  count(site: CountedSite, events: EmbedEvent[]): Promise<void>;
  /** Takes no more, and returns when everything that waited is written or refused. */
  stop(): Promise<void>;
};

export type CountingBounds = {
  /** Requests that may wait for their commit at once, in memory. */
  requests: number;
  /**
   * Sums of one transaction, each over the same notice, hour, page and device, or of costs: bounds how long it holds the
   * database, since a sum touches a row of each table at most. A request's last events may exceed it.
   */
  sums: number;
  /** Transactions that may wait; with `sums` it bounds the memory that a flood of made-up notices and pages can take. */
  batches: number;
};

const BOUNDS: CountingBounds = { requests: 10_000, sums: 1_000, batches: 20 };
const RETRY_AFTER = 2;
/** Turns of the event loop that a commit waits at most for more requests: some milliseconds under full load. */
const TURNS_MAX = 4;

type Batch = { sums: Sums; requests: number; commit: PromiseWithResolvers<void> };

const unavailable = () => new DomainError('unavailable', MESSAGES.unavailable, { retryAfter: RETRY_AFTER });

/** @param write adds a batch in one transaction; called again only when the last call has ended. */
export function makeCounting(
  { clock, log }: Pick<Deps, 'clock' | 'log'>,
  write: TallyWriter,
  bounds: CountingBounds = BOUNDS,
): Counting {
  const momentOf = makeMoments();
  /** The last one takes more; it is the only one unless more came than one transaction may hold. */
  const batches: Batch[] = [];
  let waiting = 0;
  let isStopped = false;
  let isFailing = false;
  let running: Promise<void> | null = null;

  const hasRoom = (batch: Batch | undefined) => batch !== undefined && sizeOf(batch.sums) < bounds.sums;
  const isFull = () => waiting >= bounds.requests || (batches.length >= bounds.batches && !hasRoom(batches.at(-1)));

  const openBatch = (): Batch => {
    const last = batches.at(-1);
    if (last && hasRoom(last)) return last;
    const batch: Batch = { sums: makeSums(), requests: 0, commit: Promise.withResolvers<void>() };
    batches.push(batch);
    return batch;
  };

  const flush = async (batch: Batch) => {
    try {
      await write([...batch.sums.tallies.values()], [...batch.sums.costs.values()]);
      if (isFailing) log.info('events are counted again');
      isFailing = false;
      batch.commit.resolve();
    } catch (error) {
      if (!isFailing) log.error({ err: error }, 'events could not be counted');
      isFailing = true;
      batch.commit.reject(unavailable());
    }
    waiting -= batch.requests;
  };

  // A commit costs as much as dozens of requests, so it waits while turns of the event loop bring more of them: those
  // that arrive together share it. A fixed pause would only add to every answer.
  const gather = async () => {
    for (let turn = 0, before = 0; turn < TURNS_MAX && waiting > before; turn++) {
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
    async count(site, events) {
      if (events.length === 0) return;
      if (isStopped || isFull()) throw unavailable();
      const moment = momentOf(site.timezone, clock.now());
      const batch = openBatch();
      for (const event of events) addEvent(batch.sums, site, moment, event);
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
