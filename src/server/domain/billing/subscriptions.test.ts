// Subscriptions as the sandbox provider has them: who gets which plan, and that nobody pays twice.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SignedInActor } from '#server/domain/access.ts';
import type { Cycle, PaidPlanId } from '#shared/pricing.ts';
import { DAY, HOUR, MINUTE } from '#shared/time.ts';
import { makeActor } from '#tests/support/actor.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { makePaymentsStage, type PaymentsStage } from '#tests/support/payments.ts';
import { requestJob } from '../../db/jobs.ts';
import { findSubscription, listSubscriptions } from '../../db/subscriptions.ts';
import { findUser } from '../../db/users.ts';
import { proven } from '../access.ts';
import { giveToAccount, syncSubscription } from './subscriptions.ts';

onBothDatabases('subscriptions', (database) => {
  let stage: PaymentsStage;
  let owner: SignedInActor;
  beforeEach(async () => {
    stage = await makePaymentsStage(database());
    owner = await makeActor(stage.app.deps);
  });
  afterEach(() => stage.stop());

  let customers = 0;
  /** Buys a plan at the provider, for an account or a registration. @returns the subscription's id. */
  async function buy(reference: string, plan: PaidPlanId = 'growth', cycle: Cycle = 'monthly', customerId?: string) {
    const { payments, app } = stage;
    const key = `key-${++customers}`;
    const customer = customerId ?? (await payments.createCustomer({ email: 'a@shop.example', reference, key }));
    const checkout = await payments.createCheckout({
      customerId: customer,
      plan,
      cycle,
      reference,
      successUrl: 'http://proofbell.test/payment-success',
      cancelUrl: 'http://proofbell.test/upgrade',
      expiresAt: app.clock.now() + 23 * HOUR,
      key: `checkout-${key}`,
    });
    await stage.pay(checkout.id);
    const { subscriptionId } = (await payments.readCheckout(checkout.id)) ?? {};
    if (!subscriptionId) throw new Error('Nothing was bought');
    return subscriptionId;
  }
  const sync = (id: string) => syncSubscription(stage.app.deps, id);
  const planOf = async (userId = owner.userId) => {
    const user = await findUser(stage.app.deps.db, userId);
    return [user?.subscriptionType, user?.subscriptionStatus];
  };
  const jobs = async () =>
    (await stage.app.deps.db.selectFrom('jobs').select('id').orderBy('id').execute()).map(({ id }) => id);

  /** @returns what the provider paid back, in cents. */
  const refunds = async () =>
    (await stage.app.deps.db.selectFrom('sandbox_objects').select('data').where('type', '=', 'refund').execute()).map(
      ({ data }) => JSON.parse(data).amount,
    );

  async function register(id: string, status: string, userId: string | null = null) {
    const now = new Date(stage.app.clock.now()).toISOString();
    await stage.app.deps.db
      .insertInto('registrations')
      .values({
        id,
        email: 'new@shop.example',
        email_lower: 'new@shop.example',
        plan: 'growth',
        cycle: 'monthly',
        status: status as 'started',
        user_id: userId,
        expires_at: now,
        created_at: now,
        updated_at: now,
      } as never)
      .execute();
  }
  const registration = (id: string) =>
    stage.app.deps.db.selectFrom('registrations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  it('give an account their plan as long as they are paid for', async () => {
    const id = await buy(owner.userId);
    expect(await sync(id)).toMatchObject({ plan: 'growth', cycle: 'monthly', status: 'active', cancelsAt: null });
    expect(await planOf()).toEqual(['growth', 'active']);
    expect((await findUser(stage.app.deps.db, owner.userId))?.customerId).toMatch(/^cus_/);
    await stage.payments.cancelSubscription(id, 'cancel');
    await sync(id);
    expect(await planOf()).toEqual(['growth', 'canceled']);
  });

  it('are found by the customer when the operator made them by hand, and are nobody’s without', async () => {
    const id = await buy('somebody else');
    expect(await sync(id)).toBeNull();
    expect(await findSubscription(stage.app.deps.db, id)).toBeUndefined();
    expect(await jobs()).toEqual([]);
    const { customerId } = (await stage.payments.readSubscription(id)) ?? {};
    await stage.app.deps.db.updateTable('users').set({ customer_id: customerId }).execute();
    expect(await sync(id)).toMatchObject({ userId: owner.userId });
  });

  it.each(['started', 'payment_pending', 'expired'])('take a registration on that is %s', async (status) => {
    await register('r-1', status);
    const id = await buy('r-1');
    await sync(id);
    const now = new Date(stage.app.clock.now()).toISOString();
    expect(await registration('r-1')).toMatchObject({ status: 'paid', subscription_id: id, paid_at: now });
    stage.app.clock.advance(HOUR);
    await sync(id);
    expect(await registration('r-1')).toMatchObject({ status: 'paid', paid_at: now });
  });

  it('are the account’s that their registration led to', async () => {
    await register('r-1', 'payment_pending');
    const id = await buy('r-1');
    await sync(id);
    const { db } = stage.app.deps;
    await db.updateTable('registrations').set({ status: 'user_created', user_id: owner.userId }).execute();
    const user = await findUser(db, owner.userId);
    await db
      .transaction()
      .execute((tx) => giveToAccount(stage.app.deps, tx, 'r-1', proven(user as NonNullable<typeof user>)));
    expect(await planOf()).toEqual(['growth', 'active']);
    await sync(id);
    expect(await findSubscription(db, id)).toMatchObject({ userId: owner.userId, registrationId: 'r-1' });
  });

  it('that are paid for a registration whose money went back are paid back, too', async () => {
    await register('r-1', 'refunded');
    const id = await buy('r-1');
    await sync(id);
    await stage.jobs.flush();
    expect(await stage.payments.readSubscription(id)).toMatchObject({ status: 'canceled' });
    expect(await registration('r-1')).toMatchObject({ status: 'refunded' });
    expect(await refunds()).toEqual([4_900]);
    expect(await jobs()).toEqual([]);
  });

  it('are one for each account: a second one is cancelled and paid back, whichever is heard of first', async () => {
    let round = 0;
    for (const order of [(ids: string[]) => ids, (ids: string[]) => ids.toReversed()]) {
      round++;
      const { userId } = await makeActor(stage.app.deps, 'free', `owner-${customers}@shop.example`);
      const first = await buy(userId, 'starter');
      stage.app.clock.advance(MINUTE);
      const second = await buy(userId, 'agency');
      for (const id of order([first, second])) await sync(id);
      await stage.jobs.flush();
      expect(await planOf(userId)).toEqual(['starter', 'active']);
      expect(await stage.payments.readSubscription(first)).toMatchObject({ status: 'active' });
      expect(await stage.payments.readSubscription(second)).toMatchObject({ status: 'canceled' });
      expect(await refunds()).toEqual(Array.from({ length: round }, () => 14_900));
      expect((await listSubscriptions(stage.app.deps.db, userId)).map(({ status }) => status)).toEqual([
        'active',
        'canceled',
      ]);
    }
  });

  it('are read back by themselves once a day, and when their period ends', async () => {
    const id = await buy(owner.userId, 'growth', 'annual');
    await sync(id);
    const { deps, clock } = stage.app;
    await stage.jobs.queueReads();
    expect(await jobs()).toEqual([]);
    await stage.payments.cancelSubscription(id, 'cancel');
    clock.advance(DAY);
    await stage.jobs.queueReads();
    await stage.jobs.flush();
    expect(await planOf()).toEqual(['growth', 'canceled']);
    await deps.db.updateTable('subscriptions').set({ status: 'active' }).execute();
    const end = Date.parse((await findSubscription(deps.db, id))?.periodEnd ?? '');
    const soon = new Date(end - HOUR).toISOString();
    clock.advance(end - clock.now() - HOUR);
    await deps.db.updateTable('subscriptions').set({ read_at: soon }).execute();
    await stage.jobs.queueReads();
    expect(await jobs()).toEqual([]);
    clock.advance(HOUR);
    await stage.jobs.queueReads();
    expect(await jobs()).toEqual([`sync-subscription:${id}`]);
  });

  it('that the provider no longer knows have ended, unless it knows none of our prices either', async () => {
    const id = await buy(owner.userId);
    await sync(id);
    await stage.app.deps.db.deleteFrom('sandbox_objects').where('id', '=', id).execute();
    stage.setFault({ status: 404, body: '{"error":{"type":"invalid_request_error","code":"resource_missing"}}' });
    await expect(sync(id)).rejects.toMatchObject({ kind: 'refused' });
    expect(await planOf()).toEqual(['growth', 'active']);
    stage.setFault(null);
    await sync(id);
    expect(await planOf()).toEqual(['growth', 'canceled']);
  });

  it('asked for again while they are read are read once more', async () => {
    const id = await buy(owner.userId);
    const { db, clock } = stage.app.deps;
    const now = () => new Date(clock.now()).toISOString();
    await requestJob(db, 'sync-subscription', id, now());
    let release = () => {};
    const reading = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { readSubscription } = stage.payments;
    let reads = 0;
    stage.payments.readSubscription = async (one) => {
      reads++;
      const read = await readSubscription(one);
      if (reads === 1) {
        // Cancelled, and told so, after the answer was on its way.
        await stage.payments.cancelSubscription(id, 'cancel');
        await requestJob(db, 'sync-subscription', id, now());
        release();
      }
      return read;
    };
    const flushed = stage.jobs.flush();
    await reading;
    await flushed;
    await stage.jobs.flush();
    expect(await planOf()).toEqual(['growth', 'canceled']);
    expect(await jobs()).toEqual([]);
  });
});
