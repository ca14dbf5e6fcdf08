// What the operator gives accounts without payment: a plan of its own beside whatever their subscription pays for, and
// a role. Webhooks never touch either.
import { isoNow } from '#shared/time.ts';
import { listSites } from '../../db/sites.ts';
import { findUserByEmail, lockUser, type StoredUser, updateUser } from '../../db/users.ts';
import type { Deps } from '../../deps.ts';
import { proven } from '../access.ts';
import { type EffectivePlan, effectivePlan, planById } from '../plan.ts';
import { emailKey } from '../user.ts';

type OperatorDeps = Pick<Deps, 'db' | 'clock'> & { config: Pick<Deps['config'], 'freeSites'> };

/** The plan that holds for an account before and after a grant, and how many sites it owns. */
export type Granted = { from: EffectivePlan; to: EffectivePlan; isChanged: boolean; sites: number };

/**
 * Grants the account with this address a plan, in place of the grant it had; `free` takes that back.
 * @returns null when no account has the address
 */
export async function grantPlan(deps: OperatorDeps, email: string, plan: string): Promise<Granted | null> {
  const grantedPlan = planById(plan).id === 'free' ? null : plan;
  return changeAccount(deps, email, { grantedPlan }, async (db, before, after) => ({
    from: effectivePlan(before, deps.config.freeSites),
    to: effectivePlan(after, deps.config.freeSites),
    isChanged: before.grantedPlan !== grantedPlan,
    sites: (await listSites(db, after.id)).length,
  }));
}

/** Gives the account with this address a role. @returns the role it had; null when no account has the address */
export const setRole = (deps: OperatorDeps, email: string, role: 'admin' | 'user'): Promise<string | null> =>
  changeAccount(deps, email, { role }, async (_db, before) => before.role);

async function changeAccount<T>(
  { db, clock }: OperatorDeps,
  email: string,
  changes: Partial<Pick<StoredUser, 'grantedPlan' | 'role'>>,
  read: (db: Deps['db'], before: StoredUser, after: StoredUser) => Promise<T>,
): Promise<T | null> {
  return db.transaction().execute(async (tx) => {
    const found = await findUserByEmail(tx, emailKey(email));
    const before = found && (await lockUser(tx, found.id));
    const after = before && (await updateUser(tx, proven(before), { ...changes, updatedAt: isoNow(clock) }));
    return after ? read(tx, before, after) : null;
  });
}
