// WCAG 2.2 AA as far as axe can check it, and reflow, which it can't. axe runs in the page itself and reports violations
// only: by its Playwright package, which also collects what passed, one look costs five times as much.
import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { drawn, poll } from './base.ts';

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');
const RUN: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations'],
  // Style sheets from elsewhere, which no page of ours has.
  preload: false,
};

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

/** Puts axe into the page and its frames, if it isn't there. */
async function bringAxe(page: Page): Promise<void> {
  for (const frame of page.frames()) if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(AXE);
}

/**
 * @param within a selector of what is looked at, shadow roots included.
 * @returns the page's violations as it is now.
 */
export async function violationsOf(page: Page, within = 'html'): Promise<string[]> {
  await bringAxe(page);
  return page.evaluate(
    async ([selector, options]) => {
      const { axe } = window as unknown as { axe: { run(within: string, options: RunOptions): Promise<AxeResults> } };
      const { violations } = await axe.run(selector, options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    },
    [within, RUN] as const,
  );
}

type Theme = 'light' | 'dark';

/**
 * @param themes in which it is looked at: on a phone the dark one, else the light one.
 * @param means how the page applies its theme: by the client's script, or by the style sheet alone.
 */
export async function expectAccessible(
  page: Page,
  means: 'script' | 'style' = 'script',
  themes: readonly Theme[] = [(page.viewportSize()?.width ?? 0) < 768 ? 'dark' : 'light'],
): Promise<void> {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Without text there is nothing to find issues with.
    await expect(page.locator('main')).toHaveText(/\S/);
    // The page's own script applies the theme after the browser has changed, and colors change with the frame after that.
    if (means === 'script') {
      await page.waitForFunction(
        (isDark) => document.documentElement.classList.contains('dark') === isDark,
        colorScheme === 'dark',
      );
    }
    await drawn(page);
    await expectStill(page);
    expect(await violationsOf(page), colorScheme).toEqual([]);
  }
}

/** @returns by how many pixels the page is wider than its window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Makes the window a phone's: nothing sticks out sideways, and axe has nothing to object to. */
export async function expectPhone(page: Page, width = 375): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await poll(() => overflowOf(page)).toBeLessThanOrEqual(0);
  await expectAccessible(page);
}
