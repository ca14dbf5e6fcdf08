// The built widget as a guest on its page: with the keyboard and assistive technology, over moves inside the site, and
// in the hands of the page's own scripts.
import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { notice, payload } from './support/widget-backend.ts';
import { hostPage, tag } from './support/widget-host.ts';
import { card, lamp, loaded, test } from './support/widget-test.ts';

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
    .poll(() =>
      backend.events.flatMap((event) => (event.type === 'cost' ? [] : [`${event.notificationId} ${event.page}`])),
    )
    .toEqual(['n1 /', 'n2 /lamps']);
});

test('a query that is taken off the address, or changed, makes no other page: its cap goes on', async ({
  page,
  backend,
  host,
}) => {
  backend.answer = payload({
    notifications: [notice('n1'), lamp],
    behavior: { queue: { order: 'newest', loop: false, perPage: 1, perVisit: 0 } },
    timing: { displayDuration: 1.2, timeBetween: 0.1 },
  });
  await page.goto(`${host.origin}/?utm_source=letter`);
  await expect(card(page)).toContainText('bought the Oak Desk');
  await page.evaluate(() => history.replaceState(null, '', '/'));
  await expect(card(page)).toHaveCount(0);
  await page.evaluate(() => history.pushState(null, '', '/?color=red'));
  await page.waitForTimeout(600);
  await expect(card(page)).toHaveCount(0);
  await page.evaluate(() => history.pushState(null, '', '/lamps?color=red'));
  await expect(card(page)).toContainText('bought a lamp');
  await expect
    .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('proofbell:site-1:visitor') ?? '{}').pages))
    .toBe(2);
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

test('a page that reads from right to left has its notice that way round', async ({ page, backend, host }) => {
  host.pages.set('/', hostPage(tag(backend.origin), 'lang="ar" dir="rtl"'));
  backend.answer = payload({ notifications: [notice('n1', { title: 'ليلى من دبي', message: 'اشترت مكتب البلوط' })] });
  await page.goto(host.origin);
  await expect(card(page)).toBeVisible();
  const x = async (selector: string) => (await card(page).locator(selector).boundingBox())?.x ?? 0;
  expect(await x('.media')).toBeGreaterThan(await x('.close'));
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
