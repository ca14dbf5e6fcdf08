// The sandbox's portal in a real browser: the card form beside other forms, time that is skipped, receipts, and both themes.
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import BetterSqlite3 from 'better-sqlite3';
import { expectAccessible } from './support/axe.ts';
import { newEmail, post, test } from './support/owner.ts';

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
  const started = await post(page, '/api/registration', { email, plan: 'growth', cycle: 'monthly' });
  const { registration } = started as { registration: { id: string } };
  const answer = await post(page, `/api/registration/${registration.id}/payment`, {});
  await page.goto((answer as { checkout: { url: string } }).checkout.url);
  await page.getByRole('button', { name: '4242 4242 4242 4242' }).click();
  await page.getByRole('button', { name: 'Pay $49' }).click();
  await page.waitForURL(/\/payment-success/);
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const changeCard = async (page: Page, number: string) => {
  await page.getByRole('button', { name: number }).click();
  await press(page, 'Change card');
};

test('a card that fails, a payment that is past due, a good card, and a plan that ends', async ({ page }) => {
  const email = newEmail();
  await buy(page, email);
  const portal = portalOf(email);
  await page.goto(portal);
  await page.getByRole('radio', { name: 'Agency $149 a month' }).check();
  await press(page, 'Change plan');
  await expect(page.getByRole('status')).toHaveText('Your plan was changed.');
  await changeCard(page, '4000 0000 0000 0002');
  await expect(page.getByRole('alert').first()).toHaveText('That card was declined. Nothing has changed.');
  await changeCard(page, '4000 0000 0000 0341');
  await expect(page.getByText('ending in 0341')).toBeVisible();
  await press(page, 'Skip to the end of the period');
  await expect(page.getByText('The last payment failed.')).toBeVisible();
  await changeCard(page, '4242 4242 4242 4242');
  await expect(page.getByRole('status')).toHaveText('Your card was changed.');
  await expect(page.getByText('The last payment failed.')).toBeHidden();
  await press(page, 'Cancel plan');
  await expect(page.getByText(/^Ends on /)).toBeVisible();
  await press(page, 'Resume plan');
  await expect(page.getByText(/^Renews on /)).toBeVisible();
  await press(page, 'Cancel plan');
  await press(page, 'Skip to the end of the period');
  await expect(page.getByRole('heading', { name: 'No plan' })).toBeVisible();
  await page.getByRole('link', { name: /Paid \$49$/ }).click();
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  await expectAccessible(page, 'style');
});

test('a real card is refused there, too; it is accessible on a phone', async ({ page }) => {
  const email = newEmail();
  await buy(page, email);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(portalOf(email));
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  await page.getByLabel('Test card number').fill('5555 3412 4444 1115');
  await press(page, 'Change card');
  await expect(page.getByRole('alert')).toContainText('It was not sent anywhere.');
  expect(sent).toEqual([]);
  await expectAccessible(page, 'style');
});
