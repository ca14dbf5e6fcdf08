// Account emails and the one-use codes in their links. Only a code's hash is stored.
import { CONFIRM_CODE_DIGITS, CONFIRM_CODE_LIFE, RESET_TOKEN_LIFE, VERIFY_TOKEN_LIFE } from '#shared/limits.ts';
import { DAY, isoNow } from '#shared/time.ts';
import { hashOf } from '../../db/hash.ts';
import { dropExpiredEmailTokens, insertEmailToken } from '../../db/one-use-tokens.ts';
import type { Db } from '../../db/open.ts';
import { findUser, lockUser, type StoredUser } from '../../db/users.ts';
import type { Deps } from '../../deps.ts';
import { isAddressLike } from '../mail-words.ts';
import type { AccountLetter, Letter, Mail } from '../ports.ts';
import { composeWeeklyEmail } from '../weekly-letter.ts';
import { isWarningDue } from './limits.ts';

type Recipient = Pick<StoredUser, 'id' | 'email'>;

/** What composing an email needs. */
type EmailParts = Pick<Deps, 'db' | 'ids' | 'clock' | 'tokens'> & { config: Pick<Deps['config'], 'publicUrl'> };

/** @returns a new code; the database gets its hash. */
async function makeCode({ db, ids, clock }: EmailParts, userId: string, purpose: 'verify' | 'reset', life: number) {
  const code = ids.secret();
  await storeCode({ db, clock }, hashOf(code), userId, purpose, life);
  return code;
}

async function storeCode(
  { db, clock }: Pick<EmailParts, 'db' | 'clock'>,
  tokenHash: string,
  userId: string,
  purpose: 'verify' | 'reset' | 'confirm',
  life: number,
): Promise<void> {
  const now = isoNow(clock);
  // Kept for a day, because asking for a link can make the last one good again.
  await dropExpiredEmailTokens(db, userId, new Date(clock.now() - DAY).toISOString());
  await insertEmailToken(db, {
    tokenHash,
    userId,
    purpose,
    expiresAt: new Date(clock.now() + life).toISOString(),
    usedAt: null,
    createdAt: now,
  });
}

/**
 * @returns a new short code to confirm with. It is short enough to try them all, so only a keyed digest is stored, and
 * guesses are limited.
 */
async function makeShortCode({ db, ids, clock, tokens }: EmailParts, userId: string): Promise<string> {
  const code = ids.digits(CONFIRM_CODE_DIGITS);
  await storeCode({ db, clock }, tokens.digestCode(userId, code), userId, 'confirm', CONFIRM_CODE_LIFE);
  return code;
}

/** Longest name that an email greets by, in characters. */
const NAME_MAX = 40;

/**
 * Anyone can register someone else's address under any name. So an unverified address never sees the name, and after
 * that a name carries no message and no link.
 * @returns the name to greet by, without addresses, runs of three or more digits, and line breaks; null if none is left.
 */
function greetingName({ displayName, emailVerified }: Pick<StoredUser, 'displayName' | 'emailVerified'>) {
  if (!displayName || !emailVerified) return null;
  const words = displayName.split(/[\s\p{C}]+/u).filter((word) => !isAddressLike(word) && digitsIn(word) < 3);
  // A number can be spelled with blanks in between.
  const said = digitsIn(words.join('')) < 3 ? words : words.filter((word) => digitsIn(word) === 0);
  return [...said.join(' ')].slice(0, NAME_MAX).join('').trim() || null;
}

const digitsIn = (word: string) => word.normalize('NFKC').match(/\p{N}/gu)?.length ?? 0;

async function linkOf(parts: EmailParts, user: StoredUser, kind: AccountLetter['kind']): Promise<string | null> {
  const { publicUrl } = parts.config;
  // Password codes go in the fragment, which no log and no other site gets to see.
  switch (kind) {
    case 'verify-email':
      return `${publicUrl}/verify-email?code=${await makeCode(parts, user.id, 'verify', VERIFY_TOKEN_LIFE)}`;
    case 'reset-password':
      return `${publicUrl}/reset-password#reset=${await makeCode(parts, user.id, 'reset', RESET_TOKEN_LIFE)}`;
    case 'set-password':
      return `${publicUrl}/reset-password#reset=${await makeCode(parts, user.id, 'reset', VERIFY_TOKEN_LIFE)}`;
    case 'password-changed':
    case 'password-guessed':
      return `${publicUrl}/forgot-password`;
    case 'confirm-code':
      return null;
  }
}

/**
 * Composes an email just before it is sent. Its link or code is new at every attempt, so nothing at rest (database,
 * write-ahead log, backup) ever holds one that works.
 * @returns null when the email has become pointless: the account is gone, has a new address, is already verified, or
 * (for a code to confirm with) has a password by now; or the weekly email was switched off.
 */
export async function composeEmail(parts: EmailParts, mail: Mail): Promise<Letter | null> {
  const { kind, userId, to } = mail;
  const user = await findUser(parts.db, userId);
  if (!user || user.email !== to || (kind === 'verify-email' && user.emailVerified)) return null;
  if (kind === 'confirm-code' && user.passwordHash !== null) return null;
  if (kind === 'weekly-summary') {
    const summary = user.emailVerified ? await composeWeeklyEmail(parts, userId, mail) : null;
    return summary && { ...summary, name: greetingName(user) };
  }
  const code = kind === 'confirm-code' ? await makeShortCode(parts, user.id) : null;
  return { kind, name: greetingName(user), link: await linkOf(parts, user, kind), code };
}

/** Queues an email. `db` is the transaction that causes it. */
export const queueEmail = (deps: Deps, db: Db, user: Recipient, kind: Mail['kind']): Promise<void> =>
  deps.mailer.enqueue(db, { kind, userId: user.id, to: user.email });

/**
 * Tells the owner, once a day, that somebody is guessing the password. An address that nobody verified may be somebody
 * else's, and is told nothing.
 */
export async function warnOfGuessing(deps: Deps, emailKey: string, user: StoredUser | undefined): Promise<void> {
  // Counted for addresses without an account, too, so that both take as long.
  if (!(await isWarningDue(deps, emailKey)) || !user?.emailVerified || user.passwordHash === null) return;
  await deps.db.transaction().execute(async (db) => {
    if (await lockUser(db, user.id)) await queueEmail(deps, db, user, 'password-guessed');
  });
  deps.mailer.wake();
}
