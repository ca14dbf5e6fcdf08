// What happens to registrations by themselves, every minute and on any number of instances: unpaid ones expire, paid ones
// are reminded of and, when nobody finishes them, canceled and paid back.
import { DAY, isoNow, isoOf } from '#shared/time.ts';
import { requestJob } from '../../db/jobs.ts';
import {
  countReminders,
  deleteOldRegistrations,
  listEndedRegistrations,
  listUnreminded,
} from '../../db/registration-sweep.ts';
import { changeRegistration, lockRegistration, type StoredRegistration } from '../../db/registrations.ts';
import { findUser, lockUser } from '../../db/users.ts';
import type { Deps } from '../../deps.ts';
import type { BillingDeps } from '../billing/subscriptions.ts';
import { describeError } from '../errors.ts';
import { endCheckout } from './checkout.ts';
import { queueRegistrationEmail } from './mails.ts';
import { UNPAID } from './registration.ts';

/** After how many days since the payment somebody is reminded. */
const REMINDERS = [1, 7, 21];
/** A bank transfer may take this long; meanwhile a registration doesn't expire. */
const PAYMENT_WAIT = DAY;
/** How long what came to nothing, or is done, is kept. */
const KEPT_FOR = 60 * DAY;
const BATCH = 100;
const HAS_USER = ['user_created', 'verified'] as const;

type SweepDeps = BillingDeps & Pick<Deps, 'mailer'>;

/** @param stopping ends it between two registrations: each is dealt with or not, so the next round goes on from there. */
export async function sweepRegistrations(deps: SweepDeps, stopping?: AbortSignal): Promise<void> {
  const now = isoNow(deps.clock);
  const each = async (
    rows: StoredRegistration[],
    work: (deps: SweepDeps, row: StoredRegistration) => Promise<void>,
  ) => {
    for (const row of rows) {
      if (stopping?.aborted) return;
      // The provider may be down for one of them only.
      await work(deps, row).catch((error: unknown) =>
        deps.log.warn(
          { registration: row.id, ...describeError(error) },
          'registration not swept, tried again in a minute',
        ),
      );
    }
  };
  await each(await listEndedRegistrations(deps.db, UNPAID, false, now, BATCH), expire);
  await each(await listEndedRegistrations(deps.db, HAS_USER, false, now, BATCH), finish);
  await each(await listEndedRegistrations(deps.db, ['paid', ...HAS_USER], true, now, BATCH), payBack);
  for (const [at, days] of REMINDERS.entries()) {
    const paidUntil = isoOf(deps.clock.now() - days * DAY);
    await each(await listUnreminded(deps.db, paidUntil, at + 1, BATCH), (_, row) => remind(deps, row, at + 1));
  }
  await deleteOldRegistrations(deps.db, isoOf(deps.clock.now() - KEPT_FOR), stopping);
  deps.mailer.wake();
}

/** Ends the checkout first: what turns out to be paid goes on as such. */
async function expire(deps: SweepDeps, row: StoredRegistration): Promise<void> {
  const { row: now, isTaken } = await endCheckout(deps, row);
  if (now.paidAt !== null) return;
  const updatedAt = isoNow(deps.clock);
  const changes = isTaken
    ? { expiresAt: isoOf(deps.clock.now() + PAYMENT_WAIT), updatedAt }
    : ({ status: 'expired', checkoutUrl: null, updatedAt } as const);
  await changeRegistration(deps.db, row.id, UNPAID, changes, row.attempt);
}

/** The account is made and nothing was paid: it goes on without its registration. */
async function finish(deps: SweepDeps, { id }: StoredRegistration): Promise<void> {
  await changeRegistration(deps.db, id, HAS_USER, { status: 'finished', updatedAt: isoNow(deps.clock) });
}

/** Pays back what nobody has come to use. Somebody with a verified account has: only the last press of a button is missing. */
async function payBack(deps: SweepDeps, row: StoredRegistration): Promise<void> {
  const updatedAt = isoNow(deps.clock);
  await deps.db.transaction().execute(async (db) => {
    // Locked, in the order in which everybody does: the address may be verified at this very moment.
    const { userId } = (await lockRegistration(db, row.id)) ?? row;
    const user = userId === null ? undefined : await lockUser(db, userId);
    if (user?.emailVerified) {
      await changeRegistration(db, row.id, HAS_USER, { status: 'finished', updatedAt });
      return;
    }
    const changes = { status: 'refunded', updatedAt } as const;
    const refunded = await changeRegistration(db, row.id, ['paid', 'user_created'], changes);
    if (!refunded) return;
    if (refunded.subscriptionId !== null)
      await requestJob(db, 'refund-subscription', refunded.subscriptionId, updatedAt);
    await queueRegistrationEmail(deps, db, refunded, 'registration-refunded');
  });
}

async function remind(deps: SweepDeps, row: StoredRegistration, reminders: number): Promise<void> {
  const user = row.userId === null ? undefined : await findUser(deps.db, row.userId);
  if (user?.emailVerified) {
    // No longer among those to be reminded, or they would keep the others waiting.
    await changeRegistration(deps.db, row.id, ['user_created'], { status: 'verified', updatedAt: isoNow(deps.clock) });
    return;
  }
  await deps.db.transaction().execute(async (db) => {
    if (await countReminders(db, row, reminders)) await queueRegistrationEmail(deps, db, row, 'registration-reminder');
  });
}
