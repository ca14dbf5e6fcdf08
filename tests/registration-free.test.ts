// Registering with Free, step by step, as scripts and the app do it.
import { expect, it } from 'vitest';
import type { ApiError } from '#server/trpc/errors.ts';
import type { Registration } from '#shared/contract/registration.ts';
import { DAY } from '#shared/time.ts';
import { makeTestApp } from './support/app.ts';
import { describeApp } from './support/apps.ts';
import { whoAmI } from './support/auth.ts';
import { makeClient } from './support/client.ts';
import {
  PASSWORD,
  read,
  registerUntil,
  startRegistration,
  stepOf,
  storedRegistration,
  verify,
} from './support/registration.ts';

const ANA = 'ana@shop.example';

describeApp('registering with Free', { postgres: 'long' }, ({ app, database }) => {
  it('takes the steps in order, and ends with an account that is logged in [spec 3.registration.1 4.registration.1]', async () => {
    const ana = await startRegistration(app, { email: ANA });
    expect(await read(ana)).toMatchObject({
      email: ANA,
      plan: 'free',
      cycle: null,
      status: 'started',
      nextStep: 'create-user',
      isPaid: false,
      isForced: false,
    });
    const made = await stepOf(ana, 'create-user', { password: PASSWORD, displayName: 'Ana' });
    expect([made.status, made.body.registration.status]).toEqual([200, 'user_created']);
    expect(made.body.user).toMatchObject({ email: ANA, displayName: 'Ana', emailVerified: false });
    expect((await ana.client.get('/api/auth/me')).status).toBe(200);
    const check = async () =>
      (
        await ana.client.get<{ verified: boolean; registration: Registration }>(
          `/api/registration/${ana.id}/verify-email`,
        )
      ).body;
    expect(await check()).toMatchObject({ verified: false, registration: { nextStep: 'verify-email' } });
    await verify(app, ana);
    expect(await check()).toMatchObject({ verified: true, registration: { status: 'verified', nextStep: 'finish' } });
    const done = await stepOf(ana, 'finish');
    expect(done.body).toMatchObject({
      registration: { status: 'finished', nextStep: null },
      user: { email: ANA, emailVerified: true, subscription: { type: null, status: 'none', max_sites: 1 } },
    });
    expect((await ana.client.post('/api/sites', { name: 'Oak' })).status).toBe(201);
  });

  it('answers a step that was taken already in the same way again', async () => {
    const ana = await startRegistration(app, { email: ANA });
    const again = await startRegistration(app, { email: ANA }, ana.client);
    expect(again.id).toBe(ana.id);
    const first = await stepOf(ana, 'create-user', { password: PASSWORD, displayName: 'Ana' });
    const second = await stepOf(ana, 'create-user', { password: PASSWORD, displayName: 'Somebody else' });
    expect([second.status, second.body]).toEqual([200, first.body]);
    // With another password there is no session.
    const other = { ...ana, client: makeClient(app) };
    const refused = await stepOf(other, 'create-user', { password: 'another horse' });
    expect([refused.status, 'user' in refused.body, await whoAmI(other.client)]).toEqual([401, false, 401]);
    expect((await stepOf(other, 'create-user', { password: PASSWORD })).status).toBe(200);
    expect(await whoAmI(other.client)).toBe(200);
    await verify(app, ana);
    const finished = await stepOf(ana, 'finish');
    expect(await stepOf(ana, 'finish')).toMatchObject({ status: 200, body: finished.body });
    expect(await stepOf(ana, 'force-finish')).toMatchObject({ status: 200, body: finished.body });
    // Its id alone says nothing of the account.
    const byId = await stepOf({ ...ana, client: makeClient(app) }, 'finish');
    expect(byId.body).toEqual({ registration: finished.body.registration });
    expect(await app.deps.db.selectFrom('users').select('id').execute()).toHaveLength(1);
    expect(await app.deps.db.selectFrom('registrations').select('id').execute()).toHaveLength(1);
    expect(await app.deps.db.selectFrom('mails').select('kind').execute()).toEqual([{ kind: 'verify-email' }]);
  });

  it('refuses an address that has an account, and what is no address or plan [spec 5.registration.1]', async () => {
    await registerUntil(app, ANA, 'finished');
    const start = async (body: unknown) => {
      const answer = await makeClient(app).post<ApiError>('/api/registration', body);
      return [answer.status, answer.body.code, answer.body.errors?.map(({ field }) => field)];
    };
    expect(await start({ email: 'ANA@shop.example' })).toEqual([409, 'conflict', ['email']]);
    expect(await start({ email: 'ana' })).toEqual([400, 'validation', ['email']]);
    expect(await start({})).toEqual([400, 'validation', ['email']]);
    expect(await start({ email: 'bo@shop.example', plan: 'gold' })).toEqual([400, 'validation', ['plan']]);
    expect(await start({ email: 'bo@shop.example', plan: 'growth' })).toEqual([400, 'validation', ['cycle']]);
    expect(await start({ email: 'bo@shop.example', plan: 'growth', cycle: 'weekly' })).toEqual([
      400,
      'validation',
      ['cycle'],
    ]);
    expect(await start({ email: 'bo@shop.example', price: 1 })).toEqual([400, 'validation', ['price']]);
  });

  it('logging in with the address of an unfinished one says that it is to be completed [spec 8.auth-errors.7]', async () => {
    const ana = await startRegistration(app, { email: ANA });
    const login = (password: string, email = ANA) => makeClient(app).post('/api/auth/login', { email, password });
    for (const password of [PASSWORD, 'a wrong horse']) {
      expect(await login(password)).toMatchObject({
        status: 403,
        body: {
          code: 'registration-required',
          message: 'Please complete your registration before continuing.',
        },
      });
    }
    expect((await login(PASSWORD, 'nobody@shop.example')).status).toBe(401);
    await stepOf(ana, 'create-user', { password: PASSWORD });
    expect((await login(PASSWORD)).body).toMatchObject({ user: { email: ANA } });
    const bo = await startRegistration(app, { email: 'bo@shop.example' });
    app.clock.advance(8 * DAY);
    expect((await login(PASSWORD, bo.email)).status).toBe(401);
  });

  it('sends another verification email, at most one a minute', async () => {
    const limited = makeTestApp(database(), { AUTH_RATE_LIMIT: '1' });
    const ana = await registerUntil(limited, ANA, 'user_created');
    expect((await stepOf(ana, 'resend-verification')).body).toMatchObject({
      message: 'You can resend the verification email after 1 minute',
    });
    limited.clock.advance(61_000);
    expect((await stepOf(ana, 'resend-verification')).status).toBe(200);
    expect(await limited.deps.db.selectFrom('mails').selectAll().execute()).toHaveLength(2);
    await limited.stop();
  });

  it('an account that is deleted takes its registration with it', async () => {
    const ana = await registerUntil(app, ANA, 'finished');
    expect(await storedRegistration(app, ana)).toMatchObject({ status: 'finished' });
    await ana.client.delete('/api/auth/me');
    expect(await app.deps.db.selectFrom('registrations').selectAll().execute()).toEqual([]);
    expect((await ana.client.get(`/api/registration/${ana.id}`)).status).toBe(404);
  });
});
