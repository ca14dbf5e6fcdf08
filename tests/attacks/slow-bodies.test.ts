// Attack: hold connections open by requests that stop half-way, or go on a byte at a time, on every route that takes a
// body and before there is any route.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import type { Database } from '#server/db/open.ts';
import { HTTP_BOUNDS, type HttpBounds, type Listener, listen } from '#server/http/listen.ts';
import { MINUTE, SECOND } from '#shared/time.ts';
import { makeTestApp, type TestApp } from '#tests/support/app.ts';
import { freshSqlite } from '#tests/support/databases.ts';
import { openRaw, type RawConnection, statusOf } from '#tests/support/raw-http.ts';

const BOUNDS: HttpBounds = {
  ...HTTP_BOUNDS,
  head: 300,
  pause: 300,
  // Long after a pause, so that a busy machine doesn't take one for the other.
  body: 3_000,
  smallBody: 2_000,
  check: 50,
  idle: 5_500,
};

let database: Database;
let app: TestApp;
let server: Listener;
const timers: NodeJS.Timeout[] = [];
const open: RawConnection[] = [];
beforeEach(async () => {
  database = await freshSqlite();
  app = makeTestApp(database);
  server = await listen(createApp(app.deps).fetch, { port: 0, hostname: '127.0.0.1' }, BOUNDS);
});
afterEach(async () => {
  for (const timer of timers.splice(0)) clearInterval(timer);
  for (const { socket } of open.splice(0)) socket.destroy();
  await server.stop();
  await app.stop();
  await database.close();
});

const send = async (text: string) => {
  const connection = await openRaw(server.port);
  open.push(connection);
  connection.write(text);
  return connection;
};
const drip = (connection: RawConnection, text: string, every: number) =>
  timers.push(setInterval(() => connection.write(text), every));

const ROUTES = [
  'POST /api/auth/login',
  'POST /api/auth/register',
  'POST /api/trpc/auth.login',
  'POST /api/sites',
  'PUT /api/widgets/w/settings',
  'DELETE /api/auth/me',
  'POST /api/embed/s/events',
  'POST /api/unknown',
  'POST /elsewhere',
];
/** With a key, so that it is not refused before its body is read. */
const head = (route: string, length: number | 'chunked') =>
  `${route} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer x\r\nContent-Type: application/json\r\n${
    length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`
  }\r\n\r\n`;

it('bounds are those that are promised', () => {
  const { head, pause, body, smallBody, check, idle, silence, cut } = HTTP_BOUNDS;
  expect({ head, pause, body, smallBody }).toEqual({
    head: 15 * SECOND,
    pause: 15 * SECOND,
    body: 30 * SECOND,
    smallBody: 256 * 1024,
  });
  expect(check).toBeLessThanOrEqual(SECOND);
  // Caddy keeps its idle connections for two minutes, nginx for one.
  expect(idle).toBeGreaterThan(2 * MINUTE);
  expect(silence).toBeLessThan(cut);
  expect(cut).toBeLessThan(10 * SECOND);
});

it('a body that stops ends, one that crawls ends later, on every route', async () => {
  const stopped = ROUTES.flatMap((route) => [
    send(head(route, 1_000)),
    send(`${head(route, 1_000)}{"email":`),
    send(head(route, 'chunked')),
    send(`${head(route, 'chunked')}5\r\n{"ema`),
    send(`${head(route, 'chunked')}5`),
  ]);
  const crawling = await send(head('POST /api/auth/login', 1_000));
  drip(crawling, 'x', 20);
  let isCrawling = true;
  void crawling.ended.then(() => {
    isCrawling = false;
  });
  for (const connection of await Promise.all(stopped)) {
    const status = statusOf(await connection.ended);
    expect(status >= 400 && status < 500, String(status)).toBe(true);
  }
  // It outlives those that stopped, for each byte counts, but not for ever.
  expect(isCrawling).toBe(true);
  expect(statusOf(await crawling.ended)).toBe(408);
  expect(app.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});

it('a body that stops ends by its pause, however long one that crawls may take', async () => {
  await server.stop();
  const bounds = { ...BOUNDS, pause: 700, body: 600_000 };
  server = await listen(createApp(app.deps).fetch, { port: 0, hostname: '127.0.0.1' }, bounds);
  const stopped = await send(`${head('POST /api/auth/login', 1_000)}{"email":`);
  expect(statusOf(await stopped.ended)).toBe(408);
});

it('a body in chunks of one byte ends, however many there are', { tags: ['long'] }, async () => {
  const crawling = await send(head('POST /api/embed/s/events', 'chunked'));
  drip(crawling, '1\r\nx\r\n', 20);
  expect(statusOf(await crawling.ended)).toBeLessThan(500);
});

it('a large body that crawls once it is large ends, too', { tags: ['long'] }, async () => {
  const crawling = await send(`${head('POST /api/auth/login', 200_000)}${'x'.repeat(BOUNDS.smallBody + 500)}`);
  drip(crawling, 'x', 20);
  expect(statusOf(await crawling.ended)).toBe(408);
});

it.each([
  ['nothing at all', '', ''],
  ['a head that stops', 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Le', ''],
  ['a head that crawls', 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ', 'a'],
  ['header lines that never end', 'GET / HTTP/1.1\r\nHost: x\r\n', 'X-A: b\r\n'],
])('%s ends, too', { tags: ['long'] }, async (_name, text, more) => {
  const connection = await send(text);
  if (more) drip(connection, more, 20);
  const status = statusOf(await connection.ended);
  expect([0, 408]).toContain(status);
});

it('the second request on a connection is bounded like the first', { tags: ['long'] }, async () => {
  const connection = await send('GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n');
  await new Promise((resolve) => connection.socket.once('data', resolve));
  connection.write(`${head('POST /api/auth/login', 1_000)}{`);
  expect(await connection.ended).toMatch(/^HTTP\/1\.1 200 [\s\S]*HTTP\/1\.1 408 /);
});

it('a connection that is idle is kept for as long as its proxy is told, and no longer', {
  tags: ['long'],
}, async () => {
  const request = 'GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n';
  const connection = await send(request);
  const begun = performance.now();
  // A proxy that sends just before that finds the connection open.
  setTimeout(() => connection.write(request), 2_000);
  const said = await connection.ended;
  expect(said.match(/HTTP\/1\.1 200 [\s\S]*?Keep-Alive: timeout=5\r\n/g)).toHaveLength(2);
  expect(performance.now() - begun).toBeGreaterThan(7_000);
});

it('a large body that keeps coming may take its time, and so may an answer', { tags: ['long'] }, async () => {
  const release = Promise.withResolvers<void>();
  const slow = await listen(
    async (request: Request) => {
      const text = await request.text();
      await release.promise;
      return new Response(String(text.length));
    },
    { port: 0, hostname: '127.0.0.1' },
    BOUNDS,
  );
  const connection = await openRaw(slow.port);
  open.push(connection);
  connection.write(head('POST /', 300_000));
  const witness = await send(head('POST /api/auth/login', 1_000));
  drip(witness, 'x', 20);
  // Faster than what counts as crawling, until a body that began later and crawls has been ended.
  let sent = 0;
  const timer = setInterval(() => {
    connection.write('x'.repeat(1_000));
    sent += 1_000;
  }, 20);
  timers.push(timer);
  await witness.ended;
  clearInterval(timer);
  connection.write('x'.repeat(300_000 - sent));
  // The answer takes longer than a body may pause.
  expect(statusOf(await (await send(head('POST /api/auth/login', 1_000))).ended)).toBe(408);
  release.resolve();
  await new Promise((resolve) => connection.socket.once('data', resolve));
  connection.socket.end();
  expect(await connection.ended).toMatch(/^HTTP\/1\.1 200 [\s\S]*300000$/);
  await slow.stop();
});
