import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { memoryLog } from '#tests/support/embed.ts';
import type { Deps } from '../deps.ts';
import { addressBucket, clientAddress, makeClientAddress, mayBeLocal } from './client-address.ts';
import type { HttpEnv } from './request-context.ts';

describe('clientAddress', () => {
  it.each([
    // header, socket, hops, client
    [undefined, '203.0.113.9', 0, '203.0.113.9'],
    ['198.51.100.1', '203.0.113.9', 0, '203.0.113.9'],
    ['198.51.100.1', '10.0.0.1', 1, '198.51.100.1'],
    ['6.6.6.6, 198.51.100.1', '10.0.0.1', 1, '198.51.100.1'],
    ['6.6.6.6, 198.51.100.1, 10.0.0.2', '10.0.0.1', 2, '198.51.100.1'],
    ['198.51.100.1', '10.0.0.1', 3, '198.51.100.1'],
    [undefined, '10.0.0.1', 1, '10.0.0.1'],
    ['unknown', '10.0.0.1', 1, '10.0.0.1'],
    ['198.51.100.1:4711', '10.0.0.1', 1, '198.51.100.1'],
    ['[2001:DB8::1]:443', '10.0.0.1', 1, '2001:db8::1'],
    [undefined, '::ffff:203.0.113.9', 0, '203.0.113.9'],
    [undefined, 'fe80::1%eth0', 0, 'fe80::1'],
    [undefined, undefined, 0, 'unknown'],
  ])('of header %s on a connection from %s behind %d is %s', (header, socket, hops, client) => {
    expect(clientAddress(header, socket, hops)).toBe(client);
  });
});

describe('addressBucket', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['unknown', 'unknown'],
  ])('of %s is %s', (address, bucket) => {
    expect(addressBucket(address)).toBe(bucket);
  });
});

it.each([
  ['localhost', true],
  ['LOCALHOST:3000', true],
  ['127.0.0.1:3000', true],
  ['[::1]:3000', true],
  ['localhost.evil.example', false],
  ['127.0.0.1.evil.example:80', false],
  ['proof.example', false],
  ['', false],
])('the Host %j is a loopback one: %s', (host, expected) => {
  expect(mayBeLocal(new Headers({ host }), '127.0.0.1', 0)).toBe(expected);
});

describe('who calls localhost', () => {
  const host = 'localhost:3000';
  it.each<[string, Record<string, string>, string | undefined, number, boolean]>([
    ['from this machine', {}, '::ffff:127.0.0.1', 0, true],
    ['from this machine by IPv6', {}, '::1', 0, true],
    ['through the gateway of a container', {}, '172.17.0.1', 0, true],
    ['from a page of this machine', { origin: 'http://localhost:3000' }, '127.0.0.1', 0, true],
    ['from the internet, with a Host that is made up', {}, '203.0.113.9', 0, false],
    ['from the internet by IPv6', {}, '2001:db8::1', 0, false],
    ['from nobody knows where', {}, undefined, 0, false],
    ['from almost a private address', {}, '172.32.0.1', 0, false],
    ['through a proxy that says so', { 'x-forwarded-for': '203.0.113.9' }, '127.0.0.1', 0, false],
    ['through a proxy that says nothing', { origin: 'https://proof.example' }, '127.0.0.1', 0, false],
    ['from a page that hides its origin', { origin: 'null' }, '127.0.0.1', 0, true],
    ['from the internet, through a trusted proxy', { 'x-forwarded-for': '203.0.113.9' }, '127.0.0.1', 1, false],
    ['from this machine, through a trusted proxy', { 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1', 1, true],
    [
      'claiming to be here, before a trusted proxy',
      { 'x-forwarded-for': '127.0.0.1, 203.0.113.9' },
      '127.0.0.1',
      1,
      false,
    ],
  ])('%s', (_, headers, socket, hops, expected) => {
    expect(mayBeLocal(new Headers({ host, ...headers }), socket, hops)).toBe(expected);
  });
});

it('warns once about an unconfigured proxy in front', async () => {
  const { log, lines } = memoryLog();
  const addressOf = makeClientAddress({ config: { trustProxy: 0 } as Deps['config'], log });
  const app = new Hono<HttpEnv>().get('/', (c) => c.text(addressOf(c)));
  const env = { incoming: { socket: { remoteAddress: '10.0.0.1' } } };
  for (let i = 0; i < 2; i++) {
    const response = await app.request('/', { headers: { 'x-forwarded-for': '6.6.6.6' } }, env);
    expect(await response.text()).toBe('10.0.0.1');
  }
  expect(lines.map(({ msg }) => msg)).toEqual([expect.stringContaining('TRUST_PROXY is 0')]);
});
