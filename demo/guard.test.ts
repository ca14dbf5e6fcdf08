// The page on which notifications hurt, against the app and the demo's own data: the guard pauses the widget, for everybody.
import { expect, it } from 'vitest';
import type { EmbedPayload } from '#shared/embed/payload.ts';
import { startApp } from '#tests/support/apps.ts';
import { soon } from '#tests/support/soon.ts';
import { makeGuardPage } from './guard.ts';
import { seedDemo } from './seed.ts';

it('places orders until the guard pauses the widget, and refunds them', async () => {
  const app = await startApp();
  const { siteId, hook } = await seedDemo(app.deps);
  const page = makeGuardPage({
    ...{ hook, siteId, publicUrl: 'http://proofbell.test', shopOrigin: 'http://shop.test' },
    reach: { fetch: async (path, init) => app.fetch(path, init) },
    now: app.clock.now,
    gap: 0,
  });
  const read = async () => (await page.request('/')).text();
  const press = async (path: string, from?: string) =>
    (await page.request(path, { method: 'POST', headers: from ? { 'sec-fetch-site': from } : {} })).status;
  const payload = async () => (await app.fetch(`/api/embed/${siteId}`)).json() as Promise<EmbedPayload>;
  expect((await payload()).notifications.length).toBeGreaterThan(5);
  expect(await press('/orders', 'cross-site')).toBe(403);
  expect(await read()).not.toContain('http-equiv="refresh"');

  expect(await press('/orders')).toBe(303);
  expect(await read()).toContain('http-equiv="refresh"');
  await soon(read).toContain('Proofbell has paused the widget');
  expect((await payload()).notifications).toEqual([]);
  const [, heldOut, shown] = /Placed: <strong>(\d+)<.*<strong>(\d+)</.exec(await read()) ?? [];
  expect(Number(heldOut)).toBeGreaterThan(2 * Number(shown));
  const mails = await app.deps.db.selectFrom('mails').select('kind').execute();
  expect(mails).toEqual([{ kind: 'notifications-paused' }]);

  await press('/orders');
  await soon(read).toContain('Nothing is measured at the moment.');
  await press('/refunds');
  await soon(read).toContain('All of these orders were refunded');
});
