import { expect, test } from 'vitest';
import { daysCsv } from './effect-csv.ts';

test('each day is a row, with empty cells where there is no lift', () => {
  const arms = { heldOut: 3, shown: 30 };
  expect(
    daysCsv([
      { day: '2026-11-02', enrolled: arms, converted: { heldOut: 0, shown: 0 }, lift: null },
      {
        day: '2026-11-03',
        enrolled: arms,
        converted: { heldOut: 0, shown: 2 },
        lift: { value: null, low: -0.5, high: null },
      },
    ]).split('\r\n'),
  ).toEqual([
    'day,visitors without,visitors with,reached without,reached with,lift,lift from,lift to',
    '2026-11-02,3,30,0,0,,,',
    '2026-11-03,3,30,0,2,,-0.5000,',
    '',
  ]);
});
