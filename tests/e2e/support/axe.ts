// WCAG 2.2 AA as far as axe can check it (every rule in light, and in dark those that look at colors), and reflow, which
// it can't.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { poll } from './base.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
/** The rules of these tags whose verdict a theme can change; names, roles and structure are the same in both. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Waits until nothing is animating any more; endless animations may go on. */
const expectStill = (page: Page) =>
  poll(() =>
    page.evaluate(
      () =>
        document
          .getAnimations()
          .filter((one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity).length,
    ),
  ).toBe(0);

/** @param theme how the page applies its theme: by the client's script, or by the style sheet alone. */
export async function expectAccessible(page: Page, theme: 'script' | 'style' = 'script'): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Without text there is nothing to find issues with.
    await expect(page.locator('main')).toHaveText(/\S/);
    // The page's own script applies the theme after the browser has changed, and colors change with the frame after that.
    if (theme === 'script') {
      await page.waitForFunction(
        (isDark) => document.documentElement.classList.contains('dark') === isDark,
        colorScheme === 'dark',
      );
    }
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await expectStill(page);
    const builder = new AxeBuilder({ page });
    const rules = colorScheme === 'light' ? builder.withTags(TAGS) : builder.withRules(COLOR_RULES);
    const { violations } = await rules.analyze();
    expect(violations.map(({ id, nodes }) => `${colorScheme} ${id}: ${nodes[0]?.html}`)).toEqual([]);
  }
}

/** @returns by how many pixels the page is wider than its window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
