// Single sign-on: who a token logs in, and every kind of token that is refused.
import { expect, it } from 'vitest';
import { MESSAGES } from '#shared/messages.ts';
import { makeTestApp } from './support/app.ts';
import { describeApp } from './support/apps.ts';
import { logInWithSso, makeAccount, makeAuthStage, SSO, ssoToken, whoAmI } from './support/auth.ts';
import { makeClient } from './support/client.ts';

const ANA = 'ana@shop.example';

describeApp('single sign-on', { postgres: 'long', env: SSO }, ({ app, database }) => {
  const users = () => app.deps.db.selectFrom('users').selectAll().execute();
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

  it('creates a verified account with the role user for an unknown user, and logs in', async () => {
    const client = makeClient(app);
    const response = await logInWithSso(client, await ssoToken(app, { name: 'Ana', role: 'admin' }));
    expect(response.status).toBe(200);
    expect(response.body.user).toMatchObject({ email: ANA, displayName: 'Ana', role: 'user', emailVerified: true });
    expect(await whoAmI(client)).toBe(200);
    expect(await whoAmI(makeClient(app, response.body.accessToken))).toBe(200);
    expect(await users()).toMatchObject([{ password_hash: null, sso_subject: 'subject-1' }]);
  });

  it('recognizes a user by address the first time, then by subject even if the address changes', async () => {
    await makeAccount(app, ANA);
    const [before] = await users();
    for (const email of ['Ana@Shop.Example', 'ana@elsewhere.example']) {
      const { body } = await logInWithSso(makeClient(app), await ssoToken(app, { email }));
      expect(body.user).toMatchObject({ _id: before?.id, email: ANA });
    }
    expect(await users()).toHaveLength(1);
  });

  it('accepts a token once, even when it is sent several times at once', async () => {
    const token = await ssoToken(app, {});
    const responses = await Promise.all([1, 2, 3, 4].map(() => logInWithSso(makeClient(app), token)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    expect((await logInWithSso(makeClient(app), token)).body).toMatchObject({
      code: 'unauthenticated',
      message: MESSAGES.ssoTokenUsed,
      errors: [{ field: 'token' }],
    });
    app.clock.advance(3 * 24 * 60 * 60_000);
    await logInWithSso(makeClient(app), await ssoToken(app, {}));
    expect(await app.deps.db.selectFrom('sso_tokens').selectAll().execute()).toHaveLength(1);
  });

  it('refuses any token that the operator’s system did not sign for this installation and time', async () => {
    const seconds = Math.floor(app.clock.now() / 1000);
    const claims = { email: ANA, sub: 's', aud: 'http://proofbell.test', jti: 'j', exp: seconds + 60 };
    const good = await ssoToken(app, {});
    const [header = '', payload = '', signature = ''] = good.split('.');
    const { ssoTokenNotValid, ssoTokenExpired } = MESSAGES;
    const cases: [what: string, token: string, message: string][] = [
      ['another secret', await ssoToken(app, {}, 'another secret, of more than 32 bytes!'), ssoTokenNotValid],
      ['another audience', await ssoToken(app, { aud: 'http://other.test' }), ssoTokenNotValid],
      ['ended', await ssoToken(app, { exp: seconds - 1 }), ssoTokenExpired],
      ['good for longer than five minutes', await ssoToken(app, { exp: seconds + 301 }), ssoTokenNotValid],
      ['no algorithm', `${encode({ alg: 'none' })}.${encode(claims)}.`, ssoTokenNotValid],
      ['no algorithm, with a signature', `${encode({ alg: 'none' })}.${payload}.${signature}`, ssoTokenNotValid],
      ['another algorithm', `${encode({ alg: 'HS512' })}.${payload}.${signature}`, ssoTokenNotValid],
      ['another payload', `${header}.${encode({ ...claims, email: 'eve@x.example' })}.${signature}`, ssoTokenNotValid],
      ['no address', await ssoToken(app, { email: undefined }), ssoTokenNotValid],
      ['an address that is none', await ssoToken(app, { email: 'ana' }), ssoTokenNotValid],
      ['an address that is an object', await ssoToken(app, { email: { $ne: '' } }), ssoTokenNotValid],
      ['an address that no database stores', await ssoToken(app, { email: 'a\0@shop.example' }), ssoTokenNotValid],
      ['no subject', await ssoToken(app, { sub: '' }), ssoTokenNotValid],
      ['no id', await ssoToken(app, { jti: '' }), ssoTokenNotValid],
      ['no token', 'made up', ssoTokenNotValid],
    ];
    for (const [what, token, message] of cases) {
      const { status, body } = await logInWithSso(makeClient(app), token);
      expect([what, status, body]).toEqual([what, 401, expect.objectContaining({ message })]);
    }
    expect(await users()).toEqual([]);
    expect((await logInWithSso(makeClient(app), good)).status).toBe(200);
  });

  it('asks before continuing as someone else, and leaves the token unused', async () => {
    const bob = await makeAccount(app, 'bob@shop.example');
    const token = await ssoToken(app, {});
    expect((await logInWithSso(bob, token)).body).toMatchObject({ code: 'conflict', message: MESSAGES.ssoOtherUser });
    expect((await bob.get<{ user: { email: string } }>('/api/auth/me')).body.user.email).toBe('bob@shop.example');
    expect((await logInWithSso(bob, token, { switchUser: true })).status).toBe(200);
    expect((await bob.get<{ user: { email: string } }>('/api/auth/me')).body.user.email).toBe(ANA);
    // The previous session has ended.
    expect(await app.deps.db.selectFrom('sessions').selectAll().execute()).toHaveLength(1);
  });

  it('does not ask a user who is logged in already', async () => {
    const ana = await makeAccount(app, ANA);
    expect((await logInWithSso(ana, await ssoToken(app, {}))).status).toBe(200);
  });

  it('is not found when no secret is set', async () => {
    const plain = makeTestApp(database());
    const response = await logInWithSso(makeClient(plain), await ssoToken(app, {}));
    expect([response.status, response.body]).toEqual([
      404,
      expect.objectContaining({ message: MESSAGES.ssoNotConfigured }),
    ]);
    await plain.stop();
  });

  it('limits guesses from one address', async () => {
    const limited = makeAuthStage(database(), { AUTH_RATE_LIMIT: '1' });
    for (let n = 0; n < 20; n++) expect((await logInWithSso(makeClient(limited), 'made up')).status).toBe(401);
    const refused = await logInWithSso(makeClient(limited), await ssoToken(limited, {}));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900']);
    await limited.stop();
  });
});
