// Events that are stored before anything says whose they are, or of which order, and whose person or order was retracted
// in between. On both databases.
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { NewSource } from '#shared/contract/source.ts';
import { HOUR } from '#shared/time.ts';
import { describeApp } from './support/apps.ts';
import { importCsv } from './support/csv-files.ts';
import { eachTest } from './support/stages.ts';
import { makeVendorShop } from './support/vendor-shop.ts';

describeApp('an event that is only later known to be somebody’s', { postgres: 'long' }, ({ app }) => {
  const own = eachTest(() => makeVendorShop(app));

  const forget = async (of: object) => (await own.owner.post(`${own.site}/forget`, of)).body;
  const ofNobody = (id: number) => own.order(id, { email: null });
  const states = async () =>
    (await own.listed()).events
      // The shop's own one.
      .filter(({ reason }) => reason !== 'Too old to show')
      .map(({ state, reason, subject }) => [state, reason, subject?.name ?? null])
      .sort();
  const revision = async () =>
    (await app.deps.db.selectFrom('widgets').select('revision').executeTakeFirstOrThrow()).revision;
  const forgotten = ['retracted', 'forgotten', null];

  it('is retracted once a delivery says that it is of somebody who was forgotten', async () => {
    const tell = await own.shopify();
    for (const id of [1, 2]) await tell('orders/create', ofNobody(id));
    expect(await own.shown()).toEqual(['Desk 1', 'Desk 2']);
    expect(await forget({ email: 'ana@shop.example' })).toEqual({ retracted: 0 });
    const before = await revision();
    await tell('orders/updated', own.order(1));
    expect((await tell.deliveries())[0]).toMatchObject({ verdict: 'taken', duplicates: 1, retracted: 1 });
    // By it other processes see that their payload is old.
    expect(await revision()).toBeGreaterThan(before);
    expect(await own.shown()).toEqual(['Desk 2']);
    expect(await states()).toContainEqual(forgotten);
    // Told once more it is the same event, and its number is kept nowhere.
    await tell('orders/updated', own.order(1));
    await tell('orders/updated', ofNobody(1));
    expect(await states()).toEqual([forgotten, ['shown', null, 'Desk 2']]);
    const kept = await app.deps.db.selectFrom('events').select('event_id').execute();
    expect(kept.map(({ event_id }) => event_id)).not.toContain('1');
  });

  it('is found by whose it is from then on', async () => {
    const tell = await own.shopify();
    await tell('orders/create', ofNobody(1));
    await tell('orders/updated', own.order(1));
    expect(await forget({ email: 'ana@shop.example' })).toEqual({ retracted: 1 });
    expect(await own.shown()).toEqual([]);
  });

  it('is retracted once a script says of which order it is, also in the middle of others', async () => {
    const late = { reference: '#late' };
    const { reference: _, ...first } = own.purchase('b');
    expect(await own.send(first)).toMatchObject({ accepted: 1 });
    expect(await forget(late)).toEqual({ retracted: 0 });
    expect(await own.send(own.purchase('a'), own.purchase('b', late), own.purchase('c'))).toMatchObject({
      accepted: 2,
      duplicates: 1,
    });
    expect(await own.shown()).toEqual(['Oak Desk', 'Oak Desk']);
    expect(await states()).toEqual([forgotten, ['shown', null, 'Oak Desk'], ['shown', null, 'Oak Desk']]);
  });

  it('is retracted once a file says whose it is', async () => {
    const { body } = await own.owner.post<{ source: NewSource }>(`${own.site}/sources`, { kind: 'csv' });
    const at = new Date(app.clock.now() - 60_000).toISOString();
    const file = (emails: string[]) =>
      [
        'id,kind,occurredAt,product,email',
        ...emails.map((email, id) => `${id},purchase,${at},Desk ${id},${email}`),
      ].join('\n');
    await importCsv(own.owner, body.source, file(['', '']));
    expect(await own.shown()).toEqual(['Desk 0', 'Desk 1']);
    expect(await forget({ email: 'ana@shop.example' })).toEqual({ retracted: 0 });
    const before = await revision();
    const again = await importCsv(own.owner, body.source, file(['ana@shop.example', 'ben@shop.example']));
    expect(again.body.import).toMatchObject({ accepted: 0, duplicates: 2 });
    expect(await revision()).toBeGreaterThan(before);
    expect(await own.shown()).toEqual(['Desk 1']);
    expect(await states()).toContainEqual(forgotten);
  });

  it('loses its number, too, when it was retracted for another reason', async () => {
    const tell = await own.shopify();
    await importCsv(own.owner, tell.source, 'id,kind,occurredAt,product\n1,purchase,2026-03-10T10:00:00Z,Desk 1');
    await tell('orders/create', ofNobody(2));
    for (const id of [1, 2]) await own.owner.post(`${own.site}/events/${id}/retract`);
    await forget({ email: 'ana@shop.example' });
    for (const id of [1, 2]) await tell('orders/updated', own.order(id));
    expect(await states()).toEqual([forgotten, forgotten]);
    const kept = await app.deps.db.selectFrom('events').select('event_id').execute();
    expect(kept.filter(({ event_id }) => /^[12]$/.test(event_id))).toEqual([]);
  });

  it('is found by what a file said of it, also once its shop has delivered it with less, and by what a file adds', async () => {
    const tell = await own.shopify();
    const at = new Date(app.clock.now() - 60_000).toISOString();
    const file = (id: number, email: string) =>
      `id,kind,occurredAt,product,email\n${id},purchase,${at},Desk ${id},${email}`;
    await importCsv(own.owner, tell.source, file(1, 'ana@shop.example'));
    await tell('orders/create', ofNobody(1));
    await tell('orders/create', ofNobody(2));
    await importCsv(own.owner, tell.source, file(2, 'ana@shop.example'));
    // Retracted before its shop said whose it is.
    await importCsv(own.owner, tell.source, file(3, ''));
    await own.owner.post(`${own.site}/events/3/retract`);
    await tell('orders/create', own.order(3));
    expect(await own.shown()).toEqual(['Desk 1', 'Desk 2']);
    expect(await forget({ email: 'ana@shop.example' })).toEqual({ retracted: 2 });
    expect(await own.shown()).toEqual([]);
    const kept = await app.deps.db.selectFrom('events').select('event_id').execute();
    expect(kept.filter(({ event_id }) => /^[123]$/.test(event_id))).toEqual([]);
  });

  it('is one event that is gone, also when one delivery tells of it with its order and without', async () => {
    const { reference: _, ...bare } = own.purchase('b');
    await own.send(bare);
    await forget({ reference: '#late' });
    expect(await own.send(own.purchase('b', { reference: '#late' }), bare)).toMatchObject({
      accepted: 0,
      duplicates: 2,
    });
    await forget({ reference: '#c' });
    const { reference: _also, ...other } = own.purchase('c');
    expect(await own.send(other, own.purchase('c'))).toMatchObject({ accepted: 1, duplicates: 1 });
    expect(await own.shown()).toEqual([]);
    expect(await states()).toEqual([forgotten, forgotten]);
    const kept = await app.deps.db.selectFrom('events').select('event_id').execute();
    expect(kept.filter(({ event_id }) => /^[bc]$/.test(event_id))).toEqual([]);
  });

  it('is retracted by a file of more of them than one transaction takes', async () => {
    const tell = await own.shopify();
    const at = new Date(app.clock.now() - HOUR).toISOString();
    const rows = (email: string) => Array.from({ length: 120 }, (_, id) => `${id},purchase,${at},Desk ${id},${email}`);
    const file = (email: string) => ['id,kind,occurredAt,product,email', ...rows(email)].join('\n');
    await importCsv(own.owner, tell.source, file(''));
    await forget({ email: 'ana@shop.example' });
    const again = await importCsv(
      own.owner,
      tell.source,
      `${file('ana@shop.example')}\n1,sale\n500,purchase,${at},Lamp,ben@shop.example`,
    );
    expect(again.body.import).toMatchObject({ state: 'done', rows: 122, accepted: 1, duplicates: 120, refused: 1 });
    expect((await own.listed('?state=retracted')).total).toBe(120);
    expect(await own.shown()).toEqual(['Lamp']);
  });

  it('is not known to be theirs by a file that could not retract it', async () => {
    const tell = await own.shopify();
    const at = new Date(app.clock.now() - 60_000).toISOString();
    const file = (email: string) => `id,kind,occurredAt,product,email\n1,purchase,${at},Desk 1,${email}`;
    await importCsv(own.owner, tell.source, file(''));
    await forget({ email: 'ana@shop.example' });
    const { db, database } = app.deps;
    const refusal =
      database.dialect === 'sqlite'
        ? `create trigger kept before update of retracted_at on events begin select raise(abort, 'injected'); end`
        : 'alter table events add constraint kept check (retracted_at is null)';
    await sql.raw(refusal).execute(db);
    const { status } = await importCsv(own.owner, tell.source, file('ana@shop.example'));
    expect(status).toBeGreaterThanOrEqual(500);
    const held = () => db.selectFrom('events').select('person_hash').where('event_id', '=', '1').execute();
    expect(await held()).toEqual([{ person_hash: null }]);
    const cure = database.dialect === 'sqlite' ? 'drop trigger kept' : 'alter table events drop constraint kept';
    await sql.raw(cure).execute(db);
    await importCsv(own.owner, tell.source, file('ana@shop.example'));
    expect([await held(), await own.shown()]).toEqual([[], []]);
  });

  it('is one, and gone, when its shop delivers it while a file says whose it is', async () => {
    const tell = await own.shopify();
    const at = new Date(app.clock.now() - HOUR).toISOString();
    const ids = [1, 2, 3, 4, 5, 6];
    await forget({ email: 'ana@shop.example' });
    await Promise.all(
      ids.flatMap((id) => [
        importCsv(
          own.owner,
          tell.source,
          `id,kind,occurredAt,product,email\n${id},purchase,${at},Desk ${id},ana@shop.example`,
        ),
        tell('orders/create', ofNobody(id)),
      ]),
    );
    expect(await own.shown()).toEqual([]);
    expect(await states()).toEqual(ids.map(() => forgotten));
  });

  it('is judged by when it happened as it is listed, whatever is told of that later', async () => {
    const anas = (id: string, hour: number) => ({
      ...own.purchase(id),
      occurredAt: new Date(app.clock.now() + hour * HOUR).toISOString(),
    });
    const bare = ({ actor: _, ...event }: ReturnType<typeof anas>) => event;
    await own.send(bare(anas('a', -1)));
    await forget({ email: 'ana@example.com' });
    app.clock.advance(4 * HOUR);
    await own.send(bare(anas('b', -1)));
    await own.send(anas('a', -1), anas('b', -9));
    expect(await own.shown()).toEqual(['Oak Desk']);
    expect(await states()).toEqual([forgotten, ['shown', null, 'Oak Desk']]);
  });

  it('is retracted once when several deliveries say so at once', async () => {
    const tell = await own.shopify();
    for (const id of [1, 2, 3]) await tell('orders/create', ofNobody(id));
    await forget({ email: 'ana@shop.example' });
    await Promise.all([1, 2, 3, 1, 2, 3].map((id) => tell('orders/updated', own.order(id))));
    expect(await own.shown()).toEqual([]);
    expect(await states()).toEqual([forgotten, forgotten, forgotten]);
    const counted = (await tell.deliveries()).reduce((sum, { retracted }) => sum + retracted, 0);
    expect(counted).toBe(3);
  });
});
