// Attack: use the page behind a dead verification link to learn who has an account, to fill an inbox, or to be greeted as
// somebody who was just verified.
import { expect, it } from 'vitest';
import { MESSAGES, VERIFY_PAGE } from '#shared/messages.ts';
import { MINUTE } from '#shared/time.ts';
import { describeApp } from '#tests/support/apps.ts';
import { mailedCode, makeAccount, postVerification, register } from '#tests/support/auth.ts';
import { type Client, makeClient } from '#tests/support/client.ts';

const ANA = 'ana@shop.example';

describeApp('a dead link', { postgres: 'long', env: { AUTH_RATE_LIMIT: '1' } }, ({ app }) => {
  const cookieOf = (client: Client) => [...client.cookies].map((pair) => pair.join('=')).join('; ');
  const open = (cookie = '') => app.fetch('/verify-email?code=dead', { headers: { cookie } });
  const ask = (email: string, headers?: Record<string, string>) =>
    postVerification(app, { answer: 'resend', email }, headers);
  const mailsTo = async (recipient: string) =>
    (await app.deps.db.selectFrom('mails').select('id').where('recipient', '=', recipient).execute()).length;

  it('offers another one, by itself to whoever is logged in, and none where it is not needed', async () => {
    const una = makeClient(app);
    await register(una, ANA);
    const bob = await makeAccount(app, 'bob@shop.example');
    const anonymous = await (await open()).text();
    expect(anonymous).toContain(VERIFY_PAGE.notValid.action);
    expect(anonymous).not.toContain('shop.example');
    expect(await (await open(cookieOf(una))).text()).toContain(`value="${ANA}"`);
    const verified = await (await open(cookieOf(bob))).text();
    expect(verified).toContain(VERIFY_PAGE.notNeeded.description.replace("'", '&#39;'));
    expect(verified).not.toContain('<form');
    await bob.post('/api/auth/change-email', { email: 'bob@new.example' });
    expect(await (await open(cookieOf(bob))).text()).toContain(
      VERIFY_PAGE.stillWaits.description.replace("'", '&#39;'),
    );
  });

  it('answers alike for every address, and sends only to one that waits, once a minute', async () => {
    await register(makeClient(app), ANA);
    await makeAccount(app, 'bob@shop.example');
    const before = await mailsTo('bob@shop.example');
    const pages: string[] = [];
    for (const email of [ANA, 'bob@shop.example', 'nobody@shop.example']) {
      const page = await ask(email);
      pages.push(`${page.status} ${(await page.text()).replaceAll(email, '')}`);
    }
    expect(new Set(pages).size).toBe(1);
    // Within the registration's minute there is none for Ana either.
    expect([await mailsTo(ANA), await mailsTo('bob@shop.example')]).toEqual([1, before]);
    app.clock.advance(MINUTE);
    await Promise.all([ask(ANA), ask(ANA.toUpperCase())]);
    expect([await mailsTo(ANA), await mailsTo('nobody@shop.example')]).toEqual([2, 0]);
  });

  it('refuses what is no address, other sites, and too many requests', async () => {
    const wrong = await ask('<script>alert(1)</script>');
    const page = await wrong.text();
    expect([wrong.status, page.includes(MESSAGES.emailInvalid), page.includes('<script')]).toEqual([400, true, false]);
    expect((await ask(ANA, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    const statuses = await Promise.all(Array.from({ length: 21 }, async () => (await ask(ANA)).status));
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });

  it('and a used one never greet as if the address had just been verified', async () => {
    const ana = makeClient(app);
    const { _id } = (await register(ana, ANA)).body.user;
    const code = await mailedCode(app, ANA, 'code');
    const first = await postVerification(app, { code });
    expect(first.headers.get('set-cookie')).toMatch(new RegExp(`^proofbell_verified=${_id}; Path=/login; Max-Age=60`));
    const again = await app.fetch(`/verify-email?code=${code}`);
    expect([again.status, again.headers.get('location')]).toEqual([303, '/login?verify_email=true']);
    expect(again.headers.get('set-cookie')).toMatch(/^proofbell_verified=before;/);
    expect((await open()).headers.get('set-cookie')).toBeNull();
  });
});
