// The contact page: what is written reaches the operator by a real mail server, mistakes and faults lose no text, and
// where there is no form the page says what there is instead.
import { expect, type Page } from '@playwright/test';
import PostalMime from 'postal-mime';
import { screens } from '#client/screens.ts';
import { startSmtp } from '#tests/support/smtp.ts';
import { expectAccessible, overflowOf } from './support/axe.ts';
import { poll } from './support/base.ts';
import { type OwnServer, startOwnServer } from './support/own-server.ts';
import { newEmail, PASSWORD, test, toast } from './support/owner.ts';
import { touch } from './support/touch.ts';

const CONTACT = screens.contact.href();
const OPERATOR = {
  OPERATOR_NAME: 'Oak & Iron Ltd',
  OPERATOR_ADDRESS: '1 Mill Lane\nBath BA1 2AB',
};
const EMAIL = 'hello@oak.example';
const TEXT = 'Do you ship to Lisbon?\n\nThank you\nAna';

const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const send = (page: Page) => page.getByRole('button', { name: 'Send message' });
const sent = (page: Page) => page.getByRole('heading', { name: 'Message sent' });

test.describe('with an address for messages', () => {
  let server: OwnServer;
  let smtp: Awaited<ReturnType<typeof startSmtp>>;
  let visitors = 0;

  test.beforeAll(async () => {
    smtp = await startSmtp();
    server = await startOwnServer({
      ...OPERATOR,
      CONTACT_EMAIL: EMAIL,
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      TRUST_PROXY: '1',
    });
  });
  test.afterAll(async () => {
    await server.end();
    await smtp.stop();
  });
  // Each test is somebody else, with messages of an hour of their own.
  test.beforeEach(async ({ page }) => {
    visitors += 1;
    await page.setExtraHTTPHeaders({ 'X-Forwarded-For': `203.0.113.${visitors}` });
    await page.goto(server.origin + CONTACT);
  });

  /** @returns the emails that came with a text. */
  const emailsWith = async (text: string) =>
    (await Promise.all(smtp.received.map(({ source }) => PostalMime.parse(source)))).filter((mail) =>
      mail.text?.includes(text),
    );

  test('mistakes are told at their fields, without a connection the text stays, and then the message reaches the operator [spec 2.public.8]', async ({
    page,
    context,
  }) => {
    const main = page.getByRole('main');
    const operator = page.getByRole('region', { name: 'Who runs this installation' });
    await expect(operator).toContainText('Oak & Iron Ltd');
    await expect(operator).toContainText('1 Mill Lane');
    await expect(operator.getByRole('link', { name: EMAIL })).toHaveAttribute('href', `mailto:${EMAIL}`);
    await send(page).click();
    await expect(field(page, 'Email')).toBeFocused();
    await expect(field(page, 'Email')).toHaveAccessibleDescription('Please provide a valid email address');
    await expect(field(page, 'Message')).toHaveAccessibleDescription('Write your message');
    await field(page, 'Name').fill('Ana Silva');
    await field(page, 'Email').fill('ana@shop.example');
    await field(page, 'Message').fill(TEXT);
    await context.setOffline(true);
    await send(page).click();
    await expect(toast(page)).toContainText('Network Error');
    await expect(page.getByRole('alert').filter({ hasText: "Your message wasn't sent" })).toBeVisible();
    await expect(field(page, 'Message')).toHaveValue(TEXT);
    await context.setOffline(false);
    await send(page).click();
    await expect(sent(page)).toBeFocused();
    await expect(main).toContainText('Oak & Iron Ltd has it now. The reply will go to ana@shop.example by email');
    await expect(main).toContainText('Do you ship to Lisbon?');
    await poll(async () => (await emailsWith(TEXT)).length).toBe(1);
    const [mail] = await emailsWith(TEXT);
    expect(mail).toMatchObject({ to: [{ address: EMAIL }], replyTo: [{ address: 'ana@shop.example' }] });
  });

  test('a text that is too long, a server that is away and leaving lose nothing, and another message begins empty', {
    tag: '@long',
  }, async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 900 });
    const main = page.getByRole('main');
    await touch(page);
    const long = 'x'.repeat(5_001);
    await field(page, 'Message').fill(long);
    await field(page, 'Message').press('Control+Enter');
    await expect(field(page, 'Email')).toBeFocused();
    await expect(field(page, 'Message')).toHaveAccessibleDescription('At most 5000 characters');
    await expect(field(page, 'Message')).toHaveValue(long);
    await expectAccessible(page, 'script', ['light']);
    await field(page, 'Email').fill('ana@shop.example');
    await field(page, 'Message').press('Control+Enter');
    await expect(field(page, 'Message')).toBeFocused();

    const text = 'Do you ship to Faro?';
    await field(page, 'Message').fill(text);
    await main.getByRole('link', { name: 'Support' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
    await expect(field(page, 'Message')).toHaveValue(text);

    await page.route(/contact\.send/, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
    await send(page).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Our servers are currently unavailable' })).toBeVisible();
    await expect(field(page, 'Message')).toHaveValue(text);
    await page.unrouteAll();
    await field(page, 'Message').press('Control+Enter');
    await expect(sent(page)).toBeFocused();
    await expectAccessible(page, 'script', ['dark']);
    expect(await overflowOf(page)).toBe(0);
    await page.getByRole('button', { name: 'Write another message' }).click();
    await expect(field(page, 'Message')).toHaveValue('');
    // What is sent is no longer lost by leaving.
    await main.getByRole('link', { name: 'Support' }).click();
    await expect(page).toHaveURL(server.origin + screens.support.href());
  });

  test('no person gets to the trap, and what a program fills in is dropped with the same answer', {
    tag: '@long',
  }, async ({ page }) => {
    const trap = page.locator('input[name="website"]');
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(3);
    await field(page, 'Name').focus();
    for (const name of ['Email', 'Message']) {
      await page.keyboard.press('Tab');
      await expect(field(page, name)).toBeFocused();
    }
    await page.keyboard.press('Tab');
    await expect(send(page)).toBeFocused();
    expect(await trap.evaluate((input: HTMLInputElement) => [input.tabIndex, input.autocomplete, input.value])).toEqual(
      [-1, 'off', ''],
    );
    const message = 'Buy followers now';
    await field(page, 'Email').fill('bot@spam.example');
    await field(page, 'Message').fill(message);
    await trap.evaluate((input: HTMLInputElement) => {
      input.value = 'https://spam.example';
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
    const request = page.waitForRequest(/contact\.send/);
    await send(page).click();
    expect((await request).postData()).toContain('https://spam.example');
    await expect(sent(page)).toBeVisible();
    // One that is written later arrives, so the other would have by now.
    await page.getByRole('button', { name: 'Write another message' }).click();
    await field(page, 'Email').fill('ana@shop.example');
    await field(page, 'Message').fill('After the program');
    await send(page).click();
    await poll(async () => (await emailsWith('After the program')).length).toBe(1);
    expect(await emailsWith(message)).toEqual([]);
  });

  test('a form that is sent before any script is there puts nothing into the address, and going back finds the text', {
    tag: '@long',
  }, async ({ page }) => {
    await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
    await page.goto(server.origin + CONTACT);
    await field(page, 'Email').fill('ana@shop.example');
    await field(page, 'Message').fill(TEXT);
    const posted = page.waitForRequest((request) => request.method() === 'POST');
    await send(page).click();
    expect((await posted).url()).toBe(server.origin + CONTACT);
    await expect(page.getByText('404 Not Found')).toBeVisible();
    expect(page.url()).toBe(server.origin + CONTACT);
    await page.goBack();
    await expect(field(page, 'Message')).toHaveValue(TEXT);
  });

  test('without JavaScript the operator’s address is in place of the form', { tag: '@long' }, async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(server.origin + CONTACT);
    const main = plain.getByRole('main');
    // Playwright's own text of an element leaves <noscript> out.
    expect(await main.innerText()).toContain(`The contact form needs JavaScript. Send an email to ${EMAIL} instead.`);
    const links = main.getByRole('link', { name: EMAIL });
    await expect(links).toHaveCount(2);
    for (const link of await links.all()) await expect(link).toHaveAttribute('href', `mailto:${EMAIL}`);
    await expect(main.getByRole('textbox')).toHaveCount(0);
    await expect(main.getByRole('button')).toHaveCount(0);
    await expect(plain.getByRole('region', { name: 'Who runs this installation' })).toContainText('1 Mill Lane');
    expect(await overflowOf(plain)).toBe(0);
    await context.close();
  });

  test('whoever is logged in finds their name and address there', { tag: '@long' }, async ({ page }) => {
    const email = newEmail();
    const { csrfToken } = await (await page.request.get(`${server.origin}/api/csrf-token`)).json();
    await page.request.post(`${server.origin}/api/auth/register`, {
      data: { email, password: PASSWORD, displayName: 'Olive Owner' },
      headers: { 'X-CSRF-Token': csrfToken },
    });
    await page.reload();
    await touch(page);
    await expect(field(page, 'Name')).toHaveValue('Olive Owner');
    await expect(field(page, 'Email')).toHaveValue(email);
  });
});

test('without an address for messages there is no form, but the operator’s mailing address', { tag: '@long' }, async ({
  page,
}) => {
  const server = await startOwnServer(OPERATOR);
  await page.goto(server.origin + CONTACT);
  await expect(page.getByText('Their address is on this page')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Who runs this installation' })).toContainText('1 Mill Lane');
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
  await page.goto('about:blank');
  await server.end();
});

test('of an operator who published nothing, nothing is invented', async ({ page }) => {
  await page.goto(CONTACT);
  await expect(page.getByText("hasn't added contact details")).toBeVisible();
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('main').locator('a[href^="mailto:"]')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Who runs this installation' })).toHaveCount(0);
});

test('when the page can’t learn how to reach the operator, it says so, and trying again helps', {
  tag: '@long',
}, async ({ page }) => {
  await page.route(/meta\.info/, (route) => route.abort());
  // Not the page that the server prerendered, which knows it.
  await page.goto('/login');
  await page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'Contact' }).click();
  const alert = page.getByRole('alert').filter({ hasText: "Couldn't load the contact form" });
  await expect(alert).toBeVisible();
  await page.unrouteAll();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText("hasn't added contact details")).toBeVisible();
});
