// Single sign-on: the operator's own system vouches for a user by a signed token of one use.
import type { SsoInput } from '#shared/contract/account.ts';
import { MESSAGES } from '#shared/messages.ts';
import { deleteApiKeysOf } from '../db/api-keys.ts';
import { fromFlag, toJson } from '../db/codecs.ts';
import { isUniqueViolation } from '../db/constraints.ts';
import { dropEmailTokens } from '../db/email-tokens.ts';
import type { Db } from '../db/open.ts';
import { deleteSessionsOf } from '../db/sessions.ts';
import { useSsoToken } from '../db/sso-tokens.ts';
import { findUserByEmail, findUserBySsoSubject, insertUser, type UserRow, updateUser } from '../db/users.ts';
import type { Deps } from '../deps.ts';
import type { Actor } from './access.ts';
import { DomainError } from './errors.ts';
import { limitSso } from './limits.ts';
import type { SsoClaims } from './ports.ts';
import { emailKey, type SignedInWithCookie, sha256, startSession, userOf, type Visitor } from './signed-in.ts';

/** Used tokens are remembered this long past their end, in milliseconds: clocks differ, and whole seconds are compared. */
const REMEMBERED = 3_600_000;

const refused = (message: string) =>
  new DomainError('unauthenticated', message, { fields: [{ field: 'token', message }] });

/**
 * Signs in the user whom a token names; an unknown one gets an account. The role is never the token's business.
 * @param actor who is signed in already. Going on as somebody else is theirs to agree to (`switchUser`).
 * @throws not-found where none is configured; unauthenticated for a token that is not valid, has ended or was used;
 * conflict when somebody else is signed in, with the token still unused; rate-limited
 */
export async function signInBySso(
  deps: Deps,
  { token, switchUser = false }: SsoInput,
  actor: Actor,
  visitor: Visitor,
): Promise<SignedInWithCookie> {
  if (!deps.sso) throw new DomainError('not-found', MESSAGES.ssoNotConfigured);
  const attempt = await limitSso(deps, visitor.address);
  const read = await deps.sso.read(token);
  if (read === 'expired') throw refused(MESSAGES.ssoTokenExpired);
  if (read === 'not-valid') throw refused(MESSAGES.ssoTokenNotValid);
  const claims = { ...read, name: read.name && (deps.texts.toPlain(read.name) || null) };
  const now = new Date(deps.clock.now()).toISOString();
  const use = () =>
    deps.db.transaction().execute(async (db) => {
      const known = await find(db, claims);
      if (actor.kind === 'user' && actor.userId !== known?.id && !switchUser) {
        throw new DomainError('conflict', MESSAGES.ssoOtherUser);
      }
      const row = { id_hash: sha256(claims.id), expires_at: new Date(claims.expiresAt + REMEMBERED).toISOString() };
      if (!(await useSsoToken(db, row, now))) throw refused(MESSAGES.ssoTokenUsed);
      if (!known) return create(deps, db, claims, now);
      await vouch(db, known, claims, now);
      return known.id;
    });
  // Two tokens for somebody new at the same moment: the second finds the account that the first has made.
  const id = await use().catch((error) => (isUniqueViolation(error) ? use() : Promise.reject(error)));
  await attempt.succeeded();
  return startSession(deps, await userOf(deps, id), visitor);
}

const find = async (db: Db, { subject, email }: SsoClaims): Promise<UserRow | undefined> =>
  (await findUserBySsoSubject(db, subject)) ?? (await findUserByEmail(db, emailKey(email)));

async function create(deps: Deps, db: Db, { subject, email, name }: SsoClaims, now: string): Promise<string> {
  const id = deps.ids.next();
  await insertUser(db, {
    id,
    email,
    email_lower: emailKey(email),
    display_name: name,
    email_verified: 1,
    email_verified_at: now,
    sso_subject: subject,
    created_at: now,
    updated_at: now,
  });
  return id;
}

/** What a good token makes of an account that was there before. */
async function vouch(db: Db, user: UserRow, { subject, name }: SsoClaims, now: string): Promise<void> {
  if (!fromFlag(user.email_verified)) {
    // Anybody may have registered the address and be waiting for its owner: what they set up opens nothing from now on.
    await deleteSessionsOf(db, user.id);
    await deleteApiKeysOf(db, user.id);
    await dropEmailTokens(db, user.id);
    await updateUser(db, user.id, {
      password_hash: null,
      firebase_uid: null,
      display_name: name,
      photo_url: null,
      company_name: null,
      integrations: toJson<unknown[]>([]),
      email_verified: 1,
      email_verified_at: now,
      updated_at: now,
    });
  }
  if (user.sso_subject === null && !(await findUserBySsoSubject(db, subject))) {
    await updateUser(db, user.id, { sso_subject: subject, updated_at: now });
  }
}
