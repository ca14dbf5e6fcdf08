import { describe, expect, it } from 'vitest';
import { HOUR } from '#shared/time.ts';
import { addDays, countDays, datesBetween, hoursOfDate, hoursUntil, makeMoments, makeZone, offsetAt } from './zone.ts';

const at = (text: string) => Date.parse(text);

describe('dates', () => {
  it('run without gaps across the end of a month, a leap day and a clock change', () => {
    expect(datesBetween('2028-02-28', '2028-03-01')).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
    expect(datesBetween('2026-03-28', '2026-03-30')).toEqual(['2026-03-28', '2026-03-29', '2026-03-30']);
    expect(new Set(datesBetween(addDays('2026-12-31', -89), '2026-12-31')).size).toBe(90);
    expect(countDays('2026-03-01', '2026-03-01')).toBe(1);
  });

  it('and times of day are local to the time zone, or UTC for an unknown one', () => {
    const moment = at('2026-03-10T18:45:00Z');
    const read = (name: string) => {
      const zone = makeZone(name);
      return [zone.dateAt(moment), zone.minuteAt(moment) / 60];
    };
    expect(read('UTC')).toEqual(['2026-03-10', 18.75]);
    expect(read('Asia/Kolkata')).toEqual(['2026-03-11', 0.25]);
    expect(read('Pacific/Auckland')).toEqual(['2026-03-11', 7.75]);
    expect(read('America/Los_Angeles')).toEqual(['2026-03-10', 11.75]);
    expect(read('No/Such_Zone')).toEqual(['2026-03-10', 18.75]);
  });
});

describe('the hours of a date', () => {
  const hoursOf = (zone: string, date: string) => {
    const { starts, end } = hoursOfDate(makeZone(zone), date);
    return { count: starts.length, length: (at(end) - at(starts[0] ?? end)) / HOUR };
  };

  it.each([
    ['Europe/Berlin', '2026-03-28', 24, 24],
    ['Europe/Berlin', '2026-03-29', 23, 23],
    ['Europe/Berlin', '2026-10-25', 25, 25],
    ['America/New_York', '2026-03-08', 23, 23],
    ['America/New_York', '2026-11-01', 25, 25],
    ['Asia/Kolkata', '2026-03-10', 24, 24],
    // At two, half an hour is lost or gained: the shortened hour counts as one, and the repeated half as one more.
    ['Australia/Lord_Howe', '2026-10-04', 24, 23.5],
    ['Australia/Lord_Howe', '2026-04-05', 25, 24.5],
    ['Pacific/Apia', '2026-03-10', 24, 24],
    // At the end of 2011 Samoa went from one side of the date line to the other.
    ['Pacific/Apia', '2011-12-29', 24, 24],
    ['Pacific/Apia', '2011-12-30', 0, 0],
    ['Pacific/Apia', '2011-12-31', 24, 24],
    // Midnight does not exist on this one.
    ['Africa/Cairo', '2026-04-24', 23, 23],
    ['Pacific/Kiritimati', '2026-03-10', 24, 24],
    ['Pacific/Pago_Pago', '2026-03-10', 24, 24],
  ])('in %s on %s are %d, over %d hours', (zone, date, count, length) => {
    expect(hoursOf(zone, date)).toEqual({ count, length });
  });

  it('continue without gaps from one date to the next', () => {
    for (const name of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia']) {
      const zone = makeZone(name);
      for (const date of datesBetween('2026-10-01', '2026-11-03')) {
        const { starts, end } = hoursOfDate(zone, date);
        expect([name, date, end]).toEqual([name, date, hoursOfDate(zone, addDays(date, 1)).starts[0]]);
        expect(starts).toEqual([...new Set(starts)].sort());
      }
    }
  });
});

describe('the last hours', () => {
  it('end with the current one and are as many as requested, even across a clock change', () => {
    // Lord Howe Island changes its clocks by half an hour on 4 October 2026.
    for (const name of ['Asia/Kolkata', 'Australia/Lord_Howe']) {
      const zone = makeZone(name);
      for (let now = at('2026-10-03T12:05:00Z'); now < at('2026-10-04T12:00:00Z'); now += HOUR) {
        const { starts, end } = hoursUntil(zone, now, 24);
        // Calculated differently: the hour of each minute that has passed.
        const each = new Set<string>();
        for (let minute = now; each.size < 24; minute -= 60_000) each.add(zone.hourAt(minute));
        expect(starts).toEqual([...each].reverse());
        expect(starts.at(-1)).toBe(zone.hourAt(now));
        expect(at(end)).toBeGreaterThan(now);
      }
    }
  });

  it('start on the half hour in a half-hour time zone', () => {
    const { starts, end } = hoursUntil(makeZone('Asia/Kolkata'), at('2026-03-10T12:00:00Z'), 2);
    expect([...starts, end]).toEqual([
      '2026-03-10T10:30:00.000Z',
      '2026-03-10T11:30:00.000Z',
      '2026-03-10T12:30:00.000Z',
    ]);
  });
});

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

/** @returns the hour that `makeMoments` counts in. */
function makeHours() {
  const momentOf = makeMoments();
  return (timezone: string, when: number) => momentOf(timezone, when).hour;
}

describe('the hour of a moment', () => {
  it('starts on the hour in a time zone with whole hours', () => {
    const hourOf = makeHours();
    expect(hourOf('Europe/Lisbon', at('2026-07-01T10:59:59.999Z'))).toBe('2026-07-01T10:00:00.000Z');
    expect(hourOf('Europe/Lisbon', at('2026-07-01T11:00:00.000Z'))).toBe('2026-07-01T11:00:00.000Z');
  });

  it('starts on the half hour in a half-hour zone, and on the quarter in a quarter-hour zone', () => {
    const hourOf = makeHours();
    expect(hourOf('Asia/Kolkata', at('2026-07-01T10:29:00Z'))).toBe('2026-07-01T09:30:00.000Z');
    expect(hourOf('Asia/Kolkata', at('2026-07-01T10:30:00Z'))).toBe('2026-07-01T10:30:00.000Z');
    expect(hourOf('America/St_Johns', at('2026-01-01T10:29:59Z'))).toBe('2026-01-01T09:30:00.000Z');
    expect(hourOf('Asia/Kathmandu', at('2026-01-01T10:14:00Z'))).toBe('2026-01-01T09:15:00.000Z');
  });

  it('distinguishes the repeated hour when clocks go back, and skips none when they go forward', () => {
    const hourOf = makeHours();
    // Lisbon, 25 October 2026: 01:00–02:00 happens twice, first at +1, then at 0.
    expect(hourOf('Europe/Lisbon', at('2026-10-25T00:30:00Z'))).toBe('2026-10-25T00:00:00.000Z');
    expect(hourOf('Europe/Lisbon', at('2026-10-25T01:30:00Z'))).toBe('2026-10-25T01:00:00.000Z');
    expect(hourOf('Europe/Lisbon', at('2026-03-29T00:59:59Z'))).toBe('2026-03-29T00:00:00.000Z');
    expect(hourOf('Europe/Lisbon', at('2026-03-29T01:00:00Z'))).toBe('2026-03-29T01:00:00.000Z');
  });

  it('follows a half-hour change in the middle of a UTC hour', () => {
    const hourOf = makeHours();
    // Lord Howe Island, 4 October 2026, 02:00: from +10:30 to +11:00, at 15:30 UTC the day before.
    expect(hourOf('Australia/Lord_Howe', at('2026-10-03T15:29:59Z'))).toBe('2026-10-03T14:30:00.000Z');
    expect(hourOf('Australia/Lord_Howe', at('2026-10-03T15:30:00Z'))).toBe('2026-10-03T15:00:00.000Z');
    expect(hourOf('Australia/Lord_Howe', at('2026-10-03T16:00:00Z'))).toBe('2026-10-03T16:00:00.000Z');
  });

  it('is the same cached and fresh, at every minute of a day with a clock change', () => {
    const cached = makeHours();
    for (const zone of ['America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata']) {
      for (let when = at('2026-10-03T00:00:00Z'); when < at('2026-10-04T00:00:00Z'); when += 60_000) {
        expect(cached(zone, when)).toBe(makeHoursOnce(zone, when));
      }
    }
  });
});

describe('the date of a moment', () => {
  it.each([
    ['UTC', '2026-07-01T23:59:59.999Z', '2026-07-01'],
    ['UTC', '2026-07-02T00:00:00.000Z', '2026-07-02'],
    ['America/New_York', '2026-01-01T04:59:59.999Z', '2025-12-31'],
    ['America/New_York', '2026-01-01T05:00:00.000Z', '2026-01-01'],
    ['Asia/Kathmandu', '2026-07-01T18:14:59.999Z', '2026-07-01'],
    ['Asia/Kathmandu', '2026-07-01T18:15:00.000Z', '2026-07-02'],
    ['Pacific/Kiritimati', '2026-07-01T10:00:00.000Z', '2026-07-02'],
    // Cairo skips the hour after midnight on 24 April 2026: the day starts at 01:00.
    ['Africa/Cairo', '2026-04-23T21:59:59.999Z', '2026-04-23'],
    ['Africa/Cairo', '2026-04-23T22:00:00.000Z', '2026-04-24'],
    // Havana repeats the hour after midnight on 1 November 2026.
    ['America/Havana', '2026-11-01T03:59:59.999Z', '2026-10-31'],
    ['America/Havana', '2026-11-01T04:00:00.000Z', '2026-11-01'],
    ['America/Havana', '2026-11-01T05:00:00.000Z', '2026-11-01'],
    ['No/Such_Zone', '2026-07-01T23:59:59.999Z', '2026-07-01'],
  ])('in %s at %s is %s', (timezone, when, day) => {
    expect(makeMoments()(timezone, at(when)).day).toBe(day);
  });

  it('is the local date even when cached, at every quarter of an hour of days with a clock change', () => {
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

/** The offset, calculated differently: local time read as if it were UTC. */
function offsetAtSlow(timezone: string, when: number): number {
  let format = formats.get(timezone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' });
    formats.set(timezone, format);
  }
  return Date.parse(`${format.format(when).replace(' ', 'T')}Z`) - when;
}
const formats = new Map<string, Intl.DateTimeFormat>();
