// A webhook in the sender's own words: its fields are mapped by pressing values of the last body, what it sells is sent to
// visitors, and is gone after it was retracted. And the log of deliveries, run again.
import { expect, type Page } from '@playwright/test';
import type { Source } from '#shared/contract/source.ts';
import { MINUTE, SECOND } from '#shared/time.ts';
import { expectAccessible, expectPhone, overflowOf } from './support/axe.ts';
import { poll } from './support/base.ts';
import { newOwner, test, toast } from './support/owner.ts';
import { makeApi } from './support/owner-api.ts';

const PAGE = '/oak-and-iron/sources';

/** Makes a webhook source, delivers to it, and opens its page. @returns how to deliver to it, and how the server has it. */
async function openWebhook(page: Page, baseURL = '', before: unknown[] = []) {
  await newOwner(page, 'Oak & Iron');
  const api = await makeApi(page);
  await api.saveSettings({ behavior: { timing: { initialDelay: 0, displayDuration: 30 } } });
  const source = await api.addSource({ kind: 'webhook' });
  const deliver = async (body: unknown) =>
    (
      await fetch(new URL(`/api/hooks/${source.id}`, baseURL), {
        method: 'POST',
        headers: { authorization: `Bearer ${source.secret}`, 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
    ).status;
  for (const body of before) await deliver(body);
  await page.goto(`${PAGE}/${source.id}`);
  return {
    sent: api.sent,
    deliver,
    stored: async () =>
      (await (await page.request.get(`/api/sites/${api.siteId}/sources/${source.id}`)).json()).source as Source,
    capture: async () =>
      (await (await page.request.get(`/api/sites/${api.siteId}/sources/${source.id}/capture`)).json()).capture,
  };
}

/** As no system of ours would say it: nothing in it is called what it is. */
const booking = (more: object = {}) => ({
  data: {
    ref: 'B-17',
    what: 'Sea view',
    by: { who: 'Zoë Quist', mail: 'zoe@q.example' },
    when: Math.floor((Date.now() - 10 * MINUTE) / SECOND),
    phase: 'confirmed',
    ...more,
  },
});

const LOG = 'Deliveries from the last 30 days';
const openTab = (page: Page, name: string) => page.getByRole('tab', { name }).click();

/** @returns the panel of that heading. */
const panel = (page: Page, name = 'Map fields') =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) });
const field = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Fields' }).getByRole('listitem', { name, exact: true });

async function choose(page: Page, name: string, value: RegExp): Promise<void> {
  await field(page, name)
    .getByRole('button', { name: /^Choose/ })
    .click();
  await page.getByRole('button', { name: value }).click();
}

test('a foreign body is mapped by pressing its values, by keyboard, too, is sent to visitors, and is gone once it is retracted', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const { sent, deliver, stored, capture } = await openWebhook(page, baseURL);
  await page.getByRole('button', { name: 'Map fields' }).click();
  await expect(page.getByText('Waiting for a delivery …')).toBeVisible();
  await expect(page.getByText('Waiting for a delivery …')).toBeInViewport();
  await poll(capture).toMatchObject({ body: null });
  expect(await deliver(booking())).toBe(200);
  // By itself.
  await expect(page.getByRole('button', { name: /^what: Sea view/ })).toBeVisible();

  await page.getByRole('button', { name: 'Save mapping' }).click();
  await expect(field(page, 'Id').getByRole('alert')).toContainText('Choose where the id is');
  await choose(page, 'Id', /^ref: B-17/);
  await expect(field(page, 'Id')).toContainText('B-17');
  await choose(page, 'When it happened', /^when: \d+/);
  await choose(page, 'Product', /^what: Sea view/);
  await choose(page, 'Email', /^mail: zoe@q\.example/);
  // By keyboard.
  await field(page, 'First name')
    .getByRole('button', { name: /^Choose/ })
    .press('Enter');
  await page.getByRole('button', { name: /^who: Zoë Quist/ }).press('Enter');
  await field(page, 'What happened').getByRole('combobox').click();
  await page.getByRole('option', { name: 'Purchase' }).click();
  const preview = page.getByRole('img', { name: /^As visitors see it/ }).first();
  await expect(preview).toHaveAccessibleName('As visitors see it: Zoë bought Sea view');
  await choose(page, 'Canceled when', /^phase: confirmed/);
  const values = page.getByRole('textbox', { name: 'Values that say so' });
  await values.fill('cancelled');
  await values.press('Enter');
  await page.getByRole('button', { name: 'Save mapping' }).click();
  await expect(toast(page)).toContainText('Mapping saved');
  expect((await stored()).mapping).toEqual({
    fields: {
      id: { pointers: ['/data/ref'] },
      kind: { value: 'purchase' },
      occurredAt: { pointers: ['/data/when'] },
      product: { pointers: ['/data/what'] },
      email: { pointers: ['/data/by/mail'] },
      firstName: { pointers: ['/data/by/who'] },
    },
    retractWhen: { pointer: '/data/phase', equals: ['cancelled'] },
  });
  // With the editor, what it showed is gone.
  await poll(capture).toBeNull();

  expect(await deliver(booking())).toBe(200);
  await poll(sent).toEqual(['Zoë bought Sea view']);
  expect(await deliver(booking({ phase: 'Cancelled' }))).toBe(200);
  await poll(sent).toEqual([]);
});

const signup = (id: string, more: object = {}) => ({
  id,
  kind: 'signup',
  occurredAt: new Date(Date.now() - MINUTE).toISOString(),
  ...more,
});

test('the log says what came and what became of it, and an event is run again', async ({ page, baseURL }) => {
  await openWebhook(page, baseURL, [
    signup('s-1'),
    signup('s-old', { occurredAt: '2020-01-01T00:00:00Z' }),
    { test: true },
    '{',
  ]);
  const log = panel(page, LOG);
  const row = (text: string | RegExp) => log.getByRole('row').filter({ hasText: text });
  // The last one is what there is to look at.
  await expect(row("Couldn't read")).toContainText('Not valid JSON');
  await expect(row('Test')).toHaveCount(1);
  await expect(row('Accepted')).toHaveCount(2);
  await expect(row('Accepted').first()).toContainText('Unsigned (secret only)');
  await expect(log.getByRole('img')).toHaveAccessibleName(
    /^4 deliveries on 1 of 30 days, most on .* \(4\), 1 unreadable$/,
  );
  await log.getByRole('button', { name: 'Run again: event s-1' }).click();
  await expect(toast(page)).toContainText('Shown');
});

test('a body that could not be read is there to be mapped, where the owner wants it kept', async ({
  page,
  baseURL,
}) => {
  const { deliver, stored, capture } = await openWebhook(page, baseURL);
  const keep = page.getByRole('switch', { name: "Keep what can't be read" });
  await keep.click();
  await expect(keep).toBeChecked();
  expect(await deliver(booking())).toBe(200);
  expect(await stored()).toMatchObject({ isUnreadKept: true, lastProblem: { reason: expect.any(String) } });
  await page.reload();
  await expect(page.getByRole('main')).toContainText("Couldn't read the last delivery");
  // The last delivery couldn't be read: its log is open.
  await page.getByRole('link', { name: 'Map its fields' }).click();
  await expect(panel(page).getByRole('heading', { name: 'Map fields' })).toBeInViewport();
  await expect(page.getByRole('button', { name: /^what: Sea view/ })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await poll(capture).toBeNull();
  await keep.click();
  await expect(keep).not.toBeChecked();
});

test('names that mean something are suggested; leaving unsaved choices or rules is asked about, once for both', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const { deliver, stored, capture } = await openWebhook(page, baseURL);
  await openTab(page, 'Deliveries');
  await expect(panel(page, LOG)).toContainText('None yet.');
  await openTab(page, 'What shows');
  const smallest = page.getByRole('textbox', { name: 'Smallest amount (optional)' });
  await smallest.fill('20');
  await openTab(page, 'Set up');
  await page.getByRole('button', { name: 'Map fields' }).click();
  const order = {
    id: 9,
    total: '20.00',
    customer: { first_name: 'Ana', city: 'Lisbon' },
    items: [{ name: 'Oak Desk' }],
  };
  await poll(capture).not.toBeNull();
  expect(await deliver('not JSON')).toBe(200);
  await expect(panel(page)).toContainText("The last delivery isn't JSON");
  await poll(() => deliver(JSON.stringify(order)).then(capture)).toMatchObject({ body: JSON.stringify(order) });
  await expect(field(page, 'First name')).toContainText('Ana');
  await expect(field(page, 'Product')).toContainText('items › no. 1 › name');
  await field(page, 'City')
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expectPhone(page);
  const leave = () => page.getByRole('link', { name: 'See events' }).click();
  const keep = page.getByRole('button', { name: 'Keep editing' });
  await leave();
  await keep.click();
  await openTab(page, 'What shows');
  await expect(smallest).toHaveValue('20');
  await openTab(page, 'Set up');
  await page.getByRole('button', { name: 'Save mapping' }).click();
  await expect(panel(page)).toContainText(/\d fields are mapped/);
  const { mapping } = await stored();
  expect(Object.keys(mapping?.fields ?? {}).sort()).toEqual(['amount', 'firstName', 'id', 'kind', 'product']);
  await page.getByRole('button', { name: 'Remove the mapping' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove the mapping' }).click();
  await expect(panel(page)).not.toContainText('mapped');
  expect((await stored()).mapping).toBeNull();

  await page.route('**/api/trpc/**sources.openCapture**', (route) => route.abort());
  await page.getByRole('button', { name: 'Map fields' }).click();
  await expect(page.getByRole('alert').filter({ hasText: "Couldn't start mapping" })).toBeVisible();
  await page.unroute('**/api/trpc/**sources.openCapture**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Waiting for a delivery …')).toBeVisible();
  await leave();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(page).toHaveURL(/\/events$/);
  await expect(keep).toHaveCount(0);
});

test('an old event that is run again stays hidden; a long log has pages, goes back to its last one when it gets shorter, and says when it can’t load', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  const old = signup('s-old', { occurredAt: '2020-01-01T00:00:00Z' });
  await openWebhook(page, baseURL, ['{', ...Array.from({ length: 10 }, () => ({ test: true })), old]);
  await openTab(page, 'Deliveries');
  const log = panel(page, LOG);
  await log.getByRole('button', { name: 'Run again: event s-old' }).click();
  await expect(toast(page)).toContainText('Too old to show');
  await expect(log).toContainText('12 deliveries · page 1 of 2');
  await log.getByRole('button', { name: 'Older' }).click();
  await expect(log.getByRole('row').filter({ hasText: "Couldn't read" })).toHaveCount(1);
  await expect(log).toContainText('page 2 of 2');
  await poll(() => overflowOf(page)).toBeLessThanOrEqual(0);
  await expectAccessible(page);
  await log.getByRole('button', { name: 'Newer' }).click();
  await expect(log).toContainText('page 1 of 2');

  // As if the oldest had been a month old meanwhile.
  await page.route(/sources\.deliveries/, async (route) => {
    const answer = await route.fetch();
    const text = (await answer.text()).replaceAll('"total":12', '"total":10');
    const isSecond = /"page":2/.test(new URL(route.request().url()).searchParams.get('input') ?? '');
    const json = JSON.parse(text, (key, value) => (isSecond && key === 'deliveries' ? [] : value));
    await route.fulfill({ response: answer, json });
  });
  await page.clock.install();
  await log.getByRole('button', { name: 'Older' }).click();
  await page.clock.runFor(15_000);
  await expect(log).not.toContainText('page');
  await expect(log.getByRole('row')).toHaveCount(11);

  await page.unroute(/sources\.deliveries/);
  await page.route(/sources\.deliveries/, (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('alert').filter({ hasText: "Couldn't load your deliveries" })).toBeVisible();
});
