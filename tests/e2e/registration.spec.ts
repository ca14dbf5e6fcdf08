// Registering in steps: on Free in one press, on a paid plan through the sandbox's checkout, and going on where it stopped.
import { expect, type Page } from '@playwright/test';
import { screens } from '#client/screens.ts';
import type { Pricing } from '#shared/contract/billing.ts';
import { answer, hold } from './support/answer.ts';
import { expectAccessible, overflowOf } from './support/axe.ts';
import { poll } from './support/base.ts';
import { CARD, DECLINED, payWith } from './support/card.ts';
import { mailedLink, resumeLink } from './support/outbox.ts';
import { logIn, newEmail, PASSWORD, register, test, toast, verify } from './support/owner.ts';

const gate = (page: Page) => page.getByRole('heading', { name: 'Verify Your Email' });

const goOn = (page: Page) => page.getByRole('button', { name: 'Continue your registration' });

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
  await expect(gate(page)).toBeVisible();
}

test('Free opens on the account, which waits until its address is verified [spec 8.auth-toasts.3]', {
  tag: '@short',
}, async ({ page }) => {
  await page.goto(screens.register.href());
  await page.getByLabel('Email').fill(newEmail());
  await createAccount(page);
  await expect(toast(page)).toContainText('Account created');
  await expect(toast(page)).toContainText('verify your email');
});

test('the emailed link verifies the address, and leads into the app [spec 8.verification.4]', {
  tag: '@short',
}, async ({ page }) => {
  const email = newEmail();
  await register(page, email);
  await page.goto(await mailedLink(email));
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(toast(page)).toContainText('Email verified!');
  await expect(toast(page)).toContainText('Your email has been verified. You can now access all features.');
  // Without a site there is only one thing to do.
  await expect(page).toHaveURL(screens.dashboard.href());
  await expect(page.getByRole('heading', { name: 'Create your first site' })).toBeVisible();
});

test('the gate sends another link, looks whether it was opened, is still there after a reload, and opens by the link [spec 4.verification.2 5.resend.1 8.auth-toasts.3 8.auth-toasts.5 8.verification.3 8.verification.4 8.verification.5]', {
  tag: '@long',
}, async ({ page }) => {
  const email = newEmail();
  await page.goto(screens.register.href());
  await page.getByLabel('Email').fill(email);
  await createAccount(page);
  await expect(toast(page)).toContainText('Account created');
  await expect(toast(page)).toContainText('verify your email');
  await test.step('another link', async () => {
    await page.getByRole('button', { name: 'Resend verification email' }).click();
    await expect(toast(page)).toContainText('Verification email sent');
    await expect(toast(page)).toContainText(`We've sent a verification link to ${email}. Please check your inbox.`);
  });
  await test.step('looking whether it was opened', async () => {
    const release = await hold(page, '**/api/trpc/**auth.token**');
    await page.getByRole('button', { name: 'Check verification status' }).click();
    await expect(toast(page)).toContainText('Checking verification status');
    release();
    await expect(toast(page)).toContainText('Not verified yet');
  });
  await page.reload();
  await expect(gate(page)).toBeVisible();
  await page.goto(await mailedLink(email));
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(toast(page)).toContainText('Email verified!');
  await expect(toast(page)).toContainText('Your email has been verified. You can now access all features.');
  // Without a site there is only one thing to do.
  await expect(page).toHaveURL(screens.dashboard.href());
  await expect(page.getByRole('heading', { name: 'Create your first site' })).toBeVisible();
  await poll(() => page.evaluate(() => localStorage.getItem('userEmailVerified'))).not.toBeNull();
});

test('whoever does not want to wait for the email finishes without it; the app still asks for the address to be verified', {
  tag: '@long',
}, async ({ page }) => {
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
  await expect(gate(page)).toBeVisible();
  await expect(finish).toHaveCount(0);
});

test('Growth by the year leads from the address to the payment', { tag: '@short' }, async ({ page }) => {
  await chooseGrowth(page, newEmail());
  await expect(page.getByRole('button', { name: 'Pay $490' })).toBeVisible();
});

test('Growth by the year on a phone: declined first, then paid, and welcomed once the address is verified [spec 2.public.14]', {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 900 });
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
  await expect(page.getByRole('heading', { name: 'Choose a password' })).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await createAccount(page);
  await verify(page, email);
  await expect(page.getByRole('heading', { name: 'Welcome to Growth' })).toBeVisible();
  const { user } = await (await page.request.get('/api/auth/me')).json();
  expect(user.subscription).toEqual({ type: 'growth', status: 'active', max_sites: 10 });
});

test('a tab closed in the middle is gone on with, and a canceled payment says that nothing was charged', {
  tag: '@long',
}, async ({ page }) => {
  const first = await page.context().newPage();
  await chooseGrowth(first, newEmail());
  await expect(first.getByRole('button', { name: 'Pay $490' })).toBeVisible();
  await first.close();
  await page.goto(screens.register.href());
  await expect(page.getByRole('heading', { name: 'Pay for your plan' })).toBeVisible();
  await expect(page.getByText('$490 a year')).toBeVisible();
  await page.goto(`${screens.register.href()}?checkout=cancelled`);
  await expect(page.getByText('Nothing was charged.')).toBeVisible();
  await page.getByRole('button', { name: 'Change plan' }).click();
  await page.getByRole('radio', { name: /Free/ }).click();
  await page.getByRole('button', { name: 'Continue with Free' }).click();
  await createAccount(page);
});

test('logging in with the address leads back to the step, and from another browser by an email', {
  tag: '@long',
}, async ({ page, elsewhere: other }) => {
  const email = newEmail();
  await chooseGrowth(page, email);
  await page.goto(screens.login.href());
  await logIn(page, email);
  await expect(page.getByText('Please complete your registration before continuing.')).toBeVisible();
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Pay for your plan' })).toBeVisible();
  await expectAccessible(page);
  await other.goto(screens.login.href());
  await logIn(other, email);
  await other.getByRole('button', { name: 'Email me a link to continue' }).click();
  await expect(other.getByText('Check your inbox')).toBeVisible();
  const link = await resumeLink(email);
  await test.step('whoever only opens the link uses nothing up', async () => {
    await page.goto(link);
    await expect(goOn(page)).toBeVisible();
    await expect(page).toHaveURL(screens.register.href());
    await expectAccessible(page);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Pay for your plan' })).toBeVisible();
  });
  await other.goto(link);
  await goOn(other).click();
  await expect(other.getByRole('heading', { name: 'Pay for your plan' })).toBeVisible();
  await expect(other).toHaveURL(screens.register.href());
  await other.getByRole('button', { name: 'Continue to payment' }).click();
  await other.waitForURL(/\/sandbox\/checkout\//);
  await payWith(other, CARD);
  await expect(other.getByText('Growth is paid')).toBeVisible();
  // The browser in which it began no longer holds it, and says where it goes on.
  await page.reload();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/already paid\. To continue, open the link/);
  await page.goto(link);
  await goOn(page).click();
  await expect(page.getByText('This link no longer works')).toBeVisible();
});

test('neither an unknown checkout nor a broken link of an email is taken for a good one', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/register#resume=made-up');
  await goOn(page).click();
  await expect(page.getByText('This link no longer works')).toBeVisible();
  await expect(page).toHaveURL(screens.register.href());
  await chooseGrowth(page, newEmail());
  await page.goto('/payment-success?session_id=cs_test_of_nobody');
  await expect(page.getByText("This payment doesn't belong to this registration")).toBeVisible();
});

test('the account step says how many sites Free has on this server', { tag: '@long' }, async ({ page }) => {
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
