// Confirmations: proving once more who is at the browser, by the password or by a code sent to the account's address. A
// session that was stolen, or left open, is not enough to take the account over.
import type { ConfirmInput } from '#shared/contract/account.ts';
import { MESSAGES } from '#shared/messages.ts';
import { isoNow } from '#shared/time.ts';
import { dropEmailTokens, findEmailToken } from '../../db/one-use-tokens.ts';
import { confirmSession } from '../../db/sessions.ts';
import { lockUser } from '../../db/users.ts';
import type { Deps } from '../../deps.ts';
import { ownUser, type SignedInActor } from '../access.ts';
import { DomainError, invalid } from '../errors.ts';
import { refuseIfGone } from '../user.ts';
import { isSentTo, queueEmail, warnOfGuessing } from './emails.ts';
import { limitPasswordCheck, limitRequestedEmails, refuseUnsent } from './limits.ts';

/**
 * Confirms the caller's session for CONFIRMATION_LIFE.
 * @throws validation when the password or code is wrong; conflict for a password where there is none; rate-limited
 */
export async function confirm(
  deps: Deps,
  actor: SignedInActor,
  input: ConfirmInput,
  address: string,
): Promise<{ confirmed: true }> {
  const user = await ownUser(deps.db, actor);
  if (input.password !== undefined && user.passwordHash === null) {
    throw new DomainError('conflict', MESSAGES.confirmByCode);
  }
  const attempt = await limitPasswordCheck(deps, user, { sessionId: actor.sessionId, address }, () =>
    warnOfGuessing(deps, user.emailLower, user),
  );
  if (input.password !== undefined && !(await deps.passwords.verify(user.passwordHash, input.password))) {
    throw invalid('password', MESSAGES.wrongPassword);
  }
  await deps.db.transaction().execute(async (db) => {
    const current = await lockUser(db, user.id);
    // Whoever reset the account in the meantime keeps it.
    const isStill = current !== undefined && current.passwordHash === user.passwordHash;
    if (!isStill) throw new DomainError('unauthenticated', MESSAGES.unauthenticated);
    if (input.code !== undefined) {
      const token = await findEmailToken(db, deps.tokens.digestCode(user.id, input.code), 'confirm');
      const isLive = token !== undefined && isSentTo(token, current) && token.expiresAt > isoNow(deps.clock);
      if (!isLive || user.passwordHash !== null) throw invalid('code', MESSAGES.confirmCodeWrong);
      await dropEmailTokens(db, user, 'confirm');
    }
    if (!(await confirmSession(db, user, actor.sessionId, isoNow(deps.clock)))) {
      throw new DomainError('unauthenticated', MESSAGES.unauthenticated);
    }
  });
  await attempt.succeeded();
  return { confirmed: true };
}

/**
 * Emails the caller a code to confirm with.
 * @throws conflict when the account has a password; rate-limited within a minute of the last email, or after 20 in a day
 */
export async function mailConfirmCode(deps: Deps, actor: SignedInActor, address: string): Promise<{ sent: true }> {
  const user = await ownUser(deps.db, actor);
  if (user.passwordHash !== null) throw new DomainError('conflict', MESSAGES.confirmByPassword);
  await limitRequestedEmails(deps, 'confirm-code', { userId: user.id, address });
  const queue = deps.db.transaction().execute((db) => queueEmail(deps, db, user, 'confirm-code'));
  refuseUnsent(await queue.catch(refuseIfGone));
  deps.mailer.wake();
  return { sent: true };
}
