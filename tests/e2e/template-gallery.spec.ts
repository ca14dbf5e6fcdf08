// The gallery of templates in a real browser: its address, its cards whatever is in them, and copies that are made, refused
// or deleted elsewhere.
import { expect } from '@playwright/test';
import { poll } from './support/base.ts';
import { test } from './support/inspector-test.ts';
import { post, toast } from './support/owner.ts';
import { buttonOf, cardOf, choose, form, GALLERY, gallery } from './support/templates.ts';

test('search and category are in the address, and Back takes each step back', async ({ page, api }) => {
  expect(api.siteId).toBeTruthy();
  await page.goto('/oak-and-iron/notifications');
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

test('the list comes back from the templates as it was filtered', async ({ page, api }) => {
  await api.addNotification({ message: 'Ana bought the Oak Desk' });
  const address = '/oak-and-iron/notifications?q=oak&status=live';
  await page.goto(address);
  await choose(page, 'Ana bought the Oak Desk', 'Save as template');
  await form(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: /^Sales/ }).click();
  await page.getByRole('searchbox', { name: 'Search templates' }).fill('city');
  await expect(page).toHaveURL(/templates=sales&find=city$/);
  await page.getByRole('link', { name: 'All notifications' }).click();
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('searchbox', { name: 'Search notifications' })).toHaveValue('oak');
  await page.getByRole('link', { name: 'Templates' }).click();
  await page.getByRole('link', { name: 'All notifications' }).click();
  await expect(page).toHaveURL(address);
});

test('the gallery says when it can’t load, and loads on another try', async ({ page, api }) => {
  expect(api.siteId).toBeTruthy();
  await page.route('**/api/trpc/templates.list**', (route) => route.abort());
  await page.goto(GALLERY);
  await expect(page.getByRole('alert').filter({ hasText: "Couldn't load the templates" })).toBeVisible({
    timeout: 30_000,
  });
  await page.unroute('**/api/trpc/templates.list**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(buttonOf(page, 'Order placed')).toBeVisible();
});

test('the longest names, texts and rules stay inside their card', async ({ page, api }) => {
  const settings = { message: 'm'.repeat(500), title: 't'.repeat(80) };
  const displayRules = { conditions: [{ type: 'page', operator: 'is', value: [`/${'p'.repeat(200)}`] }] };
  for (const name of ['W'.repeat(80), 'A name of many words '.repeat(3).trim()]) {
    await api.addTemplate({ name, settings, displayRules });
  }
  for (const width of [320, 768, 1440]) {
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
});

test('the copy of a template takes the focus, and one deleted elsewhere is simply gone', async ({ page, api }) => {
  expect(api.siteId).toBeTruthy();
  await page.goto(GALLERY);
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

test('of two copies made at once, one that is refused is named, and the other is there', async ({ page, api }) => {
  expect(api.siteId).toBeTruthy();
  const message = 'You can have at most 200 templates';
  let calls = 0;
  await page.route('**/api/trpc/templates.clone**', async (route) => {
    calls += 1;
    if (calls > 1) return route.continue();
    // Answered only once the other one is made, too.
    await page.getByText('Template duplicated').first().waitFor();
    return route.fulfill({ status: 409, json: { code: 'conflict', message, errors: [] } });
  });
  await page.goto(GALLERY);
  await choose(page, 'Order placed', 'Duplicate');
  await choose(page, 'Order on its way', 'Duplicate');
  await expect(cardOf(page, 'Order on its way (Copy)')).toBeVisible();
  await expect(page.getByText(message).first()).toBeVisible();
  await expect(cardOf(page, 'Order placed (Copy)')).toHaveCount(0);
});

test('a card grows with its notification: long words in large type are wholly visible', async ({ page, api }) => {
  await api.saveSettings({ appearance: { typography: { fontSize: '24px' }, layout: { padding: '40px' } } });
  await post(page, '/api/templates', {
    name: 'Long',
    category: 'sales',
    type: 'discount',
    settings: { title: 'A title '.repeat(12), message: 'A message '.repeat(40), code: 'OAK10' },
  });
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(GALLERY);
    const notice = cardOf(page, 'Long').locator('proofbell-widget .notice');
    await expect(notice).toBeVisible();
    const frame = cardOf(page, 'Long').getByRole('img');
    const [inner, outer] = await Promise.all([notice.boundingBox(), frame.boundingBox()]);
    expect(inner?.y).toBeGreaterThan(outer?.y ?? Infinity);
    expect((inner?.y ?? Infinity) + (inner?.height ?? 0)).toBeLessThan((outer?.y ?? 0) + (outer?.height ?? 0));
    await poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

test('a sheet over a page of previews locks it without a variable that each of them would inherit', async ({
  page,
  api,
}) => {
  expect(api.siteId).toBeTruthy();
  await page.goto(GALLERY);
  await choose(page, 'Order placed', 'Edit a copy');
  await expect(form(page)).toBeVisible();
  await expect(page.locator('body')).toHaveCSS('overflow', 'hidden');
  const variable = () => getComputedStyle(document.body).getPropertyValue('--removed-body-scroll-bar-size');
  expect(await page.evaluate(variable)).toBe('');
  await page.keyboard.press('Escape');
  await expect(page.locator('body')).not.toHaveCSS('overflow', 'hidden');
});
