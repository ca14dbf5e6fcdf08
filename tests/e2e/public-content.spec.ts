// The pages over content/, for people without an account: about, the policies, the blog, questions, support and its guides.
import { expect, type Page } from '@playwright/test';
import { screens } from '#client/screens.ts';
import { PUBLIC_TITLES } from '#tests/support/spec-routes.ts';
import { newOwner, test } from './support/owner.ts';
import { touch } from './support/touch.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const footer = (page: Page) => page.getByRole('navigation', { name: 'Footer' });

/** Follows a link of the footer to a page of plain text. */
async function expectText(page: Page, label: string, path: keyof typeof PUBLIC_TITLES): Promise<void> {
  await footer(page).getByRole('link', { name: label, exact: true }).click();
  await expect(page).toHaveURL(path);
  await expect(heading(page)).toHaveText(PUBLIC_TITLES[path]);
  await expect(page).toHaveTitle(`${PUBLIC_TITLES[path]} · Proofbell`);
  await expect(page.locator('.prose h2').first()).toBeVisible();
  // What the operator has not set is said to be so, and no name of a value is left over.
  await expect(page.getByRole('main')).not.toContainText('{{');
}

test('the footer leads to about and to the privacy policy, which say what they promise, with no value left to fill in [spec 2.public.7 2.public.11]', async ({
  page,
}) => {
  await page.goto(screens.support.href());
  await expectText(page, 'About', '/about');
  await expectText(page, 'Privacy', '/privacy-policy');
});

test('the footer leads to the other policies and to every other page, too [spec 2.public.12]', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(screens.support.href());
  await expectText(page, 'Terms', '/terms-of-service');
  await expectText(page, 'Cookies', '/cookie-policy');
  for (const [label, path] of [
    ['Features', '/#features'],
    ['Pricing', '/pricing'],
    ['FAQ', '/faq'],
    ['Blog', '/blog'],
    ['Support', '/support'],
  ] as const) {
    await expect(footer(page).getByRole('link', { name: label, exact: true })).toHaveAttribute('href', path);
  }
  // Nobody said how to reach them.
  await expect(footer(page).getByRole('link', { name: 'Contact' })).toHaveCount(0);
});

test('the blog: the list, a post, and the next one [spec 2.public.9 2.public.10]', async ({ page }) => {
  await page.goto(screens.blog.href());
  await expect(heading(page)).toHaveText('Blog');
  const posts = page.getByRole('main').getByRole('article');
  await expect(posts).toHaveCount(5);
  const days = await posts.locator('time').evaluateAll((all) => all.map((time) => time.getAttribute('datetime')));
  expect(days).toEqual(days.toSorted().reverse());
  await expect(posts.last()).toContainText('November 9, 2026');
  await expect(posts.last()).toContainText(/[1-9] min read/);

  const titles = await posts.getByRole('heading').allTextContents();
  await touch(page);
  await posts.last().getByRole('link').click();
  await expect(heading(page)).toHaveText(titles.at(-1) ?? '');
  await expect(heading(page)).toBeFocused();
  await expect(page).toHaveTitle(`${titles.at(-1)} · Proofbell`);
  await expect(page.getByText('November 9, 2026')).toBeVisible();
  await expect(page.locator('.prose h2').first()).toBeVisible();
  await page.getByRole('navigation', { name: 'More posts' }).getByRole('link', { name: /^Next/ }).click();
  await expect(heading(page)).toHaveText(titles.at(-2) ?? '');
});

test('every cookie and every entry of a browser that has used the app is named in the cookie policy [spec 2.public.13]', {
  tag: '@long',
}, async ({ page, context }) => {
  await newOwner(page, 'Oak & Iron');
  await page.goto(screens.siteDashboard.href('oak-and-iron'));
  await heading(page).waitFor();
  for (const name of ['Site Setup', 'Rules & Targeting', 'Appearance & Design', 'Notifications']) {
    await page.getByRole('navigation', { name: 'Site', exact: true }).getByRole('link', { name, exact: true }).click();
    await expect(heading(page)).toHaveText(name);
  }
  await page
    .getByRole('button', { name: /sidebar/i })
    .first()
    .click();
  await page.goto(screens.pricing.href());
  await page.getByRole('heading', { name: 'Free' }).waitFor();
  await page.goto(screens.cookiePolicy.href());
  await page.locator('.prose h2').first().waitFor();
  const named = await page.locator('.prose code').allTextContents();
  const cookies = (await context.cookies()).map(({ name }) => name);
  expect(cookies).toEqual(expect.arrayContaining(['proofbell_session', 'proofbell_csrf']));
  expect(cookies.filter((name) => !named.includes(name))).toEqual([]);
  const kept = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  expect(kept.length).toBeGreaterThan(2);
  // `setup-hidden-…` stands for all that begin so.
  const isNamed = (key: string) =>
    named.some((name) => (name.endsWith('…') ? key.startsWith(name.slice(0, -1)) : name === key));
  expect(kept.filter((key) => !isNamed(key))).toEqual([]);
});

test('support searches guides and questions, whose addresses open them, and invents no address of its own [spec 2.public.15 2.public.16]', async ({
  page,
}) => {
  await page.goto(screens.support.href());
  await expect(page.getByText("This server's owner hasn't added contact details.")).toBeVisible();
  await expect(page.getByRole('main').locator('a[href^="mailto:"]')).toHaveCount(0);
  // What is typed before React is there: public-pages.spec.ts.
  await touch(page);
  await page.getByRole('searchbox').fill('cookies');
  await expect(page.getByRole('searchbox')).toHaveValue('cookies');
  await page.getByRole('link', { name: /Frequently asked questions/ }).click();
  await expect(page).toHaveURL(/\/faq#does-it-use-cookies-or-track-visitors$/);
  await expect(page.getByRole('heading', { name: 'Does it use cookies or track visitors?' })).toBeInViewport();
  await page.getByRole('main').getByRole('link', { name: 'How counting works' }).click();
  await expect(page).toHaveURL(screens.supportGuide.href('counting'));
  await expect(heading(page)).toHaveText('How counting works');
  await expect(page).toHaveTitle('How counting works · Proofbell');
});

test('guides name screens without a link and lead on; one that is not there leads to all [spec 2.public.15 2.unknown.1]', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(screens.supportGuide.href('getting-started'));
  await expect(page.locator('article strong', { hasText: 'Site Setup' }).first()).toBeVisible();
  await expect(page.locator('article').getByRole('link', { name: 'Site Setup' })).toHaveCount(0);
  await page.locator('article').getByRole('link', { name: 'How counting works' }).first().click();
  await expect(page).toHaveURL(screens.supportGuide.href('counting'));

  await page.goto(screens.supportGuide.href('nothing-here'));
  await touch(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no guide at this address');
  await expect(page).toHaveTitle('Page not found · Proofbell');
  await page.getByRole('main').getByRole('link', { name: 'All guides' }).click();
  await expect(page).toHaveURL(screens.support.href());
});
