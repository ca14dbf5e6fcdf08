// "2 hours ago", in the visitor's language, from the browser's own Intl. Pure.

/** Length of each unit in seconds; a month and a year are the usual 30 and 365 days. */
const UNITS = { year: 31_536_000, month: 2_592_000, week: 604_800, day: 86_400, hour: 3_600, minute: 60 };

/** Seconds. A date this little ahead comes from a clock that is slow, not from the future. */
const SKEW = 3_600;

/**
 * @param iso when it happened, a date that can be read.
 * @param now milliseconds since 1970.
 * @param language BCP 47; undefined is the browser's own.
 * @returns whole units of the largest kind that fits, rounded towards now; under a minute, or less than SKEW ahead, is
 * "now".
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
