// The inspector's overlay as a guest on the page: the keyboard, assistive technology, patched built-ins; and the way to
// it from the app.
import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { poll } from './support/base.ts';
import {
  addOldToJson,
  extendLikePrototype,
  extendObjects,
  polyfillCollections,
  wrapBrowser,
} from './support/hostile-scripts.ts';
import { card, MOBILE, overlay, row, STEADY, snippet, summary, test, visit } from './support/inspector-test.ts';
import { hostPage } from './support/widget-host.ts';

for (const [width, scheme] of [
  [320, 'light'],
  [1280, 'dark'],
] as const) {
  test(`the overlay is usable by keyboard and passes axe at ${width} px, ${scheme}`, async ({
    page,
    api,
    host,
    baseURL,
  }) => {
    await page.setViewportSize({ width, height: 640 });
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await api.saveSettings({
      ...STEADY,
      rules: { match: 'all', conditions: [{ type: 'exit', operator: 'happened' }] },
    });
    await api.addNotification({ name: 'Plain', message: 'bought a lamp' });
    await api.addNotification({
      name: 'Mobile',
      message: 'x'.repeat(400),
      rules: { match: 'all', conditions: [MOBILE] },
    });
    host.policies.set('/unset', '');
    const unset = '<style>* { all: unset !important }</style><script>onerror = (m) => (document.title = m)</script>';
    host.pages.set('/unset', hostPage(unset + snippet(baseURL ?? '', api.siteId)));
    await page.goto(`${host.origin}/unset`);
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    const plain = await height();
    await page.clock.install();
    await visit(page, await api.link(`${host.origin}/unset`));
    await expect(row(page, 'Plain')).toContainText('On hold');
    expect(await height()).toBe(plain);
    const box = await overlay(page).boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= width && box.height <= 640).toBe(true);
    const scrolls = await overlay(page).evaluate((element) => element.scrollWidth > element.clientWidth);
    expect(scrolls).toBe(false);

    const { violations } = await new AxeBuilder({ page }).include('proofbell-inspector').analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`)).toEqual([]);

    // The overlay did not take the focus.
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe('body');
    await overlay(page).getByRole('button', { name: 'Move to the other side' }).focus();
    const place = async () => (await overlay(page).boundingBox())?.[width < 520 ? 'y' : 'x'];
    const there = await place();
    await page.keyboard.press('Enter');
    await poll(place).not.toBe(there);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(row(page, 'Plain')).toBeHidden();
    await expect(overlay(page).getByRole('button', { name: 'Expand' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(row(page, 'Plain')).toBeVisible();
    await overlay(page).getByRole('button', { name: 'Show now: Plain' }).focus();
    // The overlay redraws itself every second.
    await page.clock.runFor(2_500);
    await expect(overlay(page).getByRole('button', { name: 'Show now: Plain' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(card(page)).toContainText('bought a lamp');
    await expect(overlay(page).getByRole('button', { name: 'Show now: Plain' })).toBeFocused();
  });
}

test('an owner opens their page from the app; a wrong address and a failure are reported where they belong', async ({
  page,
  api,
  host,
  context,
}) => {
  await api.saveSettings(STEADY);
  await api.addNotification({ name: 'Plain', message: 'bought a lamp' });
  await api.saveSite({ domains: ['localhost'] });
  for (const path of ['site-setup', 'notifications']) {
    await page.goto(`/oak-and-iron/${path}`);
    await page.getByRole('button', { name: "Why don't I see it?" }).click();
    await expect(page.getByRole('dialog').getByLabel('Page URL')).toHaveValue('http://localhost/');
  }
  const dialog = page.getByRole('dialog', { name: "Why don't I see it?" });
  const field = dialog.getByLabel('Page URL');
  const open = dialog.getByRole('button', { name: 'Open my page' });
  await field.fill('shop');
  await open.click();
  await expect(field).toHaveAccessibleDescription(/starting with https:\/\/ or http:\/\//);
  expect(context.pages()).toHaveLength(1);

  await field.fill(`${host.origin}/#reviews`);
  await page.route('**/api/trpc/sites.inspectionLink**', (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Temporarily unavailable. Please try again' } }),
  );
  const failing = context.waitForEvent('page');
  await open.click();
  await expect(dialog.getByRole('alert')).toContainText('Temporarily unavailable');
  await poll(async () => (await failing).isClosed()).toBe(true);
  await page.unroute('**/api/trpc/sites.inspectionLink**');

  const opening = context.waitForEvent('page');
  await open.click();
  const tab = await opening;
  await expect(tab).toHaveURL(new RegExp(`^${host.origin}/#reviews&proofbell=`));
  await expect(summary(tab)).toHaveText('On screen: Plain');
  expect(await tab.evaluate(() => window.opener)).toBeNull();
  await expect(dialog.getByRole('status').filter({ hasText: 'Works until' })).toBeVisible();
  await expect(dialog.locator('code')).toHaveText(tab.url());
  await field.fill('https://other.example/');
  await expect(dialog).not.toContainText('Works until');

  await dialog.getByRole('button', { name: 'Just give me the link' }).click();
  await expect(dialog.locator('code')).toContainText('https://other.example/#proofbell=');
  expect(context.pages()).toHaveLength(2);
});

for (const patch of [extendLikePrototype, addOldToJson, extendObjects, polyfillCollections, wrapBrowser]) {
  test(`the overlay also works on pages that patch built-ins: ${patch.name}`, async ({ page, api, host, baseURL }) => {
    await api.saveSettings(STEADY);
    await api.addNotification({ name: 'Plain', message: 'bought a lamp' });
    await api.addNotification({ name: 'Mobile', message: 'x', rules: { match: 'all', conditions: [MOBILE] } });
    host.policies.set('/patched', '');
    host.pages.set('/patched', hostPage(`<script>(${patch})();</script>${snippet(baseURL ?? '', api.siteId)}`));
    await visit(page, await api.link(`${host.origin}/patched`));
    await expect(summary(page)).toHaveText('On screen: Plain');
    await expect(row(page, 'Mobile')).toContainText('the device is mobile · now: desktop');
    await expect(overlay(page)).not.toContainText('older settings');
    await row(page, 'Mobile').getByRole('button').click();
    await expect(summary(page)).toHaveText('On screen: Mobile');
  });
}
