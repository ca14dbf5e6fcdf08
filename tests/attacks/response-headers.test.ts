// Attack: find one kind of answer, however odd, that lets a browser speak http again or guess a type: by any path, method
// or status, of the real program behind https; and one kind of page that runs, loads or may be framed by more than it needs.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRaw, statusOf } from '#tests/support/raw-http.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { temporaryFolder } from '#tests/support/stages.ts';

const HSTS = 'max-age=31536000';
let folder: string;
let server: ServerProcess;
const env = { PUBLIC_URL: 'https://proof.example', LOG_LEVEL: 'error' };
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'proofbell-headers-'));
  server = await startServer(folder, { env });
});
afterAll(async () => {
  await server.end();
  rmSync(folder, { recursive: true });
});

async function ask(method: string, path: string, headers: Record<string, string> = {}, body?: string) {
  const response = await server.fetch(path, { method, headers, redirect: 'manual', ...(body && { body }) });
  await response.arrayBuffer();
  return response;
}
const expectSafe = (what: string, { headers }: Response, hsts = HSTS) =>
  expect([what, headers.get('strict-transport-security'), headers.get('x-content-type-options')]).toEqual([
    what,
    hsts,
    'nosniff',
  ]);
const asset = () => `/assets/${readdirSync('dist/client/assets').find((name) => name.endsWith('.js'))}`;
const JSON_TYPE = { 'content-type': 'application/json' };

it('says https and nosniff with every answer of every mount', async () => {
  const cases: [status: number, method: string, path: string, headers?: Record<string, string>, body?: string][] = [
    [200, 'GET', '/'],
    [200, 'GET', '/login'],
    [200, 'GET', asset()],
    [200, 'HEAD', '/'],
    [200, 'HEAD', '/api/health'],
    [200, 'HEAD', '/widget.js'],
    [200, 'GET', '/favicon.svg'],
    [404, 'GET', '/nothing.txt'],
    [404, 'POST', '/'],
    [404, 'GET', '/assets/nothing.js'],
    [200, 'GET', '/api/csrf-token'],
    [200, 'GET', '/api/health'],
    [200, 'GET', '/api/openapi.json'],
    [200, 'GET', '/api/docs'],
    [404, 'GET', '/api'],
    [404, 'GET', '/api/nothing'],
    [404, 'OPTIONS', '/api/sites'],
    [401, 'GET', '/api/sites'],
    [403, 'POST', '/api/sites', JSON_TYPE, '{}'],
    [401, 'GET', '/api/sites', { authorization: 'Bearer x' }],
    [401, 'GET', '/api/trpc/sites.list'],
    [404, 'GET', '/api/trpc/nothing'],
    [413, 'POST', '/api/auth/login', JSON_TYPE, `"${'x'.repeat(300_000)}"`],
    [400, 'POST', '/api/auth/verify-email', JSON_TYPE, '{"code":1}'],
    [302, 'GET', '/api/auth/verify-email?code=x'],
    [200, 'GET', '/widget.js'],
    [200, 'GET', '/widget-inspector.js'],
    [404, 'GET', '/widget-000000000000.js'],
    [404, 'GET', '/api/embed/nothing'],
    [204, 'GET', '/api/embed/nothing/inspection?token=x'],
    [204, 'POST', '/api/embed/nothing/inspection', {}, '{"token":"x"}'],
    [204, 'POST', '/api/embed/nothing/draft', {}, '{"token":"x"}'],
    [400, 'POST', '/api/embed/nothing/draft', {}, '{}'],
    [204, 'OPTIONS', '/api/embed/nothing'],
    [204, 'OPTIONS', '/api/embed/nothing/events'],
    [404, 'POST', '/api/embed/nothing/events', {}, '{"token":"x","events":[]}'],
  ];
  for (const [status, method, path, headers, body] of cases) {
    const response = await ask(method, path, headers, body);
    expect([method, path, response.status]).toEqual([method, path, status]);
    expectSafe(`${method} ${path}`, response);
  }
  // Whatever these say, they say it safely.
  for (const path of [
    '/verify-email',
    '/verify-email?code=x',
    '/%',
    '/api/%',
    '/api/trpc/%',
    '//x',
    '/login?token=x',
  ]) {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
      expectSafe(`${method} ${path}`, await ask(method, path));
    }
  }
});

it('lets no kind of page run or load what is not its own, nor be framed', async () => {
  const own = /^(?:'none'|'self'|'sha256-[\w+/=]+'| )+$/;
  const pages = ['/', '/pricing', '/blog', '/login', '/proof/s/n', '/oak-and-iron/dashboard', '/nothing', '/api/docs'];
  pages.push(
    '/verify-email',
    '/verify-email?code=x',
    '/unsubscribe',
    '/unsubscribe?t=x',
    '/sandbox/checkout/x',
    '/sandbox',
  );
  for (const path of [...pages, '/favicon.svg', '/sitemap.xml', '/blog/feed.xml']) {
    const { headers } = await ask('GET', path, { accept: 'text/html' });
    expect([path, headers.get('content-type')?.startsWith('text/html')]).toEqual([path, pages.includes(path)]);
    const policy = headers.get('content-security-policy') ?? '';
    const of = Object.fromEntries(
      policy.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]),
    );
    const { 'default-src': rest, 'object-src': object = rest } = of;
    expect([path, of['frame-ancestors'], of['base-uri'], of['form-action'], object]).toEqual([
      path,
      ...["'none'", "'none'", "'self'", "'none'"],
    ]);
    for (const kind of ['default-src', 'script-src', 'style-src', 'connect-src', 'font-src'])
      expect([path, kind, own.test(of[kind] ?? rest ?? '')]).toEqual([path, kind, true]);
    expect([path, headers.get('x-frame-options'), headers.get('cross-origin-opener-policy')]).toEqual([
      path,
      'DENY',
      'same-origin',
    ]);
    expect([path, headers.get('referrer-policy')]).toEqual([path, expect.toBeOneOf(['no-referrer', 'strict-origin'])]);
  }
});

it('also with a 304', async () => {
  for (const path of ['/', '/widget.js', asset()]) {
    const etag = (await ask('GET', path)).headers.get('etag') ?? '';
    const response = await ask('GET', path, { 'if-none-match': etag });
    expect([path, response.status]).toEqual([path, 304]);
    expectSafe(path, response);
  }
});

it('also with what is too long or too odd to be a request, such as an address that a link can have', async () => {
  for (const [status, head] of [
    [431, `GET /?${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
    [431, `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'a'.repeat(20_000)}\r\n\r\n`],
    [400, 'GET / HTTP/1.1\r\nHost: x\r\n: x\r\n\r\n'],
    [400, 'nonsense\r\n\r\n'],
  ] as const) {
    const raw = await openRaw(Number(new URL(server.origin).port));
    raw.write(head);
    const said = await raw.ended;
    expect([head.slice(0, 40), statusOf(said)]).toEqual([head.slice(0, 40), status]);
    expect(said.toLowerCase()).toContain(`\r\nstrict-transport-security: ${HSTS}\r\n`);
    expect(said.toLowerCase()).toContain('\r\nx-content-type-options: nosniff\r\n');
  }
});

it('also once the database is gone', { tags: ['long'] }, async () => {
  const own = temporaryFolder();
  const other = await startServer(own, { env: { ...env, HSTS_SUBDOMAINS: '1' } });
  for (const name of readdirSync(own).filter((each) => each.startsWith('proofbell.db'))) rmSync(join(own, name));
  const response = await other.fetch('/api/health');
  expect(response.status).toBe(503);
  expectSafe('/api/health', response, `${HSTS}; includeSubDomains`);
  await other.end();
});

it('says nothing of https where there is none', { tags: ['long'] }, async () => {
  const own = temporaryFolder();
  const plain = await startServer(own, { env: { PUBLIC_URL: 'http://proof.example', LOG_LEVEL: 'error' } });
  const response = await plain.fetch('/');
  expect(response.headers.has('strict-transport-security')).toBe(false);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  await plain.end();
});

it('gives every cookie a name that no other host of the domain can plant', async () => {
  const { headers } = await ask('GET', '/api/csrf-token');
  const csrf = headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  const { csrfToken } = (await (
    await server.fetch('/api/csrf-token', { headers: { cookie: csrf[0] ?? '' } })
  ).json()) as {
    csrfToken: string;
  };
  const registered = await ask(
    'POST',
    '/api/auth/register',
    { ...JSON_TYPE, cookie: csrf[0] ?? '', 'x-csrf-token': csrfToken },
    JSON.stringify({ email: 'ana@shop.example', password: 'a horse of her own', displayName: 'Ana' }),
  );
  expect(registered.status).toBe(201);
  const lines = [...headers.getSetCookie(), ...registered.headers.getSetCookie()];
  const names = lines.map((line) => line.split('=')[0]);
  expect(names).toContain('__Host-proofbell_csrf');
  expect(names).toContain('__Host-proofbell_session');
  for (const line of lines) {
    expect(line).toMatch(/^__Host-proofbell_\w+=/);
    for (const part of ['HttpOnly', 'Secure', 'Path=/', 'SameSite=Lax']) expect(line).toContain(part);
    expect(line).not.toContain('Domain');
  }
});
