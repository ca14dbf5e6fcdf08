// Attack: pay for one address in two browsers, so that one account is paid for twice, or the second payment is lost.
import { expect, it } from 'vitest';
import { sweepRegistrations } from '#server/domain/registration/sweep.ts';
import type { User } from '#shared/contract/account.ts';
import { type Client, makeClient } from '#tests/support/client.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { ANA, paidRegistrations } from '#tests/support/paid-registration.ts';
import { makePaymentsStage } from '#tests/support/payments.ts';
import { mailLink, openLink, PASSWORD, type Registrant, read, stepOf, verify } from '#tests/support/registration.ts';
import { eachTest } from '#tests/support/stages.ts';

const DAY = 86_400_000;

onBothDatabases('one address that is paid for in two browsers', { turns: 'forced' }, (database) => {
  const stage = eachTest(() => makePaymentsStage(database()));

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

  it('keeps both when the link of one is opened, and leads to the other by a link of its own', async () => {
    const [first, second] = [await start(), await start()];
    await Promise.all([bought(first), bought(second)]);
    await settle();
    const { app } = stage;
    const ids = await app.deps.db.selectFrom('registrations').select('id').orderBy('id').execute();
    const phone: Registrant = { ...first, client: makeClient(app) };
    const open = async (at: number, client: Client) =>
      (await openLink(client, await mailLink(app, ANA, ids[at]?.id))).body.registration;
    phone.id = (await open(0, phone.client)).id;
    expect((await second.client.get(`/api/registration/${second.id}`)).status).toBe(404);
    expect((await stepOf(phone, 'create-user', { password: PASSWORD })).status).toBe(200);
    await verify(app, phone);
    expect(await plan(phone)).toMatchObject({ type: 'growth', status: 'active' });
    expect(await open(1, second.client)).toMatchObject({ status: 'paid' });
    expect((await second.client.post('/api/auth/login', { email: ANA, password: PASSWORD })).status).toBe(200);
    await settle();
    expect(await subscriptions()).toEqual(['active', 'canceled']);
    expect(await refunds()).toHaveLength(1);
    expect(await plan(phone)).toMatchObject({ type: 'growth', status: 'active' });
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
