// Who holds an address: whoever has opened the emailed link of a registration holds it alone, and no other registration or
// account gets it meanwhile.
import { REGISTRATION_MESSAGES } from '#shared/billing-messages.ts';
import { isoNow } from '#shared/time.ts';
import { hashOf } from '../../db/hash.ts';
import type { Db } from '../../db/open.ts';
import { findPublicId } from '../../db/registration-keys.ts';
import { lockAddress, resumedRegistration, type StoredRegistration } from '../../db/registrations.ts';
import type { Deps } from '../../deps.ts';
import { type DomainError, refusal } from '../errors.ts';

/** Mails a link to continue, unless too many go to its address. */
export async function mailResumeLink(deps: Pick<Deps, 'db' | 'mailer'>, row: StoredRegistration) {
  await deps.db
    .transaction()
    .execute((db) =>
      deps.mailer.enqueue(db, { kind: 'resume-registration', userId: null, registrationId: row.id, to: row.email }),
    );
  deps.mailer.wake();
}

const registeredElsewhere = (message: string = REGISTRATION_MESSAGES.elsewhere) =>
  refusal('conflict', 'email', message);

/** Mails a link to continue with a registration. @returns the error for whoever registers its address elsewhere. */
export async function mailLinkElsewhere(
  deps: Pick<Deps, 'db' | 'mailer'>,
  row: StoredRegistration,
  message?: string,
): Promise<DomainError> {
  await mailResumeLink(deps, row);
  return registeredElsewhere(message);
}

/**
 * @param key of an address. @param publicId of the registration that the caller holds; null without.
 * @returns another registration with the address, held by whoever has opened its emailed link; undefined without.
 */
export async function findResumedElsewhere(
  { clock }: Pick<Deps, 'clock'>,
  db: Db,
  key: string,
  publicId: string | null,
): Promise<StoredRegistration | undefined> {
  const now = isoNow(clock);
  const own = publicId === null ? undefined : await findPublicId(db, hashOf(publicId), now);
  return resumedRegistration(db, key, own?.registrationId ?? null, now);
}

/**
 * Call it first in a transaction that gives an account, or a registration, an address: until it ends, nobody opens
 * a link to that.
 * @throws conflict when somebody has opened one a moment ago
 */
export async function holdAddress(
  deps: Pick<Deps, 'clock'>,
  db: Db,
  key: string,
  publicId: string | null,
): Promise<void> {
  await lockAddress(db, key);
  if (await findResumedElsewhere(deps, db, key, publicId)) throw registeredElsewhere();
}
