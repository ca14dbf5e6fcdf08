// Two months of made-up statistics: each notification's displays, clicks and dismissals by hour, page and device.
// Pure, and deterministic for a given moment, because the random generator has a fixed seed.

import type { Tally } from '#server/db/counting/tally-writer.ts';
import { type Moment, makeMoments, offsetAt } from '#server/domain/stats/zone.ts';
import type { Device } from '#shared/embed/payload.ts';
import { DAY, HOUR } from '#shared/time.ts';

/** Enough for 30 days and the 30 that end five weeks earlier, with which they are compared. */
export const HISTORY_DAYS = 65;

/** Displays on an average day, all notifications together. */
const DISPLAYS_A_DAY = 430;
/** Share of a day's visits by local hour: quiet nights, a lunch break, evenings on the sofa. */
const BY_HOUR = [9, 5, 3, 2, 2, 3, 8, 18, 32, 42, 50, 55, 62, 58, 50, 48, 50, 56, 64, 78, 92, 88, 60, 27];
const BY_HOUR_SUM = BY_HOUR.reduce((sum, share) => sum + share, 0);
/** Weight of each weekday, Sunday first: people look at furniture on weekends. */
const BY_WEEKDAY = [1.34, 0.94, 0.88, 0.9, 0.93, 0.96, 1.22];
/** Visits relative to those a month earlier: the shop grows a little. */
const GROWTH = 1.35;
const MONTH_DAYS = 30;

/** Shares of visits: people browse this shop on their phones. */
const BY_DEVICE: readonly Choice<Device>[] = [
  ['mobile', 57],
  ['desktop', 36],
  ['tablet', 7],
];

/** Something to choose, with its weight relative to the others. */
export type Choice<T> = readonly [what: T, share: number];

export type Run = {
  siteId: string;
  widgetId: string;
  notificationId: string;
  /** When the notification was shown, in milliseconds since 1970. */
  from: number;
  until: number;
  /** Its weight relative to the other runs in the same hour. */
  weight: number;
  /** Where it was displayed. */
  pages: readonly Choice<string>[];
  /** Shares of its displays. */
  clickRate: number;
  dismissRate: number;
};

/**
 * @param seed any whole number but 0.
 * @returns a source of numbers in [0, 1): 32-bit xorshift with shifts 13, 17, 5 (Marsaglia 2003, Xorshift RNGs).
 */
export function makeRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** @returns a Poisson-distributed number with this mean (Knuth's product of uniforms, for small means). */
export function countAround(mean: number, random: () => number): number {
  const least = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > least; product *= random()) count++;
  return count;
}

/** @returns one of the choices, at random in proportion to their shares. */
export function choose<T>(choices: readonly Choice<T>[], random: () => number): T {
  let left = random() * choices.reduce((sum, [, share]) => sum + share, 0);
  const found = choices.find(([, share]) => {
    left -= share;
    return left < 0;
  });
  const last = found ?? choices.at(-1);
  if (!last) throw new Error('Nothing to choose from');
  return last[0];
}

/** @returns how much of the hour from `start` lies in [from, until), from 0 to 1. */
const overlap = (start: number, { from, until }: Run) =>
  Math.max(0, Math.min(start + HOUR, until) - Math.max(start, from)) / HOUR;

/** @returns the expected displays in an hour, all notifications together. */
function visitsOf(start: number, timezone: string, age: number): number {
  const local = new Date(start + offsetAt(timezone, start));
  const byHour = (BY_HOUR[local.getUTCHours()] ?? 0) / BY_HOUR_SUM;
  const byDay = BY_WEEKDAY[local.getUTCDay()] ?? 1;
  return DISPLAYS_A_DAY * byHour * byDay * GROWTH ** -(age / MONTH_DAYS);
}

/**
 * @param runs at most HISTORY_DAYS long.
 * @param timezone the site's; counts are aligned to its hours.
 * @param now milliseconds since 1970; nothing happens after it.
 * @returns one tally for each notification, hour, page and device with displays.
 */
export function makeHistory(runs: readonly Run[], timezone: string, now: number): Tally[] {
  const random = makeRandom(20_240_607);
  return momentsOf(runs, timezone, now).flatMap((moment) => {
    const start = Date.parse(moment.hour);
    const live = runs.map((run) => ({ run, part: overlap(start, { ...run, until: Math.min(run.until, now) }) }));
    const visits = visitsOf(start, timezone, (now - start) / DAY);
    const weights = live.reduce((sum, { run, part }) => sum + run.weight * Math.ceil(part), 0);
    return live.flatMap(({ run, part }): Tally[] => {
      const share = weights > 0 ? run.weight / weights : 0;
      return spread(run, moment, countAround(visits * share * part, random), random);
    });
  });
}

/** @returns the hours of the runs with their days, in order. */
function momentsOf(runs: readonly Run[], timezone: string, now: number): Moment[] {
  const momentOf = makeMoments();
  const first = runs.reduce((least, run) => Math.min(least, run.from), now);
  const moments = new Map<string, Moment>();
  for (let at = first; at < now; at += HOUR) {
    const moment = momentOf(timezone, at);
    moments.set(moment.hour, moment);
  }
  const last = momentOf(timezone, now);
  return [...moments.set(last.hour, last).values()];
}

/** @returns where an hour's displays happened, and what visitors did: click, dismiss, or neither. */
function spread(run: Run, moment: Moment, displays: number, random: () => number): Tally[] {
  const { siteId, widgetId, notificationId, clickRate, dismissRate } = run;
  const tallies = new Map<string, Tally>();
  for (let i = 0; i < displays; i++) {
    const page = choose(run.pages, random);
    const device = choose(BY_DEVICE, random);
    const key = `${device} ${page}`;
    const none = { displays: 0, clicks: 0, dismissals: 0 };
    const tally = tallies.get(key) ?? { siteId, widgetId, notificationId, ...moment, device, page, ...none };
    const chance = random();
    tally.displays++;
    if (chance < clickRate) tally.clicks++;
    else if (chance < clickRate + dismissRate) tally.dismissals++;
    tallies.set(key, tally);
  }
  return [...tallies.values()];
}
