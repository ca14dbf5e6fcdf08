// A site whose shops deliver what was sold and retracted, signed by hand as each vendor says.
import { expect } from 'vitest';
import { project } from '#server/domain/events/projector.ts';
import type { DeliveryList } from '#shared/contract/delivery.ts';
import { HOUR, SECOND } from '#shared/time.ts';
import type { TestApp } from './app.ts';
import { addSource } from './client.ts';
import { hmac, SHOP_SECRET, shopifyOrder } from './deliveries.ts';
import { makeEventShop } from './event-shop.ts';

export async function makeVendorShop(app: TestApp) {
  const own = await makeEventShop(app);
  const connect = (kind: string) => addSource(own.owner, own.shop.site.id, { kind, secret: SHOP_SECRET });
  const post = async (id: string, body: string, headers: Record<string, string>) =>
    expect((await app.fetch(`/api/hooks/${id}`, { method: 'POST', headers, body })).status).toBe(200);
  let told = 0;
  return {
    ...own,
    /** @returns what delivers one topic of a Shopify shop, and what its log says. */
    shopify: () => connectShop('shopify', 'x-shopify-topic', 'x-shopify-hmac-sha256'),
    /** The same of a WooCommerce shop. */
    woocommerce: () => connectShop('woocommerce', 'x-wc-webhook-topic', 'x-wc-webhook-signature'),
    /** @returns what delivers one live event of a Stripe account (https://docs.stripe.com/api/events/object). */
    async stripe() {
      const { id } = await connect('stripe');
      return Object.assign(
        (type: string, object: object) => {
          const at = Math.floor(app.clock.now() / SECOND);
          const event = { id: `evt_${++told}`, object: 'event', livemode: true, created: at, type, data: { object } };
          const body = JSON.stringify(event);
          return post(id, body, { 'stripe-signature': `t=${at},v1=${hmac(SHOP_SECRET, `${at}.${body}`, 'hex')}` });
        },
        { deliveries: () => deliveriesOf(id) },
      );
    },
    /** An order of Ana's of two hours ago. */
    order: (id: number, more: object = {}) =>
      shopifyOrder(id, new Date(app.clock.now() - 2 * HOUR).toISOString(), more),
    /** @returns which products visitors read of now. */
    async shown() {
      await project(app.deps, own.shop.site.id);
      // Otherwise within the second that a payload is kept.
      app.deps.embedChanges.changed(own.shop.site.id);
      const { notifications } = await own.payload();
      return notifications.map(({ message }) => message.replace(/^.*(?:bought|placed) /, '')).sort();
    },
  };

  /** @param topicHeader which is not signed. */
  async function connectShop(kind: string, topicHeader: string, signatureHeader: string) {
    const source = await connect(kind);
    const { id } = source;
    return Object.assign(
      (topic: string, content: object) => {
        const body = JSON.stringify(content);
        return post(id, body, { [topicHeader]: topic, [signatureHeader]: hmac(SHOP_SECRET, body, 'base64') });
      },
      { source, deliveries: () => deliveriesOf(id) },
    );
  }

  async function deliveriesOf(id: string) {
    return (await own.owner.get<DeliveryList>(`${own.site}/sources/${id}/deliveries`)).body.deliveries;
  }
}
