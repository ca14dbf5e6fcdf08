// Events: each that came is listed with whether it shows and why not; it can be hidden, retracted for good, and a person
// forgotten.
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { newOwner, test, toast } from './support/owner.ts';
import { makeApi, type OwnerApi } from './support/owner-api.ts';

const PAGE = '/oak-and-iron/events';

const purchase = (id: string, more: object = {}) => ({
  id,
  kind: 'purchase',
  occurredAt: new Date(Date.now() - 3_600_000).toISOString(),
  actor: { firstName: 'Ana', lastName: 'Silva', city: 'Lisbon', country: 'PT', email: 'ana@shop.example' },
  subject: { name: 'Oak Desk' },
  amount: 349,
  currency: 'EUR',
  reference: `#${id}`,
  ...more,
});
const BEN = { firstName: 'Ben', lastName: 'Holt', email: 'ben@shop.example' };
const LAST_YEAR = new Date(Date.now() - 300 * 86_400_000).toISOString();

/** An owner's site with these events; its page is open. */
async function start(page: Page, ...events: object[]) {
  await newOwner(page, 'Oak & Iron');
  const api = await makeApi(page);
  if (events.length > 0) await api.addEvents(...events);
  await page.goto(PAGE);
  return api;
}

const rows = (page: Page) => page.getByRole('table', { name: 'Events' }).locator('tbody tr');
const row = (page: Page, text: string) => rows(page).filter({ hasText: text });

async function act(page: Page, event: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for “${event}”` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

const THREE = [
  purchase('1001'),
  purchase('1002', { actor: BEN, occurredAt: LAST_YEAR, quantity: 2 }),
  purchase('1003', { kind: 'review', rating: 5, text: 'Solid, and it smells of oak.', actor: BEN }),
];

test('each event is listed with what happened, whether it shows, and why not, and can be searched', async ({
  page,
}) => {
  await start(page, ...THREE);
  await expect(rows(page)).toHaveCount(3);
  const ana = row(page, 'Ana Silva bought Oak Desk');
  for (const fact of ['Lisbon, PT', '€349.00', '#1001', 'API', '1 hour ago', 'Shown']) {
    await expect(ana).toContainText(fact);
  }
  const old = row(page, 'Ben Holt bought 2 × Oak Desk');
  await expect(old).toContainText('Not shown');
  await expect(old).toContainText('Too old to show');
  await expect(row(page, 'Ben Holt reviewed Oak Desk')).toContainText('Solid, and it smells of oak.');
  await page.getByRole('searchbox', { name: 'Search events' }).fill('holt');
  await expect(page).toHaveURL(`${PAGE}?q=holt`);
  await expect(rows(page)).toHaveCount(2);
});

test('without events the page leads to the sources; with some, search, state and page are in its address', {
  tag: '@long',
}, async ({ page }) => {
  const api = await start(page);
  await expect(page.getByRole('heading', { name: 'Nothing has happened yet' })).toBeVisible();
  await page.getByRole('link', { name: 'Connect a source' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sources');
  await api.addEvents(...THREE);
  await page.goto(PAGE);
  await page.getByRole('searchbox', { name: 'Search events' }).fill('holt');
  await expect(page).toHaveURL(`${PAGE}?q=holt`);
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('tab', { name: 'Shown', exact: true }).click();
  await expect(page).toHaveURL(`${PAGE}?q=holt&state=shown`);
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Search events' }).fill('nobody');
  await expect(page.getByText('Nothing matches “nobody”.')).toBeVisible();
  await expect(page).toHaveURL(`${PAGE}?q=nobody&state=shown`);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('tab', { name: 'Not shown' }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.reload();
  await expect(row(page, 'Ben Holt')).toHaveCount(1);
  await page.goBack();
  await expect(rows(page)).toHaveCount(3);

  const more = Array.from({ length: 57 }, (_, at) => purchase(`20${at}`));
  await api.addEvents(...more);
  await page.reload();
  await expect(page.getByText('1–50 of 60')).toBeVisible();
  await page.getByRole('link', { name: 'Older' }).click();
  await expect(page).toHaveURL(`${PAGE}?page=2`);
  await expect(rows(page)).toHaveCount(10);
  await expect(row(page, '#1001')).toHaveCount(1);
  await page.getByRole('link', { name: 'Newer' }).click();
  await expect(rows(page)).toHaveCount(50);
});

/** The texts of the notifications that events have made. */
const messagesOf = async (api: OwnerApi) => (await api.notifications()).map(({ message }) => message);

test('an event is hidden and shown again, and a retraction that the server refuses leaves it shown', {
  tag: '@long',
}, async ({ page }) => {
  const api = await start(page, purchase('1001'), purchase('1002', { actor: BEN }));
  await act(page, 'Ana Silva bought Oak Desk', 'Hide');
  await expect(toast(page)).toContainText('Event hidden');
  const ana = row(page, 'Ana Silva');
  await expect(ana).toContainText('Hidden');
  await expect(ana).toContainText('You deleted its notification');
  expect(await messagesOf(api)).toEqual(['Ben bought Oak Desk']);
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page)).toContainText('Event shows again');
  await expect(ana).toContainText('Shown');
  expect(await messagesOf(api)).toHaveLength(2);

  await page.route('**/api/trpc/**events.retract**', (route) => route.fulfill({ status: 500, json: {} }));
  await act(page, 'Ana Silva bought Oak Desk', 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).click();
  await expect(toast(page)).toContainText('Failed to delete the event');
  await expect(ana).toContainText('Shown');
});

test('a retraction asks first, is for good, and takes the notification along', async ({ page }) => {
  const api = await start(page, purchase('1001'), purchase('1002', { actor: BEN }));
  await act(page, 'Ana Silva bought Oak Desk', 'Delete');
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('for good');
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(toast(page)).toContainText('Event deleted');
  const retracted = row(page, 'Canceled');
  await expect(retracted).toContainText('Deleted by you');
  // What was personal is erased.
  await expect(page.getByRole('main')).not.toContainText('Ana');
  expect(await messagesOf(api)).toEqual(['Ben bought Oak Desk']);
  await api.addEvents(purchase('1001'));
  expect(await messagesOf(api)).toHaveLength(1);
  await retracted.getByRole('button', { name: /^Actions/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true');
});

test('its notification opens in the editor, says where it came from, and keeps what the event says', {
  tag: '@long',
}, async ({ page }) => {
  const api = await start(page, purchase('1001'));
  await act(page, 'Ana Silva bought Oak Desk', 'Show notification');
  const editor = page.getByRole('dialog', { name: 'Edit notification' });
  await expect(editor).toContainText('API · event 1001');
  await expect(editor).toContainText('it can only be changed there');
  await expectAccessible(page);
  await expect(editor.getByRole('definition').filter({ hasText: 'Ana bought Oak Desk' })).toBeVisible();
  // Only the name and the status are the owner's.
  await expect(editor.getByRole('textbox')).toHaveCount(1);
  await editor.getByRole('textbox', { name: 'Internal name (optional)' }).fill('First order');
  await editor.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Inactive' }).click();
  await editor.getByRole('button', { name: 'Save changes' }).click();
  await expect(toast(page)).toContainText('Notification updated');
  await expect(page.getByRole('main')).toContainText('API · event 1001');
  expect(await api.notifications()).toMatchObject([
    { name: 'First order', status: 'inactive', message: 'Ana bought Oak Desk', metadata: { eventId: '1001' } },
  ]);
  await page.goto(PAGE);
  await expect(rows(page)).toContainText('Its notification is switched off');
});

const TWO_OF_ANA = [purchase('1001'), purchase('1002', { reference: '#of-ana-too' }), purchase('1003', { actor: BEN })];

function forgetting(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Forget a person' });
  return {
    dialog,
    open: () => page.getByRole('button', { name: 'Forget a person' }).click(),
    find: dialog.getByRole('button', { name: 'Find their events' }),
    forget: dialog.getByRole('button', { name: 'Erase for good' }),
  };
}

test('a person is forgotten by address, and the dialog says how many events that was', async ({ page }) => {
  const api = await start(page, ...TWO_OF_ANA);
  const { dialog, open, find, forget } = forgetting(page);
  await open();
  await find.click();
  await expect(dialog).toContainText('Enter an email address or an order');
  await dialog.getByRole('textbox', { name: 'Email (optional)' }).fill('Ana@shop.example');
  await find.click();
  await expect(dialog).toContainText('2 events are about this person');
  await expect(dialog).toContainText('This is final');
  expect(await messagesOf(api)).toHaveLength(3);
  await forget.click();
  await expect(dialog).toContainText('2 events erased');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(row(page, 'Person erased')).toHaveCount(2);
  expect(await messagesOf(api)).toEqual(['Ben bought Oak Desk']);
});

test('a person is forgotten by an order, and nobody is if nothing is about them', { tag: '@long' }, async ({
  page,
}) => {
  const api = await start(page, ...TWO_OF_ANA);
  const { dialog, open, find, forget } = forgetting(page);
  await open();
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Order (optional)' }).fill('ORD-1003');
  await find.click();
  await expect(dialog).toContainText('1 event is about this person');
  await expectAccessible(page);
  await forget.click();
  await expect(dialog).toContainText('1 event erased');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await open();
  await dialog.getByRole('textbox', { name: 'Order (optional)' }).fill('#none');
  await find.click();
  await expect(dialog).toContainText('Nothing here has this order');
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Order (optional)' })).toHaveValue('#none');
  await find.click();
  await forget.click();
  await expect(dialog).toContainText('No event is about this person');
  expect(await messagesOf(api)).toHaveLength(2);
});
