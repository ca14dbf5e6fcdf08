// What is retracted while a number is being counted: it is not told again, however long the count takes and even if it
// fails. On both databases.
import { beforeEach, expect, it } from 'vitest';
import { numberOf } from '#server/db/id-numbers.ts';
import type { Deps } from '#server/deps.ts';
import { type CountTimes, recount } from '#server/domain/events/aggregates.ts';
import type { Notification } from '#shared/contract/notification.ts';
import { MINUTE, SECOND } from '#shared/time.ts';
import { describeShop } from './support/apps.ts';
import { payloadOf } from './support/client.ts';
import { soon } from './support/soon.ts';

/** @returns the database with one of its functions replaced. */
const withPart = <Key extends keyof Deps['db']>(
  db: Deps['db'],
  key: Key,
  part: (...given: never[]) => unknown,
): Deps['db'] =>
  new Proxy(db, {
    get(target, name) {
      const found = name === key ? part : Reflect.get(target, name);
      return typeof found === 'function' ? found.bind(target) : found;
    },
  });

describeShop('computed numbers', { plan: 'growth', turns: 'forced' }, ({ app, owner, shop }) => {
  let site: string;
  let list: string;

  beforeEach(async () => {
    site = `/api/sites/${shop.site.id}`;
    list = `/api/widgets/${shop.widget.id}/notifications`;
    await send(1, 6);
    await owner.post(`${list}/template/built-in-sales-week`);
    expect(await told()).toMatchObject({ message: '6 sold this week', isHeldBack: false });
  });

  const send = async (from: number, to: number) => {
    const occurredAt = new Date(app.clock.now() - MINUTE).toISOString();
    const events = Array.from({ length: to - from + 1 }, (_, n) => ({
      id: `${from + n}`,
      kind: 'purchase',
      occurredAt,
    }));
    expect((await owner.post<{ accepted: number }>(`${site}/events`, { events })).body.accepted).toBe(events.length);
  };
  const takeBack = async (...ids: number[]) => {
    for (const id of ids) expect((await owner.post(`${site}/events/${id}/retract`)).status).toBe(200);
  };
  const told = async () =>
    (await owner.get<{ notifications: Notification[] }>(list)).body.notifications.find(({ aggregate }) => aggregate);
  const shown = async () => {
    const { notifications } = await payloadOf(app, shop.site.id);
    return notifications.map(({ message }) => message).filter((message) => message.includes('sold'));
  };
  const failures = () => app.logged.filter(({ msg }) => msg === 'computed numbers not updated');

  it('are not written over what was retracted meanwhile', async () => {
    await send(7, 7);
    app.clock.advance(MINUTE);
    const { db } = app.deps;
    // The refunds come between the count and its writing.
    const transaction = () => ({
      execute: async (write: (tx: Deps['db']) => Promise<unknown>) => {
        await takeBack(1, 2, 3, 4);
        return db.transaction().execute(write);
      },
    });
    await recount({ ...app.deps, db: withPart(db, 'transaction', transaction) }, shop.site.id, false);
    expect(failures()).toEqual([]);
    // Not the 7 that were counted before: those of a moment ago, or already the three that are left.
    expect((await told())?.computed?.value).toBeLessThan(7);
    // The site's events are looked at once a second at most.
    await soon(told).toMatchObject({ computed: { value: 3 } });
    expect(await shown()).toEqual([]);
  });

  it('that take long are not told from the moment that something is retracted until they are counted', async () => {
    const times: CountTimes = new Map([[shop.site.id, { took: 2 * SECOND, at: app.clock.now() }]]);
    const failing = { ...app.deps.readers, read: () => Promise.reject(new Error('No count')) };
    await recount({ ...app.deps, readers: failing }, shop.site.id, true, times);
    expect(failures()).toHaveLength(1);
    expect([await shown(), await told()]).toMatchObject([[], { isHeldBack: true, computed: { value: 6 } }]);
    await recount(app.deps, shop.site.id, true, times);
    expect(await shown()).toEqual(['6 sold this week']);
  });

  it('of many events are counted part by part, each event once', async () => {
    const { db } = app.deps;
    const { number: _, ...row } = await db
      .selectFrom('events')
      .selectAll()
      .where('site_number', '=', numberOf(shop.site.id))
      .where('event_id', '=', '1')
      .executeTakeFirstOrThrow();
    // More at one moment than are read at once, and as many more a millisecond later.
    const rows = [0, 1].flatMap((at) =>
      Array.from({ length: 5_600 }, (_, n) => ({
        ...{ ...row, id: `many-${at}-${n}`, event_id: `many-${at}-${n}`, occurred_at: row.occurred_at + at },
        ...{ rating: 4, person_hash: `${n % 5_000}-of-somebody-who-is-known` },
      })),
    );
    for (let from = 0; from < rows.length; from += 800)
      await db
        .insertInto('events')
        .values(rows.slice(from, from + 800))
        .execute();
    const ask = async (measure: string) =>
      (await owner.get(`${site}/aggregate?measure=${measure}&kind=purchase&window=day`)).body;
    expect(await ask('count')).toEqual({ value: 11_206, count: 11_206 });
    expect(await ask('distinct')).toEqual({ value: 5_006, count: 5_006 });
    expect(await ask('average')).toEqual({ value: 4, count: 11_200 });
    expect(await ask('last')).toEqual({ value: null, count: 11_206 });
  });

  it('that take long are counted the less often', async () => {
    const times: CountTimes = new Map([[shop.site.id, { took: 6 * SECOND, at: app.clock.now() }]]);
    await send(7, 7);
    app.clock.advance(MINUTE + SECOND);
    await recount(app.deps, shop.site.id, false, times);
    expect(await shown()).toEqual(['6 sold this week']);
    app.clock.advance(MINUTE);
    await recount(app.deps, shop.site.id, false, times);
    expect(await shown()).toEqual(['7 sold this week']);
  });
});
