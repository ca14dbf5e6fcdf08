import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromZoned, knownZone, toZoned } from './zoned-time.ts';

const ZONES = [
  'Europe/Lisbon',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Niue',
  'UTC',
];

test('a time is the site’s, wherever its owner is', () => {
  expect(toZoned('2026-07-01T12:00:00.000Z', 'Europe/Lisbon')).toBe('2026-07-01T13:00');
  expect(toZoned('2026-07-01T12:00:00.000Z', 'Asia/Kathmandu')).toBe('2026-07-01T17:45');
  expect(fromZoned('2026-07-01T13:00', 'Europe/Lisbon')).toEqual({ at: '2026-07-01T12:00:00.000Z', special: null });
  expect(fromZoned('2026-07-01T13:00:30.5', 'UTC')?.at).toBe('2026-07-01T13:00:00.000Z');
});

test('a time that clocks skip in spring is as much later as they skip', () => {
  expect(fromZoned('2026-03-29T01:30', 'Europe/Lisbon')).toEqual({
    at: '2026-03-29T01:30:00.000Z',
    special: 'skipped',
  });
  expect(toZoned('2026-03-29T01:30:00.000Z', 'Europe/Lisbon')).toBe('2026-03-29T02:30');
  // Half an hour.
  expect(toZoned(fromZoned('2026-10-04T02:15', 'Australia/Lord_Howe')?.at ?? '', 'Australia/Lord_Howe')).toBe(
    '2026-10-04T02:45',
  );
});

test('of a time that comes twice in autumn, the first is meant', () => {
  expect(fromZoned('2026-10-25T01:30', 'Europe/Lisbon')).toEqual({ at: '2026-10-25T00:30:00.000Z', special: 'twice' });
  expect(fromZoned('2026-11-01T01:00', 'America/New_York')).toEqual({
    at: '2026-11-01T05:00:00.000Z',
    special: 'twice',
  });
});

test('what is no time stands for no instant, and an unknown zone counts as UTC', () => {
  for (const local of ['', 'soon', '2026-02-30T10:00', '2026-07-01', '9999999-01-01T00:00']) {
    expect([local, fromZoned(local, 'UTC')]).toEqual([local, null]);
  }
  expect(toZoned(null, 'UTC')).toBe('');
  expect(knownZone('Mars/Olympus')).toBe('UTC');
  expect(toZoned('2026-07-01T12:00:00.000Z', 'Mars/Olympus')).toBe('2026-07-01T12:00');
});

test('every instant comes back from a field, except in the hour that is shown twice', () => {
  const instants = fc.date({ min: new Date('1980-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(instants, fc.constantFrom(...ZONES), (date, zone) => {
      const iso = new Date(Math.floor(date.getTime() / 60_000) * 60_000).toISOString();
      const back = fromZoned(toZoned(iso, zone), zone);
      if (back?.special === 'twice') expect(toZoned(back.at, zone)).toBe(toZoned(iso, zone));
      else expect(back).toEqual({ at: iso, special: null });
    }),
  );
});
