import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventInput } from '#shared/contract/event.ts';
import { makeCheckout } from './checkout.ts';

const SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
const SHOP = 'http://127.0.0.1:3000';
const ORDER = {
  firstName: 'Inês',
  email: 'ines@example.com',
  city: 'Porto',
  country: 'PT',
  lines: [
    { slug: 'linen-lamp', amount: 2 },
    { slug: 'oak-desk', amount: 1 },
  ],
};

type Delivered = { headers: IncomingHttpHeaders; body: string };
type Answer = {
  id: string;
  number: string;
  webhook: { status: number | null; body: string };
  errors: { field: string; message: string }[];
};

// In Proofbell's place: takes down what comes.
let receiver: Server;
let delivered: Delivered[];
let status: number;
beforeEach(async () => {
  delivered = [];
  status = 200;
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    delivered.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(status).end('{}');
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  receiver.closeAllConnections();
  receiver.close();
});

function openCheckout() {
  const { port } = receiver.address() as AddressInfo;
  const hook = { url: `http://127.0.0.1:${port}/api/hooks/checkout`, secret: SECRET };
  const app = makeCheckout({ hook, shopOrigin: SHOP, now: Date.now, firstNumber: 1_008 });
  return async (path: string, body: unknown, type = 'application/json') => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await app.request(path, { method: 'POST', headers: { 'content-type': type }, body: text });
    return { status: response.status, body: (await response.json()) as Answer };
  };
}

/** @returns what was signed, by the convention's own package. @throws when the signature is wrong */
const verify = ({ headers, body }: Delivered) => new Webhook(SECRET).verify(body, headers as Record<string, string>);

it('delivers an order as an event that is signed the way Standard Webhooks ask', async () => {
  const { status: answered, body } = await openCheckout()('/orders', ORDER);
  expect([answered, body.number, body.webhook.status]).toEqual([201, 'HA-1008', 200]);
  const [sale] = delivered.map(verify);
  expect(eventInput.parse(sale)).toMatchObject({
    id: 'HA-1008',
    reference: 'HA-1008',
    kind: 'purchase',
    actor: { firstName: 'Inês', city: 'Porto', country: 'PT', email: 'ines@example.com' },
    subject: { name: 'Linen Lamp', url: `${SHOP}/demo/shop/linen-lamp`, image: `${SHOP}/demo/assets/linen-lamp.svg` },
    quantity: 2,
    amount: 2 * 95 + 480,
    currency: 'EUR',
  });
  expect(body.webhook.body).toBe(delivered[0]?.body);
});

it('sends along the arm that the page says, and nothing where it says none', async () => {
  const post = openCheckout();
  await post('/orders', { ...ORDER, arm: 'pb-k3j7x2ab-0' });
  await post('/orders', { ...ORDER, arm: '' });
  const [held, none] = delivered.map(verify);
  expect(held).toHaveProperty('arm', 'pb-k3j7x2ab-0');
  expect(none).not.toHaveProperty('arm');
});

it('delivers a refund by the number of its order, each time it is asked for', async () => {
  const post = openCheckout();
  const { id } = (await post('/orders', ORDER)).body;
  const ids = new Set<string | string[] | undefined>();
  for (let time = 0; time < 2; time++) {
    expect((await post(`/orders/${id}/refund`, {})).body).toMatchObject({
      number: 'HA-1008',
      webhook: { status: 200 },
    });
  }
  expect(delivered.slice(1).map(verify)).toEqual(Array(2).fill({ retract: { reference: 'HA-1008' } }));
  for (const { headers } of delivered) ids.add(headers['webhook-id']);
  expect(ids.size).toBe(3);
});

it('keeps a sale that could not be told, and says so', async () => {
  const post = openCheckout();
  status = 503;
  expect(await post('/orders', ORDER)).toMatchObject({ status: 201, body: { webhook: { status: 503 } } });
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
  const { body } = await post('/orders', ORDER);
  expect(body).toMatchObject({ number: 'HA-1009', webhook: { status: null } });
  expect(await post(`/orders/${body.id}/refund`, {})).toMatchObject({
    status: 200,
    body: { webhook: { status: null } },
  });
});

it.each([
  ['firstName', { ...ORDER, firstName: ' ' }],
  ['email', { ...ORDER, email: 'ines' }],
  ['country', { ...ORDER, country: 'constructor' }],
  ['lines', { ...ORDER, lines: [] }],
  ['lines.0.slug', { ...ORDER, lines: [{ slug: '../oak-desk', amount: 1 }] }],
  ['lines.0.amount', { ...ORDER, lines: [{ slug: 'oak-desk', amount: 0.5 }] }],
  ['price', { ...ORDER, price: 1 }],
  ['body', '{'],
])('names the field of an order that is wrong, and delivers nothing: %s', async (field, order) => {
  const { status: answered, body } = await openCheckout()('/orders', order);
  expect([answered, body.errors.map((error) => error.field)]).toEqual([400, [field]]);
  expect(delivered).toEqual([]);
});

it('takes only small JSON, which no page elsewhere can send, and knows only its own orders', async () => {
  const post = openCheckout();
  expect((await post('/orders', ORDER, 'text/plain')).status).toBe(415);
  expect((await post('/orders', { ...ORDER, city: 'P'.repeat(5_000) })).status).toBe(413);
  expect((await post('/orders/HA-1008/refund', {})).status).toBe(404);
  expect(delivered).toEqual([]);
});

it('forgets the oldest of more than a hundred orders', async () => {
  const post = openCheckout();
  const { id: first } = (await post('/orders', ORDER)).body;
  const { id: second } = (await post('/orders', ORDER)).body;
  for (let i = 0; i < 99; i++) await post('/orders', ORDER);
  expect((await post(`/orders/${first}/refund`, {})).status).toBe(404);
  expect((await post(`/orders/${second}/refund`, {})).status).toBe(200);
});
