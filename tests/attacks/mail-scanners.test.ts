// Attack: be the mail scanner, preview or prefetcher that opens every link of every email, in every way that is not a
// person's click; then press both buttons of the page where it leads, twice, late and at once.

import { expect, it } from 'vitest';
import type { MailKind } from '#server/db/mails.ts';
import { composeEmail } from '#server/domain/compose-email.ts';
import { VERIFY_PAGE } from '#shared/messages.ts';
import { DAY } from '#shared/time.ts';
import { describeApp } from '#tests/support/apps.ts';
import { isVerified, mailedCode, makeAccount, postVerification, register, whoAmI } from '#tests/support/auth.ts';
import { makeClient } from '#tests/support/client.ts';
import { allRows } from '#tests/support/rows.ts';
import { wordsOf } from '#tests/support/words.ts';

const ANA = 'ana@shop.example';
const KINDS: Record<MailKind, true> = {
  'verify-email': true,
  'reset-password': true,
  'set-password': true,
  'password-changed': true,
  'password-guessed': true,
  'confirm-code': true,
  // About a site; its links are opened in unsubscribe.test.ts.
  'weekly-summary': true,
  'weekly-now': true,
  'change-email': true,
  'email-changing': true,
  'email-changed': true,
  'account-deleted': true,
  'notifications-paused': true,
  // Has no link.
  'contact-message': true,
  // About a registration; their links are opened in registration-links.test.ts.
  'resume-registration': true,
  'registration-reminder': true,
  'registration-refunded': true,
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

describeApp('a link in an email', { postgres: 'long' }, ({ app }) => {
  const confirm = (code: string) => postVerification(app, { code });
  const reject = (code: string) => postVerification(app, { code, answer: 'reject' });
  const codeOf = (email: string) => mailedCode(app, email, 'code');

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
    expect(await isVerified(app, ANA)).toBe(1);
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
      /^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; img-src 'self'; font-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
    );
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(page).toContain('a••@s…');
    expect(page).toContain('<time datetime="2026-03-10T12:00:00.000Z">March 10, 2026 at 12:00 PM UTC</time>');
    expect(page).not.toMatch(/<script|\son\w+=|style="|https?:/i);
    for (const word of [ANA, 'ana', 'shop.example', '555']) expect(wordsOf(page)).not.toContain(word);
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
    expect(await isVerified(app, ANA)).toBe(0);
    expect((await confirm(code)).status).toBe(303);
    expect(await isVerified(app, ANA)).toBe(1);
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
      const isKept = (await isVerified(app, email)) === 1;
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
      expect(statuses).toEqual((await isVerified(app, email)) === 1 ? [200, 409, 409] : [400, 200, 400]);
    }
  });
});
