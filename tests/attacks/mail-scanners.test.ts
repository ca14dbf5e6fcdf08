// Attack: be the mail scanner, preview or prefetcher that opens every link of every email, in every way that is not a
// person's click; then be the stranger, who has a code or makes somebody's browser post one.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { MailKind } from '#server/db/mails.ts';
import { composeEmail } from '#server/domain/account/emails.ts';
import { VERIFY_PAGE } from '#shared/messages.ts';
import { DAY } from '#shared/time.ts';
import { makeTestApp, type TestApp } from '#tests/support/app.ts';
import { login, mailedCode, makeAccount, register, whoAmI } from '#tests/support/auth.ts';
import { type Client, makeClient } from '#tests/support/client.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { allRows } from '#tests/support/rows.ts';

const ANA = 'ana@shop.example';
const KINDS: Record<MailKind, true> = {
  'verify-email': true,
  'reset-password': true,
  'set-password': true,
  'password-changed': true,
  'password-guessed': true,
  'confirm-code': true,
};

/** What programs send along when they look at a link. */
const LOOKS: Record<string, string>[] = [
  {},
  { purpose: 'prefetch' },
  { 'sec-purpose': 'prefetch;prerender' },
  { 'x-moz': 'prefetch' },
  { 'x-purpose': 'preview' },
  { range: 'bytes=0-0' },
  { 'if-none-match': '*' },
  {
    'user-agent': 'Mozilla/5.0 (compatible; Microsoft SafeLinks)',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-user': '?1',
  },
  { 'x-http-method-override': 'POST', 'x-method-override': 'POST', 'x-http-method': 'POST' },
  { 'content-type': 'application/x-www-form-urlencoded' },
];
const METHODS = ['GET', 'HEAD', 'OPTIONS', 'PROPFIND', 'QUERY', 'PUT', 'PATCH', 'DELETE'];

onBothDatabases('a link in an email', (database) => {
  let app: TestApp;
  beforeEach(() => {
    app = makeTestApp(database());
  });
  afterEach(() => app.stop());

  const formPost = (
    body: Record<string, string> | string,
    headers: Record<string, string> = {},
    path = '/verify-email',
  ) =>
    app.fetch(path, {
      method: 'POST',
      body: typeof body === 'string' ? body : new URLSearchParams(body).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  const confirm = (code: string, headers?: Record<string, string>) => formPost({ code }, headers);
  const reject = (code: string) => formPost({ code, answer: 'reject' });
  const codeOf = (email: string) => mailedCode(app, email, 'code');
  const isVerified = async (email: string) => {
    const query = app.deps.db.selectFrom('users').select('email_verified').where('email', '=', email);
    return (await query.executeTakeFirst())?.email_verified;
  };

  it('changes nothing, of whatever kind, however it is opened, and works afterwards', async () => {
    const { body } = await register(makeClient(app), ANA);
    const links: string[] = [];
    for (const kind of Object.keys(KINDS) as MailKind[]) {
      const letter = await composeEmail(app.deps, { kind, userId: body.user._id, to: ANA });
      // An email with a code has none.
      if (letter?.link) links.push(letter.link);
    }
    const code = new URL(links[0] ?? '').searchParams.get('code') ?? '';
    expect(code).toMatch(/^[\w-]{43}$/);
    links.push(`http://proofbell.test/api/auth/verify-email?code=${code}`);
    // As scanners and mail programs mangle them, or as someone might hope.
    const mangled = ['&utm_source=mail', '&answer=reject', '&_method=POST', '%20', '.', '&code=x'].map(
      (end) => links[0] + end,
    );
    const before = await allRows(app.deps.db);
    for (const link of [...links, ...mangled]) {
      const { pathname, search } = new URL(link);
      for (const method of METHODS) {
        for (const headers of method === 'GET' ? [...LOOKS, ...LOOKS] : LOOKS) {
          const response = await app.fetch(pathname + search, { method, headers });
          const next = response.headers.get('location');
          if (next) await app.fetch(next, { method, headers });
          expect([method, link, response.status < 500]).toEqual([method, link, true]);
        }
      }
    }
    expect(await allRows(app.deps.db)).toEqual(before);
    expect((await confirm(code)).headers.get('location')).toBe('/login?verify_email=true');
    expect(await isVerified(ANA)).toBe(1);
  });

  it('asks on a page that runs nothing, is kept nowhere, and names only whom it is about', async () => {
    await register(makeClient(app), ANA);
    await app.deps.db.updateTable('users').set({ display_name: 'Call +1 555 010' }).execute();
    const code = await codeOf(ANA);
    const response = await app.fetch(`/verify-email?code=${code}`);
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-robots-tag': 'noindex, nofollow',
    });
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
    );
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(page).toContain('a••@s…');
    expect(page).toContain('<time datetime="2026-03-10T12:00:00.000Z">March 10, 2026 at 12:00 PM UTC</time>');
    expect(page).not.toMatch(/<script|\son\w+=|style="|https?:/i);
    for (const word of [ANA, 'ana', 'shop.example', '555']) expect(page).not.toContain(word);
    // Head and body agree, and a HEAD has none.
    const head = await app.fetch(`/verify-email?code=${code}`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('of earlier versions leads to the page, and can still be confirmed there', async () => {
    await register(makeClient(app), ANA);
    const code = await codeOf(ANA);
    for (const method of ['GET', 'HEAD']) {
      const response = await app.fetch(`/api/auth/verify-email?code=${code}`, { method });
      expect([response.status, response.headers.get('location')]).toEqual([302, `/verify-email?code=${code}`]);
      expect(response.headers.get('referrer-policy')).toBe('no-referrer');
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
    expect(await isVerified(ANA)).toBe(0);
    expect((await confirm(code)).status).toBe(303);
    expect(await isVerified(ANA)).toBe(1);
    // What isn't a code stays one in the address, and is no other header.
    const odd = await app.fetch('/api/auth/verify-email?code=a%0d%0aX-Made-Up:%201%26answer=reject');
    expect(odd.headers.get('location')).toBe('/verify-email?code=a%0D%0AX-Made-Up%3A+1%26answer%3Dreject');
  });

  it('confirms again for a day, by form, script or visit, and then no more', async () => {
    await register(makeClient(app), ANA);
    const code = await codeOf(ANA);
    const other = await codeOf(ANA);
    const place = (response: Response) => [response.status, response.headers.get('location')];
    for (let n = 0; n < 3; n++) expect(place(await confirm(code))).toEqual([303, '/login?verify_email=true']);
    for (const each of [code, other]) {
      expect(place(await app.fetch(`/verify-email?code=${each}`))).toEqual([303, '/login?verify_email=true']);
      expect((await makeClient(app).post('/api/auth/verify-email', { code: each })).body).toEqual({ verified: true });
    }
    app.clock.advance(DAY);
    for (const each of [code, other]) {
      expect((await confirm(each)).status).toBe(400);
      expect((await app.fetch(`/verify-email?code=${each}`)).status).toBe(400);
      expect((await makeClient(app).post('/api/auth/verify-email', { code: each })).status).toBe(400);
    }
  });

  it('deletes an account that nobody confirmed, with all that belongs to it, and never another', async () => {
    await makeAccount(app, 'bob@shop.example');
    const before = await allRows(app.deps.db);
    const thief = makeClient(app);
    const { body } = await register(thief, ANA);
    await makeClient(app).post('/api/auth/forgot-password', { email: ANA });
    const [code, reset] = [await codeOf(ANA), await mailedCode(app, ANA, 'reset')];
    const response = await reject(code);
    expect([response.status, (await response.text()).includes(VERIFY_PAGE.deleted.title)]).toEqual([200, true]);
    expect(await allRows(app.deps.db)).toEqual(before);
    expect([await whoAmI(thief), await whoAmI(makeClient(app, body.accessToken))]).toEqual([401, 401]);
    expect((await reject(code)).status).toBe(400);
    const late = await makeClient(app).post('/api/auth/reset-password', { token: reset, password: 'another horse' });
    expect(late.status).toBe(400);
  });

  it('never deletes a verified account, whichever code says so, and whenever', async () => {
    const ana = makeClient(app);
    await register(ana, ANA);
    const codes = [await codeOf(ANA), await codeOf(ANA)];
    await confirm(codes[0] ?? '');
    const before = await allRows(app.deps.db);
    for (const code of codes) {
      const response = await reject(code);
      expect([response.status, (await response.text()).includes(VERIFY_PAGE.kept.title)]).toEqual([409, true]);
    }
    expect(await allRows(app.deps.db)).toEqual(before);
    expect(await whoAmI(ana)).toBe(200);
  });

  it('has one outcome when both buttons are pressed at once', async () => {
    for (let n = 0; n < 5; n++) {
      const email = `u${n}@shop.example`;
      await register(makeClient(app), email);
      const code = await codeOf(email);
      const calls = [confirm(code), reject(code), confirm(code), reject(code)];
      const statuses = (await Promise.all(n % 2 ? calls : calls.reverse())).map(({ status }) => status).sort();
      const isKept = (await isVerified(email)) === 1;
      expect(statuses).toEqual(isKept ? [303, 303, 409, 409] : [200, 400, 400, 400]);
    }
  });

  it('has one outcome beside a link for a new password, and no error', async () => {
    for (let n = 0; n < 5; n++) {
      const email = `u${n}@shop.example`;
      const userId = (await register(makeClient(app), email)).body.user._id;
      const code = await codeOf(email);
      const token = (await composeEmail(app.deps, { kind: 'reset-password', userId, to: email }))?.link?.split('=')[1];
      const reset = makeClient(app).post('/api/auth/reset-password', { token, password: 'a new horse' });
      const [{ status }, ...rejections] = await Promise.all([reset, reject(code), reject(code)]);
      const statuses = [status, ...rejections.map((one) => one.status).sort()];
      expect(statuses).toEqual((await isVerified(email)) === 1 ? [200, 409, 409] : [400, 200, 400]);
    }
  });

  it('is refused with a page that says what to do, whatever is sent instead', async () => {
    await register(makeClient(app), ANA);
    const code = await codeOf(ANA);
    const before = await allRows(app.deps.db);
    const json = { 'content-type': 'application/json' };
    const long = 'x'.repeat(9_000);
    const cases: [what: string, response: Response | Promise<Response>, status: number][] = [
      ['no code', app.fetch('/verify-email'), 400],
      ['an empty code', app.fetch('/verify-email?code='), 400],
      ['an unknown code', app.fetch(`/verify-email?code=${'x'.repeat(43)}`), 400],
      ['a NUL', app.fetch('/verify-email?code=%00'), 400],
      ['half a character', app.fetch('/verify-email?code=%E0%A4%A'), 400],
      ['markup', app.fetch('/verify-email?code=%22%3E%3Cscript%3Ealert(1)%3C/script%3E'), 400],
      ['an endless code', app.fetch(`/verify-email?code=${long}`), 400],
      ['an empty form', formPost(''), 400],
      ['a form without a code', formPost({ answer: 'reject' }), 400],
      ['another answer', formPost({ code, answer: 'delete' }), 400],
      ['a form with an unknown code', confirm('x'.repeat(43)), 400],
      ['a form with a broken code', formPost('code=%00%ff%E0%A4%A'), 400],
      ['no type', app.fetch('/verify-email', { method: 'POST', body: new Uint8Array([99]) }), 415],
      ['JSON', formPost(JSON.stringify({ code }), json), 415],
      ['plain text', formPost({ code }, { 'content-type': 'text/plain' }), 415],
      ['a multipart form', formPost({ code }, { 'content-type': 'multipart/form-data; boundary=x' }), 415],
      ['a similar type', formPost({ code }, { 'content-type': 'application/x-www-form-urlencodedx' }), 415],
      ['too much', formPost({ code, more: long }), 413],
    ];
    for (const [what, answer, status] of cases) {
      const response = await answer;
      const page = await response.text();
      expect([what, response.status]).toEqual([what, status]);
      expect([what, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
        what,
        'text/html; charset=utf-8',
        'no-store',
      ]);
      expect(page).toContain('class="button"');
      expect(page).not.toContain('<script');
    }
    expect(await allRows(app.deps.db)).toEqual(before);
  });

  it('is used by scripts without a CSRF token, whoever is logged in, and only as JSON', async () => {
    const bob: Client = await makeAccount(app, 'bob@shop.example');
    await register(makeClient(app), ANA);
    const code = await codeOf(ANA);
    const cookie = [...bob.cookies].map((pair) => pair.join('=')).join('; ');
    const send = (headers: Record<string, string>, body = JSON.stringify({ code })) =>
      app.fetch('/api/auth/verify-email', { method: 'POST', body, headers: { cookie, ...headers } });
    // What another site's page may send without asking: a form's types.
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      expect((await send({ 'content-type': type })).status).toBe(415);
    }
    expect((await send({ 'content-type': 'application/json' }, '{"code":"made up"}')).status).toBe(400);
    expect(await isVerified(ANA)).toBe(0);
    const response = await send({ 'content-type': 'application/json' });
    expect([response.status, await response.json(), response.headers.getSetCookie()]).toEqual([
      200,
      { verified: true },
      [],
    ]);
    expect(await isVerified(ANA)).toBe(1);
    // Only this path goes without the token.
    for (const path of ['/api/auth/logout', '/api/trpc/auth.verifyEmail', '/api/auth/verify-email/']) {
      expect([path, (await app.fetch(path, { method: 'POST', headers: { cookie } })).status]).toEqual([path, 403]);
    }
  });

  it('lets another site do no more than the code itself allows: nobody is logged in, out or shown', async () => {
    const bob = await makeAccount(app, 'bob@shop.example');
    await register(makeClient(app), ANA);
    const cookie = [...bob.cookies].map((pair) => pair.join('=')).join('; ');
    const foreign = { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const response = await confirm(await codeOf(ANA), foreign);
    expect([response.status, response.headers.getSetCookie()]).toEqual([303, []]);
    expect(await whoAmI(bob)).toBe(200);
    expect((await bob.get<{ user: { email: string } }>('/api/auth/me')).body.user.email).toBe('bob@shop.example');
    expect((await login(makeClient(app), ANA)).status).toBe(200);
  });

  it('can be used twenty times an hour from one address, and opened without limit', async () => {
    const limited = makeTestApp(database(), { AUTH_RATE_LIMIT: '1' });
    const post = (code: string) =>
      limited.fetch('/verify-email', { method: 'POST', body: new URLSearchParams({ code, answer: 'reject' }) });
    await register(makeClient(limited), ANA);
    const code = await mailedCode(limited, ANA, 'code');
    for (let n = 0; n < 10; n++) {
      expect((await post('made up')).status).toBe(400);
      expect((await makeClient(limited).post('/api/auth/verify-email', { code: 'made up' })).status).toBe(400);
    }
    const refused = await post(code);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600']);
    expect(await refused.text()).toContain('in 60 min.');
    for (let n = 0; n < 30; n++) expect((await limited.fetch(`/verify-email?code=${code}`)).status).toBe(200);
    await limited.stop();
  });
});
