// Does what is queued for the payment provider: at once when asked to, and every minute what is due. Several processes may
// run it. What fails is tried again with growing pauses, for as long as it takes.
import { CLOCK_SKEW, DAY, HOUR, isoNow, MINUTE, SECOND } from '#shared/time.ts';
import {
  type BillingJobKind,
  claimJob,
  ensureJob,
  finishJob,
  postponeJob,
  requestReads,
  type StoredBillingJob,
} from '../../db/billing-jobs.ts';
import { findUserIdOfCustomer, listDueSubscriptions } from '../../db/subscriptions.ts';
import { describeError, isBusy } from '../errors.ts';
import { everyMinute } from '../every-minute.ts';
import { syncCheckout, watchCheckout } from './checkouts.ts';
import { PaymentsError } from './payments.ts';
import { type BillingDeps, requireOwnAccount, requirePayments, syncSubscription } from './subscriptions.ts';

const POLL = 5 * SECOND;
/** Jobs done at the same time by one process: one that waits for the provider must not keep the others waiting. */
const CONCURRENCY = 4;
/** How long a claim lasts: if its process dies, the job is due again after this. */
const CLAIM = 2 * MINUTE;
/** Pauses grow from 10 s, tripling up to 6 hours. */
const retryDelay = (attempts: number) => Math.min(10 * SECOND * 3 ** (attempts - 1), 6 * HOUR);
/** From this attempt on the pause is the same. */
const LAST_DELAY = 8;
/** How long a stop waits for jobs in work. They are done again after the next start. */
const STOP_WAIT = 2 * SECOND;
/** Webhooks may be lost: every live subscription is read back this often, however quiet it is. */
const READ_EVERY = DAY;
const BATCH = 100;

const iso = (ms: number) => new Date(ms).toISOString();

/** A job that isn't over yet, without having failed: when it is due again, in milliseconds from now. */
export type NotYet = { again: number };

const JOBS: Record<BillingJobKind, (deps: BillingDeps, subject: string) => Promise<NotYet | undefined>> = {
  async 'sync-subscription'(deps, id) {
    await syncSubscription(deps, id);
    return undefined;
  },
  async 'sync-checkout'(deps, id) {
    const checkout = await requirePayments(deps).readCheckout(id);
    if (checkout) await syncCheckout(deps, checkout);
    return undefined;
  },
  'watch-checkout': watchCheckout,
  async 'cancel-subscription'(deps, id) {
    await gone(deps, () => requirePayments(deps).cancelSubscription(id, `cancel:${id}`));
    await syncSubscription(deps, id);
    return undefined;
  },
  async 'refund-subscription'(deps, id) {
    const payments = requirePayments(deps);
    await gone(deps, () => payments.cancelSubscription(id, `cancel:${id}`));
    const cents = await gone(deps, () => payments.refundSubscription(id, `refund:${id}`));
    deps.log.info({ subscription: id, cents: cents ?? 0 }, 'a subscription was canceled and refunded');
    await syncSubscription(deps, id);
    return undefined;
  },
  async 'read-dispute'(deps, id) {
    const payments = requirePayments(deps);
    const customer = await payments.readChargedCustomer(id);
    const user = customer === null ? undefined : await findUserIdOfCustomer(deps.db, customer);
    // Of another installation or another product.
    if (customer === null || user === undefined) return undefined;
    deps.log.warn(
      { charge: id, customer, user },
      "an account's owner disputes a payment: answer at the payment provider",
    );
    for (const subscription of await payments.listSubscriptions(customer))
      await syncSubscription(deps, subscription.id);
    return undefined;
  },
};

/** @returns null for what the provider doesn't know, once it is sure that we ask with our own keys. */
async function gone<T>(deps: BillingDeps, ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof PaymentsError) || error.kind !== 'not-found') throw error;
    await requireOwnAccount(deps);
    return null;
  }
}

/** Work at the payment provider that is queued. */
export type BillingJobs = {
  /** Starts what is due. Call it after the commit. */
  wake(): void;
};
export type RunningBillingJobs = BillingJobs & {
  /** Does what is due now, or waits for what is being done. */
  flush(): Promise<void>;
  /** Queues what hasn't been read back for long. */
  queueReads(): Promise<void>;
  /**
   * Asks the provider at once for every checkout and subscription that waits to be read, for a server that has just
   * started: the last one may have been killed between a payment and the answer to it. Never throws.
   */
  catchUp(): Promise<void>;
  stop(): Promise<void>;
};

/** @returns the worker, which looks for due jobs every minute, and from its first `wake` on every 5 s. */
export function startBillingJobs(deps: BillingDeps): RunningBillingJobs {
  const { database, db, clock, log } = deps;
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;

  /** Claimed still, because the database failed just then. */
  const left = new Set<StoredBillingJob>();

  async function work(): Promise<void> {
    while (!isStopped) {
      for (const job of left) await postpone(job, 0, null);
      const now = clock.now();
      // A job may wait longest after its last attempt, or while it is claimed or watched.
      const latest = Array.from({ length: LAST_DELAY }, (_, n) =>
        iso(now + Math.max(CLAIM, HOUR, retryDelay(n + 1)) + CLOCK_SKEW),
      );
      const job = await claimJob(database, iso(now), iso(now + CLAIM), latest);
      if (!job) return;
      await attempt(job);
    }
  }

  /** @param wait until it is due again, in milliseconds. @param error why it failed; null when it didn't */
  async function postpone(job: StoredBillingJob, wait: number, error: string | null): Promise<void> {
    try {
      await postponeJob(db, job, iso(clock.now() + wait), error);
      left.delete(job);
    } catch (failure) {
      left.add(job);
      throw failure;
    }
  }

  async function attempt(job: StoredBillingJob): Promise<void> {
    try {
      const notYet = await JOBS[job.kind](deps, job.subject);
      if (notYet) await postpone(job, notYet.again, null);
      else await finishJob(db, job);
    } catch (error) {
      if (isStopped) return;
      const isBug = !(error instanceof PaymentsError);
      const details = {
        job: job.id,
        attempts: job.attempts,
        ...(isBug ? describeError(error) : { error: error.message }),
      };
      log.warn(details, 'billing job failed, and is tried again');
      const wait = Math.max(
        retryDelay(job.attempts),
        ((error instanceof PaymentsError && error.retryAfter) || 0) * SECOND,
      );
      await postpone(job, isBusy(error) ? POLL : wait, String(error));
    }
  }

  let isFailing = false;
  function flush(): Promise<void> {
    running ??= Promise.all(Array.from({ length: CONCURRENCY }, work))
      .then(() => {
        isFailing = false;
      })
      .catch((error: unknown) => {
        // Once per outage, not on every poll.
        if (!isFailing && !isStopped) log.error(describeError(error), 'billing jobs could not be read');
        isFailing = true;
      })
      .finally(() => {
        running = null;
      });
    return running;
  }

  async function queueReads(): Promise<void> {
    const now = clock.now();
    const read = { before: iso(now - READ_EVERY), after: iso(now + CLOCK_SKEW) };
    for (const id of await listDueSubscriptions(db, iso(now), read, BATCH))
      await ensureJob(db, 'sync-subscription', id, isoNow(clock));
  }

  const stopMinutes = everyMinute(async () => {
    if (!deps.payments) return;
    try {
      await queueReads();
      await flush();
    } catch (error) {
      log.warn(describeError(error), 'subscriptions not read back');
    }
  });

  return {
    wake() {
      if (isStopped) return;
      timer ??= setInterval(flush, POLL).unref();
      setImmediate(flush);
    },
    flush,
    queueReads,
    async catchUp() {
      if (!deps.payments) return;
      try {
        await requestReads(db, isoNow(clock));
        await flush();
      } catch (error) {
        log.warn(describeError(error), 'what is paid not asked for at the start, but within a minute');
      }
    },
    async stop() {
      isStopped = true;
      if (timer) clearInterval(timer);
      let cut: NodeJS.Timeout | undefined;
      const limit = new Promise<void>((resolve) => {
        cut = setTimeout(resolve, STOP_WAIT);
      });
      await Promise.race([Promise.all([stopMinutes(), running]), limit]);
      clearTimeout(cut);
    },
  };
}
