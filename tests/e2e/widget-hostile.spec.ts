// The hostile pages of support/hostile-pages.ts, one by one: the page works as before, nothing reaches its error
// handlers, nothing on it shifts, and the notification is shown properly and counted once, or not shown at all. Pages
// that take longer to set up have files of their own: widget-hostile-*.spec.ts.
import { expect } from '@playwright/test';
import { poll } from './support/base.ts';
import { expectProper, expectSilent, payloadAnswered } from './support/hostile-outcome.ts';
import { HOSTILE_PAGES } from './support/hostile-pages.ts';
import { expectShopWorks, expectUntouched, shopPage, shopScript } from './support/hostile-shop.ts';
import { payload } from './support/widget-backend.ts';
import { kinds, loaded, stopClock, test } from './support/widget-test.ts';

// A trace would add globals of its own to the page.
test.use({ trace: 'off' });

for (const [name, hostile] of Object.entries(HOSTILE_PAGES)) {
  const { outcome, asks = 1 } = hostile;
  test(`${name}: the page works as before, and the widget ${outcome === 'shows' ? 'shows' : 'is silent'}`, async ({
    page,
    backend,
    host,
  }) => {
    backend.answer = hostile.answer === undefined ? payload() : hostile.answer;
    host.pages.set('/', hostile.html?.(backend.origin) ?? shopPage(backend.origin));
    host.pages.set('/shop.js', shopScript(...(hostile.scripts ?? [])));
    if (hostile.policy) host.policies.set('/', hostile.policy(backend.origin));
    const scope = hostile.scope?.(page) ?? page;
    // No clock on pages that show the notification: some patch their timers.
    if (outcome === 'silent') await page.clock.install();
    if (hostile.isHeld) await stopClock(page);
    const answered = asks > 0 ? payloadAnswered(page) : page.waitForLoadState('load');

    await page.goto(host.origin);
    if (hostile.afterLoad) await loaded(page);
    await hostile.afterLoad?.(page);
    if (hostile.isHeld) await page.clock.resume();
    if (outcome === 'shows') await expectProper(page, scope);
    await expectShopWorks(scope);
    if (outcome === 'shows') {
      const counted = poll(() => kinds(backend), { message: 'one display', intervals: [100] });
      if (hostile.isCounted !== false) await counted.toEqual(['display n1']);
      await expectProper(page, scope);
    } else {
      await answered;
      await expectSilent(page, scope);
      expect(backend.events).toEqual([]);
    }
    expect(backend.requests.filter((request) => request.startsWith('GET /api/embed/'))).toHaveLength(asks);
    await expectUntouched(scope, hostile.refused?.(backend.origin));
  });
}
