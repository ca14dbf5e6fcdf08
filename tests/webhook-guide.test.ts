// What the guide to webhooks prints works: bodies are taken, and signatures are those of Standard Webhooks.
import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { suggestMapping } from '#client/features/sources/mapping-suggestions.ts';
import type { DeliveryList, DeliveryRun } from '#shared/contract/delivery.ts';
import { startApp } from './support/apps.ts';
import { makeOwner, makeShop, payloadOf } from './support/client.ts';
import { byName, type Element, elementsOf, textOf } from './support/documents.ts';

const GUIDE = byName.get('guides/connect-webhook')?.body ?? [];

const labelOf = ([, attributes]: Element) => (attributes ? attributes['data-label'] : undefined) ?? '';
const sample = (label: string) => {
  const found = elementsOf('pre', GUIDE).find((pre) => labelOf(pre) === label);
  if (!found) throw new Error(`No sample '${label}'`);
  return textOf(found);
};

type Sign = (secret: string, id: string, seconds: number, body: string) => Record<string, string>;
const code = sample('Signing, in Node.js').replace(/^import .*$/m, '');
const sign = new Function('createHmac', `${code}; return signedHeaders`)(createHmac) as Sign;

it('the printed function signs as the library does, and the printed example is right', () => {
  const rows = elementsOf('tr', GUIDE).map((row) => elementsOf('td', [row]).map(textOf));
  const cellOf = (name: string) => rows.find(([first]) => first === name)?.[1] ?? '';
  const [secret, id, seconds, body] = [
    cellOf('secret'),
    cellOf('webhook-id'),
    cellOf('webhook-timestamp'),
    cellOf('body'),
  ];
  expect(new Webhook(secret).sign(id, new Date(Number(seconds) * 1_000), body)).toBe(cellOf('webhook-signature'));
  expect(sign(secret, id, Number(seconds), body)).toEqual({
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': cellOf('webhook-signature'),
  });
});

it('the printed mapping reads the printed body, and retracts it by its status', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const { site, source } = await makeShop(owner);
  const path = `/api/sites/${site.id}/sources/${source.id}`;
  expect((await owner.put(path, { mapping: JSON.parse(sample('Its mapping')) })).status).toBe(200);
  const body = sample('A booking, as its system sends it');
  const headers = { authorization: `Bearer ${source.secret}` };
  for (const sent of [body, body.replace('"paid"', '"refunded"')])
    expect((await app.fetch(`/api/hooks/${source.id}`, { method: 'POST', headers, body: sent })).status).toBe(200);
  expect((await owner.get<DeliveryList>(`${path}/deliveries`)).body.deliveries).toMatchObject([
    { verdict: 'taken', retracted: 1 },
    { verdict: 'taken', accepted: 1, eventId: '7001' },
  ]);
});

it.each([
  ['Sent by Zapier', '1001', 'Ana bought Oak Desk'],
  ['Sent by Make', '1001', 'Ana bought 2 × Oak Desk'],
  ['Sent by n8n', '4711', 'Ana bought Growth'],
])('what is %s is recognized by its names, and shows', async (label, eventId, message) => {
  const body = sample(label);
  const app = await startApp();
  const owner = await makeOwner(app);
  const { site, source } = await makeShop(owner);
  const path = `/api/sites/${site.id}/sources/${source.id}`;
  const mapping = suggestMapping(JSON.parse(body));
  expect((await owner.put(path, { mapping })).status).toBe(200);
  const headers = { authorization: `Bearer ${source.secret}`, 'content-type': 'application/json' };
  expect((await app.fetch(`/api/hooks/${source.id}`, { method: 'POST', headers, body })).status).toBe(200);
  const { deliveries } = (await owner.get<DeliveryList>(`${path}/deliveries`)).body;
  expect(deliveries).toMatchObject([{ verdict: 'taken', accepted: 1, eventId }]);
  const run = await owner.post<DeliveryRun>(`${path}/deliveries/${deliveries[0]?.id}/run`);
  expect(run.body.event).toMatchObject({ state: 'shown', occurredAt: '2026-03-10T11:58:00.000Z' });
  const payload = await payloadOf(app, site.id);
  expect(payload.notifications.map((notification) => notification.message)).toContain(message);
});

it('the printed bodies are taken, signed by the printed function', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const { site, source } = await makeShop(owner);
  const seconds = Math.floor(app.clock.now() / 1_000);
  for (const label of ['An event', 'Several events', 'A cancellation']) {
    const body = sample(label);
    const headers = sign(source.secret ?? '', `msg_${label}`, seconds, body);
    const response = await app.fetch(`/api/hooks/${source.id}`, { method: 'POST', headers, body });
    expect([label, response.status]).toEqual([label, 200]);
  }
  const { deliveries } = (await owner.get<DeliveryList>(`/api/sites/${site.id}/sources/${source.id}/deliveries`)).body;
  expect(deliveries.toReversed()).toMatchObject([
    { verdict: 'taken', reason: null, accepted: 1, isSigned: true },
    { verdict: 'taken', reason: null, accepted: 2, isSigned: true },
    { verdict: 'taken', reason: null, retracted: 1, isSigned: true },
  ]);
});
