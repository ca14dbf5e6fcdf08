// The preview beside the settings: it shows what the widget shows on a foreign page of that size, follows each change,
// plays in real time, and looking at it costs nobody anything. When what is shown is src/client/preview/player's.
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { MOBILE_BREAKPOINT } from '#shared/limits.ts';
import { expectAccessible } from './support/axe.ts';
import { poll, pressWhenIdle } from './support/base.ts';
import { test } from './support/owner.ts';
import type { OwnerApi } from './support/owner-api.ts';
import {
  AT_ONCE,
  framed,
  openScreen,
  press,
  preview,
  SCREEN,
  withNotification,
  withoutPreview,
} from './support/preview.ts';
import { visitShop } from './support/widget-host.ts';
import { card } from './support/widget-test.ts';

/** What a notification looks like and where on its page it is, in pixels of that page. */
const lookOf = (notice: Locator) =>
  notice.evaluate(async (element) => {
    const page = element.getRootNode() instanceof ShadowRoot ? (element.getRootNode() as ShadowRoot).host : element;
    const frame = page.closest<HTMLElement>('[data-preview-page]');
    await Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished));
    const box = frame?.getBoundingClientRect() ?? new DOMRect(0, 0, window.innerWidth, window.innerHeight);
    const scale = frame ? box.width / frame.offsetWidth : 1;
    const { left, top, width, height } = element.getBoundingClientRect();
    const inPixels = (value: number) => Math.round(value / scale);
    const { color, backgroundColor, borderTop, borderRadius, boxShadow, padding, font, zIndex } =
      getComputedStyle(element);
    const title = element.querySelector('.title');
    return {
      size: frame ? [frame.offsetWidth, frame.offsetHeight] : [window.innerWidth, window.innerHeight],
      place: [left - box.left, top - box.top, width, height].map(inPixels),
      style: { color, backgroundColor, borderTop, borderRadius, boxShadow, padding, font, zIndex },
      title: title && getComputedStyle(title).textTransform,
      // The age is written once the page is idle.
      texts: [...element.querySelectorAll('.body > :not(time)')].map(({ textContent }) => textContent),
    };
  });
type Look = Awaited<ReturnType<typeof lookOf>>;

/** @returns what a visitor of a foreign page of that size sees. */
const onForeignPage = (browser: Browser, page: Page, { siteId }: OwnerApi, [width = 0, height = 0]: number[]) =>
  visitShop<Look>(
    browser,
    new URL(page.url()).origin,
    siteId,
    async (shop) => {
      await expect(card(shop)).toBeVisible();
      return lookOf(card(shop));
    },
    { viewport: { width, height } },
  );

/** Nothing that is the default. */
const APPEARANCE = {
  brandColors: { textColor: '#102030', backgroundColor: '#fff4e0', borderColor: '#804020' },
  typography: { fontSize: '17px', headingStyle: 'Uppercase' },
  layout: { borderRadius: 21, padding: '9px', borderThickness: 3, shadowIntensity: 4 },
  customCSS: '.message{letter-spacing:1px}@media (max-width:500px){.notice{margin-bottom:11px;min-height:20vh}}',
} as const;

/** Compares the preview of that screen with what a visitor sees. */
async function expectAsOnForeignPage(browser: Browser, page: Page, api: OwnerApi, screen: 'Desktop' | 'Phone') {
  await press(page, screen);
  const isNarrow = async () => ((await lookOf(framed(page))).size[0] ?? 0) < MOBILE_BREAKPOINT;
  await poll(isNarrow).toBe(screen === 'Phone');
  const shown = await lookOf(framed(page));
  expect(shown).toEqual(await onForeignPage(browser, page, api, shown.size));
}

test('the preview shows a notification as a foreign page does, on a desk and on a phone, wherever it is placed', {
  tag: '@long',
}, async ({ page, browser }) => {
  const api = await withNotification(page);
  for (const [position, mobilePosition] of [
    ['top-left', 'top'],
    ['bottom-center', 'bottom'],
  ] as const) {
    await api.saveSettings({ appearance: APPEARANCE, behavior: { position, mobilePosition, timing: AT_ONCE } });
    await openScreen(page);
    await press(page, 'Whole page');
    await expectAsOnForeignPage(browser, page, api, 'Desktop');
    await expectAsOnForeignPage(browser, page, api, 'Phone');
  }
});

test('the preview plays, counts nothing, and a change of a setting is seen in it at once', async ({ page }) => {
  const api = await withNotification(page);
  await api.saveSettings({ behavior: { timing: AT_ONCE } });
  await openScreen(page);
  const called: string[] = [];
  page.on('request', (request) => called.push(new URL(request.url()).pathname));
  const background = page.getByRole('textbox', { name: 'Background color' });
  await expect(framed(page)).toContainText('As pictured');
  await press(page, 'Play');
  await expect(preview(page).getByText(/^Showing 1 of 1/)).toBeVisible();
  await framed(page).evaluate((element) => element.setAttribute('data-same', ''));
  await background.fill('#123456');
  await expect(framed(page)).toHaveCSS('background-color', 'rgb(18, 52, 86)');
  // Restyled, not drawn again.
  await expect(framed(page)).toHaveAttribute('data-same', '');
  // Longer than a display takes to count, and to be sent.
  await expect(preview(page).getByText(/^Showing 1 of 1: 1 min 5[0-8] s/)).toBeVisible();
  await press(page, 'Skip to the end');
  await expect(preview(page).getByText('Played: 1 of 1 shown')).toBeVisible();
  expect(called.filter((path) => path.includes('/embed/'))).toEqual([]);
  expect((await api.notifications()).map(({ displayCount }) => displayCount)).toEqual([0]);
});

test('a limit that is lowered while the preview plays holds from then on', { tag: '@long' }, async ({ page }) => {
  const api = await withNotification(page);
  await api.addNotification({ message: 'The second one' });
  await api.saveSettings({ behavior: { timing: AT_ONCE, queue: { perPage: 3 } } });
  await page.goto('/oak-and-iron/behavior');
  await press(page, 'Play');
  await expect(preview(page).getByText(/^Showing 1 of 2/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Limit per page' }).fill('1');
  await expect(preview(page).getByText(/^Showing 1 of 1/)).toBeVisible();
  await press(page, 'Skip to the end');
  await expect(preview(page).getByText('Played: 1 of 1 shown')).toBeVisible();
});

test('the preview is at rest until it plays, without a movement if less of it is asked for, shows every type, and stays as chosen', {
  tag: '@long',
}, async ({ page }) => {
  const api = await withNotification(page);
  await api.saveSettings({
    appearance: {
      animations: { hoverEffect: 'Glow', animationType: 'Slide In', speed: '2000ms' },
      brandColors: { primaryColor: '#ff0000' },
    },
    behavior: { timing: AT_ONCE, visibility: { showOnMobile: false } },
  });
  await openScreen(page);
  await test.step('at rest, the keyboard passes the notification by', async () => {
    await preview(page).getByRole('button', { name: 'Close-up' }).focus();
    await page.keyboard.press('Tab');
    await expect(preview(page).getByRole('button', { name: 'Play' })).toBeFocused();
  });
  await test.step('at rest, the pointer shows the hover effect, and a press does nothing', async () => {
    await expect(framed(page)).toContainText('As pictured');
    // Only then is it open to the pointer.
    await preview(page)
      .getByRole('img', { name: /^As visitors see it/ })
      .hover({ position: { x: 5, y: 5 } });
    await framed(page).hover();
    await expect(framed(page)).toHaveCSS('box-shadow', /rgb\(255, 0, 0\)/);
    await framed(page).getByRole('button', { name: 'Close' }).click();
    await framed(page).getByRole('link').click();
    await expect(framed(page)).toContainText('As pictured');
    await expect(page.locator('proofbell-widget:focus-within')).toHaveCount(0);
    expect(new URL(page.url()).pathname).toBe(SCREEN);
  });
  await test.step('it plays to its end', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await press(page, 'Play');
    await expect(preview(page).getByText(/^Showing 1 of 1/)).toBeVisible();
    await press(page, 'Pause');
    expect(await framed(page).evaluate((element) => element.getAnimations().length)).toBe(0);
    await expectAccessible(page);
    await press(page, 'Resume');
    await press(page, 'Skip to the end');
    await expect(preview(page).getByText('Played: 1 of 1 shown')).toBeVisible();
  });
  await test.step('types can be looked at in the page, and the site’s own come back', async () => {
    const strip = preview(page).getByRole('group', { name: 'Samples of each type' }).getByRole('button');
    await expect(strip).toHaveCount(9);
    for (const at of [0, 4, 7]) {
      const thumbnail = strip.nth(at);
      await thumbnail.click();
      await expect(thumbnail).toHaveAttribute('aria-pressed', 'true');
      const text = await thumbnail.locator('.notice .message').textContent();
      await expect(framed(page).locator('.message')).toHaveText(text ?? '');
    }
    await strip.nth(7).click();
    await expect(framed(page)).toContainText('As pictured');
  });
  await test.step('the screen and the page behind it stay as chosen; one where the widget is turned off says so', async () => {
    await press(page, 'Phone');
    await press(page, 'Dark page');
    await page.setViewportSize({ width: 375, height: 800 });
    await page.reload();
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(preview(page).getByRole('button', { name: 'Phone' })).toHaveAttribute('aria-pressed', 'true');
    await expect(preview(page).getByRole('button', { name: 'Dark page' })).toHaveAttribute('aria-pressed', 'true');
    await expect(preview(page).getByText('Not shown on phones')).toBeVisible();
    await expect(framed(page)).toHaveCount(0);
    await expect(preview(page).getByRole('button', { name: 'Play' })).toBeDisabled();
    await expectAccessible(page);
  });
});

test('while it plays, hovering holds a notification and Escape closes it; links lead nowhere', {
  tag: '@long',
}, async ({ page }) => {
  const api = await withNotification(page);
  await api.saveSettings({ behavior: { timing: { ...AT_ONCE, displayDuration: 3 } } });
  await withoutPreview(page);
  await page.clock.install();
  await page.goto(SCREEN);
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(framed(page)).toBeVisible();
  await page.clock.pauseAt(Date.now() + 120_000);
  await press(page, 'Play');
  await page.clock.runFor(100);
  await framed(page).hover();
  await page.clock.runFor(30_000);
  await expect(preview(page).getByText('Showing 1 of 1: waits while you hover')).toBeVisible();
  await framed(page).getByRole('link').click();
  await expect(framed(page)).toBeVisible();
  await pressWhenIdle(page, 'Escape');
  await expect(framed(page)).toHaveCount(0);
  // The sheet around it is still there, and takes the next one.
  await expect(preview(page)).toBeVisible();
  await pressWhenIdle(page, 'Escape');
  await expect(preview(page)).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe(SCREEN);
});

test('notifications that cannot be loaded are not said to be missing, and loaded again on request', {
  tag: '@long',
}, async ({ page }) => {
  const api = await withNotification(page);
  await api.addNotification({
    name: 'Ruled',
    message: 'Ruled',
    rules: { match: 'all', conditions: [{ type: 'exit', operator: 'happened' }] },
  });
  await page.route(/notifications\.list/, (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.goto('/oak-and-iron/rules');
  await expect(preview(page).getByText("Couldn't load your notifications")).toBeVisible();
  await expect(preview(page).getByText('These are samples.')).toBeVisible();
  await expect(preview(page).getByText(/as soon as one is active/)).toHaveCount(0);
  await expect(preview(page).getByRole('button', { name: 'Play' })).toBeDisabled();
  const own = page.getByRole('region', { name: 'Notifications with rules of their own' });
  await expect(own.getByText("Couldn't load your notifications")).toBeVisible();
  await page.unroute(/notifications\.list/);
  await own.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('region', { name: '1 notification has rules of its own' })).toBeVisible();
  await expect(preview(page).getByText('These are samples.')).toHaveCount(0);
  await expect(preview(page).getByRole('button', { name: 'Play' })).toBeEnabled();
});

test('a preview that fails leaves the settings as they are', { tag: '@long' }, async ({ page, issues }) => {
  const api = await withNotification(page);
  const saves: string[] = [];
  page.on('request', (request) => request.url().includes('saveSettings') && saves.push(request.url()));
  await page.addInitScript(() => {
    CSSStyleSheet.prototype.replaceSync = () => {
      throw new Error('the preview fails');
    };
  });
  await page.goto('/oak-and-iron/behavior');
  await expect(page.getByText('The preview failed. Your settings are not affected.')).toBeVisible();
  await expect(page.getByRole('switch', { name: /^Start over/ })).not.toBeChecked();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled();
  expect(saves).toEqual([]);
  // Changes are made and saved all the same.
  await page.getByRole('switch', { name: /^Start over/ }).click();
  await poll(async () => (await api.settings()).behavior.queue.loop).toBe(true);
  // It is told to the console, and only there.
  expect(issues.splice(0).join()).toContain('the preview fails');
});
