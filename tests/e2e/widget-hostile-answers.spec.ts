// What the widget gets: payloads of the wrong shape, one wrong value at a time, a slow backend, and what something else left
// in the visitor's storage. Each is shown properly or not at all, can be closed
// and removed, and leaves the page as it was.
import { expect, type Page } from '@playwright/test';
import { partOf } from '#tests/support/runs.ts';
import { poll } from './support/base.ts';
import { expectProper, expectSilent } from './support/hostile-outcome.ts';
import { tryEach, wrongPayloads } from './support/hostile-payloads.ts';
import { expectShopWorks, expectUntouched, shopPage, shopScript } from './support/hostile-shop.ts';
import { NOW, payload, startWidgetBackend } from './support/widget-backend.ts';
import { startHostSite } from './support/widget-host.ts';
import { keepLog, shownOn } from './support/widget-log.ts';
import { conditionsLoaded, kinds, loaded, stopClock, test } from './support/widget-test.ts';

// A trace costs more than the loop.
test.use({ trace: 'off' });

test('with a wrong value anywhere in the payload the notification is shown properly or not at all', {
  tag: '@long',
}, async ({ page, backend, host }) => {
  host.pages.set('/', shopPage(backend.origin, { end: '' }));
  host.pages.set('/shop.js', shopScript());
  // The loop writes script elements.
  host.policies.set('/', '');
  const wrong: string[] = [];
  const parts = [
    'widget.behavior',
    'widget.style',
    'widget.words',
    'notifications',
    'site',
    'token',
    'v',
    'proof',
    'widget.rules',
  ];
  for (const under of partOf(parts, 3)) {
    const bodies = wrongPayloads(under);
    const names = [...bodies.keys()];
    for (const [i, name] of names.entries())
      backend.answers.set(`v${i}`, { status: 200, body: bodies.get(name) ?? '' });
    await page.goto(host.origin);
    // Nothing waits for it, once it is there.
    await conditionsLoaded(page, backend);
    const verdicts = await tryEach(
      page,
      backend.origin,
      names.map((_name, i) => `v${i}`),
    );
    expect([under, names.length > 1, verdicts[0]]).toEqual([under, true, 'proper']);
    for (const [i, name] of names.entries()) {
      const verdict = verdicts[i] ?? 'missing';
      if (verdict !== 'proper' && verdict !== 'silent') wrong.push(`${name}: ${verdict}`);
    }
    await expectShopWorks(page);
    await expectUntouched(page);
  }
  expect(wrong).toEqual([]);
});

test('invalid times never make a notification flicker', { tag: '@long' }, async ({ page, backend, host }) => {
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
  await stopClock(page, NOW);
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

type Late = 'shows' | 'is silent' | 'shows what was kept';

/** A page of its own origin, whose backend is slow. */
async function visitSlow(page: Page, isEndless: boolean, outcome: Late): Promise<void> {
  const backend = await startWidgetBackend();
  const host = await startHostSite(backend.origin);
  const answer = Promise.withResolvers<void>();
  const good = payload();
  backend.answer = isEndless ? { ...good, isEndless } : { ...good, after: answer.promise };
  host.pages.set('/', shopPage(backend.origin));
  host.pages.set('/start', shopPage(backend.origin, { end: '' }));
  host.pages.set('/shop.js', shopScript());
  if (outcome === 'shows what was kept') {
    await page.goto(`${host.origin}/start`);
    const text = `${NOW - 1000} ${good.body}`;
    await page.evaluate((value) => localStorage.setItem('proofbell:site-1:payload', value), text);
  }
  await stopClock(page, NOW);
  // The load event does not wait for the payload.
  await page.goto(host.origin, { waitUntil: 'load' });
  await poll(() => backend.requests).toContain('GET /api/embed/site-1');
  await page.clock.runFor(GIVES_UP - 100);
  await expect(page.locator('proofbell-widget')).toHaveCount(0);
  await expectShopWorks(page);
  if (outcome !== 'shows') await page.clock.runFor(200);
  if (outcome === 'is silent') await expectSilent(page);
  if (outcome === 'shows what was kept') await expect(page.locator('proofbell-widget')).toHaveCount(1);
  answer.resolve();
  if (outcome === 'shows') await expect(page.locator('proofbell-widget')).toHaveCount(1);
  if (outcome === 'is silent') await expectSilent(page);
  else {
    await page.clock.runFor(100);
    await expectProper(page, page);
    await poll(async () => {
      await page.clock.runFor(500);
      return kinds(backend);
    }).toEqual(['display n1']);
  }
  await expectUntouched(page);
  await page.goto('about:blank');
  await host.close();
  await backend.close();
}

test('with a backend that answers after the widget gave up, the page stays usable, and what was kept is shown', async ({
  page,
}) => {
  await page.addInitScript(abortByPageClock);
  await visitSlow(page, false, 'shows what was kept');
});

test('a backend that answers late, too late, or without end holds nothing up', { tag: '@long' }, async ({ page }) => {
  await page.addInitScript(abortByPageClock);
  for (const [name, isEndless, outcome] of [
    ['late', false, 'shows'],
    ['after the widget gave up', false, 'is silent'],
    ['without end', true, 'is silent'],
  ] as const) {
    await test.step(name, () => visitSlow(page, isEndless, outcome));
  }
});

const MEMORIES = {
  'an older memory without counts': '{"closed":{}}',
  'a memory of another shape': `{"closed":[],"at":${NOW},"count":"y","seen":[]}`,
  'a memory of nothings': `{"closed":null,"at":${NOW},"count":null,"seen":null}`,
  'a memory of numbers as texts': `{"closed":{"n1":"0"},"at":"${NOW}","count":"2","seen":{"n1":"1"}}`,
  'a memory that is a list': '[[],{}]',
  'a memory cut off': '{"closed":{"n1":',
};
test(`a good payload shows despite ${Object.keys(MEMORIES).join('; ')}`, { tag: '@long' }, async ({
  page,
  backend,
  host,
}) => {
  backend.answer = payload();
  host.pages.set('/', shopPage(backend.origin));
  host.pages.set('/start', shopPage(backend.origin, { end: '' }));
  host.pages.set('/shop.js', shopScript());
  await page.goto(`${host.origin}/start`);
  for (const [name, text] of Object.entries(MEMORIES)) {
    await test.step(name, async () => {
      await page.evaluate((value) => localStorage.setItem('proofbell:site-1:visitor', value), text);
      await page.goto(host.origin);
      await expectProper(page, page);
      await expectUntouched(page);
    });
  }
  await expectShopWorks(page);
});
