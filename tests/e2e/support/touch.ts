// A prerendered page has no React until somebody touches it.
import type { Page } from '@playwright/test';

/** Moves the pointer, and waits until React has taken the page over. */
export async function touch(page: Page): Promise<void> {
  await page.mouse.move(1, 1);
  await page.mouse.move(2, 2);
  await page.waitForFunction(() => !document.querySelector('script[data-app]'));
}
