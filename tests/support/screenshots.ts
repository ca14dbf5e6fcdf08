// `npm run screenshots`: takes screenshots of every screen of a demo installation at three widths, light and dark, as
// seen by a visitor, a newcomer and an owner, into the ignored folder `screenshots` with an index page, and renews the
// README's images in docs/images. What is taken is in screenshots-states.ts; `npm run screenshots -- siteRules` takes
// only what has that in its name, and leaves the others of an earlier run.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Locator, type Page } from '@playwright/test';
import { screens } from '#client/screens.ts';
import { pinArm } from './arms.ts';
import { chromiumLaunch } from './chromium.ts';
import { freePort } from './ports.ts';
import { GUIDE_PICTURES } from './screenshots-guides.ts';
import { indexPage, SCHEMES, type Shot, WIDTHS } from './screenshots-index.ts';
import { FOR_NEWCOMER, FOR_OWNER, type State } from './screenshots-states.ts';
import { FOR_VISITOR } from './screenshots-visitor.ts';

const FOLDER = 'screenshots';
/** The images of the README and of guides, each a copy of a screenshot. */
const README_SHOTS: Record<string, string> = {
  'visitor-1440-light': 'docs/images/visitor.webp',
  'siteDashboard-1440-light': 'docs/images/dashboard.webp',
  'siteDashboard-in-set-up-1440-dark': 'docs/images/set-up.webp',
  'siteSources-1440-light': 'docs/images/sources.webp',
  'siteEffect-clear-1440-light': 'docs/images/effect.webp',
  ...Object.fromEntries(GUIDE_PICTURES.map((name) => [`guide-${name}-768-light`, `content/guides/${name}.webp`])),
  'siteEvents-1440-dark': 'docs/images/events.webp',
  'siteNotifications-1440-light': 'docs/images/notifications.webp',
  'siteNotifications-editor-1440-dark': 'docs/images/notification-editor.webp',
  'siteAppearance-color-picker-1440-light': 'docs/images/appearance.webp',
  'siteRules-condition-1440-dark': 'docs/images/rules.webp',
};
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36';
const QUALITY = 80;
/** px around what is cropped. */
const MARGIN = 12;
/** Whom the contact page shows. */
const OPERATOR = {
  OPERATOR_NAME: 'Oak & Iron Ltd',
  OPERATOR_ADDRESS: '1 Mill Lane\nBath BA1 2AB\nUnited Kingdom',
  CONTACT_EMAIL: 'hello@oak-and-iron.example',
};
const [only = ''] = process.argv.slice(2);

type Demo = { server: ChildProcess; password: string; mailedLink(to: string): Promise<string> };

/** Starts the demo's server. @returns its process, the printed password, and the email links from its log. */
async function startDemo(port: number): Promise<Demo> {
  const server = spawn(process.execPath, ['src/server/main.ts', 'demo'], {
    env: { ...process.env, ...OPERATOR, PORT: String(port), LOG_LEVEL: 'info', SMTP_URL: '', ALLOW_PRIVATE_SHOPS: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const find = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const search = () => {
        const found = pattern.exec(output)?.[1];
        if (found) resolve(found);
      };
      server.once('exit', () => reject(new Error(`the demo ended:\n${output}`)));
      server.stdout?.on('data', search);
      search();
    });
  server.stdout?.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  const password = await find(/password\W+(\S+)/i);
  await find(/(is ready at)/);
  return { server, password, mailedLink: (to) => find(new RegExp(`"to":"${to}".*?"link":"([^"]+)"`)) };
}

/** Waits until fonts and images have loaded, nothing is animating any more, and the result has been drawn. */
const settle = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const images = [...document.images].filter(({ loading }) => loading !== 'lazy');
    await Promise.allSettled(images.map((image) => image.decode()));
    // Endless animations may go on.
    const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(moving.map(({ finished }) => finished));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });

/** @returns the part of the page with all that was found, and a margin around it. */
async function partOf(found: Locator) {
  await found.first().waitFor();
  // Boxes are measured from the window's corner, and the picture from the page's.
  await found.page().evaluate(() => window.scrollTo(0, 0));
  const boxes = (await Promise.all((await found.all()).map((one) => one.boundingBox()))).filter((box) => box !== null);
  const x = Math.max(0, Math.min(...boxes.map((box) => box.x)) - MARGIN);
  const y = Math.max(0, Math.min(...boxes.map((box) => box.y)) - MARGIN);
  const width = Math.max(...boxes.map((box) => box.x + box.width)) + MARGIN - x;
  const height = Math.max(...boxes.map((box) => box.y + box.height)) + MARGIN - y;
  return { x, y, width, height, scale: 1 };
}

/** @returns the window as WebP, once two screenshots in a row are equal, so nothing is moving or loading. */
async function takeScreenshot(page: Page, crop?: Locator): Promise<Buffer> {
  const part = crop && (await partOf(crop));
  const session = await page.context().newCDPSession(page);
  const capture = async () => {
    await settle(page);
    const { data } = await session.send('Page.captureScreenshot', {
      ...{ format: 'webp', quality: QUALITY, captureBeyondViewport: part !== undefined },
      ...(part && { clip: part }),
    });
    return Buffer.from(data, 'base64');
  };
  let last = await capture();
  for (let tries = 0; tries < 20; tries++) {
    const next = await capture();
    if (next.equals(last)) break;
    last = next;
  }
  await session.detach();
  return last;
}

type Camera = { page: Page; origin: string; suffix: string; shots: Shot[] };

async function save({ page, suffix, shots }: Camera, name: string, crop?: Locator): Promise<void> {
  const picture = await takeScreenshot(page, crop);
  const file = `${name}-${suffix}`;
  writeFileSync(join(FOLDER, `${file}.webp`), picture);
  const copy = README_SHOTS[file];
  if (copy) writeFileSync(copy, picture);
  if (!shots.some((shot) => shot.name === name)) shots.push({ name, path: new URL(page.url()).pathname });
}

async function shoot(camera: Camera, { name, path, prepare, after, crop, at }: State): Promise<void> {
  if (!name.includes(only) || (at !== undefined && at !== camera.suffix)) return;
  const { page, origin } = camera;
  await page.goto(origin + path, { waitUntil: 'networkidle' });
  await prepare?.(page);
  const window = page.viewportSize();
  // Makes the window as tall as the page, because the browser's own full-page capture briefly shrinks the window, and
  // would catch charts growing back.
  if (window && !prepare) {
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ ...window, height });
  }
  await save(camera, name, crop?.(page));
  await after?.(page);
  if (window) await page.setViewportSize(window);
}

/** Registers a user, who sees the verification gate and then an empty product. */
async function shootNewcomer(camera: Camera, demo: Demo): Promise<void> {
  if (!FOR_NEWCOMER.some(({ name }) => name.includes(only))) return;
  const { page, origin, suffix } = camera;
  const email = `olive-${suffix}@shop.example`;
  await page.goto(origin + screens.register.href());
  await page.getByLabel('Name').fill('Olive Owner');
  await page.getByLabel(/^E-?mail$/).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill('correct horse');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Verify Your Email' }).waitFor();
  await page
    .getByRole('region', { name: /Messages/ })
    .getByRole('button', { name: 'Close' })
    .click();
  await page
    .getByRole('region', { name: /Messages/ })
    .getByRole('listitem')
    .waitFor({ state: 'detached' });
  await save(camera, 'verification-gate');
  await page.goto(await demo.mailedLink(email));
  await save(camera, 'verify-email');
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await page.waitForURL(`**${screens.dashboard.path}`);
  for (const state of FOR_NEWCOMER) await shoot(camera, state);
  await page.context().clearCookies();
}

async function shootOwner(camera: Camera, demo: Demo): Promise<void> {
  const { page, origin } = camera;
  await page.goto(origin + screens.login.href());
  await page.getByLabel(/^E-?mail$/).fill('demo@proofbell.test');
  await page.getByRole('textbox', { name: 'Password' }).fill(demo.password);
  await page.getByRole('button', { name: 'Log in' }).last().click();
  await page.waitForURL(`**${screens.dashboard.path}`);
  for (const state of FOR_OWNER) await shoot(camera, state);
}

/** A notification on the demo's shop page. */
async function shootShop(camera: Camera, shop: string): Promise<void> {
  await camera.page.goto(shop);
  await camera.page.locator('proofbell-widget .notice').first().waitFor();
  await save(camera, 'visitor');
}

/** @returns all screens with screenshots, in index order. */
async function shootAll(browser: Browser, port: number, demo: Demo): Promise<Shot[]> {
  const origin = `http://localhost:${port}`;
  const shots: Shot[] = [];
  for (const colorScheme of SCHEMES) {
    for (const width of WIDTHS) {
      const viewport = { width, height: width === 375 ? 760 : 900 };
      const context = await browser.newContext({ colorScheme, viewport, userAgent: BROWSER, reducedMotion: 'reduce' });
      await pinArm(context);
      const camera = { page: await context.newPage(), origin, suffix: `${width}-${colorScheme}`, shots };
      await shootShop(camera, `http://127.0.0.1:${port}/demo/shop`);
      for (const state of FOR_VISITOR) await shoot(camera, state);
      await shootNewcomer(camera, demo);
      await shootOwner(camera, demo);
      await context.close();
    }
  }
  return shots;
}

if (!only) rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const port = await freePort();
const demo = await startDemo(port);
const browser = await chromium.launch(await chromiumLaunch());
try {
  writeFileSync(join(FOLDER, 'index.html'), indexPage(await shootAll(browser, port, demo)));
  console.log(`Open ${join(FOLDER, 'index.html')}`);
} finally {
  await browser.close();
  demo.server.kill('SIGTERM');
}
