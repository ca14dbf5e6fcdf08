// An account's plan as its owner sees it, and the ways to change it: a checkout to buy one, and the provider's portal for
// everything afterwards.

import { BILLING_MESSAGES } from '#shared/billing-messages.ts';
import type { Billing, CheckoutInput, ConfirmedCheckout, OpenCheckout, PortalInput } from '#shared/contract/billing.ts';
import { READ_BACKS_PER_HOUR } from '#shared/limits.ts';
import { CYCLES } from '#shared/pricing.ts';
import { HOUR } from '#shared/time.ts';
import { hashOf } from '../../db/hash.ts';
import type { Owned } from '../../db/owned.ts';
import { findRegistration } from '../../db/registrations.ts';
import { listSites } from '../../db/sites.ts';
import { listSubscriptions, type StoredSubscription } from '../../db/subscriptions.ts';
import { findUser, type StoredUser, setCustomer } from '../../db/users.ts';
import type { Deps } from '../../deps.ts';
import { ownUser, type SignedInActor, type VerifiedUser } from '../access.ts';
import type { Client } from '../client.ts';
import { DomainError, invalid } from '../errors.ts';
import { effectivePlan, holdsPlan, planById } from '../plan.ts';
import { hourly } from '../rate-limit.ts';
import { existing, toUser } from '../user.ts';
import { startWatching, syncCheckout } from './checkouts.ts';
import { type Payments, PaymentsError, type PortalFlow } from './payments.ts';
import { decisiveOf, isLive, requirePayments, syncSubscription } from './subscriptions.ts';

/** Whoever asks again within this gets the same checkout, in whatever tab, so that nobody pays at two. */
const SAME_CHECKOUT = HOUR;
/** From the start of that hour. The provider lets a checkout live for 24 hours at most, by its own clock. */
const CHECKOUT_LIFE = 23.5 * HOUR;

/** Calls that reach the provider, for one account. */
const limitCalls = hourly('billing', 60);
/** Looks at a checkout are counted apart: who waits for a late payment looks every few seconds. */
const limitReadBack = hourly('billing-read-back', READ_BACKS_PER_HOUR);

/** @returns the caller's plan, what is paid for it, and what can be bought. */
export async function readBilling(deps: Deps, actor: SignedInActor, client: Client): Promise<Billing> {
  const user = await ownUser(deps.db, actor);
  const { plan, status, maxSites, mayCreateBelow, isGranted } = effectivePlan(user, deps.config.freeSites);
  const owned = (await listSites(deps.db, user.id)).length;
  const decisive = decisiveOf(await listSubscriptions(deps.db, user.id));
  const current = decisive && isLive(decisive) ? decisive : undefined;
  return {
    plan,
    status,
    cycle: CYCLES.find((cycle) => cycle === current?.cycle) ?? null,
    renewsAt: current?.cancelsAt ? null : (current?.periodEnd ?? null),
    cancelsAt: current?.cancelsAt ?? null,
    sites: {
      owned,
      allowed: maxSites,
      remaining: Math.max(0, maxSites - owned),
      mayCreate: owned < Math.min(maxSites, mayCreateBelow),
    },
    isGranted,
    hasCustomer: (decisive?.customerId ?? user.customerId) !== null,
    offer: deps.billing.offerFor(client),
  };
}

/**
 * @returns where the caller can buy a plan; the same page to whoever asks again soon.
 * @throws validation naming `plan` where nothing can be bought; conflict for who has a subscription or wouldn't get more
 * than they have; rate-limited; PaymentsError
 */
export async function openCheckout(
  deps: Deps,
  actor: VerifiedUser,
  { plan, cycle }: CheckoutInput,
  client: Client,
): Promise<OpenCheckout> {
  const { reason } = deps.billing.offerFor(client);
  if (reason !== null) throw invalid('plan', reason);
  const user = await ownUser(deps.db, actor);
  const { max_sites } = planById(plan);
  if (planById(user.grantedPlan).max_sites >= max_sites) throw refused(BILLING_MESSAGES.alreadyGranted);
  if (deps.config.freeSites >= max_sites) throw refused(BILLING_MESSAGES.alreadyFree);
  await limitCalls(deps, user.id);
  const payments = requirePayments(deps);
  const count = await requireNoSubscription(deps, payments, user);
  const customerId = user.customerId ?? (await makeCustomer(deps, payments, user));
  const { publicUrl } = deps.config;
  const hour = Math.floor(deps.clock.now() / SAME_CHECKOUT) * SAME_CHECKOUT;
  const { id, url } = await payments.createCheckout({
    customerId,
    plan,
    cycle,
    reference: user.id,
    successUrl: `${publicUrl}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${publicUrl}/upgrade?plan=${plan}&cycle=${cycle}&checkout=cancelled`,
    expiresAt: hour + CHECKOUT_LIFE,
    // With how many subscriptions there were: one that was bought and has ended is no reason to get its checkout again.
    key: `upgrade:${user.id}:${plan}:${cycle}:${hour / SAME_CHECKOUT}:${count}`,
  });
  if (url === null) throw new DomainError('unavailable', BILLING_MESSAGES.providerUnavailable, { retryAfter: 60 });
  await startWatching(deps.db, deps.clock, id);
  return { id, url };
}

const refused = (message: string) => new DomainError('conflict', message);

/** @returns how many subscriptions the account has had. @throws conflict when it has one, PaymentsError */
async function requireNoSubscription(deps: Deps, payments: Payments, user: StoredUser): Promise<number> {
  const known = new Set((await listSubscriptions(deps.db, user.id)).map(({ id }) => id));
  // Bought a moment ago in another tab, and no message has come yet.
  const all = user.customerId === null ? [] : await payments.listSubscriptions(user.customerId);
  for (const { id } of all) if (!known.has(id)) await syncSubscription(deps, id);
  const stored = await listSubscriptions(deps.db, user.id);
  // The first payment of an incomplete one failed or waits, and it ends by itself.
  const current = stored.find((one) => one.plan !== null && isLive(one) && one.status !== 'incomplete');
  if (current) throw refused(BILLING_MESSAGES.alreadySubscribed);
  return stored.length;
}

async function makeCustomer({ db }: Deps, payments: Payments, user: Owned<StoredUser>): Promise<string> {
  const { id, email } = user;
  // The same input under the same key: an address that was changed makes another.
  const key = `customer:${id}:${hashOf(email).slice(0, 16)}`;
  await setCustomer(db, id, await payments.createCustomer({ email, reference: id, key }));
  return existing(await findUser(db, id)).customerId ?? '';
}

/**
 * Reads a checkout back from which the caller returned.
 * @throws validation naming `sessionId` when it is none of theirs; rate-limited; PaymentsError
 */
export async function confirmCheckout(deps: Deps, actor: SignedInActor, sessionId: string): Promise<ConfirmedCheckout> {
  await limitReadBack(deps, actor.userId);
  const unknown = invalid('sessionId', BILLING_MESSAGES.unknownCheckout);
  const checkout = await requirePayments(deps).readCheckout(sessionId);
  if (!checkout || !(await isCallers(deps, actor, checkout.reference))) throw unknown;
  await syncCheckout(deps, checkout);
  const subscriptions = await listSubscriptions(deps.db, actor.userId);
  const bought = subscriptions.find(({ id }) => id === checkout.subscriptionId);
  const complete = bought && holdsPlan(bought.status) ? 'paid' : 'processing';
  deps.jobs.wake();
  return {
    status: checkout.status === 'complete' ? complete : checkout.status,
    user: toUser(deps, await ownUser(deps.db, actor)),
  };
}

const isCallers = async ({ db }: Deps, { userId }: SignedInActor, reference: string | null) =>
  reference !== null && (reference === userId || (await findRegistration(db, reference))?.userId === userId);

/** @returns what the portal opens at; undefined for all of it: nothing was chosen, or what was can't be done there now. */
function flowTo(input: PortalInput, current: StoredSubscription | undefined): PortalFlow | undefined {
  if (!input?.plan || !current || !['active', 'trialing'].includes(current.status)) return undefined;
  const subscriptionId = current.id;
  // One that ends already is resumed there first.
  if (current.cancelsAt !== null) return undefined;
  if (input.plan === 'free') return { subscriptionId, to: 'canceled' };
  const { plan, cycle = CYCLES.find((one) => one === current.cycle) ?? 'monthly' } = input;
  return current.plan === plan && current.cycle === cycle ? undefined : { subscriptionId, to: { plan, cycle } };
}

/**
 * @param input what the caller has chosen here already.
 * @returns the URL of a page of the provider where the caller changes or cancels the plan, the card and the address, and
 * sees invoices. @throws conflict for who never bought anything; rate-limited; PaymentsError
 */
export async function openPortal(deps: Deps, actor: SignedInActor, input: PortalInput): Promise<{ url: string }> {
  const user = await ownUser(deps.db, actor);
  const decisive = decisiveOf(await listSubscriptions(deps.db, user.id));
  const customerId = decisive?.customerId ?? user.customerId;
  if (customerId === null) throw refused(BILLING_MESSAGES.noCustomer);
  await limitCalls(deps, user.id);
  const returnUrl = `${deps.config.publicUrl}/settings#billing`;
  const portal = { customerId, returnUrl };
  const payments = requirePayments(deps);
  const flow = flowTo(input, decisive);
  if (!flow) return { url: await payments.createPortal(portal) };
  // A portal that its operator has configured may not offer the change: then it is chosen there, as far as it can be.
  const url = await payments.createPortal({ ...portal, flow }).catch((error: unknown) => {
    if (error instanceof PaymentsError && error.kind === 'unavailable') throw error;
    return payments.createPortal(portal);
  });
  return { url };
}
