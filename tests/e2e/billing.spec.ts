// An owner's plan: bought on /upgrade, seen in the settings, changed and canceled in the portal; and /payment-success while
// the payment is late: it says so, waits, and keeps nobody waiting.
import { expect, type Page, type Route } from '@playwright/test';
import { screens } from '#client/screens.ts';
import { answer, hold } from './support/answer.ts';
import { expectAccessible, overflowOf } from './support/axe.ts';
import { pressWhenIdle } from './support/base.ts';
import { CARD, DECLINED, FAILS_LATER, payWith } from './support/card.ts';
import { newEmail, newOwner, PASSWORD, post, test, verify } from './support/owner.ts';
import { ownerAt } from './support/owner-api.ts';

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const panel = (page: Page) => page.locator('#billing');

/** Buys Growth by the month, up to the page that says that it is paid. */
async function buyGrowth(page: Page): Promise<void> {
  await page.goto(screens.upgrade.href());
  await press(page, 'Upgrade to Growth');
  await page.waitForURL(/\/sandbox\/checkout\//);
  await payWith(page, CARD);
  await page.waitForURL(/\/payment-success\?session_id=/);
  await expect(page.getByText('Growth is paid')).toBeVisible();
}

async function openPortal(page: Page, button = 'Manage plan'): Promise<void> {
  await page.goto(screens.settings.href());
  await panel(page).getByRole('button', { name: button }).click();
  await page.waitForURL(/\/sandbox\/portal\//);
}

async function backToSettings(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Back to Proofbell' }).click();
  await expect(page).toHaveURL(/\/settings#billing$/);
  await expect(panel(page).getByRole('heading', { name: 'Plan and billing' })).toBeInViewport();
}

/** Opens a checkout for Growth by the month, as the upgrade page does. @returns its id and the page where it is paid. */
async function openCheckout(page: Page): Promise<{ id: string; url: string }> {
  const { checkout } = (await post(page, '/api/billing/checkout', { plan: 'growth', cycle: 'monthly' })) as {
    checkout: { id: string; url: string };
  };
  return checkout;
}
/** Buys Growth by the month as the pages of the checkout would. */
async function payForGrowth(page: Page): Promise<void> {
  const { id, url } = await openCheckout(page);
  const headers = { 'Sec-Fetch-Site': 'same-origin' };
  expect((await page.request.post(url, { form: { card: 'pays' }, headers, maxRedirects: 0 })).status()).toBe(303);
  await post(page, '/api/billing/confirm', { sessionId: id });
}
const successOf = (id: string) => `${screens.paymentSuccess.href()}?session_id=${id}`;

test('from Free to Growth by the year: chosen, paid, and begun', { tag: '@short' }, async ({ page }) => {
  await ownerAt(page, screens.upgrade.href());
  await expect(page.getByRole('heading', { name: 'Your plan: Free' })).toBeVisible();
  await page.getByRole('radio', { name: 'Annual' }).click();
  await press(page, 'Upgrade to Growth');
  await page.waitForURL(/\/sandbox\/checkout\//);
  await expect(page.getByText('Yearly', { exact: true })).toBeVisible();
  await payWith(page, CARD);
  await page.waitForURL(/\/payment-success\?session_id=/);
  await expect(page.getByText('Growth is paid')).toBeVisible();
  await expect(page.getByText('You can have 10 sites now.')).toBeVisible();
});

test('from Free to Growth by the year: left once, declined once, then paid, and shown as such [spec 2.avatar.2]', {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await ownerAt(page, screens.createSite.href());
  await expect(page.getByText("You've reached your site limit.")).toBeVisible();
  const badge = (plan: string) => page.getByRole('menu', { name: 'Account' }).getByText(plan, { exact: true });
  const colorOf = (plan: string) => badge(plan).evaluate((element) => getComputedStyle(element).color);
  await press(page, 'Account');
  const before = await colorOf('Free');
  await pressWhenIdle(page, 'Escape');
  await page.getByRole('main').getByRole('link', { name: 'Upgrade' }).click();
  await expect(page.getByRole('heading', { name: 'Your plan: Free' })).toBeVisible();
  await page.getByRole('radio', { name: 'Annual' }).click();
  await press(page, 'Upgrade to Growth');
  await page.waitForURL(/\/sandbox\/checkout\//);
  await page.getByRole('link', { name: 'Cancel and go back' }).click();
  await expect(page.getByText('Nothing was charged, and your plan is unchanged.')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Annual' })).toBeChecked();
  await press(page, 'Upgrade to Growth');
  await page.waitForURL(/\/sandbox\/checkout\//);
  await expect(page.getByText('Yearly', { exact: true })).toBeVisible();
  await payWith(page, DECLINED);
  await expect(page.getByText(/declined/i).first()).toBeVisible();
  await payWith(page, CARD);
  await page.waitForURL(/\/payment-success\?session_id=/);
  await expect(page.getByText('Growth is paid')).toBeVisible();
  await expect(page.getByText('You can have 10 sites now.')).toBeVisible();
  await test.step('however often it is opened, on a phone, too', async () => {
    await page.setViewportSize({ width: 375, height: 900 });
    await page.reload();
    await expect(page.getByText('Growth is paid')).toBeVisible();
    await expectAccessible(page);
    expect(await overflowOf(page)).toBe(0);
  });
  await page.getByRole('link', { name: 'See your plan' }).click();
  await expect(panel(page)).toContainText('1 of 10 in use');
  expect(await overflowOf(page)).toBe(0);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(panel(page)).toContainText('9 sites remaining');
  await expect(panel(page)).toContainText(/Renews on \w+ \d+, \d{4} at \$490 a year\./);
  await press(page, 'Account');
  await expect(badge('Growth')).toBeVisible();
  expect(await colorOf('Growth')).not.toBe(before);
  await pressWhenIdle(page, 'Escape');
  await press(page, /^Site:/);
  await page.getByRole('menuitem', { name: /Add New Site/i }).click();
  await expect(page.getByRole('button', { name: 'Create site' })).toBeVisible();
});

test('canceled in the portal the plan stays to the end of the period', { tag: '@short' }, async ({ page }) => {
  await newOwner(page, 'Oak & Iron');
  await payForGrowth(page);
  const portal = (await post(page, '/api/billing/portal', {})) as { url: string };
  await page.goto(portal.url);
  await press(page, 'Cancel plan');
  await expect(page.getByText(/^Ends on /)).toBeVisible();
  await backToSettings(page);
  await expect(panel(page)).toContainText('You keep Growth until');
  await expect(panel(page)).toContainText('1 of 10 in use');
  await expect(panel(page).getByRole('button', { name: 'Manage plan' })).toBeVisible();
});

test('canceled in the portal the plan falls back to Free at the end of the period, keeps its sites, and can be bought again', {
  tag: '@long',
}, async ({ page }) => {
  await newOwner(page, 'Oak & Iron');
  await payForGrowth(page);
  await post(page, '/api/sites', { name: 'Birch' });
  await openPortal(page);
  await press(page, 'Cancel plan');
  await expect(page.getByText(/^Ends on /)).toBeVisible();
  await backToSettings(page);
  await expect(panel(page)).toContainText('You keep Growth until');
  await expect(panel(page)).toContainText('2 of 10 in use');
  await openPortal(page);
  await press(page, 'Skip to the end of the period');
  await expect(page.getByRole('heading', { name: 'No plan' })).toBeVisible();
  await backToSettings(page);
  await expect(panel(page)).toContainText('2 of 1 in use');
  await expect(panel(page)).toContainText("All of yours keep running, but you can't create another one.");
  await page.goto(screens.createSite.href());
  await expect(page.getByText("You've reached your site limit.")).toBeVisible();
  await page.goto('/birch/dashboard');
  await expect(page.getByRole('button', { name: /Birch/ }).first()).toBeVisible();
  // It can be bought again, and what was paid is still there.
  await openPortal(page, 'View invoices');
  await page.getByRole('link', { name: /Paid \$49$/ }).click();
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible();
  await buyGrowth(page);
});

test('a renewal that fails says so on every page about the plan, until the card is changed', { tag: '@long' }, async ({
  page,
}) => {
  await newOwner(page, 'Oak & Iron');
  await payForGrowth(page);
  await openPortal(page);
  await page.getByRole('button', { name: FAILS_LATER }).click();
  await press(page, 'Change card');
  await press(page, 'Skip to the end of the period');
  await backToSettings(page);
  await expect(panel(page).getByRole('alert')).toContainText('Your last payment failed');
  await expect(panel(page)).toContainText('Payment overdue');
  await expect(panel(page)).toContainText('You can create another one once the payment is made.');
  await page.goto(screens.createSite.href());
  const main = page.getByRole('main');
  await expect(main.getByRole('alert')).toContainText('Update your card to create another site.');
  await expect(main.getByRole('button', { name: 'Create site' })).toHaveCount(0);
  await main.getByRole('link', { name: 'See your plan' }).click();
  await expect(page.getByText('Your last payment failed')).toBeVisible();
  await press(page, 'Update card');
  await page.waitForURL(/\/sandbox\/portal\//);
  await page.getByRole('button', { name: CARD }).click();
  await press(page, 'Change card');
  await backToSettings(page);
  await expect(panel(page)).toContainText('Active');
  await expect(panel(page).getByRole('alert')).toHaveCount(0);
});

test('whoever has a subscription changes it in the portal, and never buys a second one', { tag: '@long' }, async ({
  page,
}) => {
  await newOwner(page, 'Oak & Iron');
  await buyGrowth(page);
  await page.goto(screens.pricing.href());
  await expect(page.getByRole('link', { name: 'Upgrade to Agency' })).toBeVisible();
  await page.getByRole('link', { name: 'Switch to Starter' }).click();
  const main = page.getByRole('main');
  await expect(main.getByRole('button')).toHaveText(['Manage plan', 'Cancel plan', 'Switch', 'Upgrade']);
  await page.getByRole('radio', { name: 'Annual' }).click();
  await expect(main.getByRole('button', { name: 'Pay by the year' })).toBeVisible();
  await press(page, 'Upgrade to Agency');
  await page.waitForURL(/\/sandbox\/portal\//);
  // What was chosen here is chosen there.
  await expect(page.getByRole('radio', { name: 'Agency $1,490 a year' })).toBeChecked();
  await press(page, 'Change plan');
  await backToSettings(page);
  await expect(panel(page)).toContainText('$1,490 a year');
  await expect(panel(page)).toContainText('1 of 50 in use');
  await expect(panel(page).getByRole('link', { name: 'Upgrade' })).toHaveCount(0);
  await press(page, 'Delete account');
  await expect(page.getByRole('dialog')).toContainText('Your plan. A subscription is canceled');
});

test('pressed twice, offline, and left by the back button: one checkout, a clear word, and a page that works', {
  tag: '@long',
}, async ({ page }) => {
  await ownerAt(page, screens.upgrade.href());
  const upgrade = page.getByRole('button', { name: 'Upgrade to Starter' });
  await page.route(/billing\.checkout/, (route) => route.abort());
  await upgrade.click();
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await page.unrouteAll();
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('billing.checkout') && asked.push(request.url()));
  await upgrade.dblclick();
  await page.waitForURL(/\/sandbox\/checkout\//);
  expect(asked).toHaveLength(1);
  const first = page.url();
  await page.goBack();
  await expect(upgrade).toBeVisible();
  await expect(upgrade).not.toHaveAttribute('aria-busy');
  // By keyboard alone, and to the same page: nobody pays at two.
  await upgrade.press('Enter');
  await page.waitForURL(first);
});

test('who comes back from the portal sees the plan, however late the rest of the screen arrives', {
  tag: '@long',
}, async ({ page }) => {
  await newOwner(page, 'Oak & Iron');
  const release = await hold(page, /auth\.password/);
  await page.goto(`${screens.settings.href()}#billing`);
  const heading = panel(page).getByRole('heading', { name: 'Plan and billing' });
  await expect(heading).toBeInViewport();
  release();
  await expect(page.getByLabel('New password')).toBeAttached();
  await expect(panel(page)).toContainText('1 of 1 in use');
  await expect(heading).toBeInViewport();
  // Afterwards it lets go.
  await page.mouse.wheel(0, -3_000);
  await expect(heading).not.toBeInViewport();
});

test('a late payment: the account is made without waiting, on Free, and the plan begins by itself once it is paid', {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  const email = newEmail();
  await page.goto('/register?plan=growth&cycle=monthly');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.waitForURL(/\/sandbox\/checkout\//);
  const checkout = page.url();
  const id = new URL(checkout).pathname.split('/').at(-1) ?? '';
  await page.clock.install();
  await page.goto(successOf(id));
  await expect(page.getByRole('heading', { name: 'Waiting for your payment' })).toBeVisible();
  await expect(page.getByText("you don't need to pay again")).toBeVisible();
  const finish = page.getByRole('button', { name: 'Finish without waiting' });
  await expect(finish).toHaveCount(0);
  await page.clock.runFor(21_000);
  await expect(finish).toBeVisible();
  expect(await overflowOf(page)).toBe(0);
  await finish.click();
  await page.clock.resume();
  await expect(page.getByText('Your payment is still on its way.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible();
  await verify(page, email);
  await expect(page.getByText('Your payment is on its way')).toBeVisible();
  await page.goto(screens.settings.href());
  await expect(page.locator('#billing')).toContainText('0 of 1 in use');
  // The payment arrives in another tab, and nobody comes back from it.
  const other = await page.context().newPage();
  await other.route(/\/payment-success/, (route) => route.abort());
  await other.goto(checkout);
  await payWith(other, CARD);
  await expect(async () => {
    await page.reload();
    await expect(page.locator('#billing')).toContainText('0 of 10 in use', { timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
});

test('an owner need not stay: without the server the page says so and goes on by itself, then waits, and notices the payment', {
  tag: '@long',
}, async ({ page }) => {
  await newOwner(page, 'Oak & Iron');
  const { id, url } = await openCheckout(page);
  await page.goto(url);
  let isLate = true;
  await answer(page, 'billing.confirm', (read: object) => (isLate ? { ...read, status: 'processing' } : read));
  await page.clock.install();
  const away = (route: Route) => route.fulfill({ status: 503, body: 'gone' });
  await page.route(/billing\.confirm/, away);
  await payWith(page, CARD);
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Nothing is charged twice.');
  await expectAccessible(page);
  await page.unroute(/billing\.confirm/, away);
  await expect(page.getByRole('heading', { name: 'Waiting for your payment' })).toBeVisible();
  await expect(page).toHaveURL(successOf(id));
  // From here on the page's time stands still: it looks again only when it is told to.
  await page.clock.pauseAt(Date.now() + 60_000);
  await expect(page.getByText('your plan starts once your payment is confirmed')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to your dashboard' })).toBeVisible();
  isLate = false;
  await page.getByRole('button', { name: 'Look now' }).click();
  await page.clock.runFor(1_000);
  await expect(page.getByText('Growth is paid')).toBeVisible();
});

test('one that was not paid, of somebody else, or of nobody, is none', { tag: '@long' }, async ({
  page,
  elsewhere: stranger,
}) => {
  await newOwner(page, 'Oak & Iron');
  const { id } = await openCheckout(page);
  await page.goto(successOf(id));
  await expect(page.getByRole('heading', { name: "This payment isn't finished" })).toBeVisible();
  await page.getByRole('link', { name: 'Back to the plans' }).click();
  await expect(page.getByRole('heading', { name: 'Your plan: Free' })).toBeVisible();
  await page.goto(screens.paymentSuccess.href());
  await expect(page.getByRole('heading', { name: 'Nothing to confirm here' })).toBeVisible();
  for (const made of ['cs_test_of_nobody', '{CHECKOUT_SESSION_ID}', '../../x']) {
    await page.goto(successOf(encodeURIComponent(made)));
    await expect(page.getByRole('heading', { name: "This payment isn't yours to confirm" })).toBeVisible();
  }
  await newOwner(stranger, 'Birch');
  await stranger.goto(successOf(id));
  await expect(stranger.getByText("This isn't one of your checkouts")).toBeVisible();
});
