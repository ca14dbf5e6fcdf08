// How much of a page moved by itself: the Layout Instability API's shifts, added up over all loads of a page.
import type { Page } from '@playwright/test';

/**
 * Counts from the next load on. @returns a function that tells the sum of all shifts so far that no press of the last half
 * second explains: https://wicg.github.io/layout-instability/
 */
export async function watchShifts(page: Page): Promise<() => number> {
  let sum = 0;
  await page.exposeFunction('noteShift', (value: number) => {
    sum += value;
  });
  await page.addInitScript(() => {
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
    const note = (window as unknown as { noteShift: (value: number) => void }).noteShift;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) if (!entry.hadRecentInput) note(entry.value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => sum;
}
