// Guides in a site's documentation: found, read, linked to and left again, by pointer and keyboard.
import { expect, type Page } from '@playwright/test';
import { screens } from '#client/screens.ts';
import { hold } from './support/answer.ts';
import { expectAccessible } from './support/axe.ts';
import { pressWhenIdle } from './support/base.ts';
import { newOwner, test } from './support/owner.ts';

const LIST = screens.siteDocumentation.href('oak-and-iron');
/** The link to the next guide. */
const nextOf = (page: Page) =>
  page.getByRole('navigation', { name: 'More guides' }).getByRole('link', { name: /Next/ });
const guide = (name: string, section?: string) => screens.siteDocumentation.href('oak-and-iron', name, section);

test.beforeEach(async ({ page }) => {
  await newOwner(page, 'Oak & Iron');
});

test('a guide is found, read, and copied from with the site’s own id [spec 2.settings.1]', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(LIST);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Documentation');
  const field = page.getByRole('searchbox', { name: 'Search guides and questions' });
  await field.fill('fact');
  const results = page.getByRole('list', { name: 'Results' });
  await expect(results.getByRole('link').first()).toContainText('rules');
  await expect(results.locator('mark').first()).toHaveText(/fact/i);
  await results.getByRole('link').first().click();

  await expect(page).toHaveURL(new RegExp(`${guide('rules').replace('?', '\\?')}`));
  await expect(nextOf(page)).toHaveAttribute('href', guide('appearance'));
  const block = page.locator('figure', { hasText: 'data-plan' });
  await block.getByRole('button', { name: 'Copy' }).click();
  await expect(block.getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(
    /^<script async src="http:\/\/localhost:\d+\/widget\.js" data-site-id="[\w-]{36}" data-plan="free">/,
  );
});

test('a guide leads to the next one, and back to what was found; screens lead to their guides, and guides back', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(LIST);
  const field = page.getByRole('searchbox', { name: 'Search guides and questions' });
  await field.fill('fact');
  const results = page.getByRole('list', { name: 'Results' });
  await results.getByRole('link').first().click();
  await expect(page).toHaveURL(new RegExp(guide('rules').replace('?', '\\?')));
  await nextOf(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goBack();
  await page.goBack();
  await expect(field).toHaveValue('fact');
  await expect(results.getByRole('link').first()).toBeVisible();

  await page
    .getByRole('navigation', { name: 'Site', exact: true })
    .getByRole('link', { name: 'Rules & Targeting' })
    .click();
  await page.getByRole('link', { name: 'Learn more about rules' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who sees what: rules');
  await page.locator('article').getByRole('link', { name: 'Rules & Targeting' }).click();
  await expect(page).toHaveURL(/\/oak-and-iron\/rules$/);
});

test('the search says that it is on its way, is used by keyboard, and says what to do where it finds nothing', {
  tag: '@long',
}, async ({ page }) => {
  const release = await hold(page, /guide-search/);
  await page.goto(LIST);
  const field = page.getByRole('searchbox', { name: 'Search guides and questions' });
  await field.fill('consent');
  await expect(page.getByRole('status').filter({ hasText: 'Searching…' })).toHaveCount(1);
  release();
  const results = page.getByRole('list', { name: 'Results' }).getByRole('link');
  await expect(results.nth(1)).toBeVisible();
  await expect(page.getByText('Searching…')).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: /^\d+ results$/ })).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(results.nth(1)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(field).toBeFocused();
  await pressWhenIdle(page, 'Escape');
  await expect(field).toHaveValue('');
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible();

  await field.fill('zzqqxx');
  await expect(page.getByRole('heading', { name: 'Nothing found for “zzqqxx”' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Getting started' })).toBeVisible();
  await expectAccessible(page, 'script', ['light']);
  await page.getByRole('button', { name: 'Show all guides' }).click();
  await expect(field).toHaveValue('');
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible();
  await field.fill('consent');
  await expect(results.first()).toBeVisible();
  await field.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Consent and content security policy');
});

test('a link to a heading opens at that heading, below the fixed header, and the keyboard goes on from there; what the server itself shows opens from a guide', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(guide('consent-and-csp', 'the-lines-to-look-for'));
  const heading = page.getByRole('heading', { name: 'The lines to look for' });
  await expect(heading).toBeInViewport();
  await expect(heading).toBeFocused();
  expect((await heading.boundingBox())?.y).toBeGreaterThan(64);
  await page.getByRole('link', { name: 'Content security policy', exact: true }).last().click();
  await expect(page).toHaveURL(/\?guide=consent-and-csp#content-security-policy$/);
  await expect(page.getByRole('heading', { name: 'Content security policy', exact: true })).toBeFocused();

  for (const [name, path] of [
    ['API documentation', '/api/docs'],
    ['openapi.json', '/api/openapi.json'],
  ] as const) {
    await page.goto(guide('api'));
    await page.getByRole('main').getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByText('Page not found')).toHaveCount(0);
    await expect(page.locator('body')).toContainText('Proofbell');
  }
});

test('an unknown guide says so and leads to all guides; without a connection a guide waits for another try', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(guide('nothing-here'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no guide at this address');
  await page.getByRole('link', { name: 'All guides' }).click();
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible();
  // The first file of the guide alone: a browser remembers a failed import until it is loaded anew.
  await page.context().setOffline(true);
  await page.route('**/oak-and-iron/**', (route) => route.abort());
  await page.getByRole('link', { name: /^How counting works/ }).click();
  await expect(page.getByRole('alert')).toContainText("Couldn't load this page");
  await page.context().setOffline(false);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'What is counted' })).toBeVisible();
});
