// How much of a page moved by itself: the Layout Instability API's shifts, over all loads of a page.
import type { Page } from '@playwright/test';

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
