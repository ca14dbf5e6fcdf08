// The built widget's queue and what it knows of a visit: rhythm, order, caps, moves within the site, and the tab that
// stays open. What one notification does is in widget.spec.ts.
import { expect, type Page } from '@playwright/test';
import { compileRules } from '#shared/embed/compile-rules.ts';
import type { Rules } from '#shared/embed/rule-types.ts';
import { poll } from './support/base.ts';
import { NOW, notification, type PayloadParts, payload, type WidgetBackend } from './support/widget-backend.ts';
import { hostPage, LAX } from './support/widget-host.ts';
import { keepLog, loggedOn, shownOn } from './support/widget-log.ts';
import {
  card,
  conditionsLoaded,
  kinds,
  lamp,
  loaded,
  openStopped,
  passUntil,
  stopClock,
  test,
} from './support/widget-test.ts';

type Queue = NonNullable<NonNullable<PayloadParts['behavior']>['queue']>;
const QUEUE: Queue = { order: 'newest', loop: false, perPage: 0, perVisit: 0 };
const some = (count: number) =>
  Array.from({ length: count }, (_, i) => notification(`n${i + 1}`, { message: `n${i + 1}` }));
/** Shows each for a second, one right after another. */
const QUICK = { displayDuration: 1, timeBetween: 0 };

/** @returns what a visitor sees on a page, after a reload, after a move within the site, and on the next visit. */
async function watchVisits(page: Page, url: string): Promise<string[][]> {
  const shown: string[][] = [];
  const look = async () => {
    await loaded(page);
    const before = shown.length === 2 ? (shown[1]?.length ?? 0) : 0;
    await page.clock.runFor(8_000);
    shown.push((await shownOn(page)).slice(before));
  };
  await page.goto(url);
  await look();
  await page.reload();
  await look();
  await page.evaluate(() => history.pushState(null, '', '/next'));
  await look();
  // An open page would begin the next visit itself.
  await page.goto('about:blank');
  await page.clock.fastForward('30:00');
  await page.goto(url);
  await look();
  await page.evaluate(() => localStorage.clear());
  await page.goto('about:blank');
  return shown;
}
const cap = (backend: WidgetBackend, caps: Partial<Queue>) => {
  const behavior = { queue: { ...QUEUE, loop: true, ...caps } };
  backend.answer = payload({ notifications: some(4), timing: QUICK, behavior });
};

test('no more notifications are shown than a page and a visit may have, across reloads and moves within the site', async ({
  page,
  backend,
  host,
}) => {
  await stopClock(page, NOW);
  await keepLog(page);
  cap(backend, { perPage: 2, perVisit: 3 });
  expect(await watchVisits(page, host.origin)).toEqual([['n1', 'n2'], ['n3'], [], ['n1', 'n2']]);
});

/** Pages are counted where there are conditions. */
const SOMETIME: Rules = { match: 'all', conditions: [{ type: 'visits', operator: 'at-least', value: 1 }] };

test('a visitor moving within the site keeps one widget, which reports the new page', async ({
  page,
  backend,
  host,
}) => {
  backend.answer = payload({
    notifications: [notification('n1'), { ...lamp, rules: compileRules(SOMETIME) }],
    behavior: { queue: { ...QUEUE, perPage: 1 } },
    timing: { displayDuration: 30, timeBetween: 0.1 },
  });
  await page.addInitScript(() => {
    const before = history.pushState;
    history.pushState = function patched(...args) {
      document.title = `moved to ${args[2]}`;
      return before.apply(this, args);
    };
  });
  await keepLog(page);
  const displays = async () => (await loggedOn(page)).filter(({ event }) => event === 'display').length;
  await openStopped(page, `${host.origin}/?utm_source=letter`);
  await conditionsLoaded(page, backend);
  await expect(card(page)).toContainText('bought the Oak Desk');
  await passUntil(page, async () => (await displays()) === 1, 'one display');
  await page.clock.runFor('10:00');
  await expect(card(page)).toHaveCount(0);

  // Removing or changing the query does not make a new page: the cap still applies.
  await page.evaluate(() => history.replaceState(null, '', '/'));
  await page.clock.runFor(2_000);
  await page.evaluate(() => history.pushState(null, '', '/?color=red'));
  await page.clock.runFor('10:00');
  await expect(card(page)).toHaveCount(0);

  await page.evaluate(() => history.pushState(null, '', '/lamps?page=2'));
  await page.clock.runFor(100);
  await expect(card(page)).toContainText('bought a lamp');
  await expect(page).toHaveTitle('moved to /lamps?page=2');
  await expect(page.locator('proofbell-widget')).toHaveCount(1);
  await passUntil(page, async () => (await displays()) === 2, 'two displays');
  await page.clock.runFor(5_000);
  await poll(() =>
    backend.events.flatMap((event) => ('notificationId' in event ? [`${event.notificationId} ${event.page}`] : [])),
  ).toEqual(['n1 /', 'n2 /lamps']);
  await poll(() =>
    page.evaluate(() => JSON.parse(localStorage.getItem('proofbell:site-1:visitor') ?? '{}').pages),
  ).toBe(2);
});

test('the page’s scripts can listen, pause, show and remove everything', async ({ page, backend, host, issues }) => {
  backend.answer = payload({
    notifications: [notification('n1'), lamp],
    timing: { initialDelay: 60 },
  });
  await page.goto(host.origin);
  await page.waitForFunction(() => window.Proofbell);
  await page.evaluate(() => {
    const log: string[] = [];
    Object.assign(window, { log });
    for (const event of ['show', 'hide', 'dismiss'] as const)
      window.Proofbell?.on(event, ({ id }) => log.push(`${event} ${id}`));
    window.Proofbell?.on('show', () => {
      throw new Error('of the page');
    });
    const stop = window.Proofbell?.on('show', () => log.push('never'));
    stop?.();
    window.Proofbell?.show('n2');
  });
  await expect(card(page)).toContainText('bought a lamp');
  await page.evaluate(() => window.Proofbell?.pause());
  await expect(card(page)).toHaveCount(0);
  await page.evaluate(() => window.Proofbell?.show('n1'));
  await expect(card(page)).toContainText('bought the Oak Desk');
  await page.keyboard.press('Escape');
  await expect(card(page)).toHaveCount(0);
  await page.evaluate(() => window.Proofbell?.destroy());
  await expect(page.locator('proofbell-widget')).toHaveCount(0);
  expect(await page.evaluate(() => 'Proofbell' in window)).toBe(false);
  expect(await page.evaluate(() => (window as unknown as { log: string[] }).log)).toEqual([
    'show n2',
    'hide n2',
    'show n1',
    'dismiss n1',
    'hide n1',
  ]);
  // An error in the page's own listener is reported to the page.
  expect(issues.splice(0)).toEqual(['of the page', 'of the page']);
});

test('a tag added long after the page loaded works, and a second site’s tag changes nothing', async ({
  page,
  backend,
  host,
}) => {
  backend.answer = payload();
  host.pages.set(LAX, hostPage(''));
  await page.goto(host.origin + LAX, { waitUntil: 'load' });
  for (const siteId of ['site-1', 'site-2']) {
    await page.evaluate(
      ([src = '', id = '']) =>
        new Promise<void>((resolve) => {
          const script = Object.assign(document.createElement('script'), { src, onload: () => resolve() });
          script.dataset.siteId = id;
          document.head.append(script);
        }),
      [`${backend.origin}/widget.js`, siteId],
    );
    await loaded(page);
  }
  await expect(card(page)).toHaveCount(1);
  await poll(() => kinds(backend)).toEqual(['display n1']);
  expect(backend.requests.filter((request) => request.includes('site-2'))).toEqual([]);
});
