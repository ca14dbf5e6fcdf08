// Events over REST: what a script sends becomes notifications, no more of a person than the source lets through, and goes
// when it is retracted. On both databases.
import { beforeEach, expect, it } from 'vitest';
import type { AddedEvents, EventList } from '#shared/contract/event.ts';
import type { Notification } from '#shared/contract/notification.ts';
import type { Source } from '#shared/contract/source.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#shared/time.ts';
import { describeShop } from '#tests/support/apps.ts';
import { makeKey, notificationsOf, payloadOf } from '#tests/support/client.ts';
import { wordsOf } from '#tests/support/words.ts';
import { makeClient } from './support/client.ts';
import { soon } from './support/soon.ts';

describeShop('events', {}, ({ app, owner, shop }) => {
  let site: string;

  beforeEach(async () => {
    site = `/api/sites/${shop.site.id}`;
    await owner.delete(`/api/widgets/${shop.widget.id}/notifications/${shop.notification.id}`);
  });

  const ago = (ms: number) => new Date(app.clock.now() - ms).toISOString();
  const purchase = (id: string, more: object = {}) => ({
    id,
    kind: 'purchase',
    occurredAt: ago(2 * HOUR),
    actor: { firstName: 'Ana', lastName: 'Silva', city: 'Lisbon', country: 'PT', email: 'ana@example.com' },
    subject: { name: 'Oak Desk' },
    amount: 349,
    currency: 'EUR',
    reference: `#${id}`,
    ...more,
  });
  const send = async (...events: object[]) => (await owner.post<AddedEvents>(`${site}/events`, { events })).body;
  const notifications = () => notificationsOf(owner, shop.widget.id);
  const messages = async () => (await notifications()).map(({ message }) => message);
  const payload = () => payloadOf(app, shop.site.id);
  const sentSoon = async (count: number) => {
    await soon(async () => (await payload()).notifications.length).toBe(count);
    return payload();
  };
  const listed = async (query = '') => (await owner.get<EventList>(`${site}/events${query}`)).body;
  const apiSource = async () => {
    const { sources } = (await owner.get<{ sources: Source[] }>(`${site}/sources`)).body;
    const found = sources.find(({ kind }) => kind === 'api');
    if (!found) throw new Error('A site without a source for the API');
    return found;
  };
  const setUp = async (changes: object) => {
    const { status } = await owner.put(`${site}/sources/${(await apiSource()).id}`, changes);
    expect(status).toBe(200);
  };
  /** A site's events are looked at once a second at most: what is read is true a moment later. */

  it('makes a purchase an active notification at once', async () => {
    expect(await send(purchase('1001'))).toEqual({ accepted: 1, duplicates: 0, refused: [] });
    await soon(notifications).toMatchObject([
      {
        type: 'purchase',
        message: 'Ana bought Oak Desk',
        status: 'active',
        source: 'api',
        metadata: { eventId: '1001' },
      },
    ]);
    const [notification] = await notifications();
    expect((await payload()).notifications).toMatchObject([{ id: notification?.id, message: 'Ana bought Oak Desk' }]);
  });

  it('counts the same id once', async () => {
    expect(await send(purchase('1001'), purchase('1001'), purchase('1002'))).toEqual({
      accepted: 2,
      duplicates: 1,
      refused: [],
    });
    expect(await send(purchase('1002'))).toMatchObject({ accepted: 0, duplicates: 1 });
    expect((await listed()).total).toBe(3);
  });

  it('refuses what is wrong one by one, naming the field', async () => {
    const later = { occurredAt: ago(-6 * MINUTE) };
    const { accepted, refused } = await send(
      purchase('1'),
      purchase('2', later),
      purchase('3', { kind: 'custom' }),
      purchase('4', { currency: 'euro' }),
      purchase('', {}),
      7 as never,
    );
    expect(accepted).toBe(1);
    expect(refused.map(({ index, errors }) => [index, errors.map(({ field }) => field)])).toEqual([
      [1, ['occurredAt']],
      [2, ['text']],
      [3, ['currency']],
      [4, ['id']],
      [5, ['body']],
    ]);
  });

  it('names a place once five came from it, and a larger one before', async () => {
    await send(
      ...['1', '2', '3', '4'].map((id) => purchase(id, { actor: { firstName: 'Ana', city: 'Porto', country: 'PT' } })),
    );
    await soon(messages).toEqual(Array.from({ length: 4 }, () => 'Ana bought Oak Desk'));
    await send(purchase('5'));
    // Lisbon has one, Portugal five.
    await soon(messages).toEqual(Array.from({ length: 5 }, () => 'Ana from Portugal bought Oak Desk'));
  });

  it('shows nothing that is no name', async () => {
    const names = ['Ana Maria', '<b>Eve</b>', 'x'.repeat(21), 'R2D2', 'www.shop', 'fuck', '', '李', 'Jean-Luc', 'Зоя'];
    await send(...names.map((firstName, i) => purchase(`${i}`, { actor: { firstName } })));
    await soon(notifications).toHaveLength(names.length);
    const said = (await notifications()).sort((a, b) => Number(a.metadata.eventId) - Number(b.metadata.eventId));
    expect(said.map(({ message }) => message.replace(' bought Oak Desk', ''))).toEqual([
      ...['Ana', 'Eve', 'Someone', 'Someone', 'Someone', 'Someone', 'Someone', '李', 'Jean-Luc', 'Зоя'],
    ]);
  });

  it('follows its privacy settings', async () => {
    await send(purchase('1'));
    await setUp({ privacy: { name: 'initial', minPlaceCount: 1, amount: true, time: 'exact' } });
    await soon(notifications).toMatchObject([
      { message: 'A. from Lisbon bought Oak Desk for €349.00', timestamp: ago(2 * HOUR) },
    ]);
    await setUp({ privacy: { name: 'none', place: 'none', amount: false } });
    await soon(messages).toEqual(['Someone bought Oak Desk']);
  });

  it('tells visitors no id or time that would say more than the rounded time', async () => {
    app.clock.advance(Date.parse('2026-03-10T12:34:56.789Z') - app.clock.now());
    await send(
      purchase('1', { occurredAt: '2026-03-10T10:11:12.345Z' }),
      purchase('2', { occurredAt: '2026-03-08T10:11:12Z' }),
    );
    const { notifications: sent } = await sentSoon(2);
    expect(sent.map(({ timestamp }) => timestamp).sort()).toEqual([
      '2026-03-08T10:00:00.000Z',
      '2026-03-10T10:10:00.000Z',
    ]);
    // Seven days after the time that is told, not after the one that isn't.
    expect(sent.map(({ endsAt }) => endsAt).sort()).toEqual(['2026-03-15T10:05:00.000Z', '2026-03-17T10:15:00.000Z']);
    for (const one of sent) {
      expect(one).not.toHaveProperty('startsAt');
      expect(one.id).toMatch(/^[\w-]{12}$/);
      expect(wordsOf(one)).not.toMatch(/1001|Silva|349|11:12/);
    }
  });

  it('follows its rules, and says why each does not show', async () => {
    await send(
      purchase('old', { occurredAt: ago(8 * DAY) }),
      purchase('cheap', { amount: 5 }),
      purchase('chair', { subject: { name: 'Ash Chair' } }),
      purchase('first', { occurredAt: ago(3 * HOUR) }),
      purchase('second', { occurredAt: ago(2 * HOUR) }),
      purchase('new', { occurredAt: ago(MINUTE) }),
    );
    const found = async (query: string) => (await listed(query)).events.map(({ id }) => id).sort();
    await setUp({ rules: { minAmount: 10, products: { exclude: ['chair'] }, cap: 1, minAge: 120 } });
    await soon(() => found('?state=shown')).toEqual(['second']);
    // What has just come is said to be on its way.
    app.clock.advance(6 * SECOND);
    const { events } = await listed();
    const stateOf = (id: string) => {
      const { state, reason } = events.find((event) => event.id === id) ?? {};
      return [state, reason];
    };
    expect(stateOf('old')).toEqual(['not-shown', 'Too old to show']);
    expect(stateOf('cheap')).toEqual(['not-shown', 'Below the smallest amount']);
    expect(stateOf('chair')).toEqual(['not-shown', 'In “Never these products”']);
    expect(stateOf('first')).toEqual(['not-shown', 'Not one of the 1 newest']);
    expect(stateOf('second')).toEqual(['shown', null]);
    expect(stateOf('new')).toEqual(['waiting', 'Shows 2 minutes after it happened']);
    expect(await found('?state=waiting')).toEqual(['new']);
    expect(await found('?state=not-shown')).toEqual(['chair', 'cheap', 'first', 'old', 'order-1']);
    expect(await found('?search=ash%20ch')).toEqual(['chair']);
    // What waits is not sent to anybody.
    expect((await payload()).notifications).toHaveLength(1);
    // A rule is taken away.
    await setUp({ rules: { products: null, minAmount: null, cap: 20, minAge: 0 } });
    await soon(() => found('?state=shown')).toHaveLength(5);
  });

  it('goes on showing what shows, however many are still to come', async () => {
    await send(purchase('old', { occurredAt: ago(3 * HOUR) }));
    await setUp({ rules: { minAge: 7_200 } });
    for (let from = 0; from < 600; from += 100) {
      await send(
        ...Array.from({ length: 100 }, (_, n) => purchase(`new-${from + n}`, { occurredAt: ago(HOUR + from + n) })),
      );
    }
    // The next to start are those that have waited longest: the last 20 that were sent.
    const waiting = async () =>
      (await listed('?state=waiting')).events.map(({ id }) => Number(id.slice('new-'.length))).sort((x, y) => x - y);
    await soon(waiting).toEqual(Array.from({ length: 20 }, (_, n) => 580 + n));
    expect((await listed('?state=shown')).events).toMatchObject([{ id: 'old' }]);
  });

  it('retracts an event for good, by its id, and erases whose it was', async () => {
    await send(purchase('1'), purchase('2'));
    await sentSoon(2);
    expect((await owner.post(`${site}/events/1/retract`)).body).toEqual({ retracted: 1 });
    // Not a moment later: in the same answer.
    expect((await payload()).notifications).toHaveLength(1);
    expect((await owner.post(`${site}/events/1/retract`)).body).toEqual({ retracted: 0 });
    expect(await send(purchase('1'))).toMatchObject({ accepted: 0, duplicates: 1 });
    const [event] = (await listed('?state=retracted')).events;
    expect(event).toMatchObject({ id: '1', state: 'retracted', reason: 'retracted', notificationId: null });
    const stored = await app.deps.db.selectFrom('events').selectAll().where('event_id', '=', '1').execute();
    expect(wordsOf(stored)).not.toMatch(/Ana|Silva|Lisbon|Oak|349|#1/);
    expect((await owner.post(`${site}/events/none/retract`)).status).toBe(404);
  });

  it('forgets a person by address or order, also in what comes later', async () => {
    await send(purchase('1'), purchase('2', { actor: { firstName: 'Ben', email: 'ben@example.com' } }));
    await sentSoon(2);
    expect((await owner.post(`${site}/forget`, { email: 'ANA@Example.com' })).body).toEqual({ retracted: 1 });
    expect(await messages()).toEqual(['Ben bought Oak Desk']);
    expect((await owner.post(`${site}/forget`, { reference: '#3' })).body).toEqual({ retracted: 0 });
    await send(purchase('3', { actor: { firstName: 'Cy' } }), purchase('4'), purchase('6', { actor: {} }));
    await soon(messages).toEqual(expect.arrayContaining(['Someone bought Oak Desk']));
    expect((await messages()).sort()).toEqual(['Ben bought Oak Desk', 'Someone bought Oak Desk']);
    expect((await listed('?state=retracted')).total).toBe(3);
    // Whoever comes back later is a customer like any other.
    app.clock.advance(HOUR);
    await send(purchase('5', { occurredAt: ago(MINUTE) }));
    await soon(messages).toContain('Ana bought Oak Desk');
    expect((await owner.post(`${site}/forget`, {})).body).toMatchObject({ errors: [{ field: 'email' }] });
    const { db } = app.deps;
    const everything = JSON.stringify([
      await db.selectFrom('events').selectAll().execute(),
      await db.selectFrom('retractions').selectAll().execute(),
      await db.selectFrom('notifications').selectAll().execute(),
    ]);
    expect(everything).not.toMatch(/@example\.com/i);
  });

  it('keeps a deleted notification away, and brings it back when it is restored', async () => {
    await send(purchase('1'));
    await soon(notifications).toHaveLength(1);
    const [notification] = await notifications();
    const path = `/api/widgets/${shop.widget.id}/notifications/${notification?.id}`;
    await owner.delete(path);
    await send(purchase('2'));
    await soon(notifications).toMatchObject([{ metadata: { eventId: '2' } }]);
    expect((await listed('?state=hidden')).events).toMatchObject([{ id: '1' }]);
    expect((await owner.post(`${path}/restore`)).status).toBe(200);
    await soon(async () => (await listed('?state=shown')).total).toBe(2);
  });

  it('lets nobody change what an event says, or claim one', async () => {
    await send(purchase('1'));
    await soon(notifications).toHaveLength(1);
    const [notification] = await notifications();
    const path = `/api/widgets/${shop.widget.id}/notifications`;
    const changed = await owner.put(`${path}/${notification?.id}`, {
      message: 'A prince bought Oak Desk',
      status: 'inactive',
    });
    expect(changed.body).toMatchObject({ errors: [{ field: 'message' }] });
    expect((await owner.put(`${path}/${notification?.id}`, { status: 'inactive', name: 'Desk' })).status).toBe(200);
    const claimed = await owner.post<{ notification: Notification }>(path, {
      type: 'purchase',
      message: 'Hi',
      metadata: { eventId: '1', mine: true },
    });
    expect(claimed.body.notification.metadata).toEqual({ mine: true });
  });

  it('gives keys that may only read nothing personal', async () => {
    await send(purchase('1'));
    const apiKey = await makeKey(owner, 'read', 'R');
    const reader = makeClient(app, apiKey.key);
    const { body } = await reader.get<EventList>(`${site}/events`);
    expect(wordsOf(body)).not.toMatch(/Ana|Silva|Lisbon|"#1"/);
    expect(body.events).toContainEqual(expect.objectContaining({ subject: { name: 'Oak Desk' } }));
    expect((await reader.get<EventList>(`${site}/events?search=silva`)).body.total).toBe(0);
    expect((await reader.post(`${site}/events`, { events: [purchase('2')] })).status).toBe(403);
  });
});
