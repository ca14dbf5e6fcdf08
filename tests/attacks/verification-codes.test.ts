// Attack: be the stranger at the page that asks to verify an address: send it anything but a code, try codes, or make
// somebody else's browser post one.
import { expect, it } from 'vitest';
import { makeTestApp } from '#tests/support/app.ts';
import { describeApp } from '#tests/support/apps.ts';
import { isVerified, login, mailedCode, makeAccount, postVerification, register, whoAmI } from '#tests/support/auth.ts';
import { type Client, makeClient } from '#tests/support/client.ts';
import { allRows } from '#tests/support/rows.ts';

const ANA = 'ana@shop.example';

describeApp('a verification code', { postgres: 'long' }, ({ app, database }) => {
  const formPost = (body: Record<string, string> | string, headers?: Record<string, string>) =>
    postVerification(app, body, headers);
  const codeOf = (email: string) => mailedCode(app, email, 'code');

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
      ['a form with an unknown code', formPost({ code: 'x'.repeat(43) }), 400],
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
    expect(await isVerified(app, ANA)).toBe(0);
    const response = await send({ 'content-type': 'application/json' });
    expect([response.status, await response.json(), response.headers.getSetCookie()]).toEqual([
      200,
      { verified: true },
      [],
    ]);
    expect(await isVerified(app, ANA)).toBe(1);
    // Only this path goes without the token. With a slash at its end it is none.
    for (const [path, status] of [
      ['/api/auth/logout', 403],
      ['/api/trpc/auth.verifyEmail', 403],
      ['/api/auth/verify-email/', 404],
    ] as const) {
      expect([path, (await app.fetch(path, { method: 'POST', headers: { cookie } })).status]).toEqual([path, status]);
    }
  });

  it('lets another site do no more than the code itself allows: nobody is logged in, out or shown', async () => {
    const bob = await makeAccount(app, 'bob@shop.example');
    await register(makeClient(app), ANA);
    const cookie = [...bob.cookies].map((pair) => pair.join('=')).join('; ');
    const foreign = { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const response = await formPost({ code: await codeOf(ANA) }, foreign);
    // All it leaves is whose address it was, for the login page to greet them.
    expect([
      response.status,
      response.headers.getSetCookie().filter((one) => !one.startsWith('proofbell_verified=')),
    ]).toEqual([303, []]);
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
