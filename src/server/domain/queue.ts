// Works through a queue in the database, on any number of instances: claims a row that is due, does what it says, and writes
// what became of it. The queues are the mailer's, the jobs (jobs.ts), and the sandbox's deliveries.
import { CLOCK_SKEW, HOUR, isoOf, SECOND } from '#shared/time.ts';
import { describeError } from './errors.ts';
import type { Log } from './ports.ts';

/** How often it is looked at without being asked. */
const POLL = 5 * SECOND;
/** From this attempt on the pause is the same. */
const LAST_DELAY = 8;

/** @returns the pause after so many attempts, in ms: 10 s, tripling up to 6 hours. */
export const retryDelay = (attempts: number): number => Math.min(10 * SECOND * 3 ** (attempts - 1), 6 * HOUR);

/**
 * @param least how long a row may wait whatever came before, in ms: the length of a claim, say.
 * @returns until when a row waits at most from `now` on (ISO), before the first attempt, after one, after two and so on.
 */
export const latestAttempts = (now: number, least: number): string[] =>
  Array.from({ length: LAST_DELAY + 1 }, (_, n) =>
    isoOf(now + Math.max(least, n > 0 ? retryDelay(n) : 0) + CLOCK_SKEW),
  );

/** A job that isn't over yet, without having failed: when it is due again, in milliseconds from now. */
export type NotYet = { again: number };

/**
 * What a kind of job does (domain/jobs.ts), with the id of what it is about. It may run twice: what it does must be no worse
 * for that. @throws and is tried again.
 */
export type JobHandler<Deps> = (deps: Deps, subject: string) => Promise<NotYet | undefined>;

/** Writes what became of an attempt. It may run again if the database failed. */
export type Settle = () => Promise<unknown>;

type QueueParts<Job> = {
  /** How many are done at once, so that one that waits for an answer doesn't delay those that are due with it. */
  concurrency?: number;
  /** @returns the next row that is due, claimed; null for none. */
  claim(): Promise<Job | null>;
  /**
   * Does the work. @returns what writes what became of it.
   * @throws what keeps the whole queue from going on, such as a database that is down: until the next look nothing is done.
   */
  attempt(job: Job): Promise<Settle>;
  /** Gives back a job whose attempt threw. Needed if attempts throw. */
  release?(job: Job): Promise<unknown>;
  /** Runs whenever nothing is due any more. */
  afterwards?(): Promise<void>;
  /** What the log says when the queue can't be read, once an outage. */
  failure: string;
};

type Queue = {
  /** Starts what is due, and from now on looks every 5 s. Call it after the commit. */
  wake(): void;
  /** Does what is due now, or waits for what is being done. Never throws. */
  flush(): Promise<void>;
  isStopped(): boolean;
  /** Claims nothing any more. @returns when what is being done is settled. */
  stop(): Promise<void>;
};

export function makeQueue<Job>(log: Log, parts: QueueParts<Job>): Queue {
  const { concurrency = 1, claim, attempt, release, afterwards, failure } = parts;
  let running: Promise<void> | null = null;
  let isAsked = false;
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  let isFailing = false;
  /** Still claimed, because the database failed just then. */
  const unsettled = new Set<Settle>();

  async function settle(write: Settle): Promise<void> {
    try {
      await write();
      unsettled.delete(write);
    } catch (error) {
      unsettled.add(write);
      throw error;
    }
  }
  async function attemptOrRelease(job: Job): Promise<Settle> {
    try {
      return await attempt(job);
    } catch (error) {
      unsettled.add(async () => release?.(job));
      throw error;
    }
  }
  async function next(): Promise<Job | null> {
    if (isStopped) return null;
    for (const write of unsettled) await settle(write);
    return claim();
  }
  async function work(first: Job | null): Promise<void> {
    for (let job = first; job !== null; job = await next()) await settle(await attemptOrRelease(job));
  }
  async function workAll(): Promise<void> {
    try {
      while (isAsked && !isStopped) {
        isAsked = false;
        const first = await next();
        const others = first === null ? [] : Array.from({ length: concurrency - 1 }, async () => work(await next()));
        const ended = await Promise.allSettled([work(first), ...others]);
        for (const one of ended) if (one.status === 'rejected') throw one.reason;
        await afterwards?.();
      }
      isFailing = false;
    } catch (error) {
      if (!isFailing && !isStopped) log.error(describeError(error), failure);
      isFailing = true;
    }
  }
  function flush(): Promise<void> {
    isAsked = true;
    running ??= workAll().finally(() => {
      running = null;
    });
    return running;
  }
  return {
    wake() {
      if (isStopped) return;
      timer ??= setInterval(flush, POLL).unref();
      setImmediate(flush);
    },
    flush,
    isStopped: () => isStopped,
    async stop() {
      isStopped = true;
      if (timer) clearInterval(timer);
      await running;
    },
  };
}
