// Renews the pictures in docs/images: every screen of a demo installation at three widths, light and dark, as a visitor,
// a newcomer and an owner see it. Run by `npm run screenshots`; look at what it made.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumLaunch } from './chromium.ts';
import { freePort } from './ports.ts';

const FOLDER = 'docs/images/screens';
const WIDTHS = [375, 768, 1440];
const SCHEMES = ['light', 'dark'] as const;
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36';

type Screen = { name: string; path: string; prepare?: (page: Page) => Promise<void> };

const PUBLIC: Screen[] = [
  { name: 'home', path: '/' },
  { name: 'register', path: '/register' },
  { name: 'login', path: '/login' },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'reset-password', path: '/reset-password#reset=example' },
  { name: 'unauthorized', path: '/unauthorized' },
  { name: 'not-found', path: '/no-such-page' },
];

const OWNER: Screen[] = [
  { name: 'overview', path: '/dashboard' },
  { name: 'settings', path: '/settings' },
  {
    name: 'delete-account',
    path: '/settings',
    prepare: (page) => page.getByRole('button', { name: 'Delete account' }).click(),
  },
  { name: 'create-site', path: '/create-site' },
  { name: 'site-dashboard', path: '/holt-and-ash/dashboard' },
  { name: 'notifications', path: '/holt-and-ash/notifications' },
  {
    name: 'notification-editor',
    path: '/holt-and-ash/notifications',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'New notification' }).first().click();
      await page.getByRole('textbox', { name: 'Message' }).fill('Ana from Lisbon bought the Oak Desk');
    },
  },
  { name: 'site-setup', path: '/holt-and-ash/site-setup' },
  { name: 'developer-tools', path: '/holt-and-ash/developer-tools' },
  { name: 'analytics', path: '/analytics' },
  { name: 'site-analytics', path: '/holt-and-ash/analytics' },
  { name: 'site-analytics-24h', path: '/holt-and-ash/analytics?range=24h' },
  { name: 'performance', path: '/holt-and-ash/performance' },
];

/** What a newcomer sees who has just verified the address: nothing yet, and what to do about it. */
const NEWCOMER: Screen[] = [
  {
    name: 'first-site',
    path: '/create-site',
    prepare: async (page) => {
      await page.getByLabel('Name', { exact: true }).fill('Oak & Iron');
    },
  },
  {
    name: 'first-setup',
    path: '/create-site',
    prepare: async (page) => {
      await page.getByLabel('Name', { exact: true }).fill('Oak & Iron');
      await page.getByRole('button', { name: 'Create site' }).click();
      await page.getByRole('heading', { name: 'Site Setup' }).waitFor();
    },
  },
  { name: 'empty-dashboard', path: '/oak-and-iron/dashboard' },
  { name: 'empty-notifications', path: '/oak-and-iron/notifications' },
  { name: 'empty-analytics', path: '/oak-and-iron/analytics' },
  { name: 'empty-performance', path: '/oak-and-iron/performance' },
];

type Demo = { server: ChildProcess; password: string; mailedLink(to: string): Promise<string> };

/** Starts `npm run demo`'s server. @returns its process, the password it printed, and the links of mails it logs. */
async function startDemo(port: number): Promise<Demo> {
  const server = spawn(process.execPath, ['src/server/main.ts', '--demo'], {
    env: { ...process.env, PORT: String(port), LOG_LEVEL: 'info', SMTP_URL: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const find = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(output)?.[1];
        if (found) resolve(found);
      };
      server.once('exit', () => reject(new Error(`the demo ended:\n${output}`)));
      server.stdout?.on('data', look);
      look();
    });
  server.stdout?.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  const password = await find(/password\W+(\S+)/i);
  await find(/(is ready at)/);
  return { server, password, mailedLink: (to) => find(new RegExp(`"to":"${to}".*?"link":"([^"]+)"`)) };
}

async function shoot(page: Page, origin: string, screen: Screen, suffix: string): Promise<void> {
  await page.goto(origin + screen.path, { waitUntil: 'networkidle' });
  await screen.prepare?.(page);
  const window = page.viewportSize();
  // The whole page by a window as high as it: the browser's own full-page picture shrinks the window for a moment, and
  // charts are caught while they grow back.
  if (window && !screen.prepare) {
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ ...window, height });
  }
  await page.waitForTimeout(400);
  await page.screenshot({ path: join(FOLDER, `${screen.name}-${suffix}.png`) });
  if (window) await page.setViewportSize(window);
}

async function signIn(page: Page, origin: string, email: string, password: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).last().click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
}

async function shootVisitor(page: Page, shop: string, suffix: string): Promise<void> {
  await page.goto(shop);
  await page.locator('proofbell-widget .notice').first().waitFor({ timeout: 20_000 });
  await page.waitForTimeout(500);
  await page.screenshot({ path: join(FOLDER, `visitor-${suffix}.png`) });
}

/** Registers somebody new, who meets the verification gate and then an empty product. */
async function shootNewcomer(page: Page, origin: string, demo: Demo, suffix: string): Promise<void> {
  const email = `olive-${suffix}@shop.example`;
  await page.goto(`${origin}/register`);
  await page.getByLabel('Name').fill('Olive Owner');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill('correct horse');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Verify Your Email' }).waitFor();
  // The toast has gone by then.
  await page.waitForTimeout(6_000);
  await page.screenshot({ path: join(FOLDER, `verify-gate-${suffix}.png`) });
  await page.goto(await demo.mailedLink(email));
  await page.waitForURL('**/create-site');
  for (const screen of NEWCOMER) await shoot(page, origin, screen, suffix);
  await page.context().clearCookies();
}

async function shootAll(browser: Browser, port: number, demo: Demo): Promise<void> {
  const origin = `http://localhost:${port}`;
  for (const colorScheme of SCHEMES) {
    for (const width of WIDTHS) {
      const context = await browser.newContext({
        colorScheme,
        viewport: { width, height: width === 375 ? 760 : 900 },
        userAgent: BROWSER,
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      const suffix = `${width}-${colorScheme}`;
      for (const screen of PUBLIC) await shoot(page, origin, screen, suffix);
      await shootNewcomer(page, origin, demo, suffix);
      await signIn(page, origin, 'demo@proofbell.test', demo.password);
      for (const screen of OWNER) await shoot(page, origin, screen, suffix);
      if (colorScheme === 'light') await shootVisitor(page, `http://127.0.0.1:${port}/demo/shop`, suffix);
      await context.close();
    }
  }
}

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const port = await freePort();
const demo = await startDemo(port);
const browser = await chromium.launch(await chromiumLaunch());
try {
  await shootAll(browser, port, demo);
} finally {
  await browser.close();
  demo.server.kill('SIGTERM');
}
