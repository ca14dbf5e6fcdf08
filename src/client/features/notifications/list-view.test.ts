// What the address makes of the list.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeNotification } from '#tests/support/notification.ts';
import {
  countStates,
  idsAfterMove,
  type ListView,
  placeAfter,
  readView,
  SORTS,
  STATES,
  selectNotifications,
  sentOf,
  stateOf,
  valuesOf,
  writeView,
} from './list-view.ts';

const NOW = Date.parse('2026-05-03T12:00:00.000Z');
const desk = makeNotification({ id: 'desk', name: 'Desk order', displayCount: 900, clickCount: 9 });
const priya = makeNotification({
  id: 'priya',
  type: 'signup',
  message: 'Priya joined',
  status: 'inactive',
  source: 'template',
  timestamp: '2026-05-01T10:00:00.000Z',
  displayCount: 400,
  clickCount: 20,
});
const soon = makeNotification({
  id: 'soon',
  startsAt: '2026-05-05T12:00:00.000Z',
  timestamp: '2026-05-02T10:00:00.000Z',
});
const over = makeNotification({
  id: 'over',
  timestamp: '2026-05-03T09:00:00.000Z',
  createdAt: '2026-05-03T11:00:00.000Z',
  endsAt: '2026-05-03T12:00:00.000Z',
  displayCount: 3,
  clickCount: 3,
});
const LIST = [desk, priya, soon, over];

const view = (changes: Partial<ListView> = {}): ListView => ({
  ...readView(new URLSearchParams(), 'order'),
  ...changes,
});
const select = (changes: Partial<ListView>) => selectNotifications(LIST, view(changes), NOW, null).map(({ id }) => id);

test('a notification is live, scheduled, ended or off', () => {
  expect(LIST.map((one) => stateOf(one, NOW))).toEqual(['live', 'off', 'scheduled', 'ended']);
  expect(stateOf({ ...over, status: 'inactive' }, NOW)).toBe('off');
  const held = makeNotification({ isHeldBack: true });
  expect(stateOf(held, NOW)).toBe('held');
  expect(stateOf({ ...held, status: 'inactive' }, NOW)).toBe('off');
  expect(countStates(LIST, NOW, null)).toEqual({ live: 1, waiting: 0, held: 0, off: 1, scheduled: 1, ended: 1 });
});

test('of more than a page gets, the others wait, in the order of the queue', () => {
  const many = Array.from({ length: 102 }, (_, at) =>
    makeNotification({ id: `n${at}`, position: at, timestamp: new Date(NOW - at * 60_000).toISOString() }),
  );
  const waiting = (order: 'newest' | 'oldest' | 'custom') => {
    const sent = sentOf(many, order, NOW);
    return selectNotifications(many, view({ state: 'waiting' }), NOW, sent).map(({ id }) => id);
  };
  expect(waiting('newest')).toEqual(['n100', 'n101']);
  expect(waiting('oldest')).toEqual(['n0', 'n1']);
  expect(countStates(many, NOW, sentOf(many, 'custom', NOW))).toMatchObject({ live: 100, waiting: 2 });
  const few = many.map((one, at) => (at < 2 ? { ...one, status: 'inactive' as const } : one));
  expect(sentOf(few, 'newest', NOW)).toBeNull();
  expect(sentOf([...few, { ...soon, startsAt: new Date(NOW + 60_000).toISOString() }], 'newest', NOW)?.size).toBe(100);
});

test('filters and search narrow the list, every word of it', () => {
  expect(select({})).toEqual(['desk', 'priya', 'soon', 'over']);
  expect(select({ state: 'scheduled' })).toEqual(['soon']);
  expect(select({ type: 'signup' })).toEqual(['priya']);
  expect(select({ source: 'template' })).toEqual(['priya']);
  expect(select({ search: 'DESK order' })).toEqual(['desk']);
  expect(select({ search: 'sign-up priya' })).toEqual(['priya']);
  expect(select({ state: 'live', search: 'priya' })).toEqual([]);
});

test('it can be sorted; rates too uncertain to show come last', () => {
  // By when it happened, not by when we heard of it.
  expect(select({ sort: 'newest' })).toEqual(['desk', 'over', 'soon', 'priya']);
  expect(select({ sort: 'oldest' })).toEqual(['priya', 'soon', 'over', 'desk']);
  expect(select({ sort: 'displays' })).toEqual(['desk', 'priya', 'over', 'soon']);
  expect(select({ sort: 'clicks' })).toEqual(['priya', 'desk', 'over', 'soon']);
  expect(select({ sort: 'rate' })).toEqual(['priya', 'desk', 'soon', 'over']);
});

test('values are offered, the most frequent first', () => {
  expect(valuesOf(LIST, ({ type }) => type)).toEqual(['purchase', 'signup']);
});

describe('the address', () => {
  const views = fc.record({
    search: fc.string().map((text) => text.trim()),
    state: fc.constantFrom('all' as const, ...STATES),
    type: fc.constantFrom('all' as const, 'purchase' as const, 'low-stock' as const),
    source: fc.constantFrom('all', 'manual', 'an integration & more'),
    sort: fc.constantFrom(...SORTS),
  });

  test('says every view, and keeps what belongs to others', () => {
    fc.assert(
      fc.property(views, fc.constantFrom(...SORTS), (given, usual) => {
        const query = writeView(new URLSearchParams('templates=&x=1'), given, usual);
        expect(readView(new URLSearchParams(String(query)), usual)).toEqual(given);
        expect([query.has('templates'), query.get('x')]).toEqual([true, '1']);
      }),
    );
  });

  test('says nothing of the usual view, and wrong words are the usual ones', () => {
    expect(String(writeView(new URLSearchParams('q=x&status=off&sort=oldest'), view(), 'order'))).toBe('');
    expect(readView(new URLSearchParams('status=paused&type=toString&sort=__proto__&source='), 'newest')).toEqual(
      view({ sort: 'newest' }),
    );
  });
});

describe('a move', () => {
  test('names the rows between the two places, in their new order', () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    expect(idsAfterMove(ids, 3, 1)).toEqual(['d', 'b', 'c']);
    expect(idsAfterMove(ids, 1, 3)).toEqual(['c', 'd', 'b']);
    expect(idsAfterMove(ids, 2, 2)).toEqual(['c']);
    expect(['up', 'down', 'top', 'bottom'].map((move) => placeAfter(move as 'up', 2, 5))).toEqual([1, 3, 0, 4]);
    expect([placeAfter('up', 0, 5), placeAfter('down', 4, 5)]).toEqual([0, 4]);
  });

  test('puts the row where it should be and keeps the order of all others', () => {
    const places = fc.integer({ min: 0, max: 9 });
    fc.assert(
      fc.property(places, places, (from, to) => {
        const ids = [...'abcdefghij'];
        const between = idsAfterMove(ids, from, to);
        const first = Math.min(from, to);
        const after = [...ids.slice(0, first), ...between, ...ids.slice(first + between.length)];
        const [moved] = ids.splice(from, 1);
        ids.splice(to, 0, moved ?? '');
        expect(after).toEqual(ids);
      }),
    );
  });
});
