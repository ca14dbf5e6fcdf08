// "2 hours ago" in any language, using the browser's own Intl. Pure.

/** Length of each unit in seconds; a month is 30 days and a year 365. */
const UNITS = { year: 31_536_000, month: 2_592_000, week: 604_800, day: 86_400, hour: 3_600, minute: 60 };

/** Seconds. A date at most this far ahead is due to a slow clock, not in the future. */
const SKEW = 3_600;

/**
 * @param iso a valid date: when it happened.
 * @param now milliseconds since 1970.
 * @param language BCP 47; undefined for the browser's own.
 * @returns whole units of the largest size that fits, rounded toward now; "now" for under a minute, or less than SKEW
 * ahead.
 */
export function relativeTime(iso: string, now: number, language?: string): string {
  const ahead = (Date.parse(iso) - now) / 1000;
  const seconds = ahead > 0 && ahead < SKEW ? 0 : ahead;
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  for (const [unit, length] of Object.entries(UNITS)) {
    if (Math.abs(seconds) >= length) return format.format(Math.trunc(seconds / length), unit as keyof typeof UNITS);
  }
  return format.format(0, 'second');
}
