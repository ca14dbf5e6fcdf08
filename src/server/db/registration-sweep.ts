// Registrations that something is due for: to end, to be reminded of, to be looked at by the operator, to be forgotten.
import type { RegistrationStatus } from '#shared/contract/registration.ts';
import { hasChanged } from './codecs.ts';
import type { Db } from './open.ts';
import { OVER, registrationCodec, type StoredRegistration } from './registrations.ts';
import { deleteDue } from './removals.ts';

const { all } = registrationCodec;

/**
 * @param isPaid which of them: those that were paid for, or the others.
 * @returns registrations in one of these statuses that ended by `now` (ISO), the longest ago first.
 */
export const listEndedRegistrations = (
  db: Db,
  statuses: readonly RegistrationStatus[],
  isPaid: boolean,
  now: string,
  limit: number,
): Promise<StoredRegistration[]> =>
  all(
    db
      .selectFrom('registrations')
      .selectAll()
      .where('status', 'in', statuses)
      .where('paid_at', isPaid ? 'is not' : 'is', null)
      .where('expires_at', '<=', now)
      .orderBy('expires_at')
      .orderBy('id')
      .limit(limit),
  );

/** @returns those paid until `paidUntil` (ISO) that aren't finished and were reminded of fewer than `reminders` times. */
export const listUnreminded = (db: Db, paidUntil: string, reminders: number, limit: number) =>
  all(
    db
      .selectFrom('registrations')
      .selectAll()
      .where('status', 'in', ['paid', 'user_created'])
      .where('paid_at', '<=', paidUntil)
      .where('reminders', '<', reminders)
      .orderBy('paid_at')
      .orderBy('id')
      .limit(limit),
  );

/** Counts reminders. @returns whether this call did: another process may have been faster. */
export const countReminders = (db: Db, { id, reminders }: StoredRegistration, to: number): Promise<boolean> =>
  hasChanged(
    db
      .updateTable('registrations')
      .set({ reminders: to })
      .where('id', '=', id)
      .where('reminders', '=', reminders)
      .where('status', 'in', ['paid', 'user_created']),
  );

/** @returns those with a checkout or a payment that nobody has finished, the oldest first. */
export const listUnfinishedRegistrations = (db: Db): Promise<StoredRegistration[]> =>
  all(
    db
      .selectFrom('registrations')
      .selectAll()
      .where('status', 'in', ['payment_pending', 'paid', 'user_created', 'verified'])
      .where('plan', '!=', 'free')
      .orderBy('created_at')
      .orderBy('id'),
  );

/** Removes those that are over and ended before `before` (ISO), and keys that ended before then. */
export async function deleteOldRegistrations(db: Db, before: string, stopping?: AbortSignal): Promise<void> {
  const over = db.selectFrom('registrations').where('status', 'in', OVER).where('expires_at', '<', before);
  await deleteDue(db, 'registrations', ['id'], over, stopping);
  const ended = db.selectFrom('registration_keys').where('expires_at', '<', before);
  await deleteDue(db, 'registration_keys', ['key_hash'], ended, stopping);
}
