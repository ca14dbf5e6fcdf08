// The first step: an email address and a plan.

import { REGISTRATION_MESSAGES } from '#shared/billing-messages.ts';
import type { RegistrationAnswer, StartRegistrationInput } from '#shared/contract/registration.ts';
import { isoNow, isoOf } from '#shared/time.ts';
import {
  changeRegistration,
  insertRegistration,
  paidRegistration,
  type StoredRegistration,
} from '../../db/registrations.ts';
import { findUserByEmail } from '../../db/users.ts';
import type { Deps } from '../../deps.ts';
import { findResumedElsewhere, holdAddress, mailLinkElsewhere } from '../account/held-address.ts';
import { limitRegistration } from '../account/limits.ts';
import type { Client } from '../client.ts';
import { invalid } from '../errors.ts';
import { emailKey, emailTaken, readableEmail } from '../user.ts';
import { endCheckout } from './checkout.ts';
import {
  findHeld,
  type Held,
  isUnfinished,
  isUnpaid,
  makePublicId,
  toRegistration,
  UNPAID,
  UNPAID_LIFE,
} from './registration.ts';

type Choice = Pick<StoredRegistration, 'plan' | 'cycle'>;

/**
 * Starts a registration. The browser that holds an unfinished one with the same address gets that one again; until it is
 * paid, with the plan that is asked for now.
 * @returns it with its public id.
 * @throws conflict when the address has an account, or when somebody in another browser has already paid for it or opened
 * its emailed link, who is then mailed another; validation for a paid plan where none can be bought; rate-limited;
 * PaymentsError
 */
export async function startRegistration(
  deps: Deps,
  input: StartRegistrationInput,
  client: Client,
): Promise<RegistrationAnswer> {
  const key = emailKey(input.email);
  const choice: Choice = { plan: input.plan, cycle: input.plan === 'free' ? null : (input.cycle ?? null) };
  const held = await findHeld(deps, client.registrationId);
  if (held && held.row.emailLower === key && isUnfinished(held.row)) {
    return { registration: toRegistration(await changePlan(deps, held, choice, client)) };
  }
  requireOffer(deps, choice, client);
  await limitRegistration(deps, client.address);
  if (await findUserByEmail(deps.db, key)) throw emailTaken();
  const paid = await paidRegistration(deps.db, key);
  if (paid) throw await mailLinkElsewhere(deps, paid, REGISTRATION_MESSAGES.alreadyPaid);
  const resumed = await findResumedElsewhere(deps, deps.db, key, client.registrationId);
  if (resumed) throw await mailLinkElsewhere(deps, resumed);
  const id = deps.ids.next();
  const now = isoNow(deps.clock);
  const publicId = await deps.db.transaction().execute(async (db) => {
    await holdAddress(deps, db, key, client.registrationId);
    await insertRegistration(db, {
      id,
      email: readableEmail(input.email),
      emailLower: key,
      ...choice,
      status: 'started',
      expiresAt: isoOf(deps.clock.now() + UNPAID_LIFE),
      createdAt: now,
      updatedAt: now,
    });
    return makePublicId(deps, db, id, 'id');
  });
  const started = await findHeld(deps, publicId);
  if (!started) throw new Error('A registration is gone as soon as it began');
  return { registration: toRegistration(started) };
}

/** @throws validation naming `plan` when it is a paid one and nothing can be bought here */
export function requireOffer(deps: Deps, { plan }: Pick<Choice, 'plan'>, client: Client): void {
  const { reason } = plan === 'free' ? { reason: null } : deps.billing.offerFor(client);
  if (reason !== null) throw invalid('plan', reason);
}

/** Until it is paid, another plan can be chosen; the checkout of the last one is ended first, so that nobody pays for both. */
async function changePlan(deps: Deps, held: Held, { plan, cycle }: Choice, client: Client): Promise<Held> {
  const { row } = held;
  const isSame = row.plan === plan && row.cycle === cycle;
  if (isSame || !isUnpaid(row)) return held;
  requireOffer(deps, { plan }, client);
  const { row: now, isTaken } = await endCheckout(deps, row);
  // Somebody has paid, or is paying by bank transfer, for the plan as it was.
  if (isTaken) return { ...held, row: now };
  const changed = await changeRegistration(
    deps.db,
    row.id,
    UNPAID,
    {
      plan,
      cycle,
      status: 'started',
      isForced: false,
      checkoutId: null,
      checkoutUrl: null,
      checkoutExpiresAt: null,
      // A checkout that is being made for the last plan no longer counts.
      attempt: row.attempt + 1,
      updatedAt: isoNow(deps.clock),
    },
    row.attempt,
  );
  // Another tab was faster: its choice stands, and is shown.
  return changed ? { ...held, row: changed } : ((await findHeld(deps, held.publicId)) ?? held);
}
