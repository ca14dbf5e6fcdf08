// Where the account is signed in, and ending that.
import type { AccountSession } from '#shared/contract/session.ts';
import { deleteOtherSessions, deleteSessionOf, listSessions as listRows } from '../db/sessions.ts';
import type { Deps } from '../deps.ts';
import type { SignedInActor } from './access.ts';
import { DomainError } from './errors.ts';

/** @returns the caller's live sessions, the one used last first. */
export async function listSessions(deps: Deps, actor: SignedInActor): Promise<AccountSession[]> {
  const rows = await listRows(deps.db, actor.userId, new Date(deps.clock.now()).toISOString());
  return rows.map((row) => ({
    id: row.public_id,
    userAgent: row.user_agent,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at ?? row.created_at,
    isCurrent: row.public_id === actor.sessionId,
  }));
}

/** Ends one of the caller's sessions, their own too. @throws not-found */
export async function endSession(deps: Deps, actor: SignedInActor, id: string): Promise<void> {
  if (!(await deleteSessionOf(deps.db, actor.userId, id))) throw new DomainError('not-found', 'Session not found');
}

/** Ends all of the caller's sessions but the one they call with. */
export async function endOtherSessions(deps: Deps, actor: SignedInActor): Promise<void> {
  await deleteOtherSessions(deps.db, actor.userId, actor.sessionId);
}
