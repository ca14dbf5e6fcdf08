// What an owner meets on and off the main path: the gate, the login page, wrong addresses, the shell, the site's own
// screen, a session or a server that goes away. The list of notifications has a file of its own.
import { expect } from '@playwright/test';
import { MESSAGES, TOASTS } from '#shared/messages.ts';
import { poll } from './support/base.ts';
import { endSession, logIn, newEmail, newOwner, PASSWORD, post, register, test, toast } from './support/owner.ts';
import { storePlan } from './support/stored-session.ts';
import { touch } from './support/touch.ts';

const heading = { name: 'Notifications', level: 1 } as const;

test.describe('the gate', () => {
  test('it emails the link again, and says to wait if one was just sent [spec 5.resend.1 8.auth-toasts.5]', async ({
    page,
  }) => {
    const email = newEmail();
    await register(page, email);
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible();
    const resend = page.getByRole('button', { name: 'Resend verification email' });
    await resend.click();
    await expect(toast(page)).toContainText('Verification email sent');
    await expect(toast(page)).toContainText(`We've sent a verification link to ${email}. Please check your inbox.`);
    // The limits are off on the test server; this is what one says where they are on.
    await page.route('**/api/trpc/auth.sendVerificationEmail**', (route) =>
      route.fulfill({
        status: 429,
        json: { code: 'rate-limited', message: TOASTS.pleaseWait.description },
      }),
    );
    await resend.click();
    await expect(toast(page)).toContainText('You can resend the verification email after 1 minute');
    await page.route('**/api/trpc/auth.sendVerificationEmail**', (route) =>
      route.fulfill({
        status: 429,
        json: { code: 'rate-limited', message: MESSAGES.tooManyCalls },
      }),
    );
    await resend.click();
    await expect(toast(page)).toContainText(MESSAGES.tooManyCalls);
    await page.getByRole('button', { name: 'Check verification status' }).click();
    await expect(toast(page)).toContainText('Not verified yet');
  });
});

test.describe('the login page', () => {
  test('it reports on the field what was wrong [spec 5.login.1]', async ({ page }) => {
    const email = await newOwner(page);
    await page.context().clearCookies();
    await page.goto('/login');
    await logIn(page, `not-${email}`);
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/No account found with this email address/);
    await logIn(page, email, 'wrong horse');
    const password = page.getByRole('textbox', { name: 'Password' });
    await expect(password).toHaveAccessibleDescription(/Incorrect password\. Please try again/);
    await expect(password).toBeFocused();
  });

  test('it leads back to the page that was asked for, and never to another host [spec 2.guard.1 2.guard.3 4.guard.2]', async ({
    page,
    baseURL,
  }) => {
    const email = await newOwner(page, 'Oak & Iron');
    const ways = [
      ['/oak-and-iron/notifications?x=1#y', '/oak-and-iron/notifications?x=1#y'],
      ['//evil.example', '/dashboard'],
      ['/\\evil.example', '/dashboard'],
      ['/.//evil.example', '/dashboard'],
      ['https://evil.example', '/dashboard'],
      ['/login', '/dashboard'],
    ];
    for (const [from = '', target] of ways) {
      await page.context().clearCookies();
      await page.goto(`/login?from=${encodeURIComponent(from)}`);
      await logIn(page, email);
      await expect(page).toHaveURL(`${baseURL}${target}`);
    }
  });

  test('logging out ends on the home page, and going back asks to log in [spec 2.guard.1 2.guard.3 4.guard.2]', async ({
    page,
  }) => {
    await newOwner(page, 'Oak & Iron');
    await page.goto('/oak-and-iron/notifications');
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page).toHaveURL((url) => url.pathname === '/');
    await expect(page.getByRole('link', { name: 'Get Started' }).first()).toBeVisible();
    await page.goto('/oak-and-iron/notifications');
    await expect(page).toHaveURL(/\/login\?from=%2Foak-and-iron%2Fnotifications$/);
  });
});

test.describe('addresses', () => {
  test('an unknown site leads to the dashboard with a toast, and an unknown page shows the not-found card [spec 2.unknown.2 2.unknown.3 8.site-toasts.1]', async ({
    page,
  }) => {
    await newOwner(page, 'Oak & Iron');
    await page.goto('/nobody/notifications');
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(toast(page)).toContainText('Site not found');
    await expect(toast(page)).toContainText('Site "nobody" not found.');
    await page.goto('/oak-and-iron/rules');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto('/oak-and-iron/nothing-here');
    await expect(page.getByRole('heading', { name: 'Page Not Found', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Go Back' }).click();
    await expect(page).toHaveURL(/\/oak-and-iron\/rules$/);
    await page.goto('/oak-and-iron/nothing-here');
    await expect(
      page.getByText("The page you're looking for doesn't exist or you don't have permission to access it.", {
        exact: true,
      }),
    ).toBeVisible();
    await page.getByRole('link', { name: 'Go to Dashboard' }).click();
    await expect(page).toHaveURL(/\/oak-and-iron\/dashboard$/);
  });

  test('a site’s bare address leads its owner to the dashboard; any other address is not found [spec 2.unknown.1]', async ({
    page,
  }) => {
    await newOwner(page, 'Oak & Iron');
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto('/oak-and-iron');
    await expect(page).toHaveURL(/\/oak-and-iron\/dashboard$/);
    for (const path of ['/no-such-page', '/pricing-old/']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'Nothing rings here' })).toBeVisible();
    }
    await page.context().clearCookies();
    await page.goto('/oak-and-iron');
    await expect(page.getByRole('heading', { name: 'Nothing rings here' })).toBeVisible();
  });

  test('outside a site the first is the current one, and its dashboard a press away [spec 2.switcher.4 4.site-fetch.2]', async ({
    page,
  }) => {
    storePlan(await newOwner(page, 'Oak & Iron'), 'starter');
    await post(page, '/api/sites', { name: 'Linen & Co' });
    await page.goto('/settings');
    const switcher = page.getByRole('button', { name: /^Site:/ });
    await expect(switcher).toContainText('Oak & Iron');
    await switcher.click();
    await page.getByRole('menuitem', { name: 'Oak & Iron' }).click();
    await expect(page).toHaveURL(/\/oak-and-iron\/dashboard$/);
  });

  test('without a site there is only one thing to do: create one [spec 2.unknown.3]', async ({ page }) => {
    await newOwner(page);
    await page.goto('/nobody/dashboard');
    await expect(page).toHaveURL(/\/create-site$/);
    await expect(page.getByRole('heading', { name: 'Create your first site' })).toBeVisible();
    await page.getByRole('button', { name: /Site:/ }).click();
    await expect(page.getByRole('menuitem', { name: 'Create your first site' })).toBeVisible();
  });
});

test.describe('the shell', () => {
  test('the header of the home page is transparent until the page is scrolled by more than 10 px [spec 2.nav.1 9.18]', async ({
    page,
  }) => {
    await page.goto('/');
    await touch(page);
    await expect(page.getByRole('banner')).toHaveCSS('position', 'fixed');
    const background = () => page.getByRole('banner').evaluate((header) => getComputedStyle(header).backgroundColor);
    await poll(background).toBe('rgba(0, 0, 0, 0)');
    await page.evaluate(() => window.scrollTo(0, 10));
    await poll(background).toBe('rgba(0, 0, 0, 0)');
    await page.evaluate(() => window.scrollTo(0, 11));
    // Nearly white, and translucent.
    await poll(background).toMatch(/^oklab\(0\.9[89]\d* .+ \/ 0\.85\)$/);
  });

  test('the sidebar stays as it was left, and the phone’s menus close after navigating [spec 2.sidebar.1]', async ({
    page,
  }) => {
    await newOwner(page, 'Oak & Iron');
    await page.goto('/oak-and-iron/dashboard');
    await page.getByRole('button', { name: 'Collapse sidebar' }).click();
    await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeVisible();

    await page.setViewportSize({ width: 375, height: 760 });
    await page.getByRole('button', { name: 'Open site menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Notifications' }).click();
    await expect(page).toHaveURL(/\/notifications$/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('link', { name: 'All sites' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('button', { name: 'Logout' })).toHaveCount(0);
  });
});

test.describe('the site', () => {
  test('its URL name can be changed while its screen is open; a reserved name is refused [spec 8.site-toasts.3]', async ({
    page,
  }) => {
    await newOwner(page, 'Oak & Iron');
    await page.goto('/oak-and-iron/site-setup');
    const address = page.getByLabel('URL name');
    await address.fill('pricing');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(address).toHaveAccessibleDescription(/reserved/);
    await address.fill('oak');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(toast(page)).toContainText('Site updated successfully');
    await expect(page).toHaveURL(/\/oak\/site-setup$/);
  });

  test('it is deleted only after its name is typed, and makes room for another [spec 8.site-toasts.4]', async ({
    page,
  }) => {
    await newOwner(page, 'Oak & Iron');
    await page.goto('/create-site');
    await expect(page.getByText("You've reached your site limit.")).toBeVisible();
    await page.goto('/oak-and-iron/site-setup');
    await page.getByRole('main').getByRole('link', { name: 'Advanced Options' }).click();
    await page.getByRole('button', { name: 'Delete site' }).click();
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    const confirm = dialog.getByRole('button', { name: 'Delete site' });
    await expect(confirm).toBeDisabled();
    await dialog.getByRole('textbox').fill('Oak & Iron');
    await confirm.click();
    await expect(toast(page)).toContainText('Site deleted successfully');
    await expect(page).toHaveURL(/\/create-site$/);
    await expect(page.getByRole('button', { name: 'Create site' })).toBeVisible();
  });
});

test.describe('what goes away', () => {
  test('a session that ends in the middle of work leads to the login page and back', async ({ page }) => {
    const email = await newOwner(page, 'Oak & Iron');
    await page.goto('/oak-and-iron/notifications');
    await expect(page.getByRole('heading', heading)).toBeVisible();
    await page.getByRole('button', { name: 'New notification' }).click();
    await page.getByRole('textbox', { name: 'Message' }).fill('Ana bought the Oak Desk');
    await endSession(page);
    await page.keyboard.press('Control+Enter');
    await expect(page).toHaveURL(/\/login\?error=token-expired&from=%2Foak-and-iron%2Fnotifications$/);
    await expect(toast(page)).toContainText('Authentication Error');
    await logIn(page, email, PASSWORD);
    await expect(page).toHaveURL(/\/oak-and-iron\/notifications$/);
  });

  test('a server that does not answer is reported, and can be tried again', async ({ page }) => {
    await newOwner(page, 'Oak & Iron');
    await page.route('**/api/trpc/**', (route) => route.abort());
    await page.goto('/oak-and-iron/notifications');
    const again = page.getByRole('button', { name: 'Try again' });
    await expect(again).toBeVisible();
    await page.unroute('**/api/trpc/**');
    await again.click();
    await expect(page.getByRole('heading', heading)).toBeVisible();
  });
});
