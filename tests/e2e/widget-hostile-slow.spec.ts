// A backend that takes its time: the page does not wait for it, and the widget comes late or not at all.
import { expect } from '@playwright/test';
import { expectProper, expectSilent } from './support/hostile-outcome.ts';
import { expectShopWorks, expectUntouched, shopPage, shopScript } from './support/hostile-shop.ts';
import { type Answer, payload } from './support/widget-backend.ts';
import { kinds, test } from './support/widget-test.ts';

test.use({ trace: 'off' });

/** The widget gives up after 10 seconds. */
const GIVES_UP = 10_000;

test('slow backends, of 2 s, of 12 s and one without an end: the page is used meanwhile, the notice is late, kept or absent', async ({
  context,
  backend,
  host,
}) => {
  host.pages.set('/shop.js', shopScript());
  const { body } = payload();
  const visits: Record<string, { answer: Answer; hasKept: boolean; outcome: 'late' | 'kept' | 'silent' }> = {
    late: { answer: { status: 200, body, after: 2_000 }, hasKept: false, outcome: 'late' },
    slow: { answer: { status: 200, body, after: 12_000 }, hasKept: false, outcome: 'silent' },
    kept: { answer: { status: 200, body, after: 12_000 }, hasKept: true, outcome: 'kept' },
    endless: { answer: { status: 200, body, isEndless: true }, hasKept: false, outcome: 'silent' },
  };
  await Promise.all(
    Object.entries(visits).map(async ([siteId, { answer, hasKept, outcome }]) => {
      const page = await context.newPage();
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      backend.answers.set(siteId, answer);
      host.pages.set(`/${siteId}`, shopPage(backend.origin).replace('site-1', siteId));
      if (hasKept) {
        const text = `${Date.now() - 1000} ${body}`;
        await page.addInitScript(
          ([name = '', value = '']) => localStorage.setItem(name, value),
          [`proofbell:${siteId}:payload`, text],
        );
      }
      const startedAt = Date.now();
      await page.goto(`${host.origin}/${siteId}`, { waitUntil: 'load' });
      expect(Date.now() - startedAt, 'the load event waits for no payload').toBeLessThan(1_900);
      await expectSilent(page);
      await expectShopWorks(page);
      if (outcome === 'silent') {
        await page.waitForTimeout(12_500 - (Date.now() - startedAt));
        await expectSilent(page);
      } else {
        await expect(page.locator('proofbell-widget .notice')).toBeVisible({ timeout: GIVES_UP + 2_000 });
        const shownAt = Date.now() - startedAt;
        expect(shownAt).toBeGreaterThan(outcome === 'kept' ? GIVES_UP - 100 : 1_900);
        await expectProper(page, page);
      }
      await expectUntouched(page);
      expect(faults).toEqual([]);
    }),
  );
  await expect.poll(() => kinds(backend)).toEqual(['display n1', 'display n1']);
});
