// Attack: use a reset link in a browser where somebody else is logged in, so that two accounts mix; keep an older session
// through a reset; or ask whether links work until that tells more than using them would.
import { expect, it } from 'vitest';
import type { SignedIn } from '#shared/contract/account.ts';
import { MESSAGES } from '#shared/messages.ts';
import { HOUR, MINUTE } from '#shared/time.ts';
import { describeApp } from '#tests/support/apps.ts';
import {
  isVerified,
  LIMITED,
  login,
  mailedCode,
  makeAccount,
  register,
  type SignedInBody,
  whoAmI,
} from '#tests/support/auth.ts';
import { type Client, makeClient } from '#tests/support/client.ts';

const ANA = 'ana@shop.example';
const BOB = 'bob@shop.example';
const NEW = 'a new horse';

describeApp('a reset that logs in', { postgres: 'long', env: LIMITED }, ({ app }) => {
  /** @returns the code of a new link. */
  const ask = async (email = ANA) => {
    app.clock.advance(10 * MINUTE);
    await makeClient(app).post('/api/auth/forgot-password', { email });
    return mailedCode(app, email, 'reset');
  };
  const reset = (client: Client, token: string) =>
    client.post<SignedIn & { reset: true }>('/api/auth/reset-password', { token, password: NEW });
  const check = async (client: Client, token: string) =>
    (await client.procedure<{ isValid: boolean }>('mutation', 'auth.checkReset', { token })).body.isValid;
  const nameOf = async (client: Client) =>
    (await client.get<{ user: SignedInBody['user'] }>('/api/auth/me')).body.user?.email;

  it('answers as a login does, ends all other sessions, and verifies the address', async () => {
    const thief = makeClient(app);
    await register(thief, ANA);
    const browser = makeClient(app);
    const { status, body } = await reset(browser, await ask());
    expect([status, body]).toEqual([
      200,
      {
        reset: true,
        user: expect.objectContaining({ email: ANA, emailVerified: true }),
        accessToken: expect.any(String),
        expiresAt: expect.any(String),
      },
    ]);
    expect(await nameOf(browser)).toBe(ANA);
    expect((await makeClient(app, body.accessToken).get('/api/sites')).status).toBe(200);
    expect([await whoAmI(thief), await isVerified(app, ANA)]).toEqual([401, 1]);
    // Confirmed, as after a login with the new password, and known.
    expect((await browser.post('/api/api-keys', { name: 'Mine', scope: 'read' })).status).toBe(201);
    expect((await login(browser, ANA, NEW)).status).toBe(200);
  });

  it("ends the session of whoever else was logged in there, and nothing of theirs is the other's", async () => {
    await makeAccount(app, ANA);
    const bobs = await makeAccount(app, BOB);
    const elsewhere = makeClient(app);
    await login(elsewhere, BOB);
    await bobs.post('/api/sites', { name: "Bob's" });
    const before = new Map(bobs.cookies);
    const { body } = await reset(bobs, await ask());
    expect([body.user.email, await nameOf(bobs)]).toEqual([ANA, ANA]);
    expect((await bobs.get<{ data: { sites: unknown[] } }>('/api/sites')).body.data.sites).toEqual([]);
    // Neither the cookie that was there nor one planted before is a session now; Bob stays logged in elsewhere.
    const old = makeClient(app);
    for (const [name, value] of before) old.cookies.set(name, value);
    expect([await whoAmI(old), await nameOf(elsewhere)]).toEqual([401, BOB]);
    expect((await login(makeClient(app), BOB)).status).toBe(200);
  });

  it('with a link that does not work leaves whoever is logged in alone', async () => {
    const bob = await makeAccount(app, BOB);
    const { status, body } = await reset(bob, 'made up');
    expect([status, body]).toEqual([400, expect.objectContaining({ message: MESSAGES.resetLinkNotValid })]);
    expect(await nameOf(bob)).toBe(BOB);
  });

  it('with a link that another reset uses meanwhile leaves whoever is logged in alone', async () => {
    await makeAccount(app, ANA);
    const bob = await makeAccount(app, BOB);
    const token = await ask();
    const { passwords } = app.deps;
    let isFirst = true;
    app.deps.passwords = {
      ...passwords,
      async hash(password) {
        if (isFirst) {
          isFirst = false;
          expect((await reset(makeClient(app), token)).status).toBe(200);
        }
        return passwords.hash(password);
      },
    };
    expect((await reset(bob, token)).status).toBe(400);
    expect(await nameOf(bob)).toBe(BOB);
  });

  it('is not begun by asking whether the link works, which changes nothing', async () => {
    const ana = await makeAccount(app, ANA);
    const token = await ask();
    const stored = async () =>
      Promise.all(
        (['email_tokens', 'sessions', 'users', 'mails'] as const).map((table) =>
          app.deps.db.selectFrom(table).selectAll().execute(),
        ),
      );
    const before = await stored();
    const asking = makeClient(app);
    const answer = await asking.procedure('mutation', 'auth.checkReset', { token });
    expect([answer.status, answer.body]).toEqual([200, { isValid: true }]);
    expect(answer.headers.getSetCookie().filter((line) => /session|known/.test(line))).toEqual([]);
    expect(await stored()).toEqual(before);
    expect(await nameOf(ana)).toBe(ANA);
    expect((await reset(asking, token)).status).toBe(200);
    const verification = await (async () => {
      await register(makeClient(app), BOB);
      return mailedCode(app, BOB, 'code');
    })();
    const expired = await ask();
    app.clock.advance(HOUR);
    for (const wrong of [token, expired, verification, 'made up']) expect(await check(asking, wrong)).toBe(false);
    // Not by an address that anybody can open: what was asked stands in no log.
    const address = `/api/trpc/auth.checkReset?input=${encodeURIComponent(JSON.stringify({ json: { token } }))}`;
    expect((await asking.get(address)).status).toBe(405);
  });

  it('gives no more guesses to whoever asks whether links work than to whoever uses them', async () => {
    await makeAccount(app, ANA);
    const token = await ask();
    const from = async (address: string, path: string, input: object) =>
      (await makeClient(app, 'none').call('POST', path, input, { 'x-forwarded-for': address })).status;
    const CHECK = '/api/trpc/auth.checkReset';
    const RESET = '/api/auth/reset-password';
    for (let n = 0; n < 10; n++) {
      expect(await from('192.0.2.1', CHECK, { json: { token: `guess ${n}` } })).toBe(200);
      expect(await from('192.0.2.1', RESET, { token: `guess ${n}`, password: NEW })).toBe(400);
    }
    expect(await from('192.0.2.1', CHECK, { json: { token: 'one more' } })).toBe(429);
    expect(await from('192.0.2.1', RESET, { token: 'one more', password: NEW })).toBe(429);
    // A link that works does so from there, too.
    expect(await from('192.0.2.1', CHECK, { json: { token } })).toBe(200);
    expect(await from('192.0.2.1', RESET, { token, password: NEW })).toBe(200);
  });
});
