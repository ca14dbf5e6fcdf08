// Payloads of the wrong shape, one wrong value at a time: each is shown properly or not at all, can be closed and
// removed, and leaves the page as it was.
import { expect } from '@playwright/test';
import { tryEach, wrongPayloads } from './support/hostile-payloads.ts';
import { expectShopWorks, expectUntouched, shopPage, shopScript } from './support/hostile-shop.ts';
import { payload } from './support/widget-backend.ts';
import { keepLog, shownOn } from './support/widget-log.ts';
import { loaded, stopClock, test } from './support/widget-test.ts';

// A trace costs more than the loop.
test.use({ trace: 'off' });

for (const under of [
  'widget.behavior',
  'widget.appearance',
  'notifications',
  'site',
  'token',
  'v',
  'revision',
  'widget.rules',
]) {
  test(`with a wrong value anywhere in ${under} the notification is shown properly or not at all`, async ({
    page,
    backend,
    host,
  }) => {
    host.pages.set('/', shopPage(backend.origin, { end: '' }));
    host.pages.set('/shop.js', shopScript());
    // The loop writes script elements.
    host.policies.set('/', '');
    const bodies = wrongPayloads(under);
    const names = [...bodies.keys()];
    for (const [i, name] of names.entries())
      backend.answers.set(`v${i}`, { status: 200, body: bodies.get(name) ?? '' });
    await page.goto(host.origin);
    const verdicts = await tryEach(
      page,
      backend.origin,
      names.map((_name, i) => `v${i}`),
    );
    const wrong = names.flatMap((name, i) => {
      const verdict = verdicts[i] ?? 'missing';
      return verdict === 'proper' || verdict === 'silent' ? [] : [`${name}: ${verdict}`];
    });
    expect(wrong).toEqual([]);
    await expectShopWorks(page);
    await expectUntouched(page);
  });
}

test('invalid times never make a notification flicker', async ({ page, backend, host }) => {
  host.pages.set('/shop.js', shopScript());
  const wrong = [null, 'soon', -1, {}];
  for (const [i, value] of wrong.entries()) {
    const parts = JSON.parse(
      payload({ behavior: { queue: { order: 'newest', loop: true, perPage: 0, perVisit: 0 } } }).body,
    );
    parts.widget.behavior.timing = {
      initialDelay: value,
      displayDuration: value,
      timeBetween: value,
      randomizeTiming: 0,
    };
    backend.answers.set(`t${i}`, { status: 200, body: JSON.stringify(parts) });
    host.pages.set(`/t${i}`, shopPage(backend.origin).replace('site-1', `t${i}`));
  }
  const shown: Record<string, number> = {};
  await stopClock(page);
  await keepLog(page);
  for (const [i, value] of wrong.entries()) {
    await page.goto(`${host.origin}/t${i}`);
    await loaded(page);
    await page.clock.runFor(800);
    shown[JSON.stringify(value)] = (await shownOn(page)).length;
    await expectUntouched(page);
  }
  for (const [value, count] of Object.entries(shown))
    expect(count, `showings in 0.8 s, times ${value}`).toBeLessThan(3);
});
