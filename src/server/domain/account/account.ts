// The caller's own account: reading, changing and deleting it.

import type { UpdateProfileInput, User } from '#shared/contract/account.ts';
import { isoNow } from '#shared/time.ts';
import { deleteMailsTo } from '../../db/mails.ts';
import type { Db } from '../../db/open.ts';
import type { Owned } from '../../db/owned.ts';
import { deleteRegistrationsOf, lockRegistration, registrationsOf } from '../../db/registrations.ts';
import { insertRemovalsOfSites } from '../../db/removals.ts';
import { listSites } from '../../db/sites.ts';
import { deleteUser, lockUser, type StoredUser, updateUser } from '../../db/users.ts';
import { bumpWidgetsOfSite } from '../../db/widgets.ts';
import type { Deps } from '../../deps.ts';
import { type Confirmed, ownUser, type SignedInActor } from '../access.ts';
import { endSubscriptions } from '../billing/subscriptions.ts';
import type { Client } from '../client.ts';
import { existing, toUser } from '../user.ts';

/** @returns the caller's own account. */
export async function getAccount(deps: Deps, actor: SignedInActor): Promise<User> {
  return toUser(deps, await ownUser(deps.db, actor));
}

/** @returns `value` as plain text; null when nothing is left of it. */
const plain = (deps: Deps, value: string | null | undefined) =>
  value === undefined ? undefined : value === null ? null : deps.texts.toPlain(value) || null;

/** Changes the given fields only. @returns the updated account. */
export async function updateProfile(deps: Deps, actor: SignedInActor, input: UpdateProfileInput): Promise<User> {
  const user = await ownUser(deps.db, actor);
  const row = await updateUser(deps.db, user, {
    displayName: plain(deps, input.displayName),
    companyName: plain(deps, input.companyName),
    photoUrl: input.photoURL,
    integrations: input.integrations,
    updatedAt: isoNow(deps.clock),
  });
  return toUser(deps, existing(row));
}

/**
 * Removes the account and everything that belongs to it: sites with their widgets, notifications and statistics,
 * sessions, keys, emailed links, and unsent emails. Ending its subscription is queued.
 * @returns the ids of its sites.
 */
export async function removeAccount(db: Db, user: Owned<StoredUser>, now: string): Promise<string[]> {
  // Registrations before their account, and that before what belongs to it, as everybody locks them: two changes could
  // deadlock otherwise.
  for (const { id } of await registrationsOf(db, user.id)) await lockRegistration(db, id);
  await lockUser(db, user.id);
  const sites = (await listSites(db, user.id)).map(({ id }) => id);
  // Takes locks in the same order as adding a notification, as deleting one site does.
  for (const id of sites) await bumpWidgetsOfSite(db, id, now);
  await insertRemovalsOfSites(db, sites, now);
  await deleteMailsTo(db, user);
  await deleteRegistrationsOf(db, user);
  await endSubscriptions(db, user, now);
  await deleteUser(db, user);
  return sites;
}

/**
 * Deletes the caller's account with everything in it. An email says so; its address is the last that is kept, until then.
 * @returns whether the client's own session ended too; false when it is another user's.
 */
export async function deleteAccount(deps: Deps, actor: Confirmed, client: Client): Promise<boolean> {
  const user = await ownUser(deps.db, actor);
  const sent = client.sessionId === null ? null : await deps.sessions.read(client.sessionId);
  const now = isoNow(deps.clock);
  const sites = await deps.db.transaction().execute(async (db) => {
    const removed = await removeAccount(db, user, now);
    // An address that nobody verified may be somebody else's.
    if (user.emailVerified) await deps.mailer.enqueue(db, { kind: 'account-deleted', userId: null, to: user.email });
    return removed;
  });
  deps.mailer.wake();
  for (const id of sites) deps.embedChanges.changed(id);
  deps.removals.wake();
  deps.jobs.wake();
  return sent?.session.userId === user.id;
}
