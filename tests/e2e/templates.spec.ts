// Templates in a real browser: a notification made from one up to a visitor's page, an owner's own templates, and the gallery:
// its address, its cards whatever is in them, and copies that are made, refused or deleted elsewhere.
import { expect, type Page } from '@playwright/test';
import { expectAccessible, overflowOf } from './support/axe.ts';
import { poll, pressWhenIdle } from './support/base.ts';
import { card, STEADY, test, visit } from './support/inspector-test.ts';
import { toast } from './support/owner.ts';
import { ownerAt } from './support/owner-api.ts';
import { buttonOf, cardOf, choose, form, GALLERY, gallery } from './support/templates.ts';

const editor = (page: Page) => page.getByRole('dialog', { name: 'New notification' });
const drawn = (page: Page) => editor(page).locator('proofbell-widget .message');

test('a template is found by category and by search', { tag: '@short' }, async ({ page }) => {
  await ownerAt(page, `${GALLERY}=sales`);
  await expect(gallery(page).getByRole('heading')).toHaveCount(5);
  await page.getByRole('searchbox', { name: 'Search templates' }).fill('order placed');
  await expect(gallery(page).getByRole('heading')).toHaveText(['Order placed']);
  await expect(page).toHaveURL(/templates=sales&find=order\+placed$/);
  await expect(buttonOf(page, 'Order placed')).toBeVisible();
});

test('a template is customized, a visitor sees the result, and its use is counted [spec 3.template.1]', {
  tag: '@long',
}, async ({ page, api, host, browser }) => {
  await api.saveSettings(STEADY);
  await page.goto('/oak-and-iron/notifications');
  await page.getByRole('link', { name: 'Templates' }).click();
  await page.getByRole('link', { name: /^Sales/ }).click();
  await expect(gallery(page).getByRole('heading')).toHaveCount(5);
  await page.getByRole('searchbox', { name: 'Search templates' }).fill('order placed');
  await expect(gallery(page).getByRole('heading')).toHaveText(['Order placed']);
  await expect(page).toHaveURL(/templates=sales&find=order\+placed$/);
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
  await visit(visitor, host.origin);
  await expect(card(visitor)).toContainText('Ana chose the Oak Desk for home');
  // The template's own corners and color.
  await expect(card(visitor)).toHaveCSS('border-radius', '16px');
  await expect(card(visitor)).toHaveCSS('color', 'rgb(31, 41, 55)');
  await visitor.close();

  await page.getByRole('link', { name: 'Templates' }).click();
  await expect(cardOf(page, 'Order placed')).toContainText('Used 1 time');
});

test('own templates are saved from a notification, copied, replaced and deleted [spec 7.templates.5 7.templates.6]', {
  tag: '@long',
}, async ({ page, api }) => {
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
  await page.getByRole('link', { name: 'Templates' }).click();
  await page.getByRole('link', { name: /^Yours/ }).click();
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

test('search and category are in the address, and Back takes each step back', { tag: '@long' }, async ({ page }) => {
  await ownerAt(page, '/oak-and-iron/notifications');
  await page.getByRole('link', { name: 'Templates' }).click();
  await page.getByRole('searchbox', { name: 'Search templates' }).fill('back in stock');
  await expect(gallery(page).getByRole('heading')).toHaveText(['Back in stock']);
  await expect(page.getByRole('link', { name: 'Low stock 1' })).toBeVisible();
  await expect(page).toHaveURL(/templates=&find=back\+in\+stock$/);
  await page.getByRole('link', { name: 'Reviews 0' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing matches “back in stock”' })).toBeVisible();
  await expect(page).toHaveURL(/templates=reviews&find=back\+in\+stock$/);
  await page.reload();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(gallery(page).getByRole('heading')).toHaveCount(4);
  await page.goBack();
  await expect(gallery(page).getByRole('heading')).toHaveText(['Back in stock']);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible();
});

test('a template is found, used and filled by keyboard alone', { tag: '@long' }, async ({ page, api }) => {
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

test('values that look like markup or variables are text in the preview and on the page', { tag: '@long' }, async ({
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

test('the longest names, texts and rules stay inside their card, which grows with a notification in large type', {
  tag: '@long',
}, async ({ page, api }) => {
  const settings = { message: 'm'.repeat(500), title: 't'.repeat(80) };
  const displayRules = { conditions: [{ type: 'page', operator: 'is', value: [`/${'p'.repeat(200)}`] }] };
  for (const name of ['W'.repeat(80), 'A name of many words '.repeat(3).trim()]) {
    await api.addTemplate({ name, settings, displayRules });
  }
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/oak-and-iron/notifications?templates=yours');
    const cards = gallery(page).getByRole('listitem');
    await expect(cards.locator('proofbell-widget .notice')).toHaveCount(2);
    const outside = (card: HTMLElement) => {
      const { left, right } = card.getBoundingClientRect();
      const drawn = card.querySelector('proofbell-widget')?.shadowRoot?.querySelectorAll('.notice') ?? [];
      const parts = [...card.querySelectorAll('h3, p, button'), ...drawn];
      return parts.flatMap((part) => {
        const box = part.getBoundingClientRect();
        return box.left >= left && box.right <= right ? [] : [part.outerHTML];
      });
    };
    for (const card of await cards.all()) {
      await poll(() => card.evaluate(outside), `${width} px`).toEqual([]);
    }
  }

  await api.saveSettings({ appearance: { typography: { fontSize: '24px' }, layout: { padding: '40px' } } });
  await api.addTemplate({
    name: 'Long',
    type: 'discount',
    settings: { title: 'A title '.repeat(12), message: 'A message '.repeat(40), code: 'OAK10' },
  });
  await page.setViewportSize({ width: 320, height: 900 });
  await page.goto(`${GALLERY}=yours`);
  const notice = cardOf(page, 'Long').locator('proofbell-widget .notice');
  await expect(notice).toBeVisible();
  const frame = cardOf(page, 'Long').getByRole('img');
  const [inner, outer] = await Promise.all([notice.boundingBox(), frame.boundingBox()]);
  expect(inner?.y).toBeGreaterThan(outer?.y ?? Infinity);
  expect((inner?.y ?? Infinity) + (inner?.height ?? 0)).toBeLessThan((outer?.y ?? 0) + (outer?.height ?? 0));
  await poll(() => overflowOf(page)).toBe(0);
});

test('of two copies made at once, one that is refused is named; the next one takes the focus; one deleted elsewhere is simply gone', {
  tag: '@long',
}, async ({ page }) => {
  const message = 'You can have at most 200 templates';
  let calls = 0;
  await page.route('**/api/trpc/**templates.clone**', async (route) => {
    calls += 1;
    if (calls > 1) return route.continue();
    // Answered only once the other one is made, too.
    await page.getByText('Template duplicated').first().waitFor();
    return route.fulfill({ status: 409, json: { code: 'conflict', message, errors: [] } });
  });
  await ownerAt(page, GALLERY);
  await choose(page, 'Order placed', 'Duplicate');
  await choose(page, 'Order on its way', 'Duplicate');
  await expect(cardOf(page, 'Order on its way (Copy)')).toBeVisible();
  await expect(page.getByText(message).first()).toBeVisible();
  await expect(cardOf(page, 'Order placed (Copy)')).toHaveCount(0);

  // A sheet locks the page without a variable that each preview would inherit.
  await choose(page, 'Order placed', 'Edit a copy');
  await expect(form(page)).toBeVisible();
  await expect(page.locator('body')).toHaveCSS('overflow', 'hidden');
  const variable = () => getComputedStyle(document.body).getPropertyValue('--removed-body-scroll-bar-size');
  expect(await page.evaluate(variable)).toBe('');
  await pressWhenIdle(page, 'Escape');
  await expect(page.locator('body')).not.toHaveCSS('overflow', 'hidden');

  await choose(page, 'Order placed', 'Duplicate');
  await expect(buttonOf(page, 'Order placed (Copy)')).toBeFocused();
  await expect(buttonOf(page, 'Order placed (Copy)')).toBeInViewport();
  const second = await page.context().newPage();
  await second.goto(GALLERY);
  await choose(second, 'Order placed (Copy)', 'Delete');
  await choose(page, 'Order placed (Copy)', 'Delete');
  for (const tab of [second, page]) {
    const question = tab.getByRole('alertdialog', { name: 'Delete this template?' });
    await expect(question).toContainText('Notifications made from it stay');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(toast(tab)).toContainText('Template deleted');
    await expect(cardOf(tab, 'Order placed (Copy)')).toHaveCount(0);
  }
});

test('on a phone the editor of a template and its form have no accessibility issue', { tag: '@long' }, async ({
  page,
  api,
}) => {
  await api.addTemplate({ name: 'Own', settings: { message: '{{name}} bought {{product|it}}' } });
  await page.setViewportSize({ width: 375, height: 900 });
  await page.goto(GALLERY);
  await expect(cardOf(page, 'Own').locator('proofbell-widget .message')).toHaveText('Ana bought it');
  // Drawn on sight.
  await expect(cardOf(page, 'Birthday').locator('proofbell-widget')).toHaveCount(0);
  await buttonOf(page, 'Own').click();
  await expect(editor(page)).toBeVisible();
  for (const name of [/^Appearance/, /^Who sees it/]) await editor(page).getByRole('button', { name }).click();
  await expectAccessible(page);
  await pressWhenIdle(page, 'Escape');
  await choose(page, 'Own', 'Edit a copy');
  await expect(form(page, 'Edit a copy')).toBeVisible();
  await expectAccessible(page);
});
