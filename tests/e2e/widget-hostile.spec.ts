// The built widget where something is broken or against it: the page works as before, no error reaches it, and the
// notice shows properly or not at all.
import { expect } from '@playwright/test';
import { notice, payload } from './support/widget-backend.ts';
import { hostPage, tag } from './support/widget-host.ts';
import { card, kinds, lamp, test } from './support/widget-test.ts';

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

test('browsers that do not tell of moves are asked', async ({ page, backend, host }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'navigation', { value: undefined }));
  backend.answer = payload({ interaction: { dismissPeriod: 'page' } });
  await page.goto(host.origin);
  await card(page).getByRole('button', { name: 'Close' }).click();
  await expect(card(page)).toHaveCount(0);
  await page.evaluate(() => history.replaceState(null, '', '/elsewhere'));
  await expect(card(page)).toBeVisible();
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
