// The built widget on a customer's page, cross-origin and under a strict policy: when and where visitors see a
// notification, what their clicks do, and what is reported.
import { expect } from '@playwright/test';
import { HOUR } from '#shared/time.ts';
import { poll } from './support/base.ts';
import { NOW, notification, payload } from './support/widget-backend.ts';
import { tag } from './support/widget-host.ts';
import { keepLog, loggedOn, shownOn } from './support/widget-log.ts';
import {
  atRest,
  begin,
  card,
  hideTab,
  kinds,
  lamp,
  loaded,
  openStopped,
  passUntil,
  stopClock,
  test,
} from './support/widget-test.ts';

test('a notification appears in its corner after the initial delay, and leaves after its duration', async ({
  page,
  backend,
  host,
}) => {
  backend.answer = payload({ timing: { initialDelay: 5, displayDuration: 8, timeBetween: 8 } });
  await stopClock(page, NOW);
  await page.goto(host.origin);
  await loaded(page);
  await page.clock.runFor(4_900);
  await expect(card(page)).toHaveCount(0);
  await page.clock.runFor(200);
  await expect(card(page)).toHaveText(/Ana from Lisbon\s*bought the Oak Desk\s*2 hours ago/);
  await atRest(page);
  const box = await card(page).boundingBox();
  const size = page.viewportSize();
  const gap = await page.evaluate(() => innerWidth - document.documentElement.clientWidth);
  expect(Math.round((size?.width ?? 0) - gap - (box?.x ?? 0) - (box?.width ?? 0))).toBe(20);
  expect(Math.round((size?.height ?? 0) - (box?.y ?? 0) - (box?.height ?? 0))).toBe(20);
  await page.clock.runFor(8_000);
  await expect(card(page)).toHaveCount(0);
});

test('every position is respected, and mobile screens have their own', async ({ page, backend, host }) => {
  const center = () =>
    card(page).evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const { clientWidth } = document.documentElement;
      const third = ['left', 'center', 'right'][Math.floor(((left + right) / 2 / clientWidth) * 3)];
      return `${(top + bottom) / 2 < innerHeight / 2 ? 'top' : 'bottom'}-${third}`;
    });
  for (const position of ['top-left', 'top-center', 'top-right', 'bottom-left', 'bottom-center'] as const) {
    await page.setViewportSize({ width: 1280, height: 720 });
    backend.answer = payload({ behavior: { position, mobilePosition: 'top' } });
    await page.goto(host.origin);
    await expect(card(page)).toBeVisible();
    await poll(center).toBe(position);
    await page.setViewportSize({ width: 767, height: 720 });
    await poll(center, `${position} on a phone`).toBe('top-center');
  }
});

test('a display counts once, after a second on the screen; what is closed before then is no display', async ({
  page,
  backend,
  host,
}) => {
  backend.answer = payload();
  await stopClock(page, NOW);
  await keepLog(page);
  await page.goto(`${host.origin}/desks/oak?ref=mail#top`);
  await loaded(page);
  await passUntil(page, async () => (await shownOn(page)).length > 0, 'shown');
  await page.clock.runFor(800);
  expect((await loggedOn(page)).map(({ event }) => event)).not.toContain('display');
  await passUntil(page, async () => (await loggedOn(page)).some(({ event }) => event === 'display'), 'displayed');
  await page.clock.runFor(30_000);
  await poll(() => backend.events).toEqual([
    { type: 'display', notificationId: 'n1', page: '/desks/oak', device: 'desktop' },
  ]);

  await page.reload();
  await loaded(page);
  await page.clock.runFor(300);
  await card(page).getByRole('button', { name: 'Close' }).click();
  await page.clock.runFor(5_000);
  await poll(() => kinds(backend)).toEqual(['display n1', 'dismiss n1']);
});

test('a click anywhere on the notification is reported once, and its link followed, in a new tab without an opener', async ({
  page,
  context,
  backend,
  host,
}) => {
  const notifications = [notification('n1', { url: '/desks/oak' })];
  backend.answer = payload({ notifications });
  await page.goto(host.origin);
  await expect(card(page).getByRole('link')).toHaveAttribute('rel', 'noopener');
  await expect(card(page).getByRole('link')).toHaveAttribute('target', '');
  await card(page).click({ position: { x: 30, y: 30 } });
  await page.waitForURL('**/desks/oak');
  await poll(() => kinds(backend)).toContain('click n1');

  await test.step('two clicks on one showing count as one', async () => {
    await expect(card(page)).toBeVisible();
    backend.events.length = 0;
    // A page with a client-side router keeps the notification on the screen.
    await page.evaluate(() => document.addEventListener('click', (event) => event.preventDefault()));
    await card(page).getByRole('link').dblclick();
    await poll(() => kinds(backend)).toContain('click n1');
    await poll(() => kinds(backend)).toContain('display n1');
    expect(kinds(backend).filter((kind) => kind === 'click n1')).toHaveLength(1);
  });

  await test.step('in a new tab', async () => {
    backend.answer = payload({
      notifications,
      interaction: { openInNewTab: true, entireNotificationClickable: false },
    });
    await page.goto(host.origin);
    await expect(card(page).getByRole('link')).toHaveAttribute('rel', 'noopener');
    await expect(card(page).getByRole('link')).toHaveAttribute('target', '_blank');
    const opened = context.waitForEvent('page');
    await card(page).getByRole('link', { name: 'Ana from Lisbon' }).click();
    const tab = await opened;
    await tab.waitForURL('**/desks/oak');
    expect(await tab.evaluate(() => opener)).toBeNull();
    await expect(card(page)).toHaveCount(0);
  });
});

test('a click closes or does nothing, depending on the click behavior', async ({ page, backend, host }) => {
  const notifications = [notification('n1', { url: '/desks/oak' })];
  backend.answer = payload({ notifications, interaction: { clickBehavior: 'none' } });
  await openStopped(page, host.origin);
  await expect(card(page)).toBeVisible();
  await expect(card(page).getByRole('link')).toHaveCount(0);
  backend.answer = payload({ notifications, interaction: { clickBehavior: 'dismiss', dismissPeriod: 'page' } });
  await page.reload();
  await begin(page);
  await card(page).getByRole('button', { name: 'Ana from Lisbon' }).click();
  await expect(card(page)).toHaveCount(0);
  await page.clock.runFor(5_000);
  await poll(() => kinds(backend)).toEqual(['dismiss n1']);
});

test('a closed notification stays away across reloads until its period is over, and the next one is shown [spec 9.14]', async ({
  page,
  backend,
  host,
}) => {
  const close = () => card(page).getByRole('button', { name: 'Close' }).click();
  const answer = { notifications: [notification('n1'), lamp] };
  backend.answer = payload({ ...answer, interaction: { dismissPeriod: '1h' } });
  await openStopped(page, host.origin);
  await close();
  await expect(card(page)).toHaveCount(0);
  await page.clock.runFor(300);
  await expect(card(page)).toContainText('bought a lamp');
  await page.reload();
  await begin(page);
  await expect(card(page)).toContainText('bought a lamp');
  await page.clock.fastForward(HOUR);
  await page.reload();
  await begin(page);
  await expect(card(page)).toContainText('bought the Oak Desk');

  await test.step('closed for one page only, it is back on the next', async () => {
    backend.answer = payload({ interaction: { dismissPeriod: 'page' } });
    await page.reload();
    await begin(page);
    await close();
    await page.clock.runFor(5_000);
    await expect(card(page)).toHaveCount(0);
    await page.evaluate(() => history.pushState(null, '', '/elsewhere'));
    await passUntil(page, () => card(page).isVisible(), 'back');
  });
});

test('Escape closes, except while the page needs it, or closing is not allowed', async ({ page, backend, host }) => {
  backend.answer = payload({ interaction: { allowClosing: false } });
  await page.goto(host.origin);
  await expect(card(page)).toBeVisible();
  await expect(card(page).getByRole('button')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(card(page)).toBeVisible();
  backend.answer = payload();
  await page.goto(host.origin);
  await expect(card(page).getByRole('button')).toBeVisible();
  await page.getByLabel('Search').focus();
  await page.keyboard.press('Escape');
  await expect(card(page)).toBeVisible();
  await page.getByLabel('Search').blur();
  await page.keyboard.press('Escape');
  await expect(card(page)).toHaveCount(0);
});

test('time stands still under the pointer', async ({ page, backend, host }) => {
  backend.answer = payload({ timing: { displayDuration: 8 } });
  await openStopped(page, host.origin);
  const isUnderPointer = () => card(page).evaluate((element) => element.matches(':hover'));
  await card(page).hover();
  await poll(isUnderPointer).toBe(true);
  await page.clock.runFor(60_000);
  await expect(card(page)).toBeVisible();
  await page.mouse.move(5, 5);
  await poll(isUnderPointer).toBe(false);
  await page.clock.runFor(8_100);
  await expect(card(page)).toHaveCount(0);
});

test('a hidden tab stops time, counts no display, and sends what is waiting', async ({ page, backend, host }) => {
  backend.answer = payload({ timing: { displayDuration: 8 } });
  await keepLog(page);
  await openStopped(page, host.origin);
  await expect(card(page)).toBeVisible();
  const isDisplayed = async () => (await loggedOn(page)).some(({ event }) => event === 'display');
  await page.clock.runFor(500);
  await hideTab(page, true);
  await page.clock.runFor(60_000);
  expect(await isDisplayed()).toBe(false);
  await hideTab(page, false);
  await expect(card(page)).toBeVisible();
  await passUntil(page, isDisplayed, 'displayed');
  expect(backend.events).toEqual([]);
  await hideTab(page, true);
  await poll(() => kinds(backend)).toEqual(['display n1']);
});

test.describe('with a touch screen', () => {
  test.use({ hasTouch: true });

  test('a notification is shown and counted on the screens it is for: phones below 768 px, others from there', async ({
    page,
    backend,
    host,
  }) => {
    await page.clock.install({ time: NOW });
    for (const [width, showOnDesktop, device] of [
      [768, false, null],
      [767, true, null],
      [768, true, 'tablet'],
      [767, false, 'mobile'],
    ] as const) {
      const visibility = { showOnDesktop, showOnMobile: !showOnDesktop, zIndex: 9999 };
      backend.answer = payload({ behavior: { visibility } });
      backend.events.length = 0;
      await page.setViewportSize({ width, height: 700 });
      await page.goto(host.origin);
      await loaded(page);
      await page.clock.runFor(device ? 5_000 : '10:00');
      await expect(card(page), `${width} px`).toHaveCount(device ? 1 : 0);
      await poll(() => backend.events, `${width} px`).toMatchObject(device ? [{ type: 'display', device }] : []);
    }
  });
});

test.describe('on a phone', () => {
  test.use({
    viewport: { width: 390, height: 700 },
    screen: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });

  test('a page without a viewport tag, laid out 980 px wide, is still a page on a phone', async ({
    page,
    backend,
    host,
  }) => {
    backend.answer = payload({
      behavior: { mobilePosition: 'top', visibility: { showOnDesktop: false, showOnMobile: true, zIndex: 9999 } },
    });
    host.pages.set('/', `<!doctype html><title>Old shop</title>${tag(backend.origin)}`);
    await page.goto(host.origin);
    expect(await page.evaluate(() => document.documentElement.clientWidth)).toBe(980);
    await expect(card(page)).toBeVisible();
    expect((await card(page).boundingBox())?.y).toBeLessThan(100);
    await poll(() => backend.events).toMatchObject([{ type: 'display', device: 'mobile' }]);
  });
});
