// What happened before the demo was started: orders, reviews and sign-ups. Each arrived by a signed webhook when it
// happened, as the checkout's do.
import type { Deps } from '#server/deps.ts';
import type { VerifiedActor } from '#server/domain/access.ts';
import { takeHook } from '#server/domain/events/hook.ts';
import { project } from '#server/domain/events/projector.ts';
import { createSource } from '#server/domain/events/source.ts';
import type { CreateSourceInput } from '#shared/contract/source.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#shared/time.ts';
import type { ShopHook } from './checkout.ts';
import type { ToldKind } from './notifications.ts';
import { type Buyer, refundOf, reviewOf, saleOf, signupOf, signWebhook } from './webhook.ts';

/** In milliseconds before the demo's start. */
type Past = { age: number; firstName: string; city: string };
type PastOrder = Past & {
  slug: string;
  amount?: number;
  /** How long after the order it was refunded. */
  refundedAfter?: number;
  /** Its buyer's browser was held out. */
  isHeldOut?: true;
};

/** Oldest first. Lisbon has enough of them to be named; of Porto, visitors read its country. */
const PAST_ORDERS: readonly PastOrder[] = [
  { age: 26 * DAY + 4 * HOUR, firstName: 'Nuno', city: 'Lisbon', slug: 'cork-stool' },
  { age: 23 * DAY + 7 * HOUR, firstName: 'Beatriz', city: 'Lisbon', slug: 'brass-lamp' },
  { age: 20 * DAY + 2 * HOUR, firstName: 'Duarte', city: 'Lisbon', slug: 'ash-stool' },
  { age: 16 * DAY + 9 * HOUR, firstName: 'Marta', city: 'Lisbon', slug: 'walnut-desk' },
  { age: 11 * DAY + 5 * HOUR, firstName: 'Rui', city: 'Lisbon', slug: 'linen-lamp', isHeldOut: true },
  { age: 5 * DAY + 3 * HOUR, firstName: 'Inês', city: 'Porto', slug: 'counter-stool' },
  { age: DAY + 3 * HOUR, firstName: 'Leonor', city: 'Porto', slug: 'trestle-desk', refundedAfter: 5 * HOUR },
  { age: 2 * HOUR, firstName: 'Ana', city: 'Lisbon', slug: 'oak-desk' },
];
const FIRST_NUMBER = 1_001;
/** Of the first order at the demo's own checkout. */
export const NEXT_NUMBER = FIRST_NUMBER + PAST_ORDERS.length;

const PAST_REVIEWS: readonly (Past & { slug: string; rating: number; text: string })[] = [
  {
    age: 14 * DAY,
    firstName: 'Nuno',
    city: 'Lisbon',
    slug: 'cork-stool',
    rating: 4,
    text: 'Light, and softer than it looks',
  },
  { age: 4 * DAY, firstName: 'Rui', city: 'Lisbon', slug: 'linen-lamp', rating: 5, text: 'Solid, quiet, beautiful' },
];
const PAST_SIGNUPS: readonly Past[] = [{ age: 9 * DAY, firstName: 'Beatriz', city: 'Lisbon' }];

/** A workshop sells little: what happened shows for a month. */
const RULES = { maxAge: (30 * DAY) / SECOND };

/** A notification that tells of an event. */
type Told = { notificationId: string; kind: ToldKind; since: number };

type Delivery = { at: number; to: ShopHook & { sourceId: string }; id: string; content: object };

/**
 * Adds the sources, and takes what was delivered to them until now.
 * @param at the same dependencies at another time. @param now milliseconds, when the demo starts.
 * @returns the checkout's address, and all notifications of events.
 */
export async function seedOrders(
  deps: Deps,
  at: (ms: number) => Deps,
  actor: VerifiedActor,
  {
    siteId,
    epochId,
    templateId,
    shopOrigin,
    now,
  }: { siteId: string; epochId: string; templateId: string; shopOrigin: string; now: number },
): Promise<{ hook: ShopHook; told: Told[] }> {
  const open = async (input: Pick<CreateSourceInput, 'name' | 'templateId'>) => {
    const settings = { ...input, siteId, kind: 'webhook', rules: RULES } as const;
    const { id: sourceId, hookUrl: url, secret } = await createSource(at(now - 27 * DAY), actor, settings);
    if (url === null || secret === null) throw new Error('a webhook has an address and a secret');
    return { sourceId, url, secret };
  };
  const checkout = await open({ name: 'Checkout', templateId });
  const voices = await open({ name: 'Reviews and letter' });

  const orders = PAST_ORDERS.flatMap((past, index): Delivery[] => {
    const number = `HA-${FIRST_NUMBER + index}`;
    const { slug, amount = 1, refundedAfter, isHeldOut } = past;
    const arm = `pb-${epochId}-${isHeldOut ? 0 : 1}`;
    const order = { number, at: now - past.age, buyer: buyerOf(past), lines: [{ slug, amount }], arm };
    const sale = { at: order.at, to: checkout, id: `msg_${number}`, content: saleOf(order, shopOrigin) };
    if (refundedAfter === undefined) return [sale];
    return [sale, { ...sale, at: order.at + refundedAfter, content: refundOf(order) }];
  });
  const reviews = PAST_REVIEWS.map((past, index): Delivery => {
    const review = { ...past, id: `review-${index + 1}`, at: now - past.age, buyer: buyerOf(past) };
    return { at: review.at, to: voices, id: `msg_${review.id}`, content: reviewOf(review, shopOrigin) };
  });
  const signups = PAST_SIGNUPS.map((past, index): Delivery => {
    const id = `letter-${index + 1}`;
    const happened = now - past.age;
    return { at: happened, to: voices, id: `msg_${id}`, content: signupOf(id, happened, buyerOf(past), shopOrigin) };
  });
  for (const delivery of [...orders, ...reviews, ...signups].sort((one, other) => one.at - other.at)) {
    await deliver(at(delivery.at + SECOND), delivery);
    await project(at(delivery.at + MINUTE), siteId);
  }
  const rows = await deps.db
    .selectFrom('notifications')
    .select(['id', 'type', 'timestamp'])
    .where('site_id', '=', siteId)
    .where('event_key', 'is not', null)
    .execute();
  const told = rows.map(({ id, type, timestamp }) => ({
    notificationId: id,
    kind: type as ToldKind,
    since: Date.parse(timestamp),
  }));
  return { hook: checkout, told };
}

const buyerOf = ({ firstName, city }: Past): Buyer => {
  const mailbox = firstName
    .normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase();
  return { firstName, city, country: 'PT', email: `${mailbox}@example.com` };
};

function deliver(deps: Deps, { to, id, content }: Delivery) {
  const { headers, body } = signWebhook(to.secret, id, content, deps.clock.now());
  const field = (name: string) => headers[name];
  return takeHook(deps, to.sourceId, { field, readBody: async () => new TextEncoder().encode(body) });
}
