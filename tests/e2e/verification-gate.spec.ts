// The verification gate on a server that sends email and on one that can't: what it says, how it notices by itself, and how
// a wrong address is changed.
import { expect, type Page } from '@playwright/test';
import { AUTH_ERRORS, MESSAGES, TOASTS } from '#shared/messages.ts';
import { answer } from './support/answer.ts';
import { expectAccessible, overflowOf } from './support/axe.ts';
import { poll } from './support/base.ts';
import { startOwnServer } from './support/own-server.ts';
import { newEmail, newOwner, PASSWORD, register, test, toast, verify } from './support/owner.ts';

const heading = (page: Page) => page.getByRole('heading', { name: 'Verify Your Email' });
const check = (page: Page) => page.getByRole('button', { name: 'Check verification status' });

async function signUp(page: Page, origin: string, email: string): Promise<void> {
  await fillSignUp(page, origin, email);
  await expect(heading(page)).toBeVisible();
}

async function fillSignUp(page: Page, origin: string, email: string): Promise<void> {
  await page.goto(`${origin}/register`);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
}

/** Expects that nothing sticks out sideways, on a phone and on a desk. */
async function expectToFit(page: Page): Promise<void> {
  for (const width of [1440, 375]) {
    await page.setViewportSize({ width, height: 800 });
    await poll(() => overflowOf(page)).toBe(0);
  }
}
const remembered = (page: Page) => page.evaluate(() => localStorage.getItem('userEmailVerified'));

test('a wrong address is changed at the gate, which opens once the right one is confirmed elsewhere [spec 4.verification.2 8.verification.4 8.verification.5]', {
  tag: '@short',
}, async ({ page }) => {
  const right = newEmail();
  await register(page, newEmail());
  await page.goto('/dashboard');
  await check(page).click();
  await expect(toast(page)).toContainText(TOASTS.notVerifiedYet.title);
  await page.getByRole('button', { name: 'Change it' }).click();
  const field = page.getByLabel('New email');
  await expect(field).toBeFocused();
  await field.fill(right);
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText(TOASTS.verificationSent(right).description ?? '');
  await verify(page, right);
  // It notices by itself.
  await expect(toast(page)).toContainText(TOASTS.emailVerified.title);
  await expect(page).toHaveURL(/\/dashboard$/);
  await poll(() => remembered(page)).not.toBeNull();
});

test('with a mail server it says to look into the inbox, and a wrong address is changed there [spec 2.verification.1 8.verification.5]', {
  tag: '@long',
}, async ({ page }) => {
  await answer(page, 'meta.info', (info: object) => ({ ...info, mail: 'smtp' }));
  const [wrong, right] = [newEmail(), newEmail()];
  await signUp(page, '', wrong);
  await expect(page.getByText(`We sent a confirmation link to ${wrong}. Click it to continue.`)).toBeVisible();
  await expect(page.getByText('Check your spam folder.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resend verification email' })).toBeVisible();
  // Nothing of a server that can't send email, and no link for whoever sits there.
  await expect(page.getByText(/server log|can't send email/)).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Confirm my email' })).toHaveCount(0);
  await expectToFit(page);
  await check(page).click();
  await expect(toast(page)).toContainText('Verification is pending. Please check your inbox');
  await page.getByRole('button', { name: 'Change it' }).click();
  const field = page.getByLabel('New email');
  await expect(field).toBeFocused();
  await field.fill(wrong);
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription(/This is already your email address/);
  await field.fill(right);
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText(TOASTS.verificationSent(right).description ?? '');
  await expect(page.getByText(`We sent a confirmation link to ${right}.`)).toBeVisible();
  await verify(page, right);
  // It notices by itself.
  await expect(toast(page)).toContainText(TOASTS.emailVerified.title);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('without a mail server the first account is verified at once, and the second reads where its link is', {
  tag: '@long',
}, async ({ page, browser }) => {
  const server = await startOwnServer({ AUTH_RATE_LIMIT: '0' });
  await fillSignUp(page, server.origin, newEmail());
  await expect(toast(page)).toContainText(TOASTS.firstAccountCreated.description ?? '');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { name: 'Create your first site' })).toBeVisible();
  const second = await (await browser.newContext({ baseURL: server.origin })).newPage();
  await register(second, newEmail());
  await second.goto('/dashboard');
  await expect(second.getByText(/is in the server log and in the outbox folder/)).toBeVisible();
  await expectToFit(second);
  await expect(second.getByText(/inbox|spam/)).toHaveCount(0);
  await check(second).click();
  await expect(toast(second)).toContainText(TOASTS.notVerifiedYetInLog.description);
  await second.getByRole('button', { name: 'Log out' }).click();
  await expect(toast(second)).toContainText(TOASTS.loggedOut.title);
  await expect(second).toHaveURL(`${server.origin}/`);
  await second.context().close();
  await server.end();
});

test('what keeps it from asking is named, and with the connection back it asks by itself, and opens [spec 4.verification.1 4.verification.2 4.verification.3 8.verification.2 8.verification.6 8.verification.7 8.verification.8]', {
  tag: '@long',
}, async ({ page, context }) => {
  const email = newEmail();
  await register(page, email);
  const exchanged: string[] = [];
  page.on('request', (request) => request.url().includes('auth.token') && exchanged.push(request.method()));
  await page.goto('/dashboard');
  await expect(heading(page)).toBeVisible();
  const alert = page.getByRole('main').getByRole('alert');
  const resend = page.getByRole('button', { name: 'Resend verification email' });
  const refuseEmail = (message: string) =>
    page.route(
      '**/api/trpc/**auth.sendVerificationEmail**',
      (route) => route.fulfill({ status: 429, json: { code: 'rate-limited', message } }),
      { times: 1 },
    );
  await test.step('by itself after a second, and when it is told to, with a new token', async () => {
    await poll(() => exchanged).toEqual(['POST']);
    await check(page).click();
    await expect(toast(page)).toContainText(TOASTS.notVerifiedYet.title);
    expect(exchanged).toEqual(['POST', 'POST']);
  });
  await test.step('too many emails, or too many calls of any kind', async () => {
    for (const message of [TOASTS.pleaseWait.description, MESSAGES.tooManyCalls]) {
      await refuseEmail(message);
      await resend.click();
      await expect(toast(page)).toContainText(message);
    }
  });
  await test.step('a server that is down is not blamed on the internet connection', async () => {
    await page.route('**/api/**', (route) => route.abort('connectionrefused'));
    await check(page).click();
    await expect(toast(page)).toContainText(TOASTS.verificationCheckFailed.description);
    await expect(alert).toHaveText(AUTH_ERRORS['backend-unavailable']);
    await resend.click();
    await expect(toast(page)).toContainText(TOASTS.verificationSendFailed.description);
    await expect(alert).toHaveText(AUTH_ERRORS['backend-unavailable']);
    // Between two checks of its own: one that is under way would be told of a connection that is there again.
    await page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/health'));
    await page.unrouteAll();
    await check(page).click();
    await expect(toast(page)).toContainText(TOASTS.notVerifiedYet.title);
    await expect(alert).toHaveCount(0);
  });
  await test.step('once it has given up, it looks again when the tab is shown', async () => {
    await page.route('**/api/**', (route) => route.abort('connectionrefused'));
    for (let n = 0; n < 4; n++) {
      await check(page).click();
      await expect(check(page)).not.toHaveAttribute('aria-busy');
    }
    await expect(alert).toContainText('Too many verification attempts.');
    await page.unrouteAll();
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(alert).toHaveCount(0);
  });
  await test.step('without a connection', async () => {
    await context.setOffline(true);
    await check(page).click();
    await expect(toast(page)).toContainText(
      'Could not connect to authentication servers. Please check your internet connection.',
    );
    await expect(alert).toHaveText(
      'Network error while checking verification. Please verify your internet connection.',
    );
    // What was tried last is what is said.
    const sayResend = async () => {
      await resend.click();
      await expect(alert).toHaveText(
        'There seems to be a network connection issue. Please check your internet connection.',
      );
    };
    await sayResend();
    for (let n = 0; n < 3; n++) {
      await expect(check(page)).toBeEnabled();
      await check(page).click();
    }
    await expect(alert).toHaveText(
      "Too many verification attempts. If you've already clicked the verification link, please try again later.",
    );
    await sayResend();
    await expect(toast(page)).toContainText('Failed to send verification email. Please try again.');
  });
  await verify(page, email);
  await context.setOffline(false);
  await expect(toast(page)).toContainText(TOASTS.emailVerified.title);
  await expect(page).toHaveURL(/\/dashboard$/);
  await poll(() => remembered(page)).not.toBeNull();
});

test('the gate asks with a new token a second after it opened, not before [spec 4.verification.2 9.19]', {
  tag: '@long',
}, async ({ page }) => {
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
    await expect(heading(page)).toBeVisible({ timeout: 50 });
  }).toPass();
  await page.clock.runFor(900);
  expect(asked).toBe(0);
  await page.clock.runFor(100);
  await poll(() => asked).toBe(1);
});

test('an address remembered as verified opens the gate for that user alone [spec 3.storage.1 4.verification.1]', {
  tag: '@long',
}, async ({ page }) => {
  await register(page, newEmail());
  const { user } = await (await page.request.get('/api/auth/me')).json();
  await page.goto('/login');
  const remember = (id: string) => page.evaluate((value) => localStorage.setItem('userEmailVerified', value), id);
  await remember('somebody');
  await page.goto('/settings');
  await expect(heading(page)).toBeVisible();
  await remember(user._id);
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'User Settings' })).toBeVisible();
});

test('logging out says that it is under way, and when it fails, why; the way out stays', { tag: '@long' }, async ({
  page,
}) => {
  await register(page, newEmail());
  await page.goto('/dashboard');
  await expect(heading(page)).toBeVisible();
  await expectAccessible(page);
  const held = Promise.withResolvers<void>();
  await page.route('**/api/trpc/**auth.logout**', async (route) => {
    await held.promise;
    await route.fulfill({ status: 503, json: { code: 'unavailable', message: AUTH_ERRORS['backend-unavailable'] } });
  });
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Log out' }).click();
  const busy = main.getByRole('button', { name: 'Logging out...' });
  await expect(busy).toBeFocused();
  await expect(busy).toHaveAttribute('aria-disabled', 'true');
  held.resolve();
  await expect(toast(page)).toHaveText(`${TOASTS.logoutFailed.title}${AUTH_ERRORS['backend-unavailable']}`);
  await page.unrouteAll();
  await main.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL((url) => url.pathname === '/');
  await expect(toast(page)).toHaveText(TOASTS.loggedOut.title);
});

test('in the settings a taken address is refused, an unwanted one is canceled, and a new one is sent again before it is confirmed', {
  tag: '@long',
}, async ({ page, elsewhere }) => {
  const old = await newOwner(page, 'Oak & Iron');
  await page.goto('/settings');
  const panel = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Email', exact: true }) });
  await expect(panel.getByText(old)).toBeVisible();
  const field = panel.getByLabel('New email');
  const ask = async (email: string) => {
    await field.fill(email);
    await panel.getByRole('button', { name: 'Change email' }).click();
    await expect(toast(page)).toContainText(TOASTS.verificationSent(email).description ?? '');
    await expect(panel.getByRole('status').getByText('Waiting for your confirmation')).toBeVisible();
  };
  await test.step('one that is taken is refused as registration refuses it', async () => {
    const theirs = newEmail();
    await register(elsewhere, theirs);
    await field.fill(theirs);
    await page.keyboard.press('Enter');
    await expect(field).toHaveAccessibleDescription(/This email is already registered/);
    await expect(toast(page)).toContainText(TOASTS.updateFailed.title);
  });
  await test.step('one that is not wanted any more', async () => {
    await ask(newEmail());
    await panel.getByRole('button', { name: 'Keep my address' }).click();
    await expect(toast(page)).toContainText(TOASTS.emailChangeCanceled.title);
    await expect(panel.getByText('Waiting for your confirmation')).toHaveCount(0);
  });
  const email = newEmail();
  await ask(email);
  await page.reload();
  await expect(panel.getByText(email)).toBeVisible();
  await expect(panel.getByText(old)).toBeVisible();
  await panel.getByRole('button', { name: 'Send it again' }).click();
  await expect(toast(page)).toContainText(TOASTS.verificationSent(email).title);
  await expectToFit(page);
  await verify(page, email);
  // Coming back to the tab is enough.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(panel.getByText('You log in with')).toContainText(email);
  await expect(panel.getByText('Waiting for your confirmation')).toHaveCount(0);
});
