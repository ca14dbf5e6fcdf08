// The page of a source that works: the way of its last event, what became of all of them, and its tabs, which have addresses of
// their own. And that all of it knows of a delivery at once.
import { expect, type Page } from '@playwright/test';
import { DAY, HOUR, isoOf } from '#shared/time.ts';
import { expectAccessible } from './support/axe.ts';
import { poll } from './support/base.ts';
import { newOwner, test } from './support/owner.ts';
import { makeApi } from './support/owner-api.ts';

/** @returns a new webhook, how to deliver to it, and its page's address. */
async function addWebhook(page: Page, baseURL = '') {
  await newOwner(page, 'Oak & Iron');
  const api = await makeApi(page);
  const { id, secret } = await api.addSource({ kind: 'webhook' });
  return {
    path: `/oak-and-iron/sources/${id}`,
    sent: api.sent,
    deliver: (body: unknown) =>
      fetch(new URL(`/api/hooks/${id}`, baseURL), {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  };
}

const order = (id: string, ago: number, city = 'Lisbon') => ({
  id,
  kind: 'purchase',
  occurredAt: isoOf(Date.now() - ago),
  actor: { firstName: 'Ana', city, country: 'PT' },
  subject: { name: 'Oak Desk' },
});

const rows = (page: Page, list: RegExp | string) =>
  page.getByRole('list', { name: list }).getByRole('listitem').allTextContents();
const tab = (page: Page, name: string) => page.getByRole('tab', { name });

test('a source that works opens with what became of its events; its tabs have addresses, go by keyboard, and keep what is typed', async ({
  page,
  baseURL,
}) => {
  const { path, deliver, sent } = await addWebhook(page, baseURL);
  const events = [1, 2, 3, 4, 5].map((n) => order(`l-${n}`, n * HOUR));
  await deliver({ events: [...events, order('p', 6 * HOUR, 'Porto'), order('old', 9 * DAY, 'Porto')] });
  await deliver({ retract: { id: 'l-5' } });
  await poll(sent).toHaveLength(5);
  await page.goto(path);
  await expect(tab(page, 'What shows')).toHaveAttribute('aria-selected', 'true');
  const latest = page.getByRole('region', { name: 'Latest' });
  await expect(latest).toContainText('Ana bought Oak Desk');
  await expect(latest.getByRole('img')).toHaveAccessibleName(/^As visitors see it: Ana.* bought Oak Desk$/);
  await poll(() => rows(page, '7 events in the last 30 days')).toEqual(['Shown5', 'Too old to show1', 'Canceled1']);
  const places = /^Events from each place/;
  expect(await rows(page, places)).toEqual(['Lisbon4 of 5', 'Porto2 of 5']);
  await page.getByRole('textbox', { name: 'Show a place from' }).fill('3');
  await poll(() => rows(page, places)).toEqual(['Lisbon3 of 3', 'Porto2 of 3']);

  await tab(page, 'What shows').press('ArrowRight');
  await expect(page).toHaveURL(`${path}?tab=deliveries`);
  await expect(page.getByRole('img', { name: /^2 deliveries on 1 of 30 days/ })).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await expect(tab(page, 'What shows')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('textbox', { name: 'Show a place from' })).toHaveValue('3');
  await page.getByRole('button', { name: 'Undo changes' }).click();
  await tab(page, 'Set up').click();
  await expect(page).toHaveURL(`${path}?tab=set-up`);
  await expect(page.getByRole('heading', { name: 'Set up the sender' })).toBeVisible();
});

test('nothing on the page denies what has just arrived, however late its parts are', async ({ page, baseURL }) => {
  const { path, deliver } = await addWebhook(page, baseURL);
  await page.goto(`${path}?tab=deliveries`);
  await expect(page.getByText('None yet.')).toBeVisible();
  let isLate = true;
  const late = Promise.withResolvers<void>();
  await page.route(/sources\.deliveries/, async (route) => {
    if (isLate) await late.promise;
    await route.continue();
  });
  await deliver(order('1', HOUR));
  await expect(page.getByText(/^Working · last delivery/)).toBeVisible();
  await expect(page.getByText(/^None/)).toHaveCount(0);
  isLate = false;
  late.resolve();
  await expect(page.getByRole('row').filter({ hasText: 'Accepted' })).toBeVisible();
});
