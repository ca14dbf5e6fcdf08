// What the list and the editor of notifications say: each success, and each failure when the server refuses and when it
// cannot be reached.
import { expect, type Page } from '@playwright/test';
import { MESSAGES, TOASTS } from '#shared/messages.ts';
import { poll } from './support/base.ts';
import { expectMessages, NAMES, PAGE, row, start } from './support/notification-list.ts';
import { test, toast } from './support/owner.ts';

const [ANA, BEN, , DAN] = NAMES as [string, string, string, string];
const TEMPLATE = `${PAGE}?templates=signups`;

const editor = (page: Page) => page.getByRole('dialog');
const submit = (page: Page, name: string) => editor(page).getByRole('button', { name }).click();

async function choose(page: Page, notification: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for “${notification}”` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

async function rewrite(page: Page, notification: string, message: string): Promise<void> {
  await choose(page, notification, 'Edit');
  await editor(page).getByRole('textbox', { name: 'Message' }).fill(message);
  await submit(page, 'Save changes');
}

async function write(page: Page, message: string): Promise<void> {
  await page.getByRole('button', { name: 'New notification' }).click();
  await editor(page).getByRole('textbox', { name: 'Message' }).fill(message);
  await submit(page, 'Create notification');
}

async function fillTemplate(page: Page): Promise<void> {
  await page.goto(TEMPLATE);
  await page.getByRole('button', { name: 'Use “New member”' }).click();
  await submit(page, 'Create notification');
}

test('each change is confirmed: created, updated, deactivated, activated, deleted, created from template [spec 8.notification-toasts.1]', async ({
  page,
}) => {
  const api = await start(page);
  await page.goto(PAGE);
  await write(page, 'Eva joined');
  await expect(toast(page)).toHaveText(/^Notification created(?! from)/);
  await rewrite(page, 'Eva joined', 'Eva signed up');
  await expect(toast(page)).toHaveText(/^Notification updated/);
  await row(page, 'Eva').getByRole('switch').click();
  await expect(toast(page)).toHaveText(/^Notification deactivated/);
  await row(page, 'Eva').getByRole('switch').click();
  await expect(toast(page)).toHaveText(/^Notification activated/);
  await choose(page, 'Eva signed up', 'Delete');
  await expect(toast(page)).toHaveText(/^Notification deleted/);
  await fillTemplate(page);
  await expect(toast(page)).toHaveText(/^Notification created from template/);
  expect((await api.notifications()).map(({ message }) => message)).toEqual(['Someone new joined us', ...NAMES]);
});

for (const [cause, reason, inEditor, fail] of [
  [
    'the server refuses',
    MESSAGES.internal,
    (what: string) => what,
    (page: Page) =>
      page.route('**/api/trpc/notifications.*', (route) =>
        route.request().method() === 'GET'
          ? route.continue()
          : route.fulfill({
              status: 500,
              json: { code: 'internal', message: MESSAGES.internal, requestId: '00000000-0000-4000-8000-000000000000' },
            }),
      ),
  ],
  [
    'the server cannot be reached',
    /connection|servers/,
    // Any form says so (spec 8).
    () => TOASTS.networkError.title,
    (page: Page) =>
      page.route('**/api/trpc/notifications.*', (route) =>
        route.request().method() === 'GET' ? route.continue() : route.abort(),
      ),
  ],
] as const) {
  test(`each failure is told when ${cause}, and leaves everything as it was [spec 8.notification-toasts.1]`, async ({
    page,
  }) => {
    const api = await start(page);
    await api.addTemplate({ name: 'Sold' });
    const before = await api.notifications();
    await page.goto(PAGE);
    await expectMessages(page, NAMES);
    await fail(page);

    await row(page, ANA).getByRole('switch').click();
    await expect(toast(page)).toContainText('Failed to update notification');
    await expect(toast(page)).toContainText(reason);
    await expect(row(page, ANA).getByRole('switch')).toBeChecked();
    await choose(page, BEN, 'Delete');
    await expect(toast(page)).toContainText('Failed to delete notification');
    await expectMessages(page, NAMES);
    await choose(page, DAN, 'Duplicate');
    await expect(toast(page)).toContainText('Failed to create notification');
    await expectMessages(page, NAMES);

    // What failed is said by the toast, and what to do in the editor: nothing twice.
    const expectTold = async (what: string) => {
      await expect(toast(page)).toHaveText(inEditor(what));
      await expect(editor(page).getByRole('alert')).toHaveText(reason);
    };
    await rewrite(page, ANA, 'Another text');
    await expectTold('Failed to update notification');
    await expect(editor(page).getByRole('textbox', { name: 'Message' })).toHaveValue('Another text');
    await leave(page);
    await write(page, 'Eva joined');
    await expectTold('Failed to create notification');
    await expect(editor(page).getByRole('textbox', { name: 'Message' })).toHaveValue('Eva joined');
    await leave(page);
    await fillTemplate(page);
    await expectTold('Failed to create notification from template');
    expect(await api.notifications()).toEqual(before);

    // What was typed can still be saved.
    await page.unrouteAll();
    await submit(page, 'Create notification');
    await expect(toast(page)).toContainText('Notification created from template');
  });
}

async function leave(page: Page): Promise<void> {
  await submit(page, 'Cancel');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(editor(page)).toHaveCount(0);
}

test('the switch sends a status update, and the list shows it before the answer [spec 4.toggle.1]', async ({
  page,
}) => {
  const api = await start(page);
  await page.goto(PAGE);
  const answers: (() => void)[] = [];
  const sent: string[] = [];
  await page.route('**/api/trpc/notifications.bulk*', async (route) => {
    sent.push(route.request().postData() ?? '');
    await new Promise<void>((resolve) => answers.push(resolve));
    await route.continue();
  });
  const statusOf = async () => (await api.notifications()).find(({ message }) => message === BEN)?.status;
  for (const [text, tab, status, action] of [
    ['Off', 'Off 1', 'inactive', 'deactivate'],
    ['Live', 'Live 4', 'active', 'activate'],
  ] as const) {
    const was = await statusOf();
    await row(page, BEN).getByRole('switch').click();
    await expect(row(page, BEN)).toContainText(text);
    await expect(page.getByRole('tab', { name: tab })).toBeVisible();
    await poll(() => answers.length).toBe(1);
    expect(await statusOf()).toBe(was);
    expect(sent.pop()).toContain(`"action":"${action}"`);
    answers.pop()?.();
    await expect(toast(page)).toContainText(`Notification ${action}d`);
    expect(await statusOf()).toBe(status);
  }
});

test('a duplicate is the same notification under another id, with (Copy) after its name [spec 4.duplicate.1]', async ({
  page,
}) => {
  const api = await start(page);
  await api.addNotification({ name: 'Autumn', message: 'Ten percent off', url: '/sale' });
  await page.goto(PAGE);
  await choose(page, 'Autumn', 'Duplicate');
  await expect(toast(page)).toContainText('Notification duplicated');
  await expect(editor(page).getByRole('textbox', { name: /^Internal name/ })).toHaveValue('Autumn (Copy)');
  await page.keyboard.press('Escape');
  await expect(row(page, 'Autumn (Copy)')).toContainText('Ten percent off');
  const [copy, original] = await api.notifications();
  expect(copy).toMatchObject({
    status: 'inactive',
    name: 'Autumn (Copy)',
    message: 'Ten percent off',
    url: '/sale',
    type: original?.type,
  });
  expect([original?.name, copy?.id === original?.id]).toEqual(['Autumn', false]);
});
