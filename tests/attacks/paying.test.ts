// Attack: get a plan without paying, or pay twice: by somebody else's checkout, many tabs, an account that is deleted; and
// have more sites than the plan allows.
import { expect, it } from 'vitest';
import { skipPeriod } from '#server/adapters/sandbox-stripe/portal.ts';
import type { User } from '#shared/contract/account.ts';
import type { Billing, ConfirmedCheckout, OpenCheckout } from '#shared/contract/billing.ts';
import { DAY, HOUR, MINUTE } from '#shared/time.ts';
import { makeAccount, PASSWORD, register } from '#tests/support/auth.ts';
import { makeClient } from '#tests/support/client.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { makePaymentsStage } from '#tests/support/payments.ts';
import { eachTest } from '#tests/support/stages.ts';

const ANA = 'ana@shop.example';

onBothDatabases('payment', { postgres: 'long' }, (database) => {
  const stage = eachTest(() => makePaymentsStage(database()));
  const ana = eachTest(() => makeAccount(stage.app, ANA));

  const checkout = (client = ana, plan = 'starter', cycle = 'monthly') =>
    client.post<{ checkout: OpenCheckout }>('/api/billing/checkout', { plan, cycle });
  const open = async (client = ana, plan = 'starter', cycle = 'monthly') => {
    const { status, body } = await checkout(client, plan, cycle);
    expect(status).toBe(200);
    return body.checkout.id;
  };
  const confirm = (sessionId: string, client = ana) =>
    client.post<ConfirmedCheckout>('/api/billing/confirm', { sessionId });
  const buy = async (client = ana, plan = 'starter', cycle = 'monthly') => {
    const id = await open(client, plan, cycle);
    await stage.pay(id);
    expect((await confirm(id, client)).body).toMatchObject({ status: 'paid' });
    return (await stage.payments.readCheckout(id))?.subscriptionId ?? '';
  };
  const held = async (client = ana) => {
    const { type, status, max_sites } = (await client.get<{ user: User }>('/api/auth/me')).body.user.subscription;
    return [type, status, max_sites];
  };
  const billing = async (client = ana) => (await client.get<{ billing: Billing }>('/api/billing')).body.billing;
  const objects = async (type: string) =>
    (await database().db.selectFrom('sandbox_objects').select('data').where('type', '=', type).execute()).map(
      ({ data }) => JSON.parse(data) as Record<string, unknown>,
    );
  const refunds = async () => (await objects('refund')).map(({ amount }) => amount);
  const jobs = async () =>
    (await database().db.selectFrom('jobs').select('id').where('kind', '!=', 'watch-checkout').execute()).map(
      ({ id }) => id,
    );
  let made = 0;
  const makeSite = async (client = ana) => (await client.post('/api/sites', { name: `Shop ${++made}` })).status;

  it('the portal opens at what was chosen, as far as it can still be done there', async () => {
    await buy(ana, 'growth', 'monthly');
    const openAt = async (choice: object) => {
      const { status, body } = await ana.post<{ url: string }>('/api/billing/portal', choice);
      expect(status).toBe(200);
      const [session] = (await objects('billing_portal.session')).filter(({ url }) => url === body.url);
      return session?.sandbox_flow;
    };
    expect(await openAt({})).toBeNull();
    expect(await openAt({ plan: 'agency', cycle: 'annual' })).toBe('price_agency_annual');
    expect(await openAt({ plan: 'starter' })).toBe('price_starter_monthly');
    expect(await openAt({ plan: 'free' })).toBe('canceled');
    // Nothing would change.
    expect(await openAt({ plan: 'growth', cycle: 'monthly' })).toBeNull();
    expect((await ana.post('/api/billing/portal', { plan: 'huge' })).body).toMatchObject({
      code: 'validation',
      errors: [{ field: 'plan' }],
    });
  });

  it('a plan is bought, renewed, cancelled and over, as the provider says', async () => {
    expect(await billing()).toEqual({
      plan: 'free',
      status: 'none',
      cycle: null,
      renewsAt: null,
      cancelsAt: null,
      sites: { owned: 0, allowed: 1, remaining: 1, mayCreate: true },
      isGranted: false,
      hasCustomer: false,
      offer: { buying: 'test', reason: null },
    });
    const id = await buy(ana, 'growth', 'annual');
    expect(await held()).toEqual(['growth', 'active', 10]);
    expect(await billing()).toMatchObject({
      plan: 'growth',
      cycle: 'annual',
      renewsAt: expect.stringMatching(/^2027-03-10/),
      sites: { allowed: 10, remaining: 10 },
      hasCustomer: true,
    });
    expect((await checkout(ana, 'agency')).status).toBe(409);
    const { url } = (await ana.post<{ url: string }>('/api/billing/portal')).body;
    expect(url).toMatch(/^http:\/\/proofbell\.test\/sandbox\/portal\//);
    const { db } = database();
    await db
      .updateTable('subscriptions')
      .set({ cancels_at: '2027-03-10T12:00:00.000Z' })
      .where('id', '=', id)
      .execute();
    expect(await billing()).toMatchObject({ renewsAt: null, cancelsAt: '2027-03-10T12:00:00.000Z' });
    await stage.payments.cancelSubscription(id, 'portal');
    await stage.deliver();
    await stage.jobs.flush();
    expect(await held()).toEqual([null, 'none', 1]);
  });

  it("somebody else's checkout, an unknown one and one of nobody are none of the caller's", async () => {
    const bob = await makeAccount(stage.app, 'bob@shop.example');
    const bobs = await open(bob);
    await stage.pay(bobs);
    const wanted = { status: 400, body: { code: 'validation', errors: [{ field: 'sessionId' }] } };
    for (const id of [bobs, 'cs_test_unknown', 'sub_1', '../../v1/customers', 'x'.repeat(255)])
      expect(await confirm(id)).toMatchObject(wanted);
    expect(await held()).toEqual([null, 'none', 1]);
    expect(await confirm(bobs, bob)).toMatchObject({ status: 200, body: { status: 'paid' } });
    expect(await held(bob)).toEqual(['starter', 'active', 3]);
    // Somebody who registers with a plan is somebody else, too.
    const customerId = await stage.payments.createCustomer({ email: ANA, reference: 'r-1', key: 'r-1' });
    const urls = { successUrl: 'http://proofbell.test/a', cancelUrl: 'http://proofbell.test/b' };
    const other = { customerId, plan: 'agency', cycle: 'annual', reference: 'r-1', key: 'c-1', ...urls } as const;
    const { id } = await stage.payments.createCheckout({ ...other, expiresAt: stage.app.clock.now() + HOUR });
    await stage.pay(id);
    expect(await confirm(id)).toMatchObject(wanted);
  });

  it('unknown plans and cycles, keys, strangers and unverified accounts buy nothing', async () => {
    for (const [field, body] of [
      ['plan', { plan: 'free', cycle: 'annual' }],
      ['plan', { plan: 'lifetime', cycle: 'annual' }],
      ['cycle', { plan: 'growth', cycle: 'weekly' }],
      ['price', { plan: 'growth', cycle: 'annual', price: 'price_starter_monthly' }],
    ] as const) {
      expect(await ana.post('/api/billing/checkout', body)).toMatchObject({
        status: 400,
        body: { errors: [{ field }] },
      });
    }
    const fresh = makeClient(stage.app);
    await register(fresh, 'fresh@shop.example');
    expect((await checkout(fresh)).status).toBe(403);
    expect((await checkout(makeClient(stage.app))).status).toBe(401);
    expect(await objects('checkout.session')).toEqual([]);
  });

  it('an open checkout, an expired one and a refused card give nothing', async () => {
    const id = await open();
    expect((await confirm(id)).body).toMatchObject({ status: 'open' });
    await expect(stage.pay(id, 'declined')).rejects.toThrow();
    expect((await confirm(id)).body).toMatchObject({ status: 'open' });
    stage.app.clock.advance(DAY);
    expect((await confirm(id)).body).toMatchObject({ status: 'expired' });
    expect(await held()).toEqual([null, 'none', 1]);
    await stage.jobs.flush();
    expect(await database().db.selectFrom('jobs').selectAll().execute()).toEqual([]);
  });

  it('many tabs get one checkout, and one customer', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => open()));
    expect(new Set(ids).size).toBe(1);
    expect(await objects('customer')).toHaveLength(1);
  });

  it('two checkouts that are both paid cost one: the second is cancelled and paid back', async () => {
    const [first, second] = [await open(ana, 'starter'), await open(ana, 'agency')];
    await stage.pay(first);
    stage.app.clock.advance(MINUTE);
    await stage.pay(second);
    await Promise.all([confirm(first), confirm(second), stage.deliver()]);
    await stage.jobs.flush();
    await stage.deliver();
    await stage.jobs.flush();
    expect(await held()).toEqual(['starter', 'active', 3]);
    expect(await refunds()).toEqual([14_900]);
    expect((await objects('subscription')).map(({ status }) => status).sort()).toEqual(['active', 'canceled']);
  });

  it('whoever cancelled can buy again once the period is over, which test mode can skip to', async () => {
    const id = await buy(ana, 'growth');
    await stage.sandbox.transact(async (store) => {
      const subscription = { ...(await store.get('subscription', id)), cancel_at_period_end: true };
      await store.save(subscription, String(subscription.customer));
      await skipPeriod(store, subscription);
    });
    await stage.deliver();
    await stage.jobs.flush();
    expect(await held()).toEqual([null, 'none', 1]);
    await buy(ana, 'starter');
    expect(await held()).toEqual(['starter', 'active', 3]);
  });

  it('whoever has paid, but not been told yet, can open no second checkout', async () => {
    await stage.pay(await open(ana, 'starter'));
    expect(await checkout(ana, 'agency')).toMatchObject({ status: 409 });
    expect(await held()).toEqual(['starter', 'active', 3]);
  });

  it('whoever was granted as much pays for nothing', async () => {
    await database().db.updateTable('users').set({ granted_plan: 'growth' }).execute();
    expect((await checkout(ana, 'growth')).status).toBe(409);
    const id = await open(ana, 'agency');
    await stage.pay(id);
    await confirm(id);
    expect(await held()).toEqual(['agency', 'active', 50]);
  });

  it('a plan that ends takes no site away, and lets none be added', async () => {
    const id = await buy(ana, 'starter');
    for (let n = 0; n < 3; n++) expect(await makeSite()).toBe(201);
    await stage.payments.cancelSubscription(id, 'portal');
    await stage.deliver();
    await stage.jobs.flush();
    expect(await held()).toEqual([null, 'none', 1]);
    const { data } = (await ana.get<{ data: { sites: { id: string }[] } }>('/api/sites')).body;
    expect(data.sites).toHaveLength(3);
    for (const site of data.sites) expect((await stage.app.fetch(`/api/embed/${site.id}`)).status).toBe(200);
    expect(await makeSite()).toBe(403);
    expect(await billing()).toMatchObject({ sites: { owned: 3, allowed: 1, remaining: 0, mayCreate: false } });
  });

  it('an overdue payment keeps sites and plan, and blocks new sites until it is paid', async () => {
    const id = await buy(ana, 'growth');
    expect(await makeSite()).toBe(201);
    await stage.sandbox.transact(async (store) => {
      const subscription = await store.get('subscription', id);
      await store.save({ ...subscription, status: 'past_due' }, String(subscription.customer));
    });
    stage.app.clock.advance(DAY);
    await stage.jobs.queueReads();
    await stage.jobs.flush();
    expect(await held()).toEqual(['growth', 'past_due', 10]);
    const refused = await ana.post('/api/sites', { name: 'Another' });
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'site-limit', message: expect.stringMatching(/card/) },
    });
    expect(await billing()).toMatchObject({ sites: { owned: 1, allowed: 10, remaining: 9, mayCreate: false } });
    expect((await checkout(ana, 'agency')).status).toBe(409);
  });

  it('a deleted account stops paying, however long the provider is down, and opens no checkout any more', async () => {
    const id = await buy(ana, 'growth');
    stage.setFault('cut');
    expect((await ana.delete('/api/auth/me')).status).toBe(204);
    for (let n = 0; n < 6; n++) {
      await stage.jobs.flush();
      stage.app.clock.advance(6 * HOUR);
    }
    expect(await jobs()).toEqual([`cancel-subscription:${id}`]);
    stage.setFault(null);
    expect(await stage.payments.readSubscription(id)).toMatchObject({ status: 'active' });
    stage.app.clock.advance(6 * HOUR);
    await stage.jobs.flush();
    expect(await stage.payments.readSubscription(id)).toMatchObject({ status: 'canceled' });
    expect(await refunds()).toEqual([]);
    await stage.deliver();
    await stage.jobs.flush();
    expect(await jobs()).toEqual([]);
    expect(await database().db.selectFrom('subscriptions').selectAll().execute()).toEqual([]);
  });

  it('what is paid after the account was deleted is paid back, and an open checkout is closed', async () => {
    const [paid, left] = [await open(ana, 'starter'), await open(ana, 'agency')];
    expect((await ana.delete('/api/auth/me')).status).toBe(204);
    await stage.pay(paid);
    stage.app.clock.advance(10 * MINUTE);
    await stage.jobs.flush();
    expect(await refunds()).toEqual([1_900]);
    expect(await stage.payments.readCheckout(left)).toMatchObject({ status: 'expired' });
    await stage.deliver();
    await stage.jobs.flush();
    expect(await database().db.selectFrom('jobs').selectAll().execute()).toEqual([]);
  });

  it('where nothing can be bought the answer says so, and names the plan', async () => {
    await stage.stop();
    Object.assign(stage, await makePaymentsStage(database(), {}, false));
    Object.assign(ana, makeClient(stage.app));
    await ana.post('/api/auth/login', { email: ANA, password: PASSWORD });
    const { body } = await ana.get<{ offer: { buying: string; reason: string } }>('/api/billing/offer');
    expect(body.offer).toEqual({ buying: 'off', reason: expect.stringMatching(/can't be bought/) });
    expect(await checkout()).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'plan', message: body.offer.reason }] },
    });
  });
});
