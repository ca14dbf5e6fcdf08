// Attack: keep everybody waiting by a few requests that cost the server's only thread a hundred times more than they cost to
// send: long names in other scripts, unknown keys, nested lists, blanks and brackets that a pattern tries in every way.
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { vendors } from '#server/adapters/vendors/vendors.ts';
import { readPageData } from '#server/domain/meta.ts';
import { listen } from '#server/http/listen.ts';
import { readPages } from '#server/http/pages.ts';
import { REST_ROWS } from '#server/http/rest-routes.ts';
import { appRouter } from '#server/trpc/router.ts';
import type { Import } from '#shared/contract/import.ts';
import { CALLS_PER_REQUEST, CONTACT_MESSAGE_MAX, OPEN_BODY_MAX } from '#shared/limits.ts';
import { RULES } from '#tests/support/access-rules.ts';
import { BROWSER, makeTestApp, START } from '#tests/support/app.ts';
import { makeClient, makeOwner, makeShop } from '#tests/support/client.ts';
import { addCsvSource, HEADER, importCsv } from '#tests/support/csv-files.ts';
import { freshSqlite } from '#tests/support/databases.ts';
import { HOSTILE } from '#tests/support/hostile-inputs.ts';
import { openRaw, statusOf } from '#tests/support/raw-http.ts';
import { allTests, temporaryFolder } from '#tests/support/stages.ts';
import { costOf, expectCheap, longestTurn, OPEN_GOAL, TURN_GOAL } from '#tests/support/thread-cost.ts';
import { makeVendorShop } from '#tests/support/vendor-shop.ts';

const LETTERS = HOSTILE['letters of another script'] as (length: number) => string;
const EMAIL = `x@${LETTERS(5_000)}.example`;
const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 0]));
const lists = (characters: number) => `${'['.repeat(characters / 2)}${']'.repeat(characters / 2)}`;

const app = allTests(async () =>
  makeTestApp(await freshSqlite(), { CONTACT_EMAIL: 'operator@shop.example', MAX_SITES: '10' }),
);
const owner = allTests(() => makeOwner(app));
const shop = allTests(() => makeShop(owner));

const openRows = REST_ROWS.filter(({ method, procedure }) => method === 'POST' && RULES[procedure]?.who === 'anyone');

describe('anybody, whatever they send', () => {
  let headers: Record<string, string>;
  beforeAll(async () => {
    const client = makeClient(app);
    const { csrfToken } = (await client.get<{ csrfToken: string }>('/api/csrf-token')).body;
    const cookie = [...client.cookies].map((pair) => pair.join('=')).join('; ');
    headers = { cookie, 'x-csrf-token': csrfToken, 'content-type': 'application/json' };
  });
  const post = async (path: string, body: string) => {
    const response = await app.fetch(path, { method: 'POST', headers, body });
    return { status: response.status, text: await response.text() };
  };
  /** Expects a small refusal of the body that costs little. */
  const expectRefused = (path: string, what: string, body: string, statuses: number[]) =>
    expectCheap(`${what} to ${path}`, OPEN_GOAL, async () => {
      let answer = { status: 0, text: '' };
      const cost = await costOf(async () => {
        answer = await post(path, body);
      });
      expect([path, what, statuses.includes(answer.status) || answer.status]).toEqual([path, what, true]);
      expect(answer.text.length).toBeLessThan(2_000 * (what.startsWith('a batch') ? CALLS_PER_REQUEST : 1));
      return cost;
    });

  it.each(openRows)('$method $path', async ({ path, procedure }) => {
    const where = `/api${path.replace(/\{\w+\}/g, 'x')}`;
    const all = { email: EMAIL, password: LETTERS(500), message: EMAIL, token: EMAIL, code: EMAIL, displayName: EMAIL };
    const small = { email: EMAIL };
    const bodies: Record<string, [string, number[]]> = {
      'a name of 5,000 letters': [JSON.stringify(small), [400, 204]],
      'all fields too long': [JSON.stringify(all), [400, 413, 204]],
      '31,000 unknown keys': [JSON.stringify(keys(31_000)), [413]],
      'as many as fit': [JSON.stringify(keys(1_500)), [400]],
      'nested lists': [`{"email":${lists(256_000)}}`, [413]],
      'nested lists that fit': [`{"email":${lists(16_000)}}`, [400]],
      digits: [`{"email":${'9'.repeat(250_000)}}`, [413]],
      'what is no JSON': [`{"email":"${'\\"'.repeat(8_000)}`, [400]],
    };
    for (const [what, [body, statuses]] of Object.entries(bodies)) await expectRefused(where, what, body, statuses);
    const typed = (type: string, value: string, count: number) => {
      const names = Array.from({ length: count }, (_, at) => `k${at}`);
      const json = Object.fromEntries(names.map((name) => [name, value]));
      return JSON.stringify({ json, meta: { v: 1, values: Object.fromEntries(names.map((name) => [name, [type]])) } });
    };
    const wire: Record<string, [string, number[]]> = {
      'a name of 5,000 letters': [JSON.stringify({ json: small }), [400, 200]],
      '31,000 unknown keys': [JSON.stringify({ json: keys(31_000) }), [413]],
      'sixteen addresses': [typed('URL', `https://${LETTERS(5_000)}.example`, 16), [413]],
      'an address': [typed('URL', `https://${LETTERS(5_000)}.example`, 1), [400]],
      'a pattern': [typed('regexp', `/${'(a+)+'.repeat(1_000)}$/`, 1), [400]],
      'a number of 15,000 digits': [typed('bigint', '9'.repeat(15_000), 1), [400]],
      'paths of types': [typed('undefined', '', 500), [400]],
      'deep paths': [JSON.stringify({ json: {}, meta: { values: { ['a.'.repeat(7_000)]: ['undefined'] } } }), [400]],
    };
    for (const [what, [body, statuses]] of Object.entries(wire))
      await expectRefused(`/api/trpc/${procedure}`, what, body, statuses);
  });

  it('in a batch of as many calls as there may be, and of more, however the path is spelled', async () => {
    const batch = (count: number, length: number) =>
      JSON.stringify(
        Object.fromEntries(
          Array.from({ length: count }, (_, at) => [at, { json: { email: `x@${LETTERS(length)}`, password: 'x' } }]),
        ),
      );
    const path = (count: number, comma = ',') => `/api/trpc/${Array(count).fill('auth.login').join(comma)}?batch=1`;
    await expectRefused(path(CALLS_PER_REQUEST), 'a batch', batch(CALLS_PER_REQUEST, 1_400), [400]);
    await expectRefused(path(CALLS_PER_REQUEST), 'a batch that is too long', batch(CALLS_PER_REQUEST, 5_000), [413]);
    await expectRefused(path(CALLS_PER_REQUEST, '%2C'), 'a batch', batch(CALLS_PER_REQUEST, 5_000), [413]);
    await expectRefused('/api/trpc/%61uth.login', 'an encoded letter', JSON.stringify({ json: keys(31_000) }), [413]);
    await expectRefused('/api/trpc//auth.login/', 'slashes', JSON.stringify({ json: keys(31_000) }), [404, 413]);
    await expectRefused('/api/%61uth/login', 'an encoded letter', JSON.stringify(keys(31_000)), [404, 413]);
    const { status, text } = await post(path(CALLS_PER_REQUEST + 1), batch(CALLS_PER_REQUEST + 1, 10));
    expect([status, text]).toEqual([400, expect.stringContaining(`at most ${CALLS_PER_REQUEST} calls`)]);
  });

  it('where one has to log in: it is not even read', async () => {
    await expectRefused('/api/sites', 'nested lists', `{"name":${lists(256_000)}}`, [401]);
    await expectRefused('/api/trpc/sites.create', 'nested lists', `{"json":${lists(256_000)}}`, [401]);
  });

  it('by paths of slashes, ats and dots, to pages and calls', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'pages', 'blog'), { recursive: true });
    writeFileSync(
      join(folder, 'pages', 'index.json'),
      JSON.stringify({ pages: {}, screens: { '/login': { scripts: [], isForOwners: false } }, inline: {} }),
    );
    for (const name of ['404.html', 'sitemap.xml', 'robots.txt', 'blog/feed.xml'])
      writeFileSync(join(folder, 'pages', name), '');
    const pages = readPages(folder, readPageData(app.deps));
    for (const [what, text] of Object.entries(HOSTILE)) {
      await expectCheap(`${what} as a page`, OPEN_GOAL, () => costOf(() => pages.find(`/${text(16_000)}x`)));
      const path = encodeURI(text(16_000)).replace(/[?#]/g, '').slice(0, 16_000).replace(/%\w?$/, '');
      for (const start of ['/', '/api/', '/api/trpc/', '/api/registration/', '/api/embed/'])
        await expectCheap(`${what} below ${start}`, OPEN_GOAL, () => costOf(() => app.fetch(`${start}${path}`)));
    }
  });

  it('by a host of 15,000 letters, before there is a request', async () => {
    const { port, stop } = await listen(app.handle, { port: 0, hostname: '127.0.0.1' });
    for (const head of [
      `GET / HTTP/1.1\r\nHost: ${'\u00e9'.repeat(15_000)}\r\n\r\n`,
      `GET / HTTP/1.1\r\nHost: ${'%E4%BD%A0'.repeat(1_600)}\r\n\r\n`,
      `GET http://${'%E4%BD%A0'.repeat(1_600)}/ HTTP/1.1\r\nHost: shop.example\r\n\r\n`,
    ])
      await expectCheap(head.slice(0, 40), OPEN_GOAL, () =>
        costOf(async () => {
          const { ended, write } = await openRaw(port);
          write(head);
          expect(statusOf(await ended)).toBe(400);
        }),
      );
    await stop();
  });

  it('by an address or a cookie of broken escapes, each of which somebody tries to decode', async () => {
    const { port, stop } = await listen(app.handle, { port: 0, hostname: '127.0.0.1' });
    const ask = async (what: string, lines: string, statuses: number[]) => {
      const { ended, write } = await openRaw(port);
      write(`${lines}\r\nHost: shop.example\r\nConnection: close\r\n\r\n`);
      const status = statusOf(await ended);
      expect([what, statuses.includes(status) || status]).toEqual([what, true]);
    };
    for (const piece of ['%ff/', '%ffx', '%ffa%', '%E4%B8/', '%c3%%', '%ff&', '%ff=', '%25ff', '%c3%bc'])
      for (const [start, end, statuses] of [
        ...['/', '/api/', '/api/trpc/', '/api/registration/', '/api/hooks/', '/widget-'].map(
          (path) => [path, '', [400, 404]] as const,
        ),
        ['/api/embed/', '', [404, 400]],
        ['/api/embed/', '/inspection', [204, 400, 404]],
        ['/?', '', [200, 404]],
        ['/verify-email?', '', [400]],
        ['/verify-email?code=', '', [400]],
        ['/unsubscribe?', '', [400]],
        ['/unsubscribe?t=', '', [400]],
        ['/api/embed/x/inspection?', '', [204]],
        ['/api/embed/x/inspection?token=', '', [204]],
        ['/api/embed/x?', '', [404]],
        ['/api/auth/me?', '', [400, 401]],
        ['/api/trpc/meta.info?input=', '', [200, 400]],
      ] as const) {
        const what = `${start}${piece}…${end}`;
        const target = `${start}${piece.repeat(Math.floor(15_500 / piece.length))}${end}`;
        await expectCheap(what, OPEN_GOAL, () => costOf(() => ask(what, `GET ${target} HTTP/1.1`, [...statuses])));
      }
    for (const name of ['session', 'known', 'registration', 'csrf'])
      for (const value of ['%ffx'.repeat(3_900), '%ff;'.repeat(3_900), `%ff; proofbell_${name}=`.repeat(550)])
        for (const path of ['/api/csrf-token', '/api/trpc/meta.info', '/verify-email'])
          await expectCheap(`${value.slice(0, 5)}… as ${name} to ${path}`, OPEN_GOAL, () =>
            costOf(() => ask(path, `GET ${path} HTTP/1.1\r\nCookie: proofbell_${name}=${value}`, [200, 400])),
          );
    await stop();
  });

  it('by the headers of visitors', async () => {
    for (const [what, text] of Object.entries(HOSTILE)) {
      // As the server reads bytes of headers.
      const value = Buffer.from(text(5_000).toWellFormed())
        .toString('latin1')
        .replace(/[^\t\x20-\x7e\x80-\xff]/g, ' ')
        .trim();
      for (const name of [
        'origin',
        'user-agent',
        'accept-encoding',
        'accept',
        'cookie',
        'authorization',
        'if-none-match',
        'x-forwarded-for',
      ])
        await expectCheap(`${what} as ${name}`, OPEN_GOAL, () =>
          costOf(() => app.fetch(`/api/embed/${shop.site.id}`, { headers: { 'user-agent': BROWSER, [name]: value } })),
        );
    }
  });
});

it('the longest message of the contact form fits, in any script', async () => {
  for (const letter of ['\u5b57', '\u{20bb7}']) {
    const message = { name: letter.repeat(80), email: 'ana@shop.example', message: letter.repeat(CONTACT_MESSAGE_MAX) };
    expect((await makeClient(app).post('/api/contact', message)).status).toBe(200);
    expect((await makeClient(app).procedure('mutation', 'contact.send', message)).status).toBe(200);
  }
});

describe('an owner', () => {
  const event = { id: 'o-1', kind: 'purchase', occurredAt: new Date(START).toISOString() };
  const notification = { type: 'custom', message: 'Hello' };
  const template = { name: 'T', category: 'milestones', type: 'milestone' };
  const path = (rest: string) => () =>
    `/api${rest.replace('{site}', shop.site.id).replace('{widget}', shop.widget.id)}`;

  it.each([
    ['an event of 30,000 unknown keys', path('/sites/{site}/events'), { events: [{ ...event, ...keys(24_000) }] }],
    [
      '100 emails of 5,000 letters',
      path('/sites/{site}/events'),
      { events: Array(16).fill({ ...event, actor: { email: EMAIL } }) },
    ],
    [
      '100 events of the longest hosts',
      path('/sites/{site}/events'),
      {
        events: Array.from({ length: 100 }, (_, at) => ({
          ...event,
          id: `host-${at}`,
          actor: { email: `x@${HOSTILE['a host of many labels']?.(200).slice(7)}`, firstName: '<a b="'.repeat(12) },
          subject: { name: '<a '.repeat(60), url: `https://${LETTERS(59)}.${LETTERS(59)}/` },
        })),
      },
    ],
    ['a list of 120,000 events', path('/sites/{site}/events'), { events: Array(120_000).fill(0) }],
    [
      'a link of 80,000 letters',
      path('/widgets/{widget}/notifications'),
      { ...notification, url: `https://${LETTERS(80_000)}/` },
    ],
    ['metadata of 20,000 keys', path('/widgets/{widget}/notifications'), { ...notification, metadata: keys(20_000) }],
    ['deep metadata', path('/widgets/{widget}/notifications'), { ...notification, metadata: { a: keys(20_000) } }],
    ['100,000 ids', path('/widgets/{widget}/notifications/bulk'), { ids: Array(100_000).fill(0), action: 'delete' }],
    [
      'blanks in a computed template',
      path('/templates'),
      {
        ...template,
        settings: { message: `{{${' '.repeat(498)}`, aggregate: { measure: 'count', kind: 'purchase', window: 'day' } },
      },
    ],
    [
      'semicolons as CSS',
      path('/widgets/{widget}/notifications'),
      { ...notification, appearance: { customCSS: `a{${';'.repeat(4_090)}}` } },
    ],
    [
      'brackets as CSS',
      path('/widgets/{widget}/notifications'),
      { ...notification, appearance: { customCSS: `a{${'[;]('.repeat(8)}${';[]'.repeat(1_300)}` } },
    ],
    ['50 domains in another script', path('/sites'), { name: 'S', domains: Array(50).fill(LETTERS(290)) }],
  ])('by %s', async (what, where, body) => {
    const text = JSON.stringify(body);
    await expectCheap(what, TURN_GOAL, () => longestTurn(() => owner.call('POST', where(), text)));
  });

  describe('by a file', () => {
    const source = allTests(() =>
      addCsvSource(owner, shop.site.id, {
        fields: {
          kind: { value: 'purchase' },
          occurredAt: { pointers: ['/At'] },
          fullName: { pointers: ['/Name'] },
          product: { pointers: ['/Product'] },
        },
      }),
    );
    const WOO = '"Date","Order #","Status","Product(s)","Items sold","Customer"';
    const row = (name: string, product = 'Desk') => `"${name}","${product}",2026-03-10T09:00:00Z`;

    it.each([
      [
        'a name of blanks',
        `Name,Product,At\n${Array(5)
          .fill(row(`a,${' '.repeat(40_000)}b\nc`))
          .join('\n')}`,
      ],
      ['a name of 250,000 blanks', `Name,Product,At\n${row(`a,${' '.repeat(250_000)}b\nc`)}`],
      ['products', `${WOO}\n"2026-03-10 09:00:00",1,completed,"${', 1× '.repeat(40_000)}\nx",1,Ana`],
      ['a row of commas', `${HEADER}\n${','.repeat(250_000)}`],
      ['a header of 64 KiB', `${'a'.repeat(64_000)}\n1`],
      ['rows of nothing', `${HEADER}\n${',,,\n'.repeat(250_000)}`],
      ['one row too many', `${HEADER}\n${'x\n'.repeat(3_000)}`],
    ])('%s', async (what, csv) => {
      await expectCheap(what, TURN_GOAL, () => longestTurn(() => importCsv(owner, source, csv)));
    });

    it('of empty lines: it is refused at once, and whoever sends it is told', async () => {
      const { port, stop } = await listen(app.handle, { port: 0, hostname: '127.0.0.1' });
      const { csrfToken } = (await owner.get<{ csrfToken: string }>('/api/csrf-token')).body;
      const cookie = [...owner.cookies].map((pair) => pair.join('=')).join('; ');
      const length = 60 * 1024 * 1024;
      const lines = Buffer.alloc(1024 * 1024, '\n');
      let said = '';
      await expectCheap('60 MiB of empty lines', 1_500, () =>
        costOf(async () => {
          const { socket, ended, write } = await openRaw(port);
          write(
            `POST /api/sites/${source.siteId}/sources/${source.id}/import HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n` +
              `Cookie: ${cookie}\r\nX-CSRF-Token: ${csrfToken}\r\nContent-Type: text/csv\r\nContent-Length: ${length}\r\n\r\n`,
          );
          for (let sent = 0; sent < length && socket.writable; sent += lines.length)
            if (!socket.write(lines)) await Promise.race([once(socket, 'drain'), ended]);
          said = await ended;
        }),
      );
      expect([statusOf(said), said]).toEqual([400, expect.stringContaining('The file is empty')]);
      await stop();
    });

    it('is still read as before', async () => {
      const { import: done } = (await importCsv(owner, source, `Name,Product,At\n${row('Lopes, Ana')}`)).body as {
        import: Import;
      };
      expect(done).toMatchObject({ accepted: 1, refused: 0 });
    });
  });
});

describe('a signed sender', () => {
  /** A little less than may be sent, in pieces of 2, 3 and 6 characters. */
  const MAX = 6 * 349_500;
  const mapping = {
    fields: {
      id: { pointers: ['/id'] },
      kind: { value: 'purchase' },
      email: { pointers: ['/email'] },
      url: { pointers: ['/url'] },
      image: { pointers: ['/image'] },
      product: { value: 'Desk' },
    },
  };
  const bodies = {
    'nested lists': lists(MAX),
    'nested objects': `${'{"a":'.repeat(MAX / 6)}1${'}'.repeat(MAX / 6)}`,
    '200,000 keys': JSON.stringify(keys(140_000)),
    'empty strings': JSON.stringify(Array(MAX / 3).fill('')),
    'a list of empty strings': JSON.stringify({
      id: 1,
      events: Array(MAX / 3).fill(''),
      line_items: Array(10).fill(''),
    }),
    'as many values as there may be': JSON.stringify({ id: 1, line_items: Array(90_000).fill({}) }),
    'long ids': JSON.stringify(Array(90_000).fill(0)).replaceAll('0', '12345678901234567890'),
    'names of 5,000 letters': JSON.stringify({
      id: 1,
      email: EMAIL,
      url: `https://${LETTERS(5_000)}/`,
      image: `https://${LETTERS(5_000)}/`,
    }),
    quotes: `"${'\\"'.repeat(MAX / 2)}`,
  };

  it.each(Object.entries(bodies))('of %s', async (what, text) => {
    const body = new TextEncoder().encode(text);
    for (const kind of ['webhook', 'shopify', 'woocommerce'] as const) {
      const header: Record<string, string> = {
        'x-shopify-topic': 'orders/create',
        'x-wc-webhook-topic': 'order.updated',
      };
      const raw = { field: (name: string) => header[name], body };
      await expectCheap(`${what}, ${kind}`, TURN_GOAL, () =>
        costOf(() => vendors.read(kind, raw, START, kind === 'webhook' ? mapping : null)),
      );
    }
  });
});

it('of a thousand orders that are to be forgotten others get their turn, and all are', async () => {
  const other = makeTestApp(await freshSqlite());
  const own = await makeVendorShop(other);
  const tell = await own.shopify();
  const ids = Array.from({ length: 1_000 }, (_, at) => 70_000_000 + at);
  for (const id of ids.slice(0, 30)) await tell('orders/paid', own.order(id, { email: `buyer${id}@shop.example` }));
  await expectCheap('customers/redact', TURN_GOAL, () =>
    longestTurn(() => tell('customers/redact', { customer: { email: 'ana@shop.example' }, orders_to_redact: ids })),
  );
  expect((await tell.deliveries())[0]).toMatchObject({ verdict: 'taken' });
  const rows = await other.deps.db.selectFrom('events').select('retracted_because').execute();
  expect(rows.filter(({ retracted_because }) => retracted_because === 'redacted')).toHaveLength(30);
  await other.stop();
});

it('every call that anybody may make is measured here', () => {
  const procedures = Object.keys(appRouter._def.procedures);
  const open = procedures.filter((path) => RULES[path]?.who === 'anyone');
  const posted = openRows.map(({ procedure }) => procedure);
  // The others are only the app's: no REST row leads to them, and their inputs are measured in dear-schemas.test.ts.
  expect(open.filter((path) => !posted.includes(path)).sort()).toEqual(expect.arrayContaining(['auth.checkReset']));
  expect(OPEN_BODY_MAX).toBe(16_384);
});
