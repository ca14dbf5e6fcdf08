import { expect, it } from 'vitest';
import { calendarOf } from './calendar.ts';

it("returns day, weekday and time in the site's zone, or null for an unknown zone", () => {
  const at = Date.parse('2026-03-10T23:30:00Z');
  expect(calendarOf(at, 'Asia/Tokyo')).toEqual({ day: '2026-03-11', weekday: 'Wednesday', time: '08:30' });
  expect(calendarOf(at, 'Nowhere/None')).toBeNull();
});
