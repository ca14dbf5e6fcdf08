// Links that prove an e-mail address: one use, a short life, and only their hash in the database.
import { RESET_TOKEN_LIFE, VERIFY_TOKEN_LIFE } from '#shared/limits.ts';
import { dropExpiredEmailTokens, insertEmailToken } from '../db/email-tokens.ts';
import type { Db } from '../db/open.ts';
import type { UserRow } from '../db/users.ts';
import type { Deps } from '../deps.ts';
import { resetMail, setPasswordMail, verificationMail } from './mails.ts';
import { sha256 } from './signed-in.ts';

export type Addressee = Pick<UserRow, 'id' | 'email' | 'display_name'>;

async function makeCode(deps: Deps, db: Db, userId: string, purpose: 'verify' | 'reset', life: number) {
  const code = deps.ids.secret();
  const now = deps.clock.now();
  await dropExpiredEmailTokens(db, userId, new Date(now).toISOString());
  await insertEmailToken(db, {
    token_hash: sha256(code),
    user_id: userId,
    purpose,
    expires_at: new Date(now + life).toISOString(),
    used_at: null,
    created_at: new Date(now).toISOString(),
  });
  return code;
}

/** Queues the mail that asks to verify the address; `db` is the transaction of its cause, here and below. */
export async function queueVerification(deps: Deps, db: Db, user: Addressee): Promise<void> {
  const code = await makeCode(deps, db, user.id, 'verify', VERIFY_TOKEN_LIFE);
  const link = `${deps.config.publicUrl}/api/auth/verify-email?code=${code}`;
  await deps.mailer.enqueue(db, verificationMail(deps.config, user.email, user.display_name, link));
}

// Behind a fragment: it reaches no log and no Referer.
const passwordLink = (deps: Deps, code: string) => `${deps.config.publicUrl}/reset-password#reset=${code}`;

/** Queues the mail to who has forgotten their password. */
export async function queueReset(deps: Deps, db: Db, user: Addressee): Promise<void> {
  const code = await makeCode(deps, db, user.id, 'reset', RESET_TOKEN_LIFE);
  await deps.mailer.enqueue(db, resetMail(deps.config, user.email, user.display_name, passwordLink(deps, code)));
}

/** Queues the mail to who registered without a password; using its link verifies the address, too. */
export async function queueSetPassword(deps: Deps, db: Db, user: Addressee): Promise<void> {
  const code = await makeCode(deps, db, user.id, 'reset', VERIFY_TOKEN_LIFE);
  await deps.mailer.enqueue(db, setPasswordMail(deps.config, user.email, user.display_name, passwordLink(deps, code)));
}
