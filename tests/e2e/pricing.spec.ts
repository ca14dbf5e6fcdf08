// The pricing page: what plans cost here, by the month and by the year, and where each leads.
import { expect, type Page } from '@playwright/test';
import { screens } from '#client/screens.ts';
import { PRICING_ATTEMPT_GAP } from '#shared/limits.ts';
import { answer } from './support/answer.ts';
import { overflowOf } from './support/axe.ts';
import { test } from './support/owner.ts';
import { ownerAt } from './support/owner-api.ts';
import { touch } from './support/touch.ts';

const plan = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });

test('four plans by the month and by the year, with what the year saves [spec 2.public.6]', async ({ page }) => {
  await page.goto(screens.pricing.href());
  await expect(page).toHaveTitle('Pricing · Proofbell');
  await expect(plan(page, 'Growth')).toContainText('$49 a month');
  await expect(plan(page, 'Growth')).toContainText('10 sites');
  await expect(page.getByText('Save 17%')).toBeVisible();
  await page.getByRole('radio', { name: 'Annual' }).click();
  await expect(plan(page, 'Growth')).toContainText('$490 a year');
  await expect(plan(page, 'Growth')).toContainText('$40.83 a month, saves 17%');
  await expect(plan(page, 'Free')).toContainText('$0 a year');
  await expect(page).toHaveURL(/\/pricing\?cycle=annual$/);
  await plan(page, 'Growth').getByRole('link', { name: 'Get Started' }).click();
  await expect(page).toHaveURL(/\/register\?plan=growth&cycle=annual$/);
});

test('the plans stand in as many columns as fit', { tag: '@long' }, async ({ page }) => {
  await page.goto(screens.pricing.href());
  await expect(plan(page, 'Growth')).toContainText('$49 a month');
  for (const [width, rows] of [
    [375, 4],
    [768, 2],
    [1440, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const tops = ['Free', 'Starter', 'Growth', 'Agency'].map(async (name) => (await plan(page, name).boundingBox())?.y);
    expect(new Set(await Promise.all(tops)).size).toBe(rows);
    expect(await overflowOf(page)).toBe(0);
  }
});

test('whoever is logged in sees their own plan, and gets from another one to its upgrade', async ({ page }) => {
  await ownerAt(page, screens.pricing.href());
  // Logged in without the app, whose browser would remember it and load the app at once.
  await touch(page);
  await expect(plan(page, 'Free')).toContainText('Your plan');
  await plan(page, 'Starter').getByRole('link', { name: 'Upgrade' }).click();
  await expect(page).toHaveURL(/\/upgrade\?plan=starter&cycle=monthly$/);
});

test('a plan in the address of registering is not lost on whoever is logged in', { tag: '@long' }, async ({ page }) => {
  await ownerAt(page, '/register?plan=growth&cycle=annual');
  await expect(page).toHaveURL(/\/upgrade\?plan=growth&cycle=annual$/);
  await expect(page.getByRole('radio', { name: 'Annual' })).toBeChecked();
});

test('money is written as the visitor writes it', {
  tag: '@long',
}, async ({ browser, baseURL }) => {
  const context = await browser.newContext({ locale: 'de-DE', baseURL: baseURL ?? '' });
  const page = await context.newPage();
  await page.goto(`${screens.pricing.href()}?cycle=annual`);
  await expect(plan(page, 'Agency')).toContainText(/1\.490\s\$/);
  await context.close();
});

test('says that payments are a test, and where nothing can be bought, why', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(screens.pricing.href());
  await expect(page.getByText('Payments on this server go to a sandbox')).toBeVisible();
  const reason = "Plans can't be bought on this server. Ask its operator if you need more sites.";
  await answer(page, 'billing.offer', { buying: 'off', reason });
  await page.reload();
  await touch(page);
  await expect(page.getByText(reason)).toBeVisible();
  await expect(plan(page, 'Growth')).toContainText('Not for sale here');
  await expect(page.getByRole('main').getByRole('link', { name: 'Get Started' })).toHaveCount(1);
});

test('without the plans the page says so, and tries again', {
  tag: '@long',
}, async ({ page }) => {
  await page.route(/registration\.plans/, (route) => route.fulfill({ status: 503, body: 'gone' }));
  await page.clock.install();
  await page.goto(screens.login.href());
  await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click();
  await expect(page.getByText("Couldn't load the plans")).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.clock.fastForward(PRICING_ATTEMPT_GAP);
  await expect(plan(page, 'Growth')).toBeVisible();
});
