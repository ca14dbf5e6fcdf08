// Owners without the doors: rows of accounts and the actors the domain would be called with.
import { insertUser } from '#server/db/users.ts';
import type { Deps } from '#server/deps.ts';
import { requireVerifiedUser, type VerifiedUser } from '#server/domain/access.ts';

/** @returns a verified owner of a new account, who may have `maxSites` sites. */
export async function makeActor(deps: Deps, maxSites = 1, email = 'owner@shop.example'): Promise<VerifiedUser> {
  const now = new Date(deps.clock.now()).toISOString();
  const id = deps.ids.next();
  await insertUser(deps.db, {
    id,
    email,
    email_lower: email,
    email_verified: 1,
    max_sites: maxSites,
    created_at: now,
    updated_at: now,
  });
  return requireVerifiedUser({ kind: 'user', userId: id, email, isVerified: true, role: 'user', sessionId: 'none' });
}
