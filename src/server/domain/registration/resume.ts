// Going on with a registration: in the same browser at once, in another by a mailed link.

import { REGISTRATION_MESSAGES } from '#shared/billing-messages.ts';
import type { RegistrationAnswer, RegistrationLookup } from '#shared/contract/registration.ts';
import { isoNow } from '#shared/time.ts';
import { hashOf } from '../../db/hash.ts';
import { consumeResumeKey } from '../../db/registration-keys.ts';
import { registrationsOf } from '../../db/registrations.ts';
import type { Deps } from '../../deps.ts';
import { type Actor, ownUser } from '../access.ts';
import { unhurried } from '../account/forgotten.ts';
import type { Client } from '../account/sessions.ts';
import { emailKey } from '../account/user.ts';
import { invalid } from '../errors.ts';
import { attachHeld } from './attach.ts';
import { limitLookup, limitResume, limitResumeRequests } from './limits.ts';
import { mailResumeLink } from './mails.ts';
import { findHeld, heldBy, isUnfinished, makePublicId, toRegistration, unfinishedOf } from './registration.ts';

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
  const all = await registrationsOf(deps.db, key);
  const row = (await unfinishedOf(deps.db, key, isoNow(deps.clock))) ?? all[0];
  return { exists: row !== undefined, status: row?.status ?? null };
}

/** @returns the unfinished registration that the browser holds; null without. */
export async function currentRegistration(deps: Deps, client: Client): Promise<RegistrationAnswer | null> {
  const held = await findHeld(deps, client.registrationId);
  return held && isUnfinished(held.row) ? { registration: toRegistration(held) } : null;
}

/**
 * Mails a link to go on with a registration to its address. Neither response nor timing reveals whether there is one.
 * @throws rate-limited, for too many requests from one address
 */
export async function requestResumeLink(deps: Deps, email: string, client: Client): Promise<{ sent: true }> {
  await limitResumeRequests(deps, client.address);
  await unhurried(mailLinkTo(deps, emailKey(email)));
  return { sent: true };
}

async function mailLinkTo(deps: Deps, key: string): Promise<void> {
  const row = await unfinishedOf(deps.db, key, isoNow(deps.clock));
  if (row) await mailResumeLink(deps, row);
}

/**
 * Goes on with the registration of an emailed link, which works once. Is somebody logged in whose address it has, and it is
 * paid, then it is theirs.
 * @returns it with a new public id. @throws validation naming `token` when it is unknown, expired or used; rate-limited
 */
export async function resumeRegistration(
  deps: Deps,
  token: string,
  client: Client,
  actor: Actor | null,
): Promise<RegistrationAnswer> {
  const limit = await limitResume(deps, client.address);
  const publicId = await deps.db.transaction().execute(async (db) => {
    const id = await consumeResumeKey(db, hashOf(token), isoNow(deps.clock));
    return id === undefined ? null : makePublicId(deps, db, id);
  });
  if (publicId === null) throw invalid('token', REGISTRATION_MESSAGES.linkNotValid);
  await limit.succeeded();
  if (actor?.kind === 'user') {
    const user = await ownUser(deps.db, actor);
    await deps.db.transaction().execute((db) => attachHeld(deps, db, publicId, user));
  }
  return { registration: toRegistration(await heldBy(deps, publicId)) };
}
