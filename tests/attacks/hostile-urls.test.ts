// Attack: addresses that no browser sends, on every mount: broken percent-encoding, NUL, bytes that are no UTF-8, dots,
// slashes and backslashes, far too much of anything, in the path and in the query.
import type { Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import { readPageData } from '#server/domain/meta.ts';
import { EMBED_ROWS } from '#server/embed/routes.ts';
import { HOOK_ROWS } from '#server/http/hooks.ts';
import { IMAGE_ROWS } from '#server/http/images.ts';
import { IMPORT_ROWS } from '#server/http/imports.ts';
import { type Listener, listen } from '#server/http/listen.ts';
import { readPages } from '#server/http/pages.ts';
import { PLAIN_ROWS } from '#server/http/plain-routes.ts';
import { REST_ROWS } from '#server/http/rest-routes.ts';
import { readClient } from '#server/http/static.ts';
import { appRouter } from '#server/trpc/router.ts';
import type { TestApp } from '#tests/support/app.ts';
import { login, makeAccount, makeAuthStage, PASSWORD } from '#tests/support/auth.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { openRaw, type RawConnection, statusOf } from '#tests/support/raw-http.ts';
import { runs, SEED } from '#tests/support/runs.ts';

/** Not percent-encoding, or not of any text. A NUL is one, but nobody's name. */
const BROKEN = ['%', '%2', '%zz', '%u0041', 'a%', '%ff', '%c0%af', '%ed%a0%80', '%f0%9f'];
const NUL = ['%00', 'a%00b', '%00%00'];
/** Well-formed, but nobody's name for anything. */
const ODD = [
  '..',
  '.',
  '%2e%2e',
  '..%2f..%2fetc%2fpasswd',
  '%2f',
  '//',
  '//x.example/',
  '%5c',
  '%5c..%5c',
  ';',
  '%3b',
  '%20',
  '+',
  '%0d%0aX-A:%20b',
  '__proto__',
  'constructor',
  'toString',
  '%7b%7d',
  '%25',
  '%2500',
  '%f0%9f%98%80',
  "'%20or%201=1--",
  '*',
  ',,,',
  'a'.repeat(7_000),
  '%41'.repeat(2_500),
  '/'.repeat(3_000),
  '../'.repeat(1_000),
];
/** What node's own parser must refuse. */
const UNSENDABLE = ['\x00', '\x01', '\xff', 'é', 'a b', '\t', '\\', '{}', '"', '<script>', 'x'.repeat(20_000)];

/** A NUL where the encoding itself is fine. */
const NUL_INPUTS = ['id', 'siteId', 'widgetId', 'slug', 'code'].map((key) =>
  encodeURIComponent(JSON.stringify({ json: { [key]: '\0' } })),
);

const SITE = '01890000-0000-7000-8000-00000000000a';
const fill = (path: string, piece: string) => path.replace(/\{\w+\}/g, piece);
const REST = [...REST_ROWS, ...PLAIN_ROWS, ...HOOK_ROWS, ...IMPORT_ROWS, ...IMAGE_ROWS, ...EMBED_ROWS].map(
  ({ method, path }) => ({
    method,
    path: `/api${path}`,
  }),
);
/** Says no to whatever isn't an owner's link by an empty 204, which no page's console reports. */
const INSPECTION = '/api/embed/{siteId}/inspection';
const PARAMETER_ROUTES = REST.filter(({ path }) => path.includes('{') && path !== INSPECTION);
const QUERY_ROUTES = REST.filter(({ method, path }) => method === 'GET' && path !== INSPECTION).map(({ path }) =>
  fill(path, SITE),
);
const PREFIXES = [
  '/',
  '/assets/',
  '/api/',
  '/api/trpc/',
  '/api/embed/',
  '/widget-',
  '/widget.js/',
  '/dashboard/',
  '/api',
];
const PROCEDURES = Object.keys(appRouter._def.procedures).map((name) => `/api/trpc/${name}`);

type Call = { method: string; target: string };

/** One in seven, in the long form three, by turns: of each address with some of the pieces, and of each piece in some addresses. */
const some = (calls: Call[]): Call[] => calls.filter((_, at) => (at + SEED) % 7 < runs(1, 2, 7));

onBothDatabases('a hostile address', { postgres: 'long' }, (database) => {
  let app: TestApp;
  let server: Listener;
  let token: string;
  beforeEach(async () => {
    app = makeAuthStage(database());
    const client = await makeAccount(app, 'ana@shop.example');
    token = (await login(client, 'ana@shop.example', PASSWORD)).body.accessToken;
    const parts = { client: readClient('dist/client', readPages('dist/client', readPageData(app.deps))) };
    server = await listen(createApp(app.deps, parts).fetch, { port: 0, hostname: '127.0.0.1' });
  });
  afterEach(async () => {
    await server.stop();
    await app.stop();
  });

  /** Sends everything over a few connections, in turn. @returns the status of each; 0 for no answer. */
  async function statuses(calls: readonly Call[]): Promise<number[]> {
    const results: number[] = Array(calls.length).fill(0);
    let next = 0;
    const worker = async () => {
      let connection: RawConnection | null = null;
      for (let at = next++; at < calls.length; at = next++) {
        const { method, target } = calls[at] as Call;
        if (!connection || connection.socket.destroyed) connection = await openRaw(server.port);
        results[at] = await exchange(connection.socket, method, target);
        if (results[at] === 0) connection.socket.destroy();
      }
      connection?.socket.destroy();
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    return results;
  }

  function exchange(socket: Socket, method: string, target: string): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<number>();
    let said = '';
    const done = () => {
      socket.off('data', take).off('close', done);
      if (/\r\nconnection: close/i.test(said)) socket.destroy();
      resolve(statusOf(said));
    };
    const take = (text: string) => {
      said += text;
      const head = said.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = method === 'HEAD' ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(said)?.[1] ?? 0);
      if (/\r\ntransfer-encoding/i.test(said) ? said.endsWith('0\r\n\r\n') : said.length >= head + 4 + length) done();
    };
    socket.on('data', take).on('close', done);
    const body = method === 'GET' || method === 'HEAD' ? '' : '{}';
    const headers = `Host: proofbell.test\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
    socket.write(`${method} ${target} HTTP/1.1\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`, 'latin1');
    return promise;
  }

  async function expectStatuses(calls: readonly Call[], isRight: (status: number) => boolean): Promise<void> {
    const found = await statuses(calls);
    const wrong = calls
      .map(({ method, target }, at) => ({ status: found[at] ?? 0, call: `${method} ${target.slice(0, 90)}` }))
      .filter(({ status }) => !isRight(status));
    expect(wrong.slice(0, 40), `${wrong.length} of ${calls.length}`).toEqual([]);
    expect(app.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  }

  it('with broken encoding in its path is refused with 400', async () => {
    const paths = [
      ...PARAMETER_ROUTES.map(({ method, path }) => ({ method, at: (piece: string) => fill(path, piece) })),
      ...PREFIXES.flatMap((prefix) =>
        ['GET', 'POST', 'HEAD'].map((method) => ({ method, at: (piece: string) => prefix + piece })),
      ),
    ];
    const calls = some(paths.flatMap(({ method, at }) => BROKEN.map((piece) => ({ method, target: at(piece) }))));
    // The visitors' routes are matched first, and know no such site, file or inspection link (204).
    const isVisitors = ({ target }: Call) => /^\/(?:api\/embed\/|widget-)/.test(target);
    await expectStatuses(
      calls.filter((call) => !isVisitors(call)),
      (status) => status === 400,
    );
    await expectStatuses(calls.filter(isVisitors), (status) => [204, 400, 404].includes(status));
    // HEAD, which tRPC answers without looking, asks for nothing.
    const asking = paths.filter(({ method }) => method !== 'HEAD');
    const nul = asking.flatMap(({ method, at }) => NUL.map((piece) => ({ method, target: at(piece) })));
    await expectStatuses(nul, (status) => [204, 400, 404].includes(status));
  });

  it('with broken encoding in its query is refused where queries are read', async () => {
    const queries = BROKEN.flatMap((piece) => [`?${piece}`, `?a=${piece}`, `?a=1&input=${piece}&days=${piece}`]);
    const callsTo = (paths: readonly string[]) =>
      some(paths.flatMap((path) => queries.map((query) => ({ method: 'GET', target: path + query }))));
    const [visitors, owners] = [true, false].map((isVisitors) =>
      QUERY_ROUTES.filter((path) => path.startsWith('/api/embed/') === isVisitors),
    ) as [string[], string[]];
    await expectStatuses(callsTo([...owners, ...PROCEDURES]), (status) => status === 400);
    await expectStatuses(callsTo(visitors), (status) => status === 204 || (status >= 400 && status < 500));
    await expectStatuses(callsTo(['/', '/login']), (status) => status === 200);
  });

  it('of an inspection is an empty answer at most', async () => {
    const pieces = [
      ...BROKEN,
      ...NUL,
      ...ODD.filter((piece) => !piece.includes('/') && piece.length < 100 && piece !== '..'),
    ];
    const calls = pieces.flatMap((piece) => [
      { method: 'GET', target: fill(INSPECTION, piece) },
      { method: 'GET', target: `${fill(INSPECTION, SITE)}?token=${piece}` },
    ]);
    await expectStatuses(calls, (status) => status === 204 || (status >= 400 && status < 500));
  });

  it('that is merely odd is a 4xx, a page or a redirect, never an error of ours', { tags: ['long'] }, async () => {
    const pieces = [...NUL, ...ODD, ...UNSENDABLE];
    const calls = some([
      ...PARAMETER_ROUTES.flatMap(({ method, path }) => pieces.map((piece) => ({ method, target: fill(path, piece) }))),
      ...PREFIXES.flatMap((prefix) => pieces.map((piece) => ({ method: 'GET', target: prefix + piece }))),
      ...QUERY_ROUTES.flatMap((path) =>
        pieces.map((piece) => ({ method: 'GET', target: `${path}?a=${piece}&${piece}` })),
      ),
      ...PROCEDURES.flatMap((path) =>
        [...NUL, ...ODD].map((piece) => ({ method: 'GET', target: `${path}?input=${piece}` })),
      ),
    ]);
    // No database stores a NUL, and PostgreSQL refuses to be asked for one.
    for (const path of PROCEDURES)
      calls.push(...NUL_INPUTS.map((piece) => ({ method: 'GET', target: `${path}?input=${piece}` })));
    await expectStatuses(calls, (status) => status >= 200 && status < 500);
  });

  it('in a form of its own is answered, too', async () => {
    const targets = [
      '*',
      '',
      'x',
      '?',
      '#',
      '/#%',
      'http://',
      'http://%/',
      'http://x/%',
      'https://x/api/trpc/%',
      'ftp://x/',
    ];
    const methods = ['GET', 'POST', 'OPTIONS', 'PATCH', 'TRACE', 'CONNECT', 'PROPFIND', 'GET\0', ''];
    const calls = methods.flatMap((method) => [...targets, '/', '/api/trpc/%'].map((target) => ({ method, target })));
    await expectStatuses(calls, (status) => status < 500);
  });
});
