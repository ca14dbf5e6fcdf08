import { describe, expect, it } from 'vitest';
import { addDays, countDays, datesBetween, hoursOfDate, hoursUntil, makeZone } from './stats-zone.ts';

const HOUR = 3_600_000;
const at = (text: string) => Date.parse(text);

describe('dates', () => {
  it('run without a gap over the end of a month, a leap day and a change of the clocks', () => {
    expect(datesBetween('2028-02-28', '2028-03-01')).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
    expect(datesBetween('2026-03-28', '2026-03-30')).toEqual(['2026-03-28', '2026-03-29', '2026-03-30']);
    expect(new Set(datesBetween(addDays('2026-12-31', -89), '2026-12-31')).size).toBe(90);
    expect(countDays('2026-03-01', '2026-03-01')).toBe(1);
  });

  it('and times of day are those of the zone, and of UTC where the zone is unknown', () => {
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
    // Half an hour is lost or won at two: the hour cut short counts as one, and the repeated half as one more.
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

  it('follow each other without a gap from one date to the next', () => {
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
  it('end with the running one and are as many as asked for, over a change of the clocks too', () => {
    // Lord Howe Island turns its clocks by half an hour on 4 October 2026.
    for (const name of ['Asia/Kolkata', 'Australia/Lord_Howe']) {
      const zone = makeZone(name);
      for (let now = at('2026-10-03T12:05:00Z'); now < at('2026-10-04T12:00:00Z'); now += HOUR) {
        const { starts, end } = hoursUntil(zone, now, 24);
        // Another way to the same: the hour of each minute gone by.
        const each = new Set<string>();
        for (let minute = now; each.size < 24; minute -= 60_000) each.add(zone.hourAt(minute));
        expect(starts).toEqual([...each].reverse());
        expect(starts.at(-1)).toBe(zone.hourAt(now));
        expect(at(end)).toBeGreaterThan(now);
      }
    }
  });

  it('start on the half in a zone of half hours', () => {
    const { starts, end } = hoursUntil(makeZone('Asia/Kolkata'), at('2026-03-10T12:00:00Z'), 2);
    expect([...starts, end]).toEqual([
      '2026-03-10T10:30:00.000Z',
      '2026-03-10T11:30:00.000Z',
      '2026-03-10T12:30:00.000Z',
    ]);
  });
});
