// Attack: send without end what is refused, so that it costs the server much and nobody counts it; and use up, from another
// site, the limit of whoever visits it.
import { expect, it } from 'vitest';
import { makeTestApp } from '#tests/support/app.ts';
import { makeClient } from '#tests/support/client.ts';
import { freshSqlite } from '#tests/support/databases.ts';
import { eachTest } from '#tests/support/stages.ts';

const app = eachTest(async () => makeTestApp(await freshSqlite(), { AUTH_RATE_LIMIT: '1' }));
const client = eachTest(() => makeClient(app));

const wrong = { email: 'ana@shop.example', password: 'x', more: 'x'.repeat(15_000) };
const large = { ...wrong, more: 'x'.repeat(30_000) };
const statusesOf = async (count: number, body: unknown, path = '/api/auth/login') => {
  const statuses: number[] = [];
  for (let n = 0; n < count; n++) statuses.push((await client.post(path, body)).status);
  return statuses;
};

it('counts refused bodies by their length, and says when to come back', async () => {
  const statuses = await statusesOf(45, wrong);
  expect([...new Set(statuses)]).toEqual([400, 429]);
  // A call is one, and so is a KiB: 600 a minute.
  expect(statuses.indexOf(429)).toBe(40);
  const refused = await client.post('/api/auth/login', wrong);
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, 60]);
  // By whatever way.
  expect((await client.procedure('mutation', 'auth.forgotPassword', wrong)).status).toBe(429);
  app.clock.advance(60_000);
  expect((await client.post('/api/auth/login', wrong)).status).toBe(400);
});

it('counts what is too large, and each call of a batch', async () => {
  expect([...new Set(await statusesOf(30, large))]).toEqual([413, 429]);
  app.clock.advance(60_000);
  const calls = Array.from({ length: 10 }, (_, at) => [at, { json: { email: 'x' } }]);
  const batch = JSON.stringify(Object.fromEntries(calls));
  const path = `/api/trpc/${Array(10).fill('auth.login').join()}?batch=1`;
  for (let n = 0; n < 60; n++) expect((await client.call('POST', path, batch)).status).toBe(400);
  expect((await client.post('/api/auth/login', wrong)).status).toBe(429);
  // However short.
  expect((await client.call('POST', path, batch)).status).toBe(429);
});

it('counts short calls, too: they end later, and what logs in never does', async () => {
  await statusesOf(45, wrong);
  const short = { email: 'x' };
  const forgot = async () => (await client.post('/api/auth/forgot-password', short)).status;
  expect(await forgot()).toBe(400);
  for (let n = 0; n < 3_100; n++) await app.fetch('/api/trpc/registration.lookUp');
  expect(await forgot()).toBe(429);
  expect((await client.post('/api/auth/login', short)).status).toBe(400);
  expect((await client.post('/api/auth/login', { ...short, more: 'x'.repeat(1_100) })).status).toBe(429);
  expect((await client.procedure('mutation', 'auth.sso', { token: 'x'.repeat(8_000) })).status).toBe(404);
  const start = '/api/trpc/auth.session,meta.info,billing.offer?batch=1&input=%7B%7D';
  expect((await client.get(start)).status).toBe(200);
});

it('counts the forms of pages, too', async () => {
  await statusesOf(41, wrong);
  const send = async (path: string, body: string) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return (await app.fetch(path, { method: 'POST', headers, body })).status;
  };
  for (const path of ['/verify-email', '/unsubscribe']) {
    expect(await send(path, 'code=x')).toBe(400);
    expect(await send(path, `code=${'x'.repeat(8_000)}`)).toBe(429);
  }
});

it('keeps nobody behind the same address from logging in, and is no count of what was no mistake', async () => {
  const account = { email: 'ana@shop.example', password: 'correct horse' };
  expect((await client.post('/api/auth/register', account)).status).toBe(201);
  await statusesOf(45, wrong);
  expect((await makeClient(app).post('/api/auth/login', account)).status).toBe(200);
  app.clock.advance(60_000);
  // 800 in all, none of which is refused.
  for (let n = 0; n < 50; n++)
    expect((await client.get(`/api/trpc/meta.info?x=${'x'.repeat(15_000)}`)).status).toBe(200);
  expect((await client.post('/api/auth/login', wrong)).status).toBe(400);
});

it('refuses nobody who is logged in for what others behind the address did', async () => {
  const account = { email: 'ana@shop.example', password: 'correct horse' };
  expect((await client.post('/api/auth/register', account)).status).toBe(201);
  const stranger = makeClient(app);
  for (let n = 0; n < 45; n++) await stranger.post('/api/auth/login', wrong);
  expect((await stranger.post('/api/auth/login', wrong)).status).toBe(429);
  const message = { name: 'Ana', email: 'ana@shop.example', message: 'x'.repeat(1_500) };
  const contact = (await client.post('/api/contact', message)).status;
  expect(contact).not.toBe(429);
  // Within the same measure.
  expect([...new Set(await statusesOf(45, wrong))]).toEqual([400, 429]);
});

it("lets pages of other sites use up nothing of their visitors'", async () => {
  const path = `/api/trpc/registration.lookUp?input=${'x'.repeat(15_000)}`;
  const asked: number[] = [];
  for (let n = 0; n < 45; n++)
    asked.push((await client.call('GET', path, undefined, { 'sec-fetch-site': 'cross-site' })).status);
  expect([...new Set(asked)]).toEqual([400, 429]);
  expect((await client.post('/api/auth/login', wrong)).status).toBe(400);
});

it('lets users of the app work: what only they may call is not counted here', async () => {
  await client.post('/api/auth/register', { email: 'ana@shop.example', password: 'correct horse' });
  expect([...new Set(await statusesOf(45, { name: 'x'.repeat(15_000) }, '/api/sites'))]).toEqual([403]);
});
