import { describe, expect, it } from 'vitest';
import { makeHours, makeMoments, offsetAt } from './hours.ts';

const at = (text: string) => Date.parse(text);
const HOUR = 60 * 60_000;

describe('offsetAt', () => {
  it.each([
    ['UTC', '2026-07-01T00:00:00Z', 0],
    ['Asia/Kolkata', '2026-07-01T00:00:00Z', 5.5 * HOUR],
    ['America/St_Johns', '2026-01-01T00:00:00Z', -3.5 * HOUR],
    ['Asia/Kathmandu', '2026-01-01T00:00:00Z', 5.75 * HOUR],
    ['Europe/Lisbon', '2026-07-01T00:00:00Z', HOUR],
    ['No/Such_Zone', '2026-07-01T00:00:00Z', 0],
  ])('of %s at %s is %d', (timezone, when, offset) => {
    expect(offsetAt(timezone, at(when))).toBe(offset);
  });
});

describe('makeHours', () => {
  it('starts the hour on the full hour of a zone with whole hours', () => {
    const hourOf = makeHours();
    expect(hourOf('Europe/Lisbon', at('2026-07-01T10:59:59.999Z'))).toBe('2026-07-01T10:00:00.000Z');
    expect(hourOf('Europe/Lisbon', at('2026-07-01T11:00:00.000Z'))).toBe('2026-07-01T11:00:00.000Z');
  });

  it('starts the hour on the half in a half-hour zone, and on the quarter in a quarter-hour zone', () => {
    const hourOf = makeHours();
    expect(hourOf('Asia/Kolkata', at('2026-07-01T10:29:00Z'))).toBe('2026-07-01T09:30:00.000Z');
    expect(hourOf('Asia/Kolkata', at('2026-07-01T10:30:00Z'))).toBe('2026-07-01T10:30:00.000Z');
    expect(hourOf('America/St_Johns', at('2026-01-01T10:29:59Z'))).toBe('2026-01-01T09:30:00.000Z');
    expect(hourOf('Asia/Kathmandu', at('2026-01-01T10:14:00Z'))).toBe('2026-01-01T09:15:00.000Z');
  });

  it('tells the two hours of the same name apart when clocks go back, and skips none when they go forward', () => {
    const hourOf = makeHours();
    // Lisbon, 25 October 2026: 01:00–02:00 comes twice, first at +1, then at 0.
    expect(hourOf('Europe/Lisbon', at('2026-10-25T00:30:00Z'))).toBe('2026-10-25T00:00:00.000Z');
    expect(hourOf('Europe/Lisbon', at('2026-10-25T01:30:00Z'))).toBe('2026-10-25T01:00:00.000Z');
    expect(hourOf('Europe/Lisbon', at('2026-03-29T00:59:59Z'))).toBe('2026-03-29T00:00:00.000Z');
    expect(hourOf('Europe/Lisbon', at('2026-03-29T01:00:00Z'))).toBe('2026-03-29T01:00:00.000Z');
  });

  it('follows a change of half an hour in the middle of a UTC hour', () => {
    const hourOf = makeHours();
    // Lord Howe Island, 4 October 2026, 02:00: from +10:30 to +11:00, at 15:30 UTC the day before.
    expect(hourOf('Australia/Lord_Howe', at('2026-10-03T15:29:59Z'))).toBe('2026-10-03T14:30:00.000Z');
    expect(hourOf('Australia/Lord_Howe', at('2026-10-03T15:30:00Z'))).toBe('2026-10-03T15:00:00.000Z');
    expect(hourOf('Australia/Lord_Howe', at('2026-10-03T16:00:00Z'))).toBe('2026-10-03T16:00:00.000Z');
  });

  it('answers the same from memory as fresh, at every minute of a day with a change', () => {
    const remembered = makeHours();
    for (const zone of ['America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata']) {
      for (let when = at('2026-10-03T00:00:00Z'); when < at('2026-10-04T00:00:00Z'); when += 60_000) {
        expect(remembered(zone, when)).toBe(makeHoursOnce(zone, when));
      }
    }
  });
});

describe('makeMoments', () => {
  it.each([
    ['UTC', '2026-07-01T23:59:59.999Z', '2026-07-01'],
    ['UTC', '2026-07-02T00:00:00.000Z', '2026-07-02'],
    ['America/New_York', '2026-01-01T04:59:59.999Z', '2025-12-31'],
    ['America/New_York', '2026-01-01T05:00:00.000Z', '2026-01-01'],
    ['Asia/Kathmandu', '2026-07-01T18:14:59.999Z', '2026-07-01'],
    ['Asia/Kathmandu', '2026-07-01T18:15:00.000Z', '2026-07-02'],
    ['Pacific/Kiritimati', '2026-07-01T10:00:00.000Z', '2026-07-02'],
    // Cairo skips the hour from midnight on 24 April 2026: the day begins at 01:00.
    ['Africa/Cairo', '2026-04-23T21:59:59.999Z', '2026-04-23'],
    ['Africa/Cairo', '2026-04-23T22:00:00.000Z', '2026-04-24'],
    // Havana has the hour from midnight twice on 1 November 2026.
    ['America/Havana', '2026-11-01T03:59:59.999Z', '2026-10-31'],
    ['America/Havana', '2026-11-01T04:00:00.000Z', '2026-11-01'],
    ['America/Havana', '2026-11-01T05:00:00.000Z', '2026-11-01'],
    ['No/Such_Zone', '2026-07-01T23:59:59.999Z', '2026-07-01'],
  ])('tells the date in %s at %s: %s', (timezone, when, day) => {
    expect(makeMoments()(timezone, at(when)).day).toBe(day);
  });

  it('tells the date on the wall from memory too, at every quarter of days with a change', () => {
    const momentOf = makeMoments();
    const changes = {
      'Europe/Lisbon': '2026-03-29',
      'Australia/Lord_Howe': '2026-10-04',
      'Africa/Cairo': '2026-04-24',
    };
    for (const [zone, date] of Object.entries(changes)) {
      const onWall = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });
      const start = at(`${date}T00:00:00Z`);
      for (let when = start - 24 * HOUR; when < start + 48 * HOUR; when += 5 * 60_000) {
        expect(momentOf(zone, when).day).toBe(onWall.format(when));
      }
    }
  });
});

function makeHoursOnce(timezone: string, when: number): string {
  const offset = offsetAtSlow(timezone, when);
  const local = new Date(when + offset);
  local.setUTCMinutes(0, 0, 0);
  return new Date(local.getTime() - offset).toISOString();
}

/** Another way to the same figure: what the zone's clock shows, read as if it were UTC. */
function offsetAtSlow(timezone: string, when: number): number {
  let format = formats.get(timezone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' });
    formats.set(timezone, format);
  }
  return Date.parse(`${format.format(when).replace(' ', 'T')}Z`) - when;
}
const formats = new Map<string, Intl.DateTimeFormat>();
