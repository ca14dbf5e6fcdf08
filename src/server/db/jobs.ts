// Work that is to be done in the background. A job is deleted once it is done, and never given up: whoever is to be paid back
// or no longer charged must not depend on how long an outage lasts.
import { sql } from 'kysely';
import { z } from 'zod';
import { hasChanged, rowCodec, valuesOf } from './codecs.ts';
import type { Database, Db } from './open.ts';
import { claimDue } from './queue.ts';

/** A kind has a handler in its room. */
const JOB_KINDS = [
  'sync-subscription',
  'sync-checkout',
  'watch-checkout',
  'cancel-subscription',
  'refund-subscription',
  'read-dispute',
  'finish-retraction',
  'read-shop',
  'check-shop',
  'leave-shop',
] as const;
export type JobKind = (typeof JOB_KINDS)[number];

const { all, decode, encode } = rowCodec({
  /** `<kind>:<subject>`: asked for twice, it is done once. */
  id: z.string(),
  kind: z.enum(JOB_KINDS),
  /** The id of what it is about. */
  subject: z.string(),
  /** Counts up when it is asked for again, so that a run that began before does not count as done. */
  requests: z.number(),
  attempts: z.number(),
  nextAttemptAt: z.string().nullable(),
  lastError: z.string().nullable(),
  /** When it was last asked for. */
  createdAt: z.string(),
});
/** Work that outlives its request and its process (domain/jobs.ts). */
export type StoredJob = ReturnType<typeof decode>;

/** @param at when it is due, an hour from now at most: later is taken for a clock that was set back. Both ISO. */
const insertJob = (db: Db, kind: JobKind, subject: string, now: string, at: string) =>
  db.insertInto('jobs').values(
    encode({
      id: `${kind}:${subject}`,
      kind,
      subject,
      requests: 1,
      attempts: 0,
      nextAttemptAt: at,
      lastError: null,
      createdAt: now,
    }),
  );

/** Queues a job, due at once. One that waits already is due at once, too, and one that is being done is done again. */
export const requestJob = (db: Db, kind: JobKind, subject: string, now: string) =>
  insertJob(db, kind, subject, now, now)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        requests: sql<number>`jobs.requests + 1`,
        attempts: 0,
        next_attempt_at: now,
        created_at: now,
      }),
    )
    .execute();

/** Queues a job for `at`, unless it waits already: then it stays when it is. @returns whether it didn't. */
export const ensureJob = (db: Db, kind: JobKind, subject: string, now: string, at = now): Promise<boolean> =>
  hasChanged(insertJob(db, kind, subject, now, at).onConflict((conflict) => conflict.column('id').doNothing()));

/**
 * Makes all jobs of these kinds due, also those that another process had begun: it may have died, and they must be no worse
 * off for being done twice.
 */
export const requestAll = (db: Db, kinds: readonly JobKind[], now: string) =>
  db
    .updateTable('jobs')
    .set({ requests: sql<number>`requests + 1`, attempts: 0, next_attempt_at: now, created_at: now })
    .where('kind', 'in', kinds)
    .execute();

/** Deletes a job whose work was done elsewhere. */
export const deleteJob = (db: Db, kind: JobKind, subject: string) =>
  db.deleteFrom('jobs').where('id', '=', `${kind}:${subject}`).execute();

/** @returns what the jobs of a kind are about. */
export const listSubjects = (db: Db, kind: JobKind): Promise<string[]> =>
  valuesOf(db.selectFrom('jobs').select('subject').where('kind', '=', kind), 'subject');

/** Claims the oldest job that is due, as claimDue does. */
export const claimJob = (database: Database, now: string, until: string, latest: string[]): Promise<StoredJob | null> =>
  claimDue(database, 'jobs', { kinds: JOB_KINDS, decode }, now, until, latest);

/** A claim is over when the job is asked for again, also after it was done. */
const isClaim = ({ id, requests, attempts, createdAt }: StoredJob) => ({
  id,
  requests,
  attempts,
  created_at: createdAt,
});

/** Deletes a job that is done, unless it was asked for again meanwhile. */
export const finishJob = (db: Db, job: StoredJob) =>
  db
    .deleteFrom('jobs')
    .where((eb) => eb.and(isClaim(job)))
    .execute();

/** Ends a claim. @param next when the job is due again, ISO. @param error why it failed; null when it didn't. */
export const postponeJob = (db: Db, job: StoredJob, next: string, error: string | null) =>
  db
    .updateTable('jobs')
    .set({
      next_attempt_at: next,
      last_error: error?.replace(/\p{Cc}+/gu, ' ').slice(0, 500) ?? null,
      // What didn't fail has no pauses that grow.
      ...(error === null && { attempts: 1 }),
    })
    .where((eb) => eb.and(isClaim(job)))
    .execute();

/** @returns the jobs that failed and wait to be tried again, the oldest first. */
export const listFailingJobs = (db: Db): Promise<StoredJob[]> =>
  all(db.selectFrom('jobs').selectAll().where('last_error', 'is not', null).orderBy('created_at').orderBy('id'));
