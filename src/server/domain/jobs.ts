// Work in the background that outlives its request and its process: queued in the transaction that wants it (db/jobs.ts),
// done as soon as somebody wakes it, on any number of instances, and tried again with growing pauses for as long as it
// takes. Each kind has a handler in its room: docs/how-to/background-job.md.
import { setTimeout as pause } from 'node:timers/promises';
import { HOUR, isoOf, MINUTE, SECOND } from '#shared/time.ts';
import { claimJob, finishJob, type JobKind, postponeJob, type StoredJob } from '../db/jobs.ts';
import { BILLING_JOBS } from './billing/jobs.ts';
import { PaymentsError } from './billing/payments.ts';
import type { BillingDeps } from './billing/subscriptions.ts';
import { describeError, isBusy } from './errors.ts';
import { EVENT_JOBS, type EventJobDeps } from './events/jobs.ts';
import { ShopError } from './events/shop.ts';
import { type AtWork, makeAtWork } from './every-minute.ts';
import { type JobHandler, latestAttempts, makeQueue, retryDelay } from './queue.ts';

type JobDeps = BillingDeps & EventJobDeps;

const HANDLERS: Record<JobKind, JobHandler<JobDeps>> = { ...BILLING_JOBS, ...EVENT_JOBS };

/** Jobs done at the same time by one process. */
const CONCURRENCY = 4;
/** How long a claim lasts: if its process dies, the job is due again after this. */
const CLAIM = 2 * MINUTE;
/** The longest pause that a handler or the provider may ask for. */
const WAIT_MAX = HOUR;
/** When a job is tried again that the database kept waiting. */
const RETRY = 5 * SECOND;
/** How long a stop waits for jobs in work. They are done again after the next start. */
const STOP_WAIT = 2 * SECOND;

export type Jobs = {
  /** Starts what is due. Call it after the commit. */
  wake(): void;
};
export type RunningJobs = Jobs & {
  /** Does what is due now, or waits for what is being done. */
  flush(): Promise<void>;
  stop(): Promise<void>;
};

/** @returns the worker, which looks for due jobs every 5 s from its first `wake` on. */
export function makeJobs(deps: JobDeps, atWork: AtWork = makeAtWork()): RunningJobs {
  const { database, db, clock, log } = deps;
  const queue = makeQueue<StoredJob>(log, {
    concurrency: CONCURRENCY,
    failure: 'jobs could not be read',
    claim() {
      const now = clock.now();
      return claimJob(database, isoOf(now), isoOf(now + CLAIM), latestAttempts(now, Math.max(CLAIM, WAIT_MAX)));
    },
    async attempt(job) {
      /** @param wait until it is due again, in milliseconds. @param error why it failed; null when it didn't */
      const postponed = (wait: number, error: string | null) => {
        const next = isoOf(clock.now() + wait);
        return () => postponeJob(db, job, next, error);
      };
      try {
        const notYet = await atWork.as(job.kind, () => HANDLERS[job.kind](deps, job.subject));
        return notYet ? postponed(Math.min(notYet.again, WAIT_MAX), null) : () => finishJob(db, job);
      } catch (error) {
        // Done again after the next start, once the claim is over.
        if (queue.isStopped()) return async () => {};
        // What others didn't do, told in words that hold no secret.
        const theirs = error instanceof PaymentsError || error instanceof ShopError ? error : null;
        const details = {
          job: job.id,
          attempts: job.attempts,
          ...(theirs ? { error: theirs.message } : describeError(error)),
        };
        log.warn(details, 'job failed, and is tried again');
        const asked = (theirs?.retryAfter ?? 0) * SECOND;
        const wait = Math.max(retryDelay(job.attempts), Math.min(asked, WAIT_MAX));
        return postponed(isBusy(error) ? RETRY : wait, String(error));
      }
    },
  });
  return {
    wake: queue.wake,
    flush: queue.flush,
    stop: () => Promise.race([queue.stop(), pause(STOP_WAIT, undefined, { ref: false })]),
  };
}
