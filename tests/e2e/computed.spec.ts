// Notifications whose number is computed: made from a template, held back below their floor, shown as visitors get them,
// and nowhere typed; and templates that say what is counted.
import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectPhone } from './support/axe.ts';
import { poll } from './support/base.ts';
import { newOwner, post, test } from './support/owner.ts';
import { makeApi } from './support/owner-api.ts';

const LIST = '/oak-and-iron/notifications';

const purchases = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: String(1001 + n),
    kind: 'purchase',
    // Of now: a day may have begun a minute ago.
    occurredAt: new Date().toISOString(),
    subject: { name: n % 2 === 0 ? 'Oak Desk' : 'Ash Stool' },
  }));

async function start(page: Page, count: number) {
  await newOwner(page, 'Oak & Iron');
  const api = await makeApi(page);
  if (count > 0) await api.addEvents(...purchases(count));
  await page.goto(`${LIST}?templates=all`);
  return api;
}

const sheet = (page: Page) => page.getByRole('dialog');
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
async function use(page: Page, template: string) {
  await page.getByRole('button', { name: `Use “${template}”` }).click();
  await expect(sheet(page).getByRole('heading', { name: 'New notification' })).toBeVisible();
}
async function create(page: Page) {
  await sheet(page).getByRole('button', { name: 'Create notification' }).click();
  await expect(sheet(page)).toBeHidden();
}

test('a computed number is told from its floor on, and held back once an event is retracted', {
  tag: '@short',
}, async ({ page }) => {
  await newOwner(page, 'Oak & Iron');
  const { siteId, widgetId, addEvents } = await makeApi(page);
  await addEvents(...purchases(5));
  await post(page, `/api/widgets/${widgetId}/notifications/template/built-in-sales-week`, {});
  await page.goto(LIST);
  const told = row(page, '5 sold this week');
  await expect(told).toContainText('Computed');
  await expect(told).toContainText('Active');
  await post(page, `/api/sites/${siteId}/events/1001/retract`, {});
  const held = row(page, '4 sold this week');
  await expect(held).toContainText('Held back');
  await expect(held).toContainText('Shows at 5 or more; now 4');
});

test('a computed number is made from a template, its editor changes what is the owner’s, the list filters what is held back, and a template of it is still computed', {
  tag: '@long',
}, async ({ page }) => {
  const api = await start(page, 5);
  await use(page, 'Sold this week');
  await expect(sheet(page)).toContainText('Number of purchases, today and the 6 days before');
  await expect(sheet(page).getByRole('textbox')).toHaveCount(0);
  await expect(sheet(page).locator('dl')).toContainText('Now5');
  await create(page);
  const told = row(page, '5 sold this week');
  await expect(told).toContainText('Computed');
  await expect(told).toContainText('Active');
  await page.getByRole('button', { name: '5 sold this week', exact: true }).click();
  await expect(sheet(page)).toContainText('The number is computed once a minute');
  await expect(sheet(page).getByLabel('Message')).toHaveCount(0);
  await sheet(page).getByLabel('Internal name').fill('Week');
  await expectAccessible(page);
  await sheet(page).getByRole('button', { name: 'Save changes' }).click();
  await expect(sheet(page)).toBeHidden();
  await expect(told).toContainText('Week');

  await post(page, `/api/sites/${api.siteId}/events/1001/retract`, {});
  const held = row(page, '4 sold this week');
  await expect(held).toContainText('Held back');
  await expect(held).toContainText('Shows at 5 or more; now 4');
  await page.getByRole('tab', { name: /^Held back/ }).click();
  await expect(page).toHaveURL(/status=held/);
  await expect(held).toBeVisible();
  await expectPhone(page);
  await page.getByRole('button', { name: 'Actions for “Week”' }).click();
  await page.getByRole('menuitem', { name: 'Save as template' }).click();
  await expect(sheet(page).getByLabel('Message')).toHaveValue('{{value}} sold this week');
  await expect(sheet(page).getByLabel('Number')).toContainText('Number of events');
});

test('a template says what is counted, and shows what it is now: asked for once typing pauses, with the one before until it is there', {
  tag: '@long',
}, async ({ page }) => {
  await start(page, 7);
  await page.getByRole('button', { name: 'Actions for “Sold this week”' }).click();
  await page.getByRole('menuitem', { name: 'Edit a copy' }).click();
  const form = sheet(page);
  await expect(form.getByText('Now: 7')).toBeVisible();
  const asked: unknown[] = [];
  const answers = Promise.withResolvers<void>();
  await page.route(
    (url) => url.pathname.includes('events.aggregate'),
    async (route) => {
      asked.push(/"product":"(\w+)"/.exec(new URL(route.request().url()).searchParams.get('input') ?? '')?.[1]);
      await answers.promise;
      await route.continue();
    },
  );
  await form.getByLabel('Product').pressSequentially('ash', { delay: 60 });
  await poll(() => asked).toEqual(['ash']);
  await expect(form.getByText('Now: 7')).toBeVisible();
  await expect(form.getByText('Counting…')).toHaveCount(0);
  answers.resolve();
  await expect(form.getByText('Now: 3')).toBeVisible();
  await expect(form.getByText('Shows at 5 or more; now 3')).toBeVisible();
  await form.getByLabel('Shows from').fill('0');
  await form.getByLabel('Message').fill('{{name}} and {{value}} others');
  await form.getByRole('button', { name: 'Save template' }).click();
  await expect(form.getByText('Leave out {{name}}: only {{value}} can be filled in')).toBeVisible();
  await form.getByLabel('Message').fill('{{value}} sold');
  await form.getByRole('button', { name: 'Save template' }).click();
  await expect(form.getByText('At least 1')).toBeVisible();
  await expectAccessible(page);
  await form.getByLabel('Shows from').fill('3');
  await form.getByLabel('Message').fill('{{value}} Ash Stools sold this week');
  await form.getByRole('button', { name: 'Save template' }).click();
  await expect(form).toBeHidden();
  await use(page, 'My sold this week');
  await create(page);
  await expect(row(page, '3 Ash Stools sold this week')).toContainText('Active');
});
