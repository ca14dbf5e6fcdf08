import fc from 'fast-check';
import { expect, it } from 'vitest';
import { endOf, isSameOrder, spellingsOf } from './order-number.ts';

it.each([
  ['#1001', '1001', true],
  ['# 1001', '#1001', true],
  ['1001', 'ORD-1001', true],
  ['ord-1001', '#ORD-1001', true],
  ['SHOP#1001', '1001', true],
  ['2026/1001', '1001', true],
  ['1001', '11001', false],
  ['1001', '1001A', false],
  ['A-1001', 'B-1001', false],
  ['1001', '10010', false],
  ['', '1001', false],
  ['', '#', false],
  ['7', 'pi_3MtwBwLkdIwHu7', false],
  ['7', 'row-aX9_Qz7', false],
  ['R-78', 'r-78', true],
])('%s and %s are one order: %s', (one, other, isSame) => {
  expect(isSameOrder(one, other)).toBe(isSame);
  expect(isSameOrder(other, one)).toBe(isSame);
});

it('is found by its end, however it is written', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('', '#', 'ORD-', '#ORD-'),
      fc.nat(),
      fc.constantFrom('', '#'),
      (prefix, number, typed) => {
        const stored = `${prefix}${number}`;
        expect(isSameOrder(stored, `${typed}${number}`)).toBe(true);
        expect(stored.toLowerCase().endsWith(endOf(`${typed}${number}`))).toBe(true);
        expect(isSameOrder(stored, `${number}1`)).toBe(false);
      },
    ),
  );
  expect(spellingsOf(' #1001 ')).toEqual(['#1001', '1001']);
  expect(spellingsOf('1001')).toEqual(['1001', '#1001']);
});
