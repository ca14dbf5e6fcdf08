// The built widget's queue and what it knows of a visit: rhythm, order, caps, moves within the site, and the tab that
// stays open. What one notification does is in widget.spec.ts.
import { expect, type Page } from '@playwright/test';
import { poll } from './support/base.ts';
import { listChances, pinChance, seedChance } from './support/chance.ts';
import { NOW, notification, type PayloadParts, payload, type WidgetBackend } from './support/widget-backend.ts';
import { hostPage, LAX } from './support/widget-host.ts';
import { keepLog, loggedOn, shownOn } from './support/widget-log.ts';
import { begin, card, kinds, lamp, loaded, openStopped, passUntil, stopClock, test } from './support/widget-test.ts';

type Queue = NonNullable<NonNullable<PayloadParts['behavior']>['queue']>;
const QUEUE: Queue = { order: 'newest', loop: false, perPage: 0, perVisit: 0 };
const some = (count: number) =>
  Array.from({ length: count }, (_, i) => notification(`n${i + 1}`, { message: `n${i + 1}` }));
/** Shows each for a second, one right after another. */
const QUICK = { displayDuration: 1, timeBetween: 0 };

test('the queue stops at its end, or starts over if it loops', async ({ page, backend, host }) => {
  const shown = async (loop: boolean) => {
    backend.answer = payload({ notifications: some(3), timing: QUICK, behavior: { queue: { ...QUEUE, loop } } });
    await page.goto(host.origin);
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await loaded(page);
    await page.clock.runFor(7_500);
    return shownOn(page);
  };
  await stopClock(page, NOW);
  await keepLog(page);
  expect(await shown(false)).toEqual(['n1', 'n2', 'n3']);
  expect((await shown(true)).slice(0, 7)).toEqual(['n1', 'n2', 'n3', 'n1', 'n2', 'n3', 'n1']);
});

test('random order shuffles the whole queue and shows each notification once', async ({ page, backend, host }) => {
  const orders: string[] = [];
  backend.answer = payload({
    notifications: some(3),
    timing: QUICK,
    behavior: { queue: { ...QUEUE, order: 'random' } },
  });
  await stopClock(page, NOW);
  await keepLog(page);
  // Each load is another visitor's.
  await page.addInitScript(() => localStorage.clear());
  for (const ranks of [
    [0.5, 0.2, 0.9],
    [0.9, 0.5, 0.2],
    [0.2, 0.5, 0.9],
  ]) {
    // Each notification draws its rank before chance is asked for anything else.
    await listChances(page, ranks);
    await page.goto(host.origin);
    await loaded(page);
    await page.clock.runFor(6_000);
    orders.push((await shownOn(page)).join(' '));
  }
  expect(orders).toEqual(['n2 n1 n3', 'n3 n2 n1', 'n1 n2 n3']);
});

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

test('each of the two caps holds by itself', { tag: '@long' }, async ({ page, backend, host }) => {
  await stopClock(page, NOW);
  await keepLog(page);
  cap(backend, { perPage: 2 });
  expect(await watchVisits(page, host.origin)).toEqual([
    ['n1', 'n2'],
    ['n3', 'n4'],
    ['n1', 'n2'],
    ['n1', 'n2'],
  ]);
  cap(backend, { perVisit: 3 });
  expect(await watchVisits(page, host.origin)).toEqual([['n1', 'n2', 'n3'], [], [], ['n1', 'n2', 'n3']]);
});

test('duration and gap are exact unless randomized, then varied within a fifth; the initial delay is always exact', {
  tag: '@long',
}, async ({ page, backend, host }) => {
  await keepLog(page);
  for (const [name, chance, isRandom, least, most] of [
    ['exact', 0, false, 1, 1],
    ['a fifth shorter at the lowest chance', 0, true, 0.8, 0.8],
    ['a fifth longer at the highest', 0.999_999, true, 1.2, 1.2],
    ['varied by seeded chance', null, true, 0.8, 1.2],
  ] as const) {
    backend.answer = payload({
      timing: { initialDelay: 5, displayDuration: 10, timeBetween: 20, randomizeTiming: isRandom },
      behavior: { queue: { ...QUEUE, loop: true } },
    });
    await (chance === null ? seedChance(page) : pinChance(page, chance));
    await page.goto('about:blank');
    const begun = await stopClock(page, NOW);
    await page.goto(host.origin);
    await loaded(page);
    await page.clock.runFor('10:00');
    const logged = (await loggedOn(page)).filter(({ event }) => event === 'show' || event === 'hide');
    expect(logged.length, name).toBeGreaterThan(30);
    expect((logged[0]?.at ?? 0) - begun, name).toBe(5_000);
    const shares = logged
      .slice(1)
      .map(({ event, at }, i) => (at - (logged[i]?.at ?? 0)) / (event === 'hide' ? 10e3 : 20e3));
    for (const share of shares) {
      expect(share, name).toBeGreaterThan(least - 0.002);
      expect(share, name).toBeLessThan(most + 0.002);
    }
    if (least !== most) expect(Math.max(...shares) - Math.min(...shares), name).toBeGreaterThan(0.1);
    await page.evaluate(() => localStorage.clear());
  }
});

test('a visitor moving within the site keeps one widget, which reports the new page', async ({
  page,
  backend,
  host,
}) => {
  backend.answer = payload({
    notifications: [notification('n1'), lamp],
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
    backend.events.flatMap((event) => (event.type === 'cost' ? [] : [`${event.notificationId} ${event.page}`])),
  ).toEqual(['n1 /', 'n2 /lamps']);
  await poll(() =>
    page.evaluate(() => JSON.parse(localStorage.getItem('proofbell:site-1:visitor') ?? '{}').pages),
  ).toBe(2);
});

test('the queue continues across pages, keeps its caps, and requests nothing but its backend', async ({
  page,
  backend,
  host,
}) => {
  const asked = new Set<string>();
  page.on('request', (request) => asked.add(new URL(request.url()).origin));
  backend.answer = payload({
    notifications: some(3),
    behavior: { queue: { ...QUEUE, perPage: 1, perVisit: 2 } },
  });
  await openStopped(page, host.origin);
  await expect(card(page)).toContainText('n1');
  await page.goto(`${host.origin}/next`);
  await begin(page);
  await expect(card(page)).toContainText('n2');
  await page.goto(`${host.origin}/last`);
  await loaded(page);
  await page.clock.runFor(60_000);
  await expect(card(page)).toHaveCount(0);
  expect([...asked].sort()).toEqual([backend.origin, host.origin].sort());
});

test('a notification waits for its start while the page is open, and an ended one is not shown', async ({
  page,
  backend,
  host,
}) => {
  const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString();
  backend.answer = payload({
    notifications: [
      notification('soon', { startsAt: at(5), message: 'starts in five minutes' }),
      notification('over', { endsAt: at(0), message: 'ended right now' }),
    ],
  });
  await openStopped(page, host.origin);
  await page.clock.runFor('04:00');
  await expect(card(page)).toHaveCount(0);
  await page.clock.runFor('01:30');
  await expect(card(page)).toContainText('starts in five minutes');
  await page.clock.runFor('30:00');
  await expect(page.getByText('ended right now')).toHaveCount(0);
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
