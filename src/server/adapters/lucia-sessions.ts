// Lucia, kept in this one file behind the Sessions port. The database holds only sha256 of a session's id: whoever
// reads it cannot sign in with what is there.
import { createHash } from 'node:crypto';
import { type Adapter, Lucia, TimeSpan } from 'lucia';
import { SESSION_DAYS } from '#shared/limits.ts';
import type { Db } from '../db/open.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionByPublicId,
  deleteSessionsOf,
  findSession,
  insertSession,
  prolongSession,
} from '../db/sessions.ts';
import type { Clock, Ids, Sessions } from '../domain/ports.ts';

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<{ publicId: string }>;
    DatabaseSessionAttributes: { publicId: string; userAgent: string | null };
  }
}

const COOKIE = 'proofbell_session';

/**
 * @returns the session id in a Cookie header, or null. Lucia's own reader decodes every cookie and throws at one that is
 * no percent-encoding, which any other program on this host may have set; ids need no decoding.
 */
const sessionIdIn = (cookieHeader: string): string | null =>
  new RegExp(`(?:^|;)\\s*${COOKIE}=([^;\\s]+)`).exec(cookieHeader)?.[1] ?? null;

const hashed = (id: string) => createHash('sha256').update(id).digest('hex');

function makeAdapter(db: Db, clock: Clock): Adapter {
  return {
    // Lucia hands the id it was given back to update and delete, so the raw one is answered, never the hash.
    async getSessionAndUser(id) {
      const row = await findSession(db, hashed(id));
      if (!row) return [null, null];
      const session = {
        id,
        userId: row.user_id,
        expiresAt: new Date(row.expires_at),
        attributes: { publicId: row.public_id, userAgent: row.user_agent },
      };
      return [session, { id: row.user_id, attributes: {} }];
    },
    async getUserSessions() {
      throw new Error('Raw session ids are not kept: list sessions by their public id');
    },
    async setSession(session) {
      const now = new Date(clock.now()).toISOString();
      await insertSession(db, {
        id: hashed(session.id),
        public_id: session.attributes.publicId,
        user_id: session.userId,
        expires_at: session.expiresAt.toISOString(),
        created_at: now,
        user_agent: session.attributes.userAgent,
        last_used_at: now,
      });
    },
    async updateSessionExpiration(id, expiresAt) {
      await prolongSession(db, hashed(id), expiresAt.toISOString());
    },
    async deleteSession(id) {
      await deleteSession(db, hashed(id));
    },
    async deleteUserSessions(userId) {
      await deleteSessionsOf(db, userId);
    },
    async deleteExpiredSessions() {
      await deleteExpiredSessions(db, new Date(clock.now()).toISOString());
    },
  };
}

const SWEEP_PAUSE = 60 * 60_000;

/**
 * @param isSecure whether the cookie may travel over https only (PUBLIC_URL is https).
 * Lucia reads the system's clock, not ours: tests of expiry fake Date.
 */
export function makeSessions(db: Db, clock: Clock, ids: Ids, isSecure: boolean): Sessions {
  const makeLucia = (db: Db) =>
    new Lucia(makeAdapter(db, clock), {
      sessionExpiresIn: new TimeSpan(SESSION_DAYS, 'd'),
      sessionCookie: { name: COOKIE, attributes: { secure: isSecure, sameSite: 'lax', path: '/' } },
      getSessionAttributes: (attributes) => ({ publicId: attributes.publicId }),
    });
  const lucia = makeLucia(db);
  let nextSweep = 0;
  return {
    async create(userId, userAgent, within) {
      const lucia = makeLucia(within);
      // Who never comes back leaves a session behind; they are taken away when others come.
      if (clock.now() >= nextSweep) {
        nextSweep = clock.now() + SWEEP_PAUSE;
        await lucia.deleteExpiredSessions();
      }
      const session = await lucia.createSession(userId, { publicId: ids.secret(16), userAgent });
      return {
        session: { publicId: session.publicId, userId },
        setCookie: lucia.createSessionCookie(session.id).serialize(),
      };
    },
    async read(cookieHeader) {
      const id = sessionIdIn(cookieHeader);
      if (!id) return null;
      const { session } = await lucia.validateSession(id);
      if (!session) return null;
      return {
        session: { publicId: session.publicId, userId: session.userId },
        ...(session.fresh && { setCookie: lucia.createSessionCookie(session.id).serialize() }),
      };
    },
    async end(cookieHeader) {
      const id = sessionIdIn(cookieHeader);
      if (id) await lucia.invalidateSession(id);
      return lucia.createBlankSessionCookie().serialize();
    },
    async endByPublicId(publicId) {
      await deleteSessionByPublicId(db, publicId);
    },
    cookieValue: sessionIdIn,
  };
}
