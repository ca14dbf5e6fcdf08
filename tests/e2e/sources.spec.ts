// Sources: added with one press, set up by hand in the vendor's words, their secret shown once, their rules and privacy saved with
// a preview that follows, and gone with what they brought.
import { execFileSync } from 'node:child_process';
import { expect, type Page } from '@playwright/test';
import type { Source } from '#shared/contract/source.ts';
import { expectAccessible, overflowOf } from './support/axe.ts';
import { poll } from './support/base.ts';
import { newOwner, post, test, toast } from './support/owner.ts';
import { makeApi, makeKey, ownerAt } from './support/owner-api.ts';
import { newShop } from './support/stats.ts';

const NAME = 'Oak & Iron';
const PAGE = '/oak-and-iron/sources';

const list = (page: Page) => page.getByRole('list', { name: 'Sources', exact: true });
const add = (page: Page, kind: string) => page.getByRole('button', { name: new RegExp(`^${kind}`) }).click();

/** @returns the only source of that kind, as the server has it. */
async function stored(page: Page, kind: string): Promise<Source> {
  return (await (await makeApi(page)).sources()).find((source) => source.kind === kind) as Source;
}

const VENDORS = [
  { kind: 'shopify', label: 'Shopify', steps: ['Settings → Notifications → Webhooks', 'Refund create', 'JSON'] },
  {
    kind: 'woocommerce',
    label: 'WooCommerce',
    steps: ['WooCommerce → Settings → Advanced → Webhooks', 'Order deleted', 'about five failures'],
  },
  { kind: 'stripe', label: 'Stripe', steps: ['Workbench → Webhooks', 'charge.dispute.created', 'whsec_'] },
  { kind: 'webhook', label: 'Webhook', steps: ['webhook-signature', 'Authorization: Bearer SECRET', 'curl'] },
];

/** Adds each of them, and looks at its page. */
async function addAll(page: Page, vendors: typeof VENDORS, look = async () => {}): Promise<void> {
  await ownerAt(page, PAGE);
  await expect(list(page).getByRole('listitem')).toHaveCount(1);
  for (const [at, { kind, label, steps }] of vendors.entries()) {
    await add(page, label);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(label);
    const source = await stored(page, kind);
    await expect(page).toHaveURL(`${PAGE}/${source.id}`);
    if (kind !== 'webhook') await page.getByRole('button', { name: 'Set up by hand' }).click();
    await expect(page.getByRole('figure').filter({ hasText: 'Delivery URL' })).toContainText(source.hookUrl ?? '');
    for (const step of steps) await expect(page.getByRole('main')).toContainText(step);
    await expect(page.getByText('Waiting for the first delivery …')).toBeVisible();
    // These tests serve on localhost.
    await expect(page.getByRole('alert')).toContainText('Nobody outside can reach localhost');
    await look();
    await page.getByRole('link', { name: 'Sources', exact: true }).first().click();
    await expect(list(page).getByRole('listitem')).toHaveCount(at + 2);
    await expect(list(page).getByRole('listitem').filter({ hasText: label })).toContainText(
      kind === 'webhook' ? 'Waiting' : 'Not connected yet',
    );
  }
}

test("a vendor's source is added with one press, and its page has the delivery URL and the vendor's own steps for whoever asks", async ({
  page,
}) => {
  await addAll(
    page,
    VENDORS.filter(({ kind }) => kind === 'shopify'),
  );
});

/** Adds a webhook. @returns its secret, which is on the screen. */
async function addWebhook(page: Page) {
  await ownerAt(page, PAGE);
  const created = page.waitForResponse((response) => response.url().includes('sources.create'));
  await add(page, 'Webhook');
  const answer = await (await created).text();
  const shown = page.getByRole('region', { name: 'New secret' });
  await expect(shown).toContainText(/whsec_[A-Za-z0-9+/]{43}=/);
  const secret = (await shown.locator('pre').textContent()) ?? '';
  expect(answer).toContain(secret);
  return { shown, secret };
}

test('a secret of ours is shown once, and is what the server has', async ({ page }) => {
  const { shown, secret } = await addWebhook(page);
  // The example has it, ready to run.
  await expect(page.getByRole('figure').filter({ hasText: 'A purchase' })).toContainText(`Bearer ${secret}`);
  await shown.getByRole('button', { name: "I've copied it" }).click();
  await expect(shown).toHaveCount(0);
  await expect(page.getByText('The secret is set.')).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(secret);
  // Whoever goes back before it is finished means the same one.
  const address = page.url();
  await page.goBack();
  await add(page, 'Webhook');
  await expect(page).toHaveURL(address);
  expect(await (await makeApi(page)).sources()).toHaveLength(2);
});

test('the page of each other vendor has its steps and fits a phone; a secret of ours is gone after a reload, and replaced by a new one', {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await addAll(
    page,
    VENDORS.filter(({ kind }) => kind !== 'shopify'),
    () => poll(() => overflowOf(page)).toBeLessThanOrEqual(0),
  );
  await list(page)
    .getByRole('link', { name: /^Webhook/ })
    .click();
  await page.reload();
  await expect(page.getByText('The secret is set.')).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(/whsec_[A-Za-z0-9+/]{43}=/);

  await page.getByRole('button', { name: 'Make a new secret' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('accepted for one more day');
  await dialog.getByRole('button', { name: 'Make a new secret' }).click();
  const shown = page.getByRole('region', { name: 'New secret' });
  await expect(shown).toContainText(/whsec_[A-Za-z0-9+/]{43}=/);
  await expectAccessible(page);
  const { previousSecretUntil } = await stored(page, 'webhook');
  expect(Date.parse(previousSecretUntil ?? '')).toBeGreaterThan(Date.now());
  await page.reload();
  await expect(page.getByText(/The previous secret works until/)).toBeVisible();
  await expect(shown).toHaveCount(0);
});

/** Opens the page of a new Stripe source, and pastes its secret. @returns the field for it. */
async function openStripe(page: Page) {
  await newOwner(page, NAME);
  const source = await (await makeApi(page)).addSource({ kind: 'stripe' });
  await page.goto(`${PAGE}/${source.id}`);
  await page.getByRole('button', { name: 'Set up by hand' }).click();
  const field = page.getByRole('textbox', { name: 'Signing secret' });
  await field.fill('whsec_of_the_endpoint');
  await page.getByRole('button', { name: 'Save secret' }).click();
  await expect(page.getByText('The secret is set.')).toBeVisible();
  expect(await stored(page, 'stripe')).toMatchObject({ hasSecret: true, status: 'waiting', previousSecretUntil: null });
  return field;
}

test("a vendor's secret is replaced once it is confirmed; deleting the source says what goes with it, and takes it along", {
  tag: '@long',
}, async ({ page }) => {
  const field = await openStripe(page);
  await page.getByRole('button', { name: 'Replace secret' }).click();
  await field.fill('short');
  await page.getByRole('button', { name: 'Save secret' }).click();
  await expect(page.getByText('At least 8 characters')).toBeVisible();
  await field.fill('whsec_of_another_one');
  await page.getByRole('button', { name: 'Save secret' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  expect((await stored(page, 'stripe')).previousSecretUntil).toBeNull();
  await page.getByRole('button', { name: 'Save secret' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Replace secret' }).click();
  await expect(page.getByText(/The previous secret works until/)).toBeVisible();
  expect((await stored(page, 'stripe')).previousSecretUntil).not.toBeNull();

  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Main shop');
  await page.getByRole('button', { name: 'Delete source' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('All its events and their notifications are deleted, too.');
  await dialog.getByRole('button', { name: 'Delete source' }).click();
  await expect(toast(page)).toContainText('Source deleted');
  await expect(page).toHaveURL(PAGE);
  await expect(list(page).getByRole('listitem')).toHaveCount(1);
  expect(await stored(page, 'stripe')).toBeUndefined();
  await page.goto(`${PAGE}/gone`);
  await page.getByRole('link', { name: 'See all sources' }).click();
  await expect(page).toHaveURL(PAGE);
});

async function choose(page: Page, name: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name, exact: true }).click();
  await page.getByRole('option', { name: new RegExp(`^${option}`) }).click();
}

test('all rules, privacy and the words of a template are saved, rules that contradict each other are not, and a reload has them; what isn’t saved is asked about', {
  tag: '@long',
}, async ({ page }) => {
  await newOwner(page, NAME);
  const { template } = (await post(page, '/api/templates', {
    name: 'Carried home',
    category: 'sales',
    type: 'purchase',
    settings: { message: '{{name}} from {{city|far away}} carried {{product}} home' },
    customization: { layout: { borderRadius: 2 } },
  })) as { template: { id: string } };
  await page.goto(`${PAGE}/api?tab=shows`);
  const preview = page.getByRole('img', { name: /^As visitors see it/ });
  await expect(preview).toHaveAccessibleName('As visitors see it: Ana from Lisbon bought Oak Desk');
  await expect(page.getByRole('region', { name: 'As visitors see it' })).toContainText(
    'With fewer than 5 events from Lisbon and around: “Ana bought Oak Desk”',
  );
  // The picture's own time is another one by the time that it is drawn.
  await expect(page.getByRole('region', { name: 'As visitors see it' }).locator('> p')).not.toContainText('ago');
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
  await choose(page, 'Name', 'Initial');
  await expect(preview).toHaveAccessibleName('As visitors see it: A. from Lisbon bought Oak Desk');
  await choose(page, 'Most precise place', 'Country');
  await page.getByRole('switch', { name: 'Show what was paid' }).click();
  await expect(preview).toHaveAccessibleName('As visitors see it: A. from Portugal bought Oak Desk for €349.00');
  const words = page.getByRole('combobox', { name: 'Wording' });
  const use = async (search: string, option: RegExp) => {
    await words.click();
    await page.getByPlaceholder('Search templates').fill(search);
    await page.getByRole('option', { name: option }).click();
  };
  await use('carried', /^Carried home \(yours\)/);
  await expect(preview).toHaveAccessibleName('As visitors see it: A. from Portugal carried Oak Desk home');
  await expect(preview.locator('.notice')).toHaveCSS('border-radius', '2px');

  const box = (name: string) => page.getByRole('textbox', { name, exact: true });
  await box('Wait before it shows').fill('2');
  await choose(page, 'Unit of “Wait before it shows”', 'hours');
  await box('Stop showing after').fill('1');
  await choose(page, 'Unit of “Stop showing after”', 'hours');
  await box('Show at most').fill('5');
  await box('Smallest amount (optional)').fill('19.5');
  await box('Never these products (optional)').fill('Gift card, Sample');
  await page.getByRole('switch', { name: 'Quiet hours' }).click();
  await page.getByLabel('To', { exact: true }).fill('07:30');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Must be longer than the wait before it shows')).toBeVisible();
  await choose(page, 'Unit of “Stop showing after”', 'days');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(toast(page)).toContainText('Source updated');
  const expected = {
    rules: {
      minAge: 7_200,
      maxAge: 86_400,
      cap: 5,
      minAmount: 19.5,
      products: { exclude: ['Gift card', 'Sample'] },
      quietHours: { from: '22:00', to: '07:30' },
    },
    privacy: { name: 'initial', place: 'country', minPlaceCount: 5, amount: true, time: 'rounded' },
    templateId: template.id,
  };
  expect(await stored(page, 'api')).toMatchObject(expected);
  await page.reload();
  await expect(words).toHaveText('Carried home (yours)');
  await expect(box('Wait before it shows')).toHaveValue('2');
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
  const smallest = box('Smallest amount (optional)');
  await expect(smallest).toHaveValue('19.5');
  await smallest.fill('');
  await page.getByRole('link', { name: 'See events' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Undo changes' }).click();
  await expect(smallest).toHaveValue('19.5');
  await use('standard', /^Standard/);
  await expect(preview).toHaveAccessibleName('As visitors see it: A. from Portugal bought Oak Desk for €349.00');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await poll(async () => (await stored(page, 'api')).templateId).toBeNull();
});

test('a source that cannot be added is said to be; the page of one turns green by itself once the first event has come', {
  tag: '@long',
}, async ({ page }) => {
  const { siteId } = await newShop(page);
  await page.goto(PAGE);
  await page.route('**/api/trpc/**sources.create**', (route) => route.abort());
  await add(page, 'Shopify');
  await expect(toast(page)).toBeVisible();
  await expect(page).toHaveURL(PAGE);
  await list(page).getByRole('link', { name: /^API/ }).click();
  await expect(page.getByText('Waiting for the first event …')).toBeVisible();
  await expect(page.getByRole('figure').filter({ hasText: 'A purchase' })).toContainText(`/api/sites/${siteId}/events`);
  // Each site needs one of these.
  await expect(page.getByRole('button', { name: 'Delete source' })).toHaveCount(0);
  const key = await makeKey(page, 'Shop', 'write');
  /** Runs an example as printed, but for the key. */
  const run = async (label: string) => {
    const code = (await page.getByRole('figure').filter({ hasText: label }).locator('pre').textContent()) ?? '';
    return execFileSync('bash', ['--norc', '-euo', 'pipefail', '-c', code.replace('YOUR_API_KEY', key)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  };
  expect(await run('A purchase')).toContain('"accepted":1');
  await expect(page.getByRole('status').filter({ hasText: 'It works' })).toHaveText('It works: an event has arrived.');
  await expect(page.getByText(/^Working · last event/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Latest' }).getByRole('img')).toHaveAccessibleName(
    /Ana.* bought Oak Desk/,
  );
  expect(await run('Cancel it')).toContain('"retracted":1');
});
