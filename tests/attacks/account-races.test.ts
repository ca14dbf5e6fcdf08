// Attack: use several ways into an account at the same moment, so that whoever resets it doesn't keep it alone.
import { expect, it } from 'vitest';
import type { SignedIn } from '#shared/contract/account.ts';
import type { AccountSession } from '#shared/contract/session.ts';
import { MESSAGES } from '#shared/messages.ts';
import { describeApp } from '#tests/support/apps.ts';
import {
  logInWithSso,
  login,
  mailedCode,
  makeAccount,
  PASSWORD,
  register,
  SSO,
  ssoToken,
  whoAmI,
} from '#tests/support/auth.ts';
import { makeClient, makeKey } from '#tests/support/client.ts';

const ANA = 'ana@shop.example';
const NEW = 'a new horse';

describeApp('concurrently', { env: SSO, turns: 'forced' }, ({ app }) => {
  /** Runs `between` once, right after a password has been checked. */
  const afterComparing = (between: () => Promise<unknown>) => {
    const { passwords } = app.deps;
    let isDone = false;
    app.deps.passwords = {
      ...passwords,
      async verify(stored, password) {
        const isRight = await passwords.verify(stored, password);
        if (!isDone) {
          isDone = true;
          await between();
        }
        return isRight;
      },
    };
  };
  const reset = async () => {
    await makeClient(app).post('/api/auth/forgot-password', { email: ANA });
    const token = await mailedCode(app, ANA, 'reset');
    return makeClient(app).post('/api/auth/reset-password', { token, password: NEW });
  };
  const change = (client: ReturnType<typeof makeClient>) =>
    client.post('/api/auth/change-password', { currentPassword: PASSWORD, newPassword: 'wrong horse' });

  it('a reset wins over a concurrent password change', async () => {
    const thief = await makeAccount(app, ANA);
    afterComparing(reset);
    expect((await change(thief)).status).toBe(401);
    expect((await login(makeClient(app), ANA, 'wrong horse')).status).toBe(401);
    expect((await login(makeClient(app), ANA, NEW)).status).toBe(200);
  });

  it('so does single sign-on to an account that someone else registered first', async () => {
    const thief = makeClient(app);
    await register(thief, ANA);
    afterComparing(async () => logInWithSso(makeClient(app), await ssoToken(app, {})));
    expect((await change(thief)).status).toBe(401);
    expect((await login(makeClient(app), ANA, 'wrong horse')).status).toBe(401);
    expect(await app.deps.db.selectFrom('users').select('password_hash').execute()).toEqual([{ password_hash: null }]);
  });

  it('so does it over a concurrent confirmation by the old password', async () => {
    const thief = await makeAccount(app, ANA);
    afterComparing(reset);
    expect((await thief.post('/api/auth/confirm', { password: PASSWORD })).status).toBe(401);
  });

  it('a login with the old password fails after a reset', async () => {
    await makeAccount(app, ANA);
    afterComparing(reset);
    const late = makeClient(app);
    expect((await login(late, ANA)).status).toBe(401);
    expect(await whoAmI(late)).toBe(401);
    // The reset's own.
    expect(await app.deps.db.selectFrom('sessions').selectAll().execute()).toHaveLength(1);
  });

  it('a session and an API key end only once: a second call finds nothing, but logging out still succeeds', async () => {
    const ana = await makeAccount(app, ANA);
    const other = makeClient(app);
    await login(other, ANA);
    const { sessions } = (await ana.get<{ sessions: AccountSession[] }>('/api/auth/sessions')).body;
    const apiKey = await makeKey(ana, 'read', 'Key');
    const others = sessions.filter(({ isCurrent }) => !isCurrent);
    for (const path of [`/api/auth/sessions/${others[0]?.id}`, `/api/api-keys/${apiKey.id}`]) {
      const responses = await Promise.all([ana.delete(path), ana.delete(path)]);
      expect([path, responses.map(({ status }) => status).sort()]).toEqual([path, [204, 404]]);
    }
    expect(await whoAmI(other)).toBe(401);
    const token = (await ana.post<SignedIn>('/api/auth/token')).body.accessToken;
    const scripts = [1, 2, 3].map(() => makeClient(app, token).post('/api/auth/logout'));
    expect((await Promise.all(scripts)).map(({ status }) => status)).toEqual([204, 204, 204]);
    expect(await whoAmI(ana)).toBe(401);
  });

  it('an account deleted in the meantime causes no 5xx, and gets no email but that it was deleted', async () => {
    const email = 'gone@shop.example';
    const gone = await makeAccount(app, email);
    afterComparing(() => gone.delete('/api/auth/me'));
    const late = await login(makeClient(app), email);
    expect([late.status, late.body]).toEqual([401, expect.objectContaining({ message: MESSAGES.unauthenticated })]);
    const ana = await makeAccount(app, ANA);
    const twin = makeClient(app);
    await login(twin, ANA);
    afterComparing(() => ana.delete('/api/auth/me'));
    expect((await change(twin)).status).toBe(401);
    const mails = await app.deps.db.selectFrom('mails').select(['recipient', 'kind']).execute();
    expect(mails.filter(({ recipient }) => recipient === ANA)).toEqual([{ recipient: ANA, kind: 'account-deleted' }]);
  });

  it('a used sign-on token stays used, in whatever fraction of a second it expires', async () => {
    const seconds = Math.floor(app.clock.now() / 1000);
    const token = await ssoToken(app, { exp: seconds + 60.05 });
    expect((await logInWithSso(makeClient(app), token)).status).toBe(200);
    app.clock.advance(60_060);
    expect((await logInWithSso(makeClient(app), token)).status).toBe(401);
  });

  it('single sign-on refuses a bad Authorization header, which must not bypass its confirmation', async () => {
    const bob = await makeAccount(app, 'bob@shop.example');
    const token = await ssoToken(app, {});
    const headers = { authorization: 'Bearer junk' };
    expect((await bob.call('POST', '/api/auth/sso', { token }, headers)).status).toBe(401);
    expect(await whoAmI(bob)).toBe(200);
  });
});
