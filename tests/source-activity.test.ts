// What the pictures on a source's page are drawn from: what became of its events, which places are near to being named, and what
// came on each day. On both databases.
import { expect, it } from 'vitest';
import type { NewSource } from '#shared/contract/source.ts';
import type { SourceActivity } from '#shared/contract/source-activity.ts';
import { DAY, HOUR, isoOf, MINUTE } from '#shared/time.ts';
import { describeApp } from './support/apps.ts';
import { addSource, type Client, makeClient, makeKey } from './support/client.ts';
import { makeEventShop } from './support/event-shop.ts';
import { soon } from './support/soon.ts';
import { eachTest } from './support/stages.ts';

describeApp("a source's activity", { postgres: 'long' }, ({ app }) => {
  const own = eachTest(() => makeEventShop(app));

  const add = (source: object = {}) => addSource(own.owner, own.shop.site.id, { kind: 'webhook', ...source });
  const deliver = async ({ id, secret }: NewSource, body: object | string) =>
    (
      await app.fetch(`/api/hooks/${id}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
    ).status;
  const activity = async ({ id }: NewSource, client: Client = own.owner) =>
    (await client.get<{ activity: SourceActivity }>(`${own.site}/sources/${id}/activity`)).body.activity;
  const order = (id: string, more: object = {}) => own.purchase(id, { reference: undefined, ...more });
  const from = (city: string) => ({ actor: { firstName: 'Ana', city, country: 'PT' } });

  it('is all of its events by what became of them, and the last of them with the newest that shows', async () => {
    const source = await add({ rules: { cap: 2 } });
    const other = await add();
    const old = { occurredAt: isoOf(app.clock.now() - 8 * DAY) };
    const late = { occurredAt: isoOf(app.clock.now() - HOUR) };
    await deliver(source, {
      events: [order('1'), order('2'), order('3', late), order('4', old), order('5', old), order('6', late)],
    });
    await deliver(source, { retract: { id: '6' } });
    await deliver(other, order('7', late));
    // Long past what is counted.
    await deliver(source, order('8', { occurredAt: isoOf(app.clock.now() - 31 * DAY) }));
    app.clock.advance(MINUTE);
    await deliver(source, order('9', old));
    app.clock.advance(MINUTE);
    await soon(() => activity(source)).toMatchObject({
      events: 7,
      outcomes: [
        { state: 'not-shown', reason: 'Too old to show', events: 3 },
        { state: 'shown', reason: null, events: 2 },
        { state: 'retracted', reason: 'retracted', events: 1 },
        { state: 'not-shown', reason: 'Not one of the 2 newest', events: 1 },
      ],
      last: { id: '9', state: 'not-shown' },
      shown: { id: '3', state: 'shown', notificationId: expect.any(String) },
    });
    expect(await activity(await add())).toMatchObject({ events: 0, outcomes: [], last: null, shown: null, places: [] });
  });

  it('counts the places of its events in the whole site, as exact as visitors may read them, and tells a key that may only read none', async () => {
    const source = await add();
    const other = await add();
    await deliver(source, {
      events: [order('1', from('Lisbon')), order('2', from('Porto')), order('3', from('Porto'))],
    });
    await deliver(other, {
      events: [order('4', from('Lisbon')), order('5', from('Lisbon')), order('6', from('Faro'))],
    });
    expect((await activity(source)).places).toEqual([
      { name: 'Lisbon', events: 3 },
      { name: 'Porto', events: 2 },
    ]);
    const key = makeClient(app, (await makeKey(own.owner, 'read')).key);
    const seen = await activity(source, key);
    expect(seen.places).toEqual([]);
    expect(JSON.stringify(seen)).not.toMatch(/Ana|Lisbon|Porto/);
    await own.owner.put(`${own.site}/sources/${source.id}`, { privacy: { place: 'country' } });
    expect((await activity(source)).places).toEqual([{ name: 'Portugal', events: 6 }]);
    await own.owner.put(`${own.site}/sources/${source.id}`, { privacy: { place: 'none' } });
    expect((await activity(source)).places).toEqual([]);
  });

  it("has its deliveries by the days of the site's clock, thirty of them, and how many could not be used", async () => {
    const { owner, site } = own;
    expect((await owner.put(site, { timezone: 'Pacific/Auckland' })).status).toBe(200);
    const source = await add();
    // The app's clock begins at noon in UTC, which is after midnight there.
    await deliver(source, order('1'));
    await deliver(source, '{');
    await deliver(source, { test: true });
    app.clock.advance(DAY);
    await deliver(source, order('2'));
    const { days } = await activity(source);
    expect(days).toHaveLength(30);
    expect(days.slice(-3)).toEqual([
      { date: '2026-03-10', deliveries: 0, refused: 0 },
      { date: '2026-03-11', deliveries: 3, refused: 1 },
      { date: '2026-03-12', deliveries: 1, refused: 0 },
    ]);
    expect(days[0]?.date).toBe('2026-02-11');
    const api = (await owner.get<{ sources: NewSource[] }>(`${site}/sources`)).body.sources.find(
      ({ kind }) => kind === 'api',
    ) as NewSource;
    expect((await activity(api)).days).toEqual([]);
  });
});
