// Attack: open the emailed links in a real browser that runs every script, prefetch them, frame them, or make somebody
// else's browser post a code; and the page where they lead has to work for people without scripts.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { VERIFY_PAGE } from '#shared/messages.ts';
import { expectAccessible } from './support/axe.ts';
import { poll, settled, watchRequests } from './support/base.ts';
import { mailedLink, resetLink } from './support/outbox.ts';
import { newEmail, newOwner, PASSWORD, post, register, test } from './support/owner.ts';

const confirmButton = (page: Page) => page.getByRole('button', { name: VERIFY_PAGE.confirm });
const rejectButton = (page: Page) => page.getByRole('button', { name: VERIFY_PAGE.reject });

/** @returns the status of a login, as a script would try it. */
async function logInStatus(page: Page, email: string): Promise<number> {
  const { csrfToken } = await (await page.request.get('/api/csrf-token')).json();
  const data = { email, password: PASSWORD };
  return (await page.request.post('/api/auth/login', { data, headers: { 'X-CSRF-Token': csrfToken } })).status();
}
/** Registers. @returns the address, and the link that was mailed to it. */
async function registered(page: Page) {
  const email = newEmail();
  await register(page, email);
  return { email, link: await mailedLink(email) };
}

const isVerified = async (page: Page): Promise<boolean> =>
  (await (await page.request.get('/api/auth/me')).json()).user.emailVerified;

/** Serves one page of another site. */
async function serveForeign(html: string): Promise<{ url: string; close(): void }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

test('somebody who used a wrong address has its account deleted, and the link is dead then', async ({ page }) => {
  const { email, link } = await registered(page);
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: VERIFY_PAGE.title })).toBeVisible();
  await expect(rejectButton(page)).toHaveAccessibleDescription(VERIFY_PAGE.rejectHint);
  await rejectButton(page).click();
  await expect(page.getByRole('heading', { name: VERIFY_PAGE.deleted.title })).toBeVisible();
  expect((await page.request.get('/api/auth/me')).status()).toBe(401);
  expect(await logInStatus(page, email)).toBe(401);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: VERIFY_PAGE.notValid.title })).toBeVisible();
});

test('without scripts the page confirms by keyboard, or deletes the account of somebody who used a wrong address', {
  tag: '@long',
}, async ({ page, browser, baseURL }) => {
  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await test.step('confirmed, and a second visit goes the same way', async () => {
    const { link } = await registered(page);
    for (let n = 0; n < 3; n++) await plain.goto(link);
    await expect(plain.getByRole('heading', { level: 1, name: VERIFY_PAGE.title })).toBeVisible();
    await expect(plain.getByText('o••@s…')).toBeVisible();
    expect(await isVerified(page)).toBe(false);
    await plain.keyboard.press('Tab');
    await plain.keyboard.press('Tab');
    await expect(confirmButton(plain)).toBeFocused();
    await plain.keyboard.press('Enter');
    await expect(plain).toHaveURL(`${baseURL}/login?verify_email=true`);
    expect(await isVerified(page)).toBe(true);
    await plain.goto(link);
    await expect(plain).toHaveURL(`${baseURL}/login?verify_email=true`);
  });
  await test.step('rejected', async () => {
    await page.context().clearCookies();
    const { email, link } = await registered(page);
    await plain.goto(link);
    await expect(rejectButton(plain)).toHaveAccessibleDescription(VERIFY_PAGE.rejectHint);
    await rejectButton(plain).click();
    await expect(plain.getByRole('heading', { name: VERIFY_PAGE.deleted.title })).toBeVisible();
    expect((await page.request.get('/api/auth/me')).status()).toBe(401);
    expect(await logInStatus(page, email)).toBe(401);
    await plain.goto(link);
    await expect(plain.getByRole('heading', { name: VERIFY_PAGE.notValid.title })).toBeVisible();
    await expect(plain.getByRole('link', { name: VERIFY_PAGE.logIn })).toHaveAttribute('href', '/login');
  });
  await plain.context().close();
});

test('a dead link offers another one, which arrives, works, and leads to the login page with a greeting [spec 2.login.2]', async ({
  page,
}) => {
  const email = newEmail();
  await register(page, email);
  const first = await mailedLink(email);
  await page.goto('/verify-email?code=dead');
  await expect(page.getByLabel(VERIFY_PAGE.notValid.email)).toHaveValue(email);
  await page.getByRole('button', { name: VERIFY_PAGE.notValid.action }).click();
  await expect(page.getByRole('heading', { name: VERIFY_PAGE.requested.title })).toBeVisible();
  await poll(() => mailedLink(email)).not.toBe(first);
  const link = await mailedLink(email);
  await page.context().clearCookies();
  await page.goto(link);
  await confirmButton(page).click();
  await expect(page).toHaveURL(/\/login\?verify_email=true$/);
  await expect(page.getByRole('status').filter({ hasText: 'Email verified!' })).toBeVisible();
});

test('only whoever was just verified is greeted, and only once; a used link says so [spec 2.login.2]', {
  tag: '@long',
}, async ({ page }) => {
  const { link } = await registered(page);
  await page.context().clearCookies();
  await page.goto('/login?verify_email=true');
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await expect(page.getByText('Email verified!')).toHaveCount(0);
  await page.goto(link);
  await confirmButton(page).click();
  await expect(page.getByRole('status').filter({ hasText: 'Email verified!' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await expect(page.getByText('Email verified!')).toHaveCount(0);
  await page.goto(link);
  await expect(page.getByText('This link was already used')).toBeVisible();
});

test('it fits every screen, light and dark, and is accessible', { tag: '@long' }, async ({ page }) => {
  const { link } = await registered(page);
  for (const url of [link, '/verify-email?code=unknown']) {
    for (const width of [320, 768, 1440]) {
      await page.setViewportSize({ width, height: 700 });
      await page.goto(url);
      await poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    await expectAccessible(page, 'style');
  }
});

test('a browser that opens, runs and prefetches every link changes nothing', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  const email = newEmail();
  await register(page, email);
  await post(page, '/api/auth/forgot-password', { email });
  const links = [await mailedLink(email), await resetLink(email)];
  const context = await browser.newContext();
  watchRequests(context);
  const scanner = await context.newPage();
  for (const link of links) {
    await scanner.goto(link);
    await settled(scanner);
  }
  const origin = new URL(links[0] ?? '').origin;
  await scanner.goto(`${origin}/api/docs`);
  // As a web mail client would, with speculative loading in all its forms.
  await scanner.setContent(
    links.map((link) => `<link rel="prefetch" href="${link}"><a href="${link}">link</a><img src="${link}">`).join(''),
  );
  await settled(scanner);
  await context.close();
  expect(await isVerified(page)).toBe(false);
  expect(await logInStatus(page, email)).toBe(200);
  const token = (links[1] ?? '').split('#reset=')[1];
  await post(page, '/api/auth/reset-password', { token, password: 'a new horse' });
});

test('another site can neither show the page in a frame nor gain anything by posting a code', {
  tag: '@long',
}, async ({ page, elsewhere: attacker, issues }) => {
  const stranger = newEmail();
  await register(attacker, stranger);
  const link = new URL(await mailedLink(stranger));
  const owner = await newOwner(page, 'Oak & Iron');

  const framing = await serveForeign(`<!doctype html><title>x</title><iframe src="${link}"></iframe>`);
  await page.goto(framing.url);
  await settled(page);
  await poll(() => issues.length).toBeGreaterThan(0);
  await expect(page.frameLocator('iframe').getByRole('button')).toHaveCount(0);
  framing.close();
  expect(issues.splice(0).join()).toContain('frame-ancestors');

  const posting = await serveForeign(`<!doctype html><title>x</title>
    <form method="post" action="${link.origin}/verify-email"><input name="code" value="${link.searchParams.get('code')}"></form>
    <script>document.forms[0].submit()</script>`);
  await page.goto(posting.url);
  await expect(page).toHaveURL(/\/dashboard$/);
  posting.close();
  // It confirmed the attacker's own address, and the owner is who they were.
  expect(await isVerified(attacker)).toBe(true);
  expect((await (await page.request.get('/api/auth/me')).json()).user.email).toBe(owner);
});
