// Verifies that an email address belongs to the account's user.
import { RESEND_COOLDOWN } from '#shared/limits.ts';
import { TOASTS } from '#shared/messages.ts';
import { isoNow } from '#shared/time.ts';
import { hashOf } from '../../db/hash.ts';
import { consumeEmailToken, findEmailToken } from '../../db/one-use-tokens.ts';
import { markVerified } from '../../db/users.ts';
import type { Deps } from '../../deps.ts';
import { ownUser, type SignedInActor } from '../access.ts';
import { DomainError, invalid } from '../errors.ts';
import { queueEmail } from './emails.ts';
import { limitResend } from './limits.ts';
import { refuseIfGone } from './user.ts';

/**
 * Sends another link to verify the address or, for an account without a password, to choose one.
 * @throws conflict when the address is already verified; rate-limited within a minute of the last email
 */
export async function resendVerification(deps: Deps, actor: SignedInActor, address: string): Promise<{ sent: true }> {
  const row = await ownUser(deps.db, actor);
  if (row.emailVerified) throw new DomainError('conflict', 'Your email address is already verified');
  await limitResend(deps, { userId: row.id, address }, TOASTS.pleaseWait.description, RESEND_COOLDOWN / 1000);
  const kind = row.passwordHash === null ? 'set-password' : 'verify-email';
  await deps.db
    .transaction()
    .execute((db) => queueEmail(deps, db, row, kind))
    .catch(refuseIfGone);
  deps.mailer.wake();
  return { sent: true };
}

/**
 * Redeems the code in an emailed link. Using it again before it expires is harmless: mail scanners open links before
 * people do.
 * @throws validation when the code is unknown or expired
 */
export async function verifyEmail(deps: Deps, code: string): Promise<void> {
  const now = isoNow(deps.clock);
  const hash = hashOf(code);
  await deps.db.transaction().execute(async (db) => {
    const token = await findEmailToken(db, hash, 'verify');
    if (!token || token.expiresAt <= now) throw invalid('code', 'This link is not valid any more');
    if (await consumeEmailToken(db, hash, now)) await markVerified(db, token.userId, now);
  });
}
