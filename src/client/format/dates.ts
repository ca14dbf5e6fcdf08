// Formats dates and times in US English. Pure, except for the device's time zone.

const DAY = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' });
const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

/** @returns 'May 5', in the device's time zone. */
export const dayOf = (iso: string): string => DAY.format(new Date(iso));

/** @returns 'May 5, 2026', in the device's time zone. */
export const dateOf = (iso: string): string => DATE.format(new Date(iso));

/** @returns the time of day in the device's own format. */
export const timeOf = (iso: string): string => TIME.format(new Date(iso));

/** @returns the device's time zone, 'Europe/Lisbon'. */
export const deviceTimezone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** @returns the zone's city: 'Lisbon' for 'Europe/Lisbon'. */
export const zoneName = (timezone: string): string => (timezone.split('/').at(-1) ?? timezone).replaceAll('_', ' ');
