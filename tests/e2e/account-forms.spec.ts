// What people expect of sign-in forms: password managers, paste, Enter, the focus on the first issue and a label while
// waiting; and the gate that checks by itself.
import { expect, type Page } from '@playwright/test';
import { TOASTS } from '#shared/messages.ts';
import { poll } from './support/base.ts';
import { newEmail, newOwner, PASSWORD, register, test, toast, verify } from './support/owner.ts';

/** Takes any code in a reset link for one that works, until it is used. */
const acceptAnyReset = (page: Page) =>
  page.route('**/api/trpc/auth.checkReset**', (route) =>
    route.fulfill({ json: [{ result: { data: { json: { isValid: true } } } }] }),
  );

test('each field tells password managers what it is for', async ({ page }) => {
  const email = page.getByLabel('Email');
  await acceptAnyReset(page);
  const fields: [path: string, label: string, purpose: string][] = [
    ['/login', 'Password', 'current-password'],
    ['/register', 'Password', 'new-password'],
    ['/reset-password#reset=example', 'New password', 'new-password'],
  ];
  for (const [path, label, purpose] of fields) {
    await page.goto(path);
    await expect(page.getByRole('textbox', { name: label })).toHaveAttribute('autocomplete', purpose);
  }
  await page.goto('/login');
  await expect(email).toHaveAttribute('autocomplete', 'username');
  await page.goto('/register');
  await expect(email).toHaveAttribute('autocomplete', 'email');
  await newOwner(page);
  await page.goto('/settings');
  await expect(page.getByLabel('Current password')).toHaveAttribute('autocomplete', 'current-password');
  await expect(page.getByLabel('New password')).toHaveAttribute('autocomplete', 'new-password');
});

test('a password can be pasted and sent with Enter, and the button shows that it is waiting', async ({
  page,
  baseURL,
}) => {
  const email = await newOwner(page, 'Oak & Iron');
  await page.context().clearCookies();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baseURL ?? '' });
  await page.goto('/login');
  await page.evaluate((text) => navigator.clipboard.writeText(text), PASSWORD);
  await page.getByLabel('Email').fill(email);
  const password = page.getByRole('textbox', { name: 'Password' });
  await password.focus();
  await page.keyboard.press('Control+V');
  await expect(password).toHaveValue(PASSWORD);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/trpc/auth.login**', async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press('Enter');
  const button = page.getByRole('button', { name: 'Logging in...' });
  await expect(button).toBeVisible();
  // Another Enter meanwhile does not log in twice.
  await page.keyboard.press('Enter');
  answer();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('every form puts the focus on its first issue', async ({ page }) => {
  await acceptAnyReset(page);
  for (const [path, button, field] of [
    ['/login', 'Log in', 'Email'],
    ['/register', 'Create account', 'Email'],
    ['/forgot-password', 'Send reset link', 'Email'],
    ['/reset-password#reset=example', 'Set password', 'New password'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('button', { name: button }).last().click();
    await expect(page.getByRole('textbox', { name: field })).toBeFocused();
    await expect(page.getByRole('textbox', { name: field })).toHaveAttribute('aria-invalid', 'true');
  }
});

test('the gate checks by itself after a second, and opens [spec 4.verification.1 4.verification.2]', async ({
  page,
}) => {
  const email = newEmail();
  await register(page, email);
  // The link is opened in another window while the gate is waiting for its first answer.
  await page.route('**/api/trpc/auth.me**', async (route) => {
    await verify(page, email);
    await route.continue();
  });
  const asked = page.waitForRequest('**/api/trpc/auth.me**');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible();
  await asked;
  await expect(toast(page)).toContainText(TOASTS.emailVerified.title);
  await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toHaveCount(0);
  await poll(() => page.evaluate(() => localStorage.getItem('userEmailVerified'))).not.toBeNull();
});

test('the gate asks with a new token a second after it opened, not before [spec 4.verification.2 9.19]', async ({
  page,
}) => {
  await register(page, newEmail());
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('auth.token')) asked += 1;
  });
  await page.goto('/faq');
  await page.clock.install();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await page.goto('/dashboard');
  // Whatever comes before the gate may need its own timers.
  await expect(async () => {
    await page.clock.runFor(10);
    await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible({ timeout: 50 });
  }).toPass();
  await page.clock.runFor(900);
  expect(asked).toBe(0);
  await page.clock.runFor(100);
  await poll(() => asked).toBe(1);
});

test('an address remembered as verified opens the gate for that user alone [spec 3.storage.1 4.verification.1]', async ({
  page,
}) => {
  await register(page, newEmail());
  const { user } = await (await page.request.get('/api/auth/me')).json();
  await page.goto('/login');
  const remember = (id: string) => page.evaluate((value) => localStorage.setItem('userEmailVerified', value), id);
  await remember('somebody');
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible();
  await remember(user._id);
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'User Settings' })).toBeVisible();
});

test('the guard shows a labeled spinner until it knows who is signed in [spec 2.guard.2 4.guard.1]', async ({
  page,
}) => {
  await newOwner(page, 'Oak & Iron');
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/trpc/auth.session**', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/dashboard');
  await expect(page.getByText('Loading...')).toBeVisible();
  answer();
  await expect(page.getByRole('heading', { name: 'All sites' })).toBeVisible();
});
