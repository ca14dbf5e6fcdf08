// The first ten minutes in a real browser: from the home page to the first display, with the set-up list ticking by itself
// in another tab, and the celebration where the owner is. Counts the clicks.
import { expect, type Locator, type Page } from '@playwright/test';
import { poll } from './support/base.ts';
import { serveShop } from './support/customer-shop.ts';
import { sumOf, watchShifts } from './support/layout-shift.ts';
import { mailedLink } from './support/outbox.ts';
import { newEmail, PASSWORD, test } from './support/owner.ts';
import { shopOf } from './support/stats.ts';

const SITE = 'Oak & Iron';
const MOST_CLICKS = 6;
/** The most that all shifts of the journey may add up to, over all screens of both tabs. */
const MOST_SHIFT = 0.02;

/** The mail is opened where nobody is signed in. */
async function confirmElsewhere(page: Page, email: string): Promise<void> {
  const browser = page.context().browser();
  const elsewhere = await (await browser?.newContext())?.newPage();
  await elsewhere?.goto(await mailedLink(email));
  await elsewhere?.getByRole('button', { name: 'Confirm my email' }).click();
  await elsewhere?.waitForURL(/\/login\?verify_email=true$/);
  await elsewhere?.context().close();
}

/** So that the visitor needn't wait: the default is five seconds. */
async function showAtOnce(page: Page, widgetId: string): Promise<void> {
  const { csrfToken } = await (await page.request.get('/api/csrf-token')).json();
  const answer = await page.request.put(`/api/widgets/${widgetId}/settings`, {
    data: { settings: { behavior: { timing: { initialDelay: 0, displayDuration: 30 } } } },
    headers: { 'X-CSRF-Token': csrfToken },
  });
  expect(answer.ok()).toBe(true);
}

const stepsDone = (page: Page) => page.getByRole('region', { name: 'Set up your site' }).getByRole('status');
const stepNamed = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Set up your site' }).getByRole('listitem').filter({ hasText: title });

// Ten times faster, both tabs would ask at the same moment, and each celebrate.
test.use({ time: 'real' });

for (const [width, height] of [
  [375, 812],
  [1440, 900],
] as const) {
  test(`at ${width} px, the first display is six clicks away and is celebrated where the owner is`, async ({
    page,
    browser,
    baseURL,
  }) => {
    const proofbell = baseURL ?? '';
    let clicks = 0;
    const click = async (target: Locator) => {
      await target.click();
      clicks++;
    };
    const email = newEmail();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: proofbell });
    await page.setViewportSize({ width, height });
    const shifts = await watchShifts(page);

    await page.goto('/');
    await click(page.getByRole('link', { name: 'Get Started' }).first());
    await page.getByLabel('Name').fill('Olive Owner');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await click(page.getByRole('button', { name: 'Create account' }));
    await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible();
    await confirmElsewhere(page, email);
    // Back from the mail.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await page.getByLabel('Name', { exact: true }).fill(SITE);
    await click(page.getByRole('button', { name: 'Create site' }));
    await click(page.getByRole('button', { name: 'Copy' }).first());
    const snippet = await page.evaluate(() => navigator.clipboard.readText());

    const { slug, widgetId } = await shopOf(page, SITE);
    const dashboard = await page.context().newPage();
    const dashboardShifts = await watchShifts(dashboard);
    await dashboard.setViewportSize({ width, height });
    await dashboard.goto(`/${slug}/dashboard`);
    await expect(stepsDone(dashboard)).toHaveText('1 of 5 done');
    await expect(dashboard.getByRole('region', { name: 'Last 30 days' })).toHaveCount(0);
    await expect(dashboard.getByRole('link', { name: 'Get the snippet' })).toBeVisible();

    const shop = await serveShop(snippet, proofbell);
    const check = await (await browser.newContext()).newPage();
    await check.goto(shop.url);
    await expect(stepsDone(dashboard)).toHaveText('2 of 5 done');
    await expect(stepNamed(dashboard, 'Add the snippet')).toContainText(/Seen live on 127\.0\.0\.1 · just now/);

    await click(page.locator(`a[href="/${slug}/notifications?new=1"]`).first());
    await click(page.getByRole('dialog').getByRole('button', { name: 'Create notification' }));
    await expect(page.getByRole('region', { name: 'Next step' }).getByRole('link')).toBeVisible();
    await expect(stepsDone(dashboard)).toHaveText('3 of 5 done');
    expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);

    await showAtOnce(page, widgetId);
    // Another visitor: browsers keep what they were told for a minute.
    await check.context().close();
    const visitor = await (await browser.newContext()).newPage();
    await visitor.goto(shop.url);
    await expect(visitor.getByText(`Welcome to ${SITE}`)).toBeVisible();
    // Whichever of the owner's tabs asks first; the other is told that it was.
    const card = (tab: Page) => tab.getByRole('region', { name: 'First display' });
    await poll(async () => (await card(page).count()) + (await card(dashboard).count())).toBe(1);
    await expect(stepsDone(dashboard)).toHaveText('4 of 5 done');
    await expect(dashboard.getByRole('region', { name: 'Last 30 days' })).toBeVisible();
    const [there, other] = (await card(page).isVisible()) ? [page, dashboard] : [dashboard, page];
    await expect(card(there)).toContainText(`Welcome to ${SITE}`);
    await expect(card(there)).toContainText('On 127.0.0.1, just now');
    await expect(card(there).getByRole('link', { name: 'Match your colors' })).toBeVisible();
    await expect(there.getByRole('status').filter({ hasText: 'Your first notification was seen' })).toHaveCount(1);
    await there.reload();
    await expect(there.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(card(there)).toHaveCount(0);
    await expect(card(other)).toHaveCount(0);
    const moved = [...shifts, ...dashboardShifts];
    expect(sumOf(moved), JSON.stringify(moved)).toBeLessThan(MOST_SHIFT);

    // The first click is the last step: with it, the list has done its work.
    const { notifications } = await (await page.request.get(`/api/widgets/${widgetId}/notifications`)).json();
    const { csrfToken } = await (await page.request.get('/api/csrf-token')).json();
    await page.request.put(`/api/widgets/${widgetId}/notifications/${notifications[0].id}`, {
      data: { url: '/desk' },
      headers: { 'X-CSRF-Token': csrfToken },
    });
    await visitor.context().close();
    const second = await (await browser.newContext()).newPage();
    await second.goto(shop.url);
    const link = second.getByRole('link', { name: `Welcome to ${SITE}` });
    await link.click();
    await expect(dashboard.getByRole('region', { name: 'Set up your site' })).toHaveCount(0);
    await second.context().close();
    shop.server.close();
  });
}
