// A registration as callers see it: which step comes next, and who holds it. Whoever has its public id can continue
// it, and gets nothing of the account that it leads to.

import { REGISTRATION_MESSAGES } from '#shared/billing-messages.ts';
import type { Registration, RegistrationStep } from '#shared/contract/registration.ts';
import { DAY, isoNow, isoOf } from '#shared/time.ts';
import { hashOf } from '../../db/hash.ts';
import type { Db } from '../../db/open.ts';
import { findPublicId, insertRegistrationKey } from '../../db/registration-keys.ts';
import { changeRegistration, findRegistration, OVER, type StoredRegistration } from '../../db/registrations.ts';
import { findUser, type StoredUser } from '../../db/users.ts';
import type { Deps } from '../../deps.ts';
import { DomainError, refusal } from '../errors.ts';
import { readableEmail } from '../user.ts';

/** How long a registration that isn't paid can be continued. */
export const UNPAID_LIFE = 7 * DAY;
/** How long a public id works: longer than a paid registration waits to be finished. */
const KEY_LIFE = 60 * DAY;
/** How long it works once the account is there, unless what ends a session ends it sooner. */
const KEY_LIFE_WITH_ACCOUNT = DAY;

/** A registration, the public id by which the caller holds it, and whether they got that by an emailed link. */
export type Held = { publicId: string; row: StoredRegistration; isResumed: boolean };

/** In these nobody has paid, and nobody has an account. */
export const UNPAID = ['started', 'payment_pending'] as const;
/** @returns whether nobody has paid it, and nobody has an account by it. */
export const isUnpaid = ({ status }: Pick<StoredRegistration, 'status'>): boolean =>
  UNPAID.some((one) => one === status);

/** @returns whether there is something left to do. */
export const isUnfinished = ({ status }: Pick<StoredRegistration, 'status'>): boolean => !OVER.includes(status);

/** @returns whether it can be continued: one that is paid never ends by itself. */
export const isLive = (row: StoredRegistration, now: string): boolean =>
  isUnfinished(row) && (row.paidAt !== null || row.expiresAt > now);

/** @returns the step that comes next; null when there is none. */
export function nextStepOf({ status, plan, isForced }: StoredRegistration): RegistrationStep | null {
  switch (status) {
    case 'started':
      return plan === 'free' ? 'create-user' : 'payment';
    case 'payment_pending':
      return isForced ? 'create-user' : 'payment';
    case 'paid':
      return 'create-user';
    case 'user_created':
      return 'verify-email';
    case 'verified':
      return 'finish';
    default:
      return null;
  }
}

export const toRegistration = ({ publicId, row }: Omit<Held, 'isResumed'>): Registration => ({
  id: publicId,
  email: readableEmail(row.email),
  plan: row.plan,
  cycle: row.cycle,
  status: row.status,
  nextStep: nextStepOf(row),
  isPaid: row.paidAt !== null && row.status !== 'refunded',
  isForced: row.isForced,
  createdAt: row.createdAt,
  expiresAt: row.expiresAt,
});

/** @returns the error for a step out of order, which names the one that is expected. */
export function wrongStep(row: StoredRegistration): DomainError {
  const step = nextStepOf(row) ?? (row.status === 'finished' ? 'none, it is finished' : 'start');
  return refusal('wrong-step', 'status', `Expected step: ${step}`);
}

export const registrationNotFound = () => new DomainError('not-found', REGISTRATION_MESSAGES.notFound);

/** @param kind `resumed` for whoever has opened an emailed link. @returns a new public id. The database gets its hash. */
export async function makePublicId(
  { ids, clock }: Pick<Deps, 'ids' | 'clock'>,
  db: Db,
  id: string,
  kind: 'id' | 'resumed',
): Promise<string> {
  const publicId = ids.secret();
  await insertRegistrationKey(db, {
    keyHash: hashOf(publicId),
    registrationId: id,
    kind,
    expiresAt: isoOf(clock.now() + KEY_LIFE),
    createdAt: isoNow(clock),
  });
  return publicId;
}

/** @returns the registration with this public id; null when there is none, or its account is there for a day. */
export async function findHeld(deps: Pick<Deps, 'db' | 'clock'>, publicId: string | null): Promise<Held | null> {
  if (publicId === null) return null;
  const { db, clock } = deps;
  const key = await findPublicId(db, hashOf(publicId), isoNow(clock));
  const row = key && (await findRegistration(db, key.registrationId));
  if (!row) return null;
  const user = row.userId === null ? undefined : await findUser(db, row.userId);
  if (user && Date.parse(user.createdAt) + KEY_LIFE_WITH_ACCOUNT <= clock.now()) return null;
  return { publicId, row: await withVerification(deps, row, user), isResumed: key.kind === 'resumed' };
}

/** @returns the registration with this public id. @throws not-found */
export async function heldBy(deps: Pick<Deps, 'db' | 'clock'>, publicId: string): Promise<Held> {
  const held = await findHeld(deps, publicId);
  if (!held) throw registrationNotFound();
  return held;
}

/** @returns the registration, which takes a step by itself once its account's address is verified. */
export async function withVerification(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  row: StoredRegistration,
  user: StoredUser | undefined,
): Promise<StoredRegistration> {
  if (row.status !== 'user_created' || !user?.emailVerified) return row;
  const changes = { status: 'verified', updatedAt: isoNow(clock) } as const;
  return (await changeRegistration(db, row.id, ['user_created'], changes)) ?? row;
}
