// Owners without a login: account rows, and actors for calling the domain.
import { insertUser } from '#server/db/users.ts';
import type { Deps } from '#server/deps.ts';
import { requireVerifiedUser, type VerifiedUser } from '#server/domain/access.ts';
import type { PlanId } from '#shared/pricing.ts';
import { isoNow } from '#shared/time.ts';

/** @returns a verified owner with a new account on `plan`. */
export async function makeActor(
  deps: Deps,
  plan: PlanId = 'free',
  email = 'owner@shop.example',
): Promise<VerifiedUser> {
  const now = isoNow(deps.clock);
  const id = deps.ids.next();
  await insertUser(deps.db, {
    id,
    email,
    emailLower: email,
    emailVerified: true,
    grantedPlan: plan,
    createdAt: now,
    updatedAt: now,
  });
  return requireVerifiedUser({ kind: 'user', userId: id, email, isVerified: true, role: 'user', sessionId: 'none' });
}
