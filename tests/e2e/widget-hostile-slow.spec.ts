// A slow backend: the page does not wait for it, and the widget appears late or not at all.
import { expect } from '@playwright/test';
import { poll } from './support/base.ts';
import { expectProper, expectSilent } from './support/hostile-outcome.ts';
import { expectShopWorks, expectUntouched, shopPage, shopScript } from './support/hostile-shop.ts';
import { payload } from './support/widget-backend.ts';
import { kinds, stopClock, test } from './support/widget-test.ts';

test.use({ trace: 'off' });

/** How long the widget waits for its payload, in milliseconds. */
const GIVES_UP = 10_000;

/** AbortSignal.timeout is the one timer that Playwright's clock does not control: this one does the same by that clock. */
function abortByPageClock(): void {
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('signal timed out', 'TimeoutError')), ms);
    return controller.signal;
  };
}

for (const [name, outcome] of [
  ['answers late', 'shows'],
  ['answers after the widget gave up', 'silent'],
  ['answers after the widget gave up, where a payload was kept', 'kept'],
  ['begins an answer and never ends it', 'silent'],
] as const) {
  const end = { shows: 'shows late', silent: 'is silent', kept: 'shows what was kept' }[outcome];
  test(`with a backend that ${name} the page stays usable, and the widget ${end}`, async ({ page, backend, host }) => {
    const answer = Promise.withResolvers<void>();
    const good = payload();
    const isEndless = name.includes('never');
    backend.answer = isEndless ? { ...good, isEndless } : { ...good, after: answer.promise };
    host.pages.set('/', shopPage(backend.origin));
    host.pages.set('/shop.js', shopScript());
    const now = await stopClock(page);
    await page.addInitScript(abortByPageClock);
    if (outcome === 'kept') {
      await page.addInitScript(
        (value) => localStorage.setItem('proofbell:site-1:payload', value),
        `${now - 1000} ${good.body}`,
      );
    }
    // The load event does not wait for the payload.
    await page.goto(host.origin, { waitUntil: 'load' });
    await poll(() => backend.requests).toContain('GET /api/embed/site-1');
    await page.clock.runFor(GIVES_UP - 100);
    await expect(page.locator('proofbell-widget')).toHaveCount(0);
    await expectShopWorks(page);
    if (outcome !== 'shows') await page.clock.runFor(200);
    if (outcome === 'silent') await expectSilent(page);
    if (outcome === 'kept') await expect(page.locator('proofbell-widget')).toHaveCount(1);
    answer.resolve();
    if (outcome === 'shows') await expect(page.locator('proofbell-widget')).toHaveCount(1);
    if (outcome === 'silent') await expectSilent(page);
    else {
      await page.clock.runFor(100);
      await expectProper(page, page);
      await poll(async () => {
        await page.clock.runFor(500);
        return kinds(backend);
      }).toEqual(['display n1']);
    }
    await expectUntouched(page);
  });
}
