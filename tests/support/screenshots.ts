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
  { name: 'not-found', path: '/no-such-page' },
];

const OWNER: Screen[] = [
  { name: 'overview', path: '/dashboard' },
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
];

/** Starts `npm run demo`'s server. @returns its process, the password it printed, and the demo site's address. */
async function startDemo(port: number): Promise<{ server: ChildProcess; password: string }> {
  const server = spawn(process.execPath, ['src/server/main.ts', '--demo'], {
    env: { ...process.env, PORT: String(port), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const password = await new Promise<string>((resolve, reject) => {
    server.once('exit', () => reject(new Error(`the demo ended:\n${output}`)));
    server.stdout?.on('data', (chunk: Buffer) => {
      output += chunk;
      const found = /password\W+(\S+)/i.exec(output)?.[1];
      if (found && output.includes('/demo/shop')) resolve(found);
    });
  });
  return { server, password };
}

async function shoot(page: Page, origin: string, screen: Screen, suffix: string): Promise<void> {
  await page.goto(origin + screen.path, { waitUntil: 'networkidle' });
  await screen.prepare?.(page);
  await page.waitForTimeout(400);
  await page.screenshot({ path: join(FOLDER, `${screen.name}-${suffix}.png`), fullPage: !screen.prepare });
}

async function signIn(page: Page, origin: string, password: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByLabel('E-mail').fill('demo@proofbell.test');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).last().click();
  await page.waitForURL('**/dashboard');
}

async function shootVisitor(page: Page, shop: string, suffix: string): Promise<void> {
  await page.goto(shop);
  await page.locator('proofbell-widget .notice').first().waitFor({ timeout: 20_000 });
  await page.waitForTimeout(500);
  await page.screenshot({ path: join(FOLDER, `visitor-${suffix}.png`) });
}

async function shootAll(browser: Browser, port: number, password: string): Promise<void> {
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
      await signIn(page, origin, password);
      for (const screen of OWNER) await shoot(page, origin, screen, suffix);
      if (colorScheme === 'light') await shootVisitor(page, `http://127.0.0.1:${port}/demo/shop`, suffix);
      await context.close();
    }
  }
}

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const port = await freePort();
const { server, password } = await startDemo(port);
const browser = await chromium.launch(await chromiumLaunch());
try {
  await shootAll(browser, port, password);
} finally {
  await browser.close();
  server.kill('SIGTERM');
}
