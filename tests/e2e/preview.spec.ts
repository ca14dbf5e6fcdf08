// The preview beside the settings: it plays in real time, shows every type and follows each change, and looking at it
// costs nobody anything.
import { expect } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { poll } from './support/base.ts';
import { test } from './support/owner.ts';
import { AT_ONCE, framed, openScreen, press, preview, SCREEN, withNotification } from './support/preview.ts';

test('playing keeps to the timing: delay, duration, gap, and its end', async ({ page }) => {
  const api = await withNotification(page);
  await api.addNotification({ message: 'Second', timestamp: '2020-01-01T00:00:00Z' });
  await api.saveSettings({
    behavior: { timing: { initialDelay: 90, displayDuration: 6, timeBetween: 4, randomizeTiming: false } },
  });
  const called: string[] = [];
  await page.clock.install();
  await openScreen(page);
  await page.clock.pauseAt(Date.now() + 120_000);
  page.on('request', (request) => called.push(new URL(request.url()).pathname));
  await press(page, 'Play');
  await expect(framed(page)).toHaveCount(0);
  await page.clock.runFor(2_000);
  await expect(preview(page).getByText('First notification in 1 min 28 s')).toBeVisible();
  await page.clock.runFor(87_900);
  await expect(framed(page)).toHaveCount(0);
  await page.clock.runFor(100);
  await expect(framed(page)).toContainText('As pictured');
  await page.clock.runFor(1_000);
  await expect(preview(page).getByText('Showing 1 of 2: 5 s')).toBeVisible();
  await page.clock.runFor(5_000);
  await expect(framed(page)).toHaveCount(0);
  await press(page, 'Skip the wait');
  await expect(framed(page)).toContainText('Second');
  await press(page, 'Pause');
  await page.clock.runFor(60_000);
  await expect(framed(page)).toContainText('Second');
  await press(page, 'Resume');
  await page.clock.runFor(10_200);
  await expect(preview(page).getByText('Played: 2 of 2 shown')).toBeVisible();
  // At rest again, and none of it was counted.
  await expect(framed(page)).toContainText('As pictured');
  expect(called.filter((path) => path.includes('/embed/'))).toEqual([]);
  expect((await api.notifications()).map(({ displayCount }) => displayCount)).toEqual([0, 0]);
});

test('while it plays, hovering holds a notification and Escape closes it; links lead nowhere', async ({ page }) => {
  const api = await withNotification(page);
  await api.saveSettings({ behavior: { timing: { ...AT_ONCE, displayDuration: 3 } } });
  await page.setViewportSize({ width: 1024, height: 800 });
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
  await page.keyboard.press('Escape');
  await expect(framed(page)).toHaveCount(0);
  // The sheet around it is still there, and takes the next one.
  await expect(preview(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(preview(page)).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe(SCREEN);
});

test('at rest, the keyboard passes the notification by', async ({ page }) => {
  await withNotification(page);
  await openScreen(page);
  await preview(page).getByRole('button', { name: 'Close-up' }).focus();
  await page.keyboard.press('Tab');
  await expect(preview(page).getByRole('button', { name: 'Play' })).toBeFocused();
});

test('at rest, the pointer shows the hover effect, and a press does nothing', async ({ page }) => {
  const api = await withNotification(page);
  await api.saveSettings({
    appearance: { animations: { hoverEffect: 'Glow' }, brandColors: { primaryColor: '#ff0000' } },
  });
  await openScreen(page);
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

test('a change of a setting is seen at once, also while it plays', async ({ page }) => {
  const api = await withNotification(page);
  await api.saveSettings({ behavior: { timing: AT_ONCE } });
  await openScreen(page);
  await expect(framed(page)).toContainText('As pictured');
  await press(page, 'Play');
  await expect(preview(page).getByText(/^Showing 1 of 1/)).toBeVisible();
  await framed(page).evaluate((element) => element.setAttribute('data-same', ''));
  await page.getByRole('textbox', { name: 'Background color' }).fill('#123456');
  await expect(framed(page)).toHaveCSS('background-color', 'rgb(18, 52, 86)');
  // Restyled, not drawn again.
  await expect(framed(page)).toHaveAttribute('data-same', '');
});

test('a limit that changes while it plays holds from then on, and the player goes on', async ({ page }) => {
  const api = await withNotification(page);
  for (const message of ['Second', 'Third']) await api.addNotification({ message });
  await api.saveSettings({ behavior: { timing: { ...AT_ONCE, displayDuration: 6 } } });
  await page.clock.install();
  await page.goto('/oak-and-iron/behavior');
  await expect(framed(page)).toBeVisible();
  await page.clock.pauseAt(Date.now() + 120_000);
  await press(page, 'Play');
  await page.clock.runFor(1_000);
  await expect(preview(page).getByText(/^Showing 1 of 3: 5 s/)).toBeVisible();
  await page.getByRole('switch', { name: /^Start over/ }).click();
  await page.clock.runFor(1_000);
  await expect(preview(page).getByText(/^Showing 1: 4 s/)).toBeVisible();
  const limit = page.getByRole('region', { name: 'Order and limits' }).getByRole('radiogroup').first();
  // Its range is the number's alone.
  await expect(limit).not.toHaveAttribute('max');
  await limit.getByRole('radio', { name: 'Limit', exact: true }).click();
  await page.clock.runFor(1_000);
  await expect(preview(page).getByText(/^Showing 1 of 3: 3 s/)).toBeVisible();
  await press(page, 'Pause');
  await press(page, 'Resume');
  await press(page, 'Skip to the end');
  await page.clock.runFor(1_100);
  await expect(preview(page).getByText(/^Showing 2 of 3/)).toBeVisible();
});

test('every type can be looked at in the page, and the site’s own come back', async ({ page }) => {
  await withNotification(page);
  await openScreen(page);
  const strip = preview(page).getByRole('group', { name: 'Samples of each type' }).getByRole('button');
  await expect(strip).toHaveCount(9);
  for (const thumbnail of await strip.all()) {
    await thumbnail.click();
    await expect(thumbnail).toHaveAttribute('aria-pressed', 'true');
    const text = await thumbnail.locator('.notice .message').textContent();
    await expect(framed(page).locator('.message')).toHaveText(text ?? '');
  }
  await strip.last().click();
  await expect(framed(page)).toContainText('As pictured');
});

test('the screen and the page behind it stay as chosen', async ({ page }) => {
  await withNotification(page);
  await openScreen(page);
  await press(page, 'Phone');
  await press(page, 'Dark page');
  await page.reload();
  await expect(framed(page)).toBeVisible();
  await expect(preview(page).getByRole('button', { name: 'Phone' })).toHaveAttribute('aria-pressed', 'true');
  await expect(preview(page).getByRole('button', { name: 'Dark page' })).toHaveAttribute('aria-pressed', 'true');
});

test('with less motion, nothing moves in', async ({ page }) => {
  const api = await withNotification(page);
  await api.saveSettings({
    appearance: { animations: { animationType: 'Slide In', speed: '2000ms' } },
    behavior: { timing: AT_ONCE },
  });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openScreen(page);
  await press(page, 'Play');
  await press(page, 'Pause');
  await expect(framed(page)).toBeVisible();
  expect(await framed(page).evaluate((element) => element.getAnimations().length)).toBe(0);
});

test('a screen where the widget is turned off says so', async ({ page }) => {
  const api = await withNotification(page);
  await api.saveSettings({ behavior: { visibility: { showOnMobile: false } } });
  await openScreen(page);
  await press(page, 'Phone');
  await expect(framed(page)).toHaveCount(0);
  await expect(preview(page).getByText('Not shown on phones')).toBeVisible();
  await expect(preview(page).getByRole('button', { name: 'Play' })).toBeDisabled();
});

test('the preview is accessible, at rest and playing, beside the settings and over them', async ({ page }) => {
  test.slow();
  const api = await withNotification(page);
  await api.saveSettings({ behavior: { timing: AT_ONCE } });
  await openScreen(page);
  await expectAccessible(page);
  await press(page, 'Play');
  await expect(framed(page)).toBeVisible();
  await press(page, 'Pause');
  await expectAccessible(page);
  await page.setViewportSize({ width: 375, height: 800 });
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(framed(page)).toBeVisible();
  await expectAccessible(page);
});

test('a template shows first what it sets, and the rest from the settings [spec 4.preview.1 4.preview.2]', async ({
  page,
}) => {
  const api = await withNotification(page);
  await api.saveSettings({ appearance: { brandColors: { textColor: '#102030' }, layout: { borderRadius: 2 } } });
  await api.addTemplate({ name: 'Rounded', customization: { layout: { borderRadius: 28 } } });
  await openScreen(page);
  const chooseMode = async (name: string) => {
    await preview(page).getByRole('combobox', { name: 'Preview' }).click();
    await page.getByRole('option', { name }).click();
  };
  await expect(framed(page)).toHaveCSS('border-radius', '2px');
  await chooseMode('Rounded');
  await expect(framed(page)).toHaveCSS('border-radius', '28px');
  await expect(framed(page)).toHaveCSS('color', 'rgb(16, 32, 48)');
  await expect(page.getByText('Values come from the template “Rounded” where it has them')).toBeVisible();
  await chooseMode('Your settings');
  await expect(framed(page)).toHaveCSS('border-radius', '2px');
});

test('notifications that cannot be loaded are not said to be missing, and loaded again on request', async ({
  page,
}) => {
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
  await expectAccessible(page);
  await page.unroute(/notifications\.list/);
  await own.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('region', { name: '1 notification has rules of its own' })).toBeVisible();
  await expect(preview(page).getByText('These are samples.')).toHaveCount(0);
  await expect(preview(page).getByRole('button', { name: 'Play' })).toBeEnabled();
});

test('a preview that fails leaves the settings as they are', async ({ page, issues }) => {
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
