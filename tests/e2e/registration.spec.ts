// Registering in steps: on Free in one press, on a paid plan through the sandbox's checkout, and going on where it stopped.
import { expect, type Page } from '@playwright/test';
import { screens } from '#client/screens.ts';
import type { Pricing } from '#shared/contract/billing.ts';
import { answer } from './support/answer.ts';
import { expectAccessible, overflowOf } from './support/axe.ts';
import { CARD, DECLINED, payWith } from './support/card.ts';
import { resumeLink } from './support/outbox.ts';
import { logIn, newEmail, newOwner, PASSWORD, test, toast, verify } from './support/owner.ts';

async function chooseGrowth(page: Page, email: string): Promise<void> {
  await page.goto('/register?plan=growth&cycle=annual');
  await expect(page.getByRole('radio', { name: /Growth/ })).toBeChecked();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.waitForURL(/\/sandbox\/checkout\//);
}

async function createAccount(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible();
}

test('Free opens on the account, and the verified address opens the app', async ({ page }) => {
  const email = newEmail();
  await page.goto(screens.register.href());
  await page.getByLabel('Email').fill(email);
  await createAccount(page);
  await expect(toast(page)).toContainText('Account created');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible();
  await verify(page, email);
  await expect(page).toHaveURL(screens.createSite.href());
});

test('whoever does not want to wait for the email finishes without it; the app still opens with the verified address', async ({
  page,
}) => {
  const email = newEmail();
  await page.clock.install();
  await page.goto(screens.register.href());
  await page.getByLabel('Email').fill(email);
  await createAccount(page);
  const finish = page.getByRole('button', { name: 'Finish without waiting' });
  await expect(finish).toHaveCount(0);
  await page.clock.runFor(21_000);
  await finish.click();
  await expect(page).toHaveURL(screens.dashboard.href());
  await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible();
  await expect(finish).toHaveCount(0);
});

test('a plan in the address is not lost on somebody who is logged in', async ({ page }) => {
  await newOwner(page, 'Oak & Iron');
  await page.goto('/register?plan=growth&cycle=annual');
  await expect(page).toHaveURL(/\/upgrade\?plan=growth&cycle=annual$/);
  await expect(page.getByRole('radio', { name: 'Annual' })).toBeChecked();
});

test('the account step says how many sites Free has on this server', async ({ page }) => {
  await page.goto(screens.register.href());
  await expect(page.getByText('Free for one site. No credit card needed.')).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await answer(page, 'registration.plans', (pricing: Pricing) => ({
    ...pricing,
    plans: pricing.plans.map((plan) => (plan.id === 'free' ? { ...plan, max_sites: 5 } : plan)),
  }));
  await page.reload();
  await expect(page.getByText('Free for 5 sites. No credit card needed.')).toBeVisible();
});

for (const width of [375, 1440]) {
  test(`at ${width} px, Growth by the year: declined first, then paid [spec 2.public.14]`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const email = newEmail();
    await chooseGrowth(page, email);
    await payWith(page, DECLINED);
    await expect(page.getByText(/declined/i).first()).toBeVisible();
    await payWith(page, CARD);
    await page.waitForURL(/\/payment-success\?session_id=/);
    await expect(page.getByText('Growth is paid')).toBeVisible();
    expect(await overflowOf(page)).toBe(0);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Continue' }).click();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await expectAccessible(page);
    await createAccount(page);
    await verify(page, email);
    await expect(page.getByRole('heading', { name: 'Welcome to Growth' })).toBeVisible();
    const { user } = await (await page.request.get('/api/auth/me')).json();
    expect(user.subscription).toEqual({ type: 'growth', status: 'active', max_sites: 10 });
  });
}

test('a tab closed in the middle is gone on with, and a canceled payment says that nothing was charged', async ({
  page,
}) => {
  await chooseGrowth(page, newEmail());
  const again = await page.context().newPage();
  await page.close();
  await again.goto(screens.register.href());
  await expect(again.getByRole('heading', { name: 'Pay for your plan' })).toBeVisible();
  await expect(again.getByText('$490 a year')).toBeVisible();
  await expectAccessible(again);
  await again.goto(`${screens.register.href()}?checkout=cancelled`);
  await expect(again.getByText('Nothing was charged.')).toBeVisible();
  await again.getByRole('button', { name: 'Change plan' }).click();
  await again.getByRole('radio', { name: /Free/ }).click();
  await again.getByRole('button', { name: 'Continue with Free' }).click();
  await createAccount(again);
});

test('logging in with the address leads back to the step, and from another browser by an email', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = newEmail();
  await chooseGrowth(page, email);
  await page.goto(screens.login.href());
  await logIn(page, email);
  await expect(page.getByText('Please complete your registration before continuing.')).toBeVisible();
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Pay for your plan' })).toBeVisible();
  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const other = await context.newPage();
  await other.goto(screens.login.href());
  await logIn(other, email);
  await other.getByRole('button', { name: 'Email me a link to continue' }).click();
  await expect(other.getByText('Check your inbox')).toBeVisible();
  await other.goto(await resumeLink(email));
  await expect(other.getByRole('heading', { name: 'Pay for your plan' })).toBeVisible();
  await expect(other).toHaveURL(screens.register.href());
  await other.getByRole('button', { name: 'Continue to payment' }).click();
  await other.waitForURL(/\/sandbox\/checkout\//);
  await payWith(other, CARD);
  await expect(other.getByText('Growth is paid')).toBeVisible();
  // The browser in which it began goes on, too.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Choose a password' })).toBeVisible();
  await context.close();
});

test('an unknown checkout is not taken for a payment', async ({ page }) => {
  await chooseGrowth(page, newEmail());
  await page.goto('/payment-success?session_id=cs_test_of_nobody');
  await expect(page.getByText("This payment doesn't belong to this registration")).toBeVisible();
});

test('a broken link of an email says so, and leaves the address', async ({ page }) => {
  await page.goto('/register#resume=made-up');
  await expect(page.getByText('This link no longer works')).toBeVisible();
  await expect(page).toHaveURL(screens.register.href());
});
