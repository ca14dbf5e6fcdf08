// The widget over a longer visit where something is missing or in the way: storage, the backend, the browser's word on
// moves, an image, the page's own elements.
import { expect } from '@playwright/test';
import { notice, payload } from './support/widget-backend.ts';
import { card, kinds, lamp, test } from './support/widget-test.ts';

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

test('a page that throws out all of its elements gets the next notice all the same', async ({
  page,
  backend,
  host,
}) => {
  backend.answer = payload({
    timing: { displayDuration: 1, timeBetween: 0.5 },
    behavior: { queue: { order: 'newest', loop: true, perPage: 0, perVisit: 0 } },
  });
  await page.goto(host.origin);
  await expect(card(page)).toBeVisible();
  await page.evaluate(() => document.documentElement.replaceChildren(document.createElement('body')));
  await expect(card(page)).toHaveCount(0);
  await expect(card(page)).toBeVisible();
});
