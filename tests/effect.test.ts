// Whether notifications change anything, over REST: goals, a hold-out, what browsers and orders report of both arms, refunds,
// erasure, and the guard. On both databases.
import { beforeEach, expect, it } from 'vitest';
import type { Effect, HoldOut } from '#shared/contract/effect.ts';
import type { Goal } from '#shared/contract/goal.ts';
import type { AttentionItem } from '#shared/contract/installation.ts';
import type { SiteSummary } from '#shared/contract/stats.ts';
import type { Widget } from '#shared/contract/widget.ts';
import type { CompactPayload, Interaction } from '#shared/embed/payload.ts';
import { DAY, HOUR } from '#shared/time.ts';
import { BROWSER } from '#tests/support/app.ts';
import { describeShop } from '#tests/support/apps.ts';
import { fieldsOf } from './support/refusals.ts';
import { soon } from './support/soon.ts';

describeShop('the effect', {}, ({ app, owner, shop }) => {
  let site: string;

  beforeEach(() => {
    site = `/api/sites/${shop.site.id}`;
  });

  const effect = async (query = '') => (await owner.get<{ effect: Effect }>(`${site}/effect${query}`)).body.effect;
  const main = async () => {
    const [goal] = (await effect()).goals;
    if (!goal) throw new Error('A site without a goal');
    return goal;
  };
  const addGoal = async (goal: object = { name: 'Orders', kind: 'orders' }) =>
    (await owner.post<{ goal: Goal }>(`${site}/goals`, goal)).body.goal;
  const hold = (changes: Partial<HoldOut>) => owner.put<{ holdOut: HoldOut }>(`${site}/hold-out`, changes);
  /** Begins to measure. @returns the epoch's id. */
  const measure = async (share: HoldOut['share'] = 50) => {
    await owner.put(site, { currency: 'EUR' });
    await addGoal();
    expect((await hold({ share })).status).toBe(200);
    return (await effect()).epoch?.id ?? '';
  };
  const payload = async (): Promise<CompactPayload> => (await app.fetch(`/api/embed/${shop.site.id}?v=2`)).json();
  const report = async (...events: Interaction[]) => {
    const { token } = await payload();
    const headers = { 'user-agent': BROWSER };
    const body = JSON.stringify({ token, events });
    return (await app.fetch(`/api/embed/${shop.site.id}/events`, { method: 'POST', headers, body })).status;
  };
  const order = (buyer: string, arm: string, more: object = {}) => ({
    id: `order of ${buyer}`,
    kind: 'purchase',
    occurredAt: new Date(app.clock.now() - HOUR).toISOString(),
    actor: { firstName: 'Ana', email: `${buyer}@example.com` },
    subject: { name: 'Oak Desk' },
    amount: 100,
    currency: 'EUR',
    reference: `#${buyer}`,
    arm,
    ...more,
  });
  const send = async (...events: object[]) => {
    const { body } = await owner.post<{ refused: unknown[] }>(`${site}/events`, { events });
    expect(body.refused).toEqual([]);
  };
  const sendMany = async (arm: string, name: string, count: number) => {
    const all = Array.from({ length: count }, (_, n) => order(`${name}${n}`, arm));
    for (let at = 0; at < count; at += 50) await send(...all.slice(at, at + 50));
  };

  it('begins with a goal, and tells browsers an epoch and a share, never an arm', async () => {
    expect((await hold({ share: 10 })).status).toBe(409);
    expect(await payload()).not.toHaveProperty('epoch');
    const goal = await addGoal();
    expect(goal).toMatchObject({ isMain: true, kind: 'orders', eventKind: 'purchase', key: null });
    expect((await hold({ share: 10 })).body.holdOut).toEqual({ share: 10, isGuarded: true, guardsByBrowsers: false });
    const { epoch, forecasts } = await effect();
    expect(forecasts).toContainEqual({ share: 10, seenBy: null });
    expect((await payload()).epoch).toEqual({ id: epoch?.id, share: 10 });
    expect(epoch?.id).toMatch(/^[a-z2-7]{8}$/);
    await addGoal({ name: 'Thank you!', kind: 'page', page: { type: 'page', operator: 'is', value: ['/thanks'] } });
    await addGoal({ name: 'Newsletter', kind: 'click' });
    const { goals } = (await payload()).epoch ?? {};
    expect(goals).toMatchObject({ newsletter: 0, 'thank-you': { conditions: [expect.anything()] } });
  });

  it('counts browsers of both arms and their goals, and leaves out what is of no epoch or goal', async () => {
    const epoch = await measure();
    const { id } = await addGoal({ name: 'Newsletter', kind: 'code' });
    const enrol = (arm: 0 | 1, of = epoch) => ({ type: 'enrol', epoch: of, arm }) as const;
    const reach = (arm: 0 | 1, goal = 'newsletter') => ({ type: 'goal', epoch, arm, goal, value: 2.5 }) as const;
    expect(await report(enrol(0), enrol(1), enrol(1), reach(1), enrol(1, 'aaaaaaaa'), reach(0, 'unknown'))).toBe(204);
    const found = await effect();
    expect(found.enrolled).toEqual({ heldOut: 1, shown: 2 });
    expect(found.goals.find((goal) => goal.id === id)).toMatchObject({
      converted: { heldOut: 0, shown: 1 },
      reportedBy: 'browsers',
      value: { heldOut: 0, shown: 2.5 },
    });
    for (const wrong of [
      { arm: 2 },
      { arm: -1 },
      { epoch: 'AAAAAAAA' },
      { value: -1 },
      { value: 1e308 },
      { value: 'x' },
    ])
      expect(await report({ ...reach(0), ...wrong } as never)).toBe(400);
  });

  it('counts a buyer once, worth all orders, and takes back what is refunded', async () => {
    const epoch = await measure();
    app.clock.advance(2 * HOUR);
    const arm = (n: number) => `pb-${epoch}-${n}`;
    await send(
      order('ana', arm(1)),
      order('ben', arm(0), { amount: 40 }),
      order('cleo', ''),
      order('dan', 'pb-aaaaaaaa-1'),
    );
    await send(order('ana', arm(1), { id: 'her second', amount: 50, reference: '#2' }));
    await send(order('eve', arm(1), { currency: 'USD' }), order('fay', 'anything'));
    expect(await main()).toMatchObject({ converted: { heldOut: 1, shown: 2 }, value: { heldOut: 40, shown: 150 } });
    expect((await effect()).withoutArm).toBe(2);
    await owner.post(`${site}/events/her second/retract`, {});
    expect(await main()).toMatchObject({ converted: { heldOut: 1, shown: 2 }, value: { shown: 100 } });
    await owner.post(`${site}/events/order of ana/retract`, {});
    expect(await main()).toMatchObject({ converted: { heldOut: 1, shown: 1 }, value: { heldOut: 40, shown: 0 } });
    // Sent once more, it stays retracted.
    await send(order('ana', arm(1)));
    expect((await main()).converted.shown).toBe(1);
    // A buyer who is erased stays in the sum.
    await owner.post(`${site}/forget`, { email: 'ben@example.com' });
    expect(await main()).toMatchObject({ converted: { heldOut: 1, shown: 1 }, value: { heldOut: 40 } });
    const left = await database(app).selectFrom('experiment_buyers').selectAll().execute();
    expect(left).toHaveLength(1);
  });

  it('deletes what a goal came to with the goal, in all epochs', async () => {
    const epoch = await measure();
    await addGoal({ name: 'Newsletter', kind: 'code' });
    await send(order('ana', `pb-${epoch}-1`));
    await report({ type: 'enrol', epoch, arm: 1 });
    const { id } = await main();
    expect((await owner.delete(`${site}/goals/${id}`)).status).toBe(204);
    const left = await database(app).selectFrom('experiment_days').select('goal_id').execute();
    expect(left).toEqual([{ goal_id: '' }]);
    expect(await database(app).selectFrom('experiment_buyers').selectAll().execute()).toEqual([]);
  });

  it('says nothing of money that browsers report: it has no limit, and anybody can make it up', async () => {
    const epoch = await measure();
    await database(app).updateTable('epochs').set({ value_cap: 500 }).execute();
    const { id } = await addGoal({ name: 'Newsletter', kind: 'code' });
    const of = { site_id: shop.site.id, epoch_id: epoch, day: '2026-03-10', browsers: 200 };
    for (const arm of [0, 1])
      for (const counted of [
        { goal_id: '', reported_by: 'browser' as const, value_sum: 0, value_squares: 0 },
        { goal_id: id, reported_by: 'browser' as const, value_sum: 1e12, value_squares: 1e24 },
        { goal_id: (await main()).id, reported_by: 'order' as const, value_sum: 20_000, value_squares: 2_000_000 },
      ])
        await database(app)
          .insertInto('experiment_days')
          .values({ ...of, arm, ...counted })
          .execute();
    const { goals } = await effect();
    expect(goals.map(({ money }) => money === null)).toEqual([false, true]);
  });

  it('says what may be true, and claims a change only with its interval', async () => {
    const epoch = await measure(50);
    await sendMany(`pb-${epoch}-0`, 'held', 12);
    await sendMany(`pb-${epoch}-1`, 'shown', 13);
    expect(await main()).toMatchObject({
      state: 'early',
      sentence: expect.stringMatching(/^Too early to tell: 25 of about \d+ orders\.$/),
    });
    // At so few orders, half of the visitors would have to be held out; a tenth would show nothing in ten years.
    const { forecasts } = await effect();
    expect(forecasts).toMatchObject([{ share: 10, seenBy: null }, { share: 20 }, { share: 50 }]);
    expect(forecasts[2]?.seenBy).toMatch(/^\d{4}-\d\d-\d\d$/);
    await sendMany(`pb-${epoch}-1`, 'more', 40);
    const clear = await main();
    expect(clear.state).toBe('clear');
    expect(clear.sentence).toMatch(/^Since 10 March, visitors who could see notifications ordered \d+% more \(between/);
    // Paid back, it is no claim any more.
    for (let n = 0; n < 40; n++) await owner.post(`${site}/events/order of more${n}/retract`, {});
    expect(await main()).toMatchObject({ state: 'early', converted: { heldOut: 12, shown: 13 } });
  });

  it('pauses a campaign that hurts, tells its owner, and begins anew when it is turned on', async () => {
    const epoch = await measure(50);
    await sendMany(`pb-${epoch}-1`, 'shown', 5);
    await sendMany(`pb-${epoch}-0`, 'held', 35);
    const widget = async () => (await owner.get<{ widget: Widget }>(`/api/widgets/${shop.widget.id}`)).body.widget;
    await soon(async () => (await widget()).isActive).toBe(false);
    expect((await payload()).notifications).toEqual([]);
    const attention = async () => (await owner.get<{ attention: AttentionItem[] }>(`${site}/attention`)).body.attention;
    expect(await attention()).toMatchObject([{ kind: 'paused-by-guard' }]);
    const { stats } = (await owner.get<{ stats: SiteSummary[] }>('/api/stats/sites')).body;
    expect(stats[0]?.attention).toBe('paused-by-guard');
    expect((await effect()).epochs).toMatchObject([{ id: epoch, endedBecause: 'harm' }]);
    const mails = await database(app)
      .selectFrom('mails')
      .selectAll()
      .where('kind', '=', 'notifications-paused')
      .execute();
    expect(mails).toMatchObject([{ site_id: shop.site.id }]);
    app.clock.advance(HOUR);
    await owner.put(`/api/widgets/${shop.widget.id}`, { isActive: true });
    const { epochs, goals } = await effect();
    expect(epochs).toMatchObject([{ endedAt: null }, { id: epoch }]);
    expect(goals[0]?.converted).toEqual({ heldOut: 0, shown: 0 });
    expect((await effect(`?epoch=${epoch}`)).goals[0]?.converted).toEqual({ heldOut: 35, shown: 5 });
  });

  it('another share, main goal or currency begins a new epoch; orders of the last one count for a week', async () => {
    const first = await measure(50);
    const changes = [
      () => hold({ share: 20 }),
      () => addGoal({ name: 'Sign-ups', kind: 'orders', eventKind: 'signup', isMain: true }),
      () => owner.put(site, { currency: 'USD' }),
    ];
    for (const change of changes) {
      const { id = '' } = (await effect()).epoch ?? {};
      await report({ type: 'enrol', epoch: id, arm: 1 });
      app.clock.advance(HOUR);
      await change();
    }
    expect((await effect()).epochs.map(({ endedBecause }) => endedBecause)).toEqual([
      null,
      'changed',
      'changed',
      'changed',
    ]);
    // Nobody took part in this one, and it is not kept.
    app.clock.advance(HOUR);
    await hold({ share: 10 });
    expect((await effect()).epochs).toHaveLength(4);
    await send(order('ana', `pb-${first}-1`));
    const ofFirst = async () =>
      (await effect(`?epoch=${first}`)).goals.find(({ name }) => name === 'Orders')?.converted;
    expect(await ofFirst()).toEqual({ heldOut: 0, shown: 1 });
    app.clock.advance(8 * DAY);
    await send(order('ben', `pb-${first}-1`));
    expect(await ofFirst()).toEqual({ heldOut: 0, shown: 1 });
    await owner.post(`${site}/events/order of ana/retract`, {});
    expect(await ofFirst()).toEqual({ heldOut: 0, shown: 0 });
    await report({ type: 'enrol', epoch: (await effect()).epoch?.id ?? '', arm: 0 });
    app.clock.advance(HOUR);
    await hold({ share: 0 });
    expect((await effect()).epoch?.endedBecause).toBe('off');
    expect(await payload()).not.toHaveProperty('epoch');
  });

  it('epochs that ended before a goal was given another meaning keep what it came to', async () => {
    const epoch = await measure();
    const { id } = await main();
    await send(order('ana', `pb-${epoch}-1`), order('ben', `pb-${epoch}-1`));
    app.clock.advance(HOUR);
    await owner.put(`${site}/goals/${id}`, { name: 'Orders', kind: 'orders', eventKind: 'signup' });
    const signUp = { kind: 'signup', amount: undefined, currency: undefined };
    await send(order('ana', `pb-${epoch}-1`), order('zoe', `pb-${epoch}-1`, signUp));
    expect((await effect(`?epoch=${epoch}`)).goals[0]?.converted).toEqual({ heldOut: 0, shown: 2 });
  });

  it('refuses a goal that makes no sense, naming the field', async () => {
    const refused = async (goal: object) => {
      const { status, body } = await owner.post<{ errors?: { field: string }[] }>(`${site}/goals`, goal);
      return [status, fieldsOf(body)];
    };
    expect(await refused({ name: '', kind: 'orders' })).toEqual([400, ['name']]);
    expect(await refused({ name: 'x', kind: 'sale' })).toEqual([400, ['kind']]);
    expect(await refused({ name: 'x', kind: 'page' })).toEqual([400, ['page']]);
    expect(await refused({ name: 'x', kind: 'click', eventKind: 'review' })).toEqual([400, ['eventKind']]);
    expect(await refused({ name: 'x', kind: 'orders', sourceId: 'nowhere' })).toEqual([400, ['sourceId']]);
    await addGoal({ name: 'x', kind: 'click', key: 'buy' });
    expect(await refused({ name: 'y', kind: 'code', key: 'buy' })).toEqual([409, ['key']]);
    for (let n = 0; n < 9; n++) await addGoal({ name: `${n}`, kind: 'code' });
    expect((await refused({ name: 'z', kind: 'code' }))[0]).toBe(409);
  });

  it('has ten goals at most, however many are added at once, and one main goal', async () => {
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, n) => owner.post(`${site}/goals`, { name: `Goal ${n}`, kind: 'code' })),
    );
    expect(made.filter(({ status }) => status === 201)).toHaveLength(10);
    const { goals } = (await owner.get<{ goals: Goal[] }>(`${site}/goals`)).body;
    expect([goals.length, goals.filter(({ isMain }) => isMain).length]).toEqual([10, 1]);
  });
});

const database = (app: { deps: { db: import('#server/db/open.ts').Db } }) => app.deps.db;
