import { describe, expect, it } from 'vitest';
import { comparableOf, type DayPeriod, planPeriod } from './period.ts';
import { makeZone } from './zone.ts';

const NOW = Date.parse('2026-03-10T12:20:00Z');
const utc = makeZone('UTC');
const plan = (...[range, zone = utc, now = NOW]: [Parameters<typeof planPeriod>[0], typeof utc?, number?]) =>
  planPeriod(range, zone, now);
const planDays = (from: string, to: string) => plan({ range: 'custom', from, to }) as DayPeriod;

describe('a period', () => {
  it('is thirty days up to today by default', () => {
    expect(plan({})).toEqual(plan({ range: '30d' }));
    expect(plan({})).toMatchObject({ unit: 'day', from: '2026-02-09', to: '2026-03-10' });
    expect(plan({}).points).toHaveLength(30);
  });

  it('has seven or ninety days ending today, in the given time zone', () => {
    const late = Date.parse('2026-03-10T20:00:00Z');
    const india = plan({ range: '7d' }, makeZone('Asia/Kolkata'), late);
    expect(india).toMatchObject({ from: '2026-03-05', to: '2026-03-11' });
    expect(plan({ range: '90d' }).points).toHaveLength(90);
  });

  it('of 24 hours runs from yesterday into today, compared with the 24 before, to the nearest full hour', () => {
    expect(plan({ range: '24h' })).toMatchObject({
      unit: 'hour',
      from: '2026-03-09',
      to: '2026-03-10',
      span: { since: '2026-03-09T13:00:00.000Z', until: '2026-03-10T13:00:00.000Z' },
      previous: {
        from: '2026-03-08',
        to: '2026-03-09',
        span: { since: '2026-03-08T13:00:00.000Z', until: '2026-03-09T12:00:00.000Z' },
      },
    });
    expect(plan({ range: '24h' }, utc, Date.parse('2026-03-10T12:30:00Z'))).toMatchObject({
      previous: { span: { until: '2026-03-09T13:00:00.000Z' } },
    });
    const before = plan({ range: '24h' }, utc, Date.parse('2026-03-10T23:59:00Z'));
    expect(before).toMatchObject({ from: '2026-03-10', to: '2026-03-10', previous: { to: '2026-03-09' } });
  });

  it('of one custom day is counted by hour, of two by day', () => {
    const day = plan({ range: 'custom', from: '2026-03-29', to: '2026-03-29' }, makeZone('Europe/Berlin'));
    expect(day).toMatchObject({ unit: 'hour', from: '2026-03-29', to: '2026-03-29' });
    expect(day.points).toHaveLength(23);
    expect(planDays('2026-03-29', '2026-03-30').unit).toBe('day');
  });

  it('of one day is compared with the day before: all of it once it is over, else up to the nearest full hour', () => {
    const spanOf = (date: string, now: string) => {
      const period = plan({ range: 'custom', from: date, to: date }, utc, Date.parse(now));
      return period.unit === 'hour' ? period.previous.span : undefined;
    };
    const since = '2026-03-09T00:00:00.000Z';
    expect(spanOf('2026-03-10', '2026-03-12T12:00:00Z')).toEqual({ since, until: '2026-03-10T00:00:00.000Z' });
    expect(spanOf('2026-03-10', '2026-03-10T12:20:00Z')).toEqual({ since, until: '2026-03-09T12:00:00.000Z' });
    expect(spanOf('2026-03-10', '2026-03-10T12:40:00Z')).toEqual({ since, until: '2026-03-09T13:00:00.000Z' });
    expect(spanOf('2026-03-10', '2026-03-10T23:40:00Z')).toEqual({ since, until: '2026-03-10T00:00:00.000Z' });
    expect(spanOf('2026-03-10', '2026-03-10T00:10:00Z')).toBeNull();
    expect(spanOf('2026-03-11', '2026-03-10T12:20:00Z')).toBeNull();
  });

  it('of a date that its time zone skipped has no hours', () => {
    const skipped = plan({ range: 'custom', from: '2011-12-30', to: '2011-12-30' }, makeZone('Pacific/Apia'));
    expect(skipped.points).toEqual([]);
  });
});

describe('what a period of days is compared with', () => {
  it('are the days before or, from a week on, those whole weeks ago, so that weekdays are compared with themselves', () => {
    expect(planDays('2026-03-04', '2026-03-09').previous).toEqual({ from: '2026-02-26', to: '2026-03-03' });
    expect((plan({ range: '7d' }) as DayPeriod).previous).toEqual({ from: '2026-02-25', to: '2026-03-03' });
    for (const [range, weeks] of [
      ['30d', 5],
      ['90d', 13],
    ] as const) {
      const { from, to, previous } = plan({ range }) as DayPeriod;
      const ago = (day: string) => Date.parse(day) - weeks * 7 * 86_400_000;
      expect([previous.from, previous.to].map((day) => Date.parse(day))).toEqual([ago(from), ago(to)]);
    }
    expect(planDays('2026-02-20', '2026-03-09').previous).toEqual({ from: '2026-01-30', to: '2026-02-16' });
  });

  it('is all of the period before, once it is over', () => {
    expect(comparableOf(planDays('2026-03-01', '2026-03-09'), utc, NOW)).toEqual({
      wholeUntil: '2026-02-23',
      part: null,
    });
  });

  it('ends weeks ago at the current time of day, where the period is longer than a week', () => {
    expect(comparableOf(planDays('2026-03-01', '2026-03-10'), utc, NOW)).toEqual({
      wholeUntil: '2026-02-23',
      part: { since: '2026-02-24T00:00:00.000Z', until: '2026-02-24T12:00:00.000Z' },
    });
  });

  it('ends one period length ago at the current time of day, while the period lasts', () => {
    expect(comparableOf(planDays('2026-03-04', '2026-03-10'), utc, NOW)).toEqual({
      wholeUntil: '2026-03-02',
      part: { since: '2026-03-03T00:00:00.000Z', until: '2026-03-03T12:00:00.000Z' },
    });
    // Two of the four days are still to come.
    expect(comparableOf(planDays('2026-03-09', '2026-03-12'), utc, NOW)).toEqual({
      wholeUntil: '2026-03-05',
      part: { since: '2026-03-06T00:00:00.000Z', until: '2026-03-06T12:00:00.000Z' },
    });
  });

  it('is nothing while the period lies ahead', () => {
    const { wholeUntil, part } = comparableOf(planDays('2026-03-11', '2026-03-12'), utc, NOW);
    expect([wholeUntil < planDays('2026-03-11', '2026-03-12').previous.from, part]).toEqual([true, null]);
  });

  it('ends at the same local time, even across clock changes', () => {
    // Noon in Berlin is 11:00 in UTC on 28 March 2026 and 10:00 two days later.
    const berlin = makeZone('Europe/Berlin');
    const noon = Date.parse('2026-03-30T10:00:00Z');
    const { part } = comparableOf(planDays('2026-03-29', '2026-03-30'), berlin, noon);
    expect(part).toEqual({ since: '2026-03-27T23:00:00.000Z', until: '2026-03-28T11:00:00.000Z' });
  });
});
