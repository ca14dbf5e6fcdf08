// The sandbox's webhooks: signed as Stripe signs them, in the transaction of what they tell, and sent until they are taken.
import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '#shared/time.ts';
import { wordsOf } from '#tests/support/words.ts';
import { onBothDatabases } from './support/databases.ts';
import { CHECKOUT, startSandbox, type TestSandbox } from './support/sandbox-stripe.ts';
import { soon } from './support/soon.ts';

onBothDatabases("the sandbox's webhooks", { postgres: 'long' }, (database) => {
  let test: TestSandbox;
  let stripe: Stripe;
  beforeEach(async () => {
    test = await startSandbox(database());
    stripe = test.stripe;
  });
  afterEach(() => test.sandbox.stop());

  const buy = async () => {
    const { id: customer } = await test.newCustomer();
    const { id } = await stripe.checkout.sessions.create({ ...CHECKOUT, customer });
    await test.pay(id);
    return id;
  };
  const types = () => test.received.map(({ event }) => event.type as string).sort();
  const BOUGHT = ['checkout.session.completed', 'customer.subscription.created', 'invoice.paid'];
  const queued = () => database().db.selectFrom('sandbox_deliveries').selectAll().execute();
  /** Lets deliveries that were woken finish. */
  const settled = (count: number) => soon(() => test.received.length).toBeGreaterThanOrEqual(count);

  it('come by themselves after the commit, once each, with a signature that the SDK accepts', async () => {
    await buy();
    await settled(3);
    await soon(queued).toEqual([]);
    expect(types()).toEqual(BOUGHT);
    for (const { body, signature, event } of test.received) {
      const verify = (text: string, secret = test.webhookSecret, now = test.clock.now()) =>
        stripe.webhooks.constructEvent(text, signature, secret, 300, undefined, now);
      expect(verify(body)).toEqual(event);
      expect(() => verify(`${body} `)).toThrow(/signature/i);
      expect(() => verify(body, 'whsec_other')).toThrow(/signature/i);
      expect(() => verify(body, undefined, test.clock.now() + 301 * SECOND)).toThrow(/tolerance/i);
    }
  });

  it('are not sent, nor kept, for what was rolled back', async () => {
    const { id: customer } = await test.newCustomer();
    const { id } = await stripe.checkout.sessions.create({ ...CHECKOUT, customer });
    await expect(test.pay(id, 'declined')).rejects.toThrow();
    expect([await queued(), (await stripe.events.list()).data, test.received]).toEqual([[], [], []]);
  });

  it.each([
    ['a refusal', () => 400],
    ['a fault', () => 500],
    ['a redirect', () => 302],
    [
      'a crash',
      () => {
        throw new Error('the handler is gone');
      },
    ],
  ])('come again after %s, with growing pauses and a fresh signature', async (_name, answer) => {
    test.side.answer = answer;
    await buy();
    await settled(3);
    // Counted as an attempt begins, and postponed once it has ended.
    await soon(async () => (await queued()).map(({ attempts, last_error }) => [attempts, last_error !== null])).toEqual(
      Array(3).fill([1, true]),
    );
    const pauses: number[] = [];
    for (let attempt = 2; attempt <= 5; attempt++) {
      const due = Math.max(...(await queued()).map(({ next_attempt_at }) => Date.parse(next_attempt_at ?? '')));
      pauses.push(due - test.clock.now());
      test.clock.advance(due - test.clock.now() - 1);
      expect(await test.deliverDue()).toBe(0);
      test.clock.advance(1);
      expect(await test.deliverDue()).toBe(3);
    }
    expect(pauses).toEqual([...new Set(pauses)].sort((a, b) => a - b));
    expect(pauses.at(-1)).toBeGreaterThanOrEqual(30 * MINUTE);
    test.side.answer = () => 200;
    test.clock.advance(6 * HOUR);
    await test.deliverDue();
    expect(await queued()).toEqual([]);
    const last = test.received.at(-1);
    if (!last) throw new Error('nothing came');
    const now = test.clock.now();
    expect(stripe.webhooks.constructEvent(last.body, last.signature, test.webhookSecret, 300, undefined, now)).toEqual(
      last.event,
    );
    expect(new Set(test.received.map(({ event }) => event.id)).size).toBe(3);
  });

  it('are given up after days, and said so in the log without what they carry', async () => {
    test.side.answer = () => 500;
    await buy();
    await settled(3);
    for (let attempt = 0; attempt < 12; attempt++) {
      test.clock.advance(DAY);
      await test.deliverDue();
    }
    expect((await queued()).every(({ next_attempt_at }) => next_attempt_at === null)).toBe(true);
    expect(test.received.length).toBeLessThan(60);
    expect(wordsOf(test.logged.join(''))).not.toMatch(/mia@shop|whsec_|\b4242\b/);
    expect(test.logged.length).toBeGreaterThan(0);
  });

  it('are sent once, however many processes share the database', async () => {
    await buy();
    await Promise.all([test.deliverDue(), test.deliverDue(), test.deliverDue(), test.deliverDue()]);
    await soon(queued).toEqual([]);
    expect(types()).toEqual(BOUGHT);
  });

  it('come from the next process when the one that owed them is gone', async () => {
    const owing = await test.another();
    const { id: customer } = await test.newCustomer();
    const { id } = await stripe.checkout.sessions.create({ ...CHECKOUT, customer });
    await test.pay(id, 'pays', owing);
    await owing.stop();
    expect(test.received).toEqual([]);
    expect(await test.deliverDue()).toBe(3);
    expect(types()).toEqual(BOUGHT);
  });
});
