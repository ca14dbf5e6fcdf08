// In whatever order events come and are retracted, each computed number is that of a plain recount of what was told, at
// any moment and in any time zone. On both databases.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { numberOf } from '#server/db/id-numbers.ts';
import { recount } from '#server/domain/events/aggregates.ts';
import type { AggregateInput } from '#shared/contract/aggregate.ts';
import type { Notification } from '#shared/contract/notification.ts';
import type { Template } from '#shared/contract/template.ts';
import { HOUR, MINUTE } from '#shared/time.ts';
import { makeTestApp } from './support/app.ts';
import { makeOwner, makeShop } from './support/client.ts';
import { onBothDatabases } from './support/databases.ts';
import { runs } from './support/runs.ts';

const PEOPLE = ['ana@shop.example', 'ben@shop.example', null] as const;
const PRODUCTS = ['Oak Desk', 'Ash stool, oak legs', 'Lamp'] as const;
const KINDS = ['purchase', 'review'] as const;

/** What happened, as many hours and minutes ago. */
const told = fc.record({
  about: fc.constant('told' as const),
  id: fc.integer({ min: 1, max: 12 }),
  kind: fc.constantFrom(...KINDS),
  person: fc.constantFrom(...PEOPLE),
  product: fc.constantFrom(...PRODUCTS),
  rating: fc.option(fc.constantFrom(1, 2.5, 4, 5)),
  minutesAgo: fc.oneof(fc.integer({ min: 0, max: 24 * 60 }), fc.integer({ min: 0, max: 31 * 24 * 60 })),
});
const taken = fc.record({ about: fc.constant('taken' as const), id: fc.integer({ min: 1, max: 12 }) });
const forgotten = fc.record({
  about: fc.constant('forgotten' as const),
  person: fc.constantFrom(PEOPLE[0], PEOPLE[1]),
});
const passed = fc.record({ about: fc.constant('passed' as const), hours: fc.integer({ min: 1, max: 72 }) });
const step = fc.oneof(
  { weight: 8, arbitrary: told },
  { weight: 3, arbitrary: taken },
  { weight: 1, arbitrary: forgotten },
  { weight: 2, arbitrary: passed },
);
type Told = typeof told extends fc.Arbitrary<infer T> ? T : never;
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const ASKED = [
  { measure: 'count', kind: 'purchase', window: 'week', floor: 1 },
  { measure: 'count', kind: 'purchase', window: 'day', floor: 1, product: 'oak' },
  { measure: 'distinct', kind: 'purchase', window: 'month', floor: 2 },
  { measure: 'average', kind: 'review', window: 'month', floor: 1 },
  { measure: 'last', kind: 'purchase', window: 'week', floor: 1 },
] as const satisfies AggregateInput[];
const TYPES = { count: 'milestone', distinct: 'milestone', average: 'review', last: 'custom' } as const;
const DAYS = { day: 1, week: 7, month: 30 } as const;
const ZONE = 'America/New_York';

const purchase: Told = {
  ...{ about: 'told', id: 1, kind: 'purchase', person: PEOPLE[0], product: PRODUCTS[0], rating: null, minutesAgo: 0 },
};
/** Holds each number back, and shows each: drawn histories may leave one out. */
const HISTORIES: [Step[]][] = [
  [[]],
  [[purchase, { ...purchase, id: 2, person: PEOPLE[1] }, { ...purchase, id: 3, kind: 'review', rating: 4 }]],
];

/** Slow and plain: the date of a moment by Intl alone, and days between dates. */
const dateOf = (at: number) => new Intl.DateTimeFormat('sv', { timeZone: ZONE, dateStyle: 'short' }).format(at);
const daysBetween = (from: number, to: number) => (Date.parse(dateOf(to)) - Date.parse(dateOf(from))) / (24 * HOUR);

type Happened = Told & { at: number };

function plain(asked: (typeof ASKED)[number], events: Happened[], now: number) {
  const product = 'product' in asked ? asked.product : '';
  const meant = events.filter(
    (event) =>
      event.kind === asked.kind &&
      daysBetween(event.at, now) < DAYS[asked.window] &&
      event.product.toLowerCase().includes(product),
  );
  const people = new Set(meant.map(({ person, id }) => person ?? `somebody ${id}`)).size;
  const ratings = meant.flatMap(({ rating }) => rating ?? []);
  const average = ratings.reduce((sum, one) => sum + one, 0) / ratings.length;
  const value = { count: meant.length, distinct: people, average: average || null, last: null }[asked.measure];
  const count = { count: meant.length, distinct: people, average: ratings.length, last: meant.length }[asked.measure];
  return { value: value === null ? null : Math.round(value * 100) / 100, count, isHeldBack: count < asked.floor };
}

onBothDatabases('computed numbers', { postgres: 'long', turns: 'forced' }, (database) => {
  it(
    'are those of a plain recount',
    async () => {
      const app = makeTestApp(database());
      const owner = await makeOwner(app, 'owner@shop.example', 'growth');
      // Each count is asked for here: one that began by itself before the last event may be written last, until the next minute.
      await app.running.projector.stop();
      // The long form takes years of the test's clock, and a session 30 days of the real one.
      await app.deps.db.updateTable('sessions').set({ expires_at: '9999-12-31T00:00:00.000Z' }).execute();
      const templates = await Promise.all(
        ASKED.map(async (aggregate) => {
          const settings = { message: 'A text', aggregate };
          const body = { name: 'Mine', category: 'sales', type: TYPES[aggregate.measure], settings };
          return (await owner.post<{ template: Template }>('/api/templates', body)).body.template.id;
        }),
      );
      const seen = new Set<string>();
      const run = async (steps: Step[]) => {
        const { site, widget } = await makeShop(owner);
        await owner.put(`/api/sites/${site.id}`, { timezone: ZONE });
        const list = `/api/widgets/${widget.id}/notifications`;
        for (const id of templates) expect((await owner.post(`${list}/template/${id}`)).status).toBe(201);
        const events = new Map<number, Happened>();
        const gone = new Set<number>();
        const forgottenAt = new Map<string, number>();
        for (const one of steps) {
          const now = app.clock.now();
          if (one.about === 'passed') app.clock.advance(one.hours * HOUR);
          if (one.about === 'taken') {
            // Only what came can be named by itself.
            const { status } = await owner.post(`/api/sites/${site.id}/events/${one.id}/retract`);
            expect(status).toBe(events.has(one.id) || gone.has(one.id) ? 200 : 404);
            if (events.delete(one.id)) gone.add(one.id);
          }
          if (one.about === 'forgotten') {
            await owner.post(`/api/sites/${site.id}/forget`, { email: one.person });
            forgottenAt.set(one.person, now);
            for (const [id, { person }] of events) if (person === one.person && events.delete(id)) gone.add(id);
          }
          if (one.about === 'told') {
            const at = now - one.minutesAgo * MINUTE;
            const event = {
              ...{ id: String(one.id), kind: one.kind, occurredAt: new Date(at).toISOString() },
              ...(one.person && { actor: { email: one.person } }),
              ...{ subject: { name: one.product }, rating: one.rating },
            };
            const sent = await owner.post<{ accepted: number }>(`/api/sites/${site.id}/events`, { events: [event] });
            const isNew = !events.has(one.id) && !gone.has(one.id);
            expect([sent.status, sent.body.accepted]).toEqual([200, isNew ? 1 : 0]);
            const known = events.get(one.id);
            if (known && one.person) {
              // Only now it is known whose it is; somebody forgotten since it happened takes it along.
              known.person ??= one.person;
              const isGone = known.at <= (forgottenAt.get(one.person) ?? Number.NEGATIVE_INFINITY);
              if (isGone && events.delete(one.id)) gone.add(one.id);
            }
            if (!isNew) continue;
            // Somebody who was forgotten has nothing from before, nor its id in clear.
            const stored = await app.deps.db
              .selectFrom('events')
              .select('retracted_at')
              .where('site_number', '=', numberOf(site.id))
              .where('event_id', '=', String(one.id))
              .executeTakeFirst();
            if (stored?.retracted_at === null) events.set(one.id, { ...one, at });
            else gone.add(one.id);
          }
        }
        await recount(app.deps, site.id, true);
        const { notifications } = (await owner.get<{ notifications: Notification[] }>(list)).body;
        for (const asked of ASKED) {
          const found = notifications.find(
            ({ aggregate }) => aggregate?.measure === asked.measure && aggregate.window === asked.window,
          );
          const expected = plain(asked, [...events.values()], app.clock.now());
          expect([asked, { ...found?.computed, isHeldBack: found?.isHeldBack }]).toMatchObject([asked, expected]);
          seen.add(`${asked.measure} ${asked.window} ${expected.isHeldBack}`);
        }
        expect((await owner.delete(`/api/sites/${site.id}`)).status).toBe(204);
      };
      const histories = fc.array(step, { minLength: 3, maxLength: 25 });
      await fc.assert(fc.asyncProperty(histories, run), {
        numRuns: runs(10, 14, 500),
        examples: HISTORIES,
        endOnFailure: true,
      });
      // Each of them was shown and held back; runs without would prove little.
      expect(seen.size).toBe(2 * ASKED.length);
      await app.stop();
    },
    runs(600_000, 900_000, 3_600_000),
  );
});
