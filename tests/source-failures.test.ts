// What a source knows of deliveries that failed in a row: WooCommerce switches its webhook off without saying so. On both databases.
import { expect, it } from 'vitest';
import { sweep } from '#server/domain/sweep.ts';
import type { Source } from '#shared/contract/source.ts';
import { isoNow, MINUTE, SECOND } from '#shared/time.ts';
import { describeShop } from './support/apps.ts';
import { addSource } from './support/client.ts';
import { HEADER, importCsv, ROW } from './support/csv-files.ts';
import { hmac, vendorBody } from './support/deliveries.ts';

describeShop('the failures of a source', { postgres: 'long' }, ({ app, owner, shop, database }) => {
  const SECRET = 'a-secret-of-the-shop';
  const create = (kind: string) =>
    addSource(owner, shop.site.id, { kind, ...(kind === 'woocommerce' && { secret: SECRET }) });
  const read = async ({ id }: Source) =>
    (await owner.get<{ source: Source }>(`/api/sites/${shop.site.id}/sources/${id}`)).body.source;
  const order = vendorBody('woocommerce-order');
  const deliver = async (source: Source, secret: string, body = order) => {
    const headers = {
      'x-wc-webhook-topic': 'order.updated',
      'x-wc-webhook-signature': hmac(secret, body, 'base64'),
      'content-type': 'application/json',
    };
    return (await app.fetch(`/api/hooks/${source.id}`, { method: 'POST', headers, body })).status;
  };
  const ping = (source: Source) =>
    app.fetch(`/api/hooks/${source.id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'webhook_id=7',
    });
  const times = async (count: number, work: () => Promise<unknown>) => {
    for (let n = 0; n < count; n++) await work();
  };

  it('works again with a delivery in the same second as the refused ones', async () => {
    const source = await create('woocommerce');
    expect(await deliver(source, SECRET)).toBe(200);
    app.clock.advance(100);
    expect(await deliver(source, 'another-secret')).toBe(401);
    expect(await read(source)).toMatchObject({ status: 'refused' });
    app.clock.advance(100);
    expect(await deliver(source, SECRET)).toBe(200);
    expect(await read(source)).toMatchObject({ status: 'working' });
  });

  it('says that WooCommerce has probably switched its webhook off, until it is saved anew or delivers', async () => {
    const source = await create('woocommerce');
    expect(await deliver(source, SECRET)).toBe(200);
    await times(4, () => deliver(source, 'another-secret'));
    app.clock.advance(SECOND);
    expect(await deliver(source, 'another-secret')).toBe(401);
    expect(await read(source)).toMatchObject({ status: 'off', failures: 5, refusedCount: 5 });
    const { attention } = (await owner.get<{ attention: object[] }>(`/api/sites/${shop.site.id}/attention`)).body;
    expect(attention).toContainEqual({
      kind: 'source-off',
      sourceId: source.id,
      sourceKind: 'woocommerce',
      name: 'WooCommerce',
      failures: 5,
    });
    app.clock.advance(MINUTE);
    expect((await ping(source)).status).toBe(200);
    expect(await read(source)).toMatchObject({ status: 'refused' });
    app.clock.advance(SECOND);
    await deliver(source, 'another-secret');
    expect(await read(source)).toMatchObject({ status: 'off', failures: 6 });
    app.clock.advance(SECOND);
    expect(await deliver(source, SECRET)).toBe(200);
    expect(await read(source)).toMatchObject({ status: 'working', failures: 0, refusedCount: 6 });
    // Failures in a row: a good one between them ends it.
    await times(4, () => deliver(source, 'another-secret'));
    await deliver(source, SECRET);
    await times(4, () => deliver(source, 'another-secret'));
    expect(await read(source)).toMatchObject({ failures: 4 });
  });

  it('has no light that turns green for what could not be stored, however it came', async () => {
    const [woo, csv] = [await create('woocommerce'), await create('csv')];
    const all = async () =>
      (await owner.get<{ sources: Source[] }>(`/api/sites/${shop.site.id}/sources`)).body.sources.filter(
        ({ kind }) => kind !== 'webhook',
      );
    const lights = async () =>
      Object.fromEntries((await all()).map(({ kind, lastDeliveryAt }) => [kind, lastDeliveryAt]));
    const before = await lights();
    app.clock.advance(MINUTE);
    const event = { id: '1', kind: 'signup', occurredAt: new Date(app.clock.now()).toISOString() };
    const come = async () => [
      await deliver(woo, SECRET),
      await deliver(woo, SECRET, '{"nothing": "of use"}'),
      (await owner.post(`/api/sites/${shop.site.id}/events`, { events: [event] })).status,
      (await importCsv(owner, csv, `${HEADER}\n${ROW}`)).status,
    ];
    const { db } = database();
    const tables = ['deliveries', 'events'] as const;
    for (const table of tables) await db.schema.alterTable(table).renameTo(`${table}_gone`).execute();
    expect(await come()).toEqual([503, 503, 500, 500]);
    for (const table of tables) await db.schema.alterTable(`${table}_gone`).renameTo(table).execute();
    expect(await lights()).toEqual(before);
    expect(await come()).toEqual([200, 200, 200, 200]);
    const at = isoNow(app.clock);
    expect(await lights()).toEqual({ woocommerce: at, csv: at, api: at });
  });

  it('is no matter of a file: it turns no light of a shop green that has delivered nothing', async () => {
    const source = await create('woocommerce');
    expect((await importCsv(owner, source, `${HEADER}\n${ROW}`)).body.import.accepted).toBe(1);
    expect(await read(source)).toMatchObject({ status: 'waiting', lastDeliveryAt: null });
  });

  it('counts what could not be stored, once it can be written, unless something good has come since', async () => {
    const source = await create('woocommerce');
    const { db } = database();
    const outage = async (count: number) => {
      await db.schema.alterTable('deliveries').renameTo('deliveries_gone').execute();
      await times(count, () => deliver(source, SECRET));
      await db.schema.alterTable('deliveries_gone').renameTo('deliveries').execute();
    };
    await outage(5);
    expect(await read(source)).toMatchObject({ failures: 0 });
    await sweep(app.deps);
    expect(await read(source)).toMatchObject({ status: 'off', failures: 5 });
    // Once is enough.
    await sweep(app.deps);
    expect(await read(source)).toMatchObject({ failures: 5 });
    app.clock.advance(2 * SECOND);
    expect(await deliver(source, SECRET)).toBe(200);
    expect(await read(source)).toMatchObject({ status: 'working', failures: 0 });
    app.clock.advance(2 * SECOND);
    await outage(5);
    app.clock.advance(2 * SECOND);
    expect(await deliver(source, SECRET)).toBe(200);
    await sweep(app.deps);
    expect(await read(source)).toMatchObject({ status: 'working', failures: 0 });
  });

  it('keeps what failed while the database is gone for the next minute, and forgets made-up addresses', async () => {
    const source = await create('woocommerce');
    const { hookFailures } = app.deps;
    await times(3, async () => hookFailures.note(source.id));
    for (const id of ['x'.repeat(65), '\0', 'nowhere']) hookFailures.note(id);
    const gone = {
      updateTable: () => {
        throw new Error('gone');
      },
    } as unknown as typeof app.deps.db;
    await expect(hookFailures.write(gone)).rejects.toThrow('gone');
    hookFailures.note(source.id);
    await hookFailures.write(app.deps.db);
    expect(await read(source)).toMatchObject({ failures: 4 });
    for (let n = 0; n < 2_000; n++) hookFailures.note(`made-up-${n}`);
    hookFailures.note(source.id);
    await hookFailures.write(app.deps.db);
    // There was no room for it: the others came first.
    expect(await read(source)).toMatchObject({ failures: 4 });
  });

  it('is not off for senders that deliver again', async () => {
    const source = await create('shopify');
    const knock = () => app.fetch(`/api/hooks/${source.id}`, { method: 'POST', body: '{}' });
    await times(6, knock);
    // It has knocked before its secret is known here.
    expect(await read(source)).toMatchObject({
      status: 'needs-secret',
      refusedCount: 6,
      refusedAt: expect.any(String),
    });
    await owner.put(`/api/sites/${shop.site.id}/sources/${source.id}`, { secret: 'shpss_0123456789' });
    expect(await read(source)).toMatchObject({ status: 'refused', failures: 6 });
  });

  it('writes at most once a minute that a shop tried out the address, which nobody signs', async () => {
    const source = await create('woocommerce');
    const first = new Date(app.clock.now()).toISOString();
    const reached = async () => (await read(source)).reachedAt;
    await ping(source);
    app.clock.advance(MINUTE - 1);
    await times(20, () => ping(source));
    expect(await reached()).toBe(first);
    app.clock.advance(2);
    await Promise.all(Array.from({ length: 20 }, () => ping(source)));
    expect(await reached()).toBe(new Date(app.clock.now()).toISOString());
  });
});
