// Attack: take each step of a registration at each moment, in any order, twice, and in several browsers at once, to skip
// the payment or the email, or to get two accounts.
import { expect, it } from 'vitest';
import type { User } from '#shared/contract/account.ts';
import type { Registration, RegistrationStatus } from '#shared/contract/registration.ts';
import { describeApp } from '#tests/support/apps.ts';
import { whoAmI } from '#tests/support/auth.ts';
import { makeClient } from '#tests/support/client.ts';
import {
  PASSWORD,
  type Registrant,
  read,
  registerUntil,
  startRegistration,
  stepOf,
  storedRegistration,
} from '#tests/support/registration.ts';

const EMAIL = 'ana@shop.example';

/** The calls that take a step or ask about one. */
const STEPS = ['payment', 'create-user', 'verify-email', 'resend-verification', 'finish', 'force-finish'] as const;
type Step = (typeof STEPS)[number];

/**
 * The step that refusals name, by moment: the plan, the status that is stored, and whether its owner went on before the
 * payment was confirmed.
 */
const EXPECTED: Record<string, string> = {
  'free started': 'create-user',
  'free user_created': 'verify-email',
  'free verified': 'finish',
  'free finished': 'none, it is finished',
  'free expired': 'start',
  'growth started': 'payment',
  'growth payment_pending': 'payment',
  'growth payment_pending forced': 'create-user',
  'growth paid': 'create-user',
  'growth user_created': 'verify-email',
  'growth verified': 'finish',
  'growth finished': 'none, it is finished',
  'growth expired': 'start',
  'growth refunded': 'start',
};

/** Which steps may be taken at which moment; taking any other one changes nothing. */
const ALLOWED: Record<string, readonly Step[]> = {
  'free started': ['create-user'],
  'free user_created': ['create-user', 'verify-email', 'resend-verification', 'force-finish'],
  'free verified': ['create-user', 'verify-email', 'finish', 'force-finish'],
  'free finished': ['create-user', 'verify-email', 'finish', 'force-finish'],
  'free expired': [],
  // Its payment is what the tests of payments are about: nothing can be bought here.
  'growth started': [],
  'growth payment_pending': ['force-finish'],
  'growth payment_pending forced': ['create-user', 'force-finish'],
  'growth paid': ['payment', 'create-user'],
  'growth user_created': ['payment', 'create-user', 'verify-email', 'resend-verification', 'force-finish'],
  'growth verified': ['payment', 'create-user', 'verify-email', 'finish', 'force-finish'],
  'growth finished': ['payment', 'create-user', 'verify-email', 'finish', 'force-finish'],
  'growth expired': [],
  'growth refunded': [],
};

describeApp('the steps of a registration', { postgres: 'long' }, ({ app }) => {
  /** @returns somebody who is exactly that far. */
  async function at(moment: string, email: string): Promise<Registrant> {
    const [plan, status, forced] = moment.split(' ') as ['free' | 'growth', RegistrationStatus, string | undefined];
    const isMade = status === 'user_created' || status === 'verified' || status === 'finished';
    const registrant = await registerUntil(app, email, isMade ? status : 'started');
    // Nothing is bought here, so what a payment would have left behind is stored by hand.
    const isPaid = plan !== 'free' && !['started', 'payment_pending', 'expired'].includes(status);
    await app.deps.db
      .updateTable('registrations')
      .set({
        plan,
        status,
        cycle: plan === 'free' ? null : 'monthly',
        is_forced: forced ? 1 : 0,
        ...(isPaid && { paid_at: new Date(app.clock.now()).toISOString() }),
      })
      .where('email', '=', email)
      .execute();
    // Asking for another email is limited to one a minute.
    app.clock.advance(61_000);
    return registrant;
  }
  const take = (registrant: Registrant, step: Step) =>
    step === 'verify-email'
      ? registrant.client.get<{ errors?: { field: string; message: string }[]; code?: string }>(
          `/api/registration/${registrant.id}/verify-email`,
        )
      : registrant.client.post<{ errors?: { field: string; message: string }[]; code?: string }>(
          `/api/registration/${registrant.id}/${step}`,
          step === 'create-user' ? { password: PASSWORD } : {},
        );

  for (const [moment, allowed] of Object.entries(ALLOWED)) {
    it(`${moment}: only what comes next, and what is done already, is answered`, async () => {
      const seen: [string, number | string | undefined][] = [];
      const expected: [string, number | string | undefined][] = [];
      for (const step of STEPS) {
        // What can be bought is no matter of order.
        if (step === 'payment' && (moment === 'growth started' || moment.startsWith('growth payment_pending')))
          continue;
        const email = `${step}@shop.example`;
        const registrant = await at(moment, email);
        const before = await storedRegistration(app, registrant);
        const users = await app.deps.db.selectFrom('users').selectAll().where('email', '=', email).execute();
        const { status, body } = await take(registrant, step);
        if (allowed.includes(step)) {
          seen.push([step, status]);
          expected.push([step, 200]);
          continue;
        }
        seen.push([step, `${status} ${body.code} ${body.errors?.[0]?.field}: ${body.errors?.[0]?.message}`]);
        expected.push([step, `409 wrong-step status: Expected step: ${EXPECTED[moment]}`]);
        expect([step, await storedRegistration(app, registrant)]).toEqual([step, before]);
        expect(await app.deps.db.selectFrom('users').selectAll().where('email', '=', email).execute()).toEqual(users);
      }
      expect(seen).toEqual(expected);
    });
  }

  it('grant nothing to somebody who forces an unpaid one to its end', async () => {
    const registrant = await at('growth payment_pending', EMAIL);
    await stepOf(registrant, 'force-finish');
    await stepOf(registrant, 'create-user', { password: PASSWORD });
    const { body } = await stepOf(registrant, 'force-finish');
    expect(body.registration).toMatchObject({ status: 'finished', isForced: true, isPaid: false });
    const { user } = (await registrant.client.get<{ user: User }>('/api/auth/me')).body;
    expect(user.emailVerified).toBe(false);
    expect(user.subscription).toMatchObject({ type: null, status: 'none', max_sites: 1 });
    // The address is still to be verified before there is a site.
    expect((await registrant.client.post('/api/sites', { name: 'Shop' })).body.code).toBe('verification-required');
  });

  it('make one account when ten tabs make it at once', async () => {
    const { client, ...rest } = await startRegistration(app, { email: EMAIL });
    const tabs = Array.from({ length: 10 }, () => ({ ...rest, client: makeClient(app) }));
    const answers = await Promise.all(tabs.map((tab) => stepOf(tab, 'create-user', { password: PASSWORD })));
    expect(answers.map(({ status }) => status)).toEqual(tabs.map(() => 200));
    expect(new Set(answers.map(({ body }) => body.user._id)).size).toBe(1);
    expect(await app.deps.db.selectFrom('users').selectAll().execute()).toHaveLength(1);
    // Ten emails would be nine too many.
    expect(await app.deps.db.selectFrom('mails').selectAll().execute()).toHaveLength(1);
  });

  it('make one account of several registrations with one address, whoever is fastest', async () => {
    const spellings = [EMAIL, 'ANA@shop.example', ' ana@SHOP.example ', EMAIL];
    const browsers = await Promise.all(
      spellings.map(async (email, n) => ({ ...(await startRegistration(app, { email })), password: `horse no. ${n}` })),
    );
    expect(new Set(browsers.map(({ id }) => id)).size).toBe(browsers.length);
    const answers = await Promise.all(
      browsers.map(({ password, ...registrant }) => stepOf(registrant, 'create-user', { password })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await app.deps.db.selectFrom('users').selectAll().execute()).toHaveLength(1);
    const winner = answers.findIndex(({ status }) => status === 200);
    for (const [n, browser] of browsers.entries()) {
      // Only the fastest is logged in, and only with its own password.
      expect([n, await whoAmI(browser.client)]).toEqual([n, n === winner ? 200 : 401]);
      expect([n, (await read(browser)).status]).toEqual([n, n === winner ? 'user_created' : 'started']);
    }
  });

  it('make no second account beside one that registers by the other way at the same moment', async () => {
    const registrant = await startRegistration(app, { email: EMAIL });
    const [step, direct] = await Promise.all([
      stepOf(registrant, 'create-user', { password: PASSWORD }),
      makeClient(app).post('/api/auth/register', { email: EMAIL, password: 'another horse' }),
    ]);
    expect([step.status, direct.status].sort()).toEqual(step.status === 200 ? [200, 409] : [201, 409]);
    expect(await app.deps.db.selectFrom('users').selectAll().execute()).toHaveLength(1);
  });

  it('refuse a password that is too short or too common, naming the field, and stay where they are', async () => {
    const registrant = await startRegistration(app, { email: EMAIL });
    for (const password of ['short', 'password', '', undefined, 7, null]) {
      const { status, body } = await registrant.client.post(`/api/registration/${registrant.id}/create-user`, {
        password,
      });
      expect([password, status, body.errors?.[0]?.field]).toEqual([password, 400, 'password']);
    }
    expect(((await read(registrant)) satisfies Registration).nextStep).toBe('create-user');
  });
});
