// Views in a browser: made, narrowed, saved, bookmarked, renamed, printed, deleted; and the switch of the weekly email
// (weekly-email.spec.ts has its way out).
import { expect, type Page } from '@playwright/test';
import { expectAccessible, overflowOf } from './support/axe.ts';
import { test, toast } from './support/owner.ts';
import { busyShop, cellsOf } from './support/stats.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

test('performance, reports and documentation are tabs of one screen [spec 2.settings.1]', { tag: '@long' }, async ({
  page,
}) => {
  const { slug } = await busyShop(page);
  await page.goto(`/${slug}/documentation`);
  const tabs = page.getByRole('navigation', { name: 'Performance, reports and documentation' });
  await expect(tabs.getByRole('link', { name: 'Documentation' })).toHaveAttribute('aria-current', 'page');
  for (const [name, path] of [
    ['Reports', 'reports'],
    ['Performance', 'performance'],
  ] as const) {
    await tabs.getByRole('link', { name }).click();
    await expect(page).toHaveURL(new RegExp(`/${slug}/${path}$`));
    await expect(tabs.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    await expect(page).toHaveTitle(new RegExp(name));
  }
});

/** Names the open view “Phones”. */
async function saveAsPhones(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Save (this )?view$/ }).click();
  await page.getByRole('dialog', { name: 'Save this view' }).getByRole('textbox', { name: 'Name' }).fill('Phones');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Phones')).toBeVisible();
}

test('what Analytics shows is saved as a view, which its menu then leads to', async ({ page }) => {
  const { slug } = await busyShop(page);
  // Days without a chart, which would be half of the cost.
  await page.goto(`/${slug}/analytics?range=custom&from=2026-03-01&to=2026-03-02`);
  await saveAsPhones(page);
  await expect(page).toHaveURL(/\/reports\?report=[\w-]+$/);
  await expect(page.getByText('Mar 1 – 2, 2026, everything (UTC)')).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Phones' }).click();
  await expect(heading(page, 'Phones')).toBeVisible();
});

test("the weekly email is switched on, and says that this server can't send it yet", async ({ page }) => {
  const { slug } = await busyShop(page);
  await page.goto(`/${slug}/reports`);
  const toggle = page.getByRole('switch', { name: /^Weekly email for/ });
  await expect(toggle).not.toBeChecked();
  await toggle.click();
  await expect(toggle).toBeChecked();
  await expect(page.getByText('On', { exact: true })).toBeVisible();
  const now = page.getByRole('button', { name: 'Send me one now' });
  await expect(now).toBeDisabled();
  await expect(now).toHaveAccessibleDescription("This server can't send email yet.");
});

test('the weekly email is in the settings, too, where it is switched off for good, and if that fails it says so', {
  tag: '@long',
}, async ({ page }) => {
  await busyShop(page);
  await page.goto('/settings#weekly-email');
  // Links of unsubscribed emails lead here, past all that stands above it.
  await expect(page.getByRole('heading', { name: 'Weekly emails' })).toBeInViewport();
  const toggle = page.getByRole('switch', { name: /^Weekly email for/ });
  for (const isOn of [true, false]) {
    await toggle.click();
    await expect(toggle).toBeChecked({ checked: isOn });
    await expect(toggle).not.toHaveAttribute('aria-busy');
  }
  await page.reload();
  await expect(toggle).not.toBeChecked();
  await page.route('**/api/trpc/**sites.setWeeklyEmail**', (route) => route.abort());
  await toggle.click();
  await expect(toast(page)).toContainText('Failed to change the weekly email');
  await expect(toggle).not.toBeChecked();
});

/** On paper: black on white, no navigation, its own heading, and the chart inside the page. */
async function expectPrintable(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const gone of ['Print', 'CSV by device', 'Save view']) {
    await expect(page.getByRole('button', { name: gone })).toBeHidden();
  }
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Performance, reports and documentation' })).toBeHidden();
  await expect(page.getByText(/^.+\. Printed .+ from Proofbell\.$/)).toBeVisible();
  await page.setViewportSize({ width: 700, height: 1000 });
  await expect(page.getByRole('slider', { name: 'Displays and clicks by day' })).toBeVisible();
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  const colors = await page.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.body);
    return [backgroundColor, color];
  });
  expect(colors).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize({ width: 1280, height: 720 });
}

test('a view is narrowed by choices that come at the next try, printed, saved, changed in its address until that is saved, downloaded, renamed and deleted', {
  tag: '@long',
}, async ({ page }) => {
  const { slug } = await busyShop(page);
  await page.route('**/api/trpc/**stats.site**', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`/${slug}/reports?report=new&range=30d&by=device`);
  const alert = page.getByRole('alert').filter({ hasText: "Couldn't load the choices" });
  await expect(alert).toBeVisible();
  // Not told as nothing, or as 0.
  const phone = page.getByRole('checkbox', { name: /^Phone/ });
  await expect(phone).toHaveCount(0);
  await page.unroute('**/api/trpc/**stats.site**');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Choose at least one')).toBeVisible();
  // What was asked for together with the choices failed with them.
  await page.reload();
  await expect(page.getByRole('button', { name: 'Save view' })).toBeDisabled();
  await phone.check();
  // Devices have no hours.
  await expect(page.getByRole('link', { name: '7 days' })).toBeVisible();
  await expect(page.getByRole('link', { name: '24 hours' })).toHaveCount(0);
  await expect(cellsOf(page, 'By device', 'Phone')).toHaveText(['40', '2', '3', /Too few/]);
  await expect(page.getByRole('table', { name: 'By page' })).toHaveCount(0);
  await expect(page.getByText('The last 30 days, Phone only')).toBeVisible();
  await expectAccessible(page);
  await expectPrintable(page);
  await saveAsPhones(page);
  await expect(page).toHaveTitle(/^Phones/);

  // A change is in the address, and the report stays until it is saved.
  await page.getByRole('link', { name: '7 days' }).click();
  await expect(page).toHaveURL(/report=[\w-]+&range=7d&by=device&only=mobile$/);
  await page.reload();
  await expect(page.getByText('The last 7 days, Phone only')).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
  await expect(page).toHaveURL(/\/reports\?report=[\w-]+$/);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV by device' }).click();
  expect((await download).suggestedFilename()).toMatch(/-report-by-device-.*\.csv$/);
  const address = page.url();

  await page.getByRole('link', { name: 'All views' }).click();
  await page.getByRole('button', { name: 'Actions for Phones' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Small screens');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Small screens' })).toBeVisible();
  await page.getByRole('button', { name: 'Actions for Small screens' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page)).toContainText('View deleted');
  await expect(heading(page, 'No saved views yet')).toBeVisible();
  await page.goto(address);
  await expect(heading(page, 'View not found')).toBeVisible();
});
