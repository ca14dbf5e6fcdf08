// Account emails and the one-use codes in their links. Only a code's hash is stored.
import { CONFIRM_CODE_DIGITS, CONFIRM_CODE_LIFE, RESET_TOKEN_LIFE, VERIFY_TOKEN_LIFE } from '#shared/limits.ts';
import { DAY, isoNow } from '#shared/time.ts';
import { hashOf } from '../../db/hash.ts';
import { dropExpiredEmailTokens, insertEmailToken, type StoredEmailToken } from '../../db/one-use-tokens.ts';
import type { Db } from '../../db/open.ts';
import { findUser, lockUser, type StoredUser } from '../../db/users.ts';
import type { Deps } from '../../deps.ts';
import { siteOfOwner } from '../access.ts';
import { isAddressLike } from '../mail-words.ts';
import type { AccountLetter, Mail, RegistrationMailKind } from '../ports.ts';
import { emailKey, maskEmail } from '../user.ts';
import { isWarningDue } from './limits.ts';

type Recipient = Pick<StoredUser, 'id' | 'email'>;

/** What composing an email needs. */
export type EmailParts = Pick<Deps, 'db' | 'ids' | 'clock' | 'readers' | 'tokens'> & {
  config: Pick<Deps['config'], 'publicUrl'>;
};

/** @returns a new code; the database gets its hash. */
async function makeCode({ db, ids, clock }: EmailParts, to: Recipient, purpose: 'verify' | 'reset', life: number) {
  const code = ids.secret();
  await storeCode({ db, clock }, hashOf(code), to, purpose, life);
  return code;
}

/** @param recipient the account, and the address that gets the code. */
async function storeCode(
  { db, clock }: Pick<EmailParts, 'db' | 'clock'>,
  tokenHash: string,
  { id: userId, email }: Recipient,
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
    emailLower: emailKey(email),
    expiresAt: new Date(clock.now() + life).toISOString(),
    usedAt: null,
    createdAt: now,
  });
}

/** Whether a code was sent to the address that the account has now. */
export const isSentTo = (token: StoredEmailToken, { emailLower }: Pick<StoredUser, 'emailLower'>): boolean =>
  token.emailLower === null || token.emailLower === emailLower;

/**
 * @returns a new short code to confirm with. It is short enough to try them all, so only a keyed digest is stored, and
 * guesses are limited.
 */
async function makeShortCode({ db, ids, clock, tokens }: EmailParts, user: Recipient): Promise<string> {
  const code = ids.digits(CONFIRM_CODE_DIGITS);
  await storeCode({ db, clock }, tokens.digestCode(user.id, code), user, 'confirm', CONFIRM_CODE_LIFE);
  return code;
}

/** @returns a new link that verifies an account's address, or the one that it is about to have. */
const makeVerificationLink = async (parts: EmailParts, to: Recipient): Promise<string> =>
  `${parts.config.publicUrl}/verify-email?code=${await makeCode(parts, to, 'verify', VERIFY_TOKEN_LIFE)}`;

/** Longest name that an email greets by, in characters. */
const NAME_MAX = 40;

/**
 * Anyone can register someone else's address under any name. So an unverified address never sees the name, and after
 * that a name carries no message and no link.
 * @returns the name to greet by, without addresses, runs of three or more digits, and line breaks; null if none is left.
 */
export function greetingName({ displayName, emailVerified }: Pick<StoredUser, 'displayName' | 'emailVerified'>) {
  if (!displayName || !emailVerified) return null;
  const words = displayName.split(/[\s\p{C}]+/u).filter((word) => !isAddressLike(word) && digitsIn(word) < 3);
  // A number can be spelled with blanks in between.
  const said = digitsIn(words.join('')) < 3 ? words : words.filter((word) => digitsIn(word) === 0);
  return [...said.join(' ')].slice(0, NAME_MAX).join('').trim() || null;
}

const digitsIn = (word: string) => word.normalize('NFKC').match(/\p{N}/gu)?.length ?? 0;

type AccountMailKind = Exclude<AccountLetter['kind'], RegistrationMailKind>;

async function linkOf(
  parts: EmailParts,
  to: Recipient,
  kind: Exclude<AccountMailKind, 'account-deleted'>,
  siteId: string | null,
): Promise<string | null> {
  const { publicUrl } = parts.config;
  // Password codes go in the fragment, which no log and no other site gets to see.
  switch (kind) {
    case 'verify-email':
    case 'change-email':
      return makeVerificationLink(parts, to);
    case 'reset-password':
      return `${publicUrl}/reset-password#reset=${await makeCode(parts, to, 'reset', RESET_TOKEN_LIFE)}`;
    case 'set-password':
      return `${publicUrl}/reset-password#reset=${await makeCode(parts, to, 'reset', VERIFY_TOKEN_LIFE)}`;
    case 'password-changed':
    case 'password-guessed':
    case 'email-changing':
      return `${publicUrl}/forgot-password`;
    case 'email-changed':
      return `${publicUrl}/support`;
    case 'notifications-paused': {
      const site = siteId === null ? undefined : await siteOfOwner(parts.db, to.id, siteId);
      return site ? `${publicUrl}/${site.slug}/effect` : `${publicUrl}/sites`;
    }
    case 'confirm-code':
      return null;
  }
}

/** Whether an email to an address still has a point: the account may have changed since it was queued. */
function hasPoint({ kind, to }: Pick<Mail, 'kind' | 'to'>, user: StoredUser): boolean {
  switch (kind) {
    case 'change-email':
      return user.pendingEmail === to;
    case 'email-changed':
      return user.email !== to;
    case 'email-changing':
      return user.email === to && user.pendingEmail !== null;
    case 'verify-email':
      return user.email === to && !user.emailVerified;
    case 'confirm-code':
      return user.email === to && user.passwordHash === null;
    default:
      return user.email === to;
  }
}

/** The new address, in the emails that announce it to the old one. */
function newEmailIn(kind: Mail['kind'], { email, pendingEmail }: StoredUser): string | null {
  if (kind === 'email-changed') return maskEmail(email);
  return kind === 'email-changing' && pendingEmail !== null ? maskEmail(pendingEmail) : null;
}

/**
 * Composes an email to an account just before it is sent. Its link or code is new at every attempt, so nothing at rest
 * (database, write-ahead log, backup) ever holds one that works.
 * @returns null when the email has become pointless: the account is gone, has or gets another address, is already
 * verified, or (for a code to confirm with) has a password by now.
 */
export async function composeAccountEmail(
  parts: EmailParts,
  { kind, userId, to, siteId = null }: Pick<Mail, 'userId' | 'to' | 'siteId'> & { kind: AccountMailKind },
): Promise<AccountLetter | null> {
  // Nothing is left to look up.
  if (kind === 'account-deleted')
    return { kind, name: null, link: `${parts.config.publicUrl}/support`, code: null, newEmail: null };
  const user = userId === null ? undefined : await findUser(parts.db, userId);
  if (!user || !hasPoint({ kind, to }, user)) return null;
  // What is stored with a code is the address that gets it, even if the account's has changed a moment ago.
  const recipient = { id: user.id, email: to };
  const code = kind === 'confirm-code' ? await makeShortCode(parts, recipient) : null;
  return {
    kind,
    // An address that wasn't confirmed yet may be somebody else's.
    name: kind === 'change-email' ? null : greetingName(user),
    link: await linkOf(parts, recipient, kind, siteId),
    code,
    newEmail: newEmailIn(kind, user),
  };
}

/**
 * Queues an email. `db` is the transaction that causes it.
 * @returns 0 when it is queued; else, because too many of its kind go to its address, the seconds to wait
 */
export const queueEmail = (deps: Deps, db: Db, user: Recipient, kind: Mail['kind']): Promise<number> =>
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
