// Delivers to a webhook source as its sender would: signed by hand, as https://www.standardwebhooks.com writes it.
import type { Delivery, DeliveryList } from '#shared/contract/delivery.ts';
import type { NewSource, Source } from '#shared/contract/source.ts';
import { SECOND } from '#shared/time.ts';
import type { TestApp } from './app.ts';
import { type Client, makeOwner, makeShop, payloadOf, type Shop } from './client.ts';
import { hmac } from './deliveries.ts';

export type HookStage = {
  owner: Client;
  shop: Shop;
  source: NewSource;
  /** The source's address in the API. */
  path: string;
  /** @returns the status. */
  deliver(body: unknown): Promise<number>;
  /** The same. @returns what the sender is told. */
  answerOf(body: unknown): Promise<unknown>;
  deliveries(): Promise<Delivery[]>;
  read(): Promise<Source>;
  /** @returns what visitors who load the payload now read. */
  shown(): Promise<string[]>;
};

export async function makeHookStage(app: TestApp): Promise<HookStage> {
  const owner = await makeOwner(app);
  const shop = await makeShop(owner);
  const { source, site } = shop;
  const path = `/api/sites/${site.id}/sources/${source.id}`;
  let count = 0;
  const post = (content: unknown) => {
    const body = typeof content === 'string' ? content : JSON.stringify(content);
    const [id, at] = [`msg_${++count}`, String(Math.floor(app.clock.now() / SECOND))];
    const key = Buffer.from((source.secret ?? '').slice('whsec_'.length), 'base64');
    const signature = `v1,${hmac(key, `${id}.${at}.${body}`, 'base64')}`;
    const headers = { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature };
    return app.fetch(`/api/hooks/${source.id}`, { method: 'POST', headers, body });
  };
  return {
    owner,
    shop,
    source,
    path,
    deliver: async (content) => (await post(content)).status,
    answerOf: async (content) => (await post(content)).json(),
    deliveries: async () => (await owner.get<DeliveryList>(`${path}/deliveries`)).body.deliveries,
    read: async () => (await owner.get<{ source: Source }>(path)).body.source,
    async shown() {
      const payload = await payloadOf(app, site.id);
      return payload.notifications.map(({ message }) => message);
    },
  };
}
