// How settings are saved, in a real browser: by themselves, undone, in two tabs, offline, and when the server, the session
// or the site is gone.
import { expect, type Page } from '@playwright/test';
import { SAVED, state } from './support/appearance.ts';
import { poll } from './support/base.ts';
import { endSession, logIn, newOwner, post, test, toast } from './support/owner.ts';
import { makeApi, type OwnerApi } from './support/owner-api.ts';

const APPEARANCE = '/oak-and-iron/appearance';
const size = (page: Page) => page.getByRole('textbox', { name: 'Font size' });
const radius = (page: Page) => page.getByRole('textbox', { name: 'Corner radius' });

async function open(page: Page): Promise<{ email: string; api: OwnerApi }> {
  const email = await newOwner(page, 'Oak & Iron');
  await page.goto(APPEARANCE);
  await expect(state(page)).toHaveText(SAVED);
  return { email, api: await makeApi(page) };
}

/** @returns the appearance that the server has. */
const stored = async (page: Page, api: OwnerApi) => (await widgetOf(page, api)).settings.appearance;

/** @returns the widget that the server has. */
async function widgetOf(page: Page, { siteId }: OwnerApi) {
  const answer = await page.request.get(`/api/widgets/site/${siteId}`);
  return (await answer.json()).widget;
}

test('a change is saved a second later by itself, and stands after a reload [spec 4.auto-save.1]', async ({ page }) => {
  await page.clock.install();
  const { api } = await open(page);
  const saves: string[] = [];
  page.on('request', (request) => request.url().includes('saveSettings') && saves.push(request.postData() ?? ''));
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await size(page).fill('18');
  await radius(page).fill('2');
  await expect(state(page)).toHaveText('Saving…');
  await page.clock.runFor(999);
  expect(saves).toEqual([]);
  await page.clock.runFor(1);
  await page.clock.resume();
  await expect(state(page)).toHaveText(SAVED);
  expect(saves).toHaveLength(1);
  expect(JSON.parse(saves[0] ?? '')).toMatchObject({
    0: { json: { settings: { appearance: { typography: { fontSize: '18px' }, layout: { borderRadius: 2 } } } } },
  });
  expect(await stored(page, api)).toMatchObject({ typography: { fontSize: '18px' }, layout: { borderRadius: 2 } });
  await page.reload();
  await expect(size(page)).toHaveValue('18');
});

test('undo and redo work by keys and buttons, across screens, and are saved', async ({ page }) => {
  const { api } = await open(page);
  await size(page).fill('20');
  await expect(state(page)).toHaveText(SAVED);
  await page.getByRole('radio', { name: 'Midnight' }).click();
  await page.getByRole('link', { name: 'Behavior & Timing' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Behavior & Timing' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeDisabled();
  await page.getByRole('button', { name: /^Redo/ }).click();
  await page.getByRole('link', { name: 'Appearance & Design' }).click();
  await expect(size(page)).toHaveValue('20');
  await expect(state(page)).toHaveText(SAVED);
  const appearance = await stored(page, api);
  expect(appearance.typography.fontSize).toBe('20px');
  expect(appearance.brandColors.backgroundColor).toBe('#ffffff');
});

test('two tabs that change different settings lose nothing; with the same one, the later wins and the other is told', async ({
  page,
  context,
}) => {
  const { api } = await open(page);
  const other = await context.newPage();
  await other.goto(APPEARANCE);
  await size(page).fill('18');
  await radius(other).fill('3');
  await expect(state(page)).toHaveText(SAVED);
  await expect(radius(page)).toHaveValue('3');
  await expect(size(other)).toHaveValue('18');

  await size(other).fill('12');
  await expect(page.getByRole('status').getByText('A setting was changed elsewhere')).toBeVisible();
  await expect(page.getByText(/newer values: Font size/)).toBeVisible();
  await expect(size(page)).toHaveValue('12');
  await page.getByRole('button', { name: 'Use mine' }).click();
  await expect(size(page)).toHaveValue('18');
  await expect(size(other)).toHaveValue('18');
  await expect(other.getByText('A setting was changed elsewhere')).toBeVisible();
  await other.getByRole('button', { name: 'Keep theirs' }).click();
  await expect(other.getByText('A setting was changed elsewhere')).toHaveCount(0);
  await poll(() => stored(page, api)).toMatchObject({
    typography: { fontSize: '18px' },
    layout: { borderRadius: 3 },
  });
});

test('offline, changes wait in the browser and are saved as soon as it is back', async ({ page, context }) => {
  const { api } = await open(page);
  await context.setOffline(true);
  await size(page).fill('19');
  await expect(page.getByRole('alert')).toContainText("Your changes aren't saved yet");
  await expect(page.getByRole('alert')).toContainText('check your internet connection');
  await radius(page).fill('4');
  await context.setOffline(false);
  await expect(state(page)).toHaveText(SAVED);
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(await stored(page, api)).toMatchObject({ typography: { fontSize: '19px' }, layout: { borderRadius: 4 } });
});

test('what a tab could not save before it was closed is saved when the screen is opened again', async ({
  page,
  context,
}) => {
  const { api } = await open(page);
  await page.route('**/api/trpc/widgets.saveSettings*', (route) => route.abort());
  await size(page).fill('21');
  await expect(page.getByRole('alert')).toContainText("They're kept in this browser");
  await page.close();
  const next = await context.newPage();
  await next.goto(APPEARANCE);
  await expect(size(next)).toHaveValue('21');
  await expect(state(next)).toHaveText(SAVED);
  await poll(async () => (await stored(next, api)).typography.fontSize).toBe('21px');
});

test('leaving the page at once loses no change', async ({ page }) => {
  const { api } = await open(page);
  await size(page).fill('17');
  await page.goto('about:blank');
  await poll(async () => (await stored(page, api)).typography.fontSize).toBe('17px');
});

test('an unavailable server is asked again until it answers', async ({ page }) => {
  const { api } = await open(page);
  let refusals = 2;
  await page.route('**/api/trpc/widgets.saveSettings*', (route) =>
    refusals-- > 0
      ? route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Try again later', requestId: 'x' } })
      : route.continue(),
  );
  await size(page).fill('16');
  await expect(page.getByRole('alert')).toContainText('we keep trying');
  await expect(size(page)).toHaveValue('16');
  await expect(state(page)).toHaveText(SAVED);
  expect((await stored(page, api)).typography.fontSize).toBe('16px');
});

test('a session that ends in the middle of typing costs a login, not the change', async ({ page }) => {
  const { email, api } = await open(page);
  await endSession(page);
  await size(page).fill('15');
  await expect(page).toHaveURL(/\/login/);
  await logIn(page, email);
  await expect(page).toHaveURL(new RegExp(APPEARANCE));
  await expect(size(page)).toHaveValue('15');
  await expect(state(page)).toHaveText(SAVED);
  expect((await stored(page, api)).typography.fontSize).toBe('15px');
});

test('the next owner in the same browser gets nothing of the last one', async ({ page }) => {
  const second = await newOwner(page, 'Oak & Iron');
  const secondWidget = (await widgetOf(page, await makeApi(page))).id;
  await post(page, '/api/auth/logout', {});
  const { api } = await open(page);
  const firstWidget = (await widgetOf(page, api)).id;
  // As if both had the same widget: then nothing but the user tells their changes apart.
  await page.route('**/api/trpc/*widgets.bySite*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll(secondWidget, firstWidget) });
  });
  await page.route('**/api/trpc/widgets.saveSettings*', (route) => route.abort());
  await size(page).fill('22');
  await expect(page.getByRole('alert')).toBeVisible();
  const kept = () => page.evaluate(() => JSON.stringify(localStorage));
  expect(await kept()).toContain('22px');
  // Without a reload, which would forget what is in memory.
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByRole('link', { name: 'Log in' }).first().click();
  await logIn(page, second);
  await page.getByRole('link', { name: 'Oak & Iron' }).first().click();
  await page.getByRole('link', { name: 'Appearance & Design' }).click();
  await expect(size(page)).toHaveValue('14');
  await expect(state(page)).toHaveText(SAVED);
  expect(await kept()).toContain('22px');
});

test('the own order chosen on the list is a change like any other: all tabs have it, and it can be undone', async ({
  page,
  context,
}) => {
  const { api } = await open(page);
  await api.addNotification({ message: 'Ana bought the Oak Desk', type: 'purchase' });
  const order = (tab: Page) => tab.getByRole('combobox', { name: 'Order' });
  const other = await context.newPage();
  await other.goto('/oak-and-iron/behavior');
  await page.getByRole('link', { name: 'Behavior & Timing' }).click();
  await order(page).click();
  await page.getByRole('option', { name: 'Oldest first' }).click();
  await expect(order(other)).toHaveText('Oldest first');

  await page.getByRole('link', { name: 'Notifications', exact: true }).first().click();
  await page.getByRole('combobox', { name: 'Sort by' }).click();
  await page.getByRole('option', { name: 'Your own order' }).click();
  await page.getByRole('button', { name: 'Use my own order' }).click();
  await expect(toast(page)).toContainText('Your own order is on');
  await expect(order(other)).toHaveText('Your own order');
  await page.getByRole('link', { name: 'Behavior & Timing' }).click();
  await expect(order(page)).toHaveText('Your own order');
  await expect(page.getByText('A setting was changed elsewhere')).toHaveCount(0);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(order(page)).toHaveText('Oldest first');
});

test('an own order that cannot be saved is given up, and said to be', async ({ page }) => {
  const { api } = await open(page);
  await api.addNotification({ message: 'Ana bought the Oak Desk', type: 'purchase' });
  await page.goto('/oak-and-iron/notifications?sort=order');
  await page.route('**/api/trpc/widgets.saveSettings*', (route) => route.abort());
  await page.getByRole('button', { name: 'Use my own order' }).click();
  await expect(toast(page)).toContainText('Failed to change the order');
  await page.unroute('**/api/trpc/widgets.saveSettings*');
  await page.getByRole('link', { name: 'Behavior & Timing' }).first().click();
  await expect(state(page)).toHaveText(SAVED);
  await expect(page.getByRole('combobox', { name: 'Order' })).toHaveText('Newest first');
  expect((await widgetOf(page, api)).settings.behavior.queue.order).toBe('newest');
});

test('where the browser keeps nothing, settings open all the same, and closing the tab asks on every screen', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const blocked = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get: blocked });
    Object.defineProperty(window, 'BroadcastChannel', { value: blocked });
  });
  await open(page);
  await page.route('**/api/trpc/widgets.saveSettings*', (route) => route.abort());
  await size(page).fill('22');
  await expect(page.getByRole('alert')).toContainText("Your changes aren't saved yet");
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Oak & Iron' })).toBeVisible();
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.accept();
});

test('a site that was deleted meanwhile is said to be gone; what was typed stays', async ({ page }) => {
  const { api } = await open(page);
  const { csrfToken } = await (await page.request.get('/api/csrf-token')).json();
  await page.request.delete(`/api/sites/${api.siteId}`, { headers: { 'X-CSRF-Token': csrfToken } });
  await size(page).fill('23');
  await expect(page.getByRole('alert')).toContainText('This site no longer exists');
  await expect(size(page)).toHaveValue('23');
});

test('a template is previewed read-only, with its values first, and copied by one button [spec 4.preview.2]', async ({
  page,
}) => {
  const { api } = await open(page);
  await post(page, '/api/templates', {
    name: 'Night sale',
    category: 'discounts',
    type: 'discount',
    settings: { message: '10% off tonight' },
    customization: { brandColors: { backgroundColor: '#101820', textColor: '#f5f5f5' } },
  });
  await size(page).fill('16');
  await page.reload();
  const mode = page.getByRole('combobox', { name: 'Preview' }).or(page.getByRole('button', { name: 'Preview' }));
  await mode.first().click();
  await page.getByRole('option', { name: 'Template: Night sale' }).click();
  const background = page.getByRole('textbox', { name: 'Background color' });
  await expect(background).toHaveValue('#101820');
  await expect(background).toBeDisabled();
  await expect(size(page)).toHaveValue('16');
  await expect(page.getByText('From the template').first()).toBeVisible();
  expect((await stored(page, api)).brandColors.backgroundColor).toBe('#ffffff');

  await page.getByRole('button', { name: 'Use these settings' }).click();
  await expect(background).toBeEnabled();
  await expect(state(page)).toHaveText(SAVED);
  expect((await stored(page, api)).brandColors).toMatchObject({
    backgroundColor: '#101820',
    textColor: '#f5f5f5',
    primaryColor: '#3498db',
  });
});
