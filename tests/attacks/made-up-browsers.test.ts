// Attack: somebody makes up browsers of an epoch, and goals that they reached. Neither pauses a campaign, nor moves what signed
// orders say, nor silences it.
import { beforeEach, expect, it } from 'vitest';
import type { Effect } from '#shared/contract/effect.ts';
import type { Interaction } from '#shared/embed/payload.ts';
import { DAY, HOUR } from '#shared/time.ts';
import { BROWSER } from '#tests/support/app.ts';
import { describeShop } from '#tests/support/apps.ts';
import { payloadOf } from '#tests/support/client.ts';
import { runs } from '#tests/support/runs.ts';

const ADDRESSES = 100;
const PER_ADDRESS = runs(25, 100);
const env = { EVENT_RATE_LIMIT: '10000', TRUST_PROXY: '1' };

describeShop('made-up browsers', { env, plan: 'growth', postgres: 'long' }, ({ app, owner, shop }) => {
  let site: string;
  let epoch: string;
  let token: string;

  const effect = async () => (await owner.get<{ effect: Effect }>(`${site}/effect`)).body.effect;
  const report = async (address: number, ...events: Interaction[]) => {
    const headers = { 'user-agent': BROWSER, 'x-forwarded-for': `198.51.100.${address}` };
    const body = JSON.stringify({ token, events });
    return (await app.fetch(`/api/embed/${shop.site.id}/events`, { method: 'POST', headers, body })).status;
  };
  const flood = async (...events: Interaction[]) => {
    for (let address = 1; address <= ADDRESSES; address++)
      for (let n = 0; n < PER_ADDRESS; n++) expect(await report(address, ...events)).toBe(204);
  };
  const isPaused = async () =>
    !(await owner.get<{ widget: { isActive: boolean } }>(`/api/widgets/${shop.widget.id}`)).body.widget.isActive;

  beforeEach(async () => {
    site = `/api/sites/${shop.site.id}`;
    await owner.post(`${site}/goals`, { name: 'Orders', kind: 'orders' });
    await owner.post(`${site}/goals`, { name: 'Newsletter', kind: 'code', key: 'newsletter' });
    await owner.put(`${site}/hold-out`, { share: 10 });
    epoch = (await effect()).epoch?.id ?? '';
    token = (await payloadOf(app, shop.site.id)).token;
  });

  const sendOrders = async (arm: number, count: number) => {
    const occurredAt = new Date(app.clock.now() - HOUR).toISOString();
    const events = Array.from({ length: count }, (_, n) => ({
      ...{ id: `${arm} ${n}`, kind: 'purchase', occurredAt, reference: `${arm} ${n}`, arm: `pb-${epoch}-${arm}` },
      actor: { firstName: 'Ana', email: `buyer${n}of${arm}@example.com` },
      subject: { name: 'Oak Desk' },
    }));
    for (let at = 0; at < count; at += 100) await owner.post(`${site}/events`, { events: events.slice(at, at + 100) });
  };

  it('are few of an address and hour, and move nothing that orders say', async () => {
    // The other way round, ten orders of the held out alone would be no chance.
    await sendOrders(1, 90);
    await sendOrders(0, 10);
    const before = (await effect()).goals[0];
    const heldOut = { epoch, arm: 0 } as const;
    await flood({ type: 'enrol', ...heldOut }, { type: 'goal', goal: 'newsletter', ...heldOut });
    const after = await effect();
    expect(after.enrolled).toEqual({ heldOut: 20 * ADDRESSES, shown: 0 });
    expect(after.goals[0]).toEqual(before);
    // All of them in one arm are no chance, and the orders are as they should be: they stay in sight.
    expect(after).toMatchObject({ isRatioBroken: true, isForged: true });
    expect(after.goals[0]?.lift).not.toBeNull();
    // What browsers alone report is believed no more.
    expect(after.goals[1]).toMatchObject({ state: 'broken', lift: null });
    expect(await isPaused()).toBe(false);
  });

  it('are not suspected where the orders are as far from their share as the browsers', async () => {
    const { ratioOf } = await import('#server/domain/effect/evidence.ts');
    const broken = { isRatioBroken: true, isForged: false };
    expect(ratioOf({ heldOut: 1_620, shown: 16_380 }, { heldOut: 27, shown: 273 }, 0.1)).toEqual(broken);
    expect(ratioOf({ heldOut: 1_620, shown: 16_380 }, { heldOut: 0, shown: 1 }, 0.1)).toEqual(broken);
    expect(ratioOf({ heldOut: 3_000, shown: 7_000 }, { heldOut: 30, shown: 70 }, 0.5)).toEqual(broken);
    expect(ratioOf({ heldOut: 3_000, shown: 7_000 }, { heldOut: 50, shown: 50 }, 0.5).isForged).toBe(true);
  });

  it('pause nothing, unless the owner chose to believe browsers, and then not within a day', async () => {
    const goals = (await owner.get<{ goals: { id: string; name: string; kind: string }[] }>(`${site}/goals`)).body
      .goals;
    const newsletter = goals.find(({ kind }) => kind === 'code');
    await owner.put(`${site}/goals/${newsletter?.id}`, { name: 'Newsletter', kind: 'code', isMain: true });
    epoch = (await effect()).epoch?.id ?? '';
    const reach = async () => {
      token = (await payloadOf(app, shop.site.id)).token;
      for (let address = 1; address <= 60; address++)
        await report(address, { type: 'goal', goal: 'newsletter', epoch, arm: 0 });
      const { guardAll } = await import('#server/domain/effect/guard.ts');
      await guardAll(app.deps, new AbortController().signal);
      return isPaused();
    };
    expect(await reach()).toBe(false);
    await owner.put(`${site}/hold-out`, { guardsByBrowsers: true });
    expect(await reach()).toBe(false);
    app.clock.advance(DAY);
    expect(await reach()).toBe(true);
  });

  it('of epochs that never were, that are over, or of another site count nowhere', async () => {
    const other = await owner.post<{ data: { site: { id: string } } }>('/api/sites', { name: 'Other' });
    const theirs = `/api/sites/${other.body.data.site.id}`;
    await owner.post(`${theirs}/goals`, { name: 'Orders', kind: 'orders' });
    await owner.put(`${theirs}/hold-out`, { share: 50 });
    const of = (await owner.get<{ effect: Effect }>(`${theirs}/effect`)).body.effect.epoch?.id ?? '';
    await report(1, { type: 'enrol', epoch: of, arm: 1 }, { type: 'enrol', epoch: 'aaaaaaaa', arm: 1 });
    const rows = () => app.deps.db.selectFrom('experiment_days').selectAll().execute();
    expect(await rows()).toEqual([]);
    await report(1, { type: 'enrol', epoch, arm: 1 });
    await owner.put(`${site}/hold-out`, { share: 0 });
    app.clock.advance(6 * DAY);
    token = (await payloadOf(app, shop.site.id)).token;
    await report(2, { type: 'enrol', epoch, arm: 1 });
    app.clock.advance(2 * DAY);
    token = (await payloadOf(app, shop.site.id)).token;
    await report(3, { type: 'enrol', epoch, arm: 1 });
    expect((await rows()).map(({ browsers }) => browsers)).toEqual([1, 1]);
  });
});
