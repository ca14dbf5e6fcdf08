// The built widget on a customer's page, cross-origin and under a strict policy: when and where visitors see a
// notification, what their clicks do, and what is reported.
import { expect } from '@playwright/test';
import { poll } from './support/base.ts';
import { notification, payload } from './support/widget-backend.ts';
import { keepLog, loggedOn, shownOn } from './support/widget-log.ts';
import { atRest, card, hideTab, kinds, lamp, loaded, passUntil, stopClock, test } from './support/widget-test.ts';

test('a notification appears in its corner after the initial delay, and leaves after its duration', async ({
  page,
  backend,
  host,
}) => {
  backend.answer = payload({ timing: { initialDelay: 5, displayDuration: 8, timeBetween: 8 } });
  await stopClock(page);
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

for (const position of ['top-left', 'top-center', 'top-right', 'bottom-left', 'bottom-center'] as const) {
  test(`the position ${position} is respected, and mobile screens have their own`, async ({ page, backend, host }) => {
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
    await poll(centre).toBe(position);
    await page.setViewportSize({ width: 767, height: 720 });
    await poll(centre).toBe('top-center');
  });
}

test('a notification switched off for mobile is not shown there', async ({ page, backend, host }) => {
  backend.answer = payload({ behavior: { visibility: { showOnDesktop: true, showOnMobile: false, zIndex: 9999 } } });
  await page.setViewportSize({ width: 400, height: 700 });
  await stopClock(page);
  await page.goto(host.origin);
  await loaded(page);
  await page.clock.runFor('10:00');
  await expect(card(page)).toHaveCount(0);
});

test('a display counts once, after the notification has been visible for a second', async ({ page, backend, host }) => {
  backend.answer = payload();
  await stopClock(page);
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
});

test('a notification closed within its first second does not count as displayed', async ({ page, backend, host }) => {
  backend.answer = payload();
  await stopClock(page);
  await page.goto(host.origin);
  await loaded(page);
  await page.clock.runFor(300);
  await card(page).getByRole('button', { name: 'Close' }).click();
  await page.clock.runFor(5_000);
  await poll(() => kinds(backend)).toEqual(['dismiss n1']);
});

test('a click anywhere on the notification is reported, and its link followed', async ({ page, backend, host }) => {
  backend.answer = payload({ notifications: [notification('n1', { url: '/desks/oak' })] });
  await page.goto(host.origin);
  await card(page).click({ position: { x: 30, y: 30 } });
  await page.waitForURL('**/desks/oak');
  await poll(() => kinds(backend)).toContain('click n1');
});

test('a link can open in a new tab without an opener', async ({ page, context, backend, host }) => {
  backend.answer = payload({
    notifications: [notification('n1', { url: '/desks/oak' })],
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

test('a click closes or does nothing, depending on the click behavior', async ({ page, backend, host }) => {
  const notifications = [notification('n1', { url: '/desks/oak' })];
  backend.answer = payload({ notifications, interaction: { clickBehavior: 'none' } });
  await stopClock(page);
  await page.goto(host.origin);
  await loaded(page);
  await page.clock.runFor(100);
  await expect(card(page)).toBeVisible();
  await expect(card(page).getByRole('link')).toHaveCount(0);
  backend.answer = payload({ notifications, interaction: { clickBehavior: 'dismiss', dismissPeriod: 'page' } });
  await page.reload();
  await loaded(page);
  await page.clock.runFor(100);
  await card(page).getByRole('button', { name: 'Ana from Lisbon' }).click();
  await expect(card(page)).toHaveCount(0);
  await page.clock.runFor(5_000);
  await poll(() => kinds(backend)).toEqual(['dismiss n1']);
});

test('a closed notification stays away across reloads until its period is over; the next one is shown', async ({
  page,
  backend,
  host,
}) => {
  const answer = { notifications: [notification('n1'), lamp] };
  backend.answer = payload({ ...answer, interaction: { dismissPeriod: '1h' } });
  await stopClock(page);
  const begin = async () => {
    await loaded(page);
    await page.clock.runFor(100);
  };
  await page.goto(host.origin);
  await begin();
  await card(page).getByRole('button', { name: 'Close' }).click();
  await expect(card(page)).toHaveCount(0);
  await page.clock.runFor(300);
  await expect(card(page)).toContainText('bought a lamp');
  await page.reload();
  await begin();
  await expect(card(page)).toContainText('bought a lamp');
  await page.clock.fastForward(3_600_000);
  await page.reload();
  await begin();
  await expect(card(page)).toContainText('bought the Oak Desk');
});

test('a notification closed for one page only is back on the next', async ({ page, backend, host }) => {
  backend.answer = payload({ interaction: { dismissPeriod: 'page' } });
  await page.goto(host.origin);
  await card(page).getByRole('button', { name: 'Close' }).click();
  await expect(card(page)).toHaveCount(0);
  await page.evaluate(() => history.pushState(null, '', '/elsewhere'));
  await expect(card(page)).toBeVisible();
});

test('Escape closes, except while the page needs it', async ({ page, backend, host }) => {
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

test('without permission to close there is no button, and Escape does nothing', async ({ page, backend, host }) => {
  backend.answer = payload({ interaction: { allowClosing: false } });
  await page.goto(host.origin);
  await expect(card(page)).toBeVisible();
  await expect(card(page).getByRole('button')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(card(page)).toBeVisible();
});

test('time stands still under the pointer', async ({ page, backend, host }) => {
  backend.answer = payload({ timing: { displayDuration: 8 } });
  await stopClock(page);
  await page.goto(host.origin);
  await loaded(page);
  await page.clock.runFor(100);
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
  await stopClock(page);
  await keepLog(page);
  await page.goto(host.origin);
  await loaded(page);
  await page.clock.runFor(100);
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
