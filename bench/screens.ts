// What the settings screens cost their owner: how long each control takes until the next paint on a slow computer, and
// how much script a screen needs beyond what every screen of the app loads.
import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumLaunch } from '#tests/support/chromium.ts';
import { median, type Row } from './measure.ts';
import { fill, startProgram } from './program.ts';
import { driveControls, type Used, watchInputs } from './screen-inputs.ts';

/** The screens of the widget's settings, and the list of notifications. */
const SCREENS = ['appearance', 'behavior', 'rules', 'advanced', 'notifications'];
/** Also part of what is common to all screens. */
const OTHERS = ['/dashboard', '/settings', '/shop-1/site-setup'];
const AIM_MS = 100;
const AIM_BYTES = 60_000;
const SLOWDOWN = 4;

/** `scripts`: bytes of the bodies as sent, by path. */
type Visit = { page: Page; scripts: Map<string, number> };

/** @returns the screen, loaded by a new browser context of the bench's owner, and its scripts with the bytes of their bodies. */
async function open(browser: Browser, url: string, path: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: url });
  const { csrfToken } = await (await context.request.get('/api/csrf-token')).json();
  const data = { email: 'bench@shop.example', password: 'a long enough password' };
  const answer = await context.request.post('/api/auth/login', { data, headers: { 'X-CSRF-Token': csrfToken } });
  if (!answer.ok()) throw new Error(`login: ${answer.status()}`);
  const page = await context.newPage();
  await page.addInitScript(watchInputs);
  const scripts = new Map<string, number>();
  const names = new Map<string, string>();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  cdp.on('Network.responseReceived', ({ requestId, response, type }) => {
    if (type === 'Script') names.set(requestId, new URL(response.url).pathname);
  });
  cdp.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const name = names.get(requestId);
    if (name) scripts.set(name, (scripts.get(name) ?? 0) + encodedDataLength);
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.locator('h1').waitFor({ state: 'attached' });
  return { page, scripts };
}

const sum = (values: Iterable<number>) => [...values].reduce((all, value) => all + value, 0);

/** Measures every screen of the widget's settings, the list of notifications, the templates and the editor. */
export async function measureScreens(): Promise<Row[]> {
  const program = await startProgram();
  const browser = await chromium.launch(await chromiumLaunch());
  try {
    const { notificationIds } = await fill(program);
    const loaded = new Map<string, Map<string, number>>();
    for (const path of [...SCREENS.map((name) => `/shop-1/${name}`), ...OTHERS]) {
      const { page, scripts } = await open(browser, program.url, path);
      await page.context().close();
      loaded.set(path, scripts);
    }
    const all = [...loaded.values()];
    const shell = [...(all[0]?.keys() ?? [])].filter((name) => all.every((scripts) => scripts.has(name)));
    const shellBytes = sum(shell.map((name) => all[0]?.get(name) ?? 0));
    // One screen at a time: an open one polls, and can draw.
    const drive = async (name: string, path: string, scope = 'main') => {
      const { page } = await open(browser, program.url, path);
      await page.locator(scope).waitFor();
      const cdp = await page.context().newCDPSession(page);
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
      const row = inputRow(name, await driveControls(page, scope));
      await page.context().close();
      return row;
    };
    const rows: Row[] = [];
    for (const name of SCREENS) {
      const path = `/shop-1/${name}`;
      rows.push(scriptRow(name, sum(loaded.get(path)?.values() ?? []) - shellBytes, shellBytes));
      rows.push(await drive(name, path));
    }
    // Filters pressed on the way leave the list empty.
    rows.push(await drive('notifications (rows)', '/shop-1/notifications', 'tbody'));
    rows.push(await drive('templates', '/shop-1/notifications?templates'));
    const editor = `/shop-1/notifications?edit=${notificationIds[0]}`;
    rows.push(await drive('notification editor', editor, '[role=dialog]'));
    return rows;
  } finally {
    await browser.close();
    await program.stop();
  }
}

const scriptRow = (name: string, bytes: number, shellBytes: number): Row => ({
  what: `Script of the screen ${name}, beyond the shell (brotli, as sent)`,
  reference: `${AIM_BYTES.toLocaleString('en')} bytes`,
  proofbell: `${bytes.toLocaleString('en')} bytes`,
  ratio: `**${(bytes / AIM_BYTES).toFixed(2)}**`,
  aim: '≤ 1.0',
  note: `the shell, common to all screens: ${shellBytes.toLocaleString('en')} bytes`,
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
