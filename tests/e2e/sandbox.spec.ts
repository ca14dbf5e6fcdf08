// The sandbox's checkout and portal. Attack: type a real card, send it by whatever the browser offers, with scripts and
// without; and the pages have to work for a test card, by keyboard, on a phone and in both themes.
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import BetterSqlite3 from 'better-sqlite3';
import { expectAccessible } from './support/axe.ts';
import { CARD, DECLINED } from './support/card.ts';
import { newEmail, post, test } from './support/owner.ts';

/** Passes the check digit, and is none of Stripe's test cards. */
const REAL = '5555 3412 4444 1115';

/** @returns the address of a checkout of somebody who registers for Growth. */
async function checkout(page: Page, cycle: 'monthly' | 'annual' = 'annual', email = newEmail()): Promise<string> {
  const started = await post(page, '/api/registration', { email, plan: 'growth', cycle });
  const { registration } = started as { registration: { id: string } };
  const answer = await post(page, `/api/registration/${registration.id}/payment`, {});
  return (answer as { checkout: { url: string } }).checkout.url;
}
const number = (page: Page) => page.getByLabel('Test card number');
const pay = (page: Page) => page.getByRole('button', { name: 'Pay $490' });
/** @returns what the open page sends, as it is collected, without its own origin: the port has four digits in a row, too. */
function sentBy(page: Page): string[] {
  const sent: string[] = [];
  const { origin } = new URL(page.url());
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`.replaceAll(origin, '')));
  return sent;
}

test('a real card is refused in the browser, and its number leaves the page by no way; test cards work by keyboard', async ({
  page,
}) => {
  await page.goto(await checkout(page));
  const sent = sentBy(page);
  await test.step('a real one', async () => {
    await number(page).fill(REAL);
    await number(page).press('Enter');
    await expect(page.getByRole('alert')).toContainText('It was not sent anywhere.');
    await expect(number(page)).toHaveValue('');
    await expect(number(page)).toBeFocused();
    await pay(page).click();
    await expect(page.getByRole('alert')).toContainText('Type the number of a test card');
    expect(sent).toEqual([]);
    // Past the script: even then the number isn't in the form.
    await number(page).fill(REAL);
    await page.evaluate(() => document.querySelector<HTMLFormElement>('.card-form')?.submit());
    await expect(page.getByRole('heading', { name: "We couldn't do that" })).toBeVisible();
    expect(sent.length).toBeGreaterThan(0);
    expect(
      sent
        .splice(0)
        .join('\n')
        .replace(/%20|\+|\s/g, ''),
    ).not.toContain('5555');
    await page.goBack();
  });
  await test.step('a declined one, then one that pays and leads on', async () => {
    await number(page).pressSequentially('4000000000000002');
    await expect(number(page)).toHaveValue(DECLINED);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText(/Your card was declined\..*Nothing was charged\./);
    await page.getByRole('button', { name: CARD }).press('Enter');
    await expect(number(page)).toHaveValue(CARD);
    await expect(pay(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/payment-success\?session_id=cs_test_/);
    await expect(page.getByText('Growth is paid')).toBeVisible();
    expect(sent.join('\n')).not.toMatch(/4242|0002/);
    expect(sent.filter((one) => one.includes('card='))).toHaveLength(2);
  });
});

test('without scripts a test card is chosen by name', { tag: '@long' }, async ({ page, browser }) => {
  const url = await checkout(page);
  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await plain.goto(url);
  await expect(number(plain)).toBeHidden();
  await plain.getByRole('radio', { name: 'insufficient funds' }).check();
  await pay(plain).click();
  await expect(plain.getByRole('alert')).toContainText('Your card has insufficient funds.');
  await plain.getByRole('radio', { name: '4242' }).check();
  await pay(plain).click();
  await plain.waitForURL(/\/payment-success/);
  await plain.context().close();
});

test('it can be left without paying, says what it is, and is accessible on a phone', { tag: '@long' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(await checkout(page));
  await expect(page.getByText('Test mode: never type a real card.')).toBeVisible();
  await number(page).fill('1');
  await pay(page).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page, 'style');
  await page.getByRole('link', { name: 'Cancel and go back' }).click();
  await page.waitForURL(/\/register\?checkout=cancelled/);
});

/** Opens the portal as the provider does when it is asked to, for a customer who has no account yet. */
function portalOf(email: string): string {
  const database = new BetterSqlite3(join(process.env.E2E_DATA_DIR ?? '', 'proofbell.db'), { timeout: 10_000 });
  try {
    const customer = database
      .prepare("select id from sandbox_objects where type = 'customer' and json_extract(data, '$.email') = ?")
      .pluck()
      .get(email) as string;
    const id = `bps_${customer.slice(4)}`;
    const created = Math.floor(Date.now() / 1000);
    const session = { id, object: 'billing_portal.session', created, customer, return_url: null };
    database
      .prepare('insert into sandbox_objects (id, type, customer_id, data, created_at) values (?, ?, ?, ?, ?)')
      .run(id, session.object, customer, JSON.stringify(session), new Date(created * 1000).toISOString());
    return `/sandbox/portal/${id}`;
  } finally {
    database.close();
  }
}

/** Buys Growth by the month. */
async function buy(page: Page, email: string): Promise<void> {
  await page.goto(await checkout(page, 'monthly', email));
  await page.getByRole('button', { name: CARD }).click();
  await page.getByRole('button', { name: 'Pay $49' }).click();
  await page.waitForURL(/\/payment-success/);
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('the portal refuses a real card, too, and is accessible on a phone', { tag: '@long' }, async ({ page }) => {
  const email = newEmail();
  await buy(page, email);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(portalOf(email));
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  await page.getByLabel('Test card number').fill(REAL);
  await press(page, 'Change card');
  await expect(page.getByRole('alert')).toContainText('It was not sent anywhere.');
  expect(sent).toEqual([]);
  await expectAccessible(page, 'style');
});
