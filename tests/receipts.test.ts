// What stays of an event that was retracted: when, why and by which delivery, and nothing of whose it was. On both
// databases.
import { expect, it } from 'vitest';
import { FIRST_PLACE, findMatching, type Place } from '#server/db/retractions.ts';
import { DAY, MINUTE } from '#shared/time.ts';
import { describeApp } from './support/apps.ts';
import { makeClient, makeKey } from './support/client.ts';
import { eachTest } from './support/stages.ts';
import { makeVendorShop } from './support/vendor-shop.ts';

describeApp('the receipt of a retraction', { postgres: 'long' }, ({ app, database }) => {
  const own = eachTest(() => makeVendorShop(app));

  const ago = (ms: number) => new Date(app.clock.now() - ms).toISOString();

  it('says when, why, and by which delivery or whom, also when the log is gone', async () => {
    const tell = await own.shopify();
    for (const id of [1, 2, 3]) await tell('orders/paid', own.order(id));
    app.clock.advance(MINUTE);
    const at = new Date(app.clock.now()).toISOString();
    await tell('orders/cancelled', { id: 1, cancelled_at: at });
    await own.owner.post(`${own.site}/events/2/retract`);
    const { key } = await makeKey(own.owner, 'write');
    await makeClient(app, key).post(`${own.site}/events/3/retract`);
    const [{ id: deliveryId } = { id: '' }] = await tell.deliveries();
    const receipts = async () =>
      Object.fromEntries((await own.listed()).events.map(({ id, retraction }) => [id, retraction]));
    const expected = {
      1: { at, by: deliveryId },
      2: { at, by: 'owner' },
      3: { at, by: 'api' },
    };
    expect(await receipts()).toMatchObject(expected);
    // An event that comes after its retraction has the receipt of that one.
    await tell('orders/cancelled', { id: 4, cancelled_at: at });
    const [before] = (await tell.deliveries()).filter(({ id }) => id !== deliveryId);
    expect(before).toBeDefined();
    app.clock.advance(MINUTE);
    await tell('orders/paid', own.order(4));
    const { 4: receipt } = await receipts();
    expect(receipt).toMatchObject({ at });
    expect((await tell.deliveries()).map(({ id }) => id)).toContain(receipt?.by);
    await app.deps.db.deleteFrom('deliveries').execute();
    expect(await receipts()).toMatchObject(expected);
    await tell('orders/paid', own.order(5));
    expect(await receipts()).toMatchObject({ 5: null });
  });

  it('of a person who is forgotten has no id that could be read, and what is told again is the same event', async () => {
    const tell = await own.shopify();
    await tell('orders/paid', own.order(70_000_001));
    await tell('orders/paid', own.order(70_000_002));
    await tell('orders/paid', own.order(70_000_003, { email: 'ben@shop.example' }));
    // Refunded before: it goes with the others.
    await tell('orders/cancelled', { id: 70_000_002, cancelled_at: ago(0) });
    await tell('customers/redact', { customer: { email: 'ana@shop.example' }, orders_to_redact: [70_000_001] });
    // What only comes now is of the time before, too.
    await tell('orders/paid', own.order(70_000_004));
    expect((await own.owner.post(`${own.site}/forget`, { email: 'ben@shop.example' })).body).toEqual({ retracted: 1 });
    expect((await own.owner.post(`${own.site}/forget`, { reference: '70000003' })).body).toEqual({ retracted: 0 });
    const everything = async () => {
      const { db } = app.deps;
      const tables = ['events', 'retractions', 'deliveries', 'notifications'] as const;
      return JSON.stringify(await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute())));
    };
    expect(await everything()).not.toMatch(/7000000\d/);
    const keys = async () => (await own.listed('?state=retracted')).events.map(({ id, key }) => [id, key]).sort();
    const gone = await keys();
    expect(gone).toHaveLength(4);
    for (const [id, key] of gone) expect(id).toBe(key);

    // Told again, with and without whose it was, and refunded once more: no second event, and no way back.
    app.clock.advance(DAY);
    await tell('orders/cancelled', { id: 70_000_001, cancelled_at: ago(0) });
    for (const id of [70_000_001, 70_000_002, 70_000_003, 70_000_004])
      for (const more of [{}, { email: null, processed_at: ago(0) }]) await tell('orders/paid', own.order(id, more));
    expect(await keys()).toEqual(gone);
    expect(await everything()).not.toMatch(/7000000\d/);
    expect(await own.shown()).toEqual([]);
    expect((await own.owner.post(`${own.site}/events/${gone[0]?.[1]}/retract`)).body).toEqual({ retracted: 0 });
    // Whoever comes back is a customer like any other.
    await tell('orders/paid', own.order(70_000_005));
    expect(await own.shown()).toEqual(['Desk 70000005']);
  });

  it('stays of each of many events of one person, read and written a page at a time', {
    tags: ['long'],
    timeout: 120_000,
  }, async () => {
    const events = (from: number) =>
      Array.from({ length: 100 }, (_, n) => own.purchase(`${from + n}`, { amount: from + n, currency: 'EUR' }));
    await own.send(...events(0));
    const { db } = app.deps;
    // A transaction of PostgreSQL may take 5 seconds, also on a machine that has much else to do.
    const count = database().dialect === 'sqlite' ? 20_000 : 5_000;
    const found = await db.selectFrom('events').selectAll().where('event_id', '=', '0').executeTakeFirstOrThrow();
    const { number: _, ...row } = found;
    for (let from = 100; from < count; from += 500) {
      const rows = Array.from({ length: Math.min(500, count - from) }, (_, n) => from + n);
      await db
        .insertInto('events')
        .values(rows.map((n) => ({ ...row, id: `many-${n}`, event_id: `${n}`, amount: n })))
        .execute();
    }
    const of = { siteId: own.shop.site.id, sourceId: '', hash: row.person_hash ?? '' };
    let read = 0;
    for (let place: Place | null = FIRST_PLACE; place; ) {
      const page = await findMatching(db, { ...of, matches: 'person', eventId: '' }, place);
      expect(page.page.length).toBeLessThanOrEqual(500);
      read += page.page.length;
      place = page.next;
    }
    expect(read).toBe(count);
    await own.send(own.purchase('other', { actor: { firstName: 'Ben', email: 'ben@example.com' } }));
    expect((await own.owner.post(`${own.site}/forget`, { email: 'ana@example.com' })).body).toEqual({
      retracted: count,
    });
    const left = await db.selectFrom('events').select('event_id').where('retracted_at', 'is', null).execute();
    expect(left.map((event) => event.event_id)).toContain('other');
    expect(left.filter((event) => /^\d+$/.test(event.event_id))).toEqual([]);
    expect(await own.shown()).toHaveLength(1);
  });
});
