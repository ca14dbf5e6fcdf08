// The set-up of a site on its owner's screens: what is told after an absence, what needs attention and how one press mends
// it, the overview, and both dashboards on every width. The way to the first display: journey.spec.ts.
import { expect, type Page } from '@playwright/test';
import { colorFixes } from '#shared/contrast.ts';
import { expectAccessible, overflowOf } from './support/axe.ts';
import { poll, settled } from './support/base.ts';
import { call, newOwner, post, test, toast } from './support/owner.ts';
import { makeApi } from './support/owner-api.ts';
import { NAME, newShop, send, shopOf, times, writeNotification } from './support/stats.ts';

const MESSAGE = 'Ana bought the Oak Desk';

/** A page on `host` asks for the site's notifications, as the snippet does. */
const openPageOn = (page: Page, siteId: string, host: string) =>
  page.request.get(`/api/embed/${siteId}`, { headers: { origin: `https://${host}` } });

test('an owner who was away is told by the list, until it is dismissed', { tag: '@long' }, async ({ page }) => {
  const shop = await newShop(page);
  const id = await writeNotification(page, shop, MESSAGE);
  await openPageOn(page, shop.siteId, 'oak.example');
  await send(page, shop, times(1, 'display', id));
  // Within a second, its time is known.
  const firstDisplay = async () =>
    (await (await page.request.get(`/api/sites/${shop.siteId}/setup`)).json()).setup.firstDisplayAt;
  await poll(firstDisplay).not.toBeNull();
  await page.clock.install({ time: Date.now() + 3 * 60 * 60_000 });
  await page.goto(`/${shop.slug}/dashboard`);
  const list = page.getByRole('region', { name: 'Your first notification was seen' });
  await expect(list).toContainText('3 hours ago on oak.example, while you were away.');
  await expect(toast(page)).toHaveCount(0);
  await page.reload();
  await list.getByRole('button', { name: 'Dismiss' }).click();
  // What is left of the set-up can be put away, too.
  await page.getByRole('region', { name: 'Set up your site' }).getByRole('button', { name: 'Hide this list' }).click();
  await page.reload();
  await expect(page.getByRole('region', { name: 'Last 30 days' })).toBeVisible();
  await expect(page.getByRole('list').filter({ hasText: 'First click' })).toHaveCount(0);
});

test('each step says what to press, a source can be skipped for good, and what is done is ticked by itself', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 667 });
  const shop = await newShop(page);
  await page.goto(`/${shop.slug}/dashboard`);
  const list = page.getByRole('region', { name: 'Set up your site' });
  const step = list.getByRole('listitem').filter({ hasText: 'Connect a source (optional)' });
  await expect(list.getByRole('status')).toHaveText('1 of 6 done');
  await expect(page.getByRole('region', { name: 'Today' })).toHaveCount(0);
  for (const one of await list.getByRole('listitem').filter({ hasText: 'To do' }).all()) {
    await expect(one.getByRole('link')).toHaveCount(1);
  }
  await expect(step.getByRole('link', { name: 'Choose a source' })).toHaveAttribute('href', `/${shop.slug}/sources`);
  await step.getByRole('button', { name: 'Skip' }).click();
  await expect(step).toHaveCount(0);
  await page.reload();
  await expect(list.getByRole('status')).toHaveText('1 of 5 done');
  await expect(step).toHaveCount(0);
  await writeNotification(page, shop, MESSAGE);
  await expect(list.getByRole('status')).toHaveText('2 of 5 done');
});

test('a domain that was refused is a press from being on the list', { tag: '@long' }, async ({ page }) => {
  await newOwner(page);
  await post(page, '/api/sites', { name: NAME, domains: ['oak.example'] });
  const shop = await shopOf(page, NAME);
  await openPageOn(page, shop.siteId, 'outlet.example');
  // Sightings are written a moment after they happen.
  const installation = async () => (await page.request.get(`/api/sites/${shop.siteId}/installation`)).text();
  await poll(installation).toContain('outlet.example');
  await page.goto(`/${shop.slug}/dashboard`);
  const needed = page.getByRole('region', { name: /^Needs attention/ }).getByRole('listitem');
  const domain = needed.filter({ hasText: "outlet.example isn't on your domain list" });
  await domain.getByRole('button', { name: 'Add outlet.example' }).click();
  await expect(domain).toHaveCount(0);
  expect((await openPageOn(page, shop.siteId, 'outlet.example')).status()).toBe(200);
});

test('a source without its secret and a color that is hard to read are each a press from being mended', {
  tag: '@long',
}, async ({ page }) => {
  const shop = await newShop(page);
  const { addSource, addEvents } = await makeApi(page);
  const source = await addSource({ kind: 'shopify' });
  expect((await page.request.post(source.hookUrl ?? '', { data: {} })).status()).toBe(401);
  await addEvents({ id: '1', kind: 'signup', occurredAt: new Date().toISOString() });
  await call(page, 'PUT', `/api/widgets/${shop.widgetId}/settings`, {
    settings: { appearance: { brandColors: { linkColor: '#f0e0d0' } } },
  });

  await page.goto(`/${shop.slug}/dashboard`);
  const needed = page.getByRole('region', { name: /^Needs attention/ }).getByRole('listitem');
  // What has happened is said.
  await expect(page.getByRole('listitem').filter({ hasText: 'Connect a source' })).toContainText('Done');
  await needed
    .filter({ hasText: "Shopify sent a delivery just now, but you haven't added its secret" })
    .getByRole('link', { name: 'Add the secret' })
    .click();
  await expect(page).toHaveURL(`/${shop.slug}/sources/${source.id}`);
  await page.goBack();
  await needed.filter({ hasText: 'Link text is hard to read' }).getByRole('link', { name: 'Change the color' }).click();
  await expect(page.getByRole('textbox', { name: 'Link color', exact: true })).toBeInViewport();
});

test('a first display is told without a cover: by the list on the dashboard, which mends the colors at a press, by a toast elsewhere', {
  tag: '@long',
}, async ({ page }) => {
  for (const [width, height] of [
    [375, 667],
    [1440, 900],
  ] as const) {
    const shop = await newShop(page);
    const id = await writeNotification(page, shop, MESSAGE);
    await page.setViewportSize({ width, height });
    await page.goto(`/${shop.slug}/dashboard`);
    const list = page.getByRole('region', { name: /^(?:Set up your site|Your first notification was seen)$/ });
    const steps = list.getByRole('list');
    await expect(list.getByRole('status')).toHaveText('2 of 6 done');
    const before = await steps.boundingBox();
    await send(page, shop, times(1, 'display', id));
    await expect(list.getByRole('status')).toHaveText('Your first notification was seen. 4 of 6 done');
    await expect(list.getByText('2 colors are hard to read')).toBeVisible();
    // It stands in the list, whose steps stay where they are.
    expect((await steps.boundingBox())?.y).toBe(before?.y);
    await expect(toast(page)).toHaveCount(0);
    await expectAccessible(page);
    const { settings } = await makeApi(page);
    const { brandColors } = (await settings()).appearance;
    await list.getByRole('button', { name: 'Fix both' }).click();
    await expect(list.getByRole('link', { name: 'Match your colors' })).toBeVisible();
    const colors = async () => (await settings()).appearance.brandColors;
    expect(colorFixes(await colors())).toEqual({});
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await poll(colors).toEqual(brandColors);

    const other = await newShop(page);
    const second = await writeNotification(page, other, MESSAGE);
    await page.goto(`/${other.slug}/site-setup`);
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeVisible();
    await send(page, other, times(1, 'display', second));
    await expect(toast(page)).toContainText('Your first notification was seen');
    await page.goto(`/${other.slug}/dashboard`);
    await expect(list.getByRole('status')).toHaveText('4 of 6 done');
  }
});

test('the overview has the trend of each site and where its snippet was seen', { tag: '@short' }, async ({ page }) => {
  const shop = await newShop(page);
  const id = await writeNotification(page, shop, MESSAGE);
  await openPageOn(page, shop.siteId, 'oak.example');
  await send(page, shop, times(3, 'display', id));
  // Sightings are written a moment after they happen, and the overview asks once a minute.
  await poll(async () => (await page.request.get(`/api/sites/${shop.siteId}/installation`)).text()).toContain(
    'oak.example',
  );
  await page.goto('/dashboard');
  const row = page.getByRole('row').filter({ hasText: NAME });
  await expect(row).toContainText(/Seen .+on oak\.example/);
  await expect(row.locator('svg polyline')).toHaveCount(2);
  await expect(page.getByText('1 of 1 site in use')).toBeVisible();
});

test('the overview, open all along, shows what is new, and which sites are paused', { tag: '@long' }, async ({
  page,
}) => {
  const shop = await newShop(page);
  const id = await writeNotification(page, shop, MESSAGE);
  await page.clock.install();
  await page.goto('/dashboard');
  const row = page.getByRole('row').filter({ hasText: NAME });
  await expect(row).toContainText('Not seen yet');
  await expect(page.getByText('1 of 1 site in use')).toBeVisible();
  await openPageOn(page, shop.siteId, 'oak.example');
  await send(page, shop, times(3, 'display', id));
  // The overview, which is open all along, asks once a minute.
  await expect(async () => {
    await page.clock.runFor(61_000);
    await expect(row).toContainText(/Seen .+on oak\.example/, { timeout: 2_000 });
  }).toPass();
  await expect(row.locator('svg polyline')).toHaveCount(2);
  await call(page, 'PUT', `/api/widgets/${shop.widgetId}`, { isActive: false });
  await page.reload();
  await expect(row).toContainText('Paused');
  await expect(row.locator('svg polyline')).toHaveCount(2);
});

test('a part of a dashboard that cannot be loaded is said, and leaves the rest', {
  tag: '@long',
}, async ({ page }) => {
  const shop = await newShop(page);
  const id = await writeNotification(page, shop, MESSAGE);
  await send(page, shop, times(1, 'display', id));
  await page.route(/\/news-/, (route) => route.abort());
  await page.goto(`/${shop.slug}/dashboard`);
  await expect(page.getByRole('alert').filter({ hasText: "Couldn't load this part of the page" })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Last 30 days' })).toBeVisible();
});

test('both dashboards fit a small phone and a tablet and are accessible with the longest words', {
  tag: '@long',
}, async ({ page }) => {
  await newOwner(page);
  await post(page, '/api/sites', { name: 'm'.repeat(80), domains: [`${'a'.repeat(60)}.example`] });
  const shop = await shopOf(page, 'm'.repeat(80));
  await page.goto(`/${shop.slug}/dashboard`);
  await expect(page.getByRole('region', { name: 'Set up your site' })).toContainText('1 of 6 done');
  await openPageOn(page, shop.siteId, `${'b'.repeat(60)}.example`);
  const id = await writeNotification(page, shop, 'w'.repeat(500));
  await send(page, shop, times(1, 'display', id));
  for (const path of ['/dashboard', `/${shop.slug}/dashboard`]) {
    await page.goto(path);
    await settled(page);
    for (const width of [768, 320]) {
      await page.setViewportSize({ width, height: 900 });
      await poll(() => overflowOf(page), `${path} at ${width} px`).toBe(0);
    }
    await expectAccessible(page);
  }
});
