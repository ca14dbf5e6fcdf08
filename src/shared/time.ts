// Durations in milliseconds, and the current time in the format that is stored and sent.
// The widget and shared/embed import nothing from outside and spell out their own.

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
/** 24 hours. Not a calendar day, which may have 23 or 25. */
export const DAY = 24 * HOUR;

/**
 * How far the clocks of instances may differ. A time further in the future than its rule allows, and this, was set
 * before the clock was set back.
 */
export const CLOCK_SKEW = 60 * SECOND;

/**
 * @returns whether a time that was set `span` ahead at most has come; also true when it is further ahead than that,
 * because the clock was set back.
 */
export const isDue = (at: number, now: number, span: number): boolean => now >= at || at - now > span;

/** @returns a time in ISO 8601, UTC, with milliseconds: the format of every stored and sent date. */
export const isoOf = (ms: number): string => new Date(ms).toISOString();

/** @returns the clock's time in that format. */
export const isoNow = (clock: { now(): number }): string => isoOf(clock.now());
