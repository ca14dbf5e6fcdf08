// What a full list of notifications costs its owner on a slow computer: until its first rows are painted, while it is
// scrolled from top to bottom, and when its counts are polled; against the same list with twenty.
import type { Browser, Page } from '@playwright/test';
import BetterSqlite3 from 'better-sqlite3';
import { NOTIFICATIONS_MAX } from '#shared/limits.ts';
import { median, type Row } from './measure.ts';
import type { Program } from './program.ts';
import { inBrowser, logIn, SLOWDOWN, slowDown } from './visits.ts';

const VISITS = 3;
/** A poll that takes longer than this delays what an owner is doing (RAIL: 100 ms until a response, half of it ours). */
const AIM_POLL = 50;
const WHEEL_STEPS = 80;

declare global {
  interface Window {
    benchRows?: number;
    benchTasks: number[];
    benchFrames: number[];
  }
}

/** Runs in the page before everything else: when the first row is painted, and every task of 50 ms and more. */
function watchList(): void {
  window.benchTasks = [];
  window.benchFrames = [];
  new PerformanceObserver((list) => {
    window.benchTasks.push(...list.getEntries().map(({ duration }) => duration));
  }).observe({ type: 'longtask', buffered: true });
  let last = 0;
  const frame = (now: number) => {
    if (last > 0) window.benchFrames.push(now - last);
    last = now;
    if (window.benchRows === undefined && document.querySelector('tr[data-id]')) window.benchRows = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** Copies the first site's notifications until there are as many as there may be. */
function fillList({ file }: Program, siteId: string): void {
  const database = new BetterSqlite3(file);
  const rows = database.prepare('select * from notifications where site_id = ?').all(siteId) as object[];
  const columns = Object.keys(rows[0] ?? {});
  const insert = database.prepare(
    `insert into notifications (${columns.join(', ')}) values (${columns.map((name) => `@${name}`).join(', ')})`,
  );
  database.transaction(() => {
    for (let n = rows.length; n < NOTIFICATIONS_MAX; n++)
      insert.run({ ...rows[n % rows.length], id: `n-${n}`, position: n });
  })();
  database.close();
}

type Figures = { first: number; frames: number[]; scrollTasks: number[]; pollTasks: number[] };

/** Every notification is displayed once more, so that the next poll changes every row. */
function displayAll({ file }: Program): void {
  const database = new BetterSqlite3(file);
  database.prepare('update notifications set display_count = display_count + 1').run();
  database.close();
}

async function visit(browser: Browser, program: Program): Promise<Figures> {
  const context = await logIn(browser, program.url);
  try {
    const page = await context.newPage();
    await page.addInitScript(watchList);
    // The first visit fetches the program; owners come back.
    await page.goto('/shop-1/notifications', { waitUntil: 'networkidle' });
    await slowDown(page);
    await page.reload();
    await page.waitForFunction(() => window.benchRows !== undefined, undefined, { timeout: 60_000 });
    const first = (await page.evaluate(() => window.benchRows)) ?? Number.NaN;
    const shown = await page.locator('tbody').innerText();
    const poll = await tasksDuring(page, async () => {
      displayAll(program);
      await page.waitForFunction((before) => document.querySelector('tbody')?.innerText !== before, shown, {
        timeout: 60_000,
      });
    });
    await page.mouse.move(700, 600);
    await page.evaluate(() => {
      window.benchFrames = [];
    });
    const scroll = await tasksDuring(page, async () => {
      for (let step = 0; step < WHEEL_STEPS; step++) await page.mouse.wheel(0, 800);
    });
    return { first, frames: await page.evaluate(() => window.benchFrames), scrollTasks: scroll, pollTasks: poll };
  } finally {
    await context.close();
  }
}

/** @returns the lengths of the tasks of 50 ms and more while something is done, and half a second after. */
async function tasksDuring(page: Page, run: () => Promise<unknown>): Promise<number[]> {
  await page.waitForTimeout(1_000);
  await page.evaluate(() => {
    window.benchTasks = [];
  });
  await run();
  await page.waitForTimeout(500);
  return page.evaluate(() => window.benchTasks);
}

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
const ms = (value: number) => `${Math.round(value)} ms`;

/** Measures the list with twenty notifications, and with as many as a widget may have. */
export const measureList = (): Promise<Row[]> =>
  inBrowser(async (browser, program, { siteId }) => {
    const visits = async () => {
      const all: Figures[] = [];
      for (let n = 0; n < VISITS; n++) all.push(await visit(browser, program));
      return all;
    };
    const few = await visits();
    fillList(program, siteId);
    const many = await visits();
    const firstOf = (all: Figures[]) => median(all.map(({ first }) => first));
    const frames = many.flatMap((one) => one.frames);
    const frame = percentile(frames, 0.95);
    const poll = (all: Figures[]) => median(all.map(({ pollTasks }) => Math.max(0, ...pollTasks)));
    const row = (what: string, reference: number, proofbell: number, aim: number, note: string): Row => ({
      what: `${what}, processor slowed ${SLOWDOWN}×`,
      reference: ms(reference),
      proofbell: ms(proofbell),
      ratio: `**${(proofbell / Math.max(1, reference)).toFixed(2)}**`,
      aim: `≤ ${aim.toFixed(1)}`,
      note,
    });
    return [
      row(
        'List of 1,000 notifications: first rows painted after a reload, against 20',
        firstOf(few),
        firstOf(many),
        2,
        '',
      ),
      row(
        'The same list scrolled to its end: 95% of frames within, against 50 ms',
        50,
        frame,
        1,
        `median frame ${ms(median(frames))}; longest task ${ms(Math.max(0, ...many.flatMap((one) => one.scrollTasks)))} (0: none of 50 ms)`,
      ),
      row(
        `The same list polled, every count changed: longest task, against ${AIM_POLL} ms`,
        AIM_POLL,
        poll(many),
        1,
        `0: none of 50 ms; with 20 notifications ${ms(poll(few))}`,
      ),
    ];
  });
