// What becomes of an event's notification among those that its owner writes: it can't be copied, keeps what they noted on
// it, and gives way when they need its place. On both databases.
import { expect, it } from 'vitest';
import { project } from '#server/domain/events/projector.ts';
import type { EventList } from '#shared/contract/event.ts';
import type { Notification } from '#shared/contract/notification.ts';
import type { Source } from '#shared/contract/source.ts';
import { EVENT_MESSAGES } from '#shared/event-messages.ts';
import { NOTIFICATIONS_MAX } from '#shared/limits.ts';
import { DAY, HOUR, MINUTE } from '#shared/time.ts';
import { describeApp } from '#tests/support/apps.ts';
import { makeKey } from '#tests/support/client.ts';
import { eachTest } from '#tests/support/stages.ts';
import { wordsOf } from '#tests/support/words.ts';
import { makeClient } from './support/client.ts';
import { makeEventShop } from './support/event-shop.ts';
import { soon } from './support/soon.ts';

describeApp("an event's notification", { postgres: 'long' }, ({ app }) => {
  const own = eachTest(() => makeEventShop(app));

  const ago = (ms: number) => new Date(app.clock.now() - ms).toISOString();
  const only = async () => {
    await soon(own.notifications).toHaveLength(1);
    return (await own.notifications())[0] as Notification;
  };
  const eventIds = async () => (await own.notifications()).flatMap(({ metadata }) => metadata.eventId ?? []);
  const write = (message = 'Mine') =>
    own.owner.post<{ notification: Notification }>(own.path, { type: 'purchase', message });
  const look = () => project(app.deps, own.shop.site.id);

  it("can't be duplicated, since a copy would outlive its refund", async () => {
    await own.send(own.purchase('1'));
    const { id } = await only();
    const refused = await own.owner.post(`${own.path}/${id}/duplicate`);
    expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('after a refund') } });
    await own.owner.post(`${own.site}/events/1/retract`);
    expect(await own.notifications()).toEqual([]);
    const mine = (await write()).body.notification;
    expect((await own.owner.post(`${own.path}/${mine.id}/duplicate`)).status).toBe(201);
  });

  it('names neither a code nor a word that nobody wants for a place', async () => {
    const { sources } = (await own.owner.get<{ sources: Source[] }>(`${own.site}/sources`)).body;
    const api = `${own.site}/sources/${sources.find(({ kind }) => kind === 'api')?.id}`;
    await own.owner.put(api, { privacy: { minPlaceCount: 1 } });
    const actor = { firstName: 'Ana', country: 'US', region: 'CA' };
    await own.send(own.purchase('1', { actor: { ...actor, city: 'Shit Creek' } }));
    expect((await only()).message).toBe('Ana from United States bought Oak Desk');
  });

  it('counts a place however it is typed, and names none that is a placeholder, an address or a link', async () => {
    const cities = ['Ghent', 'GHENT', 'ghent', ' Ghent', 'Ghent,', 'ghent, Belgium'];
    for (const [at, city] of cities.entries())
      await own.send(own.purchase(`g-${at}`, { actor: { firstName: 'MARTHA', city, country: 'be' } }));
    const messages = async () => [...new Set((await own.notifications()).map(({ message }) => message))];
    await soon(messages).toEqual(['Martha from Ghent bought Oak Desk']);
    for (const [at, city] of ['N/A', 'null', '???', 'https://spam.example/x', '12 Main Street'].entries())
      for (let n = 0; n < 5; n++)
        await own.send(own.purchase(`p-${at}-${n}`, { actor: { firstName: 'Guest', city, country: 'BE' } }));
    await soon(messages).toEqual(['Someone from Belgium bought Oak Desk']);
  });

  it('says no more than its source lets through when it is restored', async () => {
    await own.send(own.purchase('1'));
    const { id, message } = await only();
    expect(message).toContain('Ana');
    await own.owner.delete(`${own.path}/${id}`);
    const { sources } = (await own.owner.get<{ sources: Source[] }>(`${own.site}/sources`)).body;
    const source = sources.find(({ kind }) => kind === 'api');
    await own.owner.put(`${own.site}/sources/${source?.id}`, { privacy: { name: 'none' } });
    const restored = await own.owner.post<{ notification: Notification }>(`${own.path}/${id}/restore`);
    expect(restored.body.notification.message).toBe('Someone bought Oak Desk');
    expect((await own.payload()).notifications).toMatchObject([{ message: 'Someone bought Oak Desk' }]);
  });

  it('is not restored once its source shows it no longer, and says so', async () => {
    await own.send(own.purchase('1', { occurredAt: ago(7 * DAY - 5 * MINUTE) }));
    const { id } = await only();
    await own.owner.delete(`${own.path}/${id}`);
    app.clock.advance(6 * MINUTE);
    const { status, body } = await own.owner.post(`${own.path}/${id}/restore`);
    expect([status, body]).toMatchObject([409, { message: EVENT_MESSAGES.noLongerShown }]);
    expect(await own.notifications()).toEqual([]);
    // As the app restores, alone and with one that comes back.
    await own.send(own.purchase('2', { occurredAt: ago(7 * DAY - 5 * MINUTE) }), own.purchase('3'));
    await soon(async () => (await own.notifications()).length).toBe(2);
    const ids = (await own.notifications()).map((one) => one.id);
    const bulk = (action: string, named: string[]) =>
      own.owner.post<{ ids: string[] }>(`${own.path}/bulk`, { ids: named, action });
    await bulk('delete', ids);
    app.clock.advance(6 * MINUTE);
    const some = await bulk('restore', ids);
    const [left] = await own.notifications();
    expect([some.status, some.body]).toMatchObject([200, { ids: [left?.id] }]);
    expect(left?.metadata.eventId).toBe('3');
    const hidden = (await own.listed('?state=not-shown')).events.slice(0, 2);
    expect(hidden.map(({ id, reason }) => [id, reason])).toEqual([
      ['2', 'Too old to show'],
      ['1', 'Too old to show'],
    ]);
  });

  it('keeps its name and what else its owner noted when its time is rounded anew', async () => {
    await own.send(own.purchase('1', { occurredAt: ago(DAY - HOUR - 7 * MINUTE) }));
    const { id, timestamp } = await only();
    const noted = { name: 'The first one', metadata: { shelf: 7 } };
    expect((await own.owner.put(`${own.path}/${id}`, noted)).status).toBe(200);
    app.clock.advance(2 * HOUR);
    await look();
    const after = await only();
    expect(after.timestamp < timestamp).toBe(true);
    expect(after).toMatchObject({ id, name: noted.name });
    expect(after.metadata).toEqual({ shelf: 7, name: noted.name, eventId: '1' });
  });

  /** Fills the widget up to `to` notifications with ones that its owner wrote. */
  async function fill(to: number) {
    const mine = (await write()).body.notification;
    const { db } = app.deps;
    const row = await db.selectFrom('notifications').selectAll().where('id', '=', mine.id).executeTakeFirstOrThrow();
    const count = to - (await own.notifications()).length;
    const rows = Array.from({ length: count }, (_, n) => ({ ...row, id: `mine-${n}` }));
    for (let from = 0; from < rows.length; from += 100) {
      await db
        .insertInto('notifications')
        .values(rows.slice(from, from + 100))
        .execute();
    }
  }

  it('gives way to what its owner writes and restores, the earliest first, and comes back once there is room', async () => {
    for (const [n, id] of ['a', 'b', 'c'].entries())
      await own.send(own.purchase(id, { occurredAt: ago((3 - n) * HOUR) }));
    await soon(async () => (await eventIds()).length).toBe(3);
    await fill(NOTIFICATIONS_MAX);
    expect((await write()).status).toBe(201);
    expect((await eventIds()).sort()).toEqual(['b', 'c']);
    // A look changes nothing of it, and a later event takes the place of an earlier one.
    await look();
    expect((await eventIds()).sort()).toEqual(['b', 'c']);
    await own.send(own.purchase('d', { occurredAt: ago(MINUTE) }));
    await soon(async () => (await eventIds()).sort()).toEqual(['c', 'd']);
    app.clock.advance(MINUTE);
    expect((await own.listed('?search=%23b')).events).toMatchObject([
      { state: 'not-shown', reason: 'The widget is full' },
    ]);

    await own.owner.delete(`${own.path}/mine-0`);
    expect((await write()).status).toBe(201);
    expect((await own.owner.post(`${own.path}/mine-0/restore`)).status).toBe(200);
    expect(await eventIds()).toEqual(['d']);
    expect((await write()).status).toBe(201);
    // Now all are the owner's.
    expect((await write()).status).toBe(409);
    expect(await own.notifications()).toHaveLength(NOTIFICATIONS_MAX);
    await own.owner.post(`${own.path}/bulk`, { ids: ['mine-0', 'mine-1'], action: 'delete' });
    await look();
    expect((await eventIds()).sort()).toEqual(['c', 'd']);
  });

  it('shows the events of a site that an older version made without a source for them', async () => {
    await app.deps.db.deleteFrom('sources').where('site_id', '=', own.shop.site.id).execute();
    const { send, purchase } = own;
    const answers = await Promise.all(['1', '2', '3', '4'].map((id) => send(purchase(id))));
    expect(answers).toEqual(answers.map(() => ({ accepted: 1, duplicates: 0, refused: [] })));
    await soon(async () => (await eventIds()).length).toBe(4);
    await app.deps.db.deleteFrom('sources').where('site_id', '=', own.shop.site.id).execute();
    const lists = await Promise.all([1, 2].map(() => own.owner.get<{ sources: Source[] }>(`${own.site}/sources`)));
    for (const { body } of lists) expect(body.sources).toMatchObject([{ kind: 'api', name: 'API' }]);
  });

  it("names no order to a key that may only read, not by its event's id either", async () => {
    await own.send(own.purchase('order-5678'));
    const { id } = await only();
    const reader = makeClient(app, (await makeKey(own.owner, 'read')).key);
    const { events } = (await reader.get<EventList>(`${own.site}/events`)).body;
    expect(events.map((event) => [event.id === event.key, event.notificationId])).toContainEqual([true, id]);
    expect((await reader.get<EventList>(`${own.site}/events?search=5678`)).body.total).toBe(0);
    expect((await reader.get<EventList>(`${own.site}/events?search=oak`)).body.total).toBe(1);
    const read = await reader.get<{ notifications: Notification[] }>(own.path);
    expect(read.body.notifications).toMatchObject([{ id, metadata: {} }]);
    await own.owner.delete(`${own.path}/${id}`);
    const deleted = await reader.get(`${own.path}/deleted`);
    expect(deleted.body).toMatchObject({ notifications: [{ id }, {}] });
    expect(wordsOf([events, read.body, deleted.body])).not.toContain('5678');
  });
});
