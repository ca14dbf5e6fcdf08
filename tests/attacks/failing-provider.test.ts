// Attack: buy a plan while the payment provider is down, slow or mad, or loses its answers and messages at the worst moment.
import { expect, it } from 'vitest';
import type { User } from '#shared/contract/account.ts';
import type { ConfirmedCheckout, OpenCheckout } from '#shared/contract/billing.ts';
import { MINUTE } from '#shared/time.ts';
import { makeAccount } from '#tests/support/auth.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { makePaymentsStage } from '#tests/support/payments.ts';
import { eachTest } from '#tests/support/stages.ts';

onBothDatabases('a failing payment provider', { postgres: 'long' }, (database) => {
  const stage = eachTest(() => makePaymentsStage(database(), {}, true, 2_000));
  const ana = eachTest(() => makeAccount(stage.app, 'ana@shop.example'));

  const checkout = () =>
    ana.post<{ checkout: OpenCheckout }>('/api/billing/checkout', { plan: 'starter', cycle: 'monthly' });
  const open = async () => (await checkout()).body.checkout.id;
  const confirm = (sessionId: string) => ana.post<ConfirmedCheckout>('/api/billing/confirm', { sessionId });
  const held = async () => {
    const { type, status, max_sites } = (await ana.get<{ user: User }>('/api/auth/me')).body.user.subscription;
    return [type, status, max_sites];
  };
  const objects = (type: string) =>
    database().db.selectFrom('sandbox_objects').select('id').where('type', '=', type).execute();

  const FAULTS: [string, Parameters<typeof stage.setFault>[0]][] = [
    ['is cut off', 'cut'],
    ['answers 500', { status: 500, body: '{"error":{"type":"api_error","message":"oops"}}' }],
    ['answers 429', { status: 429, body: '{"error":{"type":"rate_limit_error"}}', headers: { 'retry-after': '7' } }],
    ['answers garbage', { status: 200, body: '<html>Welcome</html>' }],
    ['answers something else', { status: 200, body: '{"object":"list","data":[]}' }],
    ['answers 400', { status: 400, body: '{"error":{"type":"invalid_request_error","message":"no"}}' }],
  ];
  it.each(FAULTS)('while the provider %s, buying and confirming say so, and go on from there', (_name, fault) =>
    fail(fault),
  );
  it('while the provider hangs, buying and confirming say so in time', { tags: ['long'] }, () => fail('hang'));

  async function fail(fault: (typeof FAULTS)[number][1]): Promise<void> {
    const id = await open();
    await stage.pay(id);
    stage.setFault(fault);
    const answers = [await confirm(id), await checkout(), await ana.post('/api/billing/portal')];
    for (const { status, body, headers } of answers) {
      expect([status, body]).toMatchObject([503, { code: 'unavailable', message: expect.stringMatching(/again/i) }]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(await held()).toEqual([null, 'none', 1]);
    stage.setFault(null);
    expect((await confirm(id)).body).toMatchObject({ status: 'paid' });
    expect(await held()).toEqual(['starter', 'active', 3]);
    expect(await objects('subscription')).toHaveLength(1);
  }

  it('answers that are lost after the provider did its part make nothing twice', async () => {
    stage.setFault('lost');
    expect((await checkout()).status).toBe(503);
    stage.setFault(null);
    const id = await open();
    expect(await objects('customer')).toHaveLength(1);
    expect(await objects('checkout.session')).toHaveLength(1);
    stage.setFault('lost', /checkout/);
    expect((await checkout()).status).toBe(503);
    stage.setFault(null);
    expect(await open()).toBe(id);
    expect(await objects('checkout.session')).toHaveLength(1);
  });

  it('whoever paid and closed the tab while every message is lost has the plan all the same', async () => {
    await stage.pay(await open());
    stage.app.clock.advance(10 * MINUTE);
    await stage.jobs.flush();
    expect(await held()).toEqual(['starter', 'active', 3]);
  });
});
