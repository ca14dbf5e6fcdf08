// The two good outcomes on a hostile page: a proper notification, or none.
import { expect, type Page, type Request } from '@playwright/test';
import type { Scope } from './hostile-shop.ts';

const notificationOf = (scope: Scope) => scope.locator('proofbell-widget .notice:not(.gone)');

/** Expects one notification, wholly inside the screen, with its own look and its text, and a button to close it. */
export async function expectProper(page: Page, scope: Scope): Promise<void> {
  const notification = notificationOf(scope);
  await expect(notification).toHaveCount(1);
  await expect(notification).toBeInViewport({ ratio: 1 });
  await expect(notification.locator('.title')).toHaveText('Ana from Lisbon');
  await expect(notification.locator('.message')).toHaveText('bought the Oak Desk');
  // In the language of the page.
  await expect(notification.locator('time')).toHaveText(/^(?:2 hours ago|לפני שעתיים.*)$/);
  await expect(notification.getByRole('button', { name: 'Close' })).toBeVisible();
  const look = await notification.evaluate((element) => {
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

/** Expects that there is no notification, and that none comes within a minute of the page's clock, which is installed. */
export async function expectSilent(page: Page, scope: Scope = page): Promise<void> {
  await page.clock.runFor(60_000);
  await expect(notificationOf(scope)).toHaveCount(0);
}

/** @returns a promise of the end of the next request for a payload, good or bad; ask for it before the page opens. */
export const payloadAnswered = (page: Page): Promise<unknown> => {
  const isPayload = (request: Request) => request.url().includes('/api/embed/');
  return Promise.race([page.waitForEvent('requestfinished', isPayload), page.waitForEvent('requestfailed', isPayload)]);
};
