// In whatever order a shop's deliveries come, late, twice, or before what they are about: what orders come to in both arms equals a
// ledger that knows only the end, to the cent. On both databases.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Effect } from '#shared/contract/effect.ts';
import { HOUR } from '#shared/time.ts';
import { makeTestApp } from './support/app.ts';
import { addSource, makeOwner, makeShop } from './support/client.ts';
import { onBothDatabases } from './support/databases.ts';
import { deliverShopify, SHOP_SECRET, shopifyOrder } from './support/deliveries.ts';
import { runs } from './support/runs.ts';

/** Three of the first buyer, of whom one browser is in each arm; two of the second. */
const ORDERS = [
  { id: 1, buyer: 'ana@shop.example', arm: 1, price: '19.99' },
  { id: 2, buyer: 'ben@shop.example', arm: 0, price: '0.10' },
  { id: 3, buyer: 'ana@shop.example', arm: 0, price: '0.20' },
  { id: 4, buyer: 'ben@shop.example', arm: 0, price: '100.35' },
  { id: 5, buyer: 'ana@shop.example', arm: 1, price: '7.07' },
] as const;
type Order = (typeof ORDERS)[number];
const BUYERS = ['ana@shop.example', 'ben@shop.example'] as const;

const delivery = fc.oneof(
  { weight: 5, arbitrary: fc.record({ about: fc.constantFrom('created', 'paid'), order: fc.constantFrom(...ORDERS) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      about: fc.constantFrom('cancelled', 'refunded', 'part of it'),
      order: fc.constantFrom(...ORDERS),
    }),
  },
  { weight: 1, arbitrary: fc.record({ about: fc.constant('redacted'), order: fc.constantFrom(ORDERS[0], ORDERS[1]) }) },
);
type Delivery = typeof delivery extends fc.Arbitrary<infer D> ? D : never;

const history = fc
  .uniqueArray(delivery, { minLength: 2, maxLength: 12, selector: ({ about, order }) => `${about} ${order.id}` })
  .chain((all) => fc.shuffledSubarray([...all, ...all], { minLength: all.length, maxLength: 2 * all.length }));

/** @returns what Shopify would send, as far as it is read. */
function wired({ about, order }: Delivery, epoch: string, occurredAt: string): [topic: string, body: object] {
  const { id, buyer, arm, price } = order;
  if (about === 'cancelled') return ['orders/cancelled', { id, cancelled_at: occurredAt }];
  if (about === 'redacted') return ['customers/redact', { customer: { email: buyer }, orders_to_redact: [] }];
  const isPart = about === 'part of it';
  if (about === 'refunded' || isPart) {
    const amount = isPart ? '0.01' : price;
    const transactions = [{ kind: 'refund', status: 'success', amount, currency: 'EUR' }];
    const refund_line_items = [{ line_item: { title: isPart ? 'Lamp' : `Desk ${id}` } }];
    return ['refunds/create', { id: 1_000 + id, order_id: id, refund_line_items, transactions }];
  }
  const more = {
    email: buyer,
    total_price: price,
    current_total_price: price,
    line_items: [{ title: `Desk ${id}`, quantity: 1 }],
    note_attributes: [
      { name: 'gift', value: 'yes' },
      { name: 'proofbell_arm', value: `pb-${epoch}-${arm}` },
    ],
  };
  return [about === 'created' ? 'orders/create' : 'orders/paid', shopifyOrder(id, occurredAt, more)];
}

const NOTHING = { heldOut: 0, shown: 0 };
type Sums = { converted: typeof NOTHING; value: typeof NOTHING };

/** @returns what it has to come to: of each buyer, the orders that stand, in the order in which they came. */
function ledgerOf(deliveries: readonly Delivery[]): Sums {
  const sums: Sums = { converted: { ...NOTHING }, value: { ...NOTHING } };
  for (const buyer of BUYERS) {
    const standing: Order[] = [];
    const gone = new Set<number>();
    for (const { about, order } of deliveries) {
      if (order.buyer !== buyer) continue;
      // What was erased with its buyer stays counted, whatever is said of it later.
      if (about === 'redacted') break;
      const isSale = about === 'created' || about === 'paid';
      if (isSale && !gone.has(order.id) && !standing.includes(order)) standing.push(order);
      if (about !== 'cancelled' && about !== 'refunded') continue;
      gone.add(order.id);
      if (standing.includes(order)) standing.splice(standing.indexOf(order), 1);
    }
    const [first] = standing;
    if (!first) continue;
    const arm = first.arm === 0 ? 'heldOut' : 'shown';
    sums.converted[arm]++;
    sums.value[arm] += standing.reduce((cents, { price }) => cents + Math.round(100 * Number(price)), 0);
  }
  return sums;
}

onBothDatabases('what orders come to in both arms', { turns: 'forced' }, (database) => {
  it(
    'is what a ledger says, in every order of deliveries',
    async () => {
      const app = makeTestApp(database());
      const owner = await makeOwner(app);
      const outcomes = new Set<string>();
      const run = async (deliveries: Delivery[]) => {
        const { site } = await makeShop(owner);
        const path = `/api/sites/${site.id}`;
        await owner.put(path, { currency: 'EUR' });
        await owner.post(`${path}/goals`, { name: 'Orders', kind: 'orders' });
        await owner.put(`${path}/hold-out`, { share: 50 });
        const effect = async () => (await owner.get<{ effect: Effect }>(`${path}/effect`)).body.effect;
        const epoch = (await effect()).epoch?.id ?? '';
        const { id } = await addSource(owner, site.id, { kind: 'shopify', secret: SHOP_SECRET });
        const occurredAt = new Date(app.clock.now() - 2 * HOUR).toISOString();
        for (const one of deliveries) expect(await deliverShopify(app, id, ...wired(one, epoch, occurredAt))).toBe(200);
        const [goal] = (await effect()).goals;
        const cents = (amount = 0) => Math.round(100 * amount);
        const { heldOut, shown } = goal?.value ?? NOTHING;
        const found = { converted: goal?.converted, value: { heldOut: cents(heldOut), shown: cents(shown) } };
        const expected = ledgerOf(deliveries);
        expect(found).toEqual(expected);
        outcomes.add(JSON.stringify(expected.converted));
        expect((await owner.delete(path)).status).toBe(204);
      };
      await fc.assert(fc.asyncProperty(history, run), { numRuns: runs(12, 16, 1_000), endOnFailure: true });
      // Runs that end with nothing alone would prove little.
      expect(outcomes.size).toBeGreaterThan(2);
      await app.stop();
    },
    runs(600_000, 900_000, 3_600_000),
  );
});
