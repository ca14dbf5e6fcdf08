// Attack: take an account over with a session that was stolen, or left open on a borrowed machine: make a key, change the
// password, delete everything; or guess the password in its shelter.
import { expect, it } from 'vitest';
import type { ApiError } from '#server/trpc/errors.ts';
import { appRouter } from '#server/trpc/router.ts';
import { CONFIRMATION_LIFE } from '#shared/limits.ts';
import { MESSAGES } from '#shared/messages.ts';
import { HOUR } from '#shared/time.ts';
import { describeApp } from '#tests/support/apps.ts';
import {
  LIMITED,
  logInWithSso,
  login,
  mailedCode,
  mailedConfirmCode,
  makeAccount,
  PASSWORD,
  register,
  SSO,
  ssoToken,
  whoAmI,
} from '#tests/support/auth.ts';
import { type Client, makeClient, makeKey } from '#tests/support/client.ts';

const ANA = 'ana@shop.example';
const NEW = 'a new horse';

/** Every call by which a session alone could take an account over or end it, with the status of its success. */
const SENSITIVE: Record<string, (client: Client) => ReturnType<Client['call']>> = {
  'apiKeys.create': (client) => client.post('/api/api-keys', { name: 'Mine', scope: 'write' }),
  'auth.changePassword': (client) =>
    client.post('/api/auth/change-password', { currentPassword: PASSWORD, newPassword: NEW }),
  'auth.changeEmail': (client) => client.post('/api/auth/change-email', { email: 'thief@shop.example' }),
  'auth.deleteMe': (client) => client.delete('/api/auth/me'),
};

/** Changes a session may make without a confirmation: they give nobody access, or take away what can be had again. */
const HARMLESS = [
  'auth.register',
  'auth.login',
  'auth.sso',
  'auth.token',
  'auth.logout',
  'auth.updateMe',
  'auth.sendVerificationEmail',
  // To whoever is on the server's own machine, and only to the installation's single user.
  'auth.verifyEmail',
  'auth.forgotPassword',
  'auth.resetPassword',
  'auth.checkReset',
  'auth.confirm',
  'auth.sendConfirmCode',
  'auth.cancelEmailChange',
  'auth.endSession',
  'auth.endOtherSessions',
  'apiKeys.revoke',
];

it('every change of the account is on one of the two lists', () => {
  const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>;
  const changes = Object.keys(procedures).filter(
    (path) => /^(?:auth|apiKeys)\./.test(path) && procedures[path]?._def.type === 'mutation',
  );
  expect(changes.sort()).toEqual([...Object.keys(SENSITIVE), ...HARMLESS].sort());
});

describeApp('a session', { postgres: 'long', env: { ...SSO, ...LIMITED } }, ({ app }) => {
  const confirm = (client: Client, body: object) => client.post('/api/auth/confirm', body);
  const isRefused = async (client: Client, path: string) => {
    const { status, body } = (await SENSITIVE[path]?.(client)) ?? {};
    return status === 403 && (body as ApiError).code === 'confirm-required';
  };
  const rows = async () =>
    JSON.stringify([
      await app.deps.db.selectFrom('users').selectAll().execute(),
      await app.deps.db.selectFrom('api_keys').selectAll().execute(),
    ]);
  /** @returns a browser of somebody whose account has no password: they come by single sign-on. */
  const makeSsoUser = async () => {
    const client = makeClient(app);
    expect((await logInWithSso(client, await ssoToken(app, {}))).status).toBe(200);
    return client;
  };
  for (const path of Object.keys(SENSITIVE)) {
    it(`older than ten minutes does nothing by ${path}, until its user confirms`, async () => {
      const ana = await makeAccount(app, ANA);
      const before = await rows();
      app.clock.advance(CONFIRMATION_LIFE);
      const { accessToken } = (await ana.post<{ accessToken: string }>('/api/auth/token')).body;
      for (const client of [ana, makeClient(app, accessToken)]) {
        const answer = await SENSITIVE[path]?.(client);
        expect([answer?.status, answer?.body]).toEqual([
          403,
          {
            code: 'confirm-required',
            message: MESSAGES.confirmRequired,
            errors: [{ field: 'password', message: MESSAGES.confirmByPassword }],
            requestId: expect.any(String),
          },
        ]);
        // Neither input nor account is looked at before.
        const empty = await client.procedure<ApiError>('mutation', path, { made: 'up' });
        expect([empty.status, empty.body.code]).toEqual([403, 'confirm-required']);
      }
      expect(await rows()).toBe(before);
      expect((await confirm(ana, { password: 'wrong one' })).body).toMatchObject({
        code: 'validation',
        errors: [{ field: 'password', message: MESSAGES.wrongPassword }],
      });
      expect(await isRefused(ana, path)).toBe(true);
      expect((await confirm(ana, { password: PASSWORD })).body).toEqual({ confirmed: true });
      // Not even by setting the clock back.
      app.clock.advance(-HOUR);
      expect(await isRefused(ana, path)).toBe(true);
      app.clock.advance(HOUR + CONFIRMATION_LIFE - 1);
      expect((await SENSITIVE[path]?.(ana))?.status).toBeLessThan(300);
    });
  }

  it('is confirmed by a login, a registration with a password, and a single sign-on; alone, for ten minutes', async () => {
    const registered = await makeAccount(app, 'bob@shop.example');
    const signedOn = await makeSsoUser();
    for (const client of [registered, signedOn]) expect(await isRefused(client, 'apiKeys.create')).toBe(false);
    app.clock.advance(CONFIRMATION_LIFE);
    for (const client of [registered, signedOn]) expect(await isRefused(client, 'apiKeys.create')).toBe(true);
    const loggedIn = makeClient(app);
    await login(loggedIn, 'bob@shop.example');
    expect(await isRefused(loggedIn, 'apiKeys.create')).toBe(false);
    // Not the user's other sessions, however they are kept alive.
    await registered.post('/api/auth/token');
    expect(await isRefused(registered, 'apiKeys.create')).toBe(true);
    await confirm(registered, { password: PASSWORD });
    expect(await isRefused(signedOn, 'apiKeys.create')).toBe(true);
  });

  it('started without any proof is not confirmed: whoever registers without a password has shown nothing', async () => {
    const script = makeClient(app);
    await script.post('/api/auth/register', { email: ANA });
    expect(await isRefused(script, 'auth.deleteMe')).toBe(true);
    expect((await confirm(script, { password: 'anything' })).body).toMatchObject({ message: MESSAGES.confirmByCode });
    expect((await script.post('/api/auth/confirm-code')).status).toBe(200);
    expect((await confirm(script, { code: await mailedConfirmCode(app) })).status).toBe(200);
    expect((await SENSITIVE['auth.deleteMe']?.(script))?.status).toBe(204);
  });

  it('allows five guesses of the password in a quarter of an hour, and its own count alone', async () => {
    const thief = await makeAccount(app, ANA);
    const owner = makeClient(app);
    await login(owner, ANA);
    app.clock.advance(CONFIRMATION_LIFE);
    const guess = (client: Client, n: number) => confirm(client, { password: `guess ${n}` });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => guess(thief, n)));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status === 429);
    expect([refused.length, refused[0]?.headers.get('retry-after')]).toEqual([15, '900']);
    // The same count as for the current password.
    expect((await SENSITIVE['auth.changePassword']?.(thief))?.status).toBe(403);
    expect((await confirm(thief, { password: PASSWORD })).status).toBe(429);
    expect((await confirm(owner, { password: PASSWORD })).status).toBe(200);
    expect((await SENSITIVE['auth.changePassword']?.(owner))?.status).toBe(200);
    expect(await whoAmI(thief)).toBe(401);
  });

  it('and its guesses count for the account, whose owner is told', async () => {
    const thief = await makeAccount(app, ANA);
    await app.deps.db.deleteFrom('mails').execute();
    for (let n = 0; n < 5; n++) await confirm(thief, { password: `guess ${n}` });
    const kinds = () => app.deps.db.selectFrom('mails').select('kind').execute();
    const elsewhere = (n: number) =>
      app.fetch('/api/auth/login', {
        method: 'POST',
        headers: {
          authorization: 'Bearer none',
          'content-type': 'application/json',
          'x-forwarded-for': `10.0.0.${n}`,
        },
        body: JSON.stringify({ email: ANA, password: `guess ${n}` }),
      });
    for (let n = 0; n < 95; n++) await elsewhere(n);
    expect(await kinds()).toEqual([]);
    await elsewhere(95);
    expect(await kinds()).toEqual([{ kind: 'password-guessed' }]);
  });

  it('right passwords are limited, too: 30 a minute and address, by however many sessions', async () => {
    const ana = await makeAccount(app, ANA);
    const other = makeClient(app);
    await login(other, ANA, PASSWORD);
    const statuses: number[] = [];
    for (let n = 0; n < 32; n++) statuses.push((await confirm(n % 2 ? ana : other, { password: PASSWORD })).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect((await confirm(ana, { password: PASSWORD })).headers.get('retry-after')).toBe('60');
  });

  /** Each gives the account another password. */
  const WAYS = {
    async 'a reset'(_: Client, email: string, more: object) {
      await makeClient(app).post('/api/auth/forgot-password', { email });
      const token = await mailedCode(app, email, 'reset');
      return makeClient(app).post('/api/auth/reset-password', { token, password: NEW, ...more });
    },
    'a changed password': (ana: Client, _: string, more: object) =>
      ana.post('/api/auth/change-password', { currentPassword: PASSWORD, newPassword: NEW, ...more }),
  };
  it.each([
    ['a reset', {}, 401],
    ['a reset', { revokeApiKeys: true }, 401],
    ['a reset', { revokeApiKeys: false }, 200],
    ['a changed password', {}, 200],
    ['a changed password', { revokeApiKeys: true }, 401],
    ['a changed password', { revokeApiKeys: false }, 200],
  ] as const)('%s ends API keys as its owner says: %j', async (way, more, expected) => {
    const ana = await makeAccount(app, ANA);
    const script = makeClient(app, (await makeKey(ana, 'read', 'Mine')).key);
    const guess = { currentPassword: 'a guess', newPassword: NEW, ...more };
    expect((await ana.post('/api/auth/change-password', guess)).status).toBe(400);
    expect((await script.get('/api/sites')).status).toBe(200);
    expect((await WAYS[way](ana, ANA, more)).status).toBe(200);
    expect((await script.get('/api/sites')).status).toBe(expected);
    expect(await whoAmI(ana)).toBe(way === 'a reset' ? 401 : 200);
  });

  it('is what a key is not: it is never asked, and gets to none of these calls', async () => {
    const ana = await makeAccount(app, ANA);
    const apiKey = await makeKey(ana, 'write', 'Mine');
    app.clock.advance(CONFIRMATION_LIFE);
    const script = makeClient(app, apiKey.key);
    // So that its last use stands in its row.
    await script.get('/api/sites');
    const before = await rows();
    for (const [path, call] of Object.entries(SENSITIVE)) {
      const { status, body } = await call(script);
      expect([path, status, (body as ApiError).code]).toEqual([path, 403, 'forbidden']);
    }
    expect((await confirm(script, { password: PASSWORD })).body).toMatchObject({ code: 'forbidden' });
    expect(await rows()).toBe(before);
    expect((await script.post('/api/sites', { name: 'By script' })).status).toBe(201);
  });

  it('is not confirmed by a registration beside it', async () => {
    const ana = await makeAccount(app, ANA);
    app.clock.advance(CONFIRMATION_LIFE);
    const accessToken = (await ana.post<{ accessToken: string }>('/api/auth/token')).body.accessToken;
    await register(makeClient(app, accessToken), 'other@shop.example');
    expect(await isRefused(ana, 'apiKeys.create')).toBe(true);
  });
});
