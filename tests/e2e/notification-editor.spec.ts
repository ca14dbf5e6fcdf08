// The editor of one notification in a real browser: its schedule, its own rules and appearance, what is refused, and what is
// still there after the session ended.
import { expect, type Page } from '@playwright/test';
import { MESSAGES } from '#shared/messages.ts';
import { expectAccessible } from './support/axe.ts';
import { card, STEADY, test, visit } from './support/inspector-test.ts';
import { endSession, logIn, newOwner, toast } from './support/owner.ts';
import { makeApi } from './support/owner-api.ts';

const editor = (page: Page) => page.getByRole('dialog', { name: 'New notification' });
/** People and goods of the examples. */
const INVENTED = /Ana|Lisbon|Jonas|Oak Desk|Linen Lamp/;
const drawn = (page: Page) => editor(page).locator('proofbell-widget .message');

test('in a plain notification the editor says that variables are text', async ({ page, api }) => {
  expect(api.siteId).toBeTruthy();
  await page.goto('/oak-and-iron/notifications');
  await page.getByRole('button', { name: 'New notification' }).click();
  const message = editor(page).getByRole('textbox', { name: 'Message' });
  await message.fill('{{name|Someone}} bought it');
  await expect(message).toHaveAccessibleDescription(/Variables work in templates only/);
  await expect(drawn(page)).toHaveText('{{name|Someone}} bought it');
});

test('what owners write themselves starts as empty news, and an example only when they ask for it', async ({
  page,
  api,
}) => {
  await page.goto('/oak-and-iron/notifications');
  const type = editor(page).getByRole('combobox', { name: 'Type' });
  const message = editor(page).getByRole('textbox', { name: 'Message' });
  const expectEmptyNews = async () => {
    await expect(type).toHaveText('Announcement');
    await expect(message).toHaveValue('');
    await expect(message).not.toHaveAttribute('placeholder', INVENTED);
    await page.keyboard.press('Escape');
    await expect(editor(page)).toHaveCount(0);
  };
  const write = page.getByRole('button', { name: 'Write your own' });
  await expect(write).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(INVENTED);
  await write.click();
  await expectEmptyNews();
  await page.getByRole('button', { name: 'A purchase' }).click();
  await write.click();
  await expectEmptyNews();
  await page.getByRole('button', { name: 'Use this example' }).click();
  await expect(editor(page)).toContainText('This is an example. Replace it with what really happened.');
  await expect(type).toHaveText('Purchase');
  await expect(message).toHaveValue(INVENTED);
  await expect(editor(page)).toContainText('Nothing proves this purchase');
  await type.click();
  await page.getByRole('option', { name: 'Announcement' }).click();
  await expect(editor(page)).not.toContainText('Nothing proves');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await api.addNotification({ message: 'Sold', type: 'purchase' });
  await page.goto('/oak-and-iron/notifications');
  await page.getByRole('button', { name: 'New notification' }).click();
  await expectEmptyNews();
});

test('a schedule is in the site’s time zone, and says what a change of clocks does to it', async ({ page, api }) => {
  await api.saveSite({ timezone: 'America/New_York' });
  await page.goto('/oak-and-iron/notifications');
  await page.getByRole('button', { name: 'New notification' }).click();
  await editor(page).getByRole('textbox', { name: 'Message' }).fill('Hello');
  const from = editor(page).getByLabel('Show from');
  await expect(editor(page)).toContainText('In New York time');
  await from.fill('2027-03-14T02:30');
  await expect(from).toHaveAccessibleDescription('Clocks skip this time that night, so it will be 03:30.');
  await from.fill('2027-07-01T09:00');
  await editor(page).getByRole('button', { name: 'Create notification' }).click();
  await expect(toast(page)).toContainText('Notification created');
  expect((await api.notifications()).map(({ startsAt }) => startsAt)).toEqual(['2027-07-01T13:00:00.000Z']);
});

test('the time of an existing notification can be emptied, and is then the present one', async ({ page, api }) => {
  await api.addNotification({ message: 'Hello', timestamp: '2020-05-01T12:00:00.000Z' });
  await page.goto('/oak-and-iron/notifications');
  await page.getByRole('button', { name: 'Hello', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit notification' });
  await dialog.getByLabel('When it happened').fill('');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(toast(page)).toContainText('Notification updated');
  const [saved] = await api.notifications();
  expect(Date.parse(saved?.timestamp ?? '')).toBeGreaterThan(Date.parse('2026-01-01'));
});

test('one notification has rules and an appearance of its own: one page shows it so, another not', async ({
  page,
  api,
  host,
}) => {
  await api.saveSettings(STEADY);
  await page.goto('/oak-and-iron/notifications');
  await page.getByRole('button', { name: 'New notification' }).click();
  const open = (section: RegExp) => editor(page).getByRole('button', { name: section }).click();
  await editor(page).getByRole('textbox', { name: 'Message' }).fill('Ana bought the Oak Desk');
  await expect(editor(page).getByRole('button', { name: /^Appearance/ })).toContainText('Looks like the widget');
  await open(/^Appearance/);
  await editor(page).getByRole('textbox', { name: 'Text color' }).fill('#112233');
  await expect(editor(page).getByRole('button', { name: /^Appearance/ })).toContainText('1 setting of its own');
  const notice = editor(page).locator('proofbell-widget .notice');
  await expect(notice).toHaveCSS('color', 'rgb(17, 34, 51)');
  await editor(page).getByRole('button', { name: 'Computer' }).click();
  await expect(notice).toHaveCSS('color', 'rgb(17, 34, 51)');
  await expect(editor(page).getByRole('button', { name: /^Who sees it/ })).toContainText('wherever the widget shows');
  await open(/^Who sees it/);
  await editor(page).getByRole('button', { name: 'Only on product pages' }).click();
  await open(/^Who sees it/);
  await expect(editor(page).getByRole('button', { name: /^Who sees it/ })).toContainText(
    'the page starts with “/products”',
  );
  await expectAccessible(page);
  await editor(page).getByRole('button', { name: 'Create notification' }).click();
  await expect(toast(page)).toContainText('Notification created');

  const evaluated = page.waitForResponse('**/api/embed/**');
  await visit(page, `${host.origin}/`);
  await evaluated;
  await expect(card(page)).toHaveCount(0);
  host.pages.set('/products/oak', host.pages.get('/') ?? '');
  await visit(page, `${host.origin}/products/oak`);
  await expect(card(page)).toHaveCSS('color', 'rgb(17, 34, 51)');
});

test('what the server refuses in the look stands at its setting, and nothing typed is lost', async ({ page, api }) => {
  expect(api.siteId).toBeTruthy();
  await page.goto('/oak-and-iron/notifications?templates=discounts');
  await page.getByRole('button', { name: 'Use “Welcome discount”' }).click();
  await editor(page).getByRole('textbox', { name: 'Message' }).fill('Hello');
  await page.route('**/api/trpc/notifications.create**', (route) =>
    route.fulfill({
      status: 400,
      json: {
        code: 'validation',
        message: MESSAGES.validation,
        errors: [{ field: 'appearance.brandColors.textColor', message: 'Too faint' }],
      },
    }),
  );
  await editor(page).getByRole('button', { name: 'Create notification' }).click();
  await expect(editor(page).getByText('Text color: Too faint')).toBeVisible();
  await editor(page)
    .getByRole('button', { name: /^Appearance/ })
    .click();
  const color = editor(page).getByRole('textbox', { name: 'Text color' });
  await expect(color).toHaveAccessibleDescription(/Too faint/);
  await color.fill('#000000');
  await expect(editor(page).getByText('Too faint')).toHaveCount(0);
  await page.unroute('**/api/trpc/notifications.create**');
  await editor(page).getByRole('button', { name: 'Create notification' }).click();
  await expect(toast(page)).toContainText('Notification created from template');
  expect(await api.notifications()).toMatchObject([
    { message: 'Hello', appearance: { brandColors: { textColor: '#000000' } } },
  ]);
});

test('the end of a session loses nothing: values, look and rules are there after the login', async ({ page }) => {
  const email = await newOwner(page, 'Oak & Iron');
  const api = await makeApi(page);
  await page.goto('/oak-and-iron/notifications?templates=signups');
  await page.getByRole('button', { name: 'Use “New member”' }).click();
  await editor(page).getByLabel('Name', { exact: true }).fill('Ana');
  await editor(page)
    .getByRole('button', { name: /^Appearance/ })
    .click();
  await editor(page).getByRole('textbox', { name: 'Text color' }).fill('#112233');
  await editor(page)
    .getByRole('button', { name: /^Who sees it/ })
    .click();
  await editor(page).getByRole('button', { name: 'Follow the widget again' }).last().click();
  await endSession(page);
  await editor(page).getByRole('button', { name: 'Create notification' }).click();
  await logIn(page, email);
  await expect(editor(page).getByText('Your session ended, but we saved your draft.')).toBeVisible();
  await expect(drawn(page)).toHaveText('Ana joined us');
  await expect(editor(page).getByRole('button', { name: /^Who sees it/ })).toContainText('wherever the widget shows');
  await editor(page).getByRole('button', { name: 'Create notification' }).click();
  await expect(toast(page)).toContainText('Notification created from template');
  expect(await api.notifications()).toMatchObject([
    { message: 'Ana joined us', rules: null, appearance: { brandColors: { textColor: '#112233' } } },
  ]);
});
