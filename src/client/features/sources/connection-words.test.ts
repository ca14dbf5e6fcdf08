import { expect, test } from 'vitest';
import type { Connection } from '#shared/contract/connection.ts';
import type { Source } from '#shared/contract/source.ts';
import { SOURCE_KIND_FACTS, SOURCE_KINDS, type SourceKind } from '#shared/source-kinds.ts';
import {
  connectionStatus,
  disconnectText,
  isSameShop,
  isUntouched,
  progressText,
  resultText,
  shopName,
  unfinishedOf,
} from './connection-words.ts';

const connection = (more: Partial<Connection>): Connection => ({
  state: 'reading',
  shop: 'https://oak.example',
  until: null,
  read: 0,
  total: null,
  found: 0,
  problem: null,
  note: null,
  notedAt: null,
  checkedAt: null,
  ...more,
});

test('a shop is called by its address, and is the same however that is typed', () => {
  expect(shopName('https://oak.example/')).toBe('oak.example');
  expect(shopName('http://oak.example/shop')).toBe('oak.example/shop');
  expect(shopName('https://api.stripe.com/acct_1')).toBe('Stripe account acct_1');
  for (const typed of ['oak.example', ' https://www.Oak.example/ ', 'http://oak.example'])
    expect(isSameShop(typed, 'https://oak.example'), typed).toBe(true);
  expect(isSameShop('oak.example/shop', 'https://oak.example')).toBe(false);
});

test('past orders are counted as they are read, and summed up when they are', () => {
  expect(progressText(connection({}))).toBe('Reading past orders …');
  expect(progressText(connection({ read: 120, total: 1_000 }))).toBe('Reading past orders: 120 of 1,000');
  expect(resultText(connection({}), '7 days')).toContain('no orders');
  expect(resultText(connection({ read: 1, found: 1 }), '7 days')).toContain(
    'Of 1 order from the last 30 days, 1 was a purchase. Those',
  );
  expect(resultText(connection({ read: 250, found: 38 }), '7 days')).toContain('Of 250 orders');
  expect(resultText(connection({ read: 250, found: 38 }), '7 days')).toContain(
    '38 were purchases. Those from the last 7 days can show.',
  );
  expect(resultText(connection({ read: 3, found: 0 }), '7 days')).toContain('none was a purchase');
});

const source = (more: object) =>
  ({
    kind: 'woocommerce',
    connection: null,
    connectRefusal: null,
    lastDeliveryAt: null,
    refusedAt: null,
    hasSecret: true,
    ...more,
  }) as Parameters<typeof isUntouched>[0];

test('a source is untouched until its shop is, or is set up by hand', () => {
  expect(isUntouched(source({}))).toBe(true);
  expect(isUntouched(source({ kind: 'stripe', hasSecret: false }))).toBe(true);
  const used = [
    { kind: 'stripe' },
    { connection: connection({}) },
    { lastDeliveryAt: '2026-11-25T11:58:00.000Z' },
    { refusedAt: '2026-11-25T11:58:00.000Z' },
  ];
  for (const more of used) expect(isUntouched(source(more)), JSON.stringify(more)).toBe(false);
});

test('a tile leads to the source that was left unfinished, whatever its kind, and to none that was named or is in use', () => {
  const ofKind = (kind: string, more: object) =>
    ({ ...source({}), kind, name: SOURCE_KIND_FACTS[kind as SourceKind].label, ...more }) as Source;
  for (const kind of SOURCE_KINDS) {
    const left = ofKind(kind, { hasSecret: SOURCE_KIND_FACTS[kind].secret === 'ours', connectRefusal: 'Not here' });
    const others = [{ name: 'Oak' }, { lastDeliveryAt: '2026-11-25T11:58:00.000Z' }, { connection: connection({}) }];
    const used = others.map((more) => ({ ...left, ...more }));
    expect(unfinishedOf([...used, left], kind), kind).toBe(left);
    expect(unfinishedOf(used, kind), kind).toBeUndefined();
  }
});

test.each([
  [{}, 'Not connected yet', 'waiting'],
  [{ connection: connection({ state: 'waiting' }) }, 'Waiting for your approval in the shop', 'waiting'],
  [{ connection: connection({ read: 25, total: 60 }) }, 'Reading past orders: 25 of 60', 'waiting'],
  [{ connection: connection({ state: 'failed' }) }, 'Not connected', 'refused'],
  [{ connection: connection({ state: 'connected' }), status: 'waiting' }, 'Connected · no new order yet', 'working'],
])('a list says how a connection stands: %j', (more, text, look) => {
  expect(connectionStatus(source(more))).toEqual({ text, look });
});

test.each([
  { connectRefusal: 'Not here' },
  { lastDeliveryAt: '2026-11-25T11:58:00.000Z' },
  { connection: connection({ state: 'connected' }), status: 'off' },
])('a list says how the deliveries stand: %j', (more) => {
  expect(connectionStatus(source(more))).toBeNull();
});

test('each vendor’s owner is told what is left to be done at the shop', () => {
  expect(disconnectText('woocommerce')).toContain('WooCommerce → Settings → Advanced → REST API');
  expect(disconnectText('stripe')).toContain('API keys');
  expect(disconnectText('shopify')).toContain('uninstall the app');
});
