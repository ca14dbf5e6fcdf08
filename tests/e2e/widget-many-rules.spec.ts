// As many notifications as a payload can carry, each with date, weekday and hour rules, on an otherwise idle page at the
// machine's own speed: the right one is shown, and the widget causes no long task.

import { type Browser, expect, type Page } from '@playwright/test';
import { compileRules } from '#shared/embed/compile-rules.ts';
import type { EmbedNotification } from '#shared/embed/payload.ts';
import { EMBED_NOTIFICATIONS_MAX } from '#shared/embed/protocol.ts';
import { type Condition, WEEKDAYS } from '#shared/embed/rule-types.ts';
import { DAY, HOUR } from '#shared/time.ts';
import { poll } from './support/base.ts';
import { pinChance } from './support/chance.ts';
import { NOW, notification, payload, type WidgetBackend } from './support/widget-backend.ts';
import type { HostSite } from './support/widget-host.ts';
import { expectIdleLooks, keepLog, shownOn } from './support/widget-log.ts';
import { card, fixDate, test } from './support/widget-test.ts';

/** India's clock is 5½ hours ahead of UTC all year, and 12½ or 13½ ahead of the visitor's. */
const ZONE = 'Asia/Kolkata';
const OFFSET = 5.5 * 3_600_000;
// A trace would run in the page itself.
test.use({ trace: 'off' });

/** `YYYY-MM-DDThh:mm` in the site's zone, `away` milliseconds from NOW. */
const there = (away: number) => new Date(NOW + OFFSET + away).toISOString();
const dayAt = (away: number) => there(away).slice(0, 10);
const timeAt = (away: number) => there(away).slice(11, 16);
/** Day 0 is Sunday for the browser and Monday for the rules. */
const weekdayAt = (away: number) => WEEKDAYS[(new Date(there(away)).getUTCDay() + 6) % 7] ?? 'mon';

const dates = (first: string, last: string): Condition => ({ type: 'date', operator: 'between', value: [first, last] });
const hours = (start: number, end: number): Condition => ({
  type: 'hour',
  operator: 'between',
  value: [timeAt(start), timeAt(end)],
});

/**
 * One condition of each list must hold; where any does, it is the last. They are wide enough that no test runs into an
 * end, and narrow enough to exclude the hours of the visitor's own clock.
 */
const DATES = [dates('', dayAt(-2 * DAY)), dates(dayAt(2 * DAY), ''), dates(dayAt(-DAY), dayAt(DAY))];
const DAYS = [-DAY, DAY, 0].map((away): Condition => ({ type: 'weekday', operator: 'is', value: [weekdayAt(away)] }));
const HOURS = [hours(3 * HOUR, 9 * HOUR), hours(9 * HOUR, -3 * HOUR), hours(-3 * HOUR, 3 * HOUR)];
const WRONG_DATES = DATES.slice(0, 2);
const WRONG_DAYS: Condition[] = [
  { type: 'weekday', operator: 'is', value: [2, 3, 4, 5].map((n) => weekdayAt(n * DAY)) },
];
const WRONG_HOURS = HOURS.slice(0, 2);

const withRules = (id: string, ...lists: Condition[][]): EmbedNotification => {
  const conditions = lists.map((list) => ({ type: 'group' as const, match: 'any' as const, conditions: list }));
  return notification(id, { message: id, rules: compileRules({ match: 'all', conditions }) });
};
const right = (id: string) => withRules(id, DATES, DAYS, HOURS);

/** Each is wrong in one of the three, the last, so that the two before it are evaluated as well. */
const WRONG = [
  [DATES, DAYS, WRONG_HOURS],
  [HOURS, DATES, WRONG_DAYS],
  [DAYS, HOURS, WRONG_DATES],
];
const wrong = (count: number) =>
  Array.from({ length: count }, (_, i) => withRules(`wrong ${i}`, ...(WRONG[i % WRONG.length] as Condition[][])));

/** Sets the payload; a visit lets it through only after its page has loaded. */
function answerWith(backend: WidgetBackend, notifications: EmbedNotification[]): void {
  expect(notifications).toHaveLength(EMBED_NOTIFICATIONS_MAX);
  backend.answer = payload({
    notifications,
    timing: { displayDuration: 1, timeBetween: 0.2 },
    behavior: { queue: { order: 'custom', loop: false, perPage: 0, perVisit: 0 } },
    timezone: ZONE,
  });
}

/** The main thread's tasks of 50 ms or more, and when the load was over. */
type Watched = Window & { longTasks: { from: number; to: number }[]; settledAt: number };

/** Runs in the page, before everything else. */
function watchTasks(): void {
  const watched = window as unknown as Watched;
  watched.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { startTime: from, duration } of list.getEntries())
      watched.longTasks.push({ from, to: from + duration });
  }).observe({ type: 'longtask', buffered: true });
  addEventListener('load', () =>
    setTimeout(() => {
      watched.settledAt = performance.now();
    }),
  );
}

/** @returns long tasks since the load, and whether the payload came after it, so that all the widget's work is included. */
const tasksOf = (page: Page) =>
  page.evaluate(() => {
    const { longTasks, settledAt } = window as unknown as Watched;
    const [came] = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/embed/'));
    return {
      tasks: longTasks.filter(({ to }) => to > settledAt),
      isAfterLoad: ((came as PerformanceResourceTiming | undefined)?.responseEnd ?? 0) > settledAt,
    };
  });

/** Blocks the page on purpose, and expects the browser to report it: long tasks are reported on this machine. */
async function expectTold(page: Page): Promise<void> {
  const { tasks } = await tasksOf(page);
  await page.evaluate(() => {
    setTimeout(() => {
      for (const from = performance.now(); performance.now() < from + 80; );
    });
  });
  await poll(async () => (await tasksOf(page)).tasks.length).toBeGreaterThan(tasks.length);
}

type Visited = { browser: Browser; backend: WidgetBackend; host: HostSite };

/** On a busy machine any task can be long once; a task that the widget makes long is long in every visit. */
const VISITS = 12;

/**
 * Visits the page, each time as a new visitor, until a visit has no long task.
 * @param stay what happens during the visit.
 */
async function expectQuiet({ browser, backend, host }: Visited, stay: (page: Page) => Promise<void>): Promise<void> {
  const long: string[] = [];
  while (long.length < VISITS) {
    const context = await browser.newContext({ timezoneId: 'America/Los_Angeles' });
    const page = await context.newPage();
    const issues: string[] = [];
    page.on('pageerror', ({ message }) => issues.push(message));
    await pinChance(page);
    await fixDate(context);
    await page.addInitScript(watchTasks);
    await keepLog(page);
    const opened = Promise.withResolvers<void>();
    if (backend.answer) backend.answer.after = opened.promise;
    await page.goto(host.origin);
    await page.waitForFunction(() => (window as unknown as Watched).settledAt > 0);
    opened.resolve();
    await stay(page);
    const { tasks, isAfterLoad } = await tasksOf(page);
    expect({ isAfterLoad, issues }).toEqual({ isAfterLoad: true, issues: [] });
    await expectTold(page);
    await context.close();
    if (tasks.length === 0) return;
    long.push(tasks.map(({ from, to }) => `${(to - from).toFixed()} ms at ${from.toFixed()}`).join());
  }
  expect(long, 'long tasks of each visit').toEqual([]);
}

test('of 100 notifications with date, weekday and hour rules the matching ones are shown in the owner’s order, without a long task', {
  tag: '@long',
}, async ({ browser, backend, host }) => {
  const others = wrong(EMBED_NOTIFICATIONS_MAX - 3);
  answerWith(backend, [...others.slice(0, 40), right('B'), ...others.slice(40), right('C'), right('A')]);
  await expectQuiet({ browser, backend, host }, async (page) => {
    await poll(() => shownOn(page)).toEqual(['B', 'C', 'A']);
    // Its whole life, including its count and the next look, which finds nothing more.
    await expect(card(page)).toHaveCount(0);
    await expectIdleLooks(page, 1);
    expect(await shownOn(page)).toEqual(['B', 'C', 'A']);
  });
});
