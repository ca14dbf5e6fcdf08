// Account emails and the one-use codes in their links. Only a code's hash is stored.
import { RESET_TOKEN_LIFE, VERIFY_TOKEN_LIFE } from '#shared/limits.ts';
import { isoNow } from '#shared/time.ts';
import { hashOf } from '../../db/hash.ts';
import { dropExpiredEmailTokens, insertEmailToken } from '../../db/one-use-tokens.ts';
import type { Db } from '../../db/open.ts';
import type { StoredUser } from '../../db/users.ts';
import type { Deps } from '../../deps.ts';
import type { Mail } from '../ports.ts';

type Recipient = Pick<StoredUser, 'id' | 'email' | 'displayName'>;

async function makeCode(deps: Deps, db: Db, userId: string, purpose: 'verify' | 'reset', life: number) {
  const code = deps.ids.secret();
  const now = isoNow(deps.clock);
  await dropExpiredEmailTokens(db, userId, now);
  await insertEmailToken(db, {
    tokenHash: hashOf(code),
    userId: userId,
    purpose,
    expiresAt: new Date(deps.clock.now() + life).toISOString(),
    usedAt: null,
    createdAt: now,
  });
  return code;
}

/** Anyone can register someone else's address, so a name that looks like a link is left out of the email. */
const greetable = (name: string | null) => (name && !/:\/\/|www\.|\.\w{2,}\//i.test(name) ? name : null);

const queue = (deps: Deps, db: Db, user: Recipient, kind: Mail['kind'], link: string): Promise<void> =>
  deps.mailer.enqueue(db, { kind, to: user.email, name: greetable(user.displayName), link });

/** Queues the verification email. Here and below, `db` is the transaction that causes the email. */
export async function queueVerification(deps: Deps, db: Db, user: Recipient): Promise<void> {
  const code = await makeCode(deps, db, user.id, 'verify', VERIFY_TOKEN_LIFE);
  await queue(deps, db, user, 'verify-email', `${deps.config.publicUrl}/api/auth/verify-email?code=${code}`);
}

// In the fragment, which ends up in no log or Referer header.
const passwordLink = (deps: Deps, code: string) => `${deps.config.publicUrl}/reset-password#reset=${code}`;

/** Queues the password reset email. */
export async function queueReset(deps: Deps, db: Db, user: Recipient): Promise<void> {
  const code = await makeCode(deps, db, user.id, 'reset', RESET_TOKEN_LIFE);
  await queue(deps, db, user, 'reset-password', passwordLink(deps, code));
}

/** Queues the email to set a password for an account registered without one. Its link also verifies the address. */
export async function queueSetPassword(deps: Deps, db: Db, user: Recipient): Promise<void> {
  const code = await makeCode(deps, db, user.id, 'reset', VERIFY_TOKEN_LIFE);
  await queue(deps, db, user, 'set-password', passwordLink(deps, code));
}

/** Queues the notice of a changed password, so that a takeover does not go unnoticed. */
export const queuePasswordChanged = (deps: Deps, db: Db, user: Recipient): Promise<void> =>
  queue(deps, db, user, 'password-changed', `${deps.config.publicUrl}/forgot-password`);
