import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChosenRange } from '#client/data/stats.ts';
import { accountStatsInput } from '#shared/contract/stats.ts';
import { runs } from '#tests/support/runs.ts';
import { beforeName, countDays, rangeName, rangeSearch, readRange } from './range.ts';

const read = (search: string) => readRange(new URLSearchParams(search));

test('reads a range from the query', () => {
  expect(read('?range=7d')).toEqual({ range: '7d' });
  const custom = { range: 'custom', from: '2026-03-01', to: '2026-03-10' };
  expect(read('?range=custom&from=2026-03-01&to=2026-03-10')).toEqual(custom);
});

test.each([
  '',
  '?range=',
  '?range=2y',
  '?range=custom',
  '?range=custom&from=2026-03-10&to=2026-03-01',
  '?range=custom&from=2026-02-30&to=2026-03-01',
  '?range=custom&from=2020-01-01&to=2026-01-01',
  '?range=custom&from=1999-12-31&to=2000-01-01',
  '?range=custom&from=2100-12-31&to=2101-01-01',
  '?range=7d&from=2026-03-01',
])('%j stands for the last 30 days', (search) => {
  expect(read(search)).toEqual({ range: '30d' });
});

test('every range survives the round trip through the address', () => {
  const day = fc
    .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const custom = fc.tuple(day, fc.nat(365)).map(([from, more]): ChosenRange => {
    const to = new Date(Date.parse(from) + more * 86_400_000).toISOString().slice(0, 10);
    return { range: 'custom', from, to };
  });
  const preset = fc.constantFrom<ChosenRange>({ range: '24h' }, { range: '7d' }, { range: '30d' }, { range: '90d' });
  fc.assert(
    fc.property(fc.oneof(preset, custom), (chosen) => {
      expect(read(rangeSearch(chosen))).toEqual(chosen);
    }),
  );
});

test('accepts exactly the ranges that the server accepts', () => {
  const text = fc.oneof(
    fc.constantFrom(
      '24h',
      '7d',
      'custom',
      '1d',
      '2026-03-01',
      '2026-02-29',
      '2024-02-29',
      '2026-13-01',
      '2027-03-02',
      '1999-12-31',
      '2000-01-01',
      '2100-12-31',
      '2101-01-01',
      '',
    ),
    fc.string({ maxLength: 12 }),
  );
  const query = fc.record({ range: fc.oneof(fc.constant('custom'), text), from: text, to: text }, { requiredKeys: [] });
  fc.assert(
    fc.property(query, (given) => {
      const { data } = accountStatsInput.safeParse(given);
      expect(readRange(new URLSearchParams(given))).toEqual(data?.range ? data : { range: '30d' });
    }),
    { numRuns: runs(500, 3_000, 20_000) },
  );
});

test('accepts the longest range, but not one day more', () => {
  expect(read('?range=custom&from=2025-01-01&to=2026-01-01').range).toBe('custom');
  expect(read('?range=custom&from=2025-01-01&to=2026-01-02').range).toBe('30d');
});

test('the last 30 days need no query', () => {
  expect(rangeSearch({ range: '30d' })).toBe('');
  expect(rangeSearch({ range: '90d' })).toBe('?range=90d');
});

test('ranges and their comparison periods have names', () => {
  expect([rangeName({ range: '24h' }), beforeName({ range: '24h' })]).toEqual([
    'the last 24 hours',
    'the previous 24 hours',
  ]);
  const custom = { range: 'custom', from: '2026-03-01', to: '2026-03-10' } as const;
  expect([rangeName(custom), beforeName(custom)]).toEqual(['Mar 1 – 10, 2026', 'the same period 2 weeks earlier']);
  expect((['7d', '30d', '90d'] as const).map((range) => beforeName({ range }))).toEqual([
    'the previous 7 days',
    'the same period 5 weeks earlier',
    'the same period 13 weeks earlier',
  ]);
  const day = { range: 'custom', from: '2026-03-01', to: '2026-03-01' } as const;
  expect([rangeName(day), beforeName(day)]).toEqual(['Mar 1, 2026', 'the previous day']);
});

test('days are counted correctly across a clock change', () => {
  expect(countDays({ from: '2026-03-28', to: '2026-03-30' })).toBe(3);
});
