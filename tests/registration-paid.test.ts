// Registering with a paid plan, against the sandbox provider: who pays what, and what happens when its answers are late or
// missing.
import { expect, it } from 'vitest';
import type { ApiError } from '#server/trpc/errors.ts';
import type { RegistrationPayment, RegistrationUser } from '#shared/contract/registration.ts';
import { DAY, HOUR } from '#shared/time.ts';
import { type Client, mailedLink, makeClient } from './support/client.ts';
import { onBothDatabases } from './support/databases.ts';
import { ANA, GROWTH, paidRegistrations } from './support/paid-registration.ts';
import { makePaymentsStage } from './support/payments.ts';
import { PASSWORD, read, startRegistration, stepOf, verify } from './support/registration.ts';
import { eachTest } from './support/stages.ts';

onBothDatabases('registering with a paid plan', (database) => {
  const stage = eachTest(() => makePaymentsStage(database()));

  const { start, pay, bought, subscriptions, checkouts } = paidRegistrations(() => stage);

  it('ends with an account that has the plan', async () => {
    const ana = await start();
    expect(await read(ana)).toMatchObject({ ...GROWTH, status: 'started', nextStep: 'payment' });
    const { status, body } = await pay(ana);
    expect([status, body.registration.status, body.registration.isPaid]).toEqual([200, 'payment_pending', false]);
    expect(body.checkout?.url).toMatch(/^http:\/\/proofbell\.test\/sandbox\/checkout\//);
    expect((await pay(ana)).body.checkout).toEqual(body.checkout);
    const sessionId = body.checkout?.id ?? '';
    // Came back without having paid.
    expect((await pay(ana, { sessionId })).body.registration).toMatchObject({
      status: 'payment_pending',
      isPaid: false,
    });
    await stage.pay(sessionId);
    const paid = await pay(ana, { sessionId });
    expect(paid.body).toEqual({
      registration: expect.objectContaining({ status: 'paid', isPaid: true, nextStep: 'create-user' }),
    });
    expect((await pay(ana, { sessionId })).body).toEqual(paid.body);
    expect((await pay(ana)).body).toEqual(paid.body);
    const made = await stepOf(ana, 'create-user', { password: PASSWORD });
    expect(made.body.user.subscription).toEqual({ type: 'growth', status: 'active', max_sites: 10 });
    await verify(stage.app, ana);
    expect((await stepOf(ana, 'finish')).body.registration).toMatchObject({ status: 'finished', isPaid: true });
    // One customer, one checkout, one subscription.
    expect(stage.calls.filter((call) => /^POST \/v1\/(customers|checkout\/sessions)$/.test(call))).toHaveLength(2);
    expect(await subscriptions()).toEqual(['active']);
  });

  it('goes on when only the webhook says that it was paid, and when it comes late, twice or never', async () => {
    const ana = await start();
    await bought(ana);
    expect((await read(ana)).isPaid).toBe(false);
    await stage.deliver();
    await stage.jobs.flush();
    expect(await read(ana)).toMatchObject({ status: 'paid', isPaid: true });
    // No message at all: the checkout is looked at anyway.
    const bo = await start('bo@shop.example');
    await bought(bo);
    stage.app.clock.advance(2 * HOUR);
    await stage.jobs.flush();
    expect(await read(bo)).toMatchObject({ status: 'paid', isPaid: true });
  });

  it('opens one checkout for many calls at once, and repeats an attempt whose answer was lost', async () => {
    const ana = await start();
    const all = await Promise.all(Array.from({ length: 10 }, () => pay(ana)));
    const { id } = (await pay(ana)).body.checkout ?? {};
    expect(all.map(({ status, body }) => [status, body.checkout?.id])).toEqual(all.map(() => [200, id]));
    const bo = await start('bo@shop.example');
    stage.setFault('lost', /checkout/);
    const lost = await pay(bo);
    expect([lost.status, lost.body.code]).toEqual([503, 'unavailable']);
    expect(lost.headers.get('retry-after')).not.toBeNull();
    stage.setFault(null);
    expect((await pay(bo)).body.checkout?.url).toMatch(/sandbox\/checkout/);
    expect(await checkouts()).toBe(2);
  });

  it.each([
    ['down', 'cut', 503],
    ['answering 500', { status: 500, body: '{}' }, 503],
    ['answering 429', { status: 429, body: '{}' }, 503],
    ['answering garbage', { status: 200, body: '<html>' }, 503],
  ] as const)('changes nothing while the provider is %s, and says what to do', async (_what, fault, status) => {
    const ana = await start();
    stage.setFault(fault);
    const refused = await pay(ana);
    expect([refused.status, refused.body.code]).toEqual([status, 'unavailable']);
    expect(await read(ana)).toMatchObject({ nextStep: 'payment', isPaid: false });
    stage.setFault(null);
    expect((await pay(ana)).body.checkout?.url).toBeTruthy();
  });

  it('replaces a checkout after a day, and counts whichever was paid', async () => {
    const ana = await start();
    const first = (await pay(ana)).body.checkout?.id ?? '';
    stage.app.clock.advance(DAY);
    const second = (await pay(ana)).body.checkout?.id ?? '';
    expect(second).not.toBe(first);
    await stage.pay(first);
    expect(await subscriptions()).toEqual([]);
    await stage.pay(second);
    await pay(ana, { sessionId: second });
    expect((await read(ana)).status).toBe('paid');
  });

  it('takes another plan until it is paid: the checkout of the last one is closed first', async () => {
    const ana = await start();
    const first = (await pay(ana)).body.checkout?.id ?? '';
    await startRegistration(stage.app, { email: ANA, plan: 'agency', cycle: 'monthly' }, ana.client);
    expect(await read(ana)).toMatchObject({ plan: 'agency', cycle: 'monthly', status: 'started' });
    await stage.pay(first);
    expect(await subscriptions()).toEqual([]);
    const second = await bought(ana);
    expect(second).not.toBe(first);
    // Paid meanwhile, and nobody has told us: the plan stays the one that was paid.
    await startRegistration(stage.app, { email: ANA }, ana.client);
    expect(await read(ana)).toMatchObject({ plan: 'agency', status: 'paid', isPaid: true });
    expect(await subscriptions()).toEqual(['active']);
  });

  it('refuses the checkout of another registration, one that is none, and steps before the payment', async () => {
    const ana = await start();
    const bo = await start('bo@shop.example');
    const others = await bought(bo);
    for (const sessionId of [others, 'cs_test_made_up', 'x y/../z']) {
      const refused = await pay(ana, { sessionId });
      expect([sessionId, refused.status, refused.body.errors?.map(({ field }) => field)]).toEqual([
        sessionId,
        400,
        ['sessionId'],
      ]);
    }
    const early = await stepOf(ana, 'create-user', { password: PASSWORD });
    expect([early.status, early.body]).toMatchObject([
      409,
      { code: 'wrong-step', errors: [{ field: 'status', message: 'Expected step: payment' }] },
    ]);
    expect((await read(ana)).isPaid).toBe(false);
  });

  it('force-finish goes on with Free while the payment is late; the plan comes once it is paid', async () => {
    const ana = await start();
    expect((await stepOf(ana, 'force-finish')).status).toBe(409);
    const checkout = await bought(ana);
    const forced = await stepOf(ana, 'force-finish');
    expect(forced.body.registration).toMatchObject({ isForced: true, isPaid: false, nextStep: 'create-user' });
    const made = await stepOf(ana, 'create-user', { password: PASSWORD });
    expect(made.body.user.subscription).toMatchObject({ type: null, status: 'none', max_sites: 1 });
    await stage.deliver();
    await stage.jobs.flush();
    const me = await ana.client.get<RegistrationUser>('/api/auth/me');
    expect(me.body.user.subscription).toEqual({ type: 'growth', status: 'active', max_sites: 10 });
    expect(await read(ana)).toMatchObject({ isPaid: true, status: 'user_created' });
    expect((await pay(ana, { sessionId: checkout })).body.registration.isPaid).toBe(true);
  });

  it('one that is paid in another browser is told about, and mailed a link to go on', async () => {
    const ana = await start();
    await pay(ana, { sessionId: await bought(ana) });
    for (let n = 0; n < 5; n++) {
      const other = await makeClient(stage.app).post<ApiError>('/api/registration', { email: ANA });
      expect([other.status, other.body.errors?.map(({ field }) => field)]).toEqual([409, ['email']]);
      expect(other.body.message).toContain('already paid');
      expect(JSON.stringify(other.body)).not.toContain(ana.id);
    }
    const { db } = stage.app.deps;
    expect(await db.selectFrom('registrations').selectAll().execute()).toHaveLength(1);
    const links = db.selectFrom('mails').select('recipient').distinct().where('kind', '=', 'resume-registration');
    expect(await links.execute()).toEqual([{ recipient: ANA }]);
    // Its own browser goes on, and keeps the plan that was paid.
    expect((await startRegistration(stage.app, { email: ANA, plan: 'free' }, ana.client)).id).toBe(ana.id);
    expect(await read(ana)).toMatchObject({ status: 'paid', ...GROWTH });
    const token = (await mailedLink(stage.app, ANA)).split('#resume=')[1];
    const phone = makeClient(stage.app);
    const resumed = await phone.procedure<RegistrationPayment>('mutation', 'registration.resume', { token });
    const made = await stepOf({ client: phone, email: ANA, id: resumed.body.registration.id }, 'create-user', {
      password: PASSWORD,
    });
    expect(made.body.user.subscription.type).toBe('growth');
  });

  it('goes to an account that its address got by another way, once that logs in where it is held', async () => {
    const ana = await start();
    await pay(ana, { sessionId: await bought(ana) });
    await makeClient(stage.app).post('/api/auth/register', { email: ANA, password: PASSWORD });
    const refused = await stepOf(ana, 'create-user', { password: PASSWORD });
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'conflict' }]);
    // Elsewhere a login brings nothing, and neither does another account's here.
    const login = async (client: Client, email = ANA) =>
      (await client.post<RegistrationUser>('/api/auth/login', { email, password: PASSWORD })).body.user.subscription
        .type;
    expect(await login(makeClient(stage.app))).toBeNull();
    await makeClient(stage.app).post('/api/auth/register', { email: 'eve@shop.example', password: PASSWORD });
    expect(await login(ana.client, 'eve@shop.example')).toBeNull();
    expect(await login(ana.client)).toBe('growth');
    expect(await read(ana)).toMatchObject({ status: 'finished', isPaid: true });
  });
});

onBothDatabases('registering where nothing is sold', (database) => {
  it('refuses a paid plan, and says why', async () => {
    const stage = await makePaymentsStage(database());
    Object.assign(stage.app.deps, { billing: { offerFor: () => ({ buying: 'off', reason: 'Closed.' }) } });
    const { status, body } = await makeClient(stage.app).post<ApiError>('/api/registration', { email: ANA, ...GROWTH });
    expect([status, body.errors]).toEqual([400, [{ field: 'plan', message: 'Closed.' }]]);
    await stage.stop();
  });
});
