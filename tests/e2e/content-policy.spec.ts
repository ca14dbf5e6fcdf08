// Attack: have the app itself break its content policy, so that somebody loosens it: Radix's scroll lock and list of
// choices used to need style-src 'unsafe-inline'. Every other test of the app's screens fails on a violation, too.
import { expect } from '@playwright/test';
import { test as base, poll, pressWhenIdle } from './support/base.ts';
import { newOwner, test } from './support/owner.ts';

test('dialogs lock the page and lists of choices open without inline styles being allowed', { tag: '@long' }, async ({
  page,
}) => {
  await page.addInitScript(() => {
    const violations: string[] = [];
    Object.assign(window, { violations });
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      violations.push(`${effectiveDirective} ${blockedURI}`),
    );
  });
  await newOwner(page, 'Oak & Iron');
  const response = await page.goto('/oak-and-iron/notifications');
  const policy = response?.headers()['content-security-policy'] ?? '';
  // Radix's, and what public pages need for their first paint.
  expect(policy).toMatch(/script-src 'self' 'sha256-[^']+'; style-src 'self'(?: 'sha256-[^']+'){2};/);
  expect(policy).not.toMatch(/unsafe|data:|\*/);
  const isLocked = () => page.evaluate(() => getComputedStyle(document.body).overflowY === 'hidden');
  expect(await isLocked()).toBe(false);
  await page.getByRole('button', { name: 'Write your own' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await poll(isLocked).toBe(true);
  await page.getByRole('combobox').first().click();
  await expect(page.getByRole('option').first()).toBeVisible();
  const scrollbar = await page
    .locator('[data-radix-select-viewport]')
    .evaluate((list) => getComputedStyle(list).scrollbarWidth);
  expect(scrollbar).toBe('none');
  await pressWhenIdle(page, 'Escape');
  await pressWhenIdle(page, 'Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await poll(isLocked).toBe(false);
  expect(await page.evaluate(() => (window as unknown as { violations: string[] }).violations)).toEqual([]);
});

base('a style that gets into a page does nothing', async ({ page }) => {
  await page.goto('/login');
  const refused = await page.evaluate(async () => {
    const directives: string[] = [];
    const both = new Promise<void>((resolve) => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
        if (directives.push(effectiveDirective) === 2) resolve();
      });
    });
    const holder = document.createElement('div');
    holder.innerHTML = '<style>body{display:none}</style><p style="color:red">x</p>';
    document.body.append(holder);
    await both;
    return directives.sort();
  });
  expect(refused).toEqual(['style-src-attr', 'style-src-elem']);
});
