// The narrowest phone, 320 px wide: no screen is wider, and what is pressed there is large enough for a finger. The screens
// of an own site are full, since what is long is what widens a page.
import { expect, type Page } from '@playwright/test';
import { ownerScreens, publicScreens, screens, siteScreens } from '#client/screens.ts';
import { overflowOf } from './support/axe.ts';
import { poll, settled } from './support/base.ts';
import { fullSite } from './support/full-site.ts';
import { newEmail, newOwner, post, register, test } from './support/owner.ts';
import { storePlan } from './support/stored-session.ts';

const LONG = 'Café Olivia & Daughters, Coffee Roasters since 1921';

const switcher = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Site:/ });

/** Controls are 32, 36 or 40 px high, and nothing to be pressed is under 24 (docs/decisions/002-visual-language.md). */
const CONTROL = 32;
const LEAST = 24;

/** @returns what a finger would miss: of what can be pressed, but links in a sentence, whose lines are as they are. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(
    ({ control, least }) => {
      const isInSentence = (link: Element): boolean => {
        if (getComputedStyle(link).display !== 'inline') return false;
        let block = link.parentElement;
        while (block && getComputedStyle(block).display === 'inline') block = block.parentElement;
        return (block?.textContent?.trim().length ?? 0) > (link.textContent?.trim().length ?? 0);
      };
      const isFilled = (one: Element) => getComputedStyle(one).backgroundColor !== 'rgba(0, 0, 0, 0)';
      return [...document.querySelectorAll<HTMLElement>('button, summary, a[href], [role=button], [role=radio]')]
        .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        .filter((one) => {
          const { width, height, bottom } = one.getBoundingClientRect();
          if (bottom <= 0 || isInSentence(one)) return false;
          const isSwitch = one.matches('[role=switch], [role=checkbox]');
          return width < least || height < (isFilled(one) && !isSwitch ? control : least);
        })
        .map((one) => {
          const { width, height } = one.getBoundingClientRect();
          return `${one.tagName} ${one.ariaLabel ?? one.textContent}: ${width} x ${height}`;
        });
    },
    { control: CONTROL, least: LEAST },
  );

async function expectFits(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await settled(page);
  await expect(page.locator('.animate-pulse')).toHaveCount(0);
  await poll(() => overflowOf(page), path).toBe(0);
  expect.soft(await smallTargets(page), path).toEqual([]);
}

test.use({ viewport: { width: 320, height: 640 } });

test('at 320 px nothing sticks out for visitors, on the API page or at the gate, and a finger hits what it aims at', {
  tag: '@long',
}, async ({ page }) => {
  test.slow();
  for (const { href } of publicScreens) await expectFits(page, href());
  await expectFits(page, '/api/docs');
  await register(page, newEmail());
  await expectFits(page, '/dashboard');
  await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible();
});

test('at 320 px nothing sticks out for owners, and a finger hits what it aims at', { tag: '@long' }, async ({
  page,
}) => {
  test.slow();
  const { slug } = await fullSite(page);
  for (const { href } of ownerScreens) await expectFits(page, href());
  for (const { href } of siteScreens) await expectFits(page, href(slug));
});

test('at 320 px every screen of a site says whose it is, the longest name, too', { tag: '@long' }, async ({ page }) => {
  storePlan(await newOwner(page, 'Oak & Iron'), 'starter');
  await post(page, '/api/sites', { name: LONG });
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

test('a window that becomes as narrow as a phone is never narrower than the page in it, not for a moment', {
  tag: '@long',
}, async ({ page }) => {
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
