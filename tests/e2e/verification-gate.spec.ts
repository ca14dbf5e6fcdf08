// The verification gate on a server that sends email and on one that can't: what it says, how it notices by itself, and how
// a wrong address is changed.
import { type Browser, expect, type Page } from '@playwright/test';
import { AUTH_ERRORS, TOASTS, VERIFICATION } from '#shared/messages.ts';
import { startSmtp } from '#tests/support/smtp.ts';
import { expectAccessible } from './support/axe.ts';
import { poll } from './support/base.ts';
import { mailedLink } from './support/outbox.ts';
import { type OwnServer, startOwnServer } from './support/own-server.ts';
import { newEmail, newOwner, PASSWORD, post, register, test, toast } from './support/owner.ts';

const heading = (page: Page) => page.getByRole('heading', { name: 'Verify Your Email' });
const check = (page: Page) => page.getByRole('button', { name: 'Check verification status' });
const WIDTHS = [375, 1440];

async function signUp(page: Page, origin: string, email: string): Promise<void> {
  await page.goto(`${origin}/register`);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(heading(page)).toBeVisible();
}

/** Opens a link in another browser and confirms there. */
async function confirmElsewhere(browser: Browser, link: string): Promise<void> {
  const phone = await (await browser.newContext()).newPage();
  await phone.goto(link);
  await phone.getByRole('button', { name: /^Confirm my/ }).click();
  await phone.waitForURL(/\/login/);
  await phone.context().close();
}

test.describe('with a mail server', () => {
  let server: OwnServer;
  let smtp: Awaited<ReturnType<typeof startSmtp>>;
  test.beforeAll(async () => {
    smtp = await startSmtp();
    server = await startOwnServer({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, AUTH_RATE_LIMIT: '0' });
  });
  test.afterAll(async () => {
    await server.end();
    await smtp.stop();
  });
  /** @returns the newest link that arrived at `to`. */
  const linkTo = async (to: string): Promise<string> => {
    let link = '';
    await expect(() => {
      const mail = smtp.received.findLast((one) => one.to.includes(to));
      const text = (mail?.source ?? '').replace(/=\r\n/g, '').replace(/=3D/g, '=');
      link = /http:\/\/localhost\S+\/verify-email\?code=[\w-]{43}/.exec(text)?.[0] ?? '';
      expect(link).not.toBe('');
    }).toPass({ timeout: 20_000 });
    return link;
  };

  for (const width of WIDTHS) {
    test(`at ${width} px it says to look into the inbox, and notices by itself what a phone confirmed [spec 2.verification.1 8.verification.5]`, async ({
      page,
      browser,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      const email = newEmail();
      await signUp(page, server.origin, email);
      await expect(page.getByText(`We sent a confirmation link to ${email}. Click it to continue.`)).toBeVisible();
      await expect(page.getByText('Check your spam folder.')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Resend verification email' })).toBeVisible();
      // Nothing of a server that can't send email, and no link for whoever sits there.
      await expect(page.getByText(/server log|can't send email/)).toHaveCount(0);
      await expect(page.getByRole('link', { name: 'Confirm my email' })).toHaveCount(0);
      await poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await expectAccessible(page);
      const link = await linkTo(email);
      await check(page).click();
      await expect(toast(page)).toContainText('Verification is pending. Please check your inbox');
      await confirmElsewhere(browser, link);
      await expect(toast(page)).toContainText(TOASTS.emailVerified.title, { timeout: 5_000 });
      await expect(page).toHaveURL(/\/create-site$/);
      await poll(() => page.evaluate(() => localStorage.getItem('userEmailVerified'))).not.toBeNull();
    });
  }

  test('a wrong address is changed there, and the link to it is dead', async ({ page, browser }) => {
    const [wrong, right] = [newEmail(), newEmail()];
    await signUp(page, server.origin, wrong);
    const dead = await linkTo(wrong);
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
    const other = await (await browser.newContext()).newPage();
    await other.goto(dead);
    await expect(other.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
    await other.context().close();
    await confirmElsewhere(browser, await linkTo(right));
    await expect(toast(page)).toContainText(TOASTS.emailVerified.title, { timeout: 5_000 });
  });
});

test.describe('without a mail server', () => {
  for (const width of WIDTHS) {
    test(`at ${width} px the first account gets its link on the page, and the second reads where it is`, async ({
      page,
      browser,
    }) => {
      const server = await startOwnServer({ AUTH_RATE_LIMIT: '0' });
      try {
        await page.setViewportSize({ width, height: 800 });
        await signUp(page, server.origin, newEmail());
        await expect(page.getByText("You're its first user")).toBeVisible();
        await expect(page.getByText(/inbox|spam/)).toHaveCount(0);
        await expectAccessible(page);
        await page.getByRole('link', { name: 'Confirm my email' }).click();
        await page.getByRole('button', { name: 'Confirm my email' }).click();
        await expect(page).toHaveURL(/\/create-site$/);
        await expect(toast(page)).toContainText(TOASTS.emailVerified.title);
        const second = await (await browser.newContext({ viewport: { width, height: 800 } })).newPage();
        await signUp(second, server.origin, newEmail());
        await expect(second.getByText(/is in the server log and in the outbox folder/)).toBeVisible();
        await expect(second.getByRole('link', { name: 'Confirm my email' })).toHaveCount(0);
        await expect(second.getByText(/inbox|spam/)).toHaveCount(0);
        await check(second).click();
        await expect(toast(second)).toContainText(TOASTS.notVerifiedYetInLog.description);
        await second.getByRole('button', { name: 'Log out' }).click();
        await expect(toast(second)).toContainText(TOASTS.loggedOut.title);
        await expect(second).toHaveURL(`${server.origin}/`);
        await second.context().close();
      } finally {
        await server.end();
      }
    });
  }
});

test('its check refreshes the token, and retries by itself once the network is back [spec 4.verification.2]', async ({
  page,
  browser,
}) => {
  const email = newEmail();
  await register(page, email);
  const exchanged: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('auth.token')) exchanged.push(request.method());
  });
  await page.goto('/dashboard');
  // By itself after a second.
  await poll(() => exchanged).toEqual(['POST']);
  await check(page).click();
  await expect(toast(page)).toContainText(TOASTS.notVerifiedYet.title);
  expect(exchanged).toEqual(['POST', 'POST']);
  await page.context().setOffline(true);
  await check(page).click();
  await expect(toast(page)).toContainText(TOASTS.verificationNetworkError.description);
  await expect(page.getByRole('alert').filter({ hasText: VERIFICATION.checkNetwork })).toBeVisible();
  await confirmElsewhere(browser, await mailedLink(email));
  await page.context().setOffline(false);
  await expect(page).toHaveURL(/\/create-site$/);
});

test('a server that is down is not blamed on the internet connection, and its message goes once it is back', async ({
  page,
}) => {
  await register(page, newEmail());
  await page.goto('/dashboard');
  await expect(heading(page)).toBeVisible();
  await page.route('**/api/**', (route) => route.abort('connectionrefused'));
  const alert = page.getByRole('main').getByRole('alert');
  await check(page).click();
  await expect(toast(page)).toContainText(TOASTS.verificationCheckFailed.description);
  await expect(alert).toHaveText(AUTH_ERRORS['backend-unavailable']);
  await page.getByRole('button', { name: 'Resend verification email' }).click();
  await expect(toast(page)).toContainText(TOASTS.verificationSendFailed.description);
  await expect(alert).toHaveText(AUTH_ERRORS['backend-unavailable']);
  await page.unrouteAll();
  await check(page).click();
  await expect(toast(page)).toContainText(TOASTS.notVerifiedYet.title);
  await expect(alert).toHaveCount(0);
});

test('logging out says that it is under way, and when it fails, why; the way out stays', async ({ page }) => {
  await register(page, newEmail());
  await page.goto('/dashboard');
  await expect(heading(page)).toBeVisible();
  const held = Promise.withResolvers<void>();
  await page.route('**/api/trpc/auth.logout**', async (route) => {
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

test('without an answer it tries three times more, each after a longer pause, says so, and looks again when the tab is shown [spec 4.verification.3 9.19]', async ({
  page,
}) => {
  await register(page, newEmail());
  await page.clock.install();
  const checks: number[] = [];
  await page.route(/auth\.(?:token|me)/, async (route) => {
    // The screen itself needs the account; then the server is gone.
    if (!(await heading(page).isVisible())) return route.continue();
    checks.push(Date.now());
    await route.abort();
  });
  await page.goto('/dashboard');
  const tooMany = page.getByRole('alert').filter({ hasText: VERIFICATION.tooMany });
  await expect(tooMany).toBeVisible();
  const pauses = checks.slice(1).map((at, index) => at - (checks[index] ?? 0));
  // Seconds; a busy machine adds to them.
  expect(pauses.map((pause, index) => pause >= ([2, 5, 10][index] ?? 0) * 950)).toEqual([true, true, true]);
  await page.clock.runFor(120_000);
  expect(checks).toHaveLength(4);
  await page.unrouteAll();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(tooMany).toHaveCount(0);
});

test('in the settings a new address is asked for, sent again, canceled, and confirmed from there', async ({
  page,
  browser,
}) => {
  const old = await newOwner(page, 'Oak & Iron');
  await page.goto('/settings');
  const panel = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Email', exact: true }) });
  await expect(panel.getByText(old)).toBeVisible();
  const ask = async (email: string) => {
    await panel.getByLabel('New email').fill(email);
    await panel.getByRole('button', { name: 'Change email' }).click();
    await expect(toast(page)).toContainText(TOASTS.verificationSent(email).description ?? '');
    await expect(panel.getByRole('status').getByText('Waiting for your confirmation')).toBeVisible();
  };
  await ask(newEmail());
  await panel.getByRole('button', { name: 'Keep my address' }).click();
  await expect(toast(page)).toContainText(TOASTS.emailChangeCanceled.title);
  await expect(panel.getByText('Waiting for your confirmation')).toHaveCount(0);
  const email = newEmail();
  await ask(email);
  await page.reload();
  await expect(panel.getByText(email)).toBeVisible();
  await expect(panel.getByText(old)).toBeVisible();
  await panel.getByRole('button', { name: 'Send it again' }).click();
  await expect(toast(page)).toContainText(TOASTS.verificationSent(email).title);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await confirmElsewhere(browser, await mailedLink(email));
  // Coming back to the tab is enough.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(panel.getByText('You log in with')).toContainText(email);
  await expect(panel.getByText('Waiting for your confirmation')).toHaveCount(0);
  // One that is taken is refused as registration refuses it.
  const taken = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage();
  const theirs = newEmail();
  await post(taken, '/api/auth/register', { email: theirs, password: PASSWORD });
  await taken.context().close();
  const field = panel.getByLabel('New email');
  await field.fill(theirs);
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription(/This email is already registered/);
  await expect(toast(page)).toContainText(TOASTS.updateFailed.title);
});
