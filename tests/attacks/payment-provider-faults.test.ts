// Attack: a payment provider that is down, silent, overloaded, refusing or incomprehensible while somebody buys a plan, or
// whose answers get lost.
import { describe, expect, it } from 'vitest';
import { BILLING_MESSAGES } from '#shared/billing-messages.ts';
import type { RegistrationPayment } from '#shared/contract/registration.ts';
import type { TestApp } from '../support/app.ts';
import { startApp } from '../support/apps.ts';
import { makeClient } from '../support/client.ts';
import { type Answer, type Asked, SECRET_KEY, startFakeProvider } from '../support/fake-provider.ts';

const SANDBOX = { ALLOW_SANDBOX_PAYMENTS: '1' };

/** Registers with a paid plan. @returns calls of the step in which it is paid. */
async function startRegistration(app: TestApp) {
  const client = makeClient(app);
  const input = { email: 'ana@shop.example', plan: 'growth', cycle: 'annual' };
  const started = await client.post<RegistrationPayment>('/api/registration', input);
  const { id } = started.body.registration;
  return {
    pay: () => client.post<RegistrationPayment>(`/api/registration/${id}/payment`, {}),
    read: async () => (await client.get<RegistrationPayment>(`/api/registration/${id}`)).body.registration,
  };
}
const errorBody = (type: string) => ({ error: { type, message: `Not with ${SECRET_KEY}` } });

describe('somebody who pays', () => {
  it.each<[string, Answer, number, string]>([
    ['is silent', () => {}, 503, BILLING_MESSAGES.providerUnavailable],
    ['hangs up', (response) => void response.destroy(), 503, BILLING_MESSAGES.providerUnavailable],
    ['answers 500', { status: 500, body: errorBody('api_error') }, 503, BILLING_MESSAGES.providerUnavailable],
    ['answers 429', { status: 429, body: errorBody('api_error') }, 503, BILLING_MESSAGES.providerUnavailable],
    ['answers garbage', { status: 200, body: '<html>' }, 503, BILLING_MESSAGES.providerUnavailable],
    ['answers a text', { status: 200, body: '"ok"' }, 503, BILLING_MESSAGES.providerUnavailable],
    [
      'refuses the key',
      { status: 401, body: errorBody('invalid_request_error') },
      503,
      BILLING_MESSAGES.providerRefused,
    ],
    ['answers 402', { status: 402, body: errorBody('card_error') }, 409, BILLING_MESSAGES.cardDeclined],
  ])('while the provider %s is told so, and goes on once it works', async (_, answer, status, message) => {
    const app = await startApp(SANDBOX);
    const { payments } = app.deps;
    const provider = await startFakeProvider(() => answer, 800);
    const { pay, read } = await startRegistration(app);
    app.deps.payments = provider.payments;
    const before = await read();
    const failed = await pay();
    expect([failed.status, failed.body]).toEqual([status, expect.objectContaining({ message })]);
    expect(Number(failed.headers.get('retry-after')) > 0).toBe(status === 503);
    expect(await read()).toEqual(before);
    expect(JSON.stringify([failed.body, app.logged])).not.toContain(SECRET_KEY);
    await provider.stop();
    app.deps.payments = payments;
    const paying = await pay();
    expect([paying.status, paying.body.registration.status]).toEqual([200, 'payment_pending']);
    expect(paying.body.checkout?.url).toContain('/sandbox/checkout/cs_');
  });

  it.each(['/v1/customers', '/v1/checkout/sessions'])(
    'gets one customer and one checkout when the answer of POST %s is lost, however often',
    async (path) => {
      const app = await startApp(SANDBOX);
      const { sandbox } = app.deps;
      if (!sandbox) throw new Error('no sandbox');
      const { host, port } = await sandbox.server();
      let lost = 0;
      /** Lets the sandbox do what is asked, and hangs up instead of answering. */
      const forward = (asked: Asked): Answer => {
        return async (response) => {
          const isPost = asked.method === 'POST';
          const headers: Record<string, string> = { authorization: `Bearer ${sandbox.apiKey}` };
          if (isPost) headers['idempotency-key'] = String(asked.headers['idempotency-key']);
          const url = `http://${host}:${port}${asked.path}`;
          const answer = await fetch(url, { method: asked.method, headers, ...(isPost && { body: asked.body }) });
          const text = await answer.text();
          if (isPost && asked.path === path && lost++ < 4) return void response.destroy();
          response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
        };
      };
      const provider = await startFakeProvider(forward);
      app.deps.payments = provider.payments;
      const { pay } = await startRegistration(app);
      // Each call asks twice.
      expect([(await pay()).status, (await pay()).status]).toEqual([503, 503]);
      const { status, body } = await pay();
      expect(status).toBe(200);
      const stored = await app.deps.db.selectFrom('sandbox_objects').select('id').execute();
      const made = stored.map(({ id }) => id).filter((one) => /^(?:cus|cs)_/.test(one));
      expect(made.map((one) => one.split('_')[0]).sort()).toEqual(['cs', 'cus']);
      expect(made).toContain(body.checkout?.id);
      await provider.stop();
    },
  );
});
