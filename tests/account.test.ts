// Managing one's account over REST: profile, password, sessions, keys, and deletion.

import { expect, it } from 'vitest';
import type { ApiError } from '#server/trpc/errors.ts';
import type { NewApiKey } from '#shared/contract/api-key.ts';
import type { AccountSession } from '#shared/contract/session.ts';
import { API_KEYS_MAX } from '#shared/limits.ts';
import { MESSAGES, TOASTS } from '#shared/messages.ts';
import { isoNow } from '#shared/time.ts';
import { describeApp } from './support/apps.ts';
import {
  login,
  mailedCode,
  makeAccount,
  makeAuthStage,
  PASSWORD,
  register,
  type SignedInBody,
  SSO,
  whoAmI,
} from './support/auth.ts';
import { makeClient, makeShop } from './support/client.ts';
import { onBothDatabases } from './support/databases.ts';
import { eachTest } from './support/stages.ts';

const ANA = 'ana@shop.example';

describeApp('an account', { postgres: 'long', env: SSO }, ({ app }) => {
  const ana = eachTest(() => makeAccount(app, ANA));

  const change = (fields: object) => ana.put<SignedInBody & ApiError>('/api/auth/me', fields);
  const makeKey = async (scope: string, name = 'Script') =>
    (await ana.post<{ apiKey: NewApiKey }>('/api/api-keys', { name, scope })).body.apiKey;

  it('changes only the given fields, clears empty ones, and strips tags', async () => {
    const photoURL = 'https://shop.example/ana.jpg';
    const integrations = ['Shopify', { id: 'zapier', since: 2026 }];
    await change({ displayName: ' Ana <b>Lima</b> ', companyName: 'Oak & Iron', photoURL, integrations });
    const { body } = await change({ companyName: '' });
    expect(body.user).toMatchObject({ displayName: 'Ana Lima', companyName: null, photoURL, integrations });
    expect((await change({ photoURL: '', displayName: null })).body.user).toMatchObject({
      photoURL: null,
      displayName: null,
      integrations,
    });
    expect((await ana.get<SignedInBody>('/api/auth/me')).body.user).toMatchObject({ email: ANA, integrations });
  });

  it('lists every invalid field of a profile, and changes nothing', async () => {
    const { status, body } = await change({
      displayName: 'x'.repeat(81),
      photoURL: 'javascript:alert(1)',
      companyName: 7,
      integrations: [''],
      role: 'admin',
    });
    expect([status, body.code, body.message]).toEqual([400, 'validation', MESSAGES.validation]);
    const fields = body.errors?.map(({ field }) => field) ?? [];
    expect(fields.sort()).toEqual(['companyName', 'displayName', 'integrations.0', 'photoURL', 'role']);
    for (const photoURL of ['/ana.jpg', 'data:image/png,x', 'https://'])
      expect([photoURL, (await change({ photoURL })).status]).toEqual([photoURL, 400]);
    for (const integrations of ['x', [7], [{ deep: { er: { still: { more: 1 } } } }], Array(51).fill('x')])
      expect((await change({ integrations })).status).toBe(400);
    expect((await ana.get<SignedInBody>('/api/auth/me')).body.user).toMatchObject({ displayName: null, role: 'user' });
  });

  it('changes its password given the current one, ends the other sessions, and sends an email', async () => {
    const other = makeClient(app);
    await login(other, ANA);
    const set = (currentPassword: string, newPassword: string) =>
      ana.post('/api/auth/change-password', { currentPassword, newPassword });
    expect((await set('wrong one', 'a new horse')).body).toMatchObject({
      code: 'validation',
      errors: [{ field: 'currentPassword', message: MESSAGES.currentPasswordWrong }],
    });
    expect((await set(PASSWORD, ANA.toUpperCase())).body.errors?.[0]?.field).toBe('newPassword');
    expect((await set(PASSWORD, 'short')).body.errors?.[0]?.message).toBe(MESSAGES.passwordWeak);
    expect(await whoAmI(other)).toBe(200);
    expect((await set(PASSWORD, 'a new horse')).status).toBe(200);
    expect([await whoAmI(ana), await whoAmI(other)]).toEqual([200, 401]);
    expect((await login(makeClient(app), ANA, PASSWORD)).status).toBe(401);
    expect((await login(makeClient(app), ANA, 'a new horse')).status).toBe(200);
    const kinds = await app.deps.db.selectFrom('mails').select('kind').execute();
    expect(kinds.map(({ kind }) => kind)).toContain('password-changed');
  });

  it('lists its sessions, and ends one of them or all others', async () => {
    app.clock.advance(60_000);
    const phone = makeClient(app);
    await phone.call('POST', '/api/auth/login', { email: ANA, password: PASSWORD }, { 'user-agent': 'Phone/1.0' });
    const third = makeClient(app);
    await login(third, ANA);
    const list = async () => (await ana.get<{ sessions: AccountSession[] }>('/api/auth/sessions')).body.sessions;
    const sessions = await list();
    expect(sessions).toHaveLength(3);
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    const phones = sessions.find(({ userAgent }) => userAgent === 'Phone/1.0');
    expect(phones).toMatchObject({ isCurrent: false, lastUsedAt: isoNow(app.clock) });
    expect((await ana.delete(`/api/auth/sessions/${phones?.id}`)).status).toBe(204);
    expect((await ana.delete(`/api/auth/sessions/${phones?.id}`)).status).toBe(404);
    expect([await whoAmI(phone), await whoAmI(third)]).toEqual([401, 200]);
    expect((await ana.delete('/api/auth/sessions')).status).toBe(204);
    expect([await whoAmI(third), await whoAmI(ana)]).toEqual([401, 200]);
    expect(await list()).toHaveLength(1);
  });

  it('shows a key once, stores only its hash, and records its last use once a minute', async () => {
    const made = await makeKey('read', 'Nightly report');
    expect(made).toMatchObject({ name: 'Nightly report', scope: 'read', lastUsedAt: null });
    expect(made.key).toMatch(/^pb_[\w-]{43}$/);
    const stored = JSON.stringify(await app.deps.db.selectFrom('api_keys').selectAll().execute());
    expect(stored).not.toContain(made.key);
    const list = async () => (await ana.get<{ apiKeys: NewApiKey[] }>('/api/api-keys')).body.apiKeys;
    expect(await list()).toEqual([{ ...made, key: undefined }].map(({ key: _, ...rest }) => rest));
    const script = makeClient(app, made.key);
    const uses: (string | null | undefined)[] = [];
    for (const pause of [0, 59_000, 2_000]) {
      app.clock.advance(pause);
      expect((await script.get('/api/sites')).status).toBe(200);
      uses.push((await list())[0]?.lastUsedAt);
    }
    expect(uses[0]).toBe(uses[1]);
    expect(uses[2]).toBe(isoNow(app.clock));
    await ana.delete(`/api/api-keys/${made.id}`);
    expect((await script.get('/api/sites')).body).toMatchObject({
      code: 'unauthenticated',
      message: MESSAGES.keyNotValid,
    });
  });

  it('lets a write key act as its owner, with notifications marked as from the API, but not manage the account', async () => {
    const shop = await makeShop(ana);
    const [reader, writer] = [
      makeClient(app, (await makeKey('read')).key),
      makeClient(app, (await makeKey('write')).key),
    ];
    const path = `/api/widgets/${shop.widget.id}/notifications`;
    const notification = { type: 'custom', message: 'Hello' };
    expect((await reader.post(path, notification)).body).toMatchObject({
      code: 'forbidden',
      message: MESSAGES.keyReadOnly,
    });
    expect((await writer.post<{ notification: object }>(path, notification)).body.notification).toMatchObject({
      source: 'api',
    });
    for (const [method, row] of [
      ['GET', '/api/auth/me'],
      ['DELETE', '/api/auth/me'],
      ['GET', '/api/api-keys'],
      ['POST', '/api/auth/token'],
    ] as const) {
      const { status, body } = await writer.call(method, row, method === 'POST' ? {} : undefined);
      expect([row, status, body]).toEqual([row, 403, expect.objectContaining({ message: MESSAGES.keyNotHere })]);
    }
    for (let n = (await app.deps.db.selectFrom('api_keys').select('id').execute()).length; n < API_KEYS_MAX; n++)
      expect((await ana.post('/api/api-keys', { name: `Key ${n}`, scope: 'read' })).status).toBe(201);
    expect((await ana.post('/api/api-keys', { name: 'One more', scope: 'read' })).status).toBe(409);
  });

  it('can be registered by a script without a password; the emailed link sets one and verifies the address', async () => {
    const email = 'new@shop.example';
    const { status, body } = await makeClient(app).post<SignedInBody>('/api/auth/register', {
      email,
      displayName: 'New',
      firebaseUid: 'x',
    });
    expect([status, body.user]).toEqual([201, expect.objectContaining({ emailVerified: false, firebaseUid: 'x' })]);
    expect((await login(makeClient(app), email, '')).status).toBe(400);
    expect((await login(makeClient(app), email, 'anything')).body).toMatchObject({ message: MESSAGES.wrongPassword });
    const token = await mailedCode(app, email, 'reset');
    app.clock.advance(23 * 3_600_000);
    await makeClient(app).post('/api/auth/reset-password', { token, password: 'a new horse' });
    const signedIn = await login(makeClient(app), email, 'a new horse');
    expect(signedIn.body.user).toMatchObject({ emailVerified: true });
  });

  it('can be deleted with its access token without logging out another user in the browser', async () => {
    const { accessToken } = (await ana.post<SignedInBody>('/api/auth/token')).body;
    const bob = await makeAccount(app, 'bob@shop.example');
    const headers = { authorization: `Bearer ${accessToken}` };
    expect((await bob.call('DELETE', '/api/auth/me', undefined, headers)).status).toBe(204);
    expect((await ana.get('/api/auth/me')).status).toBe(401);
    expect((await bob.get('/api/auth/me')).status).toBe(200);
  });

  it('leaves nothing behind when deleted', async () => {
    const { widget, site } = await makeShop(ana);
    await makeKey('write');
    await ana.post('/api/auth/forgot-password', { email: ANA });
    await makeAccount(app, 'bob@shop.example');
    const { body } = await ana.get<{ user: { _id: string } }>('/api/auth/me');
    const payload = async () => (await makeClient(app).get(`/api/embed/${site.id}`)).status;
    expect(await payload()).toBe(200);
    expect((await ana.delete('/api/auth/me')).status).toBe(204);
    expect(await payload()).toBe(404);
    expect(ana.cookies.has('proofbell_session')).toBe(false);
    expect((await login(makeClient(app), ANA)).body).toMatchObject({ message: MESSAGES.userNotFound });
    const { db } = app.deps;
    // An email says so; nothing but its address is kept until it is sent.
    const farewell = await db.selectFrom('mails').selectAll().where('recipient', '=', ANA).execute();
    expect(farewell).toMatchObject([{ kind: 'account-deleted', user_id: null }]);
    await app.running.mailer.flush();
    const tables = ['users', 'sessions', 'email_tokens', 'api_keys', 'mails', 'limits', 'sites', 'widgets'] as const;
    const left = JSON.stringify(await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute())));
    for (const trace of [ANA, body.user._id, site.id, widget.id]) expect(left).not.toContain(trace);
    expect(left).toContain('bob@shop.example');
    expect((await register(makeClient(app), ANA)).status).toBe(201);
  });
});

onBothDatabases('the limits on auth', { postgres: 'long' }, (database) => {
  it('respond 429 with Retry-After and the text: login, reset, resend, password, refresh', {
    tags: ['long'],
  }, async () => {
    const app = makeAuthStage(database(), { AUTH_RATE_LIMIT: '1' });
    const ana = await makeAccount(app, ANA);
    const refusalOf = async (
      times: number,
      send: () => Promise<{ status: number; body: ApiError; headers: Headers }>,
    ) => {
      for (let n = 0; n < times; n++) expect((await send()).status).not.toBe(429);
      const { status, body, headers } = await send();
      return [status, body.code, body.message, headers.get('retry-after')];
    };
    const post = (path: string, body: object, client = makeClient(app)) => client.post(`/api/auth/${path}`, body);
    const { tooManyRequests, tooManyCalls } = MESSAGES;
    const refused = (message: string, seconds: number) => [429, 'rate-limited', message, String(seconds)];
    expect(await refusalOf(5, () => post('login', { email: ANA, password: 'wrong one' }))).toEqual(
      refused(tooManyRequests, 900),
    );
    expect(await refusalOf(20, () => post('forgot-password', { email: ANA }))).toEqual(refused(tooManyCalls, 3_600));
    const guess = { token: 'made up', password: 'a new horse' };
    expect(await refusalOf(20, () => post('reset-password', guess))).toEqual(refused(tooManyCalls, 3_600));
    const wrong = { currentPassword: 'wrong one', newPassword: 'a new horse' };
    expect(await refusalOf(5, () => post('change-password', wrong, ana))).toEqual(refused(tooManyRequests, 900));
    expect(await refusalOf(60, () => post('token', {}, ana))).toEqual(refused(tooManyCalls, 60));
    const fresh = makeClient(app);
    await register(fresh, 'fresh@shop.example');
    // The registration's own email was the first.
    expect(await refusalOf(0, () => post('send-verification-email', {}, fresh))).toEqual(
      refused(TOASTS.pleaseWait.description, 60),
    );
    expect(JSON.stringify(await app.deps.db.selectFrom('limits').selectAll().execute())).not.toContain('shop.example');
    await app.stop();
  });
});
