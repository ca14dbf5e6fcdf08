// The last steps: the email address is verified by the emailed link, and the registration is done. An account is told to
// its own sessions alone: whoever has the registration's id hasn't proved to be its owner.
import type { RegistrationAnswer, RegistrationUser } from '#shared/contract/registration.ts';
import { isoNow } from '#shared/time.ts';
import { changeRegistration, type StoredRegistration } from '../../db/registrations.ts';
import { findUser } from '../../db/users.ts';
import type { Deps } from '../../deps.ts';
import type { SignedInActor } from '../access.ts';
import { resendVerificationTo } from '../account/verification.ts';
import { existing, toUser } from '../user.ts';
import { type Held, heldBy, toRegistration, wrongStep } from './registration.ts';

const HAS_USER: readonly StoredRegistration['status'][] = ['user_created', 'verified', 'finished'];

const userOf = async ({ db }: Deps, { row }: Held) => existing(await findUser(db, row.userId ?? ''));

/** @returns the registration of a public id. @throws not-found */
export async function getRegistration(deps: Deps, id: string): Promise<RegistrationAnswer> {
  return { registration: toRegistration(await heldBy(deps, id)) };
}

/** @returns whether the account's address is verified. @throws not-found; wrong-step before there is an account */
export async function checkVerification(deps: Deps, id: string): Promise<RegistrationAnswer & { verified: boolean }> {
  const held = await heldBy(deps, id);
  if (!HAS_USER.includes(held.row.status)) throw wrongStep(held.row);
  const { emailVerified } = await userOf(deps, held);
  return { registration: toRegistration(held), verified: emailVerified };
}

/**
 * Sends another link to verify the address.
 * @throws not-found; wrong-step unless it waits to be verified; rate-limited, as for somebody who is logged in
 */
export async function resendLink(deps: Deps, id: string, address: string): Promise<RegistrationAnswer> {
  const held = await heldBy(deps, id);
  if (held.row.status !== 'user_created') throw wrongStep(held.row);
  await resendVerificationTo(deps, await userOf(deps, held), address);
  return { registration: toRegistration(held) };
}

/** A registration, and its account for whoever is logged in to that. */
type Finished = RegistrationAnswer & Partial<RegistrationUser>;

/**
 * @param caller whoever is logged in; null when nobody is.
 * @throws not-found; wrong-step before the address is verified
 */
export async function finishRegistration(deps: Deps, id: string, caller: SignedInActor | null): Promise<Finished> {
  const held = await heldBy(deps, id);
  if (held.row.status !== 'verified' && held.row.status !== 'finished') throw wrongStep(held.row);
  return finished(deps, held, caller);
}

/**
 * Goes on without waiting: for the email once there is an account, and for the payment once its checkout is open. It grants
 * nothing: the address must still be verified, and the plan holds once the provider says that it is paid.
 * @param caller whoever is logged in; null when nobody is.
 * @throws not-found; wrong-step where nothing is waited for
 */
export async function forceFinish(deps: Deps, id: string, caller: SignedInActor | null): Promise<Finished> {
  const held = await heldBy(deps, id);
  if (HAS_USER.includes(held.row.status)) return finished(deps, held, caller);
  const changes = { isForced: true, updatedAt: isoNow(deps.clock) };
  const forced = await changeRegistration(deps.db, held.row.id, ['payment_pending'], changes, held.row.attempt);
  if (!forced) throw wrongStep((await heldBy(deps, id)).row);
  return { registration: toRegistration({ ...held, row: forced }) };
}

async function finished(deps: Deps, held: Held, caller: SignedInActor | null): Promise<Finished> {
  const user = await userOf(deps, held);
  const changes = { status: 'finished', updatedAt: isoNow(deps.clock) } as const;
  const row = (await changeRegistration(deps.db, held.row.id, HAS_USER, changes)) ?? held.row;
  return {
    registration: toRegistration({ ...held, row }),
    ...(caller?.userId === user.id && { user: toUser(deps, user) }),
  };
}
