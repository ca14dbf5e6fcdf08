import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY } from '#shared/time.ts';
import { inOrder, nextOf } from './queue-order.ts';
import { continueVisit, withShown } from './visit.ts';

const dated = (day: number, id = `n${day}`) => ({ id, timestamp: new Date(day * DAY).toISOString() });
const queues = fc
  .array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 30 })
  .map((days) => days.map((day, place) => dated(day, `n${place}`)));
const always = () => true;

test('every order except random keeps the server’s order', () => {
  const notifications = [dated(2), dated(9), dated(4)];
  for (const order of ['newest', 'oldest', 'custom'] as const) {
    expect(inOrder(notifications, order, Math.random)).toEqual(notifications);
  }
});

test('every order contains each notification exactly once and leaves the input unchanged', () => {
  const orders = fc.constantFrom('newest' as const, 'oldest' as const, 'custom' as const, 'random' as const);
  fc.assert(
    fc.property(queues, orders, (notifications, order) => {
      const before = [...notifications];
      const ordered = inOrder(notifications, order, Math.random);
      expect(new Set(ordered)).toEqual(new Set(notifications));
      expect(ordered).toHaveLength(notifications.length);
      expect(notifications).toEqual(before);
    }),
  );
});

test('the random order follows the random source', () => {
  const drawn = [0.9, 0.1, 0.5];
  const ordered = inOrder([dated(1), dated(2), dated(3)], 'random', () => drawn.shift() ?? 0);
  expect(ordered.map(({ id }) => id)).toEqual(['n2', 'n3', 'n1']);
});

test('no notification is repeated before every other open one was shown', () => {
  fc.assert(
    fc.property(queues, fc.integer({ min: 1, max: 60 }), (notifications, showings) => {
      let visit = continueVisit({}, 0);
      const shown: string[] = [];
      for (let i = 0; i < showings; i++) {
        const next = nextOf(notifications, visit.seen, always);
        if (!next) break;
        shown.push(next.id);
        visit = { ...visit, ...withShown(visit, next.id) };
      }
      const expected = Array.from(
        { length: notifications.length && showings },
        (_, i) => notifications[i % notifications.length]?.id,
      );
      expect(shown).toEqual(expected);
    }),
  );
});

test('skips notifications that may not be shown now, and returns nothing if none may', () => {
  const notifications = [dated(1), dated(2)];
  expect(nextOf(notifications, {}, ({ id }) => id === 'n2')?.id).toBe('n2');
  expect(nextOf(notifications, {}, () => false)).toBeUndefined();
});
