// Single sign-on: the operator's own system vouches for a user with a signed one-use token.

import type { SsoInput } from '#shared/contract/account.ts';
import { MESSAGES } from '#shared/messages.ts';
import { DAY, isoNow, isoOf } from '#shared/time.ts';
import { deleteApiKeysOf } from '../../db/api-keys.ts';
import { isUniqueViolation } from '../../db/constraints.ts';
import { hashOf } from '../../db/hash.ts';
import { deleteCodeMailsTo } from '../../db/mails.ts';
import { dropEmailTokens, useSsoToken } from '../../db/one-use-tokens.ts';
import type { Db } from '../../db/open.ts';
import type { Owned } from '../../db/owned.ts';
import { deleteSessionsOf } from '../../db/sessions.ts';
import {
  findUser,
  findUserByEmail,
  findUserBySsoSubject,
  insertUser,
  lockUser,
  type StoredUser,
  updateUser,
} from '../../db/users.ts';
import type { Deps } from '../../deps.ts';
import { type Actor, proven } from '../access.ts';
import type { Client } from '../client.ts';
import { DomainError, refusal } from '../errors.ts';
import { clearMails } from '../mail-limits.ts';
import type { SsoClaims } from '../ports.ts';
import { emailKey, existing, readableEmail } from '../user.ts';
import { limitSso } from './limits.ts';
import { type Login, startSession } from './sessions.ts';

/**
 * How long used tokens are remembered after they expire: clocks differ, and one that was ahead by a day and is right again
 * must not make them good once more.
 */
const RETENTION = 2 * DAY;

const refused = (message: string) => refusal('unauthenticated', 'token', message);

/**
 * Logs in the user that a token names, creating an account if needed. A token never sets a role.
 * @param actor the user already logged in, who must agree to continue as someone else (`switchUser`).
 * @throws not-found where single sign-on is not configured; unauthenticated when the token is invalid, expired or used;
 * conflict, leaving the token unused, when someone else is logged in, or (naming `sub`) when the address belongs to
 * another subject; rate-limited
 */
export async function loginWithSso(
  deps: Deps,
  { token, switchUser = false }: SsoInput,
  actor: Actor,
  client: Client,
): Promise<Login> {
  if (!deps.sso) throw new DomainError('not-found', MESSAGES.ssoNotConfigured);
  const attempt = await limitSso(deps, client.address);
  const read = await deps.sso.read(token);
  if (read === 'expired') throw refused(MESSAGES.ssoTokenExpired);
  if (read === 'not-valid') throw refused(MESSAGES.ssoTokenNotValid);
  const claims = { ...read, name: read.name && (deps.texts.toPlain(read.name) || null) };
  const now = isoNow(deps.clock);
  const use = () =>
    deps.db.transaction().execute(async (db) => {
      const known = await findLocked(db, claims);
      if (actor.kind === 'user' && actor.userId !== known?.id && !switchUser) {
        throw new DomainError('conflict', MESSAGES.ssoOtherUser);
      }
      const until = isoOf(claims.expiresAt + RETENTION);
      if (!(await useSsoToken(db, hashOf(claims.id), until, now))) throw refused(MESSAGES.ssoTokenUsed);
      if (!known) return create(deps, db, claims, now);
      if (known.ssoSubject === null) await bind(db, proven(known), claims, now);
      return known.id;
    });
  // With two tokens for the same new user at once, the second finds the account that the first created.
  const id = await use().catch((error) => (isUniqueViolation(error) ? use() : Promise.reject(error)));
  await attempt.succeeded();
  const user = existing(await findUser(deps.db, id));
  await clearMails(deps.db, { kind: 'reset-password', to: user.email });
  return startSession(deps, user, client);
}

/**
 * @returns the account of the token's subject, else the one with its address, its row locked: a login with the password
 * that the account had until now must be over or see the new state.
 * @throws conflict naming `sub` when another subject has the address
 */
async function findLocked(db: Db, { subject, email }: SsoClaims): Promise<StoredUser | undefined> {
  const bySubject = await findUserBySsoSubject(db, subject);
  if (bySubject) return bySubject;
  const byEmail = await findUserByEmail(db, emailKey(email));
  const user = byEmail && (await lockUser(db, byEmail.id));
  if (user && user.ssoSubject !== null && user.ssoSubject !== subject)
    throw refusal('conflict', 'sub', MESSAGES.ssoAddressTaken);
  return user;
}

async function create(deps: Deps, db: Db, { subject, email, name }: SsoClaims, now: string): Promise<string> {
  const id = deps.ids.next();
  await insertUser(db, {
    id,
    email: readableEmail(email),
    emailLower: emailKey(email),
    displayName: name,
    emailVerified: true,
    emailVerifiedAt: now,
    ssoSubject: subject,
    createdAt: now,
    updatedAt: now,
  });
  return id;
}

/**
 * Binds an account to the subject that signs on to it for the first time. Someone else may have registered the address,
 * or had it before: all access they have ends. An address that was never verified proves nothing, so its profile may be
 * theirs, too.
 */
async function bind(db: Db, user: Owned<StoredUser>, { subject, name }: SsoClaims, now: string): Promise<void> {
  await deleteSessionsOf(db, user);
  await deleteApiKeysOf(db, user);
  await dropEmailTokens(db, user);
  await deleteCodeMailsTo(db, user);
  await updateUser(db, user, {
    ssoSubject: subject,
    passwordHash: null,
    pendingEmail: null,
    ...(!user.emailVerified && {
      firebaseUid: null,
      displayName: name,
      photoUrl: null,
      companyName: null,
      integrations: [],
      emailVerified: true,
      emailVerifiedAt: now,
    }),
    updatedAt: now,
  });
}

/**
 * Unbinds the account with this address from its single sign-on subject, for the operator: the next subject that signs
 * on with the address takes it over. Until then everything else about the account stays.
 */
export async function releaseSso(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  email: string,
): Promise<'released' | 'not bound' | 'unknown'> {
  const user = await findUserByEmail(db, emailKey(email));
  if (!user) return 'unknown';
  if (user.ssoSubject === null) return 'not bound';
  await updateUser(db, proven(user), { ssoSubject: null, updatedAt: isoNow(clock) });
  return 'released';
}
