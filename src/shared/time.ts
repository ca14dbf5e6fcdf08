// Lengths of time in milliseconds, and the moment of a clock as it is stored and sent.
// The widget and shared/embed import nothing outside themselves and spell their own out.

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
/** 24 hours: no calendar day, which may have 23 or 25. */
export const DAY = 24 * HOUR;

/** @returns the clock's time in ISO 8601, UTC, with milliseconds: how every date is stored and sent. */
export const isoNow = (clock: { now(): number }): string => new Date(clock.now()).toISOString();
