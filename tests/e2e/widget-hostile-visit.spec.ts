// The widget over a longer visit where something is missing or in the way: storage, the backend, the Navigation API, an
// image, the page's own elements.
import { expect } from '@playwright/test';
import { poll } from './support/base.ts';
import { notification, payload } from './support/widget-backend.ts';
import { atRest, card, kinds, lamp, loaded, passUntil, stopClock, test } from './support/widget-test.ts';

test('without localStorage everything works, and a closed notification stays closed on the page', async ({
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
  await stopClock(page);
  await page.goto(host.origin);
  await loaded(page);
  await page.clock.runFor(100);
  await card(page).getByRole('button', { name: 'Close' }).click();
  await page.clock.runFor('10:00');
  await expect(card(page)).toHaveCount(0);
  await poll(() => kinds(backend)).toContain('dismiss n1');
});

test('the last good payload is used while the backend is down, and its end times are respected', async ({
  page,
  backend,
  host,
}) => {
  const endsAt = new Date(Date.now() + 3_600_000).toISOString();
  backend.answer = payload({
    notifications: [notification('n1', { endsAt }), lamp],
  });
  await page.clock.install();
  await page.goto(host.origin);
  await expect(card(page)).toContainText('bought the Oak Desk');
  const kept = () => page.evaluate(() => localStorage.getItem('proofbell:site-1:payload'));
  await poll(kept).toContain('bought the Oak Desk');
  backend.answer = null;
  await page.clock.fastForward(3_700_000);
  await page.reload();
  await expect(card(page)).toContainText('bought a lamp');
  backend.answer = { status: 404, body: '{}' };
  await page.reload();
  await poll(kept).toBe('');
});

test('in browsers without the Navigation API moves are still noticed', async ({ page, backend, host }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'navigation', { value: undefined }));
  backend.answer = payload({ interaction: { dismissPeriod: 'page' } });
  await page.goto(host.origin);
  await card(page).getByRole('button', { name: 'Close' }).click();
  await expect(card(page)).toHaveCount(0);
  await page.evaluate(() => history.replaceState(null, '', '/elsewhere'));
  await expect(card(page)).toBeVisible();
});

test('the notification shifts nothing on the page', async ({ page, backend, host }) => {
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

test('an image that does not load is replaced by an initial of the same size', async ({ page, backend, host }) => {
  backend.answer = payload({ notifications: [notification('n1', { image: `${backend.origin}/none.png` })] });
  await page.goto(host.origin);
  await expect(card(page).locator('.media')).toHaveText('A');
  expect(await card(page).locator('.media').boundingBox()).toMatchObject({ width: 44, height: 44 });
});

test('a page that removes all of its elements still gets the next notification', async ({ page, backend, host }) => {
  backend.answer = payload({
    timing: { displayDuration: 1, timeBetween: 0.5 },
    behavior: { queue: { order: 'newest', loop: true, perPage: 0, perVisit: 0 } },
  });
  await stopClock(page);
  await page.goto(host.origin);
  await loaded(page);
  await page.clock.runFor(100);
  await expect(card(page)).toBeVisible();
  await page.evaluate(() => document.documentElement.replaceChildren(document.createElement('body')));
  await expect(card(page)).toHaveCount(0);
  await passUntil(page, () => card(page).isVisible(), 'shown again');
});
