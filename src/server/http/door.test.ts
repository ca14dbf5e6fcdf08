// Whatever customers' pages ask gets the same answer by the door as by Hono, and changes the same.
import { type OutgoingHttpHeaders, request } from 'node:http';
import { expect, it } from 'vitest';
import { INTERACTIONS_MAX_BYTES } from '#shared/limits.ts';
import { freshSqlite } from '#tests/support/databases.ts';
import { BROWSER, type EmbedHarness, NOW, OTHER, SITE, seedTwoSites, startEmbed } from '#tests/support/embed.ts';
import { openRaw, statusOf } from '#tests/support/raw-http.ts';
import { soon } from '#tests/support/soon.ts';
import { eachTest } from '#tests/support/stages.ts';
import { type Door, makeDoor } from './door.ts';
import { type Listener, listen } from './listen.ts';

type Call = { method?: string; path?: string; headers?: OutgoingHttpHeaders; body?: string };
type Answer = { status: number; headers: OutgoingHttpHeaders; body: string };

/** @returns the answer without what differs between any two: when it was given, and its id. */
const ask = (port: number, { method = 'GET', path = `/api/embed/${SITE}`, headers, body }: Call) =>
  new Promise<Answer>((resolve, reject) => {
    const sent = { 'user-agent': BROWSER, host: 'shop.example', ...headers };
    const call = request({ port, host: '127.0.0.1', method, path, headers: sent, agent: false }, (response) => {
      let text = '';
      response.setEncoding('latin1').on('data', (part) => {
        text += part;
      });
      response.on('end', () => {
        const { date: _, 'x-request-id': id, ...own } = response.headers;
        resolve({ status: response.statusCode ?? 0, headers: own, body: id ? text.replaceAll(String(id), '…') : text });
      });
    });
    call.on('error', reject);
    call.end(body);
  });

type Doors = {
  harness: EmbedHarness;
  counts: () => Promise<number[]>;
  taken: string[];
  byDoor: Listener;
  byHono: Listener;
};

async function open(interactionRateLimit: number, trustProxy = 0): Promise<Doors & { stop(): Promise<void> }> {
  const database = await freshSqlite();
  await seedTwoSites(database.db);
  await database.db
    .updateTable('sites')
    .set({ domains: '["oak.example"]' as never })
    .where('id', '=', OTHER)
    .execute();
  const harness = startEmbed(database, { config: { interactionRateLimit, trustProxy } });
  const own = makeDoor(harness.app);
  const taken: string[] = [];
  const door: Door = (incoming, outgoing) => {
    const isTaken = own(incoming, outgoing);
    if (isTaken) taken.push(`${incoming.method} ${incoming.url}`);
    return isTaken;
  };
  const at = { port: 0, hostname: '127.0.0.1', headers: { 'x-content-type-options': 'nosniff' } };
  const [byDoor, byHono] = [
    await listen(harness.app.fetch, { ...at, door }),
    await listen(harness.app.fetch, at),
  ] as const;
  const counts = async () => {
    const all = database.db.selectFrom('notifications').select('display_count').orderBy('id');
    return (await all.execute()).map((row) => row.display_count);
  };
  const stop = async () => {
    await Promise.all([byDoor.stop(), byHono.stop()]);
    await harness.embed.stop();
    await database.close();
  };
  return { harness, counts, taken, byDoor, byHono, stop };
}

const doors = eachTest(() => open(0));
const EVENTS = `/api/embed/${SITE}/events`;
const displays = (token: string, ...ids: string[]) =>
  JSON.stringify({ token, events: ids.map((notificationId) => ({ type: 'display', notificationId })) });
const good = () => displays(doors.harness.token(), 'a');
const report = (body: string, headers: OutgoingHttpHeaders = {}): Call => ({
  method: 'POST',
  path: EVENTS,
  headers: { 'content-type': 'text/plain', ...headers },
  body,
});

/** What is asked, and the status of its answer; by the door, unless it is said to be unusual. */
const CALLS: [what: string, status: number, call: () => Call, isUnusual?: 'unusual'][] = [
  ['brotli', 200, () => ({ headers: { 'accept-encoding': 'gzip, br' } })],
  ['gzip', 200, () => ({ headers: { 'accept-encoding': 'gzip' } })],
  ['no encoding', 200, () => ({})],
  ['a query', 200, () => ({ path: `/api/embed/${SITE}?v=2&l=pt` })],
  ['the example', 200, () => ({ path: '/api/embed/example' })],
  ['a site of other domains', 403, () => ({ path: `/api/embed/${OTHER}`, headers: { origin: 'https://b.example' } })],
  ['a page of its domain', 200, () => ({ path: `/api/embed/${OTHER}`, headers: { origin: 'https://oak.example' } })],
  ['an unknown site', 404, () => ({ path: '/api/embed/nothing' })],
  ['a report', 204, () => report(good())],
  ['a report of a long name in UTF-8', 204, () => report(displays(doors.harness.token(), 'ü'.repeat(60)))],
  ['a report with a byte order mark', 204, () => report(`\ufeff${good()}`)],
  ['a report of a program', 204, () => report(good(), { 'user-agent': 'curl/8' })],
  ['a report with a bad token', 204, () => report(displays('x', 'a'))],
  ['a report of nobody’s notification', 204, () => report(displays(doors.harness.token(), 'foreign'))],
  ['a report that is no JSON', 400, () => report('{')],
  ['a report without a token', 400, () => report('{"events":[]}')],
  ['a report that is nested deep', 400, () => report('['.repeat(40))],
  ['a report to an unknown site', 404, () => ({ ...report(good()), path: '/api/embed/nothing/events' })],
  [
    'a report from elsewhere',
    403,
    () => ({ ...report('{}', { origin: 'https://b.example' }), path: EVENTS.replace(SITE, OTHER) }),
  ],
  ['an empty report', 400, () => report('')],
  ['too large a report', 413, () => report('x'.repeat(INTERACTIONS_MAX_BYTES + 1)), 'unusual'],
  ['as large a report as may be', 400, () => report('x'.repeat(INTERACTIONS_MAX_BYTES))],
  ['a huge report', 413, () => report('x'.repeat(200_000)), 'unusual'],
  ['a compressed report', 415, () => report('x', { 'content-encoding': 'gzip' }), 'unusual'],
  ['a report in chunks', 204, () => report(good(), { 'transfer-encoding': 'chunked' }), 'unusual'],
  ['a payload asked with a body', 200, () => ({ body: 'x', headers: { 'content-length': '1' } }), 'unusual'],
  ['only the head', 200, () => ({ method: 'HEAD' }), 'unusual'],
  ['a preflight', 204, () => ({ method: 'OPTIONS' }), 'unusual'],
  ['a report by another method', 404, () => ({ ...report(good()), method: 'PUT' }), 'unusual'],
  ['an encoded id', 200, () => ({ path: `/api/embed/${SITE.replace('0', '%30')}` }), 'unusual'],
  ['an id of any characters', 404, () => ({ path: '/api/embed/a%20b' }), 'unusual'],
  ['a host that can’t be', 400, () => ({ headers: { host: 'a b' } }), 'unusual'],
  ['a host of a high port', 200, () => ({ headers: { host: 'shop.example:65000' } }), 'unusual'],
];

it.each(CALLS)('answers %s with %i, the same by either', async (_what, status, call, isUnusual) => {
  // So that both find the site in memory, as nearly all do.
  await ask(doors.byHono.port, {});
  doors.taken.length = 0;
  const before = await doors.counts();
  const one = await ask(doors.byDoor.port, call());
  const between = await doors.counts();
  const other = await ask(doors.byHono.port, call());
  expect(one).toEqual(other);
  expect([one.status, one.headers['x-content-type-options']]).toEqual([status, 'nosniff']);
  expect(doors.taken).toHaveLength(isUnusual ? 0 : 1);
  // What the one counts, the other does.
  const added = (from: number[], to: number[]) => to.map((count, n) => count - (from[n] ?? 0));
  expect(added(before, between)).toEqual(added(between, await doors.counts()));
});

it('answers 304 to whoever has the bytes', async () => {
  const { headers } = await ask(doors.byDoor.port, {});
  const again = { headers: { 'if-none-match': String(headers.etag) } };
  const [one, other] = [await ask(doors.byDoor.port, again), await ask(doors.byHono.port, again)];
  expect([one, one.status]).toEqual([other, 304]);
});

it('lets nobody report more by using both, whoever else comes through the same proxy', async () => {
  const both = await open(2, 1);
  const body = displays(both.harness.token(), 'a');
  const statuses = [];
  for (const { port } of [both.byDoor, both.byHono, both.byDoor, both.byHono])
    statuses.push((await ask(port, report(body, { 'x-forwarded-for': 'made up, 192.0.2.1' }))).status);
  expect([statuses, both.taken.length, (await both.counts())[0]]).toEqual([[204, 204, 429, 429], 2, 2]);
  for (const { port } of [both.byDoor, both.byHono])
    expect((await ask(port, report(body, { 'x-forwarded-for': '192.0.2.1, 192.0.2.2' }))).status).toBe(204);
  await both.stop();
});

const SHOW = `GET /api/embed/${SITE} HTTP/1.1\r\nHost: shop.example\r\n`;
const END = 'Connection: close\r\n\r\n';
const headOf = (length: number | string) =>
  `POST ${EVENTS} HTTP/1.1\r\nHost: shop.example\r\nUser-Agent: ${BROWSER}\r\nContent-Length: ${length}\r\n`;

/** What is written to a connection, and the statuses of all that comes back. */
const TEXTS: [what: string, statuses: number[], text: () => string][] = [
  [
    'several requests at once',
    [200, 204, 400, 200],
    () => `${SHOW}\r\n${headOf(good().length)}\r\n${good()}${headOf(1)}\r\n{${SHOW}${END}`,
  ],
  [
    'a report that waits to be asked for',
    [100, 204],
    () => `${headOf(good().length)}Expect: 100-continue\r\n${END}${good()}`,
  ],
  ['what is expected in vain', [417], () => `${headOf(good().length)}Expect: tea\r\n${END}${good()}`],
  ['an old client', [200], () => `GET /api/embed/${SITE} HTTP/1.0\r\nHost: shop.example\r\n\r\n`],
  ['an old client that names no host', [200], () => `GET /api/embed/${SITE} HTTP/1.0\r\n\r\n`],
  ['nobody’s host', [400], () => `GET /api/embed/${SITE} HTTP/1.1\r\n${END}`],
  ['an address with its host', [200], () => SHOW.replace('/api', 'http://shop.example/api') + END],
  ['a report without a length', [400], () => headOf(0).replace(/Content-Length.*\r\n/, '') + END],
  ['a report of a length below nothing', [400], () => headOf(-5) + END],
  ['a report of two lengths', [400], () => `${headOf(1)}Content-Length: 2\r\n${END}{}`],
  ['a report of a length and in chunks', [400], () => `${headOf(1)}Transfer-Encoding: chunked\r\n${END}0\r\n\r\n`],
  ['a report that goes on after its length', [400], () => `${headOf(1)}\r\n{"token":1}`],
  [
    'two pages in one',
    [403],
    () => `${SHOW.replace(SITE, OTHER)}Origin: https://oak.example\r\nOrigin: https://b.example\r\n${END}`,
  ],
];

it.each(TEXTS)('answers %s with %j, the same by either', async (_what, statuses, text) => {
  await ask(doors.byHono.port, {});
  for (const { port } of [doors.byDoor, doors.byHono]) {
    const raw = await openRaw(port);
    raw.write(text());
    const said = await raw.ended;
    expect([...said.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))).toEqual(statuses);
    expect([...said.matchAll(/^x-content-type-options: nosniff\r$/gim)]).toHaveLength(
      statuses.filter((status) => status !== 100).length,
    );
  }
});

it('counts a report that came whole, also when its page is left while the site is looked for', async () => {
  const body = good();
  for (const [before, { port }] of [doors.byDoor, doors.byHono].entries()) {
    doors.harness.embed.cache.changed(SITE);
    const left = await openRaw(port);
    left.write(`${headOf(body.length)}\r\n${body}`);
    left.socket.end();
    await soon(async () => (await doors.counts())[0]).toBe(before + 1);
  }
});

it('survives a client that disconnects in the middle of a report, and answers one whose report comes in pieces', async () => {
  const cut = await openRaw(doors.byDoor.port);
  cut.write(`${headOf(500)}\r\n{"token":`);
  const body = good();
  const slow = await openRaw(doors.byDoor.port);
  slow.write(`${headOf(body.length)}${END}${body.slice(0, 20)}`);
  await ask(doors.byDoor.port, {});
  cut.socket.destroy();
  slow.write(body.slice(20));
  expect(statusOf(await slow.ended)).toBe(204);
  expect(doors.harness.lines).toEqual([]);
  expect((await doors.counts())[0]).toBe(1);
  expect(doors.harness.clock.now()).toBe(NOW);
});
