// The account's own particulars, and its end.
import type { UpdateProfileInput, User } from '#shared/contract/account.ts';
import { MESSAGES } from '#shared/messages.ts';
import { given, toJson } from '../db/codecs.ts';
import { deleteMailsTo } from '../db/mails.ts';
import { listSites } from '../db/sites.ts';
import { deleteUser, updateUser } from '../db/users.ts';
import { bumpWidgetsOfSite } from '../db/widgets.ts';
import type { Deps } from '../deps.ts';
import type { SignedInActor } from './access.ts';
import { DomainError } from './errors.ts';
import { toUser, userOf } from './signed-in.ts';

/** @returns `value` as plain text, null where nothing is left of it. */
const plain = (deps: Deps, value: string | null | undefined) =>
  value === undefined ? undefined : value === null ? null : deps.texts.toPlain(value) || null;

/** Changes what is given; the rest stays. @returns the account as it is then. */
export async function updateProfile(deps: Deps, actor: SignedInActor, input: UpdateProfileInput): Promise<User> {
  const row = await updateUser(deps.db, actor.userId, {
    ...given({
      display_name: plain(deps, input.displayName),
      company_name: plain(deps, input.companyName),
      photo_url: input.photoURL,
      integrations: input.integrations && toJson<unknown[]>(input.integrations),
    }),
    updated_at: new Date(deps.clock.now()).toISOString(),
  });
  if (!row) throw new DomainError('unauthenticated', MESSAGES.unauthenticated);
  return toUser(row);
}

/**
 * Removes the account and everything of it: sites with their widgets, notices and statistics, sessions, keys, links and
 * mails that wait. @returns the Set-Cookie value that clears the cookie, null when it is another user's.
 */
export async function deleteAccount(deps: Deps, actor: SignedInActor, cookies: string): Promise<string | null> {
  const user = await userOf(deps, actor.userId);
  const isOwn = (await deps.sessions.read(cookies))?.session.userId === user.id;
  const now = new Date(deps.clock.now()).toISOString();
  const sites = await deps.db.transaction().execute(async (db) => {
    const rows = await listSites(db, user.id);
    // Takes the locks in the order of those who add notices, as the deletion of one site does.
    for (const { id } of rows) await bumpWidgetsOfSite(db, id, now);
    await deleteMailsTo(db, user.email);
    await deleteUser(db, user.id);
    return rows;
  });
  for (const { id } of sites) deps.embedChanges.changed(id);
  return isOwn ? deps.sessions.end(cookies) : null;
}
