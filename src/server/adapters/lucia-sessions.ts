// The Sessions port, implemented with Lucia. The database stores only the sha256 of a session's id, so a leaked
// database does not hand out sessions.
import { type Adapter, Lucia, TimeSpan } from 'lucia';
import { SESSION_DAYS } from '#shared/limits.ts';
import { HOUR, isDue, isoNow } from '#shared/time.ts';
import { ignoreIfUnavailable } from '../db/faults.ts';
import { hashOf } from '../db/hash.ts';
import type { Db } from '../db/open.ts';
import {
  deleteExpiredSessions,
  deleteSessionByHash,
  extendSession,
  findSession,
  insertSession,
} from '../db/sessions.ts';
import type { Clock, Ids, Sessions } from '../domain/ports.ts';

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<{ publicId: string }>;
    DatabaseSessionAttributes: { publicId: string; userAgent: string | null };
  }
}

const notStored = async (): Promise<never> => {
  throw new Error('Lucia knows sessions by their raw id, which is not stored: use db/sessions.ts');
};

function makeAdapter(db: Db, clock: Clock): Adapter {
  return {
    // Lucia passes this id on to update and delete, so it must be the raw id, not the hash.
    async getSessionAndUser(id) {
      const stored = await findSession(db, hashOf(id));
      if (!stored) return [null, null];
      const session = {
        id,
        userId: stored.userId,
        expiresAt: new Date(stored.expiresAt),
        attributes: { publicId: stored.publicId, userAgent: stored.userAgent },
      };
      return [session, { id: stored.userId, attributes: {} }];
    },
    getUserSessions: notStored,
    deleteUserSessions: notStored,
    async setSession(session) {
      const now = isoNow(clock);
      await insertSession(db, {
        id: hashOf(session.id),
        publicId: session.attributes.publicId,
        userId: session.userId,
        expiresAt: session.expiresAt.toISOString(),
        createdAt: now,
        userAgent: session.attributes.userAgent,
        lastUsedAt: now,
        confirmedAt: null,
      });
    },
    async updateSessionExpiration(id, expiresAt) {
      // A full disk must not end reading; the next request tries again.
      await extendSession(db, hashOf(id), expiresAt.toISOString()).catch(ignoreIfUnavailable);
    },
    async deleteSession(id) {
      await deleteSessionByHash(db, hashOf(id));
    },
    async deleteExpiredSessions() {
      await deleteExpiredSessions(db, isoNow(clock));
    },
  };
}

const SWEEP_INTERVAL = HOUR;

/** Lucia reads the system clock rather than ours, so tests of expiry fake Date. */
export function makeSessions(db: Db, clock: Clock, ids: Ids): Sessions {
  const makeLucia = (db: Db) =>
    new Lucia(makeAdapter(db, clock), {
      sessionExpiresIn: new TimeSpan(SESSION_DAYS, 'd'),
      getSessionAttributes: (attributes) => ({ publicId: attributes.publicId }),
    });
  const lucia = makeLucia(db);
  let nextSweep = Number.NEGATIVE_INFINITY;
  return {
    async create(userId, userAgent, within) {
      const lucia = makeLucia(within);
      // Users who never come back leave expired sessions behind; the next login by anyone removes them.
      if (isDue(nextSweep, clock.now(), SWEEP_INTERVAL)) {
        nextSweep = clock.now() + SWEEP_INTERVAL;
        await lucia.deleteExpiredSessions();
      }
      const { id, publicId } = await lucia.createSession(userId, { publicId: ids.secret(16), userAgent });
      return { id, publicId, userId };
    },
    async read(id) {
      const { session } = await lucia.validateSession(id);
      if (!session) return null;
      return { session: { publicId: session.publicId, userId: session.userId }, isFresh: session.fresh };
    },
    async end(id) {
      await lucia.invalidateSession(id);
    },
  };
}
