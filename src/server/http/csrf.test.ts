// The signed double submit, and what it is bound to.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeTestApp, type TestApp } from '#tests/support/app.ts';
import { type Client, makeClient, makeOwner } from '#tests/support/client.ts';
import { freshSqlite } from '#tests/support/databases.ts';
import type { Database } from '../db/open.ts';

let database: Database;
let app: TestApp;
beforeEach(async () => {
  database = await freshSqlite();
  app = makeTestApp(database);
});
afterEach(async () => {
  await app.stop();
  await database.close();
});

const tokenOf = async (client: Client) => (await client.get<{ csrfToken: string }>('/api/csrf-token')).body.csrfToken;
const cookiesOf = (client: Client, ...names: string[]) =>
  [...client.cookies]
    .filter(([name]) => names.includes(name))
    .map((pair) => pair.join('='))
    .join('; ');
const BOTH = ['proofbell_session', 'proofbell_csrf'];

/** POSTs a site with exactly these headers. @returns status and message. */
async function post(headers: Record<string, string>, path = '/api/sites', method = 'POST') {
  const response = await app.fetch(path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: '{"name":"Shop"}',
  });
  const body = (await response.json()) as { message?: string; code?: string };
  return [response.status, body.message ?? 'done'];
}

describe('a changing request', () => {
  it("is refused without a token, on REST and tRPC alike; what isn't there is not found, token or not [spec 8.http.1]", async () => {
    const owner = await makeOwner(app);
    const cookie = cookiesOf(owner, ...BOTH);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      for (const path of ['/api/sites', '/api/trpc/sites.create', '/api/auth/login']) {
        expect([method, path, await post({ cookie }, path, method)]).toEqual([
          method,
          path,
          [403, 'CSRF token required'],
        ]);
      }
      expect([method, await post({ cookie }, '/api/nothing', method)]).toEqual([method, [404, 'Not found']]);
    }
    expect(await post({})).toEqual([403, 'CSRF token required']);
    expect(await post({ cookie, 'x-csrf-token': '' })).toEqual([403, 'CSRF token required']);
  });

  it('is refused with a wrong token, or with the right one but not its cookie [spec 8.http.1]', async () => {
    const owner = await makeOwner(app);
    const token = await tokenOf(owner);
    const cookie = cookiesOf(owner, ...BOTH);
    const wrong = [403, 'Invalid CSRF token'];
    expect(await post({ cookie, 'x-csrf-token': 'wrong' })).toEqual(wrong);
    expect(await post({ cookie, 'x-csrf-token': `${token}x` })).toEqual(wrong);
    expect(await post({ cookie: cookiesOf(owner, 'proofbell_session'), 'x-csrf-token': token })).toEqual(wrong);
    expect(await post({ cookie: cookiesOf(owner, 'proofbell_csrf'), 'x-csrf-token': token })).toEqual(wrong);
    expect(await post({ cookie, 'x-csrf-token': owner.cookies.get('proofbell_csrf') ?? '' })).toEqual(wrong);
    expect(await post({ cookie, 'x-csrf-token': token })).toEqual([201, 'done']);
  });

  it('is refused with the token of another session', async () => {
    const [owner, other] = [await makeOwner(app), await makeOwner(app, 'other@shop.example')];
    const token = await tokenOf(other);
    // Even if an attacker could plant the matching cookie.
    const planted = `${cookiesOf(owner, 'proofbell_session')}; ${cookiesOf(other, 'proofbell_csrf')}`;
    expect(await post({ cookie: planted, 'x-csrf-token': token })).toEqual([403, 'Invalid CSRF token']);
  });

  it('is refused with a token from before the login, and accepted with one from after', async () => {
    await makeOwner(app);
    const client = makeClient(app);
    const before = await tokenOf(client);
    await client.post('/api/auth/login', { email: 'owner@shop.example', password: 'correct horse' });
    const send = (token: string) => post({ cookie: cookiesOf(client, ...BOTH), 'x-csrf-token': token });
    expect(await send(before)).toEqual([403, 'Invalid CSRF token']);
    expect(await send(await tokenOf(client))).toEqual([201, 'done']);
  });

  it('needs no token with an Authorization header alone, but does with a session cookie, too', async () => {
    const owner = await makeOwner(app, undefined, 'growth');
    const { accessToken } = (await owner.post<{ accessToken: string }>('/api/auth/token')).body;
    const authorization = `Bearer ${accessToken}`;
    expect(await post({ authorization })).toEqual([201, 'done']);
    expect(await post({ authorization, cookie: cookiesOf(owner, 'proofbell_csrf') })).toEqual([201, 'done']);
    const cookie = cookiesOf(owner, 'proofbell_session');
    expect(await post({ authorization, cookie })).toEqual([403, 'CSRF token required']);
    // An invalid header does not help either.
    expect((await post({ authorization: 'Bearer wrong' }))[0]).toBe(401);
  });
});

describe('the token', () => {
  it('comes with a cookie that scripts cannot read and that stays the same between calls', async () => {
    const client = makeClient(app);
    const first = await client.get<{ csrfToken: string }>('/api/csrf-token');
    expect(first.headers.get('cache-control')).toBe('no-store');
    const [cookie = ''] = first.headers.getSetCookie();
    expect(cookie).toMatch(/^proofbell_csrf=[\w-]{43}; /);
    for (const part of ['HttpOnly', 'SameSite=Lax', 'Path=/']) expect(cookie).toContain(part);
    expect(cookie).not.toContain('Secure');
    expect(await tokenOf(client)).toBe(first.body.csrfToken);
    expect(await tokenOf(makeClient(app))).not.toBe(first.body.csrfToken);
  });

  it('does not let a caller choose a weak secret', async () => {
    const answer = await app.fetch('/api/csrf-token', { headers: { cookie: 'proofbell_csrf=weak' } });
    expect(answer.headers.getSetCookie()[0]).toMatch(/^proofbell_csrf=[\w-]{43}; /);
  });

  it('travels over https only where the installation does', async () => {
    const secure = makeTestApp(database, { PUBLIC_URL: 'https://proof.example' });
    const answer = await secure.fetch('/api/csrf-token');
    expect(answer.headers.getSetCookie()[0]).toMatch(/^__Host-proofbell_csrf=[\w-]{43}; .*Path=\/.*Secure/);
    const client = makeClient(secure);
    // The token answers to that cookie, and to none that another host of the domain could plant.
    expect((await client.post('/api/auth/logout')).status).toBe(204);
    const { csrfToken } = (await client.get<{ csrfToken: string }>('/api/csrf-token')).body;
    const cookie = `proofbell_csrf=${client.cookies.get('__Host-proofbell_csrf')}`;
    const planted = await secure.fetch('/api/auth/logout', {
      method: 'POST',
      headers: { cookie, 'x-csrf-token': csrfToken },
    });
    expect(planted.status).toBe(403);
    await secure.stop();
  });
});
