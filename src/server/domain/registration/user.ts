// The step in which the account is made.

import type { CreateUserInput, RegistrationUser } from '#shared/contract/registration.ts';
import { isoNow } from '#shared/time.ts';
import { isUniqueViolation } from '../../db/constraints.ts';
import { hashOf } from '../../db/hash.ts';
import type { Db } from '../../db/open.ts';
import { findPublicId } from '../../db/registration-keys.ts';
import { lockRegistration } from '../../db/registrations.ts';
import { findUser, findUserByEmail, insertUser, type StoredUser } from '../../db/users.ts';
import type { Deps } from '../../deps.ts';
import { giveAccount } from '../account/attach.ts';
import { queueEmail } from '../account/emails.ts';
import { findResumedElsewhere, holdAddress, mailLinkElsewhere } from '../account/held-address.ts';
import { startResendWait } from '../account/limits.ts';
import { login } from '../account/login.ts';
import { checkPassword } from '../account/password.ts';
import { type Login, startSession } from '../account/sessions.ts';
import { isFirstHere } from '../account/verification.ts';
import type { Client } from '../client.ts';
import { emailTaken, existing } from '../user.ts';
import { removeUnverified } from './mailbox.ts';
import { type Held, heldBy, nextStepOf, registrationNotFound, toRegistration, wrongStep } from './registration.ts';

type Created = RegistrationUser & { login: Login };

/**
 * Makes the account, queues the email that verifies its address, and logs in. Called again, it logs in with the password.
 * @returns the registration, the account, and the session for its browser.
 * @throws not-found; wrong-step before a paid plan is paid; conflict when the address got an account by another way, or
 * whoever opened an emailed link registers with it; unauthenticated for another password than the account's; validation;
 * rate-limited
 */
export async function createUser(deps: Deps, { id, ...input }: CreateUserInput, client: Client): Promise<Created> {
  const held = await heldBy(deps, id);
  if (held.row.userId !== null) return again(deps, held, input.password, client);
  if (nextStepOf(held.row) !== 'create-user') throw wrongStep(held.row);
  const resumed = await findResumedElsewhere(deps, deps.db, held.row.emailLower, id);
  if (resumed) throw await mailLinkElsewhere(deps, resumed);
  const other = await findUserByEmail(deps.db, held.row.emailLower);
  // One that nobody verified gives way to whoever reads the mailbox.
  if (other && (other.emailVerified || !held.isResumed)) return taken(deps, id, input.password, client);
  await checkPassword(deps, input.password, held.row.email, 'password');
  const user = {
    id: deps.ids.next(),
    passwordHash: await deps.passwords.hash(input.password),
    displayName: (input.displayName && deps.texts.toPlain(input.displayName)) || null,
  };
  const isMade = await deps.db
    .transaction()
    .execute((db) => insertAccount(deps, db, held, user, client))
    .catch((error: unknown) => {
      if (isUniqueViolation(error)) return false;
      throw error;
    });
  if (!isMade) return taken(deps, id, input.password, client);
  const now = await heldBy(deps, id);
  deps.mailer.wake();
  deps.jobs.wake();
  await startResendWait(deps, user.id, held.row.emailLower);
  return finish(now, await startSession(deps, existing(await findUser(deps.db, user.id)), client));
}

const finish = (held: Held, login: Login): Created => ({
  registration: toRegistration(held),
  user: login.signedIn.user,
  login,
});

/** The address has an account by now: this registration's, made at the same time in another tab, or somebody else's. */
async function taken(deps: Deps, id: string, password: string, client: Client): Promise<Created> {
  const now = await heldBy(deps, id);
  if (now.row.userId !== null) return again(deps, now, password, client);
  throw nextStepOf(now.row) === 'create-user' ? emailTaken() : wrongStep(now.row);
}

async function again(deps: Deps, held: Held, password: string, client: Client): Promise<Created> {
  const user = existing(await findUser(deps.db, held.row.userId ?? ''));
  return finish(held, await login(deps, { email: user.email, password }, client));
}

type NewAccount = Pick<StoredUser, 'id' | 'passwordHash' | 'displayName'>;

/**
 * @returns false when the registration took another step meanwhile.
 * @throws conflict when somebody has opened an emailed link meanwhile; not-found when the id has ended; a unique
 * violation for a taken address
 */
async function insertAccount(
  deps: Deps,
  db: Db,
  { publicId, row: held }: Held,
  user: NewAccount,
  client: Client,
): Promise<boolean> {
  await holdAddress(deps, db, held.emailLower, publicId);
  const row = await lockRegistration(db, held.id);
  const now = isoNow(deps.clock);
  const key = await findPublicId(db, hashOf(publicId), now);
  if (!key) throw registrationNotFound();
  if (!row || nextStepOf(row) !== 'create-user') return false;
  // Somebody was a moment faster who only knows the address.
  if (key.kind === 'resumed') await removeUnverified(deps, db, row, null);
  const { email, emailLower, customerId } = row;
  const verified = (await isFirstHere(deps, db, client)) && { emailVerified: true, emailVerifiedAt: now };
  await insertUser(db, { ...user, email, emailLower, customerId, ...verified, createdAt: now, updatedAt: now });
  await giveAccount(deps, db, row, user.id, 'user_created');
  if (!verified) await queueEmail(deps, db, { id: user.id, email }, 'verify-email');
  return true;
}
