// Registering with Free, step by step, as scripts and the app do it.
import { expect, it } from 'vitest';
import type { ApiError } from '#server/trpc/errors.ts';
import type { Registration, RegistrationLookup } from '#shared/contract/registration.ts';
import { makeTestApp, type TestApp } from './support/app.ts';
import { mailedLink, makeClient } from './support/client.ts';
import { onBothDatabases } from './support/databases.ts';
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

onBothDatabases('registering with Free', { postgres: 'long' }, (database) => {
  const withApp = async (use: (app: TestApp) => Promise<void>, environment: Record<string, string> = {}) => {
    const app = makeTestApp(database(), environment);
    await use(app);
    await app.stop();
  };

  it('takes the steps in order, and ends with an account that is logged in [spec 3.registration.1 4.registration.1]', () =>
    withApp(async (app) => {
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
    }));

  it('answers a step that was taken already in the same way again', () =>
    withApp(async (app) => {
      const ana = await startRegistration(app, { email: ANA });
      const again = await startRegistration(app, { email: ANA }, ana.client);
      expect(again.id).toBe(ana.id);
      const first = await stepOf(ana, 'create-user', { password: PASSWORD });
      const second = await stepOf(ana, 'create-user', { password: PASSWORD });
      expect([second.status, second.body]).toEqual([200, first.body]);
      const other = await stepOf({ ...ana, client: makeClient(app) }, 'create-user', { password: 'another horse' });
      expect(other.status).toBe(401);
      await verify(app, ana);
      const finished = await stepOf(ana, 'finish');
      expect(await stepOf(ana, 'finish')).toMatchObject({ status: 200, body: finished.body });
      expect(await stepOf(ana, 'force-finish')).toMatchObject({ status: 200, body: finished.body });
      // Its id alone says nothing of the account.
      const byId = await stepOf({ ...ana, client: makeClient(app) }, 'finish');
      expect(byId.body).toEqual({ registration: finished.body.registration });
      expect(await app.deps.db.selectFrom('users').select('id').execute()).toHaveLength(1);
    }));

  it('force-finish ends it before the address is verified, and opens nothing', () =>
    withApp(async (app) => {
      const ana = await registerUntil(app, ANA, 'user_created');
      const { status, body } = await stepOf(ana, 'force-finish');
      expect([status, body.registration.status, body.user.emailVerified]).toEqual([200, 'finished', false]);
      const refused = await ana.client.post('/api/sites', { name: 'Oak' });
      expect([refused.status, refused.body.code]).toEqual([403, 'verification-required']);
    }));

  it('refuses an address that has an account, and what is no address or plan [spec 5.registration.1]', () =>
    withApp(async (app) => {
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
    }));

  it('logging in with the address of an unfinished one says that it is to be completed [spec 8.auth-errors.7]', () =>
    withApp(async (app) => {
      const ana = await startRegistration(app, { email: ANA });
      const login = async () =>
        (await makeClient(app).post('/api/auth/login', { email: ANA, password: PASSWORD })).body;
      expect(await login()).toMatchObject({
        code: 'registration-required',
        message: 'Please complete your registration before continuing.',
      });
      await stepOf(ana, 'create-user', { password: PASSWORD });
      expect(await login()).toMatchObject({ user: { email: ANA } });
    }));

  it('continues in the same browser without its id, and in another by a mailed link that works once', () =>
    withApp(async (app) => {
      const ana = await startRegistration(app, { email: ANA });
      const current = await ana.client.procedure<{ registration: Registration }>('query', 'registration.current');
      expect(current.body.registration.id).toBe(ana.id);
      const phone = makeClient(app);
      expect((await phone.procedure('query', 'registration.current')).body).toBeNull();
      expect((await phone.procedure('mutation', 'registration.mailLink', { email: ANA })).body).toEqual({ sent: true });
      const link = await mailedLink(app, ANA);
      expect(link).toMatch(/^http:\/\/proofbell\.test\/register#resume=[\w-]{43}$/);
      const token = link.split('#resume=')[1];
      const resumed = await phone.procedure<{ registration: Registration }>('mutation', 'registration.resume', {
        token,
      });
      expect(resumed.body.registration).toMatchObject({ email: ANA, nextStep: 'create-user' });
      expect(resumed.body.registration.id).not.toBe(ana.id);
      const now = await phone.procedure<{ registration: Registration }>('query', 'registration.current');
      expect(now.body).toEqual(resumed.body);
      const again = await phone.procedure<ApiError>('mutation', 'registration.resume', { token });
      expect([again.status, again.body.errors]).toMatchObject([400, [{ field: 'token' }]]);
      // The other browser no longer holds it.
      const onPhone = { client: phone, email: ANA, id: resumed.body.registration.id };
      expect((await stepOf(onPhone, 'create-user', { password: PASSWORD })).status).toBe(200);
      expect((await ana.client.get(`/api/registration/${ana.id}`)).status).toBe(404);
    }));

  it('tells by email only whether there is one; more only to the browser that holds it', () =>
    withApp(async (app) => {
      const ana = await startRegistration(app, { email: ANA });
      const lookUp = async (client = makeClient(app), email = ANA) =>
        (await client.get<RegistrationLookup>(`/api/registration/email/${encodeURIComponent(email)}`)).body;
      expect(await lookUp()).toEqual({ exists: true, status: 'started' });
      expect(await lookUp(ana.client)).toMatchObject({ exists: true, registration: { id: ana.id } });
      expect(await lookUp(ana.client, 'bo@shop.example')).toEqual({ exists: false, status: null });
    }));

  it('sends another verification email, at most one a minute', () =>
    withApp(
      async (app) => {
        const ana = await registerUntil(app, ANA, 'user_created');
        expect((await stepOf(ana, 'resend-verification')).body).toMatchObject({
          message: 'You can resend the verification email after 1 minute',
        });
        app.clock.advance(61_000);
        expect((await stepOf(ana, 'resend-verification')).status).toBe(200);
        expect(await app.deps.db.selectFrom('mails').selectAll().execute()).toHaveLength(2);
      },
      { AUTH_RATE_LIMIT: '1' },
    ));

  it('an account that is deleted takes its registration with it', () =>
    withApp(async (app) => {
      const ana = await registerUntil(app, ANA, 'finished');
      expect(await storedRegistration(app, ana)).toMatchObject({ status: 'finished' });
      await ana.client.delete('/api/auth/me');
      expect(await app.deps.db.selectFrom('registrations').selectAll().execute()).toEqual([]);
      expect((await ana.client.get(`/api/registration/${ana.id}`)).status).toBe(404);
    }));
});
