// A journey of docs/billing.md: an owner pays, and may have more sites.
import { expect, it } from 'vitest';
import type { User } from '#shared/contract/account.ts';
import type { OpenCheckout } from '#shared/contract/billing.ts';
import { makeAccount } from '#tests/support/auth.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { makePaymentsStage } from '#tests/support/payments.ts';

onBothDatabases('an owner', (database) => {
  it('pays by a checkout, and the message about it makes room for more sites', async () => {
    const stage = await makePaymentsStage(database());
    const ana = await makeAccount(stage.app, 'ana@shop.example');
    const create = async (name: string) => (await ana.post('/api/sites', { name })).status;
    const maxSites = async () => (await ana.get<{ user: User }>('/api/auth/me')).body.user.subscription.max_sites;
    expect([await create('Oak'), await create('Iron')]).toEqual([201, 403]);

    const { body } = await ana.post<{ checkout: OpenCheckout }>('/api/billing/checkout', {
      plan: 'growth',
      cycle: 'annual',
    });
    expect(body.checkout.url).toContain(body.checkout.id);
    await stage.pay(body.checkout.id);
    expect(await maxSites()).toBe(1);
    expect(await stage.deliver()).toBeGreaterThan(0);
    await stage.jobs.flush();

    expect(await maxSites()).toBe(10);
    expect(await create('Iron')).toBe(201);
    await stage.stop();
  });
});
