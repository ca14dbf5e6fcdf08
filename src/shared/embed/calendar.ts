// The calendar of a site's time zone, in the words of rules. Pure.

/**
 * @param ms since 1970.
 * @returns day (YYYY-MM-DD), weekday (Monday) and time (HH:MM) in the zone; null for a zone unknown to the browser.
 */
export function calendarOf(ms: number, timeZone: string): { day: string; weekday: string; time: string } | null {
  try {
    const in_ = (locale: string, form: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locale, { ...form, timeZone }).format(ms);
    return {
      day: in_('sv-SE', { year: 'numeric', month: '2-digit', day: '2-digit' }),
      weekday: in_('en-GB', { weekday: 'long' }),
      time: in_('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    };
  } catch {
    return null;
  }
}
