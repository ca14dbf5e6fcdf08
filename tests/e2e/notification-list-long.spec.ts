// As many notifications as a widget may have.
import { expect } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expectMessages, PAGE, row, rows, start } from './support/notification-list.ts';
import { post, test, toast } from './support/owner.ts';
import { makeApi } from './support/owner-api.ts';

test('a thousand are as good as ten: found, selected, moved and deleted from the keyboard', async ({ page }) => {
  test.slow();
  await start(page);
  const { siteId } = await makeApi(page);
  const { widget } = await (await page.request.get(`/api/widgets/site/${siteId}`)).json();
  for (let from = 4; from < 1_000; from += 83) {
    await Promise.all(
      Array.from({ length: Math.min(83, 1_000 - from) }, (_, n) =>
        post(page, `/api/widgets/${widget.id}/notifications`, {
          type: 'custom',
          message: `Row ${from + n}`,
          position: from + n,
        }),
      ),
    );
  }
  await page.goto(PAGE);
  const table = page.getByRole('table', { name: 'Notifications' });
  await expect(table).toHaveAttribute('aria-rowcount', '1002');
  expect(await rows(page).count()).toBeLessThan(60);
  await expect(rows(page).first()).toHaveAttribute('aria-rowindex', '2');

  // Through the list by Tab: the next row is always there, and so is the one that has the focus.
  await rows(page).nth(0).getByRole('checkbox').focus();
  for (let at = 0; at < 30; at++) {
    const focused = page.locator('tr:has(:focus)');
    await expect(focused).toHaveAttribute('data-index', String(at));
    for (let stop = 0; stop < 5; stop++) await page.keyboard.press('Tab');
  }
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(row(page, 'Row 999')).toBeInViewport();
  await expect(rows(page).last()).toHaveAttribute('aria-rowindex', '1001');
  await expect(page.locator('tr:has(:focus)')).toHaveAttribute('data-index', '30');

  await page.getByRole('button', { name: 'Move “Row 999”' }).press('Home');
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
});
