// Logging in and being logged in: the way to the login page and back, a session that ends or is refused, a server or a
// connection that goes away, two tabs of one browser, redirect loops, and states that should not occur.
import { expect, type Page } from '@playwright/test';
import { AUTH_ERRORS, type AuthErrorType } from '#shared/messages.ts';
import { hold } from './support/answer.ts';
import { makeFirstAccountAt } from './support/first-account.ts';
import { startOwnServer } from './support/own-server.ts';
import { endSession, logIn, newEmail, newOwner, PASSWORD, test, toast } from './support/owner.ts';
import { ownerAt } from './support/owner-api.ts';

const SITE = 'Oak & Iron';
const NOTIFICATIONS = '/oak-and-iron/notifications';
const heading = (page: Page) => page.getByRole('heading', { name: 'Notifications', level: 1 });
const loginButton = (page: Page) => page.getByRole('button', { name: 'Log in' });
const passwordField = (page: Page) => page.getByRole('textbox', { name: 'Password' });

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
}

/** Types a message into a new notification. */
async function draftNotification(page: Page, message: string): Promise<void> {
  await page.getByRole('button', { name: 'New notification' }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill(message);
}
async function writeNotification(page: Page, message: string): Promise<void> {
  await draftNotification(page, message);
  await page.keyboard.press('Control+Enter');
}
const rowOf = (page: Page, message: string) => page.getByRole('row').filter({ hasText: message });

test('to the login page, and back to the page that was asked for [spec 2.guard.1 2.guard.3 4.guard.2 8.auth-toasts.1]', {
  tag: '@short',
}, async ({ page, context, baseURL }) => {
  const email = await newOwner(page, SITE);
  await context.clearCookies();
  const asked = '/create-site?x=1#y';
  await page.goto(asked);
  await expect(page).toHaveURL(`${baseURL}/login?from=${encodeURIComponent(asked)}`);
  await logIn(page, email);
  await expect(page).toHaveURL(`${baseURL}${asked}`);
  await expect(page.getByText("You've reached your site limit.")).toBeVisible();
  await expect(toast(page)).toContainText('Login successful');
  await expect(toast(page)).toContainText('Welcome back!');
});

test('an unknown address and a wrong password are said at their field [spec 5.login.1 8.auth-toasts.2]', async ({
  page,
}) => {
  const email = await newOwner(page);
  await page.context().clearCookies();
  await page.goto('/login');
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username');
  await expect(passwordField(page)).toHaveAttribute('autocomplete', 'current-password');
  await logIn(page, `not-${email}`);
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/No account found with this email address/);
  await logIn(page, email, 'wrong horse');
  await expect(passwordField(page)).toHaveAccessibleDescription(/Incorrect password\. Please try again/);
  await expect(passwordField(page)).toBeFocused();
  await expect(toast(page)).toContainText('Login failed');
});

test('logging out leads home [spec 2.guard.3 8.auth-toasts.6]', { tag: '@short' }, async ({ page, baseURL }) => {
  await ownerAt(page, '/create-site');
  await logOut(page);
  await expect(toast(page)).toContainText('Logged out');
  await expect(page).toHaveURL(`${baseURL}/`);
  expect((await page.request.get('/api/auth/me')).status()).toBe(401);
});

test('a spinner until it is known who is there; a pasted password, sent twice, logs in once; without a connection nobody is logged out [spec 2.guard.2 2.guard.3 4.guard.1 4.guard.2 8.auth-toasts.6 8.auth-toasts.11]', {
  tag: '@long',
}, async ({ page, context, baseURL }) => {
  const email = await newOwner(page, SITE);
  await context.clearCookies();
  await test.step('until it is known that nobody is logged in, a spinner', async () => {
    const answer = await hold(page, '**/api/trpc/**auth.session**');
    await page.goto(`${NOTIFICATIONS}?x=1#y`);
    await expect(page.getByText('Loading...')).toBeVisible();
    answer();
    await expect(page).toHaveURL(`${baseURL}/login?from=${encodeURIComponent(`${NOTIFICATIONS}?x=1#y`)}`);
  });
  await test.step('a password that is pasted and sent with Enter', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baseURL ?? '' });
    await page.evaluate((text) => navigator.clipboard.writeText(text), PASSWORD);
    await page.getByLabel('Email').fill(email);
    await passwordField(page).focus();
    await page.keyboard.press('Control+V');
    await expect(passwordField(page)).toHaveValue(PASSWORD);
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('auth.login') && asked.push(request.url()));
    const answer = await hold(page, '**/api/trpc/**auth.login**');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Logging in...' })).toBeVisible();
    // Another Enter meanwhile does not log in twice.
    await page.keyboard.press('Enter');
    answer();
    await expect(page).toHaveURL(`${baseURL}${NOTIFICATIONS}?x=1#y`);
    await expect(toast(page)).toContainText('Login successful');
    await expect(toast(page)).toContainText('Welcome back!');
    await expect(heading(page)).toBeVisible();
    expect(asked).toHaveLength(1);
  });
  await test.step('logging out without a connection, and with one', async () => {
    await context.setOffline(true);
    await logOut(page);
    // No word twice.
    await expect(toast(page)).toHaveText('Network ErrorCheck your internet connection and try again.');
    await context.setOffline(false);
    await logOut(page);
    await expect(toast(page)).toContainText('Logged out');
    await expect(page).toHaveURL(`${baseURL}/`);
    expect((await page.request.get('/api/auth/me')).status()).toBe(401);
    await expect(page.getByRole('link', { name: 'Get Started' }).first()).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/\/login\?from=%2Foak-and-iron%2Fnotifications/);
    await expect(loginButton(page)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Authentication Error' })).toHaveCount(0);
  });
});

const submit = (page: Page, name: string) => page.getByRole('button', { name }).last().click();
async function expectIssue(page: Page, label: string): Promise<void> {
  const field = page.getByRole('textbox', { name: label });
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
}

test('registering says at each field what it is for and what is wrong, also what the server refuses [spec 5.signup.1 8.auth-toasts.4]', async ({
  page,
}) => {
  const email = page.getByLabel('Email');
  const taken = await newOwner(page);
  await page.context().clearCookies();
  await page.goto('/register');
  await expect(email).toHaveAttribute('autocomplete', 'email');
  await expect(passwordField(page)).toHaveAttribute('autocomplete', 'new-password');
  await submit(page, 'Create account');
  await expectIssue(page, 'Email');
  await expect(passwordField(page)).toHaveAccessibleDescription(/Password should be at least 6 characters/);
  await email.fill('no address');
  await passwordField(page).fill('short');
  await submit(page, 'Create account');
  await expect(email).toHaveAccessibleDescription('Please provide a valid email address');
  await email.fill(newEmail());
  await passwordField(page).fill(await email.inputValue());
  await submit(page, 'Create account');
  await expect(passwordField(page)).toHaveAccessibleDescription(/can't be the same as the email address/);
  await expect(passwordField(page)).toBeFocused();
  await email.fill(taken.toUpperCase());
  await passwordField(page).fill(PASSWORD);
  await submit(page, 'Create account');
  await expect(toast(page)).toContainText('Registration failed');
  await expect(email).toHaveAccessibleDescription('This email is already registered');
});

test.describe('with the limits on', () => {
  const signUp = async (page: Page, origin: string, email: string) => {
    await page.goto(`${origin}/register`);
    await page.getByLabel('Email').fill(email);
    await passwordField(page).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(toast(page)).toContainText('Account created');
    await expect(toast(page)).toContainText('verify your email');
  };

  test('a second email within a minute is refused, and after five wrong passwords even the right one [spec 5.login.2 5.resend.1 8.auth-toasts.2 8.auth-toasts.3 8.verification.1 9.20]', {
    tag: '@long',
  }, async ({ page }) => {
    const server = await startOwnServer();
    await makeFirstAccountAt(server.origin);
    const email = newEmail();
    await test.step('registering has just sent one', async () => {
      await signUp(page, server.origin, email);
      await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible();
      await page.getByRole('button', { name: 'Resend verification email' }).click();
      await expect(toast(page)).toContainText('Please wait');
      await expect(toast(page)).toContainText('You can resend the verification email after 1 minute');
    });
    await page.context().clearCookies();
    await page.goto(`${server.origin}/login`);
    for (let n = 1; n <= 5; n++) {
      // The messages of the previous attempt are still on the screen.
      const answer = page.waitForResponse(/auth\.login/);
      await logIn(page, email, `wrong ${n}`);
      await answer;
      await expect(loginButton(page)).toBeEnabled();
      await expect(toast(page)).toContainText('Login failed');
      await expect(passwordField(page)).toHaveAccessibleDescription(/Incorrect password\. Please try again/);
    }
    await logIn(page, email);
    await expect(
      page.getByRole('alert').filter({ hasText: 'Too many failed attempts. Please try again later' }),
    ).toBeVisible();
    await expect(toast(page)).toContainText('Login failed');
    await expect(toast(page)).not.toContainText('Too many failed attempts. Please try again later');
    await expect(page).toHaveURL(/\/login$/);
    await server.end();
  });
});

test('the login page explains each of the nine errors its address can name, and ignores any other [spec 8.auth-errors.*]', {
  tag: '@long',
}, async ({ page }) => {
  for (const error of Object.keys(AUTH_ERRORS) as AuthErrorType[]) {
    await page.goto(`/login?error=${error}`);
    await expect(page.getByText(AUTH_ERRORS[error], { exact: true })).toBeVisible();
  }
  expect(Object.keys(AUTH_ERRORS)).toHaveLength(9);
  for (const error of ['constructor', '<b>x</b>']) {
    await page.goto(`/login?error=${encodeURIComponent(error)}`);
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
});

/** @returns the auth events that the page has fired so far. */
async function watchEvents(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const fired: string[] = [];
    Object.assign(window, { firedAuthEvents: fired });
    for (const name of ['auth:token-refresh-failed', 'auth:unauthenticated']) {
      window.addEventListener(name, () => fired.push(name));
    }
  });
  return () => page.evaluate(() => (window as unknown as { firedAuthEvents: string[] }).firedAuthEvents);
}

/** The next `times` creations of a notification come with a token that is refused. @returns how many there were. */
async function wearOutToken(page: Page, times = Infinity): Promise<() => number> {
  let tries = 0;
  await page.route('**/api/trpc/**notifications.create**', (route) => {
    if (tries++ >= times) return route.continue();
    return route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer worn-out' } });
  });
  return () => tries;
}

test.describe('a session', () => {
  test('that ends in the middle of work leads to the login page, and back to the same page with what was typed [spec 2.login.1 8.http.3]', async ({
    page,
  }) => {
    const email = await newOwner(page);
    await page.goto('/create-site');
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill(SITE);
    await endSession(page);
    await page.getByRole('button', { name: 'Create site' }).click();
    await expect(toast(page)).toContainText('Authentication Error');
    await expect(toast(page)).toContainText(AUTH_ERRORS['token-expired']);
    await expect(page).toHaveURL(/\/login\?error=token-expired&from=%2Fcreate-site$/);
    await logIn(page, email);
    await expect(page).toHaveURL(/\/create-site$/);
    await expect(page.getByText('Your session ended, but we saved your draft.')).toBeVisible();
    await expect(name).toHaveValue(SITE);
  });

  test('goes on silently with another token for one that is refused, access or CSRF [spec 8.http.1]', {
    tag: '@long',
  }, async ({ page, context }) => {
    const events = await watchEvents(page);
    await ownerAt(page, NOTIFICATIONS);
    await expect(heading(page)).toBeVisible();
    const tries = await wearOutToken(page, 1);
    const renewed = page.waitForRequest('**/api/trpc/**auth.token**');
    await writeNotification(page, 'Ana bought the Oak Desk');
    await renewed;
    await expect(rowOf(page, 'Ana bought the Oak Desk')).toHaveCount(1);
    expect(tries()).toBe(2);
    await page.unrouteAll();
    await context.clearCookies({ name: 'proofbell_csrf' });
    const statuses: number[] = [];
    page.on('response', (answer) => answer.url().includes('notifications.create') && statuses.push(answer.status()));
    await writeNotification(page, 'Jonas bought the Linen Lamp');
    await expect(rowOf(page, 'Jonas bought the Linen Lamp')).toHaveCount(1);
    expect(statuses).toEqual([403, 200]);
    expect(await events()).toEqual([]);
  });

  test('that ends on a public page leads to the login page as well', { tag: '@long' }, async ({ page }) => {
    await newOwner(page, SITE);
    const go = await hold(page, '**/api/trpc/**sites.list**');
    await page.goto('/forgot-password');
    await expect(page.getByRole('button', { name: 'Account' })).toBeVisible();
    await endSession(page);
    go();
    await expect(page).toHaveURL(/\/login\?error=token-expired&from=%2Fforgot-password$/);
    await expect(toast(page)).toContainText('Authentication Error');
  });
});

test.describe('what goes away and comes back', () => {
  test('a server that is down is told apart from a lost connection; nothing typed is lost, and nobody is logged out', {
    tag: '@long',
  }, async ({ page, context }) => {
    await newOwner(page, SITE);
    const again = page.getByRole('button', { name: 'Try again' });
    await page.route('**/api/**', (route) => route.abort('connectionrefused'));
    await page.goto(NOTIFICATIONS);
    await expect(page.getByText(AUTH_ERRORS['backend-unavailable'])).toBeVisible();
    await page.unroute('**/api/**');
    await page.route('**/api/trpc/**', (route) => route.abort());
    await again.click();
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
    await expect(page.getByText(/Please check your internet connection/)).toBeVisible();
    await page.unroute('**/api/trpc/**');
    await again.click();
    await expect(heading(page)).toBeVisible();

    await draftNotification(page, 'Ana bought the Oak Desk');
    await context.setOffline(true);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText(AUTH_ERRORS['network-error']).first()).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Ana bought the Oak Desk');
    await page.keyboard.press('Control+Enter');
    await expect(toast(page)).toContainText('Notification created');
  });

  test('the page recovers by itself when the connection returns', { tag: '@long' }, async ({ page, context }) => {
    await newOwner(page, SITE);
    await page.route('**/api/**', (route) => route.abort('internetdisconnected'));
    await page.goto(NOTIFICATIONS);
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await context.setOffline(true);
    await page.unroute('**/api/**');
    await context.setOffline(false);
    await expect(heading(page)).toBeVisible();
  });
});

test.describe('two tabs', () => {
  test('log in and out together, and never lead to another host', { tag: '@long' }, async ({
    page,
    context,
    baseURL,
  }) => {
    const email = await newOwner(page, SITE);
    await context.clearCookies();
    const other = await context.newPage();
    await other.goto(NOTIFICATIONS);
    await expect(loginButton(other)).toBeVisible();
    await page.goto('/login?from=%2F%2Fevil.example');
    await logIn(page, email);
    await expect(page).toHaveURL(`${baseURL}/dashboard`);
    await expect(other).toHaveURL(`${baseURL}${NOTIFICATIONS}`);
    await expect(heading(other)).toBeVisible();
    await logOut(page);
    for (const tab of [page, other]) {
      await expect(tab).toHaveURL(`${baseURL}/`);
      await expect(tab.getByRole('link', { name: 'Get Started' }).first()).toBeVisible();
    }
    await expect(other.getByText('Authentication Error')).toHaveCount(0);
  });

  test('never mix two users, whether the other one logs in there or takes the session behind a tab’s back', {
    tag: '@long',
  }, async ({ page, context, browser, baseURL }) => {
    await newOwner(page, 'Mara’s Shop');
    await page.goto('/dashboard');
    await expect(page.getByText('Mara’s Shop').first()).toBeVisible();
    const seen: string[] = [];
    await page.exposeFunction('noteMix', (text: string) => void seen.push(text));
    await page.evaluate(() => {
      const look = () => {
        const text = document.body.innerText;
        if (['Mara’s', 'Ben’s', 'Cleo’s'].filter((name) => text.includes(name)).length > 1) {
          (window as unknown as { noteMix(text: string): void }).noteMix(text);
        }
      };
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
    });
    await test.step('behind its back', async () => {
      // At once: whatever the page asks meanwhile is answered as Mara or as Ben.
      const maras = await browser.newContext({ baseURL: baseURL ?? '', storageState: await context.storageState() });
      const bens = await browser.newContext({ baseURL: baseURL ?? '' });
      await newOwner(await bens.newPage(), 'Ben’s Shop');
      await context.addCookies(await bens.cookies());
      await endSession(await maras.newPage());
      // Refused with Mara's token, the next call finds Ben's session when it asks for another.
      await page.getByRole('link', { name: 'Analytics' }).first().click();
      await expect(page).toHaveURL(/\/analytics$/);
      await page
        .getByRole('link', { name: /Proofbell/ })
        .first()
        .click();
      await expect(page.getByText('Ben’s Shop').first()).toBeVisible();
      await expect(page.getByText('Mara’s Shop')).toHaveCount(0);
      await maras.close();
      await bens.close();
    });
    await test.step('by logging in', async () => {
      const other = await context.newPage();
      const cleos = await browser.newContext({ baseURL: baseURL ?? '' });
      const email = await newOwner(await cleos.newPage(), 'Cleo’s Shop');
      await cleos.close();
      await context.clearCookies();
      await other.goto('/login');
      await logIn(other, email);
      await expect(page.getByText('Cleo’s Shop').first()).toBeVisible();
      await expect(page.getByText('Ben’s Shop')).toHaveCount(0);
    });
    expect(seen).toEqual([]);
  });
});
