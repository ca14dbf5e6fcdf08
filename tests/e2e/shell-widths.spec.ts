// The shell where there is little room: on a phone, and in a window that becomes as narrow as one.
import { expect, type Page } from '@playwright/test';
import { screens, siteScreens } from '#client/screens.ts';
import { overflowOf } from './support/axe.ts';
import { newOwner, post, test } from './support/owner.ts';
import { storePlan } from './support/stored-session.ts';

const LONG = 'Café Olivia & Daughters, Coffee Roasters since 1921';

const switcher = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Site:/ });

test('on a phone every screen of a site says whose it is, and nothing sticks out at 320 px', async ({ page }) => {
  test.slow();
  storePlan(await newOwner(page, 'Oak & Iron'), 'starter');
  await post(page, '/api/sites', { name: LONG });
  await page.setViewportSize({ width: 320, height: 640 });
  for (const { href } of siteScreens) {
    await page.goto(href('oak-and-iron'));
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await expect(switcher(page), href('oak-and-iron')).toContainText('Oak & Iron');
    await expect(switcher(page)).toBeInViewport({ ratio: 1 });
    expect(await overflowOf(page), href('oak-and-iron')).toBe(0);
  }
  await page.goto(screens.siteRules.href('cafe-olivia-and-daughters-coffee-roasters-since-1921'));
  await expect(switcher(page)).toContainText(LONG);
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeInViewport({ ratio: 1 });
  expect(await overflowOf(page)).toBe(0);
});

test('a window that becomes as narrow as a phone is never narrower than the page in it, not for a moment', async ({
  page,
}) => {
  await newOwner(page, 'Oak & Iron');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'Email', exact: true })).toBeVisible();
  // In each frame until nothing moves any more.
  const watch = await page.evaluateHandle(() => ({
    excess: new Promise<number>((done) => {
      let most = 0;
      const look = () => {
        most = Math.max(most, document.documentElement.scrollWidth - window.innerWidth);
        if (document.getAnimations().length > 0) requestAnimationFrame(look);
        else done(most);
      };
      window.addEventListener('resize', look, { once: true });
    }),
  }));
  await page.setViewportSize({ width: 375, height: 800 });
  expect(await watch.evaluate(({ excess }) => excess)).toBe(0);
});
