// Attack on the list of notifications: there are as many as a widget may have.
import { expect } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { grab } from './support/grab.ts';
import { expectMessages, handle, PAGE, row, rows, start } from './support/notification-list.ts';
import { post, test, toast } from './support/owner.ts';
import { storeCopies } from './support/stored-rows.ts';

test('a thousand are as good as ten: found, selected, moved and deleted from the keyboard', { tag: '@long' }, async ({
  page,
}) => {
  test.slow();
  const { siteId } = await start(page);
  const { widget } = await (await page.request.get(`/api/widgets/site/${siteId}`)).json();
  await storeCopies(
    widget.id,
    4,
    Array.from({ length: 996 }, (_, n) => `Row ${n + 4}`),
  );
  await page.goto(PAGE);
  const table = page.getByRole('table', { name: 'Notifications' });
  await expect(table).toHaveAttribute('aria-rowcount', '1002');
  expect(await rows(page).count()).toBeLessThan(60);
  await expect(rows(page).first()).toHaveAttribute('aria-rowindex', '2');

  // Through the list by Tab: the next row is always there, and so is the one that has the focus.
  await rows(page).nth(0).getByRole('checkbox').focus();
  for (let at = 0; at < 16; at++) {
    const focused = page.locator('tr:has(:focus)');
    await expect(focused).toHaveAttribute('data-index', String(at));
    for (let stop = 0; stop < 5; stop++) await page.keyboard.press('Tab');
  }
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(row(page, 'Row 999')).toBeInViewport();
  await expect(rows(page).last()).toHaveAttribute('aria-rowindex', '1001');
  await expect(page.locator('tr:has(:focus)')).toHaveAttribute('data-index', '16');

  await handle(page, 'Row 999').press('Home');
  await expect(page.getByRole('button', { name: 'Move “Row 999”' })).toBeFocused();
  await expect(row(page, 'Row 999')).toBeInViewport();
  await expect(row(page, 'Row 999')).toHaveAttribute('aria-rowindex', '2');
  await page.getByRole('searchbox').fill('Row 998');
  await expectMessages(page, ['Row 998']);
  await page.getByRole('searchbox').fill('');
  await page.getByRole('checkbox', { name: 'Select all 1,000' }).check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(toast(page)).toContainText('1,000 notifications deleted');
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page)).toContainText('1,000 notifications restored');
  await expect(table).toHaveAttribute('aria-rowcount', '1002');
  await expectAccessible(page);

  // By the mouse over the edge of the screen: the list scrolls, and the row goes where it is let go.
  await page.evaluate(() => window.scrollTo(0, 0));
  const box = await grab(handle(page, 'Row 999'));
  await page.mouse.move(box.x + 12, page.viewportSize()?.height ?? 0, { steps: 10 });
  await expect(row(page, 'Row 40')).toBeInViewport();
  await page.mouse.move(box.x + 12, 400, { steps: 10 });
  await page.mouse.up();
  await expect(page.getByText(/“Row 999” is now in position [2-9]\d of 1000./)).toBeAttached();
  await expect(row(page, 'Row 999')).toBeInViewport();

  // There is no room for one that is restored after another was made.
  await page.getByRole('button', { name: 'Actions for “Row 999”' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(toast(page)).toContainText('Notification deleted');
  await post(page, `/api/widgets/${widget.id}/notifications`, { type: 'custom', message: 'One more' });
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page)).toContainText('Failed to restore notification');
  await expect(toast(page)).toContainText('A widget can have at most 1000 notifications. Delete some first');
});

test('a row that was moved far is in view', { tag: '@long' }, async ({ page }) => {
  // As on a slow computer, which draws before it has the new order.
  await page.addInitScript(() => {
    const later = setTimeout.bind(window);
    Object.assign(window, { setTimeout: (run: () => void, ms = 0) => later(run, ms + 100) });
  });
  const api = await start(page);
  for (let n = 1; n <= 20; n++) await api.addNotification({ message: `Row ${n}` });
  await page.goto(PAGE);
  const handleOf20 = handle(page, 'Row 20');
  await handleOf20.press('End');
  await expect(row(page, 'Row 20')).toHaveAttribute('aria-rowindex', '25');
  await expect(row(page, 'Row 20')).toBeInViewport();
  await expect(handleOf20).toBeFocused();
  await handleOf20.press('Home');
  await expect(row(page, 'Row 20')).toHaveAttribute('aria-rowindex', '2');
  await expect(row(page, 'Row 20')).toBeInViewport();
});
