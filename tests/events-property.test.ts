// In whatever order a shop's deliveries come, late, twice or before what they are about: in the end exactly those orders
// show that nothing retracted, and whatever was retracted shows at no moment after. On both databases.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { project } from '#server/domain/events/projector.ts';
import { HOUR } from '#shared/time.ts';
import { makeTestApp } from './support/app.ts';
import { addSource, makeOwner, payloadOf } from './support/client.ts';
import { onBothDatabases } from './support/databases.ts';
import { deliverShopify, SHOP_SECRET, shopifyOrder } from './support/deliveries.ts';
import { runs } from './support/runs.ts';

const ORDERS = [1, 2, 3, 4] as const;
const PEOPLE = ['ana@shop.example', 'ben@shop.example'] as const;
/** Odd orders are the first person's, even ones the other's. */
const buyerOf = (order: number) => PEOPLE[order % 2 === 0 ? 1 : 0];

const delivery = fc.oneof(
  { weight: 4, arbitrary: fc.record({ about: fc.constantFrom('created', 'paid'), order: fc.constantFrom(...ORDERS) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      about: fc.constantFrom('cancelled', 'paid back', 'product back', 'something else back'),
      order: fc.constantFrom(...ORDERS),
    }),
  },
  { weight: 1, arbitrary: fc.record({ about: fc.constant('redacted'), order: fc.constantFrom(1, 2) }) },
);
type Delivery = typeof delivery extends fc.Arbitrary<infer D> ? D : never;

/** @returns the deliveries in two orders: each is somewhere, some are there twice. */
const history = fc
  .uniqueArray(delivery, { minLength: 2, maxLength: 10, selector: ({ about, order }) => `${about} ${order}` })
  .chain((all) => fc.shuffledSubarray([...all, ...all], { minLength: all.length, maxLength: 2 * all.length }));

/** @returns the orders that a delivery retracts. */
const takenBy = ({ about, order }: Delivery): readonly number[] => {
  if (about === 'redacted') return ORDERS.filter((one) => buyerOf(one) === buyerOf(order));
  return ['cancelled', 'paid back', 'product back'].includes(about) ? [order] : [];
};
const isSale = ({ about }: Delivery) => about === 'created' || about === 'paid';

const refund = (order: number, product: string, amount: string) => ({
  id: 1000 + order,
  order_id: order,
  refund_line_items: [{ line_item: { title: product } }],
  transactions: [{ kind: 'refund', status: 'success', amount, currency: 'EUR' }],
});

/** @returns what Shopify would send, as far as it is read. */
function wired({ about, order }: Delivery, occurredAt: string): [topic: string, body: object] {
  switch (about) {
    case 'cancelled':
      return ['orders/cancelled', { id: order, cancelled_at: occurredAt }];
    case 'paid back':
      return ['refunds/create', { ...refund(order, 'Another', '100.00'), refund_line_items: [] }];
    case 'product back':
      return ['refunds/create', refund(order, `Desk ${order}`, '60.00')];
    case 'something else back':
      return ['refunds/create', refund(order, 'Lamp', '40.00')];
    case 'redacted':
      return ['customers/redact', { customer: { email: buyerOf(order) }, orders_to_redact: [] }];
    default:
      return [
        about === 'created' ? 'orders/create' : 'orders/paid',
        shopifyOrder(order, occurredAt, {
          email: buyerOf(order),
          line_items: [
            { title: `Desk ${order}`, quantity: 1 },
            { title: 'Lamp', quantity: 1 },
          ],
        }),
      ];
  }
}

onBothDatabases('the events of a shop', { turns: 'forced' }, (database) => {
  it(
    'come to the same in every order',
    async () => {
      const app = makeTestApp(database());
      const owner = await makeOwner(app);
      const created = await owner.post<{ data: { site: { id: string } } }>('/api/sites', { name: 'Oak' });
      const { site } = created.body.data;
      const occurredAt = new Date(app.clock.now() - 2 * HOUR).toISOString();
      const outcomes = new Set<number>();

      const shown = async () => {
        const payload = await payloadOf(app, site.id);
        return payload.notifications.map(({ message }) => Number(/Desk (\d)/.exec(message)?.[1])).sort();
      };
      const run = async (deliveries: Delivery[]) => {
        const { id } = await addSource(owner, site.id, { kind: 'shopify', secret: SHOP_SECRET });
        const gone = new Set<number>();
        const sold = new Set<number>();
        for (const one of deliveries) {
          const [topic, content] = wired(one, occurredAt);
          expect(await deliverShopify(app, id, topic, content)).toBe(200);
          if (isSale(one)) sold.add(one.order);
          for (const order of takenBy(one)) gone.add(order);
          // At no moment, before or after the notifications are looked at, but for the second that a payload is kept.
          app.deps.embedChanges.changed(site.id);
          for (const order of await shown()) expect(gone).not.toContain(order);
        }
        await project(app.deps, site.id);
        app.deps.embedChanges.changed(site.id);
        const left = [...sold].filter((order) => !gone.has(order)).sort();
        expect(await shown()).toEqual(left);
        outcomes.add(left.length);
        expect((await owner.delete(`/api/sites/${site.id}/sources/${id}`)).status).toBe(204);
      };
      await fc.assert(fc.asyncProperty(history, run), { numRuns: runs(10, 14, 1_000), endOnFailure: true });
      // Runs that end with nothing or with everything alone would prove little.
      expect(outcomes.size).toBeGreaterThan(2);
      await app.stop();
    },
    runs(600_000, 900_000, 3_600_000),
  );
});
