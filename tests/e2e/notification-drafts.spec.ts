// What an owner has written in the editor and in the template form is never lost without a question, whatever happens
// meanwhile: the session ends, the template goes, the network goes, a button is pressed twice.
import { expect, type Page } from '@playwright/test';
import { MESSAGES } from '#shared/messages.ts';
import { test } from './support/inspector-test.ts';
import { endSession, logIn, newOwner, toast } from './support/owner.ts';

const LIST = '/oak-and-iron/notifications';
const editor = (page: Page) => page.getByRole('dialog', { name: 'New notification' });
const form = (page: Page) => page.getByRole('dialog', { name: 'New template' });
const messageIn = (dialog: ReturnType<typeof editor>) => dialog.getByRole('textbox', { name: 'Message' });
const create = (page: Page) => editor(page).getByRole('button', { name: 'Create notification' });
const use = (page: Page, name: string) => page.getByRole('button', { name: `Use “${name}”` });
const KEPT = 'Your session ended, but we saved your draft.';

test('the end of a session loses no template: neither one from the gallery nor one on top of the editor', async ({
  page,
}) => {
  const email = await newOwner(page, 'Oak & Iron');
  await page.goto(`${LIST}?templates=sales`);
  await page.getByRole('button', { name: 'Actions for “Order placed”' }).click();
  await page.getByRole('menuitem', { name: 'Edit a copy' }).click();
  await messageIn(form(page)).fill('{{name|Someone}} was here');
  await endSession(page);
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
  await endSession(page);
  await form(page).getByRole('button', { name: 'Save template' }).click();
  await logIn(page, email);
  await expect(form(page).getByLabel('Template name')).toHaveValue('Half a name');
  await form(page).getByRole('button', { name: 'Save template' }).click();
  // The toast is outside of the editor, which is still open.
  await expect(page.getByText('Template created').first()).toBeVisible();
  await expect(editor(page)).toContainText(KEPT);
  await expect(messageIn(editor(page))).toHaveValue('Half a sentence');
});

test('a condition that isn’t finished is asked for before it is left, and before it is saved', async ({
  page,
  api,
}) => {
  expect(api.siteId).toBeTruthy();
  await page.goto(LIST);
  await page.getByRole('button', { name: 'New notification' }).click();
  const rules = editor(page).getByRole('button', { name: /^Who sees it/ });
  await rules.click();
  await editor(page).getByRole('button', { name: 'Add condition' }).click();
  await page.getByRole('menuitem', { name: /^Page / }).click();
  await editor(page).getByRole('button', { name: 'Cancel', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await messageIn(editor(page)).fill('Hello');
  await create(page).click();
  await expect(rules).toHaveAccessibleDescription('Finish or remove the unfinished condition');
  await expect(rules).toBeFocused();
  expect(await api.notifications()).toEqual([]);
  await editor(page)
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(rules).toHaveAccessibleDescription('');
  await create(page).click();
  await expect(toast(page)).toContainText('Notification created');
  expect(await api.notifications()).toMatchObject([{ message: 'Hello', rules: null }]);
});

test('a template that goes while it is used takes nothing with it: the notification is created without it', async ({
  page,
  api,
}) => {
  const template = await api.addTemplate({ name: 'Own', settings: { message: '{{name|Someone}} bought it' } });
  await page.goto(`${LIST}?templates=yours`);
  await use(page, 'Own').dblclick();
  await editor(page).getByLabel('Name', { exact: true }).fill('Ana');
  const url = '**/api/trpc/notifications.create**';
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
});

test('when the whole site goes while a template is used, that is what the editor says, and keeps what was typed', async ({
  page,
  api,
}) => {
  await page.goto(`${LIST}?templates=signups`);
  await use(page, 'New member').click();
  await editor(page).getByLabel('Name', { exact: true }).fill('Ana');
  await api.deleteSite();
  await create(page).click();
  await expect(editor(page).getByRole('alert')).toContainText('This site was deleted');
  await expect(editor(page).getByRole('button', { name: 'Create without it' })).toHaveCount(0);
  await expect(editor(page).getByLabel('Name', { exact: true })).toHaveValue('Ana');
});

test('a template that goes, and the site after it: the second failure is named, not the first again', async ({
  page,
  api,
}) => {
  const template = await api.addTemplate({ name: 'Own', settings: { message: '{{name|Someone}} bought it' } });
  await page.goto(`${LIST}?templates=yours`);
  await use(page, 'Own').click();
  await expect(messageIn(editor(page))).toBeVisible();
  await api.deleteTemplate(template.id);
  await create(page).click();
  await expect(editor(page).getByRole('alert')).toContainText('This template was deleted');
  await api.deleteSite();
  await editor(page).getByRole('button', { name: 'Create without it' }).click();
  await expect(editor(page).getByRole('alert')).toContainText('This site was deleted');
  await expect(messageIn(editor(page))).toHaveValue('{{name|Someone}} bought it');
});

test('a look’s own CSS is shown, and can be removed', async ({ page, api }) => {
  const customCSS = '.notice { letter-spacing: 1px }';
  await api.addNotification({ type: 'custom', name: 'Own', message: 'Hello', appearance: { customCSS } });
  await page.goto(LIST);
  await page.getByRole('button', { name: /Hello/ }).first().click();
  const edit = page.getByRole('dialog', { name: 'Edit notification' });
  const look = edit.getByRole('button', { name: /^Appearance/ });
  await look.click();
  await expect(edit.getByText(customCSS)).toBeVisible();
  await edit.getByRole('button', { name: 'Remove custom CSS' }).click();
  await expect(look).toBeFocused();
  await expect(look).toContainText('Looks like the widget');
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect(toast(page)).toContainText('Notification updated');
  expect(await api.notifications()).toMatchObject([{ appearance: null }]);
});

test('impatience creates one notification, and being offline none; neither loses a word', async ({ page, api }) => {
  expect(api.siteId).toBeTruthy();
  await page.goto(`${LIST}?templates`);
  await use(page, 'Order placed').dblclick();
  await editor(page).getByLabel('Name', { exact: true }).fill('Ana');
  await page.context().setOffline(true);
  await create(page).click();
  await expect(editor(page).getByRole('alert')).toBeVisible();
  await expect(editor(page).getByLabel('Name', { exact: true })).toHaveValue('Ana');
  await page.context().setOffline(false);
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route('**/api/trpc/notifications.create**', async (route) => {
    await held;
    await route.continue();
  });
  await create(page).dblclick();
  await page.keyboard.press('Control+Enter');
  // While it is saving, nothing closes it.
  await page.keyboard.press('Escape');
  await expect(editor(page)).toBeVisible();
  go();
  await expect(toast(page)).toContainText('Notification created from template');
  expect(await api.notifications()).toHaveLength(1);
});
