// The arm travels with the order: what shops of three vendors deliver, signed, with refunds, comes to what their books say, in each
// arm. On both databases.
import { expect, it } from 'vitest';
import type { Effect } from '#shared/contract/effect.ts';
import { HOUR } from '#shared/time.ts';
import { describeApp } from '#tests/support/apps.ts';
import { makeVendorShop } from './support/vendor-shop.ts';

type Arm = 'heldOut' | 'shown';
type Sale = {
  vendor: 'shopify' | 'woocommerce' | 'stripe' | 'stripe by reference' | 'stripe by form';
  buyer: string;
  arm: Arm | null;
  price: number;
  /** Its shop paid it back. */
  isRefunded?: true;
};

/** Buyers of both arms at each vendor; one who bought twice, at two of them; an order without an arm; and refunds. */
const SALES: readonly Sale[] = [
  { vendor: 'shopify', buyer: 'ana', arm: 'shown', price: 100 },
  { vendor: 'shopify', buyer: 'ben', arm: 'heldOut', price: 40.5 },
  { vendor: 'shopify', buyer: 'cleo', arm: 'shown', price: 70, isRefunded: true },
  { vendor: 'shopify', buyer: 'dan', arm: null, price: 10 },
  { vendor: 'woocommerce', buyer: 'eve', arm: 'shown', price: 20.25 },
  { vendor: 'woocommerce', buyer: 'fay', arm: 'heldOut', price: 30 },
  { vendor: 'woocommerce', buyer: 'gil', arm: 'heldOut', price: 99, isRefunded: true },
  { vendor: 'woocommerce', buyer: 'ana', arm: 'shown', price: 5 },
  { vendor: 'stripe', buyer: 'hal', arm: 'shown', price: 12.1 },
  { vendor: 'stripe by reference', buyer: 'ida', arm: 'heldOut', price: 8 },
  { vendor: 'stripe by form', buyer: 'jan', arm: 'shown', price: 60 },
  { vendor: 'stripe', buyer: 'kim', arm: 'heldOut', price: 500, isRefunded: true },
  { vendor: 'stripe by reference', buyer: 'lea', arm: null, price: 3 },
];

/** @returns what the books say: buyers, and what they spent, of orders that came with an arm and stand. */
function ledger() {
  const standing = SALES.filter(({ arm, isRefunded }) => arm !== null && !isRefunded);
  const of = (wanted: Arm) => standing.filter(({ arm }) => arm === wanted);
  const both = (read: (sales: readonly Sale[]) => number) => ({
    heldOut: read(of('heldOut')),
    shown: read(of('shown')),
  });
  return {
    converted: both((sales) => new Set(sales.map(({ buyer }) => buyer)).size),
    value: both((sales) => sales.reduce((sum, { price }) => sum + price, 0)),
  };
}

describeApp('orders of three vendors', {}, ({ app }) => {
  it('count for the arms that they came with, until they are refunded', async () => {
    const shops = await makeVendorShop(app);
    const { owner } = shops;
    const site = `/api/sites/${shops.shop.site.id}`;
    await owner.put(site, { currency: 'EUR' });
    await owner.post(`${site}/goals`, { name: 'Orders', kind: 'orders' });
    await owner.put(`${site}/hold-out`, { share: 50 });
    const effect = async () => (await owner.get<{ effect: Effect }>(`${site}/effect`)).body.effect;
    const epoch = (await effect()).epoch?.id;
    const [shopify, woocommerce, stripe] = [await shops.shopify(), await shops.woocommerce(), await shops.stripe()];
    app.clock.advance(3 * HOUR);
    const at = new Date(app.clock.now() - 2 * HOUR).toISOString();

    /** What the buyer's browser answers to `Proofbell.arm()`. */
    const armOf = ({ arm }: Sale) => (arm === null ? '' : `pb-${epoch}-${arm === 'shown' ? 1 : 0}`);
    const wooOrder = (id: number, sale: Sale, status: string) => ({
      ...{ id, status, currency: 'EUR', total: sale.price.toFixed(2), date_paid_gmt: at, date_created_gmt: at },
      ...{ billing: { first_name: 'Ana', email: `${sale.buyer}@shop.example` }, line_items: [] },
      meta_data: [{ id: 1, key: 'proofbell_arm', value: armOf(sale) }],
    });
    /** Of a form of the shop's own, the charge has the metadata; of a checkout it comes first, and has nothing of its session. */
    const charge = (id: number, sale: Sale) => {
      const amount = Math.round(100 * sale.price);
      return {
        ...{ id: `ch_${id}`, object: 'charge', status: 'succeeded', captured: true, payment_intent: `pi_${id}` },
        ...{ amount, amount_captured: amount, amount_refunded: 0, currency: 'eur' },
        metadata: sale.vendor === 'stripe by form' ? { proofbell_arm: armOf(sale) } : {},
        billing_details: { name: 'Ana Silva', email: `${sale.buyer}@shop.example` },
      };
    };
    const session = (id: number, sale: Sale) => ({
      ...{ id: `cs_${id}`, object: 'checkout.session', mode: 'payment', payment_status: 'paid' },
      ...{ payment_intent: `pi_${id}`, amount_total: Math.round(100 * sale.price), currency: 'eur' },
      customer_details: { name: 'Ana Silva', email: `${sale.buyer}@shop.example` },
      ...(sale.vendor === 'stripe'
        ? { metadata: { proofbell_arm: armOf(sale) }, client_reference_id: 'cart-17' }
        : { client_reference_id: armOf(sale) || null }),
    });

    const sell = async (sale: Sale, id: number) => {
      if (sale.vendor === 'shopify') {
        const price = sale.price.toFixed(2);
        const attributes = [
          { name: 'gift', value: 'yes' },
          { name: 'proofbell_arm', value: armOf(sale) },
        ];
        const more = { total_price: price, current_total_price: price, note_attributes: attributes };
        await shopify('orders/paid', shops.order(id, { email: `${sale.buyer}@shop.example`, ...more }));
      } else if (sale.vendor === 'woocommerce') await woocommerce('order.created', wooOrder(id, sale, 'processing'));
      else {
        await stripe('charge.succeeded', charge(id, sale));
        if (sale.vendor !== 'stripe by form') await stripe('checkout.session.completed', session(id, sale));
      }
    };
    const refund = async (sale: Sale, id: number) => {
      if (sale.vendor === 'shopify') {
        const transactions = [{ kind: 'refund', status: 'success', amount: sale.price.toFixed(2), currency: 'EUR' }];
        await shopify('refunds/create', { id: 1_000 + id, order_id: id, refund_line_items: [], transactions });
      } else if (sale.vendor === 'woocommerce') await woocommerce('order.updated', wooOrder(id, sale, 'refunded'));
      else {
        const { amount, ...told } = charge(id, sale);
        await stripe('charge.refunded', { ...told, amount, refunded: true, amount_refunded: amount });
      }
    };

    for (const [index, sale] of SALES.entries()) await sell(sale, 101 + index);
    expect((await effect()).withoutArm).toBe(SALES.filter(({ arm }) => arm === null).length);
    for (const [index, sale] of SALES.entries()) if (sale.isRefunded) await refund(sale, 101 + index);
    const [goal] = (await effect()).goals;
    const { converted, value } = ledger();
    expect(goal?.converted).toEqual(converted);
    for (const arm of ['heldOut', 'shown'] as const) expect(goal?.value?.[arm]).toBeCloseTo(value[arm], 6);
    expect(goal).toMatchObject({ reportedBy: 'orders', state: 'early' });
  });
});
