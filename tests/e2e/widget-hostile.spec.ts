// Hostile surroundings: the pages of support/hostile-pages.ts, what a page puts beside or over the notification, and
// browsers that lack one of the things a widget might rely on. The page works as before, nothing reaches its error
// handlers, nothing on it shifts, and the notification is shown properly and counted once, or not shown at all.
import { expect, type Page } from '@playwright/test';
import { partOf } from '#tests/support/runs.ts';
import { poll, settled } from './support/base.ts';
import { expectProper, expectSilent, payloadAnswered } from './support/hostile-outcome.ts';
import { HOSTILE_PAGES } from './support/hostile-pages.ts';
import { expectShopWorks, expectUntouched, shopPage, shopScript } from './support/hostile-shop.ts';
import { NOW, notification, payload, startWidgetBackend } from './support/widget-backend.ts';
import { startHostSite, tag } from './support/widget-host.ts';
import { atRest, card, kinds, loaded, openStopped, passUntil, stopClock, test } from './support/widget-test.ts';

// A trace would add globals of its own to the page.
test.use({ trace: 'off' });

/** Visits the pages one after another: each is on an origin of its own, so that nothing of one is there in the next. */
async function visitEach(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) await test.step(name, () => visit(page, name));
}

async function visit(page: Page, name: string): Promise<void> {
  const hostile = HOSTILE_PAGES[name];
  if (!hostile) throw new Error(`No page is called ${name}`);
  const { outcome, asks = 1 } = hostile;
  const backend = await startWidgetBackend();
  const host = await startHostSite(backend.origin);
  try {
    backend.answer = hostile.answer === undefined ? payload() : hostile.answer;
    host.pages.set('/', hostile.html?.(backend.origin) ?? shopPage(backend.origin));
    host.pages.set('/shop.js', shopScript(...(hostile.scripts ?? [])));
    if (hostile.policy) host.policies.set('/', hostile.policy(backend.origin));
    const scope = hostile.scope?.(page) ?? page;
    // No clock on pages that show the notification: some patch their timers.
    if (outcome === 'silent') await page.clock.install({ time: NOW });
    if (hostile.isHeld) await stopClock(page, NOW);
    const answered = asks > 0 ? payloadAnswered(page) : page.waitForLoadState('load');

    await page.goto(host.origin);
    if (hostile.afterLoad) await loaded(page);
    await hostile.afterLoad?.(page);
    if (hostile.isHeld) await page.clock.resume();
    if (outcome === 'shows') await expectProper(page, scope);
    await expectShopWorks(scope);
    if (outcome === 'shows') {
      if (hostile.isCounted !== false) await poll(() => kinds(backend), 'one display').toEqual(['display n1']);
      await expectProper(page, scope);
    } else {
      await answered;
      await expectSilent(page, scope);
      expect(backend.events).toEqual([]);
    }
    expect(backend.requests.filter((request) => request.startsWith('GET /api/embed/'))).toHaveLength(asks);
    await expectUntouched(scope, hostile.refused?.(backend.origin));
  } finally {
    await page.goto('about:blank');
    await host.close();
    await backend.close();
  }
}

/** Shown, and without a clock of ours. */
const STRICT = ['strict content security policy, no inline style or script', 'no localStorage: it throws'];
const FOREIGN = ['prototype.js 1.7', '* { all: unset !important }', 'sandboxed iframe'];
const SILENT = ['backend down', 'payload of a later version'];
/** Those that write themselves anew, while the time stands still. */
const REWRITTEN = ['a page whose script replaces the whole root'];
const all = Object.entries(HOSTILE_PAGES);
const namesOf = (pick: (page: (typeof all)[number][1], name: string) => boolean) =>
  all.filter(([name, one]) => pick(one, name)).map(([name]) => name);

for (const names of [STRICT, FOREIGN]) {
  test(`the notification is shown and the page works as before: ${names.join('; ')}`, async ({ page }) => {
    await visitEach(page, names);
  });
}

test(`the widget is silent and the page works as before: ${SILENT.join('; ')}`, async ({ page }) => {
  await visitEach(page, SILENT);
});

test(`the notification is shown although the page replaces all there is: ${REWRITTEN.join('; ')}`, {
  tag: '@short',
}, async ({ page }) => {
  await visitEach(page, REWRITTEN);
});

const styled = /css|style|unset|quirks|XHTML|right to left|iframe|written by/;
for (const [which, pick] of [
  ['documents and styles', (name) => styled.test(name)],
  ['everything else', (name) => !styled.test(name)],
] as [string, (name: string) => boolean][]) {
  test(`the notification is shown on every hostile page, and the page works as before: ${which}`, {
    tag: '@long',
  }, async ({ page }) => {
    const names = namesOf(({ outcome, isHeld }, name) => outcome === 'shows' && !isHeld && pick(name));
    expect(names.length).toBeGreaterThan(6);
    await visitEach(page, partOf(names, 2));
  });
}

test('the notification is shown on every page that writes itself anew', { tag: '@long' }, async ({ page }) => {
  const names = namesOf(({ isHeld }) => isHeld === true);
  expect(names).toHaveLength(3);
  await visitEach(page, names);
});

test('the widget is silent with every backend, policy and tag that is wrong, and the page works as before', {
  tag: '@long',
}, async ({ page }) => {
  await visitEach(
    page,
    partOf(
      namesOf(({ outcome }) => outcome === 'silent'),
      2,
    ),
  );
});

/** The notification is shown without these. */
const DISPENSABLE = [
  'IntersectionObserver',
  'CustomEvent',
  'Intl',
  'getComputedStyle',
  'navigation',
  'localStorage',
  'performance',
  'history',
];
const NAMES = [
  ...DISPENSABLE,
  // A payload that another frame stored shows it, if that came first.
  'fetch',
  'EventTarget',
  'AbortController',
  'AbortSignal',
  'CSSStyleSheet',
  'URL',
  'matchMedia',
  'Set',
];

test(`without any one of these the page works, and a notification that is shown can be closed: ${NAMES.join(', ')}`, {
  tag: '@long',
}, async ({ page, backend, host }) => {
  backend.answer = payload();
  host.policies.set('/', '');
  for (const name of NAMES) {
    host.policies.set(`/${name}`, '');
    const lose = `<script>Object.defineProperty(window,'${name}',{value:undefined,writable:true})</script>`;
    host.pages.set(`/${name}`, shopPage(backend.origin, { head: lose }));
  }
  host.pages.set('/shop.js', shopScript());
  const frames = NAMES.map((name) => `<iframe src="/${name}" name="${name}" width="600" height="300"></iframe>`);
  host.pages.set('/', `<!doctype html>${frames.join('')}`);
  await page.clock.install({ time: NOW });
  await page.goto(host.origin);
  await settled(page);
  await page.clock.runFor(1_000);
  const cardIn = (name: string) => page.frameLocator(`[name=${name}]`).locator('proofbell-widget .notice:not(.gone)');
  for (const name of DISPENSABLE) await expect(cardIn(name), `shown without ${name}`).toHaveCount(1);
  const wrong: string[] = [];
  for (const name of NAMES) {
    const frame = page.frameLocator(`[name=${name}]`);
    await frame.locator('#buy').click();
    await expect(frame.locator('#basket')).toHaveText('1');
    if ((await cardIn(name).count()) > 0) {
      // What is fixed inside a frame cannot be scrolled to.
      await cardIn(name)
        .locator('.close')
        .evaluate((button) => (button as HTMLElement).click());
      await expect(cardIn(name), `closed without ${name}`).toHaveCount(0);
    }
    const issues = await frame.locator('html').getAttribute('data-issues');
    if (issues) wrong.push(`${name}: ${issues}`);
  }
  expect(wrong).toEqual([]);
});

test.describe('beside what the page itself puts on the screen', () => {
  const TOP = 2_147_483_647;
  /** Counts its clicks in its title, and removes itself at the third. */
  const counting = `onclick="this.title=+this.title+1;if(this.title==='3')this.remove()"`;

  test.beforeEach(({ backend, host }) => {
    backend.answer = payload({ notifications: [notification('n1', { url: '/desks/oak' })] });
    host.pages.set('/shop.js', shopScript());
    host.policies.set('/', '');
  });

  test('a wall over the whole screen stays above the notification and gets every click', { tag: '@long' }, async ({
    page,
    backend,
    host,
  }) => {
    const wall = `<div id="wall" style="position:fixed;inset:0;z-index:${TOP};background:#000c" ${counting}></div>`;
    host.pages.set('/', shopPage(backend.origin, { end: wall + tag(backend.origin) }));
    await page.goto(host.origin);
    await expect(card(page)).toHaveCount(1);
    const box = await card(page).boundingBox();
    const middle = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
    for (const title of ['1', '2']) {
      await page.mouse.click(middle.x, middle.y);
      await expect(page.locator('#wall')).toHaveAttribute('title', title);
    }
    expect(new URL(page.url()).pathname).toBe('/');
    await page.mouse.click(middle.x, middle.y);
    await expect(page.locator('#wall')).toHaveCount(0);
    await expectProper(page, page);
    await expectShopWorks(page);
    await expectUntouched(page);
  });

  test('a chat bubble in the same corner gets its clicks, and so does the page around the notification', async ({
    page,
    backend,
    host,
  }) => {
    const fixed = (id: string, style: string) =>
      `<button id="${id}" type="button" style="position:fixed;${style}" ${counting}>Chat</button>`;
    const bubble = fixed('bubble', `right:24px;bottom:24px;width:60px;height:60px;z-index:${TOP}`);
    // Under the notification by its z-index, beside it by a pixel.
    const beside = fixed('beside', 'right:381px;bottom:20px;width:40px;height:70px;z-index:1');
    const under = fixed('under', 'right:20px;bottom:0;width:360px;height:19px;z-index:1');
    host.pages.set('/', shopPage(backend.origin, { end: bubble + beside + under + tag(backend.origin) }));
    await page.goto(host.origin);
    await expectProper(page, page);
    for (const id of ['#bubble', '#beside', '#under']) {
      await page.locator(id).click();
      await expect(page.locator(id)).toHaveAttribute('title', '1');
    }
    await expectShopWorks(page);
    await expectUntouched(page);
  });

  test('an open dialog keeps the keyboard, the focus and Escape', async ({ page, backend, host }) => {
    const dialog = '<dialog id="box"><button autofocus>Agree</button></dialog>';
    host.pages.set('/', shopPage(backend.origin, { end: dialog + tag(backend.origin) }));
    backend.answer = payload({ timing: { initialDelay: 30 } });
    await stopClock(page, NOW);
    await page.goto(host.origin);
    await loaded(page);
    await page.evaluate(() => document.querySelector('dialog')?.showModal());
    await page.clock.runFor(30_100);
    await expect(card(page)).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Agree' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.locator('dialog')).toHaveJSProperty('open', false);
    await expect(card(page)).toHaveCount(1);
    await page.clock.resume();
    await expectProper(page, page);
    await expectUntouched(page);
  });
});

const LOOP = { queue: { order: 'newest', loop: true, perPage: 0, perVisit: 0 } } as const;

test('in browsers without the Navigation API moves are still noticed', { tag: '@long' }, async ({
  page,
  backend,
  host,
}) => {
  await page.addInitScript(() => Object.defineProperty(window, 'navigation', { value: undefined }));
  backend.answer = payload({ interaction: { dismissPeriod: 'page' } });
  await page.goto(host.origin);
  await card(page).getByRole('button', { name: 'Close' }).click();
  await expect(card(page)).toHaveCount(0);
  await page.evaluate(() => history.replaceState(null, '', '/elsewhere'));
  await expect(card(page)).toBeVisible();
});

test('a page that removes all of its elements still gets the next notification', { tag: '@long' }, async ({
  page,
  backend,
  host,
}) => {
  backend.answer = payload({ timing: { displayDuration: 1, timeBetween: 0.5 }, behavior: LOOP });
  await openStopped(page, host.origin);
  await expect(card(page)).toBeVisible();
  await page.evaluate(() => document.documentElement.replaceChildren(document.createElement('body')));
  await expect(card(page)).toHaveCount(0);
  await passUntil(page, () => card(page).isVisible(), 'shown again');
});

test('the notification shifts nothing on the page', { tag: '@long' }, async ({ page, backend, host }) => {
  backend.answer = payload({ notifications: [notification('n1', { image: `${backend.origin}/photo.png` })] });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    const add = (entries: PerformanceEntry[]) => shifts.push(...entries.map(({ startTime }) => startTime));
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    const readShifts = () => {
      add(observer.takeRecords());
      return shifts;
    };
    Object.assign(window, { readShifts });
  });
  await page.goto(host.origin);
  const image = card(page).locator('img');
  await expect(image).toBeVisible();
  await image.evaluate((element: HTMLImageElement) => element.decode());
  await atRest(page);
  // A shift is reported once its frame is drawn.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await page.evaluate(() => (window as unknown as { readShifts(): number[] }).readShifts())).toEqual([]);
});
