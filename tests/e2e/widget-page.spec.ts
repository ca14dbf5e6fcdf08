// The built widget as a guest on its page: the keyboard, assistive technology, moves within the site, the page's own
// scripts, and a tag that comes late or twice.
import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { poll } from './support/base.ts';
import { notification, payload } from './support/widget-backend.ts';
import { hostPage, LAX, tag } from './support/widget-host.ts';
import { keepLog, loggedOn } from './support/widget-log.ts';
import {
  atRest,
  card,
  kinds,
  lamp,
  loaded,
  passUntil,
  stopAnimations,
  stopClock,
  test,
} from './support/widget-test.ts';

test('the keyboard reaches the link and the button, and the focus returns where it came from', async ({
  page,
  backend,
  host,
}) => {
  backend.answer = payload({ notifications: [notification('n1', { url: '/desks/oak' })] });
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

test('a visitor moving within the site keeps one widget, which reports the new page', async ({
  page,
  backend,
  host,
}) => {
  backend.answer = payload({
    notifications: [notification('n1'), lamp],
    behavior: { queue: { order: 'newest', loop: false, perPage: 1, perVisit: 0 } },
    timing: { displayDuration: 30, timeBetween: 0.1 },
  });
  await page.addInitScript(() => {
    const before = history.pushState;
    history.pushState = function patched(...args) {
      document.title = `moved to ${args[2]}`;
      return before.apply(this, args);
    };
  });
  await stopClock(page);
  await keepLog(page);
  const displays = async () => (await loggedOn(page)).filter(({ event }) => event === 'display').length;
  await page.goto(host.origin);
  await loaded(page);
  await page.clock.runFor(100);
  await expect(card(page)).toContainText('bought the Oak Desk');
  await passUntil(page, async () => (await displays()) === 1, 'one display');
  await page.clock.runFor('10:00');
  await expect(card(page)).toHaveCount(0);
  await page.evaluate(() => history.pushState(null, '', '/lamps?page=2'));
  await page.clock.runFor(100);
  await expect(card(page)).toContainText('bought a lamp');
  await expect(page).toHaveTitle('moved to /lamps?page=2');
  await expect(page.locator('proofbell-widget')).toHaveCount(1);
  await passUntil(page, async () => (await displays()) === 2, 'two displays');
  await page.clock.runFor(5_000);
  await poll(() =>
    backend.events.flatMap((event) => (event.type === 'cost' ? [] : [`${event.notificationId} ${event.page}`])),
  ).toEqual(['n1 /', 'n2 /lamps']);
});

test('removing or changing the query does not make a new page: the cap still applies', async ({
  page,
  backend,
  host,
}) => {
  backend.answer = payload({
    notifications: [notification('n1'), lamp],
    behavior: { queue: { order: 'newest', loop: false, perPage: 1, perVisit: 0 } },
    timing: { displayDuration: 1.2, timeBetween: 0.1 },
  });
  await stopClock(page);
  await page.goto(`${host.origin}/?utm_source=letter`);
  await loaded(page);
  await page.clock.runFor(100);
  await expect(card(page)).toContainText('bought the Oak Desk');
  await page.evaluate(() => history.replaceState(null, '', '/'));
  await page.clock.runFor(2_000);
  await expect(card(page)).toHaveCount(0);
  await page.evaluate(() => history.pushState(null, '', '/?color=red'));
  await page.clock.runFor('10:00');
  await expect(card(page)).toHaveCount(0);
  await page.evaluate(() => history.pushState(null, '', '/lamps?color=red'));
  await page.clock.runFor(100);
  await expect(card(page)).toContainText('bought a lamp');
  await poll(() =>
    page.evaluate(() => JSON.parse(localStorage.getItem('proofbell:site-1:visitor') ?? '{}').pages),
  ).toBe(2);
});

test('the queue continues across pages, keeps its caps, and requests nothing but its backend', async ({
  page,
  backend,
  host,
}) => {
  const asked = new Set<string>();
  page.on('request', (request) => asked.add(new URL(request.url()).origin));
  const notifications = ['n1', 'n2', 'n3'].map((id, i) =>
    notification(id, { message: id, timestamp: `202${5 - i}-01-01T00:00:00Z` }),
  );
  backend.answer = payload({
    notifications,
    behavior: { queue: { order: 'newest', loop: false, perPage: 1, perVisit: 2 } },
  });
  await page.clock.install();
  await page.goto(host.origin);
  await expect(card(page)).toContainText('n1');
  await page.goto(`${host.origin}/next`);
  await expect(card(page)).toContainText('n2');
  await page.goto(`${host.origin}/last`);
  await loaded(page);
  await page.clock.runFor(60_000);
  await expect(card(page)).toHaveCount(0);
  expect([...asked].sort()).toEqual([backend.origin, host.origin].sort());
});

test('a right-to-left page gets a right-to-left notification', async ({ page, backend, host }) => {
  host.pages.set('/', hostPage(tag(backend.origin), 'lang="ar" dir="rtl"'));
  backend.answer = payload({
    notifications: [notification('n1', { title: 'ليلى من دبي', message: 'اشترت مكتب البلوط' })],
  });
  await page.goto(host.origin);
  await expect(card(page)).toBeVisible();
  const x = async (selector: string) => (await card(page).locator(selector).boundingBox())?.x ?? 0;
  expect(await x('.media')).toBeGreaterThan(await x('.close'));
});

test('the page’s scripts can listen, pause, show and remove everything', async ({ page, backend, host, issues }) => {
  backend.answer = payload({
    notifications: [notification('n1'), lamp],
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
  // An error in the page's own listener is reported to the page.
  expect(issues.splice(0)).toEqual(['of the page', 'of the page']);
});

test('assistive technology finds a polite status, and axe finds no issues', async ({ page, backend, host }) => {
  backend.answer = payload({
    notifications: [notification('n1', { url: '/desks/oak', image: `${backend.origin}/photo.png` })],
  });
  await page.goto(host.origin);
  await expect(page.getByRole('status')).toContainText('Ana from Lisbon');
  await atRest(page);
  const { violations } = await new AxeBuilder({ page }).include('proofbell-widget').analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`)).toEqual([]);
});

test('notifications animate, except for visitors who want less motion, and are not printed', async ({
  page,
  backend,
  host,
}) => {
  backend.answer = payload();
  await stopAnimations(page);
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

test('a tag added long after the page loaded works, and a second site’s tag changes nothing', async ({
  page,
  backend,
  host,
}) => {
  backend.answer = payload();
  host.pages.set(LAX, hostPage(''));
  await page.goto(host.origin + LAX, { waitUntil: 'load' });
  for (const siteId of ['site-1', 'site-2']) {
    await page.evaluate(
      ([src = '', id = '']) =>
        new Promise<void>((resolve) => {
          const script = Object.assign(document.createElement('script'), { src, onload: () => resolve() });
          script.dataset.siteId = id;
          document.head.append(script);
        }),
      [`${backend.origin}/widget.js`, siteId],
    );
    await loaded(page);
  }
  await expect(card(page)).toHaveCount(1);
  await poll(() => kinds(backend)).toEqual(['display n1']);
  expect(backend.requests.filter((request) => request.includes('site-2'))).toEqual([]);
});

test('two clicks on one showing count as one', async ({ page, backend, host }) => {
  backend.answer = payload({ notifications: [notification('n1', { url: '/next' })] });
  host.pages.set('/', hostPage(tag(backend.origin)));
  await page.goto(host.origin);
  await loaded(page);
  // A page with a client-side router keeps the notification on the screen.
  await page.evaluate(() => document.addEventListener('click', (event) => event.preventDefault()));
  await card(page).getByRole('link').dblclick();
  await poll(() => kinds(backend)).toContain('click n1');
  await poll(() => kinds(backend)).toContain('display n1');
  expect(kinds(backend).filter((kind) => kind === 'click n1')).toHaveLength(1);
});

test('a notification waits for its start while the page is open, and an ended one is not shown', async ({
  page,
  backend,
  host,
}) => {
  await page.clock.install({ time: '2026-05-01T12:00:00Z' });
  backend.answer = payload({
    notifications: [
      notification('soon', { startsAt: '2026-05-01T12:05:00Z', message: 'starts at five past' }),
      notification('over', { endsAt: '2026-05-01T12:00:00Z', message: 'ended at twelve' }),
    ],
  });
  await page.goto(host.origin);
  await loaded(page);
  await page.clock.runFor('04:00');
  await expect(card(page)).toHaveCount(0);
  await page.clock.runFor('01:30');
  await expect(card(page)).toContainText('starts at five past');
  await page.clock.runFor('30:00');
  await expect(page.getByText('ended at twelve')).toHaveCount(0);
});
