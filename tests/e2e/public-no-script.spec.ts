// The public pages on a phone where scripts are off: nothing that can be pressed does nothing, and every page is reached.
import { expect } from '@playwright/test';
import { screens } from '#client/screens.ts';
import { overflowOf } from './support/axe.ts';
import { test } from './support/owner.ts';

test.use({ javaScriptEnabled: false });

for (const width of [320, 375, 1280]) {
  test(`without scripts the header at ${width} px has its links, and no button that does nothing`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const path of ['/', screens.pricing.href(), screens.blog.href()]) {
      await page.goto(path);
      const header = page.getByRole('banner');
      await expect(header.getByRole('button')).toHaveCount(0);
      for (const name of ['Features', 'Pricing', 'FAQ']) {
        const link = header.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
        await expect(link).toBeVisible();
        const box = await link.boundingBox();
        expect((box?.x ?? width) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
        // On one line, inside the header.
        expect((box?.y ?? 99) + (box?.height ?? 0)).toBeLessThanOrEqual(64);
        expect(box?.height).toBeLessThan(30);
      }
      await expect(header.getByRole('link', { name: 'Log in' })).toBeVisible({ visible: width >= 768 });
      expect(await overflowOf(page)).toBe(0);
    }
    await page.getByRole('banner').getByRole('link', { name: 'FAQ' }).click();
    await expect(page).toHaveURL(/\/faq$/);
  });
}
