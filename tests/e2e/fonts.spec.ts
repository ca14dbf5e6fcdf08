// The app's own font, whole: letters with accents in it, and the pages that the server draws.
import { expect, type Page } from '@playwright/test';
import { poll } from './support/base.ts';
import { newOwner, test } from './support/owner.ts';

/** @returns how many letters of the first heading loaded fonts draw, and how many others. */
async function lettersIn(page: Page): Promise<{ loaded: number; others: number }> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const { root } = await devtools.send('DOM.getDocument');
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'h1' });
  const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
  await devtools.detach();
  const count = (isLoaded: boolean) =>
    fonts.filter(({ isCustomFont }) => isCustomFont === isLoaded).reduce((sum, { glyphCount }) => sum + glyphCount, 0);
  return { loaded: count(true), others: count(false) };
}

test('a name with accents is wholly in it, and so is what the server draws by itself', async ({ page }) => {
  await newOwner(page, 'Café Olivia');
  await page.goto('/cafe-olivia/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Café Olivia' })).toBeVisible();
  await poll(() => lettersIn(page)).toEqual({ loaded: 11, others: 0 });
  await page.goto('/verify-email');
  await poll(async () => (await lettersIn(page)).others).toBe(0);
  expect((await lettersIn(page)).loaded).toBeGreaterThan(5);
});
