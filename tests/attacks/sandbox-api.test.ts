// Attack: ask the sandbox provider without its secret, send it forms that are none, and repeat calls under one key to
// have more than one thing done, or another.
import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '#shared/time.ts';
import { onBothDatabases } from '../support/databases.ts';
import { CHECKOUT, startSandbox, type TestSandbox } from '../support/sandbox-stripe.ts';

onBothDatabases("the sandbox's API under attack", { postgres: 'long' }, (database) => {
  let test: TestSandbox;
  let stripe: Stripe;
  beforeEach(async () => {
    test = await startSandbox(database());
    stripe = test.stripe;
  });
  afterEach(() => test.sandbox.stop());

  describe('idempotency keys', () => {
    it('make one of however many calls there are at once', async () => {
      const customer = await test.newCustomer();
      const answers = await Promise.all(
        Array.from({ length: 20 }, () =>
          stripe.checkout.sessions.create({ ...CHECKOUT, customer: customer.id }, { idempotencyKey: 'checkout:r-1:1' }),
        ),
      );
      expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
      const replayed = answers.filter(({ lastResponse }) => lastResponse.headers['idempotent-replayed'] === 'true');
      expect(replayed).toHaveLength(19);
    });

    it('refuse other parameters and other paths', async () => {
      await stripe.customers.create({ email: 'ana@shop.example' }, { idempotencyKey: 'k' });
      const refusal = { type: 'StripeIdempotencyError', statusCode: 400 };
      await expect(
        stripe.customers.create({ email: 'bob@shop.example' }, { idempotencyKey: 'k' }),
      ).rejects.toMatchObject(refusal);
      await expect(stripe.subscriptions.cancel('sub_1', {}, { idempotencyKey: 'k' })).rejects.toMatchObject(refusal);
    });

    it('are free again after a refusal, and a day later', async () => {
      const options = { idempotencyKey: 'k' };
      await expect(
        stripe.checkout.sessions.create({ ...CHECKOUT, customer: 'cus_nobody' }, options),
      ).rejects.toMatchObject({ statusCode: 404 });
      const first = await stripe.customers.create({ email: 'ana@shop.example' }, options);
      test.clock.advance(DAY + MINUTE);
      await test.sandbox.catchUp();
      const second = await stripe.customers.create({ email: 'ana@shop.example' }, options);
      expect(second.id).not.toBe(first.id);
    });
  });

  describe('strangers and nonsense', () => {
    it('answers 401 without its secret, whatever is asked', async () => {
      for (const key of ['sk_test_sandbox', `${test.apiKey}x`, test.apiKey.slice(0, -1), test.webhookSecret]) {
        await expect(test.connect(key).customers.create()).rejects.toMatchObject({ type: 'StripeAuthenticationError' });
      }
      for (const path of ['/v1/customers', '/v1/events', '/v1/nothing', '/', '/sandbox/checkout/cs_test_1']) {
        const response = await fetch(test.url + path);
        expect([path, response.status, JSON.stringify(await response.json())]).toEqual([
          path,
          401,
          expect.stringContaining('Invalid API Key'),
        ]);
      }
      expect(test.logged.join()).not.toContain(test.apiKey);
    });

    it('answers an unknown path or method with 404 as Stripe does', async () => {
      const raw = (method: 'GET' | 'POST' | 'DELETE', path: string) => stripe.rawRequest(method, path);
      for (const [method, path] of [
        ['GET', '/v1/nothing'],
        ['DELETE', '/v1/customers'],
        ['POST', '/v1/prices/price_starter_monthly'],
      ] as const) {
        await expect(raw(method, path), path).rejects.toMatchObject({
          type: 'StripeInvalidRequestError',
          statusCode: 404,
        });
      }
    });

    it('answers 4xx to bodies that are no form of its own', async () => {
      const bodies = [
        'email[a][b]=1',
        'email=a&email[b]=c',
        '__proto__[admin]=1',
        'constructor[prototype][admin]=1',
        'a[b][c][d][e][f][g][h][i][j]=1',
        'metadata=text',
        '%00=%FF&%',
        '=&&=',
        JSON.stringify({ email: 'a@b.example' }),
        `email=${'x'.repeat(50_000)}`,
      ];
      for (const body of bodies) {
        const response = await fetch(`${test.url}/v1/customers`, {
          method: 'POST',
          headers: { authorization: `Bearer ${test.apiKey}`, 'content-type': 'application/x-www-form-urlencoded' },
          body,
        });
        expect([body.slice(0, 60), response.status < 500]).toEqual([body.slice(0, 60), true]);
      }
      expect({} as { admin?: string }).not.toHaveProperty('admin');
    });
  });
});
