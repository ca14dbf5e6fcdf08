// Templates in a real browser: a notification made from a template up to a visitor's page, and an owner's own templates.
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { card, STEADY, test, visit } from './support/inspector-test.ts';
import { post, toast } from './support/owner.ts';
import { buttonOf, cardOf, choose, form, GALLERY, gallery } from './support/templates.ts';
import { keepLog } from './support/widget-log.ts';

const editor = (page: Page) => page.getByRole('dialog', { name: 'New notification' });
const drawn = (page: Page) => editor(page).locator('proofbell-widget .message');

test('a template is used and customized, a visitor sees the result, and its use is counted [spec 3.template.1]', async ({
  page,
  api,
  host,
  browser,
}) => {
  await api.saveSettings(STEADY);
  await page.goto('/oak-and-iron/notifications');
  await page.getByRole('link', { name: 'Templates' }).click();
  await page.getByRole('link', { name: /^Sales/ }).click();
  await expect(gallery(page).getByRole('heading')).toHaveCount(5);
  await expect(cardOf(page, 'Order placed')).not.toContainText('Used');
  await buttonOf(page, 'Order placed').click();
  await expect(drawn(page)).toHaveText('Someone bought something from our shop');
  await editor(page).getByLabel('Name', { exact: true }).fill('Ana');
  const message = editor(page).getByRole('textbox', { name: 'Message' });
  await message.fill('{{name|Someone}} chose {{product}} for {{city|home}} {{time}}');
  await editor(page).getByRole('button', { name: 'Create notification' }).click();
  const product = editor(page).getByLabel('Product', { exact: true });
  await expect(product).toHaveAccessibleDescription(/no fallback/);
  await expect(drawn(page)).toHaveText('Ana chose … for home');
  await product.fill('the Oak Desk');
  await editor(page).getByRole('button', { name: 'Create notification' }).click();
  await expect(toast(page)).toContainText('Notification created from template');
  await expect(page).toHaveURL(/\/notifications$/);
  await expect(page.getByText('Ana chose the Oak Desk for home').first()).toBeVisible();

  const visitor = await (await browser.newContext()).newPage();
  await keepLog(visitor);
  await visit(visitor, host.origin);
  await expect(card(visitor)).toContainText('Ana chose the Oak Desk for home');
  // The template's own corners and color.
  await expect(card(visitor)).toHaveCSS('border-radius', '16px');
  await expect(card(visitor)).toHaveCSS('color', 'rgb(31, 41, 55)');
  await visitor.close();

  await page.goto(GALLERY);
  await expect(cardOf(page, 'Order placed')).toContainText('Used 1 time');
});

test('own templates are saved from a notification, copied, replaced and deleted [spec 7.templates.5 7.templates.6]', async ({
  page,
  api,
}) => {
  await api.addNotification({
    type: 'discount',
    name: 'Autumn',
    message: 'Ana saved 10%',
    code: 'OAK10',
    appearance: { layout: { borderRadius: 2 } },
  });
  await page.goto('/oak-and-iron/notifications');
  await choose(page, 'Autumn', 'Save as template');
  await expect(form(page).getByLabel('Discount code')).toHaveValue('OAK10');
  await expect(form(page)).toContainText('1 setting of its own');
  const message = form(page).getByRole('textbox', { name: 'Message' });
  await message.fill(' saved 10%');
  await message.press('Home');
  await form(page).getByRole('button', { name: 'Name', exact: true }).click();
  await expect(message).toHaveValue('{{name|Someone}} saved 10%');
  await expect(message).toBeFocused();
  await form(page).getByRole('button', { name: 'Save template' }).click();
  await expect(toast(page)).toContainText('Template created');
  await expect(cardOf(page, 'Autumn')).toContainText('Yours');

  await choose(page, 'Autumn', 'Duplicate');
  await expect(toast(page)).toContainText('Template duplicated');
  await expect(cardOf(page, 'Autumn (Copy)')).toBeVisible();

  await choose(page, 'Autumn', 'Edit a copy');
  const copy = form(page, 'Edit a copy');
  await copy.getByLabel('Template name').fill('Winter');
  await copy.getByRole('button', { name: 'Save template' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete the old template?' });
  await question.getByRole('button', { name: 'Delete the old one' }).click();
  await expect(toast(page)).toContainText('Template deleted');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await buttonOf(page, 'Winter').click();
  await editor(page).getByRole('button', { name: 'Create notification' }).click();
  await expect(toast(page)).toContainText('Notification created from template');
  await page.goto('/oak-and-iron/notifications?templates=yours');
  await expect(gallery(page).getByRole('heading')).toHaveText(['Winter', 'Autumn (Copy)']);
  await expect(cardOf(page, 'Winter')).toContainText('Used 1 time');
  for (const name of ['Winter', 'Autumn (Copy)']) {
    await choose(page, name, 'Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(cardOf(page, name)).toHaveCount(0);
  }
  await expect(page.getByRole('heading', { name: 'No templates of your own yet' })).toBeVisible();
  expect((await api.notifications()).map(({ message }) => message)).toContain('Someone saved 10%');
});

test('a template is found, used and filled by keyboard alone', async ({ page, api }) => {
  await page.goto(GALLERY);
  await expect(buttonOf(page, 'New member')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search templates' }).focus();
  await page.keyboard.type('new member');
  await expect(gallery(page).getByRole('heading')).toHaveText(['New member']);
  const isOn = (name: string) => page.evaluate((label) => document.activeElement?.ariaLabel === label, name);
  for (let steps = 0; !(await isOn('Use “New member”')); steps++) {
    expect(steps).toBeLessThan(20);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(editor(page).getByRole('textbox', { name: 'Message' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type('Ana');
  await page.keyboard.press('Control+Enter');
  await expect(toast(page)).toContainText('Notification created from template');
  expect((await api.notifications()).map(({ message }) => message)).toEqual(['Ana joined us']);
});

test('values that look like markup or variables are text in the preview and on the page', async ({
  page,
  api,
  host,
}) => {
  await api.saveSettings(STEADY);
  const hostile = '{{product}}<img src=x onerror="document.title=1">&lt;b&gt;';
  const plain = '{{product}}<b>';
  await page.goto(GALLERY);
  await buttonOf(page, 'New member').click();
  await editor(page).getByLabel('Name', { exact: true }).fill(hostile);
  await expect(drawn(page)).toHaveText(`${hostile} joined us`);
  await editor(page).getByRole('button', { name: 'Create notification' }).click();
  await expect(toast(page)).toContainText('Notification created from template');
  // Stored without its tags, as all texts are.
  expect((await api.notifications()).map(({ message }) => message)).toEqual([`${plain} joined us`]);
  await visit(page, host.origin);
  await expect(card(page).locator('.message')).toHaveText(`${plain} joined us`);
  await expect(card(page).locator('img')).toHaveCount(0);
  await expect(page).toHaveTitle('Oak & Iron');
});

test('gallery, editor and form have no accessibility issue on phone and desktop', async ({ page, api }) => {
  test.slow();
  expect(api.siteId).toBeTruthy();
  await post(page, '/api/templates', {
    name: 'Own',
    category: 'sales',
    type: 'purchase',
    settings: { message: '{{name}} bought {{product|it}}' },
  });
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(GALLERY);
    await expect(cardOf(page, 'Own').locator('proofbell-widget .message')).toHaveText('Ana bought it');
    // Drawn on sight.
    await expect(cardOf(page, 'Birthday').locator('proofbell-widget')).toHaveCount(0);
    await expectAccessible(page);
    await buttonOf(page, 'Own').click();
    await expect(editor(page)).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await choose(page, 'Own', 'Edit a copy');
    await expect(form(page, 'Edit a copy')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  }
});
