// The list of notifications: filters in the address, many at once, and what was deleted.
import { expect } from '@playwright/test';
import type { Notification } from '#shared/contract/notification.ts';
import { expectAccessible } from './support/axe.ts';
import { check, expectMessages, NAMES, PAGE, row, start } from './support/notification-list.ts';
import { test, toast } from './support/owner.ts';

test('filters, search and order are in the address, which can be shared, reloaded and gone back in', async ({
  page,
}) => {
  const api = await start(page);
  const [, second] = (await api.notifications()) as Notification[];
  await page.goto(PAGE);
  await expectMessages(page, NAMES);
  await row(page, 'Ben').getByRole('switch').click();
  await expect(row(page, 'Ben')).toContainText('Off');
  await expect(row(page, 'Ana')).toContainText('Live');
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

test('many are selected, changed and deleted together, each with one undo [spec 8.notification-toasts.1]', async ({
  page,
}) => {
  await start(page);
  await page.goto(PAGE);
  const [ana, ben, cleo, dan] = NAMES as [string, string, string, string];
  await row(page, ben).getByRole('switch').click();
  await expect(toast(page)).toContainText('Notification deactivated');
  await check(page, ana).check();
  await check(page, cleo).click({ modifiers: ['Shift'] });
  await expect(page.getByText('3 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Deactivate', exact: true }).click();
  await expect(toast(page)).toContainText('2 notifications deactivated');
  await expect(page.getByRole('tab', { name: 'Off 3' })).toBeVisible();
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page)).toContainText('2 notifications activated');
  // The one that was off before stays off.
  await expect(page.getByRole('tab', { name: 'Off 1' })).toBeVisible();
  await expect(row(page, ben)).toContainText('Off');

  await page.getByRole('searchbox').fill('bought');
  await page.getByRole('checkbox', { name: 'Select all 3 that match' }).check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(toast(page)).toContainText('3 notifications deleted');
  await page.getByRole('searchbox').fill('');
  await expectMessages(page, [cleo]);
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page)).toContainText('3 notifications restored');
  await expectMessages(page, [ana, ben, cleo, dan]);
  await expect(row(page, ben)).toContainText('Off');
});

test('what the server refuses goes back, and says so [spec 4.toggle.1]', async ({ page }) => {
  await start(page);
  await page.goto(PAGE);
  await page.getByRole('checkbox', { name: 'Select all 4' }).check();
  await page.route('**/api/trpc/notifications.bulk**', (route) => route.abort());
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(toast(page)).toContainText('Failed to delete 4 notifications');
  await expectMessages(page, NAMES);
  await page.getByRole('checkbox', { name: 'Select all 4' }).check();
  await page.getByRole('button', { name: 'Deactivate', exact: true }).click();
  await expect(toast(page)).toContainText('Failed to update 4 notifications');
  await expect(page.getByRole('tab', { name: 'Live 4' })).toBeVisible();
});

test('a deleted one comes back by the toast, and for ten minutes from the list, also after a reload [spec 8.notification-toasts.1]', async ({
  page,
}) => {
  const api = await start(page);
  await page.goto(PAGE);
  const [ana, ben, cleo, dan] = NAMES as [string, string, string, string];
  const remove = async (name: string) => {
    await page.getByRole('button', { name: `Actions for “${name}”` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(toast(page)).toContainText('Notification deleted');
  };
  await remove(ben);
  await expectMessages(page, [ana, cleo, dan]);
  // The focus is on the row that took its place.
  await expect(page.getByRole('button', { name: `Actions for “${cleo}”` })).toBeFocused();
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page)).toContainText('Notification restored');
  await expectMessages(page, NAMES);

  await remove(ben);
  await remove(dan);
  await page.reload();
  await expectMessages(page, [ana, cleo]);
  await page.getByText('Recently deleted (2)').click();
  await expect(page.getByText('10 minutes left').first()).toBeVisible();
  await page.getByRole('button', { name: `Restore “${ben}”` }).click();
  await expectMessages(page, [ana, ben, cleo]);
  await remove(cleo);
  await page.getByRole('button', { name: 'Restore all 2' }).click();
  await expectMessages(page, NAMES);
  await expect(page.getByText(/Recently deleted/)).toHaveCount(0);

  // Everything may be deleted, and the empty screen still has it.
  await page.getByRole('checkbox', { name: 'Select all 4' }).check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Start from a template' })).toHaveAttribute('href', /\?templates$/);
  await expect(page.getByRole('button', { name: 'Write your own' })).toBeVisible();
  await page.getByText('Recently deleted (4)').click();
  await page.getByRole('button', { name: 'Restore all 4' }).click();
  await expectMessages(page, NAMES);
  expect(await api.notifications()).toHaveLength(4);
});

test('a row says what the notification is, and has of its own [spec 3.notification.1]', async ({ page }) => {
  const api = await start(page);
  await api.addNotification({
    type: 'discount',
    name: 'Autumn',
    message: 'Ten percent off',
    startsAt: '2090-01-01T12:00:00Z',
    rules: { match: 'any', conditions: [{ type: 'device', operator: 'is', value: ['mobile'] }] },
    appearance: { layout: { borderRadius: 3 } },
  });
  await page.goto(PAGE);
  await expect(row(page, 'Ten percent off')).toContainText(
    /Autumn · Starts Jan 1 · Discount · Own rules · Own appearance · Manual, just now/,
  );
  await expect(row(page, 'Ten percent off')).toContainText('Scheduled');
  await expect(page.getByRole('tab', { name: 'Scheduled 1' })).toBeVisible();
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await check(page, 'Cleo joined').check();
    await expectAccessible(page);
  }
});
