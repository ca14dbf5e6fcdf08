// Taking a file back takes what only it told of: orders that their shop has delivered since stay, proven from then on. On
// both databases.
import { CompiledQuery, type DeleteQueryNode, type RootOperationNode } from 'kysely';
import { expect, it } from 'vitest';
import { deleteEventsOfImport } from '#server/db/imports.ts';
import { recount } from '#server/domain/events/aggregates.ts';
import type { AggregateValue } from '#shared/contract/aggregate.ts';
import type { Delivery, DeliveryList } from '#shared/contract/delivery.ts';
import type { EventList } from '#shared/contract/event.ts';
import type { Import, ImportList } from '#shared/contract/import.ts';
import { START_MAX } from '#shared/csv-format.ts';
import { EVENT_MESSAGES } from '#shared/event-messages.ts';
import { MINUTE } from '#shared/time.ts';
import { describeShop } from '#tests/support/apps.ts';
import { addSource, makeKey, notificationsOf, payloadOf } from '#tests/support/client.ts';
import { deliverShopify, SHOP_SECRET, shopifyOrder } from '#tests/support/deliveries.ts';
import { eachTest } from '#tests/support/stages.ts';
import { wordsOf } from '#tests/support/words.ts';
import { fileOf, HEADER, importCsv, ROW, sendSlowly } from './support/csv-files.ts';
import { soon } from './support/soon.ts';

describeShop('undoing an import', { postgres: 'long', turns: 'forced' }, ({ app, owner, shop }) => {
  const kind = { kind: 'shopify', secret: SHOP_SECRET, rules: { minAge: 0 } };
  const source = eachTest(() => addSource(owner, shop.site.id, kind));

  const path = () => `/api/sites/${shop.site.id}/sources/${source.id}`;
  const deliver = async (topic: string, content: object) =>
    expect(await deliverShopify(app, source.id, topic, content)).toBe(200);
  const order = (id: number, more: object = {}) =>
    shopifyOrder(id, '2026-03-10T10:00:00Z', {
      ...{ email: 'ben@shop.example', total_price: '120.00', billing_address: { first_name: 'Ben', last_name: 'Hur' } },
      ...{ line_items: [{ title: 'Elm Stool', quantity: 1 }], ...more },
    });
  const bring = async (csv: string) => (await importCsv(owner, source, csv)).body.import;
  const undo = async (id: string) => (await owner.delete(`${path()}/imports/${id}`)).status;
  const events = async () =>
    (await owner.get<EventList>(`/api/sites/${shop.site.id}/events?limit=100`)).body.events.filter(
      ({ sourceId }) => sourceId === source.id,
    );
  const notifications = () => notificationsOf(owner, shop.widget.id);
  const told = async () => (await notifications()).filter(({ metadata }) => metadata.eventId === '0');
  const deliveries = async (): Promise<Delivery[]> =>
    (await owner.get<DeliveryList>(`${path()}/deliveries`)).body.deliveries;
  /** A file of the orders 0, 1 and so on, of a desk that Ana bought. */
  const file = (count: number) => fileOf(count, '').replaceAll('\n-', '\n');

  it('leaves the orders that the shop has delivered since, as it delivered them', async () => {
    const { id } = await bring(file(3));
    await soon(told).toMatchObject([{ source: 'csv', message: expect.stringContaining('Oak Desk') }]);
    const [before] = await told();
    app.clock.advance(5_000);
    await deliver('orders/paid', order(0));
    expect((await deliveries())[0]).toMatchObject({ accepted: 0, duplicates: 1, eventId: '0' });
    // The same notification, so that one that its owner has switched off stays so.
    await soon(told).toMatchObject([
      { id: before?.id, source: 'shopify', message: expect.stringContaining('Elm Stool') },
    ]);
    const proof = await app.fetch(`/api/embed/${shop.site.id}/proof/${before?.id}`);
    const [, claims = ''] = (await proof.text()).split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ source: 'shopify', signed: true });
    const proven = await app.deps.db.selectFrom('proven_notifications').select('notification_id as id').execute();
    expect(proven).toEqual([{ id: before?.id }]);

    expect(await undo(id)).toBe(204);
    expect(await events()).toMatchObject([
      {
        ...{ id: '0', isSigned: true, receivedAt: '2026-03-10T12:00:05.000Z', occurredAt: '2026-03-10T10:00:00.000Z' },
        ...{ actor: { firstName: 'Ben' }, subject: { name: 'Elm Stool' }, amount: 120, state: 'shown' },
      },
    ]);
    expect(await told()).toHaveLength(1);
    // It is the shop's now: the file again finds it there.
    expect(await bring(file(3))).toMatchObject({ accepted: 2, duplicates: 1 });
  });

  it('takes back for good what the file says is refunded or cancelled, whoever told of it, and nothing else', async () => {
    for (const id of [7, 8, 9]) await deliver('orders/paid', order(id));
    const rows = ['7,refunded,', '8,paid,2026-03-10 12:00:00 +0000', '9,pending,', '404,refunded,'];
    const head = 'Id,Name,Financial Status,Cancelled at,Created at,Lineitem name';
    const lines = rows.map((row) => {
      const [id = '', status = '', ended = ''] = row.split(',');
      return `${id},#${id},${status},${ended},2026-03-10 10:00:00 +0000,Elm Stool`;
    });
    const { id, skipped, refused } = await bring([head, ...lines].join('\n'));
    expect([skipped, refused]).toEqual([4, 0]);
    const standing = async () => (await events()).map((one) => [one.id, one.state, one.reason]).sort();
    await soon(standing).toEqual([
      ['7', 'retracted', 'refunded'],
      ['8', 'retracted', 'cancelled'],
      ['9', 'shown', null],
    ]);
    expect(await undo(id)).toBe(204);
    await deliver('orders/paid', order(7));
    expect((await events()).find((one) => one.id === '7')).toMatchObject({ state: 'retracted' });
  });

  it('leaves an order that was delivered while the file was taken, or while it is being undone', async () => {
    const { id } = await bring(file(3));
    const { db } = app.deps;
    await db.updateTable('imports').set({ state: 'running', finished_at: null }).where('id', '=', id).execute();
    await deliver('orders/paid', order(0));
    await db.updateTable('imports').set({ state: 'undoing' }).where('id', '=', id).execute();
    await deliver('orders/paid', order(1));
    await app.deps.removals.finish();
    expect((await events()).map((event) => event.id).sort()).toEqual(['0', '1']);
  });

  it('leaves an order that is delivered between finding what is to be deleted and deleting it', async () => {
    const { id } = await bring(file(3));
    const { db } = app.deps;
    const { deleteFrom } = db;
    let isFirst = true;
    // Only what isn't in a transaction comes by here.
    db.deleteFrom = ((table: 'events') => {
      const query = deleteFrom.call(db, table);
      if (table !== 'events' || !isFirst) return query;
      isFirst = false;
      const late = (built: object): object =>
        new Proxy(built, {
          get(target, name) {
            const found = Reflect.get(target, name);
            if (name === 'execute') return () => deliver('orders/paid', order(0)).then(() => found.call(target));
            if (typeof found !== 'function') return found;
            return (...given: unknown[]) => late(found.apply(target, given));
          },
        });
      return late(query);
    }) as typeof deleteFrom;
    expect(await undo(id)).toBe(204);
    db.deleteFrom = deleteFrom;
    expect(isFirst).toBe(false);
    expect((await events()).map((event) => event.id)).toEqual(['0']);
  });

  it('brings nothing back that was retracted before it was delivered, and keeps that it was', async () => {
    const { id } = await bring(file(3));
    await owner.post(`/api/sites/${shop.site.id}/events/0/retract`);
    await deliver('orders/paid', order(0));
    // What the file didn't say: whose it is. It was forgotten before the shop told of it.
    await owner.post(`/api/sites/${shop.site.id}/forget`, { email: 'cy@shop.example' });
    await deliver('orders/paid', order(1, { email: 'cy@shop.example' }));
    const ofEvents = async () => (await notifications()).flatMap(({ metadata }) => metadata.eventId ?? []);
    await soon(ofEvents).toEqual(['2']);
    expect(await undo(id)).toBe(204);
    const left = (await events()).sort((a, b) => String(b.reason).localeCompare(String(a.reason)));
    expect(left).toMatchObject([
      { id: '0', state: 'retracted', reason: 'retracted', isSigned: true },
      { state: 'retracted', reason: 'forgotten', isSigned: true },
    ]);
    // As of everybody who was forgotten.
    expect(left[1]?.id).not.toBe('1');
    expect(wordsOf(left)).not.toMatch(/Ana|Ben|Desk|Stool/);
    const { notifications: shown } = await payloadOf(app, shop.site.id);
    expect(shown).toHaveLength(1);
  });

  const states = async () =>
    (await owner.get<ImportList>(`${path()}/imports`)).body.imports.map(({ state }) => state).sort();

  it('waits until no other file is being imported that may tell of the same orders', async () => {
    const { id } = await bring(file(3));
    const slow = sendSlowly(app, (await makeKey(owner, 'write')).key, source);
    // Its start tells the format.
    slow.send(`${file(5)}${'\n'.repeat(START_MAX)}`);
    await soon(states).toEqual(['done', 'running']);
    const refused = await owner.delete<{ message: string }>(`${path()}/imports/${id}`);
    expect([refused.status, refused.body.message]).toEqual([409, EVENT_MESSAGES.csvRunning]);
    slow.end();
    const { import: done } = (await (await slow.answer).json()) as { import: Import };
    expect(done).toMatchObject({ state: 'done', accepted: 2, duplicates: 3 });
    expect(await events()).toHaveLength(5);
    expect(await undo(id)).toBe(204);
    expect(await events()).toHaveLength(2);
  });

  it('loses nothing of a file that begins at the same moment', async () => {
    const key = (await makeKey(owner, 'write')).key;
    for (let round = 0; round < 6; round++) {
      const { id } = await bring(file(20));
      const slow = sendSlowly(app, key, source);
      slow.send(`${file(20)}\n`);
      const undone = await undo(id);
      slow.end();
      const answer = await slow.answer;
      expect([undone, answer.status]).not.toEqual([409, 409]);
      if (undone === 409) expect(await undo(id)).toBe(204);
      else if (answer.status === 200) expect(await events()).toHaveLength(20);
      for (const { id: left } of (await owner.get<ImportList>(`${path()}/imports`)).body.imports) await undo(left);
      expect(await events()).toEqual([]);
    }
  });

  /** As with a file of a million rows: what is undone isn't deleted until this is called. */
  function holdDeletion() {
    const { removals } = app.deps;
    app.deps.removals = { wake() {}, finish: async () => {} };
    return () => removals.finish();
  }
  const kept = () => fileOf(4, '7').replaceAll('7-', '7');

  it('counts no more from the moment on in which it is asked for, whatever was being counted', async () => {
    const { id } = await bring(file(6));
    await bring(kept());
    await owner.post(`/api/widgets/${shop.widget.id}/notifications/template/built-in-sales-week`);
    const number = async () => (await notifications()).find(({ aggregate }) => aggregate)?.computed?.value;
    expect(await number()).toBe(10);
    const event = { id: 'by-script', kind: 'purchase', occurredAt: '2026-03-10T11:00:00Z' };
    await owner.post(`/api/sites/${shop.site.id}/events`, { events: [event] });
    app.clock.advance(MINUTE);
    const finish = holdDeletion();
    const { db } = app.deps;
    const paused = new Proxy(db, {
      get(target, name) {
        const found = Reflect.get(target, name);
        if (name !== 'transaction') return typeof found === 'function' ? found.bind(target) : found;
        return () => ({
          execute: async (write: (tx: typeof db) => Promise<unknown>) => {
            expect(await undo(id)).toBe(204);
            return db.transaction().execute(write);
          },
        });
      },
    });
    await recount({ ...app.deps, db: paused }, shop.site.id, false);
    // Not the 11 that were counted before.
    expect(await number()).not.toBe(11);
    await soon(number).toBe(5);
    const asked = 'measure=count&kind=purchase&window=week';
    const { body } = await owner.get<AggregateValue>(`/api/sites/${shop.site.id}/aggregate?${asked}`);
    expect(body).toMatchObject({ value: 5 });
    expect(await events()).toHaveLength(10);
    await finish();
    expect(await events()).toHaveLength(4);
  });

  it('makes no place one that many events came from, from the moment on in which it is asked for', async () => {
    const { id } = await bring(file(4));
    await bring(kept());
    /** Of how many orders that show, how many name it. */
    const fromLisbon = async () => {
      const orders = (await notifications()).filter(({ metadata }) => metadata.eventId);
      return [orders.length, orders.filter(({ message }) => message.includes('Lisbon')).length];
    };
    await soon(fromLisbon).toEqual([8, 8]);
    const finish = holdDeletion();
    expect(await undo(id)).toBe(204);
    await soon(fromLisbon).toEqual([4, 0]);
    expect(await events()).toHaveLength(8);
    await finish();
  });

  it('finds what it deletes by the ids of each part, and never reads the rest of the file for one', async () => {
    const { id } = await bring(file(300));
    const { db, database: opened } = app.deps;
    const deletions: RootOperationNode[] = [];
    const watched = db.withPlugin({
      transformQuery({ node }) {
        if (node.kind === 'DeleteQueryNode') deletions.push(node);
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const compiled = () =>
      deletions.map((node) => db.getExecutor().compileQuery(node as DeleteQueryNode, { queryId: 'explained' }));
    await deleteEventsOfImport(watched, id, new AbortController().signal);
    expect(deletions.length).toBeGreaterThanOrEqual(3);
    const explain = opened.dialect === 'sqlite' ? 'explain query plan' : 'explain';
    for (const { sql, parameters } of compiled()) {
      const { rows } = await db.executeQuery(CompiledQuery.raw(`${explain} ${sql}`, [...parameters]));
      expect(JSON.stringify(rows)).not.toContain('events_import');
    }
  });

  it('leaves hidden what its owner hid, when the shop tells of it', async () => {
    await bring(`${HEADER}\n${ROW.replace('o-1', '0')}`);
    await soon(told).toHaveLength(1);
    const [one] = await told();
    await owner.delete(`/api/widgets/${shop.widget.id}/notifications/${one?.id}`);
    await deliver('orders/paid', order(0));
    expect(await events()).toMatchObject([{ id: '0', state: 'hidden', isSigned: true }]);
    expect(await told()).toEqual([]);
  });
});
