// Group commit: events of many requests are added up and written in one transaction, and every request is answered
// only after that commit. What waits is bounded; a slow database makes answers slow, a full queue says so.
import type { EmbedEvent } from '#shared/embed/payload.ts';
import { MESSAGES } from '#shared/messages.ts';
import type { Tally, TallyWriter } from '../db/counting.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from './errors.ts';
import { makeHours } from './hours.ts';

export type CountedSite = { siteId: string; widgetId: string; timezone: string };

export type Counting = {
  /**
   * Adds the events to their notices' counters, all of them or none.
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
  /** Rows of one transaction (notices and hours): bounds how long one holds the database. */
  rows: number;
  /** Transactions that may wait; with `rows` it bounds the memory that a flood of made-up notice ids can take. */
  batches: number;
};

const BOUNDS: CountingBounds = { requests: 10_000, rows: 1_000, batches: 20 };
const RETRY_AFTER = 2;

type Batch = { tallies: Map<string, Tally>; requests: number; commit: PromiseWithResolvers<void> };

const FIELD = { display: 'displays', click: 'clicks', dismiss: 'dismissals' } as const;

const unavailable = () => new DomainError('unavailable', MESSAGES.unavailable, { retryAfter: RETRY_AFTER });

/** @param write adds a batch in one transaction; called again only when the last call has ended. */
export function makeCounting(
  { clock, log }: Pick<Deps, 'clock' | 'log'>,
  write: TallyWriter,
  bounds: CountingBounds = BOUNDS,
): Counting {
  const hourOf = makeHours();
  /** The last one takes more; it is the only one unless more rows came than one transaction may have. */
  const batches: Batch[] = [];
  let waiting = 0;
  let isStopped = false;
  let isFailing = false;
  let running: Promise<void> | null = null;

  const isFull = () =>
    waiting >= bounds.requests ||
    (batches.length >= bounds.batches && (batches.at(-1)?.tallies.size ?? 0) >= bounds.rows);

  const openBatch = (): Batch => {
    const last = batches.at(-1);
    if (last && last.tallies.size < bounds.rows) return last;
    const batch: Batch = { tallies: new Map(), requests: 0, commit: Promise.withResolvers<void>() };
    batches.push(batch);
    return batch;
  };

  const flush = async (batch: Batch) => {
    try {
      await write([...batch.tallies.values()]);
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

  // On the next turn of the event loop, so that requests which arrived together share the commit: a fixed pause would
  // only add to every answer.
  const run = async () => {
    for (;;) {
      await new Promise(setImmediate);
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
      const hour = hourOf(site.timezone, clock.now());
      const batch = openBatch();
      for (const event of events) {
        const key = `${site.siteId} ${hour} ${event.notificationId}`;
        let tally = batch.tallies.get(key);
        if (!tally) {
          const { siteId, widgetId } = site;
          const { notificationId } = event;
          tally = { siteId, widgetId, notificationId, hour, displays: 0, clicks: 0, dismissals: 0 };
          batch.tallies.set(key, tally);
        }
        tally[FIELD[event.type]]++;
      }
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
