// What happens to registrations by themselves as days go by: unpaid ones expire, paid ones are reminded of and paid back;
// and what the operator is told of those that hang.
import { expect, it } from 'vitest';
import { listHanging } from '#server/domain/registration/hanging.ts';
import { sweepRegistrations } from '#server/domain/registration/sweep.ts';
import type { RegistrationUser } from '#shared/contract/registration.ts';
import { DAY, HOUR } from '#shared/time.ts';
import { mailedLink } from './support/client.ts';
import { onBothDatabases } from './support/databases.ts';
import { ANA, paidRegistrations } from './support/paid-registration.ts';
import { makePaymentsStage } from './support/payments.ts';
import {
  PASSWORD,
  type Registrant,
  read,
  registerUntil,
  stepOf,
  storedRegistration,
  verify,
} from './support/registration.ts';
import { eachTest } from './support/stages.ts';

onBothDatabases('a registration', { postgres: 'long' }, (database) => {
  const stage = eachTest(() => makePaymentsStage(database()));
  const { start, pay, bought, subscriptions, refunds } = paidRegistrations(() => stage);
  const sweep = async () => {
    await sweepRegistrations(stage.app.deps);
    await stage.jobs.flush();
  };
  const mailsOf = async (kind: 'registration-reminder' | 'registration-refunded') =>
    (await stage.app.deps.db.selectFrom('mails').select('id').where('kind', '=', kind).execute()).length;

  it('expires after 7 days without payment, its checkout first; one that turns out paid goes on', async () => {
    const ana = await start();
    const checkout = (await pay(ana)).body.checkout?.id ?? '';
    stage.app.clock.advance(6 * DAY);
    await sweep();
    expect((await read(ana)).status).toBe('payment_pending');
    const late = (await pay(ana)).body.checkout?.id ?? '';
    expect(late).not.toBe(checkout);
    const bo = await start('bo@shop.example');
    await pay(bo);
    stage.app.clock.advance(DAY - 2 * HOUR);
    await stage.pay(late);
    stage.app.clock.advance(3 * HOUR);
    await sweep();
    expect((await read(ana)).status).toBe('paid');
    stage.app.clock.advance(7 * DAY);
    await sweep();
    expect(await read(bo)).toMatchObject({ status: 'expired', nextStep: null });
    expect((await stepOf(bo, 'create-user', { password: PASSWORD })).status).toBe(409);
    expect(await subscriptions()).toEqual(['active']);
  });

  it('does not expire while the provider cannot be asked', async () => {
    const ana = await start();
    await pay(ana);
    stage.app.clock.advance(8 * DAY);
    stage.setFault('cut');
    await sweepRegistrations(stage.app.deps);
    expect((await read(ana)).status).toBe('payment_pending');
    stage.setFault(null);
    await sweep();
    expect((await read(ana)).status).toBe('expired');
  });

  it('is reminded of after 1, 7 and 21 days, and paid back after 30, with an email', async () => {
    const ana = await start();
    await pay(ana, { sessionId: await bought(ana) });
    const seen: number[] = [];
    for (const day of [0, 1, 2, 7, 8, 21, 29]) {
      const paidAt = Date.parse((await storedRegistration(stage.app, ana)).paid_at ?? '');
      stage.app.clock.advance(paidAt + day * DAY - stage.app.clock.now());
      await sweep();
      await sweep();
      seen.push(await mailsOf('registration-reminder'));
    }
    expect(seen).toEqual([0, 1, 1, 2, 2, 3, 3]);
    stage.app.clock.advance(2 * DAY);
    await sweep();
    await sweep();
    expect(await read(ana)).toMatchObject({ status: 'refunded', isPaid: false, nextStep: null });
    expect([await subscriptions(), await refunds()]).toEqual([['canceled'], [49_000]]);
    expect(await mailsOf('registration-refunded')).toBe(1);
    expect(await mailedLink(stage.app, ANA)).toBe('http://proofbell.test/pricing');
  });

  it('is not paid back once its account is verified, and is when it never is', async () => {
    const [ana, bo] = [await start(), await start('bo@shop.example')];
    for (const one of [ana, bo]) {
      await pay(one, { sessionId: await bought(one) });
      await stepOf(one, 'create-user', { password: PASSWORD });
    }
    await verify(stage.app, ana);
    stage.app.clock.advance(31 * DAY);
    await sweep();
    const statusOf = async (one: Registrant) => (await storedRegistration(stage.app, one)).status;
    expect([await statusOf(ana), await statusOf(bo)]).toEqual(['finished', 'refunded']);
    expect(await subscriptions()).toEqual(['active', 'canceled']);
    const planOf = async ({ client }: Registrant, email: string) =>
      (await client.post<RegistrationUser>('/api/auth/login', { email, password: PASSWORD })).body.user.subscription
        .type;
    expect([await planOf(ana, ANA), await planOf(bo, 'bo@shop.example')]).toEqual(['growth', null]);
  });

  it('on Free ends after 7 days without an account, and goes on without one once there is an account', async () => {
    const ana = await registerUntil(stage.app, ANA, 'started');
    const bo = await registerUntil(stage.app, 'bo@shop.example', 'user_created');
    stage.app.clock.advance(7 * DAY);
    await sweep();
    expect([(await read(ana)).status, (await storedRegistration(stage.app, bo)).status]).toEqual([
      'expired',
      'finished',
    ]);
    stage.app.clock.advance(90 * DAY);
    await sweep();
    expect(await stage.app.deps.db.selectFrom('registrations').selectAll().execute()).toEqual([]);
    expect(await stage.app.deps.db.selectFrom('registration_keys').selectAll().execute()).toEqual([]);
    expect((await bo.client.post('/api/auth/login', { email: bo.email, password: PASSWORD })).status).toBe(200);
  });

  it('is dealt with once, however many processes sweep at the same time', async () => {
    const ana = await start();
    await pay(ana, { sessionId: await bought(ana) });
    const all = () => Promise.all(Array.from({ length: 4 }, () => sweepRegistrations(stage.app.deps)));
    stage.app.clock.advance(25 * 3_600_000);
    await all();
    expect(await mailsOf('registration-reminder')).toBe(1);
    stage.app.clock.advance(30 * DAY);
    await all();
    await stage.jobs.flush();
    expect([await mailsOf('registration-refunded'), await refunds()]).toEqual([1, [49_000]]);
  });

  it('that hangs is listed for the operator with the reason, and so is what fails at the provider', async () => {
    const { deps, clock } = stage.app;
    expect(await listHanging(deps)).toEqual([]);
    const ana = await start();
    await pay(ana, { sessionId: await bought(ana) });
    const bo = await start('bo@shop.example');
    await pay(bo);
    expect(await listHanging(deps)).toEqual([]);
    clock.advance(2 * HOUR);
    stage.setFault('cut');
    await stage.jobs.flush();
    const lines = await listHanging(deps);
    expect(lines[0]).toMatch(
      /^ana@shop\.example {2}growth, annual {2}since 2026-03-10.*: paid, but no account was made; not reminded yet, paid back on 2026-04-09$/,
    );
    expect(lines[1]).toMatch(/^bo@shop\.example .*: waits for the payment of cs_test_/);
    expect(lines.slice(2).length).toBeGreaterThan(0);
    for (const line of lines.slice(2))
      expect(line).toMatch(/^(watch-checkout|sync-subscription) \S+: failed 1 times, next 2026/);
  });
});
