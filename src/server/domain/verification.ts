// Proving that an e-mail address is the account's.
import { RESEND_COOLDOWN } from '#shared/limits.ts';
import { TOASTS } from '#shared/messages.ts';
import { fromFlag } from '../db/codecs.ts';
import { consumeEmailToken, findEmailToken } from '../db/email-tokens.ts';
import { markVerified } from '../db/users.ts';
import type { Deps } from '../deps.ts';
import type { SignedInActor } from './access.ts';
import { queueSetPassword, queueVerification } from './email-links.ts';
import { DomainError, invalid } from './errors.ts';
import { limitResend } from './limits.ts';
import { refuseIfGone, sha256, userOf } from './signed-in.ts';

/**
 * Mails another link: to verify the address or, where there is no password yet, to choose it.
 * @throws conflict when the address is verified already; rate-limited within a minute of the last one
 */
export async function resendVerification(deps: Deps, actor: SignedInActor, address: string): Promise<{ sent: true }> {
  const row = await userOf(deps, actor.userId);
  if (fromFlag(row.email_verified)) throw new DomainError('conflict', 'Your email address is verified already');
  await limitResend(deps, { userId: row.id, address }, TOASTS.pleaseWait.description, RESEND_COOLDOWN / 1000);
  const queue = row.password_hash === null ? queueSetPassword : queueVerification;
  await deps.db
    .transaction()
    .execute((db) => queue(deps, db, row))
    .catch(refuseIfGone);
  deps.mailer.wake();
  return { sent: true };
}

/**
 * Redeems the code of a mailed link. A second use within the code's life is fine once the account is verified: mail
 * scanners open links before people do.
 * @throws validation when the code is unknown or too old
 */
export async function verifyEmail(deps: Deps, code: string): Promise<void> {
  const now = new Date(deps.clock.now()).toISOString();
  const hash = sha256(code);
  await deps.db.transaction().execute(async (db) => {
    const token = await findEmailToken(db, hash, 'verify');
    if (!token || token.expires_at <= now) throw invalid('code', 'This link is not valid any more');
    if (await consumeEmailToken(db, hash, now)) await markVerified(db, token.user_id, now);
  });
}
