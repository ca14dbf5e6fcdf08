// What the mailbox proves wins: anybody can register with somebody else's address, but only its owner opens what is mailed
// there. Whoever has opened a link holds the registration alone, no other one makes an account with the address meanwhile,
// and what somebody made with it and never verified is gone.

import { isoNow } from '#shared/time.ts';
import type { Db } from '../../db/open.ts';
import { deleteRegistrationKeys } from '../../db/registration-keys.ts';
import {
  changeRegistration,
  lockRegistration,
  registrationsOf,
  type StoredRegistration,
} from '../../db/registrations.ts';
import { takeSubscriptionsBack } from '../../db/subscriptions.ts';
import { findUserByEmail, lockUser } from '../../db/users.ts';
import type { Deps } from '../../deps.ts';
import { proven } from '../access.ts';
import { removeAccount } from '../account/account.ts';

/**
 * Deletes the account that somebody made with a registration's address and never verified, in the caller's transaction,
 * which holds the registration's row: with it go its password and sessions. The registrations that led to it wait for
 * another account, and nobody holds them.
 * @param keptId the account of the caller, who shows by their session that it is theirs; null without.
 */
export async function removeUnverified(
  { clock }: Pick<Deps, 'clock'>,
  db: Db,
  { id: lockedId, emailLower }: StoredRegistration,
  keptId: string | null,
): Promise<void> {
  const found = await findUserByEmail(db, emailLower);
  if (!found || found.emailVerified || found.id === keptId) return;
  // Registrations before their account, as everybody locks them.
  const theirs = await registrationsOf(db, found.id);
  // Not the same row twice: the second time, PostgreSQL would lock the account it refers to, too early and not enough.
  for (const { id } of theirs) if (id !== lockedId) await lockRegistration(db, id);
  const user = await lockUser(db, found.id);
  // It may have been verified, or got another address, at this very moment.
  if (!user || user.emailVerified || user.emailLower !== emailLower) return;
  const now = isoNow(clock);
  for (const { id, paidAt, isForced } of theirs) {
    const status = paidAt !== null ? 'paid' : isForced ? 'payment_pending' : 'started';
    const back = { status, userId: null, updatedAt: now } as const;
    if (!(await changeRegistration(db, id, ['user_created', 'finished'], back))) continue;
    await deleteRegistrationKeys(db, id);
    await takeSubscriptionsBack(db, id);
  }
  await removeAccount(db, proven(user), now);
}
