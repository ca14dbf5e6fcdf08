// Registering and logging in with an email address and password.

import type { LoginInput, RegisterInput } from '#shared/contract/account.ts';
import { AUTH_ERRORS, MESSAGES } from '#shared/messages.ts';
import { isoNow } from '#shared/time.ts';
import { isUniqueViolation } from '../../db/constraints.ts';
import { liveRegistration } from '../../db/registrations.ts';
import { findUser, findUserByEmail, insertUser } from '../../db/users.ts';
import type { Deps } from '../../deps.ts';
import type { Client } from '../client.ts';
import { DomainError, refusal } from '../errors.ts';
import { emailKey, emailTaken, existing, readableEmail } from '../user.ts';
import { queueEmail, warnOfGuessing } from './emails.ts';
import { findResumedElsewhere, holdAddress, mailLinkElsewhere } from './held-address.ts';
import { knownMark, passwordStamp } from './known-browsers.ts';
import { limitLogin, limitRegistration, startResendWait } from './limits.ts';
import { checkPassword } from './password.ts';
import { type Login, startSession } from './sessions.ts';
import { isFirstHere } from './verification.ts';

/**
 * Creates an account, queues its first email in the same transaction, and logs in. The email verifies the address; for
 * an account without a password, it also asks the user to choose one. The first user of a server on their own machine gets
 * none, and is verified.
 * @throws conflict when the email address already has an account, or its owner registers with it in another browser;
 * validation when the password is too common; rate-limited
 */
export async function register(deps: Deps, input: RegisterInput, client: Client): Promise<Login> {
  await limitRegistration(deps, client.address);
  const key = emailKey(input.email);
  const resumed = await findResumedElsewhere(deps, deps.db, key, client.registrationId);
  if (resumed) throw await mailLinkElsewhere(deps, resumed);
  if (input.password !== undefined) await checkPassword(deps, input.password, input.email, 'password');
  const hash = input.password === undefined ? null : await deps.passwords.hash(input.password);
  const now = isoNow(deps.clock);
  const user = {
    id: deps.ids.next(),
    email: readableEmail(input.email),
    displayName: (input.displayName && deps.texts.toPlain(input.displayName)) || null,
  };
  try {
    await deps.db.transaction().execute(async (db) => {
      await holdAddress(deps, db, key, client.registrationId);
      const isVerified = hash !== null && (await isFirstHere(deps, db, client));
      await insertUser(db, {
        ...user,
        emailLower: key,
        firebaseUid: input.firebaseUid ?? null,
        passwordHash: hash,
        ...(isVerified && { emailVerified: true, emailVerifiedAt: now }),
        createdAt: now,
        updatedAt: now,
      });
      if (!isVerified) await queueEmail(deps, db, user, hash === null ? 'set-password' : 'verify-email');
    });
  } catch (error) {
    throw isUniqueViolation(error) ? emailTaken() : error;
  }
  deps.mailer.wake();
  await startResendWait(deps, user.id, key);
  // Without a password nothing is proved yet.
  return startSession(deps, existing(await findUser(deps.db, user.id)), client, hash !== null);
}

/**
 * Logs in with an email address and password.
 * @throws unauthenticated, saying whether the address is unknown or the password wrong; registration-required for one whose
 * registration isn't that far; rate-limited
 */
export async function login(deps: Deps, input: LoginInput, client: Client): Promise<Login> {
  const key = emailKey(input.email);
  const row = await findUserByEmail(deps.db, key);
  const limited = {
    emailKey: key,
    stamp: passwordStamp(row),
    address: client.address,
    mark: knownMark(deps, row, client.marks),
  };
  const attempt = await limitLogin(deps, limited, () => warnOfGuessing(deps, key, row));
  const isRight = await deps.passwords.verify(row?.passwordHash ?? null, input.password);
  if (!row && (await liveRegistration(deps.db, key, isoNow(deps.clock)))) {
    throw new DomainError('registration-required', AUTH_ERRORS['registration-required']);
  }
  if (!row) throw refusal('unauthenticated', 'email', MESSAGES.userNotFound);
  if (!isRight) throw refusal('unauthenticated', 'password', MESSAGES.wrongPassword);
  await attempt.succeeded();
  return startSession(deps, row, client);
}
