// The narrowest phone, 320 px wide: no screen is wider, and what is pressed there is large enough for a finger. The screens
// of an own site are full, since what is long is what widens a page.
import { expect, type Page } from '@playwright/test';
import { ownerScreens, publicScreens, siteScreens } from '#client/screens.ts';
import { overflowOf } from './support/axe.ts';
import { poll } from './support/base.ts';
import { fullSite } from './support/full-site.ts';
import { newEmail, register, test } from './support/owner.ts';

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
  await page.waitForLoadState('networkidle');
  await expect(page.locator('.animate-pulse')).toHaveCount(0);
  await poll(() => overflowOf(page), path).toBe(0);
  expect.soft(await smallTargets(page), path).toEqual([]);
}

test.use({ viewport: { width: 320, height: 640 } });

test('at 320 px nothing sticks out for visitors, on the API page or at the gate, and a finger hits what it aims at', async ({
  page,
}) => {
  test.slow();
  for (const { href } of publicScreens) await expectFits(page, href());
  await expectFits(page, '/api/docs');
  await register(page, newEmail());
  await expectFits(page, '/dashboard');
  await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible();
});

test('at 320 px nothing sticks out for owners, and a finger hits what it aims at', async ({ page }) => {
  test.slow();
  const { slug } = await fullSite(page);
  for (const { href } of ownerScreens) await expectFits(page, href());
  for (const { href } of siteScreens) await expectFits(page, href(slug));
});
