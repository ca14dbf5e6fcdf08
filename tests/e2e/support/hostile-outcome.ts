// The two good outcomes on a hostile page: a proper notice, or none.
import { expect, type Page } from '@playwright/test';
import type { Scope } from './hostile-shop.ts';

const noticeOf = (scope: Scope) => scope.locator('proofbell-widget .notice:not(.gone)');

/** Silence is looked for this long after the page did all it does, in milliseconds. */
const SILENCE = 200;

/** Expects one notice, wholly inside the screen, with its own look and its text, and a button to close it. */
export async function expectProper(page: Page, scope: Scope): Promise<void> {
  const notice = noticeOf(scope);
  await expect(notice).toHaveCount(1);
  await expect(notice).toBeInViewport({ ratio: 1 });
  await expect(notice.locator('.title')).toHaveText('Ana from Lisbon');
  await expect(notice.locator('.message')).toHaveText('bought the Oak Desk');
  await expect(notice.locator('time')).toHaveText('2 hours ago');
  await expect(notice.getByRole('button', { name: 'Close' })).toBeVisible();
  const look = await notice.evaluate((element) => {
    const { display, backgroundColor, color, fontSize, paddingTop, transform } = getComputedStyle(element);
    const { position, zIndex } = getComputedStyle(element.parentElement as Element);
    return { display, backgroundColor, color, fontSize, paddingTop, transform, position, zIndex };
  });
  expect(look).toEqual({
    display: 'flex',
    backgroundColor: 'rgb(255, 255, 255)',
    color: 'rgb(51, 51, 51)',
    fontSize: '14px',
    paddingTop: '16px',
    transform: 'none',
    position: 'fixed',
    zIndex: '9999',
  });
  expect(await page.locator('proofbell-widget').count(), 'one widget on the page').toBeLessThanOrEqual(1);
}

/** Expects that no notice is there, and that none comes at once. */
export async function expectSilent(scope: Scope): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, SILENCE));
  await expect(noticeOf(scope)).toHaveCount(0);
}
