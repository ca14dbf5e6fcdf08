// Attack: get stuck between two steps of a registration with a paid plan. Pay by what comes to nothing, press twice, wait
// for long, or come back at the very moment in which the money goes back.
import { beforeEach, expect, it } from 'vitest';
import { claimJob } from '#server/db/jobs.ts';
import { catchUp } from '#server/domain/billing/jobs.ts';
import { makeJobs } from '#server/domain/jobs.ts';
import { sweepRegistrations } from '#server/domain/registration/sweep.ts';
import { DAY, MINUTE, SECOND } from '#shared/time.ts';
import type { TestApp } from '#tests/support/app.ts';
import { makeAccount } from '#tests/support/auth.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { ANA, GROWTH, paidRegistrations } from '#tests/support/paid-registration.ts';
import { makePaymentsStage } from '#tests/support/payments.ts';
import { PASSWORD, read, startRegistration, stepOf, storedRegistration, verify } from '#tests/support/registration.ts';
import { eachTest } from '#tests/support/stages.ts';

const BO = 'bo@shop.example';

onBothDatabases('a registration with a paid plan', { postgres: 'long' }, (database) => {
  const stage = eachTest(() => makePaymentsStage(database()));

  const { start, bought, pay, subscriptions, refunds } = paidRegistrations(() => stage);
  const allMails = async (kind: 'registration-reminder' | 'registration-refunded') =>
    (await stage.app.deps.db.selectFrom('mails').select('recipient').where('kind', '=', kind).execute()).map(
      ({ recipient }) => recipient,
    );

  /** Stores what a bank transfer leaves behind: a complete checkout whose money is not there. */
  async function transfer(checkoutId: string, status: 'incomplete' | 'incomplete_expired'): Promise<void> {
    await stage.sandbox.transact(async (store) => {
      const checkout = await store.get('checkout.session', checkoutId);
      await store.save({ ...checkout, payment_status: 'unpaid' }, String(checkout.customer));
      const subscription = await store.get('subscription', String(checkout.subscription));
      await store.save({ ...subscription, status }, String(subscription.customer));
    });
  }

  it('opens no second checkout while a bank transfer is on its way, and another one once that has failed', async () => {
    const ana = await start();
    const first = await bought(ana);
    await transfer(first, 'incomplete');
    const waiting = await pay(ana);
    expect([waiting.status, waiting.body.checkout, waiting.body.registration.isPaid]).toEqual([200, undefined, false]);
    await transfer(first, 'incomplete_expired');
    const { status, body } = await pay(ana);
    expect([status, body.checkout?.url]).toEqual([200, expect.stringMatching(/sandbox\/checkout/)]);
    expect(body.checkout?.id).not.toBe(first);
    await stage.pay(body.checkout?.id ?? '');
    await pay(ana, { sessionId: body.checkout?.id });
    expect(await read(ana)).toMatchObject({ status: 'paid', isPaid: true });
  });

  it('takes another plan, and expires, after a transfer that failed', async () => {
    const [ana, bo] = [await start(), await start(BO)];
    for (const one of [ana, bo]) await transfer(await bought(one), 'incomplete_expired');
    await startRegistration(stage.app, { email: ANA, plan: 'free' }, ana.client);
    expect(await read(ana)).toMatchObject({ plan: 'free', nextStep: 'create-user' });
    stage.app.clock.advance(8 * DAY);
    await sweepRegistrations(stage.app.deps);
    expect((await read(bo)).status).toBe('expired');
  });

  it('is paid as soon as another server starts, although the last was killed while it asked', async () => {
    const ana = await start();
    await bought(ana);
    const { deps, clock } = stage.app;
    const iso = (ms: number) => new Date(ms).toISOString();
    const claim = () => claimJob(deps.database, iso(clock.now()), iso(clock.now() + 2 * MINUTE), []);
    expect(await claim()).toBeNull();
    clock.advance(10 * MINUTE);
    expect(await claim()).not.toBeNull();
    clock.advance(SECOND);
    await stage.jobs.flush();
    // Nobody else takes what the dead one had claimed.
    expect((await read(ana)).status).toBe('payment_pending');
    const next = makeJobs(deps);
    await catchUp(deps, next);
    expect((await read(ana)).status).toBe('paid');
    // Asking changes nothing for a server that lives, and finds nothing a second time.
    const before = stage.calls.length;
    await catchUp(deps, next);
    expect([(await read(ana)).status, stage.calls.length]).toEqual(['paid', before]);
    await next.stop();
  });

  it('is not paid back when its address is verified at that very moment', async () => {
    const ana = await start();
    await pay(ana, { sessionId: await bought(ana) });
    await stepOf(ana, 'create-user', { password: PASSWORD });
    stage.app.clock.advance(31 * DAY);
    const { deps } = stage.app;
    let isVerified = false;
    const db = new Proxy(deps.db, {
      get(target, key) {
        const value = Reflect.get(target, key, target);
        if (key !== 'transaction') return typeof value === 'function' ? value.bind(target) : value;
        return () => ({
          execute: async (work: Parameters<ReturnType<typeof target.transaction>['execute']>[0]) => {
            if (!isVerified) await verify(stage.app, ana);
            isVerified = true;
            return target.transaction().execute(work);
          },
        });
      },
    });
    await sweepRegistrations({ ...deps, db });
    await sweepRegistrations(deps);
    await stage.jobs.flush();
    const { status } = await storedRegistration(stage.app, ana);
    expect([isVerified, status, await subscriptions()]).toEqual([true, 'finished', ['active']]);
    expect([await refunds(), await allMails('registration-refunded')]).toEqual([[], []]);
  });

  it('is reminded of, however many others were left at their last step', async () => {
    const { db } = stage.app.deps;
    const ana = await start();
    await pay(ana, { sessionId: await bought(ana) });
    const owner = await makeAccount(stage.app, 'owner@shop.example');
    const { _id } = (await owner.get<{ user: { _id: string } }>('/api/auth/me')).body.user;
    const at = new Date(stage.app.clock.now() - DAY).toISOString();
    const row = await storedRegistration(stage.app, ana);
    for (let n = 0; n < 100; n++) {
      const other = { id: `r-${n}`, email: `a${n}@shop.example`, email_lower: `a${n}@shop.example`, user_id: _id };
      await db
        .insertInto('registrations')
        .values({ ...row, ...other, status: 'user_created', checkout_id: null, subscription_id: null, paid_at: at })
        .execute();
    }
    stage.app.clock.advance(2 * DAY);
    await sweepRegistrations(stage.app.deps);
    await sweepRegistrations(stage.app.deps);
    expect(await allMails('registration-reminder')).toEqual([ANA]);
  });
});

onBothDatabases('with rate limits, who waits for a late payment', { postgres: 'long' }, (database) => {
  let app: TestApp;
  const stage = eachTest(() => makePaymentsStage(database(), { AUTH_RATE_LIMIT: '1' }));
  beforeEach(() => {
    ({ app } = stage);
  });
  const { start, pay } = paidRegistrations(() => stage);

  it('may look every three seconds for an hour, and still pay', async () => {
    const ana = await start();
    const sessionId = (await pay(ana)).body.checkout?.id;
    const statuses = new Set<number>();
    for (let n = 0; n < 100; n++) {
      statuses.add((await pay(ana, { sessionId })).status);
      app.clock.advance(3_000);
    }
    expect([...statuses]).toEqual([200]);
    expect((await pay(ana)).body.checkout?.id).toBe(sessionId);
    await stage.pay(sessionId ?? '');
    expect((await pay(ana, { sessionId })).body.registration.isPaid).toBe(true);
  });

  it('may do so with an account, and open the portal', async () => {
    const bo = await makeAccount(app, BO);
    const { body } = await bo.post<{ checkout: { id: string } }>('/api/billing/checkout', GROWTH);
    const sessionId = body.checkout.id;
    const statuses = new Set<number>();
    for (let n = 0; n < 100; n++) {
      statuses.add((await bo.post('/api/billing/confirm', { sessionId })).status);
      app.clock.advance(3_000);
    }
    expect([...statuses]).toEqual([200]);
    expect((await bo.post('/api/billing/portal')).status).toBe(200);
  });
});
