// What a refund, a dispute or 'forget this person' takes back, and what it leaves: however many products it names, however
// little its vendor says, and however often it is told. On both databases.
import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { project } from '#server/domain/events/projector.ts';
import type { NewSource } from '#shared/contract/source.ts';
import { HOUR } from '#shared/time.ts';
import { makeTestApp, type TestApp } from './support/app.ts';
import { onBothDatabases } from './support/databases.ts';
import { type EventShop, makeEventShop } from './support/event-shop.ts';

const SECRET = 'shpss_0123456789abcdef';

onBothDatabases('a retraction', (database) => {
  let app: TestApp;
  let own: EventShop;
  beforeEach(async () => {
    app = makeTestApp(database());
    own = await makeEventShop(app);
  });
  afterEach(() => app.stop());

  const ago = (ms: number) => new Date(app.clock.now() - ms).toISOString();
  const connect = async (kind: string) =>
    (await own.owner.post<{ source: NewSource }>(`${own.site}/sources`, { kind, secret: SECRET })).body.source;
  const post = async ({ id }: NewSource, body: string, headers: Record<string, string>) =>
    expect((await app.fetch(`/api/hooks/${id}`, { method: 'POST', headers, body })).status).toBe(200);
  const mac = (text: string, digest: 'base64' | 'hex') => createHmac('sha256', SECRET).update(text).digest(digest);

  const fromShopify = (source: NewSource) => (topic: string, content: object) => {
    const body = JSON.stringify(content);
    return post(source, body, { 'x-shopify-topic': topic, 'x-shopify-hmac-sha256': mac(body, 'base64') });
  };
  const order = (id: number, more: object = {}) => ({
    id,
    email: 'ana@shop.example',
    financial_status: 'paid',
    processed_at: ago(2 * HOUR),
    total_price: '100.00',
    currency: 'EUR',
    line_items: [{ title: `Desk ${id}`, quantity: 1 }],
    ...more,
  });
  /** @returns what visitors read now. */
  const shown = async () => {
    await project(app.deps, own.shop.site.id);
    return (await own.payload()).notifications
      .map(({ message }) => message.replace(/^.*(?:bought|placed) /, ''))
      .sort();
  };

  it('by a refund of a thousand products holds for each of them, before and after it came', async () => {
    const tell = fromShopify(await connect('shopify'));
    // As long as names can be, and nothing that could be compressed.
    const titles = Array.from({ length: 1_000 }, (_, n) =>
      `${n} ${Array.from({ length: 10 }, (_each, i) => mac(`${n}.${i}`, 'base64')).join(' 🪑"\\')}`.slice(0, 300),
    );
    const refundOf = (id: number) => ({
      id: 10_000 + id,
      order_id: id,
      refund_line_items: titles.map((title) => ({ line_item: { title } })),
      transactions: [{ kind: 'refund', status: 'success', amount: '100.00', currency: 'EUR' }],
    });
    const withTitle = (id: number, title: string | undefined) =>
      order(id, { total_price: '900.00', line_items: [{ title, quantity: 1 }] });
    // The first and the last of its products, its price, and neither.
    const sold = [withTitle(1, titles[0]), withTitle(2, titles[999]), order(3), withTitle(4, 'Lamp')];
    for (const one of sold) await tell('orders/paid', one);
    expect(await shown()).toHaveLength(4);
    for (const { id } of sold) await tell('refunds/create', refundOf(id));
    expect(await shown()).toEqual(['Lamp']);
    const stored = () => app.deps.db.selectFrom('retractions').select('only_if').execute();
    const rows = await stored();
    for (const { only_if } of rows) expect(Buffer.byteLength(only_if)).toBeLessThanOrEqual(1_500);
    // Told twice, in another order, it is the same.
    await tell('refunds/create', { ...refundOf(4), refund_line_items: refundOf(4).refund_line_items.toReversed() });
    expect(await stored()).toHaveLength(rows.length);

    const late = [withTitle(11, titles[0]), withTitle(12, titles[500]), order(13), withTitle(14, 'Shelf')];
    for (const { id } of late) await tell('refunds/create', refundOf(id));
    for (const one of late) await tell('orders/paid', one);
    expect(await shown()).toEqual(['Lamp', 'Shelf']);
  });
});
