// What hangs, and why, for the operator: registrations that should be further by now, and jobs that keep failing.
import { DAY, HOUR, isoOf } from '#shared/time.ts';
import { listFailingJobs } from '../../db/jobs.ts';
import { listUnfinishedRegistrations } from '../../db/registration-sweep.ts';
import type { StoredRegistration } from '../../db/registrations.ts';
import type { Deps } from '../../deps.ts';

/** A registration is expected to be done after this long. */
const HANGS_AFTER = HOUR;

/** @returns a line for each. */
export async function listHanging({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<string[]> {
  const before = isoOf(clock.now() - HANGS_AFTER);
  const registrations = (await listUnfinishedRegistrations(db)).filter(({ updatedAt }) => updatedAt <= before);
  const jobs = await listFailingJobs(db);
  return [
    ...registrations.map((row) => {
      const plan = `${row.plan}, ${row.cycle ?? 'no cycle'}`;
      return `${row.email}  ${plan}  since ${row.createdAt}: ${reasonOf(row, clock.now())}`;
    }),
    ...jobs.map(
      ({ kind, subject, attempts, nextAttemptAt, lastError }) =>
        `${kind} ${subject}: failed ${attempts} times, next ${nextAttemptAt ?? 'never'}: ${lastError}`,
    ),
  ];
}

function reasonOf(row: StoredRegistration, now: number): string {
  const refund = `paid back on ${row.expiresAt.slice(0, 10)}`;
  const reminded = row.reminders === 0 ? 'not reminded yet' : `reminded ${row.reminders} times`;
  if (row.status === 'paid') return `paid, but no account was made; ${reminded}, ${refund}`;
  if (row.status === 'user_created') {
    return row.paidAt === null
      ? 'has an account whose address is not verified; its payment has not arrived'
      : `paid, but the address of its account is not verified; ${reminded}, ${refund}`;
  }
  if (row.status === 'verified') return 'its account is ready; only the last step was not taken';
  const isOverdue = Date.parse(row.expiresAt) + DAY < now;
  if (isOverdue) return `should have expired, but its checkout ${row.checkoutId ?? ''} can't be closed at the provider`;
  return `waits for the payment of ${row.checkoutId ?? 'its checkout'}`;
}
