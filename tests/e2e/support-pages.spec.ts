// The public pages over content/: prices, questions, support and its guides, for people without an account.
import { expect } from '@playwright/test';
import { screens } from '#client/screens.ts';
import { poll } from './support/base.ts';
import { test } from './support/owner.ts';
import { touch } from './support/touch.ts';
import { hostPage, startHostSite, tag } from './support/widget-host.ts';

test('questions: each has an address, and leads on to the guides [spec 2.public.16]', async ({ page }) => {
  await page.goto(`${screens.faq.href()}#can-i-invent-notifications`);
  await expect(page.getByRole('heading', { name: 'Can I invent notifications?' })).toBeInViewport();
  await page.getByRole('main').getByRole('link', { name: 'How counting works' }).click();
  await expect(page).toHaveURL(screens.supportGuide.href('counting'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('How counting works');
  await expect(page).toHaveTitle('How counting works · Proofbell');
});

test('support: searches questions and guides, and invents no address [spec 2.public.15]', async ({ page }) => {
  await page.goto(screens.support.href());
  await page.getByRole('searchbox').fill('cookies');
  await page.getByRole('link', { name: /Frequently asked questions/ }).click();
  await expect(page).toHaveURL(/\/faq#does-it-use-cookies-or-track-visitors$/);
  await expect(page.getByRole('heading', { name: 'Does it use cookies or track visitors?' })).toBeInViewport();
  await page.goto(screens.support.href());
  await expect(page.getByText('This installation names no address for questions.')).toBeVisible();
  await expect(page.getByRole('main').locator('a[href^="mailto:"]')).toHaveCount(0);
});

test('a public guide links to other guides, and names a site’s screens without a link', async ({ page }) => {
  await page.goto(screens.supportGuide.href('getting-started'));
  await expect(page.locator('article strong', { hasText: 'Site Setup' }).first()).toBeVisible();
  await expect(page.locator('article').getByRole('link', { name: 'Site Setup' })).toHaveCount(0);
  await page.locator('article').getByRole('link', { name: 'How counting works' }).first().click();
  await expect(page).toHaveURL(screens.supportGuide.href('counting'));
});

test('a guide that is not there is an unknown page, with the way to all guides [spec 2.unknown.1]', async ({
  page,
}) => {
  await page.goto(screens.supportGuide.href('nothing-here'));
  await touch(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no guide at this address');
  await expect(page).toHaveTitle('Page not found · Proofbell');
  await page.getByRole('main').getByRole('link', { name: 'All guides' }).click();
  await expect(page).toHaveURL(screens.support.href());
});

test('the browser says of a blocked widget what the guide quotes', async ({ page, baseURL }) => {
  await page.goto(screens.supportGuide.href('consent-and-csp'));
  const blocks = page.locator('figure', { hasText: 'Console' }).locator('pre');
  await expect(blocks).toHaveCount(5);
  const quoted = (await blocks.allTextContents()).map((line) =>
    line.replaceAll('https://proofbell.example.com', `${baseURL}`),
  );
  const shop = await startHostSite(`${baseURL}`);
  const visit = await page.context().newPage();
  const lines: string[] = [];
  visit.on('console', (line) => lines.push(line.text()));
  const [script, connect] = quoted;
  for (const [path, policy, line] of [
    ['/script', "script-src 'self'", script],
    ['/connect', `script-src ${baseURL}; connect-src 'self'`, connect],
  ] as const) {
    shop.policies.set(path, policy);
    shop.pages.set(path, hostPage(tag(`${baseURL}`, 'YOUR_SITE_ID')));
    await visit.goto(shop.origin + path);
    await poll(() => lines).toContain(line);
  }
  await shop.close();
});
