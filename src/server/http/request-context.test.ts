// Who a request comes from: the access token if there is one, else the session cookie.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ACCESS_TOKEN_LIFE } from '#shared/limits.ts';
import { makeTestApp, type TestApp } from '#tests/support/app.ts';
import { type Client, makeClient, makeOwner } from '#tests/support/client.ts';
import { onBothDatabases } from '#tests/support/databases.ts';

type Me = { user: { email: string }; message?: string };

onBothDatabases('a caller', { postgres: 'long' }, (database) => {
  let app: TestApp;
  let owner: Client;
  let accessToken: string;
  beforeEach(async () => {
    app = makeTestApp(database());
    owner = await makeOwner(app);
    accessToken = (await owner.post<{ accessToken: string }>('/api/auth/token')).body.accessToken;
  });
  afterEach(async () => {
    vi.useRealTimers();
    await app.stop();
  });

  const me = (client: Client, headers: Record<string, string> = {}) =>
    client.call<Me>('GET', '/api/auth/me', undefined, headers);

  it('is known by cookie and by access token', async () => {
    expect((await me(owner)).body.user.email).toBe('owner@shop.example');
    expect((await me(makeClient(app, accessToken))).body.user.email).toBe('owner@shop.example');
    expect((await me(makeClient(app))).status).toBe(401);
  });

  it('is refused for a bad Authorization header even with a good cookie', async () => {
    const bad = ['Bearer wrong', 'Bearer', 'Bearer ', 'Basic b3duZXI6eA==', accessToken, `Bearer ${accessToken}x`, ''];
    for (const authorization of bad) {
      const response = await me(owner, { authorization });
      expect([authorization, response.status]).toEqual([authorization, 401]);
      expect(response.body.message).toBe("The access token isn't valid");
    }
    expect((await me(owner, { authorization: `bearer   ${accessToken}` })).status).toBe(200);
    const { status } = await owner.call('GET', '/api/trpc/auth.me', undefined, { authorization: 'Bearer wrong' });
    expect(status).toBe(401);
  });

  it('is the user of the access token, not of the cookie', async () => {
    const other = await makeOwner(app, 'other@shop.example');
    const response = await me(other, { authorization: `Bearer ${accessToken}` });
    expect(response.body.user.email).toBe('owner@shop.example');
  });

  it('is no longer known by an access token once its session has expired, even before it is removed', async () => {
    const { db } = app.deps;
    const expireAt = (at: number) =>
      db
        .updateTable('sessions')
        .set({ expires_at: new Date(at).toISOString() })
        .execute();
    const script = makeClient(app, accessToken);
    await expireAt(app.clock.now() + 1);
    expect((await me(script)).status).toBe(200);
    await expireAt(app.clock.now());
    expect((await me(script)).status).toBe(401);
    expect(await db.selectFrom('sessions').selectAll().execute()).toHaveLength(1);
  });

  it('is no longer known by an access token after an hour, nor after logging out', async () => {
    const script = makeClient(app, accessToken);
    app.clock.advance(ACCESS_TOKEN_LIFE - 1);
    expect((await me(script)).status).toBe(200);
    app.clock.advance(1);
    expect((await me(script)).status).toBe(401);
    const fresh = (await owner.post<{ accessToken: string }>('/api/auth/token')).body.accessToken;
    expect((await me(makeClient(app, fresh))).status).toBe(200);
    expect((await owner.post('/api/auth/logout')).status).toBe(204);
    expect(owner.cookies.has('proofbell_session')).toBe(false);
    expect((await me(makeClient(app, fresh))).status).toBe(401);
    expect((await me(owner)).status).toBe(401);
  });

  it('can log out with the access token alone, which ends its session', async () => {
    expect((await makeClient(app, accessToken).post('/api/auth/logout')).status).toBe(204);
    expect((await me(owner)).status).toBe(401);
  });

  it('can log out twice, or without having logged in', async () => {
    await owner.post('/api/auth/logout');
    expect((await owner.post('/api/auth/logout')).status).toBe(204);
    expect((await makeClient(app).post('/api/auth/logout')).status).toBe(204);
  });

  it('keeps its other sessions when logging out of one', async () => {
    const phone = makeClient(app);
    await phone.post('/api/auth/login', { email: 'owner@shop.example', password: 'correct horse' });
    await owner.post('/api/auth/logout');
    expect((await me(phone)).status).toBe(200);
  });

  it('gets the extended cookie and the cleared one when logging out late, on tRPC and REST', async () => {
    const phone = makeClient(app);
    await phone.post('/api/auth/login', { email: 'owner@shop.example', password: 'correct horse' });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 86_400_000 });
    const both = [
      expect.stringMatching(/^proofbell_session=\w+;.*Max-Age=2592000/),
      expect.stringMatching(/^proofbell_session=;.*Max-Age=0/),
      expect.stringMatching(/^proofbell_registration=;.*Max-Age=0/),
    ];
    expect((await owner.post('/api/auth/logout')).headers.getSetCookie()).toEqual(both);
    expect((await phone.procedure('mutation', 'auth.logout')).headers.getSetCookie()).toEqual(both);
  });

  it('gets a fresh cookie once in the second half of the session’s life, on tRPC and REST', async () => {
    const later = Date.now() + 16 * 86_400_000;
    vi.useFakeTimers({ toFake: ['Date'], now: later });
    const response = await me(owner);
    expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^proofbell_session=.*Max-Age=2592000/)]);
    expect((await me(owner)).headers.getSetCookie()).toEqual([]);
    vi.useFakeTimers({ toFake: ['Date'], now: later + 16 * 86_400_000 });
    const procedure = await owner.procedure('query', 'auth.me');
    expect(procedure.headers.getSetCookie()).toEqual([expect.stringMatching(/^proofbell_session=/)]);
  });
});
