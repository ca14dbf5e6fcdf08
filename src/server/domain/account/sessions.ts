// Sessions: starting one after a login, renewing its access token, and listing and ending sessions.
import type { SignedIn } from '#shared/contract/account.ts';
import type { AccountSession } from '#shared/contract/session.ts';
import { MESSAGES } from '#shared/messages.ts';
import { isoNow, isoOf } from '#shared/time.ts';
import { hashOf } from '../../db/hash.ts';
import type { Db } from '../../db/open.ts';
import type { Owned } from '../../db/owned.ts';
import { deleteIdsOfAccount, deletePublicId } from '../../db/registration-keys.ts';
import {
  confirmSession,
  deleteSession,
  deleteSessionsOf,
  listSessions as listStored,
  recordSessionUse,
} from '../../db/sessions.ts';
import { lockUser, type StoredUser } from '../../db/users.ts';
import type { Deps } from '../../deps.ts';
import { ownSession, ownUser, proven, type SignedInActor, sessionNotFound } from '../access.ts';
import type { Client } from '../client.ts';
import { DomainError, isDiskFull } from '../errors.ts';
import type { Session } from '../ports.ts';
import { toUser } from '../user.ts';
import { attachHeld } from './attach.ts';
import { addMark } from './known-browsers.ts';
import { limitRefresh } from './limits.ts';

/** The result of a login. */
export type Login = {
  signedIn: SignedIn;
  /** The new session's secret id, for the client alone. */
  sessionId: string;
  /** The marks for the client to keep; null when they stay as they are. */
  marks: string | null;
};

/** A stored User-Agent is truncated to this many characters. */
const USER_AGENT_MAX = 300;

/** @returns the account with a fresh access token for the session. */
function toSignedIn(deps: Deps, row: StoredUser, session: Session): SignedIn {
  const { accessToken, expiresAt } = deps.tokens.signAccess(session);
  return { user: toUser(deps, row), accessToken, expiresAt: isoOf(expiresAt) };
}

/** With its secret id. */
type NewSession = Awaited<ReturnType<Deps['sessions']['create']>>;

/** Ends the session that the client sent. A new one never reuses it: someone else may have planted it or left it behind. */
export async function endClientSession(deps: Deps, client: Client): Promise<void> {
  if (client.sessionId !== null) await deps.sessions.end(client.sessionId);
}

/**
 * Starts a session in the caller's transaction, which holds the account's row.
 * @param isConfirmed whether the client has proved who they are.
 */
export async function createSession(
  deps: Deps,
  db: Db,
  user: Owned<StoredUser>,
  client: Client,
  isConfirmed = true,
): Promise<NewSession> {
  const userAgent = client.userAgent?.slice(0, USER_AGENT_MAX).toWellFormed().replaceAll('\0', '') || null;
  const created = await deps.sessions.create(user.id, userAgent, db);
  if (isConfirmed) await confirmSession(db, user, created.publicId, isoNow(deps.clock));
  return created;
}

/** @param row the account as it is now. @returns what its client gets once the session is stored. */
export const toLogin = (deps: Deps, row: StoredUser, session: NewSession, client: Client): Login => ({
  signedIn: toSignedIn(deps, row, session),
  sessionId: session.id,
  marks: row.passwordHash === null ? null : addMark(deps, row, client.marks),
});

/**
 * Starts a new session, and ends the client's previous one. A paid registration of the account's address that the client
 * holds becomes the account's.
 * @param row the account as it was when the password or token was checked.
 * @param isConfirmed whether the client has proved who they are.
 * @throws unauthenticated when its password has changed since, or the account is gone
 */
export async function startSession(deps: Deps, row: StoredUser, client: Client, isConfirmed = true): Promise<Login> {
  const { session, user } = await deps.db.transaction().execute(async (db) => {
    await attachHeld(deps, db, client.registrationId, row);
    // Check again: a password that was changed a moment ago must no longer log anyone in.
    const now = await lockUser(db, row.id);
    if (now?.passwordHash !== row.passwordHash) throw new DomainError('unauthenticated', MESSAGES.unauthenticated);
    return { user: now, session: await createSession(deps, db, proven(now), client, isConfirmed) };
  });
  await endClientSession(deps, client);
  return toLogin(deps, user, session, client);
}

/** @returns a fresh access token for the caller's session. @throws rate-limited */
export async function renewToken(deps: Deps, actor: SignedInActor): Promise<SignedIn> {
  // On a full disk the app still opens, and takes its owner to what can be deleted.
  const ignoreIfFull = (error: unknown) => {
    if (!isDiskFull(error)) throw error;
  };
  await limitRefresh(deps, actor.sessionId).catch(ignoreIfFull);
  await recordSessionUse(deps.db, actor.sessionId, isoNow(deps.clock)).catch(ignoreIfFull);
  return toSignedIn(deps, await ownUser(deps.db, actor), { publicId: actor.sessionId, userId: actor.userId });
}

/**
 * Ends the caller's session, the one their client sent, and the registration's id that it holds.
 * @param actor null for bad or expired credentials: logging out always works.
 */
export async function logout(deps: Deps, actor: SignedInActor | null, client: Client): Promise<void> {
  if (actor) {
    await endSession(deps, actor, actor.sessionId).catch((error: unknown) => {
      // It may have ended in the meantime.
      if (!(error instanceof DomainError && error.code === 'not-found')) throw error;
    });
  }
  if (client.registrationId !== null) await deletePublicId(deps.db, hashOf(client.registrationId));
  const sent = client.sessionId === null ? null : await deps.sessions.read(client.sessionId);
  if (sent) await deleteIdsOfAccount(deps.db, sent.session.userId);
  await endClientSession(deps, client);
}

/** @returns the caller's live sessions, most recently used first. */
export async function listSessions(deps: Deps, actor: SignedInActor): Promise<AccountSession[]> {
  const sessions = await listStored(deps.db, actor.userId, isoNow(deps.clock));
  return sessions.map(({ publicId, ...session }) => ({
    ...session,
    id: publicId,
    isCurrent: publicId === actor.sessionId,
  }));
}

/** Ends one of the caller's sessions, possibly the current one. @throws not-found */
export async function endSession(deps: Deps, actor: SignedInActor, publicId: string): Promise<void> {
  if (!(await deleteSession(deps.db, await ownSession(deps.db, actor, publicId)))) throw sessionNotFound();
}

/** Ends all of the caller's sessions except the current one. */
export async function endOtherSessions(deps: Deps, actor: SignedInActor): Promise<void> {
  await deleteSessionsOf(deps.db, await ownUser(deps.db, actor), actor.sessionId);
}
