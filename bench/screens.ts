// How long each control of the settings screens, the list of notifications, the templates and the editor takes until the
// next paint on a slow computer.
import type { Browser, Page } from '@playwright/test';
import { median, type Row } from './measure.ts';
import { driveControls, type Used, watchInputs } from './screen-inputs.ts';
import { inBrowser, logIn, SLOWDOWN, slowDown } from './visits.ts';

/** The screens of the widget's settings, and the list of notifications. */
const SCREENS = ['appearance', 'behavior', 'rules', 'advanced', 'notifications'];
const AIM_MS = 100;

async function open(browser: Browser, url: string, path: string): Promise<Page> {
  const page = await (await logIn(browser, url)).newPage();
  await page.addInitScript(watchInputs);
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.locator('h1').waitFor({ state: 'attached' });
  return page;
}

/** Measures every screen of the widget's settings, the list of notifications, the templates and the editor. */
export const measureScreens = (): Promise<Row[]> =>
  inBrowser(async (browser, program, { notificationIds }) => {
    // One screen at a time: an open one polls, and can draw.
    const drive = async (name: string, path: string, scope = 'main') => {
      const page = await open(browser, program.url, path);
      await page.locator(scope).waitFor();
      await slowDown(page);
      const row = inputRow(name, await driveControls(page, scope));
      await page.context().close();
      return row;
    };
    const rows: Row[] = [];
    for (const name of SCREENS) rows.push(await drive(name, `/shop-1/${name}`));
    // Filters pressed on the way leave the list empty.
    rows.push(await drive('notifications (rows)', '/shop-1/notifications', 'tbody'));
    rows.push(await drive('templates', '/shop-1/notifications?templates'));
    const editor = `/shop-1/notifications?edit=${notificationIds[0]}`;
    rows.push(await drive('notification editor', editor, '[role=dialog]'));
    return rows;
  });

function inputRow(name: string, used: readonly Used[]): Row {
  const slowest = used.toSorted((a, b) => b.ms - a.ms);
  const worst = slowest[0]?.ms ?? 0;
  const over = slowest.filter(({ ms }) => ms > AIM_MS).length;
  const top = slowest
    .slice(0, Math.max(3, over))
    .map(({ control, ms, handlersMs }) => `${control.slice(0, 60)} ${ms} ms (${handlersMs} in its handlers)`);
  return {
    what: `Slowest interaction to next paint on the screen ${name}, processor slowed ${SLOWDOWN}×`,
    reference: `${AIM_MS} ms`,
    proofbell: `${worst} ms`,
    ratio: `**${(worst / AIM_MS).toFixed(2)}**`,
    aim: '≤ 1.0',
    note: `${used.length} controls, median ${median(used.map(({ ms }) => ms))} ms (0: less than 16); slowest: ${top.join(', ')}`,
  };
}
