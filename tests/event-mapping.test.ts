// A webhook in a sender's own words: mapped, shown, retracted, and read again. On both databases.
import { expect, it } from 'vitest';
import type { DeliveryRun } from '#shared/contract/delivery.ts';
import type { Mapping } from '#shared/contract/mapping.ts';
import { MINUTE, SECOND } from '#shared/time.ts';
import { describeApp } from './support/apps.ts';
import { makeHookStage } from './support/hook-client.ts';
import { soon } from './support/soon.ts';
import { eachTest } from './support/stages.ts';

/** As a booking system might send it. */
const MAPPING: Mapping = {
  fields: {
    id: { pointers: ['/booking/id'] },
    kind: { value: 'purchase' },
    occurredAt: { pointers: ['/booking/paid_at', '/booking/created'] },
    firstName: { pointers: ['/booking/guest/name'] },
    email: { pointers: ['/booking/guest/email'] },
    product: { pointers: ['/booking/rooms/0/title'] },
    reference: { pointers: ['/booking/number'] },
  },
  retractWhen: { pointer: '/booking/state', equals: ['refunded', 'cancelled'] },
};

describeApp('a mapped webhook', { postgres: 'long' }, ({ app, database }) => {
  const stage = eachTest(() => makeHookStage(app));

  const booking = (more: object = {}) => ({
    booking: {
      id: 7001,
      number: 'B-17',
      state: 'paid',
      paid_at: Math.floor((app.clock.now() - MINUTE) / SECOND),
      guest: { name: 'Zoë Quist', email: 'zoe@q.example' },
      rooms: [{ title: 'Sea view' }, { title: 'Attic' }],
      ...more,
    },
  });
  const map = (mapping: unknown = MAPPING) => stage.owner.put(stage.path, { mapping });
  const isShown = () => soon(async () => (await stage.shown()).filter((text) => text.includes('Zoë')));

  it('reads a foreign body as its mapping says, and retracts it by its reference', async () => {
    expect(await stage.deliver(booking())).toBe(200);
    expect(await stage.deliveries()).toMatchObject([{ verdict: 'refused', reason: 'Not a format we know' }]);
    expect((await map()).status).toBe(200);
    expect(await stage.read()).toMatchObject({ mapping: MAPPING });
    expect(await stage.deliver(booking())).toBe(200);
    expect((await stage.deliveries())[0]).toMatchObject({ verdict: 'taken', accepted: 1, eventId: '7001' });
    app.clock.advance(SECOND);
    await isShown().toEqual(['Zoë bought Sea view']);
    // The same again, as it changed.
    expect(await stage.deliver(booking({ rooms: [] }))).toBe(200);
    expect((await stage.deliveries())[0]).toMatchObject({ accepted: 0, duplicates: 1 });
    // A refund has an id of its own.
    expect(await stage.deliver(booking({ id: 99, state: 'Refunded' }))).toBe(200);
    expect((await stage.deliveries())[0]).toMatchObject({ verdict: 'taken', retracted: 1, accepted: 0 });
    await isShown().toEqual([]);
    expect(await stage.deliver(booking({ id: 7002 }))).toBe(200);
    app.clock.advance(SECOND);
    await isShown().toEqual([]);
  });

  it('goes on reading our own words, and says what the mapping does not find', async () => {
    await map();
    const ours = { id: 'own-1', kind: 'signup', occurredAt: new Date(app.clock.now()).toISOString() };
    for (const body of [ours, { events: [{ ...ours, id: 'own-2' }] }, { retract: { id: 'own-1' } }, { test: true }])
      expect(await stage.deliver(body)).toBe(200);
    // Words of ours that mean something else there.
    expect(await stage.deliver({ ...booking(), id: 1, kind: 'booking', occurredAt: 'today' })).toBe(200);
    for (const body of [
      booking({ id: null }),
      booking({ paid_at: 'soon' }),
      { booking: null },
      [],
      7,
      { booking: { id: 'x'.repeat(201) } },
    ])
      expect(await stage.deliver(body)).toBe(200);
    expect((await stage.deliveries()).toReversed().map(({ verdict, reason }) => reason ?? verdict)).toEqual([
      'taken',
      'taken',
      'taken',
      'test',
      'taken',
      'The mapping finds no id',
      'The mapping finds no time',
      'The mapping finds no id',
      'The mapping finds no id',
      'The mapping finds no id',
      'The mapping finds no id',
    ]);
  });

  it('waits until it is paid, takes it without what can not be read, and says both', async () => {
    const amount = { pointers: ['/booking/sum'] };
    const paidWhen = { pointer: '/booking/state', equals: ['paid'] };
    await map({ ...MAPPING, fields: { ...MAPPING.fields, amount }, paidWhen });
    for (const more of [{ state: 'pending' }, { sum: 0 }, { sum: '1,299' }]) await stage.deliver(booking(more));
    expect((await stage.deliveries()).toReversed()).toMatchObject([
      { verdict: 'ignored', reason: 'The order is not paid yet' },
      { verdict: 'ignored', reason: 'Nothing was paid: a trial, or a free order' },
      { verdict: 'taken', accepted: 1, reason: "Taken without what can't be read: amount" },
    ]);
    app.clock.advance(SECOND);
    await isShown().toEqual(['Zoë bought Sea view']);
  });

  it('keeps all digits of an id, and retracts it by the id where no reference is mapped', async () => {
    const { reference: _reference, ...fields } = MAPPING.fields;
    await map({ ...MAPPING, fields });
    const body = JSON.stringify(booking()).replace('7001', '9007199254740993');
    expect(await stage.deliver(body)).toBe(200);
    expect((await stage.deliveries())[0]).toMatchObject({ accepted: 1, eventId: '9007199254740993' });
    expect(await stage.deliver(body.replace('"paid"', '"cancelled"'))).toBe(200);
    expect((await stage.deliveries())[0]).toMatchObject({ retracted: 1 });
  });

  it('is refused by name for what no event has, and for kinds whose bodies are known; null takes it away', async () => {
    const wrong: [unknown, string][] = [
      [{ fields: {} }, 'mapping.fields.id'],
      [{ fields: { ...MAPPING.fields, city: { pointers: ['city'] } } }, 'mapping.fields.city.pointers.0'],
      [{ fields: { ...MAPPING.fields, kind: { value: 'sale' } } }, 'mapping.fields.kind'],
      [{ ...MAPPING, retractWhen: { pointer: '/x', equals: [] } }, 'mapping.retractWhen.equals'],
      ['/booking', 'mapping'],
      ...['/order/order_status_url', '/paymentUrl', '/order/url', '/order/0/links/checkout'].map(
        (place): [unknown, string] => [
          { fields: { ...MAPPING.fields, url: { pointers: ['/product/url', place] } } },
          'mapping.fields.url',
        ],
      ),
    ];
    for (const [mapping, field] of wrong)
      expect(await map(mapping)).toMatchObject({
        status: 400,
        body: { errors: expect.arrayContaining([expect.objectContaining({ field })]) },
      });
    const create = (kind: string) =>
      stage.owner.post(`/api/sites/${stage.shop.site.id}/sources`, { kind, mapping: MAPPING });
    expect(await create('shopify')).toMatchObject({ status: 400, body: { errors: [{ field: 'mapping' }] } });
    expect(await create('webhook')).toMatchObject({ status: 201, body: { source: { mapping: MAPPING } } });
    await map();
    expect(await map(null)).toMatchObject({ status: 200, body: { source: { mapping: null } } });
    await stage.deliver(booking());
    expect(await stage.deliveries()).toMatchObject([{ verdict: 'refused' }]);
  });

  it('run again says what became of an event by the rules as they are now', async () => {
    await map();
    await stage.deliver(booking());
    app.clock.advance(SECOND);
    await isShown().toEqual(['Zoë bought Sea view']);
    const [taken] = await stage.deliveries();
    const run = async (id = taken?.id) =>
      (await stage.owner.post<DeliveryRun>(`${stage.path}/deliveries/${id}/run`)).body;
    expect(await run()).toMatchObject({ delivery: taken, event: { id: '7001', state: 'shown' }, reason: null });
    await stage.owner.put(stage.path, { rules: { products: { exclude: ['sea'] } } });
    const excluded = 'In “Never these products”';
    expect(await run()).toMatchObject({ event: { state: 'not-shown', notificationId: null }, reason: excluded });
    await stage.owner.put(stage.path, { rules: { products: null } });
    expect(await run()).toMatchObject({ event: { state: 'shown' }, reason: null });
    expect(await stage.shown()).toContain('Zoë bought Sea view');
    await stage.deliver(booking({ state: 'refunded' }));
    expect(await run()).toMatchObject({ event: { state: 'retracted' }, reason: 'retracted' });
    // Nothing personal of it is left to be told.
    expect((await run()).event).not.toHaveProperty('actor');
    const [refund] = await stage.deliveries();
    expect(await run(refund?.id)).toMatchObject({ event: null, reason: 'This delivery brought no new event' });
    await database().db.deleteFrom('events').where('event_id', '=', '7001').execute();
    expect(await run()).toMatchObject({ event: null, reason: 'Its event is no longer kept' });
    for (const id of ['made-up', '%00', 'x'.repeat(65)])
      expect((await stage.owner.post(`${stage.path}/deliveries/${id}/run`)).status).toBe(id === 'made-up' ? 404 : 400);
    const other = `/api/sites/${stage.shop.site.id}/sources`;
    const { body } = await stage.owner.post<{ source: { id: string } }>(other, { kind: 'webhook' });
    expect((await stage.owner.post(`${other}/${body.source.id}/deliveries/${taken?.id}/run`)).status).toBe(404);
  });
});
