import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isRoundedNumber, readNumber, readTime, splitName } from './csv-values.ts';

test.each([
  ['2026-03-10T11:58:00Z', '2026-03-10T11:58:00.000Z'],
  ['2026-03-10T11:58:00.5+01:00', '2026-03-10T10:58:00.500Z'],
  ['2025-10-07 09:50:26 +0200', '2025-10-07T07:50:26.000Z'],
  ['2025-10-07 09:50:26 -0430', '2025-10-07T14:20:26.000Z'],
  ['2025-10-07 09:50:26 UTC', '2025-10-07T09:50:26.000Z'],
  ['2025-10-07 09:50:26', '2025-10-07T07:50:26.000Z'],
  ['2025-10-07 09:50', '2025-10-07T07:50:00.000Z'],
  ['2025-12-07', '2025-12-06T23:00:00.000Z'],
  ['1773144000', '2026-03-10T12:00:00.000Z'],
  ['1773144000123', '2026-03-10T12:00:00.123Z'],
])('a time: %s', (text, iso) => {
  expect(readTime(text, 'Europe/Berlin')).toBe(iso);
});

test.each([
  '10/03/2026',
  '03.04.2026',
  '2026-02-30',
  '2026-13-01',
  '2026-03-10 25:00',
  '2026-03-10 11:60',
  '2026',
  'today',
  '',
  '2026-03-10 11:00:99',
])('no time: %s', (text) => {
  expect(readTime(text, 'UTC')).toBe(text);
});

test('a time that clocks skip in spring, or show twice in autumn, is one of that day', () => {
  expect(readTime('2026-03-29 02:30:00', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
  expect(readTime('2026-10-25 02:30:00', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z');
});

test.each<[string, number | string]>([
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
  ['1,299', '1,299'],
  ['ten', 'ten'],
  ['1e3', '1e3'],
  ['0x10', '0x10'],
])('a number: %s', (text, number) => {
  expect(readNumber(text)).toBe(number);
});

test('names', () => {
  expect(splitName('Ana')).toEqual({ firstName: 'Ana', lastName: undefined });
  expect(splitName('Ana Maria  Lopes')).toEqual({ firstName: 'Ana', lastName: 'Maria Lopes' });
  expect(splitName('山田 太郎')).toEqual({ lastName: '山田 太郎' });
  expect(splitName('Lopes, Ana Maria')).toEqual({ firstName: 'Ana', lastName: 'Lopes' });
});

test('numbers as spreadsheets round them', () => {
  expect(['4.50789E+12', '4,5E+12', '4E+12', 'E+1', 'ORDER-4E+12', '450789'].map(isRoundedNumber)).toEqual([
    ...[true, true, true],
    ...[false, false, false],
  ]);
});

test('any text is read or left as it is, in any zone', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom('UTC', 'Asia/Kathmandu'), (text, zone) => {
      expect(typeof readTime(text, zone)).toBe('string');
      expect([text, 'number']).toContain(typeof readNumber(text) === 'number' ? 'number' : readNumber(text));
    }),
  );
});
