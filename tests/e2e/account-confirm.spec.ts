// Attack: use a session that was left open. What takes the account over asks once more who is at the browser; whoever
// cancels finds everything as it was.
import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { AUTH_ERRORS, MESSAGES } from '#shared/messages.ts';
import { expectAccessible } from './support/axe.ts';
import { pressWhenIdle } from './support/base.ts';
import { mailedCode, resetLink } from './support/outbox.ts';
import { expectNoToast, logIn, newEmail, newOwner, PASSWORD, test, toast } from './support/owner.ts';
import { makeApi } from './support/owner-api.ts';
import { mintToken } from './support/sso.ts';
import { ageSessions } from './support/stored-rows.ts';

const NEW = 'battery staple';
const question = (page: Page) => page.getByRole('dialog', { name: "Confirm that it's you" });
/** Whether the page's browser is logged in, as a status. */
const session = async (page: Page) => (await page.request.get('/api/auth/me')).status();
const password = (page: Page) => question(page).getByRole('textbox', { name: 'Password' });

test('an old session makes a key only after the password; canceling keeps what was typed, going back takes the question back, and what keeps it from being answered is said in it', {
  tag: '@long',
}, async ({ page }) => {
  const email = await newOwner(page, 'Oak & Iron');
  await page.goto('/oak-and-iron/site-setup');
  const openTools = async () => {
    await page.getByRole('link', { name: 'Developer Tools' }).first().click();
    await expect(page.getByRole('heading', { name: 'Developer Tools' })).toBeVisible();
  };
  await openTools();
  const name = page.getByLabel('Name');
  await name.fill('Nightly import');
  await page.getByLabel(/^Read and write/).check();
  ageSessions(email);
  await test.step('without an answer, with a wrong one, and canceled', async () => {
    await name.press('Enter');
    await expect(password(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(password(page)).toHaveAccessibleDescription(/Enter your password/);
    await password(page).fill('wrong horse');
    await page.keyboard.press('Enter');
    await expect(password(page)).toHaveAccessibleDescription(new RegExp(MESSAGES.wrongPassword));
    await expect(password(page)).toBeFocused();
    await pressWhenIdle(page, 'Escape');
    await expect(question(page)).toHaveCount(0);
    await expect(name).toBeFocused();
    await expect(name).toHaveValue('Nightly import');
    await expect(page.getByLabel(/^Read and write/)).toBeChecked();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
  await test.step('the browser’s back button', async () => {
    await name.press('Enter');
    await expect(password(page)).toBeFocused();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Site Setup' })).toBeVisible();
    await expect(question(page)).toHaveCount(0);
    await expectNoToast(page);
    // The page can be used again, and the next call is asked about anew.
    await openTools();
    await expect(page.getByText('None yet.')).toBeVisible();
  });
  await test.step('without a connection, and too often', async () => {
    await name.fill('Nightly import');
    await name.press('Enter');
    await page.route('**/api/trpc/**auth.confirm**', (route) => route.abort(), { times: 1 });
    await password(page).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(question(page).getByRole('alert')).toContainText('Network connection issue');
    await expectAccessible(page);
    await page.route(
      '**/api/trpc/**auth.confirm**',
      (route) => route.fulfill({ status: 429, json: { code: 'rate-limited', message: MESSAGES.tooManyRequests } }),
      { times: 1 },
    );
    // A click waits until the form can be sent again; Enter would be lost before.
    const again = question(page).getByRole('button', { name: 'Confirm', exact: true });
    await again.click();
    await expect(question(page).getByRole('alert')).toContainText(MESSAGES.tooManyRequests);
    await expect(password(page)).toHaveValue(PASSWORD);
    await again.click();
  });
  await expect(page.getByRole('region', { name: 'Key Nightly import' })).toBeFocused();
  // For ten minutes nothing is asked again.
  await page.getByRole('button', { name: "I've copied it" }).click();
  await name.fill('Another');
  await name.press('Enter');
  await expect(page.getByRole('region', { name: 'Key Another' })).toBeVisible();
});

test('an account without a password is asked for a code by email, and gets a password by an emailed link', {
  tag: '@long',
}, async ({ page }) => {
  const email = newEmail();
  await page.goto(`/sso-login?token=${await mintToken(email)}`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/settings');
  await expect(page.getByText('You have no password yet: you log in by single sign-on.')).toBeVisible();
  await expect(page.getByLabel('Current password')).toHaveCount(0);
  await test.step('a code', async () => {
    ageSessions(email);
    await page.getByRole('button', { name: 'Export my data' }).click();
    const code = question(page).getByLabel('Code');
    await expect(code).toBeFocused();
    await expect(question(page)).toContainText(email);
    await expect(question(page).getByText("This server can't send email yet")).toBeVisible();
    await expectAccessible(page);
    const mailed = await mailedCode(email);
    await code.fill(mailed.slice(0, 4));
    await page.keyboard.press('Enter');
    await expect(code).toHaveAccessibleDescription(/Enter all 8 digits/);
    await code.fill(mailed === '0000 0000' ? '11111111' : '00000000');
    await page.keyboard.press('Enter');
    await expect(code).toHaveAccessibleDescription(new RegExp(MESSAGES.confirmCodeWrong));
    await question(page).getByRole('button', { name: 'Send another code' }).click();
    await expect(code).toBeFocused();
    // The first one still works.
    await code.fill(mailed);
    const coming = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    await coming;
  });
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await expect(toast(page)).toContainText(`Check the inbox of ${email}. We send at most one link every 10 minutes.`);
  await page.goto(await resetLink(email));
  await page.getByLabel('New password').fill(NEW);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(toast(page)).toContainText('Password changed');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('nothing is exported without an answer to who asks; a server that fails is said so; then all data are one file, and whoever has forgotten the password gets to a link for a new one', {
  tag: '@long',
}, async ({ page }) => {
  const email = await newOwner(page, 'Oak & Iron');
  await (await makeApi(page)).addNotification({ message: 'Ana from Lisbon bought the Oak Desk' });
  ageSessions(email);
  await page.goto('/settings');
  const button = page.getByRole('button', { name: 'Export my data' });
  await test.step('without an answer nothing is downloaded, and nothing is wrong', async () => {
    const files: string[] = [];
    page.on('download', (file) => files.push(file.suggestedFilename()));
    await button.click();
    await expect(question(page)).toBeVisible();
    await pressWhenIdle(page, 'Escape');
    await expect(question(page)).toHaveCount(0);
    await expectNoToast(page);
    expect(files).toEqual([]);
  });
  await test.step('with the password, from a server that fails first', async () => {
    await page.route('**/api/trpc/**auth.export**', (route) => route.abort());
    await button.click();
    await expect(toast(page)).toContainText("Couldn't export your data");
    await page.unroute('**/api/trpc/**auth.export**');
    const coming = page.waitForEvent('download');
    await button.click();
    await expect(password(page)).toBeFocused();
    await password(page).fill(PASSWORD);
    await page.keyboard.press('Enter');
    const file = await coming;
    expect(file.suggestedFilename()).toMatch(/^proofbell-\d{4}-\d\d-\d\d\.json$/);
    await expect(toast(page)).toContainText('Your data has been downloaded');
    const text = readFileSync(await file.path(), 'utf8');
    expect(JSON.parse(text)).toMatchObject({
      account: { email },
      sites: [{ name: 'Oak & Iron', notifications: [{ message: 'Ana from Lisbon bought the Oak Desk' }] }],
    });
    expect(text).not.toMatch(/hash|secret|token/i);
  });
  await test.step('a forgotten password', async () => {
    await page.getByRole('button', { name: 'Delete account' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill(email);
    ageSessions(email);
    await page.keyboard.press('Enter');
    await question(page).getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(page).toHaveURL(/\/forgot-password$/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByLabel('Email')).toHaveValue(email);
    expect(await session(page)).toBe(200);
  });
});

test('deleting the account can be canceled at each question, and survives a lost connection', { tag: '@long' }, async ({
  page,
}) => {
  const email = await newOwner(page, 'Oak & Iron');
  await page.goto('/settings');
  const open = page.getByRole('button', { name: 'Delete account' });
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  const confirm = dialog.getByRole('button', { name: 'Delete account' });
  const typed = dialog.getByRole('textbox');
  const background = (button: typeof open) => button.evaluate((one) => getComputedStyle(one).backgroundColor);
  await test.step('canceled', async () => {
    const quiet = await background(open);
    await open.click();
    await expect(confirm).toBeDisabled();
    // Only the dialog's button is filled with red.
    expect(await background(confirm)).toBe('rgb(174, 42, 31)');
    expect(quiet).not.toBe('rgb(174, 42, 31)');
    await pressWhenIdle(page, 'Escape');
    await expect(dialog).toHaveCount(0);
    await expect(open).toBeFocused();
  });
  // Unsaved changes do not get in the way of deleting the account.
  await page.getByLabel('Company').fill('Oak');
  await open.click();
  await typed.fill(`not-${email}`);
  await expect(confirm).toBeDisabled();
  await page.keyboard.press('Enter');
  await typed.fill(` ${email.toUpperCase()} `);
  await expect(confirm).toBeEnabled();
  await test.step('asked for the password over the dialog, which stays open', async () => {
    ageSessions(email);
    await page.keyboard.press('Enter');
    await expect(question(page).getByRole('textbox', { name: 'Password' })).toBeFocused();
    await question(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(question(page)).toHaveCount(0);
    await expect(typed).toHaveValue(` ${email.toUpperCase()} `);
    await expect(typed).toBeFocused();
    await expect(dialog.getByRole('alert')).toHaveCount(0);
    await expectNoToast(page);
  });
  await test.step('without a connection', async () => {
    await page.route('**/api/trpc/**auth.deleteMe**', (route) => route.abort(), { times: 1 });
    await page.keyboard.press('Enter');
    await expect(toast(page)).toHaveText(/^Network Error/);
    await expect(dialog.getByRole('alert')).toContainText(AUTH_ERRORS['network-error']);
    expect(await session(page)).toBe(200);
  });
  await confirm.click();
  await question(page).getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('Account deleted');
  await expect(page).toHaveURL((url) => url.pathname === '/');
  await expect(page.getByRole('link', { name: 'Get Started' }).first()).toBeVisible();
  expect(await session(page)).toBe(401);
  await page.goto('/login');
  await logIn(page, email);
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/No account found with this email address/);
});
