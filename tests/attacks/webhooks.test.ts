// Attack: make the server believe messages that the payment provider never sent, sent long ago or dated ahead; start its
// SDK and the sandbox by messages of nobody; and confuse it by messages that come twice, in any order, all at once, or while
// the provider hangs.
import { expect, it } from 'vitest';
import { makeStripe } from '#server/adapters/stripe/stripe.ts';
import { HANDLED_EVENTS } from '#server/domain/billing/events.ts';
import { parseEnv } from '#server/env.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#shared/time.ts';
import { makeActor } from '#tests/support/actor.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { hmac } from '#tests/support/deliveries.ts';
import { makePaymentsStage, signedBy } from '#tests/support/payments.ts';
import { soon } from '#tests/support/soon.ts';
import { eachTest } from '#tests/support/stages.ts';

const PATH = '/api/webhooks/stripe';

onBothDatabases('webhooks', { postgres: 'long' }, (database) => {
  const stage = eachTest(() => makePaymentsStage(database(), {}, true, 2_000));
  const owner = eachTest(() => makeActor(stage.app.deps));

  const db = () => stage.app.deps.db;
  const count = async (table: 'webhook_events' | 'jobs') => (await db().selectFrom(table).selectAll().execute()).length;
  const planOf = async () =>
    db()
      .selectFrom('users')
      .select(['subscription_type as plan', 'subscription_status as status'])
      .executeTakeFirstOrThrow();

  const signed = (body: string, at = stage.app.clock.now(), secret = stage.sandbox.webhookSecret) =>
    signedBy(secret, body, { now: () => at });
  /** @returns a signature, as it should be, over a time that may be none. */
  const signedAt = (body: string, time: string) =>
    `t=${time},v1=${hmac(stage.sandbox.webhookSecret, `${time}.${body}`, 'hex')}`;
  const send = async (body: string, signature: string | null = signed(body), path = PATH) => {
    const headers = {
      'content-type': 'application/json',
      ...(signature !== null && { 'stripe-signature': signature }),
    };
    const response = await stage.app.fetch(path, { method: 'POST', headers, body });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const event = (id: string, type: string, object: object) =>
    JSON.stringify({
      id,
      object: 'event',
      type,
      created: Math.floor(stage.app.clock.now() / SECOND),
      data: { object },
    });
  const changed = (subscription: string, id = `evt_${crypto.randomUUID().replaceAll('-', '')}`) =>
    event(id, 'customer.subscription.updated', { object: 'subscription', id: subscription, status: 'active' });

  /** @returns the id of a subscription that the owner bought, of which no message has come yet. */
  async function buy(plan: 'starter' | 'growth' = 'growth'): Promise<string> {
    const { payments, app } = stage;
    const key = crypto.randomUUID();
    const customerId = await payments.createCustomer({ email: 'a@shop.example', reference: owner.userId, key });
    const { id } = await payments.createCheckout({
      customerId,
      plan,
      cycle: 'monthly',
      reference: owner.userId,
      successUrl: 'http://proofbell.test/payment-success',
      cancelUrl: 'http://proofbell.test/upgrade',
      expiresAt: app.clock.now() + 23 * HOUR,
      key: `checkout-${key}`,
    });
    await stage.pay(id);
    return (await payments.readCheckout(id))?.subscriptionId ?? '';
  }

  it('that are unsigned, badly signed, changed, of another secret or old are refused and change nothing', async () => {
    const id = await buy();
    const body = changed(id);
    const now = stage.app.clock.now();
    const refused: [string, string | null][] = [
      [body, null],
      [body, ''],
      [body, 'nonsense'],
      [body, 't=1,v1='],
      [body, signed(body, now, 'whsec_guessed')],
      [body, signed(body, now - 6 * MINUTE)],
      [body, signed(body, now + 6 * MINUTE)],
      [body, signed(body, now + 365 * DAY)],
      [body, signedAt(body, 'NaN')],
      [body, signedAt(body, '')],
      [body, signedAt(body, `${now / SECOND}.0`)],
      [body, signed(body).replace(/t=\d+,/, '')],
      [body, `t=${now / SECOND},${signed(body)}`],
      [body, `${signed(body)}${',v1='.repeat(500)}`],
      [`\ufeff${body}`, signed(body)],
      [body.replace('updated', 'deleted'), signed(body)],
      [`${body} `, signed(body)],
      ['', signed(body)],
      [body, signed(body).replace('v1=', 'v0=')],
    ];
    for (const [text, signature] of refused) {
      const { status, body: answer } = await send(text, signature);
      expect([signature, status, answer.code]).toEqual([signature, 400, 'validation']);
      expect(answer.errors).toEqual([{ field: 'stripe-signature', message: expect.any(String) }]);
    }
    expect([await count('webhook_events'), await count('jobs')]).toEqual([0, 0]);
    expect(await planOf()).toEqual({ plan: null, status: 'none' });
    expect((await send(body, signed(body, now - 4 * MINUTE))).status).toBe(200);
  });

  it('load no SDK and open no port', async () => {
    let calls = 0;
    const payments = makeStripe({
      secretKey: stage.sandbox.apiKey,
      webhookSecret: stage.sandbox.webhookSecret,
      priceIds: parseEnv({}).priceIds,
      mode: 'test',
      clock: stage.app.clock,
      // Asked before the SDK is loaded; here the sandbox starts to listen.
      server: () => {
        calls++;
        return stage.sandbox.server();
      },
    });
    Object.assign(stage.app.deps, { payments });
    const body = changed('sub_1');
    const answers = [];
    for (const signature of [null, 'nonsense', signed(body, 0), signed(body)])
      answers.push((await send(body, signature)).status);
    expect([answers, calls]).toEqual([[400, 400, 400, 200], 0]);
  });

  it('with a good signature and any content are never an error of the server', async () => {
    const bodies = ['null', '[]', '{}', '"x"', '{', '{"object":"event"}', event('evt_1', 'invoice.paid', {})];
    bodies.push(event('evt_2', 'customer.subscription.updated', { object: 'subscription' }));
    bodies.push(event('evt_3', 'charge.dispute.created', { object: 'dispute', charge: 7 }));
    bodies.push(JSON.stringify({ id: 'evt_4', object: 'event', type: 'invoice.paid', created: 1, data: null }));
    for (const body of bodies) expect([body, (await send(body)).status]).toEqual([body, expect.toBeOneOf([200, 400])]);
    await stage.jobs.flush();
    expect(await planOf()).toEqual({ plan: null, status: 'none' });
  });

  it('of unknown kinds, and about what is nobody’s here, are taken and change nothing', async () => {
    for (const type of [
      'customer.created',
      'charge.succeeded',
      'constructor',
      '__proto__',
      'v2.core.account.updated',
    ]) {
      expect((await send(event(`evt_${type}`, type, { object: 'thing', id: 'x_1' }))).status).toBe(200);
    }
    expect([await count('webhook_events'), await count('jobs')]).toEqual([0, 0]);
    expect((await send(changed('sub_of_another_product'))).status).toBe(200);
    await stage.jobs.flush();
    expect([await count('webhook_events'), await count('jobs')]).toEqual([1, 0]);
  });

  it('say nothing that is believed: what the provider has counts', async () => {
    const id = await buy('starter');
    await send(event('evt_1', 'customer.subscription.deleted', { object: 'subscription', id, status: 'canceled' }));
    await stage.jobs.flush();
    expect(await planOf()).toEqual({ plan: 'starter', status: 'active' });
    await stage.payments.cancelSubscription(id, 'cancel');
    const lie = { object: 'subscription', id, status: 'active', items: { data: [{ price: 'price_agency_annual' }] } };
    await send(event('evt_2', 'customer.subscription.updated', lie));
    await stage.jobs.flush();
    expect(await planOf()).toMatchObject({ status: 'canceled' });
  });

  it.each(HANDLED_EVENTS.filter((type) => type.startsWith('checkout.')))(
    '%s has the checkout read back, and what came of it',
    async (type) => {
      await buy();
      const stored = await db().selectFrom('sandbox_objects').select('id').execute();
      const id = stored.find((one) => one.id.startsWith('cs_'))?.id;
      expect(
        (await send(event('evt_1', type, { object: 'checkout.session', id, payment_status: 'unpaid' }))).status,
      ).toBe(200);
      expect(await planOf()).toEqual({ plan: null, status: 'none' });
      await stage.jobs.flush();
      expect(await planOf()).toEqual({ plan: 'growth', status: 'active' });
    },
  );

  it('about a disputed payment name the account in the log, and change what the provider has changed', async () => {
    const id = await buy();
    await send(changed(id));
    await stage.jobs.flush();
    const stored = await db().selectFrom('sandbox_objects').select('data').where('type', '=', 'charge').execute();
    const charge = stored.map(({ data }) => JSON.parse(data).id as string)[0];
    const dispute = (about: unknown, evt: string) =>
      send(event(evt, 'charge.dispute.created', { object: 'dispute', id: 'du_1', charge: about }));
    // Of another installation.
    for (const [n, other] of ['ch_unknown', 'x y', null].entries()) await dispute(other, `evt_other_${n}`);
    await stage.jobs.flush();
    const warned = () => JSON.stringify(stage.app.logged).split("an account's owner disputes a payment").length - 1;
    expect([warned(), await count('jobs')]).toEqual([0, 0]);
    await stage.payments.cancelSubscription(id, 'by-hand');
    expect((await dispute(charge, 'evt_1')).status).toBe(200);
    await stage.jobs.flush();
    expect(warned()).toBe(1);
    expect(JSON.stringify(stage.app.logged)).toContain(owner.userId);
    expect(await planOf()).toEqual({ plan: 'growth', status: 'canceled' });
  });

  it('are handled once, however often each comes, one by one or all at once', async () => {
    const body = changed(await buy());
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(body)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect([await count('webhook_events'), await count('jobs')]).toEqual([1, 1]);
    const [job] = await db().selectFrom('jobs').selectAll().execute();
    expect(job?.requests).toBe(1);
    await stage.jobs.flush();
    stage.app.clock.advance(MINUTE);
    expect((await send(body)).status).toBe(200);
    expect(await count('jobs')).toBe(0);
  });

  it('in any order, all at once and through two workers end in what the provider has', async () => {
    const id = await buy();
    const kinds = HANDLED_EVENTS.filter((type) => type.startsWith('customer.') || type.startsWith('invoice.'));
    const messages = (round: number) =>
      kinds.toReversed().map((type) => {
        const object = type.startsWith('invoice.')
          ? { object: 'invoice', id: 'in_1', parent: { subscription_details: { subscription: id } } }
          : { object: 'subscription', id };
        return event(`evt_${round}_${type}`, type, object);
      });
    await Promise.all([...messages(1).map((body) => send(body)), stage.jobs.flush()]);
    await stage.jobs.flush();
    expect(await planOf()).toEqual({ plan: 'growth', status: 'active' });
    await Promise.all([
      ...messages(2).map((body) => send(body)),
      stage.payments.cancelSubscription(id, 'cancel'),
      stage.jobs.flush(),
    ]);
    // The provider's own message about the cancelling.
    await stage.deliver();
    await stage.jobs.flush();
    expect(await planOf()).toMatchObject({ status: 'canceled' });
    expect(await count('jobs')).toBe(0);
  });

  it('are answered at once while the provider hangs, and done once it is back', async () => {
    const id = await buy();
    stage.setFault('hang');
    await send(changed(id));
    const asked = stage.calls.length;
    let isHanging = true;
    const working = stage.jobs.flush().finally(() => {
      isHanging = false;
    });
    await soon(() => stage.calls.length).toBeGreaterThan(asked);
    await Promise.all(
      Array.from({ length: 10 }, () => send(changed(id)).then(({ status }) => expect(status).toBe(200))),
    );
    // Nobody waited for the call that still hangs.
    expect(isHanging).toBe(true);
    await working;
    expect(await planOf()).toEqual({ plan: null, status: 'none' });
    expect(await db().selectFrom('jobs').select(['last_error', 'requests']).execute()).toHaveLength(1);
    stage.setFault(null);
    stage.app.clock.advance(MINUTE);
    await stage.jobs.flush();
    expect(await planOf()).toEqual({ plan: 'growth', status: 'active' });
  });

  it.each([
    ['is cut off', 'cut' as const],
    ['answers 500', { status: 500, body: '{"error":{"type":"api_error","message":"oops"}}' }],
    ['answers 429', { status: 429, body: '{"error":{"type":"rate_limit_error"}}', headers: { 'retry-after': '7' } }],
    ['answers 402', { status: 402, body: '{"error":{"type":"card_error","code":"card_declined"}}' }],
    ['answers garbage', { status: 200, body: '<html>Welcome</html>' }],
    ['answers something else', { status: 200, body: '{"object":"list","data":[]}' }],
  ])('wait in the queue while the provider %s', async (_name, fault) => {
    const id = await buy();
    stage.setFault(fault, /subscriptions/);
    expect((await send(changed(id))).status).toBe(200);
    for (let n = 0; n < 3; n++) {
      await stage.jobs.flush();
      stage.app.clock.advance(MINUTE);
    }
    expect(await planOf()).toEqual({ plan: null, status: 'none' });
    const [job] = await db().selectFrom('jobs').selectAll().execute();
    expect(job).toMatchObject({ id: `sync-subscription:${id}`, last_error: expect.stringContaining('PaymentsError') });
    stage.setFault(null);
    stage.app.clock.advance(HOUR);
    await stage.jobs.flush();
    expect(await planOf()).toEqual({ plan: 'growth', status: 'active' });
    expect(await count('jobs')).toBe(0);
  });

  it('that are lost are made up for within a day', async () => {
    const id = await buy();
    await send(changed(id));
    await stage.jobs.flush();
    await stage.payments.cancelSubscription(id, 'cancel');
    stage.app.clock.advance(DAY);
    await stage.jobs.queueReads();
    await stage.jobs.flush();
    expect(await planOf()).toMatchObject({ status: 'canceled' });
  });

  it('are of no use for reading or changing anything else', async () => {
    const response = await stage.app.fetch(PATH);
    expect(response.status).toBe(404);
    const body = changed('sub_1');
    expect((await send(body, signed(body), '/api/webhooks/other')).status).toBe(404);
    expect((await send(body, signed(body), '/api/sites')).status).toBe(403);
  });
});
