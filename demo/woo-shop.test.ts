import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { makeWoo } from './woo.ts';
import { makeWooShop, WOO_PATH } from './woo-shop.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const HERE = `http://127.0.0.1:3000${WOO_PATH}`;
const shop = new Hono().route(
  WOO_PATH,
  makeWooShop({
    publicUrl: 'http://localhost:3000',
    siteId: 'a-site',
    reach: { fetch: () => new Response() },
    now: () => NOW,
  }),
);
const ask = (path: string, init?: RequestInit) => shop.request(HERE + path.replace(/^\/$/, ''), init);
const page = async () => (await ask('/')).text();

it('leads to the form that connects it, filled in, and runs scripts of files alone', async () => {
  const answer = await ask('/');
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none';.*frame-ancestors 'none'$/);
  const text = await answer.text();
  expect(text).not.toMatch(/<script(?![^>]* src=)|\sstyle=|\son\w+=/i);
  expect(text).toContain('<script async src="http://localhost:3000/widget.js" data-site-id="a-site"></script>');
  const [, link = ''] = /href="([^"]*\?connect=[^"]*)"/.exec(text) ?? [];
  const url = new URL(link.replaceAll('&amp;', '&'));
  expect([url.origin, url.pathname, url.searchParams.get('shop')]).toEqual([
    'http://localhost:3000',
    '/holt-and-ash/sources',
    HERE,
  ]);
});

it('places and refunds orders for its own page alone', async () => {
  const foreign = { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } };
  expect((await ask('/orders', foreign)).status).toBe(403);
  expect((await ask('/orders/5036/refund', foreign)).status).toBe(403);
  expect(await page()).not.toContain('#5037');
  const placed = await ask('/orders', { method: 'POST' });
  expect([placed.status, placed.headers.get('location')]).toEqual([303, WOO_PATH]);
  expect(await page()).toContain('#5037');
  await ask('/orders/5037/refund', { method: 'POST' });
  expect(await page()).not.toContain('Refund #5037');
  // None of these.
  for (const id of ['5037', '9', '__proto__'])
    expect((await ask(`/orders/${id}/refund`, { method: 'POST' })).status).toBe(303);
});

it('keeps so many orders', async () => {
  for (let n = 0; n < 210; n++) await ask('/orders', { method: 'POST' });
  const refund = await ask('/orders/5001/refund', { method: 'POST' });
  expect(refund.status).toBe(303);
  expect((await page()).match(/<li>/g)).toHaveLength(20);
});

it("asks nobody's consent for an address that isn't one, and shows no markup of others", async () => {
  const consent = (more: object) =>
    ask(
      `/wc-auth/v1/authorize?${new URLSearchParams({ app_name: '<b>x', user_id: '"><i>', return_url: 'http://a.example/', callback_url: 'http://a.example/', ...more })}`,
    );
  for (const more of [{ return_url: 'javascript:alert(1)' }, { callback_url: '' }])
    expect((await consent(more)).status).toBe(400);
  expect(await (await consent({})).text()).not.toMatch(/<b>|<i>/);
});

it('delivers to addresses of the web alone', async () => {
  const woo = makeWoo({ reach: () => ({ fetch: () => new Response() }) });
  const asked = `http://a.example/?app_name=a&scope=read_write&user_id=1&return_url=http://a.example/&callback_url=http://a.example/`;
  const { posted } = await woo.agree({ fetch: () => new Response() }, asked);
  const hook = (delivery_url?: string) =>
    woo.answer(
      new Request('http://shop/wp-json/wc/v3/webhooks', {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${posted.consumer_key}:${posted.consumer_secret}`)}` },
        body: JSON.stringify({ topic: 'order.created', delivery_url }),
      }),
    );
  // Its path is '@a.example/': behind the origin of a server, that is another server.
  for (const url of ['x:@a.example/', '', undefined]) expect((await hook(url)).status).toBe(400);
  expect((await hook('https://a.example/x')).status).toBe(201);
});

it('keeps the arm that the page sends with an order, as a field of it', async () => {
  let keys = '';
  const reach = {
    fetch: (_path: string, init?: RequestInit) => {
      const { consumer_key, consumer_secret } = JSON.parse(String(init?.body));
      keys = btoa(`${consumer_key}:${consumer_secret}`);
      return new Response();
    },
  };
  const own = makeWooShop({ publicUrl: 'http://localhost:3000', siteId: 'a-site', reach, now: () => NOW });
  const app = new Hono().route(WOO_PATH, own);
  for (const arm of ['pb-k3j7x2ab-0', ''])
    await app.request(`${HERE}/orders`, { method: 'POST', body: new URLSearchParams({ proofbell_arm: arm }) });
  const consent = { app_name: 'a', scope: 'read_write', user_id: '1', ...{ return_url: HERE, callback_url: HERE } };
  await app.request(`${HERE}/wc-auth/v1/access_granted?${new URLSearchParams(consent)}`);
  const answer = await app.request(`${HERE}/wp-json/wc/v3/orders?per_page=2`, {
    headers: { authorization: `Basic ${keys}` },
  });
  const fields = ((await answer.json()) as { meta_data?: object[] }[]).map(({ meta_data }) => meta_data);
  expect(fields).toEqual([undefined, [{ id: 1, key: 'proofbell_arm', value: 'pb-k3j7x2ab-0' }]]);
});
