// What the list shows at once, and after a refusal.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeNotification } from '#tests/support/notification.ts';
import { inOrder, putBack } from './notifications.ts';

const listOf = (ids: string) => [...ids].map((id, place) => makeNotification({ id, position: place * 10 }));
const idsOf = (list: { id: string }[]) => list.map(({ id }) => id).join('');

test.each([
  ['b', 'ad', 'abd'],
  ['a', 'cd', 'acd'],
  ['d', 'ab', 'abd'],
  ['bc', 'ad', 'abcd'],
  ['abcd', '', 'abcd'],
  // Above them something new.
  ['a', 'nbc', 'nabc'],
])('a refused deletion of %s brings back what was named, in its place, and no other', (named, list, expected) => {
  const left = [...list].map((id) => makeNotification({ id }));
  expect(idsOf(putBack(left, listOf('abcd'), new Set(named)))).toBe(expected);
});

test('a refused activation takes back the named rows alone', () => {
  const before = listOf('ab');
  const list = before.map((one) => ({ ...one, status: 'inactive' as const }));
  expect(putBack(list, before, new Set('a')).map(({ status }) => status)).toEqual(['active', 'inactive']);
});

test('the rows of an order take the positions of their places, and go back with them', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([...'abcdef']), (ids) => {
      const list = listOf('abcdef');
      const moved = inOrder(list, ids);
      expect(moved.map(({ position }) => position)).toEqual(list.map(({ position }) => position));
      expect(moved.filter(({ id }) => ids.includes(id)).map(({ id }) => id)).toEqual(ids);
      expect(
        inOrder(
          moved,
          [...'abcdef'].filter((id) => ids.includes(id)),
        ),
      ).toEqual(list);
    }),
  );
});
