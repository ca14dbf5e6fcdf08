// A prerendered page has no React until somebody touches it.
import type { Page } from '@playwright/test';
import { poll } from './base.ts';

/**
 * Moves the pointer until that is so. Once isn't enough: a browser joins the movements of a frame, to none if they lead back,
 * and none of a page that was never painted counts.
 */
export async function moveUntil(page: Page, isSo: () => boolean | Promise<boolean>): Promise<void> {
  let at = 1;
  await poll(async () => {
    at = 3 - at;
    await page.mouse.move(at, at);
    return isSo();
  }).toBe(true);
}

/** Moves the pointer until React has taken the page over. */
export const touch = (page: Page): Promise<void> =>
  moveUntil(page, () => page.evaluate(() => !document.querySelector('script[data-app]')));
