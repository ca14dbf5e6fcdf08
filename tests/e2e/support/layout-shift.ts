// How much of a page moved by itself: the Layout Instability API's shifts, over all loads of a page.
import { expect, type Page } from '@playwright/test';
import { settled } from './base.ts';

/** The most that all shifts of one load, or of a journey, may add up to. */
export const MOST_SHIFTED = 0.02;
/** In ms: long enough that skeletons are drawn before the answers come. */
const LATE = 300;

/** From now on all answers come late. */
export const answerLate = (page: Page): Promise<unknown> =>
  page.route('**/api/trpc/**', async (route) => {
    await new Promise((done) => setTimeout(done, LATE));
    await route.fallback();
  });

/** Waits until a screen has all that it asks for, and its fonts. */
export async function loaded(page: Page): Promise<void> {
  await settled(page);
  await expect(page.locator('.animate-pulse')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}

/** One shift, and what moved. */
export type Shift = { value: number; path: string; moved: string };

/**
 * Counts from the next load on. @returns all shifts so far that no press of the last half second explains:
 * https://wicg.github.io/layout-instability/
 */
export async function watchShifts(page: Page): Promise<Shift[]> {
  const shifts: Shift[] = [];
  await page.exposeFunction('noteShift', (shift: Shift) => {
    shifts.push(shift);
  });
  await page.addInitScript(() => {
    type Source = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly };
    type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Source[] };
    const note = (window as unknown as { noteShift: (shift: Shift) => void }).noteShift;
    const nameOf = (node: Node | null) =>
      node instanceof Element ? `${node.tagName} ${node.className} ${node.textContent?.slice(0, 40)}` : String(node);
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[]) {
        const moved = sources
          .map(({ node, previousRect: from, currentRect: to }) => `${nameOf(node)}: y ${from.y} → ${to.y}`)
          .join('; ');
        if (!hadRecentInput) note({ value, path: window.location.pathname, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return shifts;
}

export const sumOf = (shifts: readonly Shift[]): number => shifts.reduce((sum, { value }) => sum + value, 0);
