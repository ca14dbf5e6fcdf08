// The built widget on a customer's page in a real browser, cross-origin and under a strict policy: what visitors see,
// what is reported, and what a hostile or broken surrounding does.
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { notice, payload, startWidgetBackend, type WidgetBackend } from './support/widget-backend.ts';
import { type HostSite, hostPage, startHostSite, tag } from './support/widget-host.ts';

type Fixtures = { backend: WidgetBackend; host: HostSite; faults: string[] };

const test = base.extend<Fixtures>({
  backend: async ({ browserName: _ }, use) => {
    const backend = await startWidgetBackend();
    await use(backend);
    await backend.close();
  },
  host: async ({ backend }, use) => {
    const host = await startHostSite(backend.origin);
    await use(host);
    await host.close();
  },
  /** Errors of the page; every test must leave it empty. */
  faults: [
    async ({ page }, use) => {
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      await use(faults);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

const card = (page: Page) => page.locator('proofbell-widget .notice:not(.gone)');
/** Older than the other notices, so it comes after them. */
const lamp = notice('n2', { message: 'bought a lamp', timestamp: '2020-01-01T00:00:00Z' });
const kinds = (backend: WidgetBackend) => backend.events.map(({ type, notificationId }) => `${type} ${notificationId}`);
/** Waits until the payload has come and been read. */
const loaded = (page: Page) => page.locator('proofbell-widget').waitFor({ state: 'attached' });

test('a notice comes after the initial delay, at its corner, and goes after its time', async ({
  page,
  backend,
  host,
}) => {
  backend.answer = payload({ timing: { initialDelay: 5, displayDuration: 8, timeBetween: 8 } });
  await page.clock.install();
  await page.goto(host.origin);
  await loaded(page);
  await page.clock.runFor(4_500);
  await expect(card(page)).toHaveCount(0);
  await page.clock.runFor(600);
  await expect(card(page)).toHaveText(/Ana from Lisbon\s*bought the Oak Desk\s*2 hours ago/);
  await page.waitForTimeout(400);
  const box = await card(page).boundingBox();
  const size = page.viewportSize();
  const gap = await page.evaluate(() => innerWidth - document.documentElement.clientWidth);
  expect(Math.round((size?.width ?? 0) - gap - (box?.x ?? 0) - (box?.width ?? 0))).toBe(20);
  expect(Math.round((size?.height ?? 0) - (box?.y ?? 0) - (box?.height ?? 0))).toBe(20);
  await page.clock.runFor(8_000);
  await expect(card(page)).toHaveCount(0);
});

for (const position of ['top-left', 'top-center', 'top-right', 'bottom-left', 'bottom-center'] as const) {
  test(`the ${position} position is where it says, and a mobile screen has its own`, async ({
    page,
    backend,
    host,
  }) => {
    backend.answer = payload({ behavior: { position, mobilePosition: 'top' } });
    await page.goto(host.origin);
    await expect(card(page)).toBeVisible();
    const centre = () =>
      card(page).evaluate((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const { clientWidth } = document.documentElement;
        const third = ['left', 'center', 'right'][Math.floor(((left + right) / 2 / clientWidth) * 3)];
        return `${(top + bottom) / 2 < innerHeight / 2 ? 'top' : 'bottom'}-${third}`;
      });
    await page.setViewportSize({ width: 1280, height: 720 });
    await expect.poll(centre).toBe(position);
    await page.setViewportSize({ width: 767, height: 720 });
    await expect.poll(centre).toBe('top-center');
  });
}

test('a notice switched off for mobile screens stays away there', async ({ page, backend, host }) => {
  backend.answer = payload({ behavior: { visibility: { showOnDesktop: true, showOnMobile: false, zIndex: 9999 } } });
  await page.setViewportSize({ width: 400, height: 700 });
  await page.goto(host.origin);
  await loaded(page);
  await page.waitForTimeout(300);
  await expect(card(page)).toHaveCount(0);
});

test('a display counts once, after the notice was visible for a second', async ({ page, backend, host }) => {
  backend.answer = payload();
  await page.clock.install();
  await page.goto(`${host.origin}/desks/oak?ref=mail#top`);
  await expect(card(page)).toBeVisible();
  await page.clock.runFor(900);
  await page.clock.runFor(900);
  await page.clock.runFor(5_000);
  await expect
    .poll(() => backend.events)
    .toEqual([{ type: 'display', notificationId: 'n1', page: '/desks/oak', device: 'desktop' }]);
});

test('a notice closed within its first second was not displayed', async ({ page, backend, host }) => {
  backend.answer = payload();
  await page.clock.install();
  await page.goto(host.origin);
  await expect(card(page)).toBeVisible();
  await page.clock.runFor(300);
  await card(page).getByRole('button', { name: 'Close' }).click();
  await page.clock.runFor(5_000);
  await expect.poll(() => kinds(backend)).toEqual(['dismiss n1']);
});

test('a click anywhere on the notice is reported and followed', async ({ page, backend, host }) => {
  backend.answer = payload({ notifications: [notice('n1', { url: '/desks/oak' })] });
  await page.goto(host.origin);
  await card(page).click({ position: { x: 30, y: 30 } });
  await page.waitForURL('**/desks/oak');
  await expect.poll(() => kinds(backend)).toContain('click n1');
});

test('a link for a new tab opens one that knows nothing of the page', async ({ page, context, backend, host }) => {
  backend.answer = payload({
    notifications: [notice('n1', { url: '/desks/oak' })],
    interaction: { openInNewTab: true, entireNotificationClickable: false },
  });
  await page.goto(host.origin);
  const opened = context.waitForEvent('page');
  await card(page).getByRole('link', { name: 'Ana from Lisbon' }).click();
  const tab = await opened;
  await tab.waitForURL('**/desks/oak');
  expect(await tab.evaluate(() => opener)).toBeNull();
  await expect(card(page)).toHaveCount(0);
});

test('a click closes where that is the behaviour, and does nothing where none is wanted', async ({
  page,
  backend,
  host,
}) => {
  const notifications = [notice('n1', { url: '/desks/oak' })];
  backend.answer = payload({ notifications, interaction: { clickBehavior: 'none' } });
  await page.goto(host.origin);
  await expect(card(page)).toBeVisible();
  await expect(card(page).getByRole('link')).toHaveCount(0);
  backend.answer = payload({ notifications, interaction: { clickBehavior: 'dismiss', dismissPeriod: 'page' } });
  await page.reload();
  await card(page).getByRole('button', { name: 'Ana from Lisbon' }).click();
  await expect(card(page)).toHaveCount(0);
  await expect.poll(() => kinds(backend)).toEqual(['dismiss n1']);
});

test('a closed notice stays away over a reload until its period is over; the next one comes', async ({
  page,
  backend,
  host,
}) => {
  const answer = { notifications: [notice('n1'), lamp] };
  backend.answer = payload({ ...answer, interaction: { dismissPeriod: '1h' } });
  await page.clock.install();
  await page.goto(host.origin);
  await card(page).getByRole('button', { name: 'Close' }).click();
  await expect(card(page)).toHaveCount(0);
  await page.clock.runFor(300);
  await expect(card(page)).toContainText('bought a lamp');
  await page.reload();
  await expect(card(page)).toContainText('bought a lamp');
  await page.clock.fastForward(3_600_000);
  await page.reload();
  await expect(card(page)).toContainText('bought the Oak Desk');
});

test('a notice closed for the page only is back on the next one', async ({ page, backend, host }) => {
  backend.answer = payload({ interaction: { dismissPeriod: 'page' } });
  await page.goto(host.origin);
  await card(page).getByRole('button', { name: 'Close' }).click();
  await expect(card(page)).toHaveCount(0);
  await page.evaluate(() => history.pushState(null, '', '/elsewhere'));
  await expect(card(page)).toBeVisible();
});

test('Escape closes, but not while it means something to the page', async ({ page, backend, host }) => {
  backend.answer = payload();
  await page.goto(host.origin);
  await expect(card(page)).toBeVisible();
  await page.getByLabel('Search').focus();
  await page.keyboard.press('Escape');
  await expect(card(page)).toBeVisible();
  await page.getByLabel('Search').blur();
  await page.keyboard.press('Escape');
  await expect(card(page)).toHaveCount(0);
});

test('where closing is not allowed there is no button, and Escape does nothing', async ({ page, backend, host }) => {
  backend.answer = payload({ interaction: { allowClosing: false } });
  await page.goto(host.origin);
  await expect(card(page)).toBeVisible();
  await expect(card(page).getByRole('button')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(card(page)).toBeVisible();
});

test('the keyboard reaches link and button, and goes back to where it came from', async ({ page, backend, host }) => {
  backend.answer = payload({ notifications: [notice('n1', { url: '/desks/oak' })] });
  await page.goto(host.origin);
  await page.getByLabel('Search').focus();
  await expect(card(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(card(page).getByRole('link')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(card(page).getByRole('button')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(card(page)).toHaveCount(0);
  await expect(page.getByLabel('Search')).toBeFocused();
});

test('time stands still under the pointer', async ({ page, backend, host }) => {
  backend.answer = payload({ timing: { displayDuration: 8 } });
  await page.clock.install();
  await page.goto(host.origin);
  await card(page).hover();
  await page.clock.runFor(60_000);
  await expect(card(page)).toBeVisible();
  await page.mouse.move(5, 5);
  await page.clock.runFor(8_100);
  await expect(card(page)).toHaveCount(0);
});

test('a hidden tab stops time and counts no display, and what waits is sent', async ({ page, backend, host }) => {
  backend.answer = payload({ timing: { displayDuration: 8 } });
  await page.clock.install();
  await page.goto(host.origin);
  await expect(card(page)).toBeVisible();
  const hide = (isHidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);
  await page.clock.runFor(500);
  await hide(true);
  await page.clock.runFor(60_000);
  expect(backend.events).toEqual([]);
  await hide(false);
  await expect(card(page)).toBeVisible();
  await page.clock.runFor(1_100);
  expect(backend.events).toEqual([]);
  await hide(true);
  await expect.poll(() => kinds(backend)).toEqual(['display n1']);
});

test('two copies of the tag show one notice from one request', async ({ page, backend, host }) => {
  host.pages.set('/', hostPage(tag(backend.origin).repeat(2)));
  backend.answer = payload();
  await page.goto(host.origin);
  await expect(card(page)).toHaveCount(1);
  await expect(page.locator('proofbell-widget')).toHaveCount(1);
  expect(backend.requests.filter((request) => request === 'GET /api/embed/site-1')).toHaveLength(1);
});

test('without localStorage everything works, and what was closed stays closed on the page', async ({
  page,
  backend,
  host,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  backend.answer = payload({
    timing: { timeBetween: 0.1 },
    behavior: { queue: { order: 'newest', loop: true, perPage: 0, perVisit: 0 } },
  });
  await page.goto(host.origin);
  await card(page).getByRole('button', { name: 'Close' }).click();
  await page.waitForTimeout(500);
  await expect(card(page)).toHaveCount(0);
  await expect.poll(() => kinds(backend)).toContain('dismiss n1');
});

const FAILURES = {
  'unknown site': { status: 404, body: '{"code":"not-found"}' },
  'failing backend': { status: 500, body: '{}' },
  'backend that answers HTML': { status: 200, type: 'text/html', body: '<!doctype html><h1>Hello' },
  'cut-off answer': { status: 200, body: payload().body.slice(0, 200) },
  'answer of another shape': {
    status: 200,
    body: '{"v":1,"token":"t","widget":{"behavior":{"timing":{}},"appearance":{"layout":{}}},"notifications":[{"id":1,"message":"x"}]}',
  },
  'backend that is down': null,
};
for (const [name, answer] of Object.entries(FAILURES)) {
  test(`${name}: the page is as it was, and nothing is thrown`, async ({ page, backend, host }) => {
    backend.answer = answer;
    await page.goto(host.origin);
    await expect.poll(() => backend.requests).toContain('GET /api/embed/site-1');
    await page.waitForTimeout(300);
    await expect(card(page)).toHaveCount(0);
    await expect(page.getByRole('heading')).toHaveText('Oak Desk');
  });
}

test('the last good payload serves while the backend is down, with its end times kept', async ({
  page,
  backend,
  host,
}) => {
  const endsAt = new Date(Date.now() + 3_600_000).toISOString();
  backend.answer = payload({
    notifications: [notice('n1', { endsAt }), lamp],
  });
  await page.clock.install();
  await page.goto(host.origin);
  await expect(card(page)).toContainText('bought the Oak Desk');
  backend.answer = null;
  await page.clock.fastForward(3_700_000);
  await page.reload();
  await expect(card(page)).toContainText('bought a lamp');
  backend.answer = { status: 404, body: '{}' };
  await page.reload();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('proofbell:site-1:payload'))).toBe('');
});

test('a visitor who moves inside the site keeps one widget, which reports the new page', async ({
  page,
  backend,
  host,
}) => {
  backend.answer = payload({
    notifications: [notice('n1'), lamp],
    behavior: { queue: { order: 'newest', loop: false, perPage: 1, perVisit: 0 } },
    timing: { displayDuration: 1.2, timeBetween: 0.1 },
  });
  await page.addInitScript(() => {
    const before = history.pushState;
    history.pushState = function patched(...args) {
      document.title = `moved to ${args[2]}`;
      return before.apply(this, args);
    };
  });
  await page.goto(host.origin);
  await expect(card(page)).toContainText('bought the Oak Desk');
  await expect(card(page)).toHaveCount(0);
  await page.waitForTimeout(400);
  await expect(card(page)).toHaveCount(0);
  await page.evaluate(() => history.pushState(null, '', '/lamps?page=2'));
  await expect(card(page)).toContainText('bought a lamp');
  await expect(page).toHaveTitle('moved to /lamps?page=2');
  await expect(page.locator('proofbell-widget')).toHaveCount(1);
  await expect
    .poll(() => backend.events.map((event) => `${event.notificationId} ${event.page}`))
    .toEqual(['n1 /', 'n2 /lamps']);
});

test('browsers that do not tell of moves are asked', async ({ page, backend, host }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'navigation', { value: undefined }));
  backend.answer = payload({ interaction: { dismissPeriod: 'page' } });
  await page.goto(host.origin);
  await card(page).getByRole('button', { name: 'Close' }).click();
  await expect(card(page)).toHaveCount(0);
  await page.evaluate(() => history.replaceState(null, '', '/elsewhere'));
  await expect(card(page)).toBeVisible();
});

test('the queue goes on over pages, keeps its caps, and asks for nothing but its backend', async ({
  page,
  backend,
  host,
}) => {
  const asked = new Set<string>();
  page.on('request', (request) => asked.add(new URL(request.url()).origin));
  const notifications = ['n1', 'n2', 'n3'].map((id, i) =>
    notice(id, { message: id, timestamp: `202${5 - i}-01-01T00:00:00Z` }),
  );
  backend.answer = payload({
    notifications,
    behavior: { queue: { order: 'newest', loop: false, perPage: 1, perVisit: 2 } },
  });
  await page.goto(host.origin);
  await expect(card(page)).toContainText('n1');
  await page.goto(`${host.origin}/next`);
  await expect(card(page)).toContainText('n2');
  await page.goto(`${host.origin}/last`);
  await loaded(page);
  await page.waitForTimeout(300);
  await expect(card(page)).toHaveCount(0);
  expect([...asked].sort()).toEqual([backend.origin, host.origin].sort());
});

test('nothing on the page moves', async ({ page, backend, host }) => {
  backend.answer = payload({ notifications: [notice('n1', { image: `${backend.origin}/photo.png` })] });
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.push(`${entry.entryType} ${entry.startTime}`);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(host.origin);
  await expect(card(page).locator('img')).toBeVisible();
  await page.waitForTimeout(500);
  expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([]);
});

test('an image that does not load gives way to an initial in the same box', async ({ page, backend, host }) => {
  backend.answer = payload({ notifications: [notice('n1', { image: `${backend.origin}/none.png` })] });
  await page.goto(host.origin);
  await expect(card(page).locator('.media')).toHaveText('A');
  expect(await card(page).locator('.media').boundingBox()).toMatchObject({ width: 44, height: 44 });
});

test('markup, overrides and endless text are shown as text, cut, on the smallest screen', async ({
  page,
  backend,
  host,
}) => {
  const message = `<img src=x onerror=alert(1)> \u202eesrever ${'Donaudampfschiff'.repeat(600)}`;
  backend.answer = payload({ notifications: [notice('n1', { message, url: 'javascript:alert(1)' })] });
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto(host.origin);
  await expect(card(page).locator('.message')).toHaveText(message);
  await expect(card(page).getByRole('link')).toHaveCount(0);
  await expect
    .poll(async () => {
      const box = await card(page).boundingBox();
      return box && box.x >= 0 && box.y >= 0 && box.x + box.width <= 320 && box.y + box.height <= 256;
    })
    .toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test('a page that reads from right to left has its notice that way round', async ({ page, backend, host }) => {
  host.pages.set('/', hostPage(tag(backend.origin), 'lang="ar" dir="rtl"'));
  backend.answer = payload({ notifications: [notice('n1', { title: 'ليلى من دبي', message: 'اشترت مكتب البلوط' })] });
  await page.goto(host.origin);
  await expect(card(page)).toBeVisible();
  const x = async (selector: string) => (await card(page).locator(selector).boundingBox())?.x ?? 0;
  expect(await x('.media')).toBeGreaterThan(await x('.close'));
});

test('a page that unsets every style, and one that wrote itself anew, show the notice all the same', async ({
  page,
  backend,
  host,
}) => {
  await page.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { all: unset !important } html { display: block !important }');
    document.adoptedStyleSheets = [sheet];
  });
  backend.answer = payload({
    timing: { displayDuration: 1, timeBetween: 0.5 },
    behavior: { queue: { order: 'newest', loop: true, perPage: 0, perVisit: 0 } },
  });
  await page.goto(host.origin);
  await expect(card(page)).toBeVisible();
  expect(await card(page).evaluate((element) => getComputedStyle(element).display)).toBe('flex');
  await page.evaluate(() => document.documentElement.replaceChildren(document.createElement('body')));
  await expect(card(page)).toHaveCount(0);
  await expect(card(page)).toBeVisible();
});

test('patched lists and frozen built-ins change nothing', async ({ page, backend, host }) => {
  await page.addInitScript(() => {
    Object.assign(Array.prototype, { toJSON: () => 'broken', extra: () => 0 });
    Object.freeze(Object.prototype);
    Object.freeze(Array.prototype);
    Object.freeze(history);
  });
  backend.answer = payload();
  await page.goto(host.origin);
  await expect(card(page)).toBeVisible();
  await expect.poll(() => kinds(backend)).toEqual(['display n1']);
});

test('scripts of the page can listen, pause, show and take it all away', async ({ page, backend, host, faults }) => {
  backend.answer = payload({
    notifications: [notice('n1'), lamp],
    timing: { initialDelay: 60 },
  });
  await page.goto(host.origin);
  await page.waitForFunction(() => window.Proofbell);
  await page.evaluate(() => {
    const log: string[] = [];
    Object.assign(window, { log });
    for (const event of ['show', 'hide', 'dismiss'] as const)
      window.Proofbell?.on(event, ({ id }) => log.push(`${event} ${id}`));
    window.Proofbell?.on('show', () => {
      throw new Error('of the page');
    });
    const stop = window.Proofbell?.on('show', () => log.push('never'));
    stop?.();
    window.Proofbell?.show('n2');
  });
  await expect(card(page)).toContainText('bought a lamp');
  await page.evaluate(() => window.Proofbell?.pause());
  await expect(card(page)).toHaveCount(0);
  await page.evaluate(() => window.Proofbell?.show('n1'));
  await expect(card(page)).toContainText('bought the Oak Desk');
  await page.keyboard.press('Escape');
  await expect(card(page)).toHaveCount(0);
  await page.evaluate(() => window.Proofbell?.destroy());
  await expect(page.locator('proofbell-widget')).toHaveCount(0);
  expect(await page.evaluate(() => 'Proofbell' in window)).toBe(false);
  expect(await page.evaluate(() => (window as unknown as { log: string[] }).log)).toEqual([
    'show n2',
    'hide n2',
    'show n1',
    'dismiss n1',
    'hide n1',
  ]);
  // The listener's own fault is the page's to see.
  expect(faults.splice(0)).toEqual(['of the page', 'of the page']);
});

test('assistive technology finds a polite status, and axe finds no fault', async ({ page, backend, host }) => {
  backend.answer = payload({
    notifications: [notice('n1', { url: '/desks/oak', image: `${backend.origin}/photo.png` })],
  });
  await page.goto(host.origin);
  await expect(page.getByRole('status')).toContainText('Ana from Lisbon');
  await page.waitForTimeout(400);
  const { violations } = await new AxeBuilder({ page }).include('proofbell-widget').analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`)).toEqual([]);
});

test('notices move in, but not for visitors who want less motion; paper gets none', async ({ page, backend, host }) => {
  backend.answer = payload({ speed: '2000ms' });
  await page.goto(host.origin);
  await expect(card(page)).toBeVisible();
  expect(await card(page).evaluate((element) => element.getAnimations().length)).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  await expect(card(page)).toBeVisible();
  expect(await card(page).evaluate((element) => element.getAnimations().length)).toBe(0);
  await page.emulateMedia({ media: 'print' });
  await expect(card(page)).toBeHidden();
});
