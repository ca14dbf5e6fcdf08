// Attack: end an order that nobody ended, with a delivery of its own that somebody got hold of: shops sign the body and not
// the topic beside it, so that it is sent again under another one.
import { expect, it } from 'vitest';
import { MINUTE } from '#shared/time.ts';
import { describeApp } from '#tests/support/apps.ts';
import { eachTest } from '#tests/support/stages.ts';
import { makeVendorShop } from '#tests/support/vendor-shop.ts';

describeApp('a replayed topic', { postgres: 'long' }, ({ app }) => {
  const own = eachTest(() => makeVendorShop(app));

  const wooOrder = (id: number, status = 'processing') => ({
    id,
    status,
    date_paid_gmt: new Date(app.clock.now() - 10 * MINUTE).toISOString().slice(0, 19),
    billing: { first_name: 'Ana', email: 'ana@shop.example' },
    line_items: [{ name: `Desk ${id}`, quantity: 1 }],
  });

  it("retracts no order of Shopify's, and says in the log why; what the body says of itself holds", async () => {
    const tell = await own.shopify();
    const order = own.order(1);
    await tell('orders/paid', order);
    const topics = ['orders/cancelled', 'orders/delete', 'refunds/create', 'customers/redact'];
    for (const topic of topics) await tell(topic, order);
    // What is known of a customer is asked for under the same secret.
    const asked = { shop_id: 1, customer: { email: order.email }, orders_requested: [1], data_request: { id: 1 } };
    await tell('customers/redact', asked);
    expect(await own.shown()).toEqual(['Desk 1']);
    const [, ...first] = (await tell.deliveries()).toReversed();
    expect(first.map(({ verdict, retracted }) => [verdict, retracted])).toEqual(
      [...topics, 'asked'].map(() => ['refused', 0]),
    );
    expect(first[0]?.reason).toBe('The topic says cancelled, the body does not. Only the body is signed');
    const canceled = { ...own.order(2), cancelled_at: new Date(app.clock.now()).toISOString() };
    for (const id of [2, 3, 4]) await tell('orders/paid', own.order(id));
    await tell('orders/cancelled', canceled);
    await tell('orders/delete', { id: 3 });
    expect(await own.shown()).toEqual(['Desk 1', 'Desk 4']);
    await tell('customers/redact', { shop_id: 1, customer: { email: order.email }, orders_to_redact: [4] });
    expect(await own.shown()).toEqual([]);
  });

  it("retracts no order of WooCommerce's", async () => {
    const tell = await own.woocommerce();
    await tell('order.created', wooOrder(1));
    for (const topic of ['order.deleted', 'order.restored', 'order.updated', 'product.deleted'])
      await tell(topic, wooOrder(1));
    expect(await own.shown()).toEqual(['Desk 1']);
    expect((await tell.deliveries()).map(({ retracted }) => retracted)).toEqual([0, 0, 0, 0, 0]);
    for (const id of [2, 3]) await tell('order.created', wooOrder(id));
    await tell('order.deleted', { id: 2 });
    await tell('order.updated', wooOrder(3, 'cancelled'));
    expect(await own.shown()).toEqual(['Desk 1']);
  });
});
