// What a visitor's browser downloads, in bytes as they are sent with brotli: the script and the first payload together, and
// each later payload. Of 20 orders, with the default look, by the real server.
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { WidgetBuild } from '#shared/contract/widget-build.ts';
import { WIDGET_BUDGET } from '#shared/embed/protocol.ts';
import { readPayload } from '#shared/embed/read-payload.ts';
import { startApp } from './support/apps.ts';
import { payloadOf } from './support/client.ts';
import { makeHookStage } from './support/hook-client.ts';
import { soon } from './support/soon.ts';
import { twentyOrders } from './support/twenty-orders.ts';

it('the script and the first payload are within the budget of a first view, and each later payload in its own', async () => {
  const app = await startApp();
  const { owner, shop } = await makeHookStage(app);
  await owner.delete(`/api/widgets/${shop.widget.id}/notifications/${shop.notification.id}`);
  const events = twentyOrders(app.clock.now());
  expect((await owner.post(`/api/sites/${shop.site.id}/events`, { events })).status).toBe(200);
  // A payload is made anew at most once a second.
  await soon(async () => {
    app.clock.advance(1_000);
    return (await payloadOf(app, shop.site.id)).notifications.length;
  }).toBe(events.length);
  const response = await app.fetch(`/api/embed/${shop.site.id}?v=2&l=de`, { headers: { 'accept-encoding': 'br' } });
  const sent = Buffer.from(await response.arrayBuffer());
  const payload = readPayload(brotliDecompressSync(sent).toString());
  expect(payload?.notifications.filter(({ from, proof, timestamp }) => from && proof && timestamp)).toHaveLength(20);

  const { script } = JSON.parse(readFileSync('dist/widget/widget.json', 'utf8')) as WidgetBuild;
  expect(sent.length).toBeLessThanOrEqual(WIDGET_BUDGET.payload);
  expect(script.bytes.brotli + sent.length).toBeLessThanOrEqual(WIDGET_BUDGET.bytes);
});
