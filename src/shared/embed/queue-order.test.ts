import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inOrder, nextOf } from './queue-order.ts';
import { continueVisit, withShown } from './visit.ts';

const DAY = 86_400_000;
const dated = (day: number, id = `n${day}`) => ({ id, timestamp: new Date(day * DAY).toISOString() });
const queues = fc
  .array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 30 })
  .map((days) => days.map((day, place) => dated(day, `n${place}`)));
const always = () => true;

test('every order but the random one is the one in which the server sends them', () => {
  const notices = [dated(2), dated(9), dated(4)];
  for (const order of ['newest', 'oldest', 'custom'] as const) {
    expect(inOrder(notices, order, Math.random)).toEqual(notices);
  }
});

test('every order holds each notice exactly once and leaves the given list alone', () => {
  const orders = fc.constantFrom('newest' as const, 'oldest' as const, 'custom' as const, 'random' as const);
  fc.assert(
    fc.property(queues, orders, (notices, order) => {
      const before = [...notices];
      const ordered = inOrder(notices, order, Math.random);
      expect(new Set(ordered)).toEqual(new Set(notices));
      expect(ordered).toHaveLength(notices.length);
      expect(notices).toEqual(before);
    }),
  );
});

test('random follows the source of chance', () => {
  const drawn = [0.9, 0.1, 0.5];
  const ordered = inOrder([dated(1), dated(2), dated(3)], 'random', () => drawn.shift() ?? 0);
  expect(ordered.map(({ id }) => id)).toEqual(['n2', 'n3', 'n1']);
});

test('no notice comes again before every other open one was shown', () => {
  fc.assert(
    fc.property(queues, fc.integer({ min: 1, max: 60 }), (notices, showings) => {
      let visit = continueVisit({}, 0);
      const shown: string[] = [];
      for (let i = 0; i < showings; i++) {
        const next = nextOf(notices, visit.seen, always);
        if (!next) break;
        shown.push(next.id);
        visit = { ...visit, ...withShown(visit, next.id) };
      }
      const expected = Array.from({ length: notices.length && showings }, (_, i) => notices[i % notices.length]?.id);
      expect(shown).toEqual(expected);
    }),
  );
});

test('a notice that may not be shown now is passed over, and none is left when none may', () => {
  const notices = [dated(1), dated(2)];
  expect(nextOf(notices, {}, ({ id }) => id === 'n2')?.id).toBe('n2');
  expect(nextOf(notices, {}, () => false)).toBeUndefined();
});
