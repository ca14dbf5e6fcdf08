// Attack: prepare an account before its owner's first single sign-on, with every kind of access, and try to get in
// afterwards; or sign on as a stranger whose token names the address of somebody else.
import { expect, it } from 'vitest';
import { createApiKey } from '#server/domain/account/api-keys.ts';
import { releaseSso } from '#server/domain/account/sso.ts';
import type { ApiKey } from '#shared/contract/api-key.ts';
import { MESSAGES } from '#shared/messages.ts';
import { describeApp } from '#tests/support/apps.ts';
import {
  logInWithSso,
  login,
  mailedCode,
  makeAccount,
  makeAuthStage,
  PASSWORD,
  register,
  type SignedInBody,
  SSO,
  ssoToken,
  whoAmI,
} from '#tests/support/auth.ts';
import { makeClient } from '#tests/support/client.ts';
import { allRows } from '#tests/support/rows.ts';

const ANA = 'ana@shop.example';

describeApp('single sign-on', { postgres: 'long', env: SSO }, ({ app, database }) => {
  const user = () => app.deps.db.selectFrom('users').selectAll().executeTakeFirstOrThrow();
  const sessions = async () => (await app.deps.db.selectFrom('sessions').selectAll().execute()).length;

  for (const isVerified of [true, false]) {
    it(`leaves no way in that was there before, into ${isVerified ? 'a verified' : 'an unverified'} account`, async () => {
      const thief = makeClient(app);
      await register(thief, ANA);
      await thief.put('/api/auth/me', { displayName: 'Not Ana', companyName: 'Thief & Co', integrations: ['spy'] });
      const verify = await mailedCode(app, ANA, 'code');
      const { accessToken } = (await thief.post<SignedInBody>('/api/auth/token')).body;
      const keys: string[] = [];
      if (isVerified) {
        await app.deps.db.updateTable('users').set({ email_verified: 1 }).execute();
        for (const scope of ['read', 'write']) {
          const { body } = await thief.post<{ apiKey: ApiKey & { key: string } }>('/api/api-keys', {
            name: 'K',
            scope,
          });
          keys.push(body.apiKey.key);
        }
      }
      await makeClient(app).post('/api/auth/forgot-password', { email: ANA });
      const reset = await mailedCode(app, ANA, 'reset');

      const ana = makeClient(app);
      const { status, body } = await logInWithSso(ana, await ssoToken(app, { name: 'Ana' }));
      expect(status).toBe(200);
      if (!isVerified) expect(body.user).toMatchObject({ displayName: 'Ana', companyName: null, integrations: [] });

      const scripts = [accessToken, ...keys].map((token) => makeClient(app, token));
      for (const client of [thief, ...scripts]) {
        expect([await whoAmI(client), (await client.get('/api/sites')).status]).toEqual([401, 401]);
      }
      expect((await login(makeClient(app), ANA, PASSWORD)).status).toBe(401);
      const guess = await makeClient(app).post('/api/auth/reset-password', { token: reset, password: 'another horse' });
      expect(guess.status).toBe(400);
      expect((await makeClient(app).post('/api/auth/verify-email', { code: verify })).status).toBe(400);
      // An email that still waits would get a code of its own when it is sent.
      expect(await app.deps.db.selectFrom('mails').selectAll().execute()).toEqual([]);
      expect(await app.deps.db.selectFrom('email_tokens').selectAll().execute()).toEqual([]);
      expect(await app.deps.db.selectFrom('api_keys').selectAll().execute()).toEqual([]);
      expect(await user()).toMatchObject({ sso_subject: 'subject-1', password_hash: null, email_verified: 1 });
      expect([await whoAmI(ana), await sessions()]).toEqual([200, 1]);
    });
  }

  it('keeps what a verified owner made, and later ends nothing', async () => {
    const before = await makeAccount(app, ANA);
    await before.put('/api/auth/me', { companyName: 'Oak & Iron' });
    await before.post('/api/sites', { name: 'Oak & Iron' });
    const ana = makeClient(app);
    const { body } = await logInWithSso(ana, await ssoToken(app, {}));
    expect(body.user).toMatchObject({ companyName: 'Oak & Iron' });
    expect((await ana.get<{ data: { sites: unknown[] } }>('/api/sites')).body.data.sites).toHaveLength(1);
    await logInWithSso(makeClient(app), await ssoToken(app, {}));
    expect([await whoAmI(ana), await sessions()]).toEqual([200, 2]);
  });

  it('leaves nothing of logins with the old password that run beside it', async () => {
    await makeAccount(app, ANA);
    const thieves = [1, 2, 3, 4, 5, 6].map(() => makeClient(app));
    const ana = makeClient(app);
    const token = await ssoToken(app, {});
    const attempts = thieves.map((thief) => login(thief, ANA));
    const [signedOn] = await Promise.all([logInWithSso(ana, token), ...attempts]);
    expect([signedOn.status, await whoAmI(ana)]).toEqual([200, 200]);
    for (const thief of thieves) expect(await whoAmI(thief)).toBe(401);
    expect(await sessions()).toBe(1);
  });

  it('leaves nothing of a key whose making had begun', async () => {
    await makeAccount(app, ANA);
    const {
      accessToken,
      user: { _id: userId },
    } = (await login(makeClient(app), ANA)).body;
    const sessionId = accessToken.split('.')[0] ?? '';
    const thief = { kind: 'user', userId, email: ANA, isVerified: true, role: 'user', sessionId };
    await logInWithSso(makeClient(app), await ssoToken(app, {}));
    const late = createApiKey(app.deps, thief as Parameters<typeof createApiKey>[1], { name: 'K', scope: 'write' });
    await expect(late).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await app.deps.db.selectFrom('api_keys').selectAll().execute()).toEqual([]);
  });

  it('ends the pause of reset emails with the codes that it stood for', async () => {
    const limited = makeAuthStage(database(), { AUTH_RATE_LIMIT: '1' });
    const ask = () => makeClient(limited).post('/api/auth/forgot-password', { email: ANA });
    await makeAccount(limited, ANA);
    await login(makeClient(limited), ANA);
    // Somebody has asked as often as it takes until no more emails are sent that day.
    await ask();
    await limited.deps.db.updateTable('limits').set({ hits: 1_000 }).where('key', 'like', '%mail%').execute();
    await logInWithSso(makeClient(limited), await ssoToken(limited, {}));
    await ask();
    expect(await limited.deps.db.selectFrom('mails').select('kind').execute()).toEqual([{ kind: 'reset-password' }]);
    await limited.stop();
  });

  it.each(['an account that was there', 'a new one'])(
    'binds %s to one of several users who claim its address at once',
    async (account) => {
      if (account !== 'a new one') await makeAccount(app, ANA);
      const tokens = await Promise.all([1, 2, 3, 4, 5].map((n) => ssoToken(app, { sub: `subject ${n}` })));
      const responses = await Promise.all(tokens.map((token) => logInWithSso(makeClient(app), token)));
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
      const winner = responses.findIndex(({ status }) => status === 200);
      expect(await user()).toMatchObject({ sso_subject: `subject ${winner + 1}` });
      expect(await sessions()).toBe(1);
    },
  );

  it('refuses an address that belongs to another user of the system, and changes nothing', async () => {
    const ana = makeClient(app);
    await logInWithSso(ana, await ssoToken(app, {}));
    const bob = await makeAccount(app, 'bob@shop.example');
    const before = await allRows(app.deps.db);
    const body = {
      code: 'conflict',
      message: MESSAGES.ssoAddressTaken,
      errors: [{ field: 'sub', message: MESSAGES.ssoAddressTaken }],
      requestId: expect.any(String),
    };
    for (const email of [ANA, ANA.toUpperCase()]) {
      for (const client of [makeClient(app), bob, ana]) {
        for (const more of [{}, { switchUser: true }]) {
          const response = await logInWithSso(client, await ssoToken(app, { sub: 'subject-2', email }), more);
          expect([response.status, response.body]).toEqual([409, body]);
        }
      }
    }
    expect(await allRows(app.deps.db)).toEqual(before);
    expect([await whoAmI(ana), await whoAmI(bob)]).toEqual([200, 200]);
  });

  it('lets the next user of a released address in, and the previous one out', async () => {
    const previous = makeClient(app);
    await logInWithSso(previous, await ssoToken(app, {}));
    const next = makeClient(app);
    const claims = { sub: 'subject-2' };
    expect((await logInWithSso(next, await ssoToken(app, claims))).status).toBe(409);
    expect(await releaseSso(app.deps, 'Ana@Shop.Example')).toBe('released');
    expect((await logInWithSso(next, await ssoToken(app, claims))).status).toBe(200);
    expect([await whoAmI(previous), await whoAmI(next)]).toEqual([401, 200]);
    expect((await logInWithSso(makeClient(app), await ssoToken(app, {}))).status).toBe(409);
  });

  it('releases only an address that is bound', async () => {
    await makeAccount(app, ANA);
    const before = await allRows(app.deps.db);
    expect(await releaseSso(app.deps, ANA)).toBe('not bound');
    expect(await releaseSso(app.deps, 'nobody@shop.example')).toBe('unknown');
    expect(await allRows(app.deps.db)).toEqual(before);
  });
});
