// Continuing a registration: in the same browser at once, in another by a mailed link.

import { REGISTRATION_MESSAGES } from '#shared/billing-messages.ts';
import type { RegistrationAnswer, RegistrationLookup } from '#shared/contract/registration.ts';
import { isoNow } from '#shared/time.ts';
import { hashOf } from '../../db/hash.ts';
import type { Db } from '../../db/open.ts';
import { deleteIdsOfAddress, deleteRegistrationKeys, registrationOfLink } from '../../db/registration-keys.ts';
import {
  changeRegistration,
  findRegistration,
  liveRegistration,
  lockAddress,
  lockRegistration,
  newestRegistration,
  type StoredRegistration,
} from '../../db/registrations.ts';
import { findUser } from '../../db/users.ts';
import type { Deps } from '../../deps.ts';
import { ownUser, type SignedInActor } from '../access.ts';
import { attachHeld } from '../account/attach.ts';
import { unhurried } from '../account/forgotten.ts';
import { mailResumeLink } from '../account/held-address.ts';
import type { Client } from '../client.ts';
import { invalid } from '../errors.ts';
import { emailKey } from '../user.ts';
import { limitLookup, limitResume, limitResumeRequests } from './limits.ts';
import { removeUnverified } from './mailbox.ts';
import {
  findHeld,
  isLive,
  isUnfinished,
  makePublicId,
  toRegistration,
  UNPAID,
  withVerification,
} from './registration.ts';

/**
 * @returns whether an address has a registration, and how far it is; the registration itself only for whoever holds it.
 * @throws rate-limited
 */
export async function lookUp(deps: Deps, email: string, client: Client): Promise<RegistrationLookup> {
  await limitLookup(deps, client.address);
  const key = emailKey(email);
  const held = await findHeld(deps, client.registrationId);
  if (held && held.row.emailLower === key) {
    return { exists: true, status: held.row.status, registration: toRegistration(held) };
  }
  const live = await liveRegistration(deps.db, key, isoNow(deps.clock));
  const row = live ?? (await newestRegistration(deps.db, key));
  return { exists: row !== undefined, status: row?.status ?? null };
}

/** @returns the unfinished registration that the browser holds; null without. */
export async function currentRegistration(deps: Deps, client: Client): Promise<RegistrationAnswer | null> {
  const held = await findHeld(deps, client.registrationId);
  return held && isUnfinished(held.row) ? { registration: toRegistration(held) } : null;
}

/**
 * Mails a link to continue a registration to its address: the one that the browser holds; or else one that is paid; or
 * else the newest. Neither response nor timing reveals whether there is one.
 * @throws rate-limited, for too many requests from one address
 */
export async function requestResumeLink(deps: Deps, email: string, client: Client): Promise<{ sent: true }> {
  await limitResumeRequests(deps, client.address);
  await unhurried(mailLinkTo(deps, emailKey(email), client.registrationId));
  return { sent: true };
}

async function mailLinkTo(deps: Deps, key: string, publicId: string | null): Promise<void> {
  const now = isoNow(deps.clock);
  const held = (await findHeld(deps, publicId))?.row;
  const isMeant = held?.emailLower === key && isLive(held, now);
  const row = isMeant ? held : await liveRegistration(deps.db, key, now);
  if (row) await mailResumeLink(deps, row);
}

/**
 * Continues the registration of an emailed link, which works once, in this browser alone. Opening it shows that the
 * address is the caller's: so its other links end, all ids of registrations with that address end, and an account that
 * was made with it and never verified is deleted. A paid one goes to the caller's account if that has its address.
 * @param caller whoever is logged in; null when nobody is.
 * @returns it with a new public id. @throws validation naming `token` when it is unknown, expired or used; rate-limited
 */
export async function resumeRegistration(
  deps: Deps,
  token: string,
  client: Client,
  caller: SignedInActor | null,
): Promise<RegistrationAnswer> {
  const limit = await limitResume(deps, client.address);
  const resumed = await deps.db.transaction().execute((db) => resume(deps, db, token, caller));
  await limit.succeeded();
  deps.jobs.wake();
  if (caller) {
    const user = await ownUser(deps.db, caller);
    await deps.db.transaction().execute((db) => attachHeld(deps, db, resumed.publicId, user));
  }
  const row = (await findRegistration(deps.db, resumed.row.id)) ?? resumed.row;
  return { registration: toRegistration({ ...resumed, row }) };
}

async function resume(deps: Deps, db: Db, token: string, caller: SignedInActor | null) {
  const now = isoNow(deps.clock);
  const find = () => registrationOfLink(db, hashOf(token), now);
  const id = await find();
  const named = id === undefined ? undefined : await findRegistration(db, id);
  if (named) await lockAddress(db, named.emailLower);
  const row = named && (await lockRegistration(db, named.id));
  // Asked again once it is locked: when many open the link at once, it works for one of them.
  if (row === undefined || (await find()) === undefined) throw invalid('token', REGISTRATION_MESSAGES.linkNotValid);
  // The account before any key, as what ends a session does, or the two could deadlock.
  await removeUnverified(deps, db, row, caller?.userId ?? null);
  // Once that has its account locked: until then, the account may get another address.
  if (!(await isTheirs(db, row))) throw invalid('token', REGISTRATION_MESSAGES.linkNotValid);
  await deleteRegistrationKeys(db, row.id);
  await deleteIdsOfAddress(db, row.emailLower);
  const publicId = await makePublicId(deps, db, row.id, 'resumed');
  // Calls that began before lose, as they do when another tab is faster; and the caller has forced nothing yet.
  const changes = { attempt: row.attempt + 1, isForced: false, updatedAt: now };
  const changed = await changeRegistration(db, row.id, UNPAID, changes);
  const current = changed ?? (await findRegistration(db, row.id)) ?? row;
  const user = current.userId === null ? undefined : await findUser(db, current.userId);
  return { publicId, row: await withVerification({ ...deps, db }, current, user) };
}

/** Whether whoever reads its mailbox may continue a registration: its account may have another address by now. */
async function isTheirs(db: Db, { status, userId, emailLower }: StoredRegistration): Promise<boolean> {
  if (status === 'expired' || status === 'refunded') return false;
  const user = userId === null ? undefined : await findUser(db, userId);
  return user === undefined || user.emailLower === emailLower;
}
