// The sandbox's test cards, and paying with them.
import type { Page } from '@playwright/test';

export const CARD = '4242 4242 4242 4242';
export const DECLINED = '4000 0000 0000 0002';
/** Is accepted in the portal, and then payments fail. */
export const FAILS_LATER = '4000 0000 0000 0341';

/** On the page of a checkout. */
export async function payWith(page: Page, card: string): Promise<void> {
  await page.getByLabel('Card number').fill(card);
  await page.getByRole('button', { name: /^Pay / }).click();
}
