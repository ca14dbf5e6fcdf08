// Attack: send a few kilobytes that unpack to megabytes, in every encoding, to everything that takes a body; and hide in an
// encoding what no check would let pass.
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { PLAIN_API_ROWS } from '#server/app.ts';
import { REST_ROWS } from '#server/http/rest-routes.ts';
import { makeTestApp } from '#tests/support/app.ts';
import { makeOwner } from '#tests/support/client.ts';
import { freshSqlite } from '#tests/support/databases.ts';
import { allTests } from '#tests/support/stages.ts';

const app = allTests(async () => makeTestApp(await freshSqlite()));
const owner = allTests(() => makeOwner(app));

const LARGE = Buffer.alloc(20 * 1024 * 1024, ' ');
const PACKED: Record<string, Buffer> = {
  gzip: gzipSync(LARGE),
  br: brotliCompressSync(LARGE),
  deflate: deflateSync(LARGE),
  zstd: zstdCompressSync(LARGE),
  'gzip, gzip': gzipSync(gzipSync(LARGE)),
  'identity, gzip': gzipSync(LARGE),
  'X-GZIP': gzipSync('{}'),
  nonsense: Buffer.from('{}'),
};

const inApi = [...REST_ROWS, ...PLAIN_API_ROWS]
  .filter(({ method }) => method !== 'GET')
  .map(({ method, path }): [string, string] => [method, `/api${path.replace(/\{\w+\}/g, 'x')}`]);
const ROUTES: [method: string, path: string][] = [
  ...inApi,
  ['POST', '/api/trpc/auth.login'],
  ['POST', '/api/trpc/auth.login,auth.login?batch=1'],
  ['POST', '/verify-email'],
  ['POST', '/unsubscribe?t=x'],
  ['POST', '/sandbox/checkout/cs_0123456789'],
  ['POST', '/sandbox/portal/bps_0123456789'],
];

async function send(method: string, path: string, encoding: string, body: Uint8Array) {
  const { csrfToken } = (await owner.get<{ csrfToken: string }>('/api/csrf-token')).body;
  const headers = {
    'content-encoding': encoding,
    'content-type': path.endsWith('/import') ? 'text/csv' : 'application/json',
    'x-csrf-token': csrfToken,
    cookie: [...owner.cookies].map((pair) => pair.join('=')).join('; '),
  };
  return app.fetch(path, { method, headers, body: new Uint8Array(body) });
}

it.each(Object.entries(PACKED))('in %s is a 415 everywhere, unpacked nowhere', async (encoding, body) => {
  expect(ROUTES.length).toBeGreaterThan(50);
  for (const [method, path] of ROUTES) {
    const response = await send(method, path, encoding, body);
    expect([method, path, response.status]).toEqual([method, path, 415]);
    const text = await response.text();
    if (path.startsWith('/api/')) expect(JSON.parse(text)).toMatchObject({ code: 'unsupported-type' });
  }
});

it('is a body like any other when it says that it is not encoded', async () => {
  for (const encoding of ['identity', ' Identity ', '']) {
    const response = await send('POST', '/api/sites', encoding, Buffer.from('{"name":1}'));
    expect([encoding, response.status]).toEqual([encoding, 400]);
  }
});
