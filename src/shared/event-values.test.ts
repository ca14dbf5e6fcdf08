import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isRoundedNumber, momentOf, namesOf, numberOf } from './event-values.ts';

test.each<[unknown, string]>([
  ['2026-03-10T11:58:00Z', '2026-03-10T11:58:00.000Z'],
  ['2026-03-10T11:58:00.5+01:00', '2026-03-10T10:58:00.500Z'],
  ['2026-03-10t11:58:00,123456789z', '2026-03-10T11:58:00.123Z'],
  ['2026-03-10T12:58+01', '2026-03-10T11:58:00.000Z'],
  ['2025-10-07 09:50:26 +0200', '2025-10-07T07:50:26.000Z'],
  ['2025-10-07 09:50:26 -0430', '2025-10-07T14:20:26.000Z'],
  ['2025-10-07 09:50:26 UTC', '2025-10-07T09:50:26.000Z'],
  // By the clocks in Berlin.
  ['2025-10-07 09:50:26', '2025-10-07T07:50:26.000Z'],
  ['2025-10-07 09:50', '2025-10-07T07:50:00.000Z'],
  ['2025-12-07', '2025-12-06T23:00:00.000Z'],
  ['Tue, 10 Mar 2026 11:58:00 GMT', '2026-03-10T11:58:00.000Z'],
  ['10 Mar 2026 12:58:00 +0100', '2026-03-10T11:58:00.000Z'],
  [1_773_143_880, '2026-03-10T11:58:00.000Z'],
  ['1773143880.25', '2026-03-10T11:58:00.250Z'],
  [1_773_143_880_000, '2026-03-10T11:58:00.000Z'],
  ['1773144000123', '2026-03-10T12:00:00.123Z'],
  // Ids of rows without one depend on it.
  ['2026-03-10T11:58:01.001Z', '2026-03-10T11:58:01.000Z'],
])('a time: %j', (value, iso) => {
  expect(momentOf(value, 'Europe/Berlin')).toBe(iso);
});

test.each([
  ...[
    '31 Feb 2026 12:00:00 GMT',
    '10 Foo 2026 12:00:00 GMT',
    '10 anm 2026 12:00 GMT',
    '10/03/2026',
    '03.04.2026',
    '2026-02-30',
    '2026-02-30T25:00',
    '2026-13-01',
    '2026-03-10 25:00',
    '2026-03-10 11:60',
  ],
  ...['2026-03-10 11:00:99', '2026', 'today', 'March 10', '12:30', '', -1, 5, 1e30, Number.NaN, true, null, {}, []],
  `2026-03-10${' '.repeat(100)}Z`,
])('no time: %j', (value) => {
  expect(momentOf(value, 'UTC')).toBeUndefined();
});

test('a time that clocks skip in spring, or show twice in autumn, is one of that day', () => {
  expect(momentOf('2026-03-29 02:30:00', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
  expect(momentOf('2026-10-25 02:30:00', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z');
});

test.each<[unknown, number | undefined]>([
  [349.5, 349.5],
  ['349', 349],
  ['349.00', 349],
  ['1,299.00', 1299],
  ['1.299,00', 1299],
  ['1.299.000,5', 1_299_000.5],
  ['19,99', 19.99],
  ['€ 19.99', 19.99],
  ['19,99 EUR', 19.99],
  ['1\u202f299,50 €', 1299.5],
  ['-5', -5],
  ['-€5', -5],
  ['EUR 5', 5],
  ['1 299', 1299],
  ['5 6', undefined],
  ['5 EUR 99', undefined],
  ['1 2990', undefined],
  ['1,299', undefined],
  ['ten', undefined],
  ['1e3', undefined],
  ['0x10', undefined],
  ['9'.repeat(100), undefined],
  [Number.POSITIVE_INFINITY, undefined],
  [true, undefined],
])('a number: %j', (value, number) => {
  expect(numberOf(value)).toBe(number);
});

test('names', () => {
  expect(namesOf('Ana')).toEqual({ firstName: 'Ana', lastName: undefined });
  expect(namesOf('Ana Maria  Lopes')).toEqual({ firstName: 'Ana', lastName: 'Maria Lopes' });
  expect(namesOf('山田 太郎')).toEqual({ lastName: '山田 太郎' });
  expect(namesOf('Lopes, Ana Maria')).toEqual({ firstName: 'Ana', lastName: 'Lopes' });
  expect(namesOf('Lopes, Ana, Dr.')).toEqual({ firstName: 'Ana', lastName: 'Lopes' });
  for (const suffix of ['Jr.', 'M.D.', 'LLC'])
    expect(namesOf(`Ana Lopes, ${suffix}`)).toEqual({ firstName: 'Ana', lastName: 'Lopes' });
  expect(namesOf('Smith, Jr.')).toEqual({ lastName: 'Smith' });
  expect(namesOf('山田, 太郎')).toEqual({ lastName: '山田' });
  expect(namesOf('Ana,')).toEqual({ firstName: 'Ana', lastName: undefined });
});

test('numbers as spreadsheets round them', () => {
  expect(['4.50789E+12', '4,5E+12', '4E+12', 'E+1', 'ORDER-4E+12', '450789'].map(isRoundedNumber)).toEqual([
    ...[true, true, true],
    ...[false, false, false],
  ]);
});

test('any text is read, or is no time and no number, in any zone', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom('UTC', 'Asia/Kathmandu'), (text, zone) => {
      expect(new Date(momentOf(text, zone) ?? 0).getTime()).not.toBeNaN();
      expect(numberOf(text) ?? 0).not.toBeNaN();
    }),
  );
});
