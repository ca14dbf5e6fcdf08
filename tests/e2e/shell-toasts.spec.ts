// Toasts: one at a time, never on what they are about, also on a phone, and with the specification's titles when a
// change of a site fails: what to do is said once, in the form.
import { expect, type Locator, type Page } from '@playwright/test';
import { TOASTS } from '#shared/messages.ts';
import { poll } from './support/base.ts';
import { newOwner, test, toast } from './support/owner.ts';
import { makeApi } from './support/owner-api.ts';

const refuse = (page: Page, path: string) =>
  page.route(`**/api/trpc/**${path}**`, (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Not now' } }),
  );

/** Whether two elements have a pixel in common, once nothing moves. */
async function overlap(page: Page, one: Locator, other: Locator): Promise<boolean> {
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(ending.map(({ finished }) => finished));
  });
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) return false;
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Switches the lowest notification that is wholly on the screen off and on. */
async function expectToastAside(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.goto('/oak-and-iron/notifications');
  const rows = page.getByRole('switch');
  await expect(rows.first()).toBeVisible();
  const last = await rows.evaluateAll((all) =>
    all.findLastIndex((each) => each.getBoundingClientRect().bottom < window.innerHeight),
  );
  const row = last < 0 ? rows.first() : rows.nth(last);
  // Where a toast stands.
  await row.evaluate((one) => one.scrollIntoView({ block: 'end' }));
  await row.click();
  await expect(toast(page)).toHaveText(/Notification deactivated/);
  await expect(toast(page)).toBeInViewport({ ratio: 1 });
  expect(await overlap(page, toast(page), row)).toBe(false);
  expect(await overlap(page, toast(page), page.getByRole('heading', { level: 1 }))).toBe(false);
  await row.click();
  await expect(toast(page)).toHaveText(/Notification activated/);
  await expect(toast(page)).toHaveCount(1);
}

async function addOrders(page: Page): Promise<void> {
  await newOwner(page, 'Oak & Iron');
  const api = await makeApi(page);
  for (let at = 1; at <= 8; at++) await api.addNotification({ message: `Order ${at}` });
}

test('on a small phone and on a desk a toast is inside the screen, and on neither the title nor what was pressed', {
  tag: '@long',
}, async ({ page }) => {
  await addOrders(page);
  await expectToastAside(page, 320, 560);
  await expectToastAside(page, 1440, 900);
});

test('the server refuses to create a site: a toast says that it failed, beside the button stands why, and the next press works [spec 8.site-toasts.6]', async ({
  page,
}) => {
  await newOwner(page);
  await page.setViewportSize({ width: 375, height: 560 });
  const main = page.getByRole('main');
  const name = page.getByLabel('Name', { exact: true });
  await page.goto('/create-site');
  await name.fill('Oak & Iron');
  await refuse(page, 'sites.create');
  const create = page.getByRole('button', { name: 'Create site' });
  await create.click();
  await expect(toast(page)).toHaveText(/^Failed to create site/);
  await expect(toast(page)).not.toContainText('Not now');
  await expect(main.getByRole('alert')).toContainText('Not now');
  expect(await overlap(page, toast(page), create)).toBe(false);
  await expect(name).toHaveValue('Oak & Iron');
  await page.unrouteAll();
  await create.click();
  await expect(page).toHaveURL(/\/oak-and-iron\/site-setup$/);
  // While the window isn't in use, none closes by itself.
  await expect(toast(page)).toContainText('Site created successfully');
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
  await test.step('the next buttons stay free on a phone, those of what opens over the page, too', async () => {
    const expectFree = async (text: string, button: Locator) => {
      await expect(toast(page)).toContainText(text);
      await poll(() => overlap(page, toast(page), button)).toBe(false);
    };
    await page.locator('a[href$="/notifications?new=1"]').first().click();
    const editor = page.getByRole('dialog');
    const save = editor.getByRole('button', { name: 'Create notification' });
    await expect(save).toBeVisible();
    await expectFree('Site created successfully', save);
    await save.click();
    await expect(editor).toHaveCount(0);
    await expectFree('Notification created', page.getByRole('region', { name: 'Next step' }).getByRole('link'));
  });
});

test('the server refuses to change and to delete a site: a toast says what failed and leaves the button free, beside it stands why [spec 8.site-toasts.7 8.site-toasts.8]', {
  tag: '@long',
}, async ({ page }) => {
  await newOwner(page, 'Oak & Iron');
  await page.setViewportSize({ width: 375, height: 560 });
  const main = page.getByRole('main');
  const name = page.getByLabel('Name', { exact: true });
  await page.goto('/oak-and-iron/site-setup');
  await refuse(page, 'sites.update');
  await name.fill('Oak');
  const save = page.getByRole('button', { name: 'Save changes' });
  await save.click();
  await expect(toast(page)).toHaveText(/^Failed to update site/);
  await expect(toast(page)).not.toContainText('Not now');
  await expect(main.getByRole('alert')).toContainText('Not now');
  expect(await overlap(page, toast(page), save)).toBe(false);

  await page.goto('/oak-and-iron/advanced');
  await refuse(page, 'sites.delete');
  await page.getByRole('button', { name: 'Delete site' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Oak & Iron');
  await dialog.getByRole('button', { name: 'Delete site' }).click();
  await expect(toast(page)).toHaveText(/^Failed to delete site/);
  await expect(dialog.getByRole('alert')).toHaveText('Not now');
});

test('without a widget there is nothing to notify with: No widget selected [spec 5.widget.1]', {
  tag: '@long',
}, async ({ page }) => {
  await newOwner(page, 'Oak & Iron');
  await page.route('**/api/trpc/**widgets.bySite**', (route) =>
    route.fulfill({ status: 404, json: { code: 'not-found', message: 'Widget not found' } }),
  );
  await page.goto('/oak-and-iron/notifications');
  await expect(page.getByRole('alert').filter({ hasText: 'No widget selected' })).toBeVisible();
  const answers = await Promise.all([
    page.request.get('/api/templates').then(async (answer) => (await answer.json()).templates[0].id as string),
    page.request.get('/api/csrf-token').then(async (answer) => (await answer.json()).csrfToken as string),
  ]);
  const [template, token] = answers;
  const refused = await page.request.post(`/api/templates/${template}/create-notification`, {
    data: {},
    headers: { 'X-CSRF-Token': token },
  });
  expect(refused.status()).toBe(400);
  expect((await refused.json()).errors).toEqual([{ field: 'widgetId', message: 'No widget selected' }]);
});

test('what a toast says of a page goes with the page; what was done may be undone from the next', {
  tag: '@long',
}, async ({ page }) => {
  await newOwner(page, 'Oak & Iron');
  await (await makeApi(page)).addNotification({ message: 'Order 1' });
  await page.goto('/oak-and-iron/push?tab=opt-in');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(toast(page)).toContainText(TOASTS.optInPreview.title);
  // While the window isn't in use, none closes by itself.
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
  const links = page.getByRole('navigation', { name: 'Site', exact: true });
  await links.getByRole('link', { name: 'Notifications', exact: true }).click();
  await expect(toast(page)).toHaveCount(0);
  await page.getByRole('switch').click();
  await expect(toast(page)).toContainText(TOASTS.notificationDeactivated.title);
  await links.getByRole('link', { name: 'Behavior & Timing' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Behavior & Timing' })).toBeVisible();
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page)).toContainText(TOASTS.notificationActivated.title);
});
