// Orders from before the demo was started. Each came by a signed webhook when it was placed, as the checkout's do.
import type { Deps } from '#server/deps.ts';
import type { VerifiedActor } from '#server/domain/access.ts';
import { takeHook } from '#server/domain/events/hook.ts';
import { project } from '#server/domain/events/projector.ts';
import { createSource } from '#server/domain/events/source.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#shared/time.ts';
import type { ShopHook } from './checkout.ts';
import { type Order, refundOf, saleOf, signWebhook } from './webhook.ts';

type PastOrder = {
  /** Milliseconds before the demo's start. */
  age: number;
  firstName: string;
  city: string;
  slug: string;
  amount?: number;
  /** How long after the order it was refunded. */
  refundedAfter?: number;
};

const NEWEST_AGE = 2 * HOUR;
/** Oldest first. Lisbon has enough of them to be named; of Porto, visitors read its country. */
const PAST_ORDERS: readonly PastOrder[] = [
  { age: 26 * DAY + 4 * HOUR, firstName: 'Nuno', city: 'Lisbon', slug: 'cork-stool', amount: 2 },
  { age: 21 * DAY + 7 * HOUR, firstName: 'Beatriz', city: 'Lisbon', slug: 'brass-lamp' },
  { age: 16 * DAY + 2 * HOUR, firstName: 'Duarte', city: 'Lisbon', slug: 'ash-stool', amount: 4 },
  { age: 12 * DAY + 9 * HOUR, firstName: 'Marta', city: 'Lisbon', slug: 'walnut-desk' },
  { age: 9 * DAY + 5 * HOUR, firstName: 'Rui', city: 'Lisbon', slug: 'linen-lamp' },
  { age: DAY + 3 * HOUR, firstName: 'Leonor', city: 'Porto', slug: 'trestle-desk', refundedAfter: 5 * HOUR },
  { age: NEWEST_AGE, firstName: 'Ana', city: 'Lisbon', slug: 'oak-desk' },
];
const FIRST_NUMBER = 1_001;
/** Of the first order at the demo's own checkout. */
export const NEXT_NUMBER = FIRST_NUMBER + PAST_ORDERS.length;

/**
 * Adds the source, and takes what the shop delivered to it until now.
 * @param at the same dependencies at another time. @param now milliseconds, when the demo starts.
 * @returns the newest order's notification, too: the others are too old to show.
 */
export async function seedOrders(
  deps: Deps,
  at: (ms: number) => Deps,
  actor: VerifiedActor,
  { siteId, templateId, shopOrigin, now }: { siteId: string; templateId: string; shopOrigin: string; now: number },
): Promise<{ hook: ShopHook; notificationId: string; orderedAt: number }> {
  const opening = at(now - 27 * DAY);
  const { id, hookUrl, secret } = await createSource(opening, actor, {
    siteId,
    kind: 'webhook',
    name: 'Checkout',
    templateId,
  });
  if (hookUrl === null || secret === null) throw new Error('a webhook has an address and a secret');
  for (const [index, { age, firstName, city, slug, amount = 1, refundedAfter }] of PAST_ORDERS.entries()) {
    const number = `HA-${FIRST_NUMBER + index}`;
    const email = `${firstName.toLowerCase()}@example.com`;
    const buyer = { firstName, city, country: 'PT', email };
    const order: Order = { number, at: now - age, buyer, lines: [{ slug, amount }] };
    const deliver = (content: object, ms: number) => {
      const { headers, body } = signWebhook(secret, `msg_${number}`, content, ms);
      const field = (name: string) => headers[name];
      return takeHook(at(ms), id, { field, readBody: async () => new TextEncoder().encode(body) });
    };
    await deliver(saleOf(order, shopOrigin), order.at + SECOND);
    if (refundedAfter !== undefined) await deliver(refundOf(order), order.at + refundedAfter);
  }
  // As it would have been done when the last order came.
  const orderedAt = now - NEWEST_AGE;
  await project(at(orderedAt + MINUTE), siteId);
  const shown = await deps.db
    .selectFrom('notifications')
    .select('id')
    .where('site_id', '=', siteId)
    .where('event_key', 'is not', null)
    .executeTakeFirstOrThrow();
  return { hook: { url: hookUrl, secret }, notificationId: shown.id, orderedAt };
}
