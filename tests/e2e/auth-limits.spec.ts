// Auth with its limits on, on a server of its own: wrong passwords, too many emails, a server that stops and starts
// again; the errors named in the login page's address; the toasts of the verification gate.
import { expect } from '@playwright/test';
import { AUTH_ERRORS, type AuthErrorType } from '#shared/messages.ts';
import { poll } from './support/base.ts';
import { type OwnServer, startOwnServer } from './support/own-server.ts';
import { logIn, newEmail, newOwner, PASSWORD, register, test, toast } from './support/owner.ts';

test.describe('with the limits on', () => {
  let server: OwnServer;
  test.beforeAll(async () => {
    server = await startOwnServer();
  });
  test.afterAll(() => server.end());

  const enrol = async (page: import('@playwright/test').Page, email: string) => {
    await page.goto(`${server.origin}/register`);
    await page.getByLabel('Email').fill(email);
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(toast(page)).toContainText('Account created');
    await expect(toast(page)).toContainText('verify your email');
  };

  test('after five wrong passwords even the right one is refused [spec 5.login.2 8.auth-toasts.2]', async ({
    page,
  }) => {
    const email = newEmail();
    await enrol(page, email);
    await page.context().clearCookies();
    await page.goto(`${server.origin}/login`);
    let answers = 0;
    page.on('response', (answer) => {
      if (answer.url().includes('auth.login')) answers += 1;
    });
    for (let n = 1; n <= 5; n++) {
      await logIn(page, email, `wrong ${n}`);
      // The messages of the previous attempt are still on the screen.
      await poll(() => answers).toBe(n);
      await expect(page.getByRole('button', { name: 'Log in' })).toBeEnabled();
      await expect(toast(page)).toContainText('Login failed');
      await expect(page.getByRole('textbox', { name: 'Password' })).toHaveAccessibleDescription(
        /Incorrect password\. Please try again/,
      );
    }
    await logIn(page, email);
    await expect(
      page.getByRole('alert').filter({ hasText: 'Too many failed attempts. Please try again later' }),
    ).toBeVisible();
    await expect(toast(page)).toContainText('Login failed');
    await expect(toast(page)).not.toContainText('Too many failed attempts. Please try again later');
    await expect(page).toHaveURL(/\/login$/);
  });

  test('a second verification email within a minute is refused, and the toast says to wait [spec 5.resend.1 8.auth-toasts.3 8.verification.1 9.20]', async ({
    page,
  }) => {
    const email = newEmail();
    await enrol(page, email);
    await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible();
    const resend = page.getByRole('button', { name: 'Resend verification email' });
    // The registration has just sent one.
    await resend.click();
    await expect(toast(page)).toContainText('Please wait');
    await expect(toast(page)).toContainText('You can resend the verification email after 1 minute');
  });

  test('confirming through the emailed link after registering verifies the address and lets the user in [spec 4.verification.2 8.auth-toasts.3 8.verification.3 8.verification.4 8.verification.5]', async ({
    page,
  }) => {
    const email = newEmail();
    await enrol(page, email);
    await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible();
    const check = page.getByRole('button', { name: 'Check verification status' });
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/trpc/auth.token**', async (route) => {
      await asked;
      await route.continue();
    });
    await check.click();
    await expect(toast(page)).toContainText('Checking verification status');
    answer();
    await expect(toast(page)).toContainText('Not verified yet');
    await page.goto(server.mailedLink(email));
    await page.getByRole('button', { name: 'Confirm my email' }).click();
    await expect(toast(page)).toContainText('Email verified!');
    await expect(toast(page)).toContainText('Your email has been verified. You can now access all features.');
    // Without a site there is only one thing to do.
    await expect(page).toHaveURL(`${server.origin}/create-site`);
    await poll(() => page.evaluate(() => localStorage.getItem('userEmailVerified'))).not.toBeNull();
  });

  test('a stopped server is reported, and what was typed is still there when it returns [spec 8.auth-toasts.1 8.auth-toasts.2]', async ({
    page,
  }) => {
    const email = newEmail();
    await enrol(page, email);
    await page.context().clearCookies();
    await page.goto(`${server.origin}/login`);
    await server.halt();
    await logIn(page, email);
    await expect(toast(page)).toContainText('Login failed');
    await server.start();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(toast(page)).toContainText('Login successful');
    await expect(toast(page)).toContainText('Welcome back!');
  });
});

test('the login page explains each of the nine errors its address can name, and ignores any other [spec 8.auth-errors.*]', async ({
  page,
}) => {
  for (const error of Object.keys(AUTH_ERRORS) as AuthErrorType[]) {
    await page.goto(`/login?error=${error}`);
    await expect(page.getByText(AUTH_ERRORS[error], { exact: true })).toBeVisible();
  }
  expect(Object.keys(AUTH_ERRORS)).toHaveLength(9);
  for (const error of ['constructor', 'made-up', '<b>x</b>']) {
    await page.goto(`/login?error=${encodeURIComponent(error)}`);
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
});

test('the sign-up form reports on the field what is wrong, including what the server refuses [spec 5.signup.1 8.auth-toasts.4]', async ({
  page,
}) => {
  const email = await newOwner(page);
  await page.context().clearCookies();
  await page.goto('/register');
  const field = page.getByLabel('Email');
  const password = page.getByRole('textbox', { name: 'Password' });
  const submit = page.getByRole('button', { name: 'Create account' });
  await field.fill('no address');
  await password.fill('short');
  await submit.click();
  await expect(field).toHaveAccessibleDescription('Please provide a valid email address');
  await expect(field).toBeFocused();
  await expect(password).toHaveAccessibleDescription(/Password should be at least 6 characters/);
  await field.fill(email.toUpperCase());
  await password.fill(PASSWORD);
  await submit.click();
  await expect(toast(page)).toContainText('Registration failed');
  await expect(field).toHaveAccessibleDescription('This email is already registered');
});

test('logging out is confirmed; without a connection that is reported instead, and nobody is signed out [spec 8.auth-toasts.6 8.auth-toasts.11]', async ({
  page,
  context,
}) => {
  await newOwner(page, 'Oak & Iron');
  await page.goto('/dashboard');
  const leave = async () => {
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
  };
  // Whoever is about to press it has been near: from then on its code is there.
  const menuCode = page.waitForResponse(/menu-list/);
  await page.getByRole('button', { name: 'Account' }).hover();
  await (await menuCode).finished();
  await context.setOffline(true);
  await leave();
  // No word twice.
  await expect(toast(page)).toHaveText('Network ErrorCheck your internet connection and try again.');
  await context.setOffline(false);
  await leave();
  await expect(toast(page)).toContainText('Logged out');
  await expect(page).toHaveURL(/\/$/);
});

test('the gate reports a network error, and asks for patience after the third retry [spec 4.verification.3 8.verification.2 8.verification.6 8.verification.7 8.verification.8]', async ({
  page,
}) => {
  await register(page, newEmail());
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible();
  await page.context().setOffline(true);
  const check = page.getByRole('button', { name: 'Check verification status' });
  await check.click();
  await expect(toast(page)).toContainText(
    'Could not connect to authentication servers. Please check your internet connection.',
  );
  await expect(
    page.getByText('Network error while checking verification. Please verify your internet connection.'),
  ).toBeVisible();
  for (let n = 0; n < 3; n++) {
    await expect(check).toBeEnabled();
    await check.click();
  }
  await expect(
    page.getByText(
      "Too many verification attempts. If you've already clicked the verification link, please try again later.",
    ),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Resend verification email' }).click();
  await expect(toast(page)).toContainText('Failed to send verification email. Please try again.');
  await expect(
    page.getByText('There seems to be a network connection issue. Please check your internet connection.'),
  ).toBeVisible();
  // From the first request after the connection is back: the gate asks by itself at once.
  await page.route(/\/api\/trpc\/auth\.(?:me|token)/, (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: 'x' } }),
  );
  await page.context().setOffline(false);
  await check.click();
  await expect(toast(page)).toContainText('Failed to check verification status. Please try again.');
});
