// Attack: type a real card on the sandbox's checkout, send it by whatever the browser offers, with scripts and without;
// and the page has to work for a test card, by keyboard, on a phone and in both themes.
import { type Browser, expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { newEmail, post, test } from './support/owner.ts';

/** Passes the check digit, and is none of Stripe's test cards. */
const REAL = '5555 3412 4444 1115';

/** @returns the address of a checkout for Growth by the year. */
async function checkout(page: Page): Promise<string> {
  const started = await post(page, '/api/registration', { email: newEmail(), plan: 'growth', cycle: 'annual' });
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
const withoutScripts = async (browser: Browser): Promise<Page> =>
  (await browser.newContext({ javaScriptEnabled: false })).newPage();

test('a real card is refused in the browser, and its number leaves the page by no way', async ({ page }) => {
  const url = await checkout(page);
  await page.goto(url);
  const sent = sentBy(page);
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
  expect(sent.join('\n').replace(/%20|\+|\s/g, '')).not.toContain('5555');
});

test('by keyboard: a declined card, then one that pays and leads on', async ({ page }) => {
  await page.goto(await checkout(page));
  const sent = sentBy(page);
  await number(page).pressSequentially('4000000000000002');
  await expect(number(page)).toHaveValue('4000 0000 0000 0002');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(/Your card was declined\..*Nothing was charged\./);
  await page.getByRole('button', { name: '4242 4242 4242 4242' }).press('Enter');
  await expect(number(page)).toHaveValue('4242 4242 4242 4242');
  await expect(pay(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/payment-success\?session_id=cs_test_/);
  expect(sent.join('\n')).not.toMatch(/4242|0002/);
  expect(sent.filter((one) => one.includes('card='))).toHaveLength(2);
});

test('without scripts a test card is chosen by name', async ({ page, browser }) => {
  const url = await checkout(page);
  const plain = await withoutScripts(browser);
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

test('it can be left without paying, says what it is, and is accessible on a phone', async ({ page }) => {
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
