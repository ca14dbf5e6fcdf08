// Attack: get past a link that its owner has opened. Hide it behind a hundred other registrations of the address, be in
// the middle of a call while it is opened, or end it before that.
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Deps } from '#server/deps.ts';
import type { RegistrationUser } from '#shared/contract/registration.ts';
import { login, makeAccount, register, whoAmI } from '#tests/support/auth.ts';
import { type Client, mailedLink, makeClient } from '#tests/support/client.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { ANA, GROWTH, paidRegistrations } from '#tests/support/paid-registration.ts';
import { makePaymentsStage } from '#tests/support/payments.ts';
import {
  mailLink,
  openLink,
  PASSWORD,
  type Registrant,
  read,
  startRegistration,
  stepOf,
  storedRegistration,
  verify,
} from '#tests/support/registration.ts';
import { eachTest } from '#tests/support/stages.ts';

/** Of the stranger, Eve. */
const HERS = 'the horse of Eve';
type Answer = { status: number };

onBothDatabases('a link that its owner has opened', { postgres: 'long' }, (database) => {
  const stage = eachTest(() => makePaymentsStage(database()));
  const { pay, bought, subscriptions } = paidRegistrations(() => stage);
  const app = () => stage.app;

  /** Starts a hundred newer registrations with the address, as a patient stranger does. */
  async function startAHundred(): Promise<void> {
    const { db, ids } = app().deps;
    const row = await storedRegistration(app(), { email: ANA });
    const created_at = new Date(Date.parse(row.created_at) + 60_000).toISOString();
    const fresh = {
      status: 'started',
      paid_at: null,
      subscription_id: null,
      checkout_id: null,
      user_id: null,
    } as const;
    const rows = Array.from({ length: 100 }, () => ({ ...row, ...fresh, id: ids.next(), created_at }));
    await db.insertInto('registrations').values(rows).execute();
  }
  /** @returns the registration of Ana, who opens its link on her phone. */
  async function openOnPhone(token: string): Promise<Registrant> {
    const client = makeClient(app());
    const { status, body } = await openLink(client, token);
    expect(status).toBe(200);
    return { client, email: ANA, id: body.registration.id };
  }
  /** Expects that Ana makes her account, whatever Eve has tried, and that Eve is in none. */
  async function expectAnas(ana: Registrant, eve: Client): Promise<void> {
    expect((await stepOf(ana, 'create-user', { password: PASSWORD })).status).toBe(200);
    await verify(app(), ana);
    const { user } = (await ana.client.get<RegistrationUser>('/api/auth/me')).body;
    expect([user.email, user.emailVerified]).toEqual([ANA, true]);
    const hers = (await eve.get<Partial<RegistrationUser>>('/api/auth/me')).body.user;
    expect(hers?.email).not.toBe(ANA);
    expect((await login(makeClient(app()), ANA, HERS)).status).toBe(401);
  }

  it('holds behind a hundred others, before it is paid and afterwards', async () => {
    const first = await startRegistration(app(), { email: ANA, ...GROWTH });
    const { id } = await storedRegistration(app(), first);
    const eve = await startRegistration(app(), { email: ANA });
    await startAHundred();
    const ana = await openOnPhone(await mailLink(app(), ANA, id));
    const others = async () => [
      (await makeClient(app()).post('/api/registration', { email: ANA })).status,
      (await register(makeClient(app()), ANA, HERS)).status,
      (await stepOf(eve, 'create-user', { password: HERS })).status,
    ];
    expect(await others()).toEqual([409, 409, 404]);
    const sessionId = await bought(ana);
    expect((await pay(ana, { sessionId })).body.registration.status).toBe('paid');
    expect(await others()).toEqual([409, 409, 404]);
    await expectAnas(ana, eve.client);
    expect((await ana.client.get<RegistrationUser>('/api/auth/me')).body.user.subscription.type).toBe('growth');
  });

  it('brings back what was paid before a hundred others', async () => {
    const eve = await startRegistration(app(), { email: ANA, ...GROWTH });
    const { id } = await storedRegistration(app(), eve);
    await pay(eve, { sessionId: await bought(eve) });
    await stepOf(eve, 'create-user', { password: HERS });
    await startAHundred();
    const ana = await openOnPhone(await mailLink(app(), ANA, id));
    expect(await read(ana)).toMatchObject({ status: 'paid', nextStep: 'create-user' });
    await expectAnas(ana, eve.client);
    await stage.jobs.flush();
    expect(await subscriptions()).toEqual(['active']);
  });

  it('holds alone: an id by the link of another registration ends, too', async () => {
    await startRegistration(app(), { email: ANA });
    const { db, ids } = app().deps;
    const row = await storedRegistration(app(), { email: ANA });
    await db
      .insertInto('registrations')
      .values({ ...row, id: ids.next() })
      .execute();
    const old = await openOnPhone(await mailLink(app(), ANA, row.id));
    const ana = await openOnPhone(await mailLink(app(), ANA));
    expect((await old.client.get(`/api/registration/${old.id}`)).status).toBe(404);
    await expectAnas(ana, old.client);
  });

  /** Calls that make an account with the address, or bring one to it, from another registration or none. */
  const CALLS: Record<string, () => Promise<{ eve: Client; call: () => Promise<Answer> }>> = {
    async 'a step'() {
      const eve = await startRegistration(app(), { email: ANA });
      return { eve: eve.client, call: () => stepOf(eve, 'create-user', { password: HERS }) };
    },
    async 'a sign-up'() {
      const eve = makeClient(app());
      return { eve, call: () => register(eve, ANA, HERS) };
    },
    async 'a changed address'() {
      const eve = makeClient(app());
      await register(eve, 'eve@shop.example', HERS);
      return { eve, call: () => eve.post('/api/auth/change-email', { email: ANA }) };
    },
    async 'a changed address of a verified account'() {
      const eve = await makeAccount(app(), 'eve@shop.example');
      return { eve, call: () => eve.post('/api/auth/change-email', { email: ANA }) };
    },
  };
  /** Runs `act` within a call: before what it writes, or in the middle of its transaction. */
  function within(moment: 'before it writes' | 'while it writes', act: () => Promise<unknown>): void {
    const { deps } = app();
    const once = <F extends (...args: never[]) => Promise<unknown>>(fn: F) => {
      let isDone = false;
      return (async (...args: Parameters<F>) => {
        if (isDone) return fn(...args);
        isDone = true;
        const result = moment === 'while it writes' ? await fn(...args) : undefined;
        await act();
        return result ?? fn(...args);
      }) as unknown as F;
    };
    const { passwords, mailer, limiter } = deps;
    const changes: Partial<Deps> =
      moment === 'while it writes'
        ? { mailer: { ...mailer, enqueue: once(mailer.enqueue) } }
        : { passwords: { ...passwords, hash: once(passwords.hash), verify: once(passwords.verify) }, limiter };
    Object.assign(deps, changes);
  }

  const moments = ['before it writes', 'while it writes'] as const;
  const cases = Object.keys(CALLS).flatMap((call) => moments.map((moment) => [call, moment] as const));
  it.each(cases)('holds against %s that has begun: opened %s', async (name, moment) => {
    const made = await CALLS[name]?.();
    if (!made) throw new Error(name);
    app().clock.advance(1_000);
    await startRegistration(app(), { email: ANA });
    const token = await mailLink(app(), ANA);
    const phone = makeClient(app());
    let opening: ReturnType<typeof openLink> | undefined;
    within(moment, async () => {
      opening = openLink(phone, token);
      // What writes at the same moment keeps it waiting.
      await Promise.race([opening, pause(moment === 'while it writes' ? 150 : 10_000)]);
    });
    const { status } = await made.call();
    const opened = await opening;
    expect(opened?.status).toBe(200);
    if (moment === 'before it writes') expect([404, 409]).toContain(status);
    const hers = (await made.eve.get<Partial<RegistrationUser>>('/api/auth/me')).body.user;
    expect(hers?.email).not.toBe(ANA);
    await expectAnas({ client: phone, email: ANA, id: opened?.body.registration.id ?? '' }, made.eve);
  });

  it('holds against a change to its address that waits to be confirmed', async () => {
    const eve = await makeAccount(app(), 'eve@shop.example');
    expect((await eve.post('/api/auth/change-email', { email: ANA })).status).toBe(200);
    const change = new URL(await mailedLink(app(), ANA)).searchParams.get('code');
    await startRegistration(app(), { email: ANA });
    const ana = await openOnPhone(await mailLink(app(), ANA));
    const refused = await ana.client.post('/api/auth/verify-email', { code: change });
    expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([409, 'email']);
    await expectAnas(ana, eve);
  });

  it.each<[string, 'expireCheckout' | 'createCheckout', (eve: Registrant) => Promise<Answer>, number]>([
    [
      'another plan',
      'expireCheckout',
      (eve) => eve.client.post('/api/registration', { email: ANA, plan: 'agency', cycle: 'annual' }),
      201,
    ],
    ['its checkout', 'createCheckout', (eve) => pay(eve), 404],
  ])('is continued as it was chosen, although somebody asked for %s a moment before', async (_, step, call, status) => {
    const eve = await startRegistration(app(), { email: ANA, plan: 'growth', cycle: 'monthly' });
    if (step === 'expireCheckout') await pay(eve);
    const token = await mailLink(app(), ANA);
    const { payments } = app().deps;
    if (!payments) throw new Error('no payments');
    let ana: Registrant | undefined;
    const slow = async (...args: never[]) => {
      ana ??= await openOnPhone(token);
      return (payments[step] as (...args: never[]) => Promise<unknown>)(...args);
    };
    Object.assign(app().deps, { payments: { ...payments, [step]: slow } });
    expect((await call(eve)).status).toBe(status);
    Object.assign(app().deps, { payments });
    if (!ana) throw new Error('not opened');
    expect(await read(ana)).toMatchObject({ plan: 'growth', cycle: 'monthly', nextStep: 'payment', isForced: false });
    expect((await pay(ana, { sessionId: await bought(ana) })).body.registration.status).toBe('paid');
    await stage.jobs.flush();
    expect(await subscriptions()).toEqual(['active']);
  });

  it('is no longer forced past its payment by somebody else', async () => {
    const eve = await startRegistration(app(), { email: ANA, ...GROWTH });
    await pay(eve);
    expect((await stepOf(eve, 'force-finish')).status).toBe(200);
    const ana = await openOnPhone(await mailLink(app(), ANA));
    expect(await read(ana)).toMatchObject({ nextStep: 'payment', isForced: false });
  });

  it.each<[string, (eve: Client) => Promise<Answer>]>([
    ['logs out of', (eve) => eve.post('/api/auth/logout')],
    ['ends the other sessions of', (eve) => eve.delete('/api/auth/sessions')],
    [
      'changes the password of',
      (eve) => eve.post('/api/auth/change-password', { currentPassword: HERS, newPassword: `${HERS} 2` }),
    ],
  ])('works although somebody %s the account that they made with the address', async (_, act) => {
    const eve = await startRegistration(app(), { email: ANA });
    await stepOf(eve, 'create-user', { password: HERS });
    const token = await mailLink(app(), ANA);
    expect((await act(eve.client)).status).toBeLessThan(300);
    const ana = await openOnPhone(token);
    expect(await whoAmI(eve.client)).toBe(401);
    await expectAnas(ana, eve.client);
  });
});
