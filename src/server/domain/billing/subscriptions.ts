// Subscriptions as the payment provider says they are. Nothing else is believed: neither what a message says happened nor
// the order in which messages come. Each is read back, and what follows from it is stored in one transaction: the plan of
// its account, the step of its registration, and that nobody pays twice.
import { isoNow, isoOf } from '#shared/time.ts';
import { ensureJob, requestJob } from '../../db/jobs.ts';
import type { Db } from '../../db/open.ts';
import type { Owned } from '../../db/owned.ts';
import { findRegistration, lockRegistration } from '../../db/registrations.ts';
import {
  deleteSubscription,
  ENDED_STATUSES,
  findSubscription,
  giveSubscriptions,
  listSubscriptions,
  listSubscriptionsOfRegistration,
  type StoredSubscription,
  storeSubscription,
} from '../../db/subscriptions.ts';
import {
  findUser,
  findUserOfCustomer,
  lockUser,
  type StoredUser,
  setCustomer,
  setSubscription,
} from '../../db/users.ts';
import type { Deps } from '../../deps.ts';
import { holdsPlan } from '../plan.ts';
import { notePaid } from './paid-registration.ts';
import { type Payments, PaymentsError, type ProviderSubscription } from './payments.ts';

export type BillingDeps = Pick<Deps, 'database' | 'db' | 'clock' | 'log' | 'payments'>;

/** How often a read that others overtake is made again; then their result holds, and a job makes sure of it. */
const ROUNDS = 5;

/** @throws PaymentsError when this server has no provider: what is to be done there waits until it has one again. */
export function requirePayments({ payments }: Pick<Deps, 'payments'>): Payments {
  if (!payments) throw new PaymentsError('unavailable', 'this server has no payment provider');
  return payments;
}

export const isLive = ({ status }: Pick<StoredSubscription, 'status'>): boolean => !ENDED_STATUSES.includes(status);

/**
 * Reads a subscription back and stores what follows from it.
 * @returns it as it is stored now; null when it is nobody's here: another installation may use the provider's account, too
 * @throws PaymentsError
 */
export async function syncSubscription(deps: BillingDeps, id: string): Promise<StoredSubscription | null> {
  for (let round = 1; ; round++) {
    const before = await findSubscription(deps.db, id);
    const now = isoNow(deps.clock);
    const read = await requirePayments(deps).readSubscription(id);
    if (!read && !before) return null;
    if (!read) await requireOwnAccount(deps);
    const stored = await deps.db.transaction().execute((db) => store(deps, db, before, read, laterThan(before, now)));
    if (stored !== 'overtaken') return stored;
    if (round < ROUNDS) continue;
    await requestJob(deps.db, 'sync-subscription', id, now);
    return (await findSubscription(deps.db, id)) ?? null;
  }
}

/** @returns `now`, a moment later when that is when it was read before. */
const laterThan = (before: StoredSubscription | undefined, now: string): string =>
  before?.readAt === now ? isoOf(Date.parse(now) + 1) : now;

/**
 * Call before believing that something is gone at the provider.
 * @throws PaymentsError when none of our prices is there either: the server has another account's keys
 */
export async function requireOwnAccount(deps: Pick<Deps, 'payments'>): Promise<void> {
  if ((await requirePayments(deps).readPrices()).length === 0) {
    throw new PaymentsError(
      'refused',
      'the payment provider knows none of our prices: the keys may be of another account',
    );
  }
}

type Payer = { registrationId: string | null; userId: string | null };

/** @returns whose a subscription is; null when it is nobody's here. */
async function findPayer(
  db: Db,
  known: StoredSubscription | undefined,
  read: ProviderSubscription | null,
): Promise<Payer | null> {
  if (known) {
    const { registrationId, userId } = known;
    return { registrationId, userId };
  }
  if (!read?.plan) return null;
  const { reference, customerId } = read;
  if (reference !== null) {
    if (await findUser(db, reference)) return { registrationId: null, userId: reference };
    if (await findRegistration(db, reference)) return { registrationId: reference, userId: null };
  }
  // Made by hand, say, by the operator at the provider.
  const user = await findUserOfCustomer(db, customerId);
  return user ? { registrationId: null, userId: user.id } : null;
}

const isoOrNull = (ms: number | null) => (ms === null ? null : isoOf(ms));

async function store(
  deps: BillingDeps,
  db: Db,
  before: StoredSubscription | undefined,
  read: ProviderSubscription | null,
  readAt: string,
): Promise<StoredSubscription | null | 'overtaken'> {
  const payer = await findPayer(db, before, read);
  if (!payer) return null;
  // Locks in the order in which finishing a registration and deleting an account take them.
  const registration = payer.registrationId === null ? undefined : await lockRegistration(db, payer.registrationId);
  const userId = registration?.userId ?? payer.userId;
  const user = userId === null ? undefined : await lockUser(db, userId);
  const subscription: StoredSubscription | undefined = read
    ? {
        id: read.id,
        userId: user?.id ?? null,
        registrationId: registration?.id ?? null,
        customerId: read.customerId,
        plan: read.plan,
        cycle: read.cycle,
        status: read.status,
        periodEnd: isoOrNull(read.periodEnd),
        cancelsAt: isoOrNull(read.cancelsAt),
        createdAt: isoOf(read.createdAt),
        readAt,
      }
    : before && { ...before, userId: user?.id ?? null, status: 'canceled', readAt };
  if (!subscription) return null;
  if (!(await storeSubscription(db, subscription, before))) return 'overtaken';
  if (!read) deps.log.warn({ subscription: subscription.id }, 'the payment provider no longer knows a subscription');
  if (user) await setCustomer(db, user.id, subscription.customerId);
  if (registration?.status === 'refunded') {
    // Paid by a checkout that outlived it.
    if (isLive(subscription)) await ensureJob(db, 'refund-subscription', subscription.id, readAt);
    if (user) await applyPlan(deps, db, user.id);
  } else if (user || registration) {
    const best = user
      ? await applyPlan(deps, db, user.id)
      : await settle(deps, db, await listSubscriptionsOfRegistration(db, registration?.id ?? ''));
    if (registration && best?.registrationId === registration.id && holdsPlan(best.status)) {
      await notePaid(deps, db, registration.id, { subscriptionId: best.id, customerId: best.customerId });
    }
  } else if (isLive(subscription)) {
    // Its account was deleted.
    await ensureJob(db, 'cancel-subscription', subscription.id, readAt);
  } else {
    await deleteSubscription(db, subscription);
  }
  return subscription;
}

/** Makes a registration's subscriptions those of the account that it led to. Call it with the account locked. */
export async function giveToAccount(
  deps: BillingDeps,
  db: Db,
  registrationId: string,
  user: Owned<StoredUser>,
): Promise<void> {
  await giveSubscriptions(db, registrationId, user);
  const best = await applyPlan(deps, db, user.id);
  if (best) await setCustomer(db, user.id, best.customerId);
}

/**
 * Stores which plan an account's subscriptions pay for. Call it with the account locked.
 * @returns the subscription that decides; undefined without one
 */
async function applyPlan(deps: BillingDeps, db: Db, userId: string): Promise<StoredSubscription | undefined> {
  const all = await listSubscriptions(db, userId);
  await settle(deps, db, all);
  const best = decisiveOf(all);
  await setSubscription(db, userId, best?.plan ?? null, best?.status ?? 'none', isoNow(deps.clock));
  return best;
}

/**
 * Queues the end of what an account that is being deleted pays for, in the same transaction. What was paid before its
 * address was verified is paid back: nothing could be used yet.
 */
export async function endSubscriptions(db: Db, user: Owned<StoredUser>, now: string): Promise<void> {
  // No read may add another one in between.
  const locked = await lockUser(db, user.id);
  const kind = locked?.emailVerified ? 'cancel-subscription' : 'refund-subscription';
  for (const { id } of oursOf(await listSubscriptions(db, user.id))) await requestJob(db, kind, id, now);
}

/** The one that works before the one that is overdue, then the older. */
const byWorth = (a: StoredSubscription, b: StoredSubscription) =>
  Number(a.status === 'past_due') - Number(b.status === 'past_due') || byAge(a, b);
const byAge = (a: StoredSubscription, b: StoredSubscription) =>
  Date.parse(a.createdAt) - Date.parse(b.createdAt) || (a.id < b.id ? -1 : 1);

/** Others of the same customer may be for something else that the operator sells. */
const oursOf = (all: readonly StoredSubscription[]) => all.filter((one) => one.plan !== null && isLive(one));
const keptOf = (all: readonly StoredSubscription[]) =>
  oursOf(all)
    .filter(({ status }) => holdsPlan(status))
    .toSorted(byWorth)[0];

/** @param all of one account, the oldest first. @returns the one that decides its plan; undefined without one */
export const decisiveOf = (all: readonly StoredSubscription[]): StoredSubscription | undefined =>
  keptOf(all) ?? all.findLast(isLive) ?? all.at(-1);

/**
 * Ends all but one of somebody's subscriptions: two checkouts may have been paid. What is newer than the one that stays
 * is paid back. What is older was paid for while it was the only one.
 * @param all of one account or registration.
 * @returns the one that stays; undefined when none holds a plan
 */
async function settle(
  { clock, log }: BillingDeps,
  db: Db,
  all: StoredSubscription[],
): Promise<StoredSubscription | undefined> {
  const kept = keptOf(all);
  if (!kept) return undefined;
  for (const other of oursOf(all)) {
    if (other.id === kept.id) continue;
    const kind = byAge(other, kept) > 0 ? 'refund-subscription' : 'cancel-subscription';
    await ensureJob(db, kind, other.id, isoNow(clock));
    log.info({ subscription: other.id, kept: kept.id, job: kind }, 'a second subscription is ended');
  }
  return kept;
}
