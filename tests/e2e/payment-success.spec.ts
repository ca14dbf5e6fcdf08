// /payment-success while the payment is late: it says so, waits, and keeps nobody waiting.
import { expect, type Page } from '@playwright/test';
import { screens } from '#client/screens.ts';
import { answer } from './support/answer.ts';
import { expectAccessible, overflowOf } from './support/axe.ts';
import { CARD, payWith } from './support/card.ts';
import { newEmail, newOwner, PASSWORD, post, test, verify } from './support/owner.ts';

/** Opens a checkout for Growth by the month, as the upgrade page does. @returns its id and the page where it is paid. */
async function openCheckout(page: Page): Promise<{ id: string; url: string }> {
  const { checkout } = (await post(page, '/api/billing/checkout', { plan: 'growth', cycle: 'monthly' })) as {
    checkout: { id: string; url: string };
  };
  return checkout;
}
const successOf = (id: string) => `${screens.paymentSuccess.href()}?session_id=${id}`;

test('a late payment: the account is made without waiting, on Free, and the plan begins by itself once it is paid', async ({
  page,
}) => {
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

test('an owner need not stay: the page waits, says that the plan begins by itself, and notices the payment', async ({
  page,
}) => {
  await newOwner(page, 'Oak & Iron');
  const { id, url } = await openCheckout(page);
  await page.goto(url);
  let isLate = true;
  await answer(page, 'billing.confirm', (read: object) => (isLate ? { ...read, status: 'processing' } : read));
  await page.clock.install();
  await payWith(page, CARD);
  await expect(page.getByRole('heading', { name: 'Waiting for your payment' })).toBeVisible();
  await expect(page).toHaveURL(successOf(id));
  // From here on the page's time stands still: it looks again only when it is told to.
  await page.clock.pauseAt(Date.now() + 60_000);
  await expect(page.getByText('your plan begins by itself once your payment is confirmed')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to your dashboard' })).toBeVisible();
  isLate = false;
  await page.getByRole('button', { name: 'Look now' }).click();
  await page.clock.runFor(1_000);
  await expect(page.getByText('Growth is paid')).toBeVisible();
});

test('while the server is away it says so, and goes on by itself', async ({ page }) => {
  await newOwner(page, 'Oak & Iron');
  const { url } = await openCheckout(page);
  await page.goto(url);
  await page.route(/billing\.confirm/, (route) => route.fulfill({ status: 503, body: 'gone' }));
  await payWith(page, CARD);
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Nothing is charged twice.');
  await expectAccessible(page);
  await page.unrouteAll();
  await expect(page.getByText('Growth is paid')).toBeVisible();
});

test('one that was not paid, of somebody else, or of nobody, is none', async ({ page, browser, baseURL }) => {
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
  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const stranger = await context.newPage();
  await newOwner(stranger, 'Birch');
  await stranger.goto(successOf(id));
  await expect(stranger.getByText("This isn't one of your checkouts")).toBeVisible();
  await context.close();
});
