// Sessions in SQL: by the hash of their id for Lucia's adapter, by their public id for access tokens and the owner.
import { sql } from 'kysely';
import { z } from 'zod';
import { isoOf } from '#shared/time.ts';
import { hasChanged, rowCodec } from './codecs.ts';
import { type Database, type Db, prepareRead } from './open.ts';
import type { Owned } from './owned.ts';
import { deleteIdsOfAccount } from './registration-keys.ts';
import type { StoredUser } from './users.ts';

const { decode, encode, first } = rowCodec({
  /** sha256 (hex) of the session's id. Only the browser has the id itself. */
  id: z.string(),
  /** The id that access tokens carry. */
  publicId: z.string(),
  userId: z.string(),
  expiresAt: z.string(),
  createdAt: z.string(),
  /** Of the browser that logged in, truncated. */
  userAgent: z.string().nullable(),
  /** When it last asked for an access token; null for sessions older than this column. */
  lastUsedAt: z.string().nullable(),
  /** When its user last proved who they are; null when they never did. */
  confirmedAt: z.string().nullable(),
});
export type StoredSession = ReturnType<typeof decode>;

/** What a request needs to know about its caller. */
export type SessionUser = { userId: string; email: string; isVerified: boolean; role: string };

type UserRow = { id: string; email: string; email_verified: number; role: string };

/**
 * Prepares the lookup of a live session's user by the public id in access tokens, which every call makes. A subquery takes
 * SQLite a quarter of the time of a join (4 µs instead of 17).
 */
export function prepareSessionRead(database: Database): (publicId: string, now: number) => Promise<SessionUser | null> {
  const read = prepareRead<UserRow>(
    database,
    `select id, email, email_verified, role from users
     where id = (select user_id from sessions where public_id = ? and expires_at > ?)`,
  );
  return async (publicId, now) => {
    const [row] = await read(publicId, isoOf(now));
    return row ? { userId: row.id, email: row.email, isVerified: row.email_verified === 1, role: row.role } : null;
  };
}

export const insertSession = (db: Db, session: StoredSession) =>
  db.insertInto('sessions').values(encode(session)).execute();

export const findSession = (db: Db, idHash: string): Promise<StoredSession | undefined> =>
  first(db.selectFrom('sessions').selectAll().where('id', '=', idHash));

export const extendSession = (db: Db, idHash: string, expiresAt: string) =>
  db.updateTable('sessions').set({ expires_at: expiresAt }).where('id', '=', idHash).execute();

export const deleteSessionByHash = (db: Db, idHash: string) =>
  db.deleteFrom('sessions').where('id', '=', idHash).execute();

export const deleteExpiredSessions = (db: Db, now: string) =>
  db.deleteFrom('sessions').where('expires_at', '<=', now).execute();

/** @returns the user's live sessions, the last used first. */
export function listSessions(db: Db, userId: string, now: string) {
  const lastUsedAt = sql<string>`coalesce(last_used_at, created_at)`;
  return db
    .selectFrom('sessions')
    .select(['public_id as publicId', 'user_agent as userAgent', 'created_at as createdAt'])
    .select(lastUsedAt.as('lastUsedAt'))
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy(lastUsedAt, 'desc')
    .orderBy('public_id')
    .execute();
}

export const findSessionOf = (db: Db, userId: string, publicId: string): Promise<StoredSession | undefined> =>
  first(db.selectFrom('sessions').selectAll().where('user_id', '=', userId).where('public_id', '=', publicId));

// What ends a session on purpose ends the ids of the registration that made the account, too.

/** @returns whether this call ended the session. */
export async function deleteSession(db: Db, session: Owned<StoredSession>): Promise<boolean> {
  await deleteIdsOfAccount(db, session.userId);
  return hasChanged(db.deleteFrom('sessions').where('id', '=', session.id));
}

/** Ends all of the user's sessions. @param keptId the public id of one that goes on; none unless given. */
export async function deleteSessionsOf(db: Db, user: Owned<StoredUser>, keptId?: string): Promise<void> {
  await deleteIdsOfAccount(db, user.id);
  const all = db.deleteFrom('sessions').where('user_id', '=', user.id);
  await (keptId === undefined ? all : all.where('public_id', '<>', keptId)).execute();
}

/** Records that the session's user has just proved who they are. @returns whether the session is still there. */
export const confirmSession = (db: Db, user: Owned<StoredUser>, publicId: string, now: string): Promise<boolean> =>
  hasChanged(
    db
      .updateTable('sessions')
      .set({ confirmed_at: now })
      .where('user_id', '=', user.id)
      .where('public_id', '=', publicId),
  );

export const recordSessionUse = (db: Db, publicId: string, now: string) =>
  db.updateTable('sessions').set({ last_used_at: now }).where('public_id', '=', publicId).execute();
