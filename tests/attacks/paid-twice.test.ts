// Attack: pay for one address in two browsers, so that one account is paid for twice, or the second payment is lost.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sweepRegistrations } from '#server/domain/registration/sweep.ts';
import type { User } from '#shared/contract/account.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { ANA, paidRegistrations } from '#tests/support/paid-registration.ts';
import { makePaymentsStage, type PaymentsStage } from '#tests/support/payments.ts';
import { PASSWORD, type Registrant, read, stepOf, verify } from '#tests/support/registration.ts';

const DAY = 86_400_000;

onBothDatabases('one address that is paid for in two browsers', (database) => {
  let stage: PaymentsStage;
  beforeEach(async () => {
    stage = await makePaymentsStage(database());
  });
  afterEach(() => stage.stop());

  const { start, bought, pay, subscriptions, refunds } = paidRegistrations(() => stage);
  async function settle(): Promise<void> {
    await stage.deliver();
    for (let n = 0; n < 3; n++) {
      stage.app.clock.advance(60_000);
      await stage.jobs.flush();
    }
  }
  /** @returns both browsers, each of which has paid; the first one has made the account. */
  async function both(): Promise<[Registrant, Registrant]> {
    const [first, second] = [await start(), await start()];
    await Promise.all([bought(first), bought(second)]);
    await settle();
    expect([(await read(first)).status, (await read(second)).status]).toEqual(['paid', 'paid']);
    const made = await Promise.all([first, second].map((one) => stepOf(one, 'create-user', { password: PASSWORD })));
    expect(made.map(({ status }) => status).sort()).toEqual([200, 409]);
    return made[0]?.status === 200 ? [first, second] : [second, first];
  }
  const plan = async ({ client }: Registrant) =>
    (await client.get<{ user: User }>('/api/auth/me')).body.user.subscription;

  it('makes one account with one subscription once it logs in where the second one is held: the other is paid back', async () => {
    const [first, second] = await both();
    await verify(stage.app, first);
    const login = await second.client.post('/api/auth/login', { email: ANA, password: PASSWORD });
    expect(login.status).toBe(200);
    await settle();
    expect(await subscriptions()).toEqual(['active', 'canceled']);
    expect(await refunds()).toHaveLength(1);
    expect(await plan(first)).toEqual({ type: 'growth', status: 'active', max_sites: 10 });
  });

  it('pays the second one back after 30 days when nobody comes for it, and leaves the account its plan', async () => {
    const [first, second] = await both();
    await verify(stage.app, first);
    await stepOf(first, 'finish');
    stage.app.clock.advance(30 * DAY + 60_000);
    await sweepRegistrations(stage.app.deps);
    await settle();
    expect((await read(second)).status).toBe('refunded');
    expect(await subscriptions()).toEqual(['active', 'canceled']);
    expect(await refunds()).toHaveLength(1);
    expect(await plan(first)).toMatchObject({ type: 'growth', max_sites: 10 });
    expect((await pay(second)).status).toBe(409);
  });
});
