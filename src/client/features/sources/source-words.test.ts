import { expect, test } from 'vitest';
import { obstacleOf, refusalOf, secretOf, statusOf } from './source-words.ts';

const NOW = Date.parse('2026-11-25T12:00:00.000Z');
const source = (more: object) =>
  ({ status: 'waiting', kind: 'shopify', lastDeliveryAt: null, ...more }) as Parameters<typeof statusOf>[0];

test('a source says how it does', () => {
  expect(statusOf(source({}), NOW)).toBe('Waiting for the first delivery');
  expect(statusOf(source({ kind: 'api' }), NOW)).toBe('Waiting for the first event');
  expect(statusOf(source({ status: 'needs-secret' }), NOW)).toBe('Not finished');
  expect(statusOf(source({ status: 'needs-secret', refusedAt: '2026-11-25T11:58:00.000Z' }), NOW)).toBe(
    'Shopify sent a delivery: add the secret',
  );
  expect(statusOf(source({ status: 'refused', refusedAt: '2026-11-25T11:58:00.000Z' }), NOW)).toBe(
    'Wrong signature 2 minutes ago: check the secret',
  );
  expect(statusOf(source({ status: 'off', kind: 'woocommerce' }), NOW)).toBe(
    'WooCommerce has probably switched its webhooks off',
  );
  expect(statusOf(source({ status: 'working', lastDeliveryAt: '2026-11-25T11:58:00.000Z' }), NOW)).toBe(
    'Working · last delivery 2 minutes ago',
  );
});

test('a source whose last delivery was not used says so first, unless a wrong signature came later', () => {
  const at = '2026-11-25T11:58:00.000Z';
  const lastProblem = { at, reason: 'amount must be a number' };
  const said = (more: object) => statusOf(source({ status: 'working', lastDeliveryAt: at, lastProblem, ...more }), NOW);
  expect(said({})).toBe("Couldn't read the last delivery, 2 minutes ago: amount must be a number");
  expect(said({ status: 'refused', refusedAt: '2026-11-25T11:59:00.000Z' })).toMatch(/^Wrong signature 1 minute ago/);
  expect(said({ lastProblem: null })).toBe('Working · last delivery 2 minutes ago');
  const late = {
    status: 'refused',
    refusedAt: at,
    refusedCount: 1,
    lastProblem: { at, reason: 'Its clock or ours is off by 6 minutes' },
  };
  expect(said(late)).toBe("Couldn't read the last delivery, 2 minutes ago: Its clock or ours is off by 6 minutes");
  expect(refusalOf(source(late))?.text).toMatch(
    /with the right secret. Its clock or ours is off by 6 minutes. Set the clock/,
  );
});

const hook = (origin: string) => `${origin}/api/hooks/s-1`;

test.each([
  'http://localhost:3000',
  'https://127.0.0.1',
  'https://10.1.2.3',
  'https://172.16.0.1',
  'https://172.31.255.255',
  'https://192.168.1.10:8443',
  'https://169.254.1.1',
  'https://100.64.0.1',
  'https://[::1]',
  'https://[fd12::1]',
  'https://[fe80::1]',
  'https://nas',
  'https://nas.local',
  'https://proof.internal',
  'https://shop.localhost',
])('nobody outside reaches %s', (origin) => {
  expect(obstacleOf('webhook', hook(origin))?.title).toMatch(/^Nobody outside can reach/);
});

test.each(['https://proof.example.com', 'https://172.32.0.1', 'https://11.0.0.1', 'https://[2001:db8::1]'])(
  'nothing says that %s cannot be reached',
  (origin) => {
    for (const kind of ['shopify', 'woocommerce', 'stripe', 'webhook'] as const) {
      expect(obstacleOf(kind, hook(origin))).toBeNull();
    }
  },
);

test('WooCommerce only knows three ports, Shopify and Stripe only https', () => {
  expect(obstacleOf('woocommerce', hook('https://proof.example.com:3000'))?.title).toBe(
    "WooCommerce doesn't deliver to port 3000",
  );
  expect(obstacleOf('woocommerce', hook('http://proof.example.com:8080'))).toBeNull();
  expect(obstacleOf('shopify', hook('http://proof.example.com'))?.title).toBe('Shopify only delivers over https');
  expect(obstacleOf('stripe', hook('https://proof.example.com:3000'))).toBeNull();
  expect(obstacleOf('api', null)).toBeNull();
});

test('a secret has the form that its sender knows', () => {
  const random = Uint8Array.from({ length: 32 }, (_, at) => 255 - at * 3);
  expect(secretOf('webhook', random)).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(secretOf('woocommerce', random)).toMatch(/^[\w-]{43}$/);
});

test('a source whose last delivery was refused says what was, and what its vendor does about it', () => {
  const refused = { status: 'refused', refusedAt: '2026-11-25T11:58:00.000Z', refusedCount: 1 };
  expect(refusalOf(source({}))).toBeNull();
  expect(refusalOf(source({ ...refused, status: 'working' }))).toBeNull();
  expect(refusalOf(source(refused))?.text).toMatch(
    /^It arrived on .+ at .+\. Its signature was missing, .*Copy the secret from Shopify again.*Shopify removes a webhook/,
  );
  expect(refusalOf(source(refused))?.text).not.toContain('in all');
  expect(refusalOf(source({ ...refused, kind: 'webhook', refusedCount: 1_200 }))?.text).toMatch(
    /signature or secret .*1,200 deliveries have been refused in all\. Check that the sender has the secret/,
  );
});
