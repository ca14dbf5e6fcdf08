// What notifications change, on its screen: from the press that begins to measure to the sentence that orders make true, and that a
// refund takes back; and the pause of a widget that costs orders. How all states look: tests/support/screenshots-effect.ts.
import { expect, type Page } from '@playwright/test';
import type { Effect } from '#shared/contract/effect.ts';
import { answer } from './support/answer.ts';
import { expectAccessible, overflowOf } from './support/axe.ts';
import { poll } from './support/base.ts';
import { call, newOwner, test } from './support/owner.ts';
import { makeApi } from './support/owner-api.ts';

/** Counts at half held out: with one order fewer of those who saw notifications, nothing could be said yet. */
const JUST_CLEAR = 29;
const JUST_HARMFUL = 25;

async function measuring(page: Page) {
  await newOwner(page, 'Oak & Iron');
  const api = await makeApi(page);
  await page.goto('/oak-and-iron/effect');
  await page.getByRole('radio', { name: /^Measure properly/ }).check();
  await page.getByLabel('Currency').fill('eur');
  await page.getByRole('button', { name: 'Start measuring' }).click();
  await expect(page.getByText('Too early to tell: 0 of about 252 orders.')).toBeVisible();
  const read = async () => (await call<{ effect: Effect }>(page, 'GET', `/api/sites/${api.siteId}/effect`)).effect;
  const { epoch } = await read();
  const order = (arm: 0 | 1) => (_: unknown, n: number) => ({
    id: `order-${n}`,
    kind: 'purchase',
    occurredAt: new Date().toISOString(),
    actor: { firstName: 'Ana', email: `buyer-${n}@example.com` },
    subject: { name: 'Oak Desk' },
    amount: 100,
    currency: 'EUR',
    arm: `pb-${epoch?.id}-${arm}`,
  });
  return {
    ...api,
    read,
    send: (count: number, arm: 0 | 1) => api.addEvents(...Array.from({ length: count }, order(arm))),
  };
}

test('orders of both groups make a sentence, and a refund takes it back', async ({ page }) => {
  const { siteId, send } = await measuring(page);
  await send(JUST_CLEAR, 1);
  await expect(page.getByText(/visitors who could see notifications ordered at least \d+% more/)).toBeVisible();
  await expect(page.getByRole('table', { name: 'Both groups' })).toContainText('€2,900');
  await call(page, 'POST', `/api/sites/${siteId}/events/order-0/retract`, {});
  await expect(page.getByText(/^Too early to tell: 28 of about 252 orders/)).toBeVisible();
  await page.getByRole('button', { name: 'Add a goal' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Thanks');
  await dialog.getByRole('button', { name: 'Add goal' }).click();
  await expect(dialog.getByText('Enter at least one value')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'One of' }).fill('/thank-you');
  await dialog.getByRole('button', { name: 'Add goal' }).click();
  await expect(page.getByRole('table', { name: 'Goals' })).toContainText('Thanks');
});

test('a widget that costs orders is paused, and turned on again from here', { tag: '@long' }, async ({ page }) => {
  const { send, read, widgetId } = await measuring(page);
  await send(JUST_HARMFUL, 0);
  const alert = page.getByRole('alert').filter({ hasText: 'Paused: visitors who saw notifications ordered less' });
  await expect(alert).toContainText('25 of 25 visitors who ordered saw no notifications');
  for (const width of [1440, 320]) {
    await page.setViewportSize({ width, height: 900 });
    await poll(() => overflowOf(page)).toBe(0);
    await expectAccessible(page, 'script', ['light', 'dark']);
  }
  await answer(page, 'sites.setup', (setup: object) => ({ ...setup, firstDisplayAt: new Date().toISOString() }));
  await page.goto('/oak-and-iron/dashboard');
  await expect(
    page.getByText('Notifications are paused: without them, more visitors reached your goal.'),
  ).toBeVisible();
  await page.getByRole('link', { name: 'See the effect' }).click();
  await alert.getByRole('button', { name: 'Turn on again' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn on again' }).click();
  await expect(page.getByText('Too early to tell: 0 of about 252 orders.')).toBeVisible();
  await expect(alert).toBeHidden();
  await poll(async () => (await read()).epochs.length).toBe(2);
  const { widget } = await call<{ widget: { isActive: boolean } }>(page, 'GET', `/api/widgets/${widgetId}`);
  expect(widget.isActive).toBe(true);
  // What was measured before stays to be looked at.
  await page.getByRole('combobox', { name: 'Measurement' }).click();
  await page.getByRole('option').nth(1).click();
  await expect(page.getByRole('table', { name: 'Both groups' })).toContainText('25');
  await page.getByRole('combobox', { name: 'Measurement' }).click();
  await page.getByRole('option', { name: 'Now' }).click();
  // Nothing is measured any more, and all that was can be looked at.
  await page.getByRole('button', { name: 'Stop measuring' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop measuring' }).click();
  await expect(page.getByRole('button', { name: 'Start measuring' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Measurement' }).click();
  await page.getByRole('option').nth(1).click();
  await expect(page.getByRole('table', { name: 'Both groups' })).toContainText('25');
});
