// The one client of every call to a shop: where it connects to, and what it takes of whoever answers.
import type { LookupAddress, lookup } from 'node:dns';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isPublicAddress, isPublicHost } from '#server/domain/events/shop.ts';
import { type Answering, startAnswering, status } from '#tests/support/shop-server.ts';
import { jsonOf } from './answers.ts';
import { makeShopClient, type ShopClientSettings } from './client.ts';

const ok: Answering = (_, response) => response.end('{"hello":1}');

/** @returns a look-up that gives these addresses, one list after another, and how often it was asked. */
function lookingUp(...lists: string[][]) {
  const asked: string[] = [];
  const found = ((host: string, _options: object, give: (error: null, all: LookupAddress[]) => void) => {
    const list = lists[Math.min(asked.length, lists.length - 1)] ?? [];
    asked.push(host);
    give(
      null,
      list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  }) as unknown as typeof lookup;
  return { lookup: found, asked };
}

async function startShop(answer: Answering = ok, settings: Partial<ShopClientSettings> = {}) {
  const shop = await startAnswering(answer);
  onTestFinished(shop.stop);
  const ask = makeShopClient({ isPrivateAllowed: true, pauses: [1, 1], timeout: 2_000, ...settings });
  const get = (path = '/', more: object = {}) => ask({ method: 'GET', url: `${shop.address}${path}`, ...more });
  return { ...shop, ask, get };
}

describe('addresses', () => {
  it('are of the internet, or are not called', () => {
    const closed =
      `0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.9.9.9 169.254.169.254 172.16.0.1 172.31.255.255 192.168.0.1
      192.0.0.1 192.0.2.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 255.255.255.255 :: ::1 ::7f00:1 ::ffff:127.0.0.1
      ::ffff:8.8.8.8 64:ff9b::7f00:1 100::1 2001::1 2001:db8::1 2002:7f00:1:: fc00::1 fd12:3456::1 fe80::1 fe80::1%eth0
      fec0::1 ff02::1 3fff::1 shop.example`.split(/\s+/);
    expect(closed.filter(isPublicAddress)).toEqual([]);
    const open = '8.8.8.8 100.63.255.255 100.128.0.1 172.15.0.1 172.32.0.1 192.0.1.1 2606:4700::1 2a00:1450::1'.split(
      ' ',
    );
    expect(open.filter((one) => !isPublicAddress(one))).toEqual([]);
  });

  it('are told apart as URLs spell them', () => {
    const isPublic = (url: string) => isPublicHost(new URL(url));
    for (const url of [
      'https://2130706433',
      'https://0x7f.1',
      'https://[::1]',
      'https://localhost',
      'https://shop.local.',
    ])
      expect([url, isPublic(url)]).toEqual([url, false]);
    expect(isPublic('https://shop.co.uk:8443')).toBe(true);
  });

  it.each([
    'http://8.8.8.8/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://2130706433/',
    'https://0/',
    'ftp://a.b/',
    'no',
  ])('are refused before anything is sent: %s', async (url) => {
    const ask = makeShopClient({ isPrivateAllowed: false });
    await expect(ask({ method: 'GET', url })).rejects.toMatchObject({ kind: 'forbidden' });
  });

  it.each([['127.0.0.1'], ['10.0.0.1'], ['169.254.169.254'], ['::1'], ['::ffff:127.0.0.1'], ['fd00::1']])(
    'that a name leads to are looked at: %s',
    async (address) => {
      const { lookup, asked } = lookingUp([address]);
      const ask = makeShopClient({ isPrivateAllowed: false, lookup, pauses: [] });
      const calling = ask({ method: 'GET', url: 'https://shop.example/' });
      await expect(calling).rejects.toMatchObject({
        kind: 'forbidden',
        message: expect.stringContaining('shop.example'),
      });
      expect(asked).toEqual(['shop.example']);
    },
  );

  it('are looked up once a connection, so that none changes between look-up and call', async () => {
    const shop = await startShop();
    // First the loopback, where a server is; then one where none is.
    const { lookup, asked } = lookingUp(['127.0.0.1'], ['127.0.0.2']);
    const ask = makeShopClient({ isPrivateAllowed: true, lookup });
    expect(jsonOf(await ask({ method: 'GET', url: `http://shop.example:${shop.port}/` }))).toEqual({ hello: 1 });
    expect(asked).toEqual(['shop.example']);
  });
});

describe('redirects', () => {
  const to = (location: string): Answering => status(302, { location });

  it('lead on once, and only where that is asked for', async () => {
    const shop = await startShop();
    shop.fail(to('/b'), ok, to('/b'), to('/c'), to('/b'));
    expect(await shop.get('/a', { isFollowing: true })).toMatchObject({ status: 200, url: `${shop.address}/b` });
    expect(await shop.get('/a', { isFollowing: true })).toMatchObject({ status: 302, url: `${shop.address}/b` });
    expect(await shop.get('/a')).toMatchObject({ status: 302, url: `${shop.address}/a` });
    expect(shop.asked).toEqual(['GET /a', 'GET /b', 'GET /a', 'GET /b', 'GET /a']);
  });

  it.each([
    'https://elsewhere.example/',
    'http://127.0.0.1:1/',
    'http://localhost/',
    'file:///etc/passwd',
    '//evil.example/',
    '',
  ])('lead nowhere else: %s', async (location) => {
    const shop = await startShop(to(location));
    expect(await shop.get('/', { isFollowing: true })).toMatchObject({ status: 302 });
    expect(shop.asked).toHaveLength(1);
  });

  it('lead from a name to the same with www, whose address is looked at, too', async () => {
    const shop = await startShop(to('http://www.shop.example/'));
    const { lookup, asked } = lookingUp(['127.0.0.1']);
    const ask = makeShopClient({ isPrivateAllowed: true, lookup, pauses: [] });
    const calling = ask({ method: 'GET', url: `http://shop.example:${shop.port}/`, isFollowing: true });
    // On port 80 nobody answers here, or somebody else.
    await calling.catch(() => {});
    expect(asked).toEqual(['shop.example', 'www.shop.example']);
  });
});

describe('answers', () => {
  it('are taken up to 5 MiB, though they never end', async () => {
    let sent = 0;
    const shop = await startShop((_, response) => {
      const part = Buffer.alloc(64 * 1024, 'x');
      const more = () => {
        sent += part.length;
        if (!response.destroyed) response.write(part, () => setImmediate(more));
      };
      more();
    });
    await expect(shop.get()).rejects.toMatchObject({ kind: 'garbage', message: expect.stringContaining('5 MiB') });
    expect(sent).toBeLessThan(50 * 1024 * 1024);
    expect(shop.asked).toHaveLength(1);
  });

  it.each<[string, Answering]>([
    ['never', () => {}],
    ['byte by byte', (_, response) => void setInterval(() => response.write(' '), 10).unref()],
  ])('that come %s end in time', async (_, answer) => {
    const shop = await startShop(answer, { timeout: 150 });
    await expect(shop.get()).rejects.toMatchObject({ kind: 'unavailable', message: "127.0.0.1 didn't answer in time" });
  });

  it.each<[string, Answering]>([
    [
      'with a length',
      (_, response) => void response.writeHead(200, { 'content-length': 100 }).write('{"a":', () => response.destroy()),
    ],
    ['in chunks', (_, response) => void response.writeHead(200).write('{"a":1', () => response.destroy())],
  ])('that break off are none: %s', async (_, answer) => {
    const shop = await startShop(answer, { pauses: [] });
    await expect(shop.get()).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('that are compressed, or no JSON, are garbage', async () => {
    const shop = await startShop();
    shop.fail((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'));
    await expect(shop.get()).rejects.toMatchObject({ kind: 'garbage' });
    for (const text of ['', '<html>', '{"a":', '[1', `${'['.repeat(100_000)}`]) {
      shop.fail((_, response) => response.end(text));
      const answer = await shop.get();
      expect(() => jsonOf(answer)).toThrow('something else than JSON');
    }
  });

  it('name no header after what every object has', async () => {
    const shop = await startShop((_, response) =>
      response.writeHead(200, { __proto__x: '1' }).end('{"__proto__":{"a":1}}'),
    );
    const answer = await shop.get();
    expect(answer.header('constructor')).toBeUndefined();
    expect(answer.header('__proto__')).toBeUndefined();
    jsonOf(answer);
    expect(({} as { a?: number }).a).toBeUndefined();
  });
});

describe('further attempts', () => {
  it('are made of what a busy or broken server refuses, as long as it asks for', async () => {
    const shop = await startShop();
    shop.fail(status(503), status(502));
    expect((await shop.get()).status).toBe(200);
    expect(shop.asked).toHaveLength(3);
    shop.fail(status(429, { 'retry-after': '120' }));
    await expect(shop.get()).rejects.toMatchObject({ kind: 'unavailable', retryAfter: 120 });
    shop.fail(status(429, { 'retry-after': '1' }));
    const start = performance.now();
    expect((await shop.get()).status).toBe(200);
    expect(performance.now() - start).toBeGreaterThan(900);
  });

  it('are not made of what may have been done', async () => {
    const shop = await startShop();
    shop.fail(status(500), (_, response) => response.destroy(), status(429));
    const post = () => shop.ask({ method: 'POST', url: `${shop.address}/`, body: '{}' });
    await expect(post()).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(post()).rejects.toMatchObject({ kind: 'unavailable' });
    expect((await post()).status).toBe(200);
    expect(shop.asked).toHaveLength(4);
  });

  it('tell nobody the keys', async () => {
    const shop = await startShop(status(500), { pauses: [] });
    const url = `${shop.address}/?consumer_secret=cs_secret`;
    const error = await shop.ask({ method: 'GET', url, headers: { authorization: 'Basic c2VjcmV0' } }).catch(String);
    expect(error).toBe('ShopError: 127.0.0.1 answered 500');
    await shop.stop();
    const gone = await shop.ask({ method: 'GET', url }).catch(String);
    expect(gone).toBe('ShopError: 127.0.0.1 is out of reach (ECONNREFUSED)');
  });
});
