// Attack: get into the account of somebody who registers, knowing their address alone. Start a registration with it before
// or after they do, keep its id, make an account with it by every way and at every moment, and wait until its owner
// confirms the email that they expect; or plant the link of one's own registration on them.
import { expect, it } from 'vitest';
import type { RegistrationAnswer, RegistrationUser } from '#shared/contract/registration.ts';
import type { PlanId } from '#shared/pricing.ts';
import { login, makeAccount, register, whoAmI } from '#tests/support/auth.ts';
import { type Client, makeClient } from '#tests/support/client.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { ANA, paidRegistrations } from '#tests/support/paid-registration.ts';
import { makePaymentsStage } from '#tests/support/payments.ts';
import {
  mailedToken,
  mailLink,
  openLink,
  PASSWORD,
  type Registrant,
  startRegistration,
  stepOf,
  storedRegistration,
  verify,
} from '#tests/support/registration.ts';
import { eachTest } from '#tests/support/stages.ts';

/** Of the stranger, Eve. */
const HERS = 'the horse of Eve';
const CHOICES = { free: { plan: 'free' }, growth: { plan: 'growth', cycle: 'annual' } } as const;

onBothDatabases("a stranger who knows an owner's address", { postgres: 'long' }, (database) => {
  const stage = eachTest(() => makePaymentsStage(database()));
  const { pay, subscriptions } = paidRegistrations(() => stage);
  const app = () => stage.app;

  /** @returns the token of a link that was asked for in a browser. */
  async function askFor({ client, email }: Pick<Registrant, 'client' | 'email'>): Promise<string> {
    await client.procedure('mutation', 'registration.mailLink', { email });
    return mailedToken(app(), email);
  }
  const current = async (client: Client) =>
    (await client.procedure<RegistrationAnswer | null>('query', 'registration.current')).body;
  /** What a stranger can do to have an account with the address, as far as a registration lets her. */
  async function makeAccountBy(eve: Registrant, plan: PlanId) {
    if (plan !== 'free') {
      await pay(eve);
      await stepOf(eve, 'force-finish');
    }
    return stepOf(eve, 'create-user', { password: HERS });
  }
  const signUp = (client: Client) => register(client, ANA, HERS);

  type Setup = { eve: Registrant; token: string; act: () => Promise<{ status: number }> };
  const WAYS: Record<string, (plan: 'free' | 'growth') => Promise<Setup>> = {
    async 'keeps the id of the registration that the link is for'(plan) {
      const eve = await startRegistration(app(), { email: ANA, ...CHOICES[plan] });
      return { eve, token: await mailLink(app(), ANA), act: () => makeAccountBy(eve, plan) };
    },
    async 'starts another one after the owner'(plan) {
      await startRegistration(app(), { email: ANA, ...CHOICES[plan] });
      const token = await mailLink(app(), ANA);
      app().clock.advance(1_000);
      const eve = await startRegistration(app(), { email: ANA, ...CHOICES[plan] });
      return { eve, token, act: () => makeAccountBy(eve, plan) };
    },
    async 'signs up at once'(plan) {
      await startRegistration(app(), { email: ANA, ...CHOICES[plan] });
      const eve: Registrant = { client: makeClient(app()), email: ANA, id: 'none' };
      return { eve, token: await mailLink(app(), ANA), act: () => signUp(eve.client) };
    },
  };
  const MOMENTS = [
    'before the link is opened',
    'while it is opened',
    'after it',
    'before the account is made',
  ] as const;

  /** Expects that nothing that Eve has opens the owner's account: one of her own may still wait to be paid by her. */
  async function expectShutOut(eve: Registrant): Promise<void> {
    expect(await whoAmI(eve.client)).toBe(401);
    expect((await login(makeClient(app()), ANA, HERS)).status).toBe(401);
    const held = (await current(eve.client))?.registration;
    if (held) expect(['started', 'payment_pending']).toContain(held.status);
    for (const step of ['create-user', 'finish', 'force-finish', 'resend-verification']) {
      const { status, body } = await stepOf(eve, step, step === 'create-user' ? { password: HERS } : {});
      const isHers = step === 'force-finish' && held?.status === 'payment_pending';
      expect([step, isHers || status === 404 || (held !== undefined && status === 409)]).toEqual([step, true]);
      expect([step, 'user' in body]).toEqual([step, false]);
    }
    const { status } = await eve.client.get(`/api/registration/${eve.id}`);
    expect(status).toBe(held ? 200 : 404);
  }

  const cases = Object.keys(WAYS).flatMap((way) =>
    MOMENTS.flatMap((moment) => (['free', 'growth'] as const).map((plan) => [way, moment, plan] as const)),
  );
  it.each(cases)('%s and makes an account %s, on %s', async (way, moment, plan) => {
    const setUp = WAYS[way];
    if (!setUp) throw new Error(way);
    const { eve, token, act } = await setUp(plan);
    if (moment === MOMENTS[0]) expect((await act()).status).toBeLessThan(300);
    const phone = makeClient(app());
    const opening = openLink(phone, token);
    if (moment === MOMENTS[1]) await act();
    const { status, body } = await opening;
    expect([status, body.registration?.plan]).toEqual([200, plan]);
    if (moment === MOMENTS[2]) expect([404, 409]).toContain((await act()).status);
    const ana: Registrant = { client: phone, email: ANA, id: body.registration.id };
    if (plan === 'growth') {
      const sessionId = (await pay(ana)).body.checkout?.id ?? '';
      await stage.pay(sessionId);
      expect((await pay(ana, { sessionId })).body.registration).toMatchObject({ status: 'paid' });
    }
    if (moment === MOMENTS[3]) expect([404, 409]).toContain((await act()).status);
    expect((await stepOf(ana, 'create-user', { password: PASSWORD })).status).toBe(200);
    await verify(app(), ana);
    const { user } = (await phone.get<RegistrationUser>('/api/auth/me')).body;
    expect([user.emailVerified, user.subscription.type]).toEqual([true, plan === 'free' ? null : 'growth']);
    await expectShutOut(eve);
    expect((await login(makeClient(app()), ANA, PASSWORD)).status).toBe(200);
    expect(await app().deps.db.selectFrom('users').select('id').execute()).toHaveLength(1);
    await stage.jobs.flush();
    expect(await subscriptions()).toEqual(plan === 'free' ? [] : ['active']);
  });

  it('gets none of what the owner paid before she made the account of their registration', async () => {
    const eve = await startRegistration(app(), { email: ANA, ...CHOICES.growth });
    const token = await mailLink(app(), ANA);
    // Whoever pays at a page that she sends around pays for the address that stands there.
    const sessionId = (await pay(eve)).body.checkout?.id ?? '';
    await stage.pay(sessionId);
    await pay(eve, { sessionId });
    expect((await stepOf(eve, 'create-user', { password: HERS })).body.user.subscription.type).toBe('growth');
    const ana: Registrant = { client: makeClient(app()), email: ANA, id: '' };
    const { registration } = (await openLink(ana.client, token)).body;
    expect(registration).toMatchObject({ status: 'paid', nextStep: 'create-user' });
    ana.id = registration.id;
    const made = await stepOf(ana, 'create-user', { password: PASSWORD });
    expect(made.body.user.subscription.type).toBe('growth');
    await verify(app(), ana);
    await expectShutOut(eve);
    await stage.jobs.flush();
    expect(await subscriptions()).toEqual(['active']);
  });

  it('has a link mailed for the registration of whoever asks, however many were started after it', async () => {
    const ana = await startRegistration(app(), { email: ANA, ...CHOICES.growth });
    app().clock.advance(1_000);
    for (let n = 0; n < 3; n++) await startRegistration(app(), { email: ANA });
    const { body } = await openLink(makeClient(app()), await askFor(ana));
    expect(body.registration).toMatchObject({ plan: 'growth', cycle: 'annual' });
  });

  it('registers with the address of a link that was opened neither by a step nor by changing her own', async () => {
    await startRegistration(app(), { email: ANA });
    const phone = makeClient(app());
    await openLink(phone, await mailLink(app(), ANA));
    const eve = makeClient(app());
    await register(eve, 'eve@shop.example', HERS);
    const answers = [
      await makeClient(app()).post('/api/registration', { email: ANA }),
      await signUp(makeClient(app())),
      await eve.post('/api/auth/change-email', { email: ANA }),
    ];
    for (const { status, body } of answers)
      expect([status, (body as { errors?: { field: string }[] }).errors?.[0]?.field]).toEqual([409, 'email']);
    expect(await app().deps.db.selectFrom('users').select('email').execute()).toEqual([{ email: 'eve@shop.example' }]);
    // Its owner gets in by any way, there and then.
    expect((await register(phone, ANA, PASSWORD)).status).toBe(201);
  });

  it('ends nothing by an old link: neither a verified account nor one that has another address by now', async () => {
    const ana = await startRegistration(app(), { email: ANA });
    const token = await mailLink(app(), ANA);
    await stepOf(ana, 'create-user', { password: PASSWORD });
    await ana.client.post('/api/auth/change-email', { email: 'moved@shop.example' });
    expect((await openLink(makeClient(app()), token)).status).toBe(400);
    // Mailed to the old address, but composed after the change.
    expect((await openLink(makeClient(app()), await mailLink(app(), ANA))).status).toBe(400);
    expect(await whoAmI(ana.client)).toBe(200);
    const bo = await startRegistration(app(), { email: 'bo@shop.example' });
    const bos = await askFor(bo);
    await makeAccount(app(), bo.email);
    const opened = await openLink(makeClient(app()), bos);
    expect([opened.status, 'user' in opened.body]).toEqual([200, false]);
    expect((await login(makeClient(app()), bo.email, PASSWORD)).status).toBe(200);
  });

  it('plants the link of her own registration on somebody, and gets nothing of theirs by it', async () => {
    const eve = await startRegistration(app(), { email: 'eve@shop.example', ...CHOICES.growth });
    const [first, second] = [await askFor(eve), await mailedToken(app(), eve.email)];
    const sessionId = (await pay(eve)).body.checkout?.id ?? '';
    await stage.pay(sessionId);
    await pay(eve, { sessionId });
    // On somebody who is logged in: it stays Eve's.
    const ana = await makeAccount(app(), ANA);
    const users = await app().deps.db.selectFrom('users').selectAll().where('email', '=', ANA).execute();
    expect((await openLink(ana, first)).body.registration).toMatchObject({ email: eve.email });
    expect(await app().deps.db.selectFrom('users').selectAll().where('email', '=', ANA).execute()).toEqual(users);
    await login(ana, ANA);
    expect(await app().deps.db.selectFrom('users').selectAll().where('email', '=', ANA).execute()).toEqual(users);
    // It was the last: her own id and her other links are gone with it.
    expect((await openLink(makeClient(app()), second)).status).toBe(400);
    expect((await eve.client.get(`/api/registration/${eve.id}`)).status).toBe(404);
    // On somebody who is registering: theirs stays as it is, and a link of its own leads back.
    const bo = await startRegistration(app(), { email: 'bo@shop.example' });
    const before = await storedRegistration(app(), bo);
    await openLink(bo.client, await askFor(eve));
    expect(await storedRegistration(app(), bo)).toEqual(before);
    expect((await bo.client.get(`/api/registration/${bo.id}`)).status).toBe(200);
    expect((await openLink(bo.client, await askFor(bo))).body.registration).toMatchObject({ email: bo.email });
  });
});
