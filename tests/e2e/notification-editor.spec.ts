// The editor of one notification in a real browser: what it starts with, its schedule, its own rules and appearance, what is
// refused; and what an owner has written there or in the template form is never lost without a question, whatever happens
// meanwhile: the session ends, the template goes, the network goes, a button is pressed twice.
import { expect, type Page } from '@playwright/test';
import { MESSAGES } from '#shared/messages.ts';
import { hold } from './support/answer.ts';
import { pressWhenIdle } from './support/base.ts';
import { card, STEADY, test, visit } from './support/inspector-test.ts';
import { endSession, logIn, newOwner, toast } from './support/owner.ts';
import { makeApi } from './support/owner-api.ts';

const LIST = '/oak-and-iron/notifications';
const editor = (page: Page) => page.getByRole('dialog', { name: 'New notification' });
const form = (page: Page) => page.getByRole('dialog', { name: 'New template' });
const messageIn = (dialog: ReturnType<typeof editor>) => dialog.getByRole('textbox', { name: 'Message' });
const section = (page: Page, name: RegExp) => editor(page).getByRole('button', { name });
const create = (page: Page) => editor(page).getByRole('button', { name: 'Create notification' });
const use = (page: Page, name: string) => page.getByRole('button', { name: `Use “${name}”` });
/** People and goods of the examples. */
const INVENTED = /Ana|Lisbon|Jonas|Oak Desk|Linen Lamp/;
const drawn = (page: Page) => editor(page).locator('proofbell-widget .message');
const KEPT = 'Your session ended, but we saved your draft.';

/** Ends the session as the next call is on its way: before, the page might learn of it by itself and be gone. */
const endSessionAt = (page: Page, call: string) =>
  page.route(
    `**/api/trpc/**${call}**`,
    async (route) => {
      await endSession(page);
      await route.continue();
    },
    { times: 1 },
  );

const typeIn = (page: Page) => editor(page).getByRole('combobox', { name: 'Type' });

async function expectEmptyNews(page: Page): Promise<void> {
  await expect(typeIn(page)).toHaveText('Announcement');
  await expect(messageIn(editor(page))).toHaveValue('');
  await expect(messageIn(editor(page))).not.toHaveAttribute('placeholder', INVENTED);
}

/** As nothing was written, nothing is asked. */
async function leave(page: Page): Promise<void> {
  await pressWhenIdle(page, 'Escape');
  await expect(editor(page)).toHaveCount(0);
}

test('a notification is written, drawn as on a phone and on a computer, and created', async ({ page, api }) => {
  await page.goto(LIST);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.getByRole('button', { name: 'Write your own' }).click();
  await messageIn(editor(page)).fill('We ship to Faro now');
  await expect(drawn(page)).toHaveText('We ship to Faro now');
  const region = editor(page).locator('proofbell-widget .region');
  // As far from the edge as on each.
  await expect(region).toHaveCSS('margin-bottom', '12px');
  await editor(page).getByRole('button', { name: 'Computer' }).click();
  await expect(region).toHaveCSS('margin-bottom', '20px');
  const link = editor(page).getByLabel('Link');
  await link.fill('shop.example/faro');
  await link.press('Enter');
  await expect(toast(page)).toContainText('Notification created');
  const written = {
    message: 'We ship to Faro now',
    type: 'announcement',
    url: 'https://shop.example/faro',
    rules: null,
  };
  expect(await api.notifications()).toMatchObject([written]);
  // The preview asks for nothing that visitors' pages ask for, and counts nothing.
  expect(asked.filter((path) => path.startsWith('/api/embed') || path.includes('widget.js'))).toEqual([]);
});

test('a notification is changed', { tag: '@short' }, async ({ page, api }) => {
  await api.addNotification({ message: 'We ship to Faro now' });
  await page.goto(LIST);
  await page.getByRole('button', { name: 'We ship to Faro now', exact: true }).click();
  const edit = page.getByRole('dialog', { name: 'Edit notification' });
  await messageIn(edit).fill('We ship to Porto, too');
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('button', { name: 'We ship to Porto, too', exact: true })).toBeVisible();
  expect(await api.notifications()).toMatchObject([{ message: 'We ship to Porto, too' }]);
});

test('an example is there only for owners who ask for it, and says what it is', { tag: '@long' }, async ({
  page,
  api,
}) => {
  await page.goto(LIST);
  const type = typeIn(page);
  const message = messageIn(editor(page));
  const write = page.getByRole('button', { name: 'Write your own' });
  await expect(write).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(INVENTED);
  await page.getByRole('button', { name: 'An offer' }).click();
  await write.click();
  await expectEmptyNews(page);
  await leave(page);
  await page.getByRole('button', { name: 'Use this example' }).click();
  await expect(editor(page)).toContainText('This is an example. Replace it with what really happened.');
  await expect(type).toHaveText('Discount');
  await expect(message).toHaveValue('Free delivery on every lamp this week');
  await type.click();
  await page.getByRole('option', { name: 'Purchase' }).click();
  await expect(editor(page)).toContainText('Nothing proves this purchase');
  await type.click();
  await page.getByRole('option', { name: 'Announcement' }).click();
  await expect(editor(page)).not.toContainText('Nothing proves');
  await pressWhenIdle(page, 'Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await api.addNotification({ message: 'Sold', type: 'purchase' });
  await page.goto(LIST);
  await page.getByRole('button', { name: 'New notification' }).click();
  // In a plain notification variables are text.
  await message.fill('{{name|Someone}} bought it');
  await expect(message).toHaveAccessibleDescription(/Variables work in templates only/);
  await expect(drawn(page)).toHaveText('{{name|Someone}} bought it');
  await message.fill('');
  await expectEmptyNews(page);
  await leave(page);
});

test('one notification has rules and an appearance of its own: one page shows it so, another not', {
  tag: '@long',
}, async ({ page, api, host }) => {
  await api.saveSettings(STEADY);
  await page.goto(LIST);
  await page.getByRole('button', { name: 'New notification' }).click();
  await messageIn(editor(page)).fill('Ana bought the Oak Desk');
  await expect(section(page, /^Appearance/)).toContainText('Site default');
  await section(page, /^Appearance/).click();
  await editor(page).getByRole('textbox', { name: 'Text color' }).fill('#112233');
  await expect(section(page, /^Appearance/)).toContainText('1 setting of its own');
  const notice = editor(page).locator('proofbell-widget .notice');
  await expect(notice).toHaveCSS('color', 'rgb(17, 34, 51)');
  await editor(page).getByRole('button', { name: 'Computer' }).click();
  await expect(notice).toHaveCSS('color', 'rgb(17, 34, 51)');
  await expect(section(page, /^Who sees it/)).toContainText(/everywhere/i);
  await section(page, /^Who sees it/).click();
  await editor(page).getByRole('button', { name: 'Only on product pages' }).click();
  await section(page, /^Who sees it/).click();
  await expect(section(page, /^Who sees it/)).toContainText('the page starts with “/products”');
  await create(page).click();
  await expect(toast(page)).toContainText('Notification created');

  const evaluated = page.waitForResponse('**/api/embed/**');
  await visit(page, `${host.origin}/`);
  await evaluated;
  await expect(card(page)).toHaveCount(0);
  host.pages.set('/products/oak', host.pages.get('/') ?? '');
  await visit(page, `${host.origin}/products/oak`);
  await expect(card(page)).toHaveCSS('color', 'rgb(17, 34, 51)');
});

test('the end of a session loses nothing: values, look and rules are there after the login', {
  tag: '@long',
}, async ({ page }) => {
  const email = await newOwner(page, 'Oak & Iron');
  const api = await makeApi(page);
  await page.goto(`${LIST}?templates=signups`);
  await use(page, 'New member').click();
  await editor(page).getByLabel('Name', { exact: true }).fill('Ana');
  await section(page, /^Appearance/).click();
  await editor(page).getByRole('textbox', { name: 'Text color' }).fill('#112233');
  await section(page, /^Who sees it/).click();
  await editor(page).getByRole('button', { name: 'Follow the widget again' }).last().click();
  await endSessionAt(page, 'notifications.create');
  await create(page).click();
  await logIn(page, email);
  await expect(editor(page).getByText(KEPT)).toBeVisible();
  await expect(drawn(page)).toHaveText('Ana joined us');
  await expect(section(page, /^Who sees it/)).toContainText(/everywhere/i);
  await create(page).click();
  await expect(toast(page)).toContainText('Notification created from template');
  expect(await api.notifications()).toMatchObject([
    { message: 'Ana joined us', rules: null, appearance: { brandColors: { textColor: '#112233' } } },
  ]);
});

test('impatience creates one notification, and being offline none; neither loses a word', { tag: '@long' }, async ({
  page,
  api,
}) => {
  await page.goto(`${LIST}?templates`);
  await use(page, 'Order placed').dblclick();
  await editor(page).getByLabel('Name', { exact: true }).fill('Ana');
  await page.context().setOffline(true);
  await create(page).click();
  await expect(editor(page).getByRole('alert')).toBeVisible();
  await expect(editor(page).getByLabel('Name', { exact: true })).toHaveValue('Ana');
  await page.context().setOffline(false);
  const go = await hold(page, '**/api/trpc/**notifications.create**');
  await create(page).dblclick();
  await page.keyboard.press('Control+Enter');
  // While it is saving, nothing closes it.
  await pressWhenIdle(page, 'Escape');
  await expect(editor(page)).toBeVisible();
  go();
  await expect(toast(page)).toContainText('Notification created from template');
  expect(await api.notifications()).toHaveLength(1);
});

test('the end of a session loses no template: neither one from the gallery nor one on top of the editor', {
  tag: '@long',
}, async ({ page }) => {
  const email = await newOwner(page, 'Oak & Iron');
  await page.goto(`${LIST}?templates=sales`);
  await page.getByRole('button', { name: 'Actions for “Order placed”' }).click();
  await page.getByRole('menuitem', { name: 'Edit a copy' }).click();
  await messageIn(form(page)).fill('{{name|Someone}} was here');
  await endSessionAt(page, 'templates.create');
  await form(page).getByRole('button', { name: 'Save template' }).click();
  await logIn(page, email);
  await expect(form(page)).toContainText(KEPT);
  await expect(messageIn(form(page))).toHaveValue('{{name|Someone}} was here');
  await form(page).getByRole('button', { name: 'Save template' }).click();
  await expect(toast(page)).toContainText('Template created');

  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto(LIST);
  await page.getByRole('button', { name: 'Write your own' }).click();
  await messageIn(editor(page)).fill('Half a sentence');
  await editor(page).getByRole('button', { name: 'Save as template' }).click();
  await form(page).getByLabel('Template name').fill('Half a name');
  await endSessionAt(page, 'templates.create');
  await form(page).getByRole('button', { name: 'Save template' }).click();
  await logIn(page, email);
  await expect(form(page).getByLabel('Template name')).toHaveValue('Half a name');
  await form(page).getByRole('button', { name: 'Save template' }).click();
  // The toast is outside of the editor, which is still open.
  await expect(page.getByText('Template created').first()).toBeVisible();
  await expect(editor(page)).toContainText(KEPT);
  await expect(messageIn(editor(page))).toHaveValue('Half a sentence');
});

test('a template that goes while it is used takes nothing with it: the notification is created without it, unless the site went, too', {
  tag: '@long',
}, async ({ page, api }) => {
  const template = await api.addTemplate({ name: 'Own', settings: { message: '{{name|Someone}} bought it' } });
  await page.goto(`${LIST}?templates=yours`);
  await use(page, 'Own').dblclick();
  await editor(page).getByLabel('Name', { exact: true }).fill('Ana');
  const url = '**/api/trpc/**notifications.create**';
  await page.route(url, (route) =>
    route.fulfill({ status: 409, json: { code: 'conflict', message: MESSAGES.templateInactive, errors: [] } }),
  );
  await create(page).click();
  await expect(editor(page).getByRole('alert')).toContainText('This template is inactive now');
  await page.unroute(url);
  await api.deleteTemplate(template.id);
  await create(page).click();
  await expect(editor(page).getByRole('alert')).toContainText('This template was deleted');
  await editor(page).getByRole('button', { name: 'Create without it' }).click();
  await expect(toast(page)).toContainText('Notification created');
  expect(await api.notifications()).toMatchObject([{ message: 'Ana bought it', source: 'manual' }]);

  const second = await api.addTemplate({ name: 'Second', settings: { message: '{{name|Someone}} was here' } });
  await page.goto(`${LIST}?templates=yours`);
  await use(page, 'Second').click();
  await expect(messageIn(editor(page))).toBeVisible();
  await api.deleteTemplate(second.id);
  await create(page).click();
  await expect(editor(page).getByRole('alert')).toContainText('This template was deleted');
  await api.deleteSite();
  await editor(page).getByRole('button', { name: 'Create without it' }).click();
  // The second failure is named, not the first again.
  await expect(editor(page).getByRole('alert')).toContainText('This site was deleted');
  await expect(messageIn(editor(page))).toHaveValue('{{name|Someone}} was here');
});

test('a look’s own CSS is shown, and can be removed', { tag: '@long' }, async ({ page, api }) => {
  const customCSS = '.notice { letter-spacing: 1px }';
  await api.addNotification({ type: 'custom', name: 'Own', message: 'Hello', appearance: { customCSS } });
  await page.goto(LIST);
  await page.getByRole('button', { name: /Hello/ }).first().click();
  const edit = page.getByRole('dialog', { name: 'Edit notification' });
  const look = edit.getByRole('button', { name: /^Appearance/ });
  await messageIn(edit).fill('Hello again');
  await look.click();
  await expect(edit.getByText(customCSS)).toBeVisible();
  await edit.getByRole('button', { name: 'Remove custom CSS' }).click();
  await expect(look).toBeFocused();
  await expect(look).toContainText('Site default');
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect(toast(page)).toContainText('Notification updated');
  await expect(page.getByRole('button', { name: 'Hello again', exact: true })).toBeVisible();
  expect(await api.notifications()).toMatchObject([{ message: 'Hello again', appearance: null }]);
});
