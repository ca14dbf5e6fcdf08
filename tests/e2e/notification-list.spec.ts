// The list of notifications: filters in the address, the owner's order up to a visitor's page, many at once, what was deleted,
// and what is said of each change. What goes wrong has a file of its own.
import { expect, type Locator, type Page } from '@playwright/test';
import type { Notification } from '#shared/contract/notification.ts';
import { TOASTS } from '#shared/messages.ts';
import { expectAccessible } from './support/axe.ts';
import { poll, pressWhenIdle, settled } from './support/base.ts';
import { grab } from './support/grab.ts';
import {
  ANA,
  BEN,
  CLEO,
  check,
  choose,
  DAN,
  editor,
  expectMessages,
  handle,
  NAMES,
  PAGE,
  row,
  rows,
  start,
} from './support/notification-list.ts';
import { test, toast } from './support/owner.ts';
import type { OwnerApi } from './support/owner-api.ts';

const statusOf = async (api: OwnerApi, text: string) =>
  (await api.notifications()).find(({ message }) => message === text)?.status;

test('a notification is switched off and on, and each is confirmed [spec 8.notification-toasts.1 4.toggle.1]', {
  tag: '@short',
}, async ({ page }) => {
  const api = await start(page);
  await page.goto(PAGE);
  await row(page, BEN).getByRole('switch').click();
  await expect(toast(page)).toHaveText(/^Notification deactivated/);
  await expect(row(page, BEN)).toContainText('Off');
  await expect(page.getByRole('tab', { name: 'Off 1' })).toBeVisible();
  expect(await statusOf(api, BEN)).toBe('inactive');
  await row(page, BEN).getByRole('switch').click();
  await expect(toast(page)).toHaveText(/^Notification activated/);
  await expect(row(page, BEN)).toContainText('Active');
  expect(await statusOf(api, BEN)).toBe('active');
});

test('a press on Duplicate that is repeated makes one copy: the same under another id, inactive, at the top, with (Copy) after its name [spec 4.duplicate.1]', {
  tag: '@long',
}, async ({ page }) => {
  const api = await start(page);
  await api.addNotification({ name: 'Autumn', message: 'Ten percent off', url: '/sale' });
  await page.goto(PAGE);
  await rows(page).getByRole('button', { name: 'Actions for “Autumn”' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Duplicate' }).dblclick();
  await expect(toast(page)).toContainText('Notification duplicated');
  await expect(editor(page).getByRole('textbox', { name: /^Internal name/ })).toHaveValue('Autumn (Copy)');
  await pressWhenIdle(page, 'Escape');
  await expectMessages(page, ['Ten percent off', 'Ten percent off', ...NAMES]);
  for (const text of ['Autumn (Copy)', 'Ten percent off', 'Off']) await expect(rows(page).first()).toContainText(text);
  const stored = await api.notifications();
  expect(stored).toHaveLength(6);
  const [copy, original] = stored;
  expect(copy).toMatchObject({
    status: 'inactive',
    name: 'Autumn (Copy)',
    message: 'Ten percent off',
    url: '/sale',
    type: original?.type,
  });
  expect([original?.name, copy?.id === original?.id]).toEqual(['Autumn', false]);
});

test('filters, search and order are in the address, which can be shared, reloaded and gone back in', {
  tag: '@long',
}, async ({ page }) => {
  const api = await start(page);
  const [, second] = (await api.notifications()) as Notification[];
  await page.goto(PAGE);
  await expectMessages(page, NAMES);
  await row(page, 'Ben').getByRole('switch').click();
  await expect(row(page, 'Ben')).toContainText('Off');
  await expect(row(page, 'Ana')).toContainText('Active');
  await page.getByRole('tab', { name: 'Off 1' }).click();
  await expect(page).toHaveURL(`${PAGE}?status=off`);
  await expectMessages(page, ['Ben bought the Elm Chair']);
  await page.getByRole('tab', { name: 'All 4' }).click();
  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Purchase' }).click();
  await expect(page).toHaveURL(`${PAGE}?type=purchase`);
  await page.getByRole('searchbox', { name: 'Search notifications' }).fill('bought the');
  await expect(page).toHaveURL(`${PAGE}?type=purchase&q=bought+the`);
  await page.getByRole('button', { name: 'Click rate' }).click();
  await page.getByRole('combobox', { name: 'Sort by' }).click();
  await page.getByRole('option', { name: 'Oldest first' }).click();
  await expect(page).toHaveURL(`${PAGE}?type=purchase&q=bought+the&sort=oldest`);
  await expectMessages(page, [NAMES[3], NAMES[1], NAMES[0]] as string[]);
  await page.reload();
  await expectMessages(page, [NAMES[3], NAMES[1], NAMES[0]] as string[]);
  await expect(page.getByRole('searchbox')).toHaveValue('bought the');
  await page.goBack();
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveText('Best click rate');
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await expectMessages(page, NAMES);
  await page.goto(`${PAGE}?q=nothing+like+this`);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expectMessages(page, NAMES);
  expect(second?.message).toBe(NAMES[1]);
});

test('many are selected and deleted together [spec 8.notification-toasts.1]', { tag: '@short' }, async ({ page }) => {
  const api = await start(page);
  await page.goto(PAGE);
  await check(page, ANA).check();
  await check(page, CLEO).click({ modifiers: ['Shift'] });
  await expect(page.getByText('3 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(toast(page)).toContainText('3 notifications deleted');
  await expectMessages(page, [DAN]);
  expect(await api.notifications()).toHaveLength(1);
});

test('many are switched off, and all that match are deleted, each with one undo that leaves what was off before [spec 8.notification-toasts.1]', {
  tag: '@long',
}, async ({ page }) => {
  const api = await start(page);
  await page.goto(PAGE);
  await row(page, BEN).getByRole('switch').click();
  await expect(toast(page)).toHaveText(/^Notification deactivated/);
  expect(await statusOf(api, BEN)).toBe('inactive');
  await check(page, ANA).check();
  await check(page, CLEO).click({ modifiers: ['Shift'] });
  await expect(page.getByText('3 selected')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Deactivate', exact: true }).click();
  await expect(toast(page)).toContainText('2 notifications deactivated');
  await expect(page.getByRole('tab', { name: 'Off 3' })).toBeVisible();
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page)).toContainText('2 notifications activated');
  // The one that was off before stays off.
  await expect(page.getByRole('tab', { name: 'Off 1' })).toBeVisible();
  await expect(row(page, BEN)).toContainText('Off');

  await page.getByRole('searchbox').fill('bought');
  await page.getByRole('checkbox', { name: 'Select all 3 that match' }).check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(toast(page)).toContainText('3 notifications deleted');
  await page.getByRole('searchbox').fill('');
  await expectMessages(page, [CLEO]);
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page)).toContainText('3 notifications restored');
  await expectMessages(page, [ANA, BEN, CLEO, DAN]);
  await expect(row(page, BEN)).toContainText('Off');
  await row(page, BEN).getByRole('switch').click();
  await expect(toast(page)).toHaveText(/^Notification activated/);
  await expect(row(page, BEN)).toContainText('Active');
  expect(await statusOf(api, BEN)).toBe('active');

  await check(page, ANA).check();
  await check(page, CLEO).click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(toast(page)).toContainText('3 notifications deleted');
  await expectMessages(page, [DAN]);
  expect(await api.notifications()).toHaveLength(1);
});

async function remove(page: Page, name: string): Promise<void> {
  await choose(page, name, 'Delete');
  await expect(toast(page)).toContainText('Notification deleted');
}

/** Deletes the second of all, and takes it back by the toast. */
async function removeAndUndo(page: Page): Promise<void> {
  await remove(page, BEN);
  await expectMessages(page, [ANA, CLEO, DAN]);
  // The focus is on the row that took its place.
  await expect(page.getByRole('button', { name: `Actions for “${CLEO}”` })).toBeFocused();
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page)).toContainText('Notification restored');
  await expectMessages(page, NAMES);
}

test('a deleted one comes back by the toast [spec 8.notification-toasts.1]', { tag: '@short' }, async ({ page }) => {
  const api = await start(page);
  await page.goto(PAGE);
  await removeAndUndo(page);
  expect(await api.notifications()).toHaveLength(4);
});

test('deleted ones can be restored from the list for ten minutes, also after a reload, one by one and together, even all of them', {
  tag: '@long',
}, async ({ page }) => {
  const api = await start(page);
  await page.goto(PAGE);
  await remove(page, BEN);
  await remove(page, DAN);
  await page.reload();
  await expectMessages(page, [ANA, CLEO]);
  await page.getByText('Recently deleted (2)').click();
  await expect(page.getByText('10 minutes left').first()).toBeVisible();
  await page.getByRole('button', { name: `Restore “${BEN}”` }).click();
  await expectMessages(page, [ANA, BEN, CLEO]);
  await remove(page, CLEO);
  await page.getByRole('button', { name: 'Restore all 2' }).click();
  await expectMessages(page, NAMES);
  await expect(page.getByText(/Recently deleted/)).toHaveCount(0);

  // Everything may be deleted, and the empty screen still has it.
  await page.getByRole('checkbox', { name: 'Select all 4' }).check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Start from a template' })).toHaveAttribute('href', /\?templates$/);
  await expect(page.getByRole('button', { name: 'Write your own' })).toBeVisible();
  // The list of deleted ones moves to the empty screen, and is folded there again.
  await settled(page);
  await page.getByText('Recently deleted (4)').click();
  await page.getByRole('button', { name: 'Restore all 4' }).click();
  await expectMessages(page, NAMES);
  await removeAndUndo(page);
  expect(await api.notifications()).toHaveLength(4);
});

test('a row says what the notification is, and has of its own, and whether visitors see it [spec 3.notification.1]', {
  tag: '@long',
}, async ({ page }) => {
  const api = await start(page);
  await api.addNotification({
    type: 'discount',
    name: 'Autumn',
    message: 'Ten percent off',
    startsAt: '2090-01-01T12:00:00Z',
    rules: { match: 'any', conditions: [{ type: 'device', operator: 'is', value: ['mobile'] }] },
    appearance: { layout: { borderRadius: 3 } },
  });
  await api.switchWidget(false);
  await page.clock.setFixedTime((await api.notifications())[0]?.createdAt ?? '');
  await page.goto(PAGE);
  await expect(row(page, 'Ten percent off')).toContainText(
    /Autumn · Starts Jan 1 · Discount · Own rules · Own appearance · Manual, just now/,
  );
  // While the widget is paused no notification reads as live.
  await expect(page.getByText('Visitors see none of these notifications.')).toBeVisible();
  await expect(row(page, ANA)).toContainText('Paused');
  await expect(page.getByRole('tab', { name: 'Paused 4' })).toBeVisible();
  await page.route('**/api/trpc/**widgets.update**', (route) => route.fulfill({ status: 503, body: 'Not now' }), {
    times: 1,
  });
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(toast(page)).toContainText(TOASTS.widgetUpdateFailed.title);
  await expect(row(page, ANA)).toContainText('Paused');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(row(page, ANA)).toContainText('Active');
  await expect(row(page, 'Ten percent off')).toContainText('Scheduled');
  await expect(page.getByRole('tab', { name: 'Scheduled 1' })).toBeVisible();
  await expect(page.getByText('The widget is paused')).toHaveCount(0);
});

test('the owner’s order is made with the keyboard, and visitors get it', { tag: '@short' }, async ({ page }) => {
  const api = await start(page);
  await page.goto(PAGE);
  await handle(page, CLEO).press('ArrowUp');
  await expect(page.getByText(`“${CLEO}” is now in position 2 of 4.`)).toBeAttached();
  await expect(handle(page, CLEO)).toBeFocused();
  await expectOrder(page, api, [ANA, CLEO, BEN, DAN]);
});

/** On the page, on the server, and as visitors' browsers get it. */
async function expectOrder(page: Page, api: OwnerApi, order: string[]): Promise<void> {
  await expectMessages(page, order);
  await poll(async () => (await api.notifications()).map(({ message }) => message)).toEqual(order);
  expect(await api.sent()).toEqual(order);
}

test('the owner’s order is offered where visitors get another, made by menu and by dragging, too, and is there after a reload', {
  tag: '@long',
}, async ({ page }) => {
  const api = await start(page, false);
  await page.goto(PAGE);
  const handles = page.getByRole('button', { name: /^Move “/ });
  const sort = page.getByRole('combobox', { name: 'Sort by' });
  await expect(sort).toHaveText('Newest first');
  await expect(handles).toHaveCount(0);
  await sort.click();
  await page.getByRole('option', { name: 'Your own order' }).click();
  await expect(page.getByText("Visitors don't see this order yet: they get")).toBeVisible();
  await page.getByRole('button', { name: 'Use my own order' }).click();
  await expect(toast(page)).toContainText('Your own order is on');
  await expect(handles).toHaveCount(4);
  expect((await api.settings()).behavior.queue.order).toBe('custom');
  await page.getByRole('searchbox').fill('bought');
  await expect(page.getByText('Clear search and filters to change the order.')).toBeVisible();
  await expect(handles).toHaveCount(0);
  await page.getByRole('searchbox').fill('');
  await handle(page, CLEO).press('ArrowUp');
  await expectOrder(page, api, [ANA, CLEO, BEN, DAN]);
  await expect(page.getByText(`“${CLEO}” is now in position 2 of 4.`)).toBeAttached();
  await expect(handle(page, CLEO)).toBeFocused();
  await handle(page, ANA).press('End');
  await expectMessages(page, [CLEO, BEN, DAN, ANA]);
  await expect(handle(page, ANA)).toBeFocused();

  await page.getByRole('button', { name: `Actions for “${DAN}”` }).click();
  await page.getByRole('menuitem', { name: 'Move to top' }).click();
  await expectMessages(page, [DAN, CLEO, BEN, ANA]);
  await page.getByRole('button', { name: `Actions for “${DAN}”` }).click();
  await expect(page.getByRole('menuitem', { name: 'Move up' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('menuitem', { name: 'Move down' }).click();
  await expectMessages(page, [CLEO, DAN, BEN, ANA]);

  await dragTo(page, handle(page, ANA), row(page, CLEO));
  const order = [ANA, CLEO, DAN, BEN];
  await expectMessages(page, order);
  await poll(async () => (await api.notifications()).map(({ message }) => message)).toEqual(order);
  await page.reload();
  await expectOrder(page, api, order);
  await expect(handles).toHaveCount(4);
});

/** By the mouse: past the middle of the row. */
async function dragTo(page: Page, handle: Locator, target: Locator): Promise<void> {
  const from = await grab(handle);
  const to = await target.boundingBox();
  if (!to) throw new Error('Nowhere to drag to');
  await page.mouse.move(from.x + 8, from.y - 10, { steps: 4 });
  await page.mouse.move(to.x + 20, to.y + 4, { steps: 12 });
  await page.mouse.up();
}
