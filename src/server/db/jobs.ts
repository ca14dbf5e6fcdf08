// What is still to be done at the payment provider. A job is deleted once the provider has confirmed it, and never given
// up: whoever is to be paid back or no longer charged must not depend on how long an outage lasts.
import { sql } from 'kysely';
import { z } from 'zod';
import { BILLING_JOB_KINDS, type BillingJobKind, type StoredBillingJob } from './billing-schema.ts';
import { claimDue } from './claims.ts';
import { rowCodec } from './codecs.ts';
import type { Database, Db } from './open.ts';

export type { BillingJobKind, StoredBillingJob };

const { decode, encode } = rowCodec({
  id: z.string(),
  kind: z.enum(BILLING_JOB_KINDS),
  subject: z.string(),
  requests: z.number(),
  attempts: z.number(),
  nextAttemptAt: z.string().nullable(),
  lastError: z.string().nullable(),
  createdAt: z.string(),
});

const insertJob = (db: Db, kind: BillingJobKind, subject: string, now: string) =>
  db.insertInto('billing_jobs').values(
    encode({
      id: `${kind}:${subject}`,
      kind,
      subject,
      requests: 1,
      attempts: 0,
      nextAttemptAt: now,
      lastError: null,
      createdAt: now,
    }),
  );

/** Queues a job, due at once. One that waits already is due at once, too, and one that is being done is done again. */
export const requestJob = (db: Db, kind: BillingJobKind, subject: string, now: string) =>
  insertJob(db, kind, subject, now)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        requests: sql<number>`billing_jobs.requests + 1`,
        attempts: 0,
        next_attempt_at: now,
      }),
    )
    .execute();

/** Queues a job for `at` (ISO) unless it waits already: then it stays when it is. */
export const ensureJob = (db: Db, kind: BillingJobKind, subject: string, at: string) =>
  insertJob(db, kind, subject, at)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();

/**
 * Makes all jobs due that read what the provider has, also those that another process had begun: it may have died, and is
 * no worse off when they are done twice.
 */
export const requestReads = (db: Db, now: string) =>
  db
    .updateTable('billing_jobs')
    .set({ requests: sql<number>`requests + 1`, attempts: 0, next_attempt_at: now })
    .where('kind', 'in', ['watch-checkout', 'sync-checkout', 'sync-subscription'] satisfies BillingJobKind[])
    .execute();

/** Claims the oldest job due at `now`, as claimDue does. @returns null when nothing is due. */
export async function claimJob(
  database: Database,
  now: string,
  until: string,
  latest: string[],
): Promise<StoredBillingJob | null> {
  const row = await claimDue(database, 'billing_jobs', now, until, latest);
  return row ? decode(row) : null;
}

/** A claim is over when the job is asked for again. */
const isClaim = ({ id, requests, attempts }: StoredBillingJob) => ({ id, requests, attempts });

/** Deletes a job that is done, unless it was asked for again meanwhile. */
export const finishJob = (db: Db, job: StoredBillingJob) =>
  db
    .deleteFrom('billing_jobs')
    .where((eb) => eb.and(isClaim(job)))
    .execute();

/** Ends a claim. @param next when the job is due again, ISO. @param error why it failed; null when it didn't. */
export const postponeJob = (db: Db, job: StoredBillingJob, next: string, error: string | null) =>
  db
    .updateTable('billing_jobs')
    .set({
      next_attempt_at: next,
      last_error: error?.replace(/\p{Cc}+/gu, ' ').slice(0, 500) ?? null,
      // What didn't fail has no pauses that grow.
      ...(error === null && { attempts: 1 }),
    })
    .where((eb) => eb.and(isClaim(job)))
    .execute();

/** @returns the jobs that failed and wait to be tried again, the oldest first. */
export async function listFailingJobs(db: Db): Promise<StoredBillingJob[]> {
  const rows = await db
    .selectFrom('billing_jobs')
    .selectAll()
    .where('last_error', 'is not', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(decode);
}
