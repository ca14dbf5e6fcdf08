// When a proven event happened, as exactly as the proof says it.
import { MINUTE } from '#shared/time.ts';

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' });

/** To what sources round times unless their owners want them exact; after a day it is the hour. */
const ROUNDED_TO = 5 * MINUTE;

/** @returns '27 November 2026, about 17:15 CET' in the device's time zone; without 'about' when the time is exact. */
export function momentOf(iso: string): string {
  const at = new Date(iso);
  const about = at.getTime() % ROUNDED_TO === 0 ? 'about ' : '';
  return `${DAY.format(at)}, ${about}${TIME.format(at)}`;
}
