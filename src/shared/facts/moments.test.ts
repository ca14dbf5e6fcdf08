import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type DateOrder,
  isDateAlone,
  isTimeOfDay,
  momentOf,
  orderEvidence,
  provenOrder,
  zoneInName,
} from './moments.ts';

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
  // As databases, spreadsheets and shops' software write it.
  ['2026-11-26 10:11:12.123456+00', '2026-11-26T10:11:12.123Z'],
  ['2026-11-26 10:11:12+01', '2026-11-26T09:11:12.000Z'],
  ['2026-11-26 10:11:12.5 +5:30', '2026-11-26T04:41:12.500Z'],
  ['2026/11/26 10:11', '2026-11-26T09:11:00.000Z'],
  ['2026.11.26', '2026-11-25T23:00:00.000Z'],
  ['2026-11-26 9:05', '2026-11-26T08:05:00.000Z'],
  ['2026-11-6', '2026-11-05T23:00:00.000Z'],
  ['2026-11-26 10:11:12 AM', '2026-11-26T09:11:12.000Z'],
  ['2026-11-26 10:11 p.m.', '2026-11-26T21:11:00.000Z'],
  ['2026-11-26 12:05 AM', '2026-11-25T23:05:00.000Z'],
  ['2026-11-26 12:05\u202fPM', '2026-11-26T11:05:00.000Z'],
  ['26 Nov 2026 10:11', '2026-11-26T09:11:00.000Z'],
  ['Nov 26, 2026', '2026-11-25T23:00:00.000Z'],
  ['November 26th, 2026 at 9 PM', '2026-11-26T20:00:00.000Z'],
  ['Thursday, 26 November 2026, 10:11', '2026-11-26T09:11:00.000Z'],
  ['26-Nov-26', '2026-11-25T23:00:00.000Z'],
  ['Nov-26-26', '2026-11-25T23:00:00.000Z'],
  ['2026-Nov-26 10:11', '2026-11-26T09:11:00.000Z'],
  ['26. November 2026 10.11', '2026-11-26T09:11:00.000Z'],
  ['10 de marzo de 2026', '2026-03-09T23:00:00.000Z'],
  ['10 août 2026', '2026-08-09T22:00:00.000Z'],
  ['10. März 2026', '2026-03-09T23:00:00.000Z'],
  ['2026年11月26日 10:11', '2026-11-26T09:11:00.000Z'],
  ['20261126T101112Z', '2026-11-26T10:11:12.000Z'],
  ['20261126', '2026-11-25T23:00:00.000Z'],
  ['2026-11-26T10:11:12+01:00[Europe/Berlin]', '2026-11-26T09:11:12.000Z'],
  ['Thu Nov 26 2026 10:11:12 GMT+0000 (Coordinated Universal Time)', '2026-11-26T10:11:12.000Z'],
  ['Thu Nov 26 10:11:12 UTC 2026', '2026-11-26T10:11:12.000Z'],
  ['10:11:12, 26 Nov 2026', '2026-11-26T09:11:12.000Z'],
  ['2026-11-26 10:11 (UTC)', '2026-11-26T10:11:00.000Z'],
  // They say themselves which is the day.
  ['26.11.2026', '2026-11-25T23:00:00.000Z'],
  ['11/26/2026 10:11', '2026-11-26T09:11:00.000Z'],
  ['12/30/25', '2025-12-29T23:00:00.000Z'],
  ['03/03/2026', '2026-03-02T23:00:00.000Z'],
])('a time: %j', (value, iso) => {
  expect(momentOf(value, 'Europe/Berlin')).toBe(iso);
});

test.each<[string, DateOrder, string | undefined]>([
  ['03/04/2026', 'day', '2026-04-03T00:00:00.000Z'],
  ['03/04/2026', 'month', '2026-03-04T00:00:00.000Z'],
  ['3.4.26 9:05', 'day', '2026-04-03T09:05:00.000Z'],
  ['25/12/30', 'day', '2030-12-25T00:00:00.000Z'],
  // What says otherwise is none: one of the two is wrong.
  ['26/11/2026', 'month', undefined],
  ['11/26/2026', 'day', undefined],
  ['2026-04-03', 'month', '2026-04-03T00:00:00.000Z'],
])('%j, where the %s comes first', (value, order, iso) => {
  expect(momentOf(value, 'UTC', order)).toBe(iso);
});

test.each([
  ...['31 Feb 2026 12:00:00 GMT', '10 Foo 2026 12:00:00 GMT', '10 anm 2026 12:00 GMT', '10/03/2026', '03.04.2026'],
  ...[
    '25/12/30',
    '3/4/26',
    '1 2 2026',
    '2026-02-30',
    '2026-02-30T25:00',
    '2026-13-01',
    '2026-03-10 25:00',
    '26/11-2026',
  ],
  ...['2026-03-10 11:60', '2026-03-10 11:00:99', '2026-03-10 13:05 PM', '2026-03-10 00:05 AM', '2026-03-10 11'],
  // Three zones are called CST.
  ...['2026-03-10 11:58 CST', '2026', 'today', 'March 10', '12:30', '', -1, 5, 1e30, Number.NaN, true, null, {}, []],
  `2026-03-10${' '.repeat(100)}Z`,
])('no time: %j', (value) => {
  expect(momentOf(value, 'UTC')).toBeUndefined();
});

test('a time that clocks skip in spring, or show twice in autumn, is one of that day', () => {
  expect(momentOf('2026-03-29 02:30:00', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
  expect(momentOf('2026-10-25 02:30:00', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z');
});

test.each<[string, string | undefined]>([
  ['Created date (UTC)', 'Z'],
  ['Purchase Time (UTC timezone)', 'Z'],
  ['Time (GMT+2)', '+02:00'],
  ['Date UTC-05:30', '-05:30'],
  ['Paid (+0200)', '+02:00'],
  ['date_paid_gmt', 'Z'],
  ['createdAtUtc', 'Z'],
  ['Ordered (Europe/Berlin)', 'Europe/Berlin'],
  ['Ordered (Europe/Nowhere)', undefined],
  ['Date/Time', undefined],
  ['Created at', undefined],
  ['Outcome', undefined],
  ['EST. delivery', undefined],
])('the zone in the name of a column: %j', (name, zone) => {
  expect(zoneInName(name)).toBe(zone);
});

test('a zone of a name is a zone of times without one', () => {
  expect(momentOf('2026-11-26 10:11', '+02:00')).toBe('2026-11-26T08:11:00.000Z');
  expect(momentOf('2026-11-26 10:11', 'Z')).toBe('2026-11-26T10:11:00.000Z');
  expect(momentOf('2026-11-26 10:11 -0500', 'Z')).toBe('2026-11-26T15:11:00.000Z');
});

test('what the values of a column say of day and month', () => {
  expect(orderEvidence(['03/04/2026', '26/11/2026 10:11', '05/06/2026'])).toEqual({
    open: '03/04/2026',
    day: '26/11/2026 10:11',
  });
  expect(orderEvidence(['1/2/26', '12/30/25'])).toEqual({ open: '1/2/26', month: '12/30/25' });
  expect(provenOrder(['03/04/2026', '26/11/2026'])).toBe('day');
  expect(provenOrder(['03/04/2026', '11/26/2026'])).toBe('month');
  // Two that contradict each other prove nothing.
  for (const values of [['03/04/2026'], ['26/11/2026', '11/26/2026'], []]) expect(provenOrder(values)).toBeUndefined();
  expect(orderEvidence(['2026-04-03', 'Nov 3, 2026', '03/03/2026', '', 'soon', '1773143880'])).toEqual({});
});

test('a date and a time of day that stand apart', () => {
  expect(['10:11:12', '9:05 PM', '10:11 UTC', '2026-11-26', ''].map(isTimeOfDay)).toEqual([
    true,
    true,
    ...Array(3).fill(false),
  ]);
  expect(['26/11/2026', '2026-11-26', 'Nov 26, 2026', '2026-11-26 10:11', '1773143880', ''].map(isDateAlone)).toEqual([
    ...[true, true, true],
    ...[false, false, false],
  ]);
});

const moments = fc.date({ min: new Date('1971-01-01'), max: new Date('2285-01-01'), noInvalidDate: true });

test('every spelling of a moment is that moment', () => {
  const pad = (part: number) => String(part).padStart(2, '0');
  fc.assert(
    fc.property(moments, (at) => {
      const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()];
      const [hour, minute, second] = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()];
      const name = at.toUTCString().slice(8, 11);
      const clock = `${pad(hour)}:${pad(minute)}:${pad(second)}`;
      const half = `${hour % 12 || 12}:${pad(minute)}:${pad(second)} ${hour < 12 ? 'AM' : 'PM'}`;
      const iso = `${at.toISOString().slice(0, 19)}.000Z`;
      for (const text of [
        at.toUTCString(),
        `${year}/${month}/${day} ${clock}`,
        `${year}.${pad(month)}.${pad(day)} ${half}`,
        `${day} ${name} ${year} ${clock} +0000`,
        `${name} ${day}, ${year}, ${half}`,
        `${year}-${month}-${day}T${clock}+00`,
        `${clock} ${day}-${name}-${year}`,
      ])
        expect([text, momentOf(text, 'UTC')]).toEqual([text, iso]);
      expect(momentOf(`${day}/${month}/${year} ${clock}`, 'UTC', 'day')).toBe(iso);
      expect(momentOf(`${month}/${day}/${year} ${clock}`, 'UTC', 'month')).toBe(iso);
      // Without being told, never the other day.
      for (const text of [`${day}/${month}/${year} ${clock}`, `${month}/${day}/${year} ${clock}`])
        expect([undefined, iso]).toContain(momentOf(text, 'UTC'));
    }),
  );
});

test('any text is read, or is no time, in any zone', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom('UTC', 'Asia/Kathmandu', '+02:00'), (text, zone) => {
      expect(new Date(momentOf(text, zone) ?? 0).getTime()).not.toBeNaN();
      expect(() => [orderEvidence([text]), zoneInName(text)]).not.toThrow();
    }),
  );
});
