// Rules in a real browser: every kind of condition and every operator once, both where it holds and where it does not, on
// pages with many notifications of which only those with matching rules are shown.
import { expect, type Page } from '@playwright/test';
import { compileRules } from '#shared/embed/compile-rules.ts';
import type { Condition, Rules } from '#shared/embed/rule-types.ts';
import { poll } from './support/base.ts';
import { type Cases, FIRST_VISIT, LATER, SECOND_VISIT } from './support/rule-cases.ts';
import { NOW, notification, payload, type WidgetBackend } from './support/widget-backend.ts';
import { hostPage, tag } from './support/widget-host.ts';
import { keepLog, shownOn } from './support/widget-log.ts';
import { card, conditionsLoaded, loaded, passUntil, stopClock, test } from './support/widget-test.ts';

const rulesOf = (one: Condition | Rules): Rules => ('type' in one ? { match: 'all', conditions: [one] } : one);
const notificationWith = (id: string, one: Condition | Rules) =>
  notification(id, { message: id, rules: compileRules(rulesOf(one)) });
/** The condition itself, so that failures name it. */
const nameOf = (one: Condition | Rules) => JSON.stringify(one);
const notificationsOf = ({ holds, fails }: Cases) =>
  [...holds, ...fails].map((one) => notificationWith(nameOf(one), one));

/** Shows each for a second, one right after another. */
const QUICK = { displayDuration: 1, timeBetween: 0 };

/** Expects exactly the notifications whose rules hold to have been shown, in any order. */
async function expectShown(page: Page, backend: WidgetBackend, { holds, fails }: Cases): Promise<void> {
  await loaded(page);
  await conditionsLoaded(page, backend);
  await page.clock.runFor((holds.length + fails.length) * 1_000 + 5_000);
  expect((await shownOn(page)).sort()).toEqual(holds.map(nameOf).sort());
}

test('a first visit: page, query, device, language, visitor, pages, date, weekday, hour, facts, groups', async ({
  page,
  backend,
  host,
}) => {
  const { path, attributes, timezone, time, casesOn } = FIRST_VISIT;
  const cases = casesOn(host.origin);
  host.pages.set(
    new URL(path, host.origin).pathname,
    hostPage(tag(backend.origin).replace('async', `async ${attributes}`)),
  );
  backend.answer = payload({ notifications: notificationsOf(cases), timing: QUICK, timezone });
  await page.clock.install({ time });
  await keepLog(page);
  await page.goto(host.origin + path);
  await expectShown(page, backend, cases);
});

test.describe('with a large touch screen, in Portuguese', () => {
  test.use({ hasTouch: true, viewport: { width: 1024, height: 768 }, locale: 'pt-BR' });

  test('a second visit from another site: referrer, tablet, returning, visits and pages seen', async ({
    page,
    backend,
    host,
  }) => {
    const { timezone, time, from, cases } = SECOND_VISIT;
    backend.answer = payload({ notifications: notificationsOf(cases), timing: QUICK, timezone });
    host.pages.set('/landing', hostPage(`<a href="/desks">Desks</a>${tag(backend.origin)}`));
    await page.route(`${new URL(from).origin}/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: `<a href="${host.origin}/landing">Oak & Iron</a>` }),
    );
    await page.clock.install({ time });
    await keepLog(page);
    await page.goto(host.origin);
    await loaded(page);
    await page.clock.fastForward('30:01');
    await page.goto(from);
    await page.getByRole('link').click();
    await page.waitForURL('**/landing');
    await loaded(page);
    await page.getByRole('link', { name: 'Desks' }).click();
    await page.waitForURL('**/desks');
    await expectShown(page, backend, cases);
  });
});

test('conditions met later on the page: time, scrolling, exit intent, a smaller window', async ({
  page,
  backend,
  host,
}) => {
  const notifications = Object.entries(LATER).map(([id, one]) => notificationWith(id, one));
  backend.answer = payload({ notifications, timing: QUICK });
  await stopClock(page, NOW);
  await keepLog(page);
  await page.goto(host.origin);
  await loaded(page);
  await conditionsLoaded(page, backend);
  const scrollTo = async (delta: number, isThere: (share: number) => boolean) => {
    await page.mouse.wheel(0, delta);
    const share = () => page.evaluate(() => ((scrollY + innerHeight) / document.documentElement.scrollHeight) * 100);
    await poll(async () => isThere(await share())).toBe(true);
    await page.clock.runFor(2_500);
  };
  await page.setViewportSize({ width: 1280, height: 300 });
  await page.mouse.move(400, 100);
  await page.clock.runFor(20_000);
  await scrollTo(200, (share) => share > 35 && share < 89);
  expect(await shownOn(page)).toEqual([]);
  await page.clock.runFor(12_000);
  expect(await shownOn(page)).toEqual(['time']);
  await scrollTo(9_000, (share) => share > 99);
  expect(await shownOn(page)).toEqual(['time', 'scroll']);
  await page.mouse.move(-5, 100);
  await page.clock.runFor(2_500);
  expect(await shownOn(page)).toEqual(['time', 'scroll']);
  await page.mouse.move(400, 100);
  await page.mouse.move(400, -5);
  await passUntil(page, async () => (await shownOn(page)).length > 2, 'a third notification');
  expect(await shownOn(page)).toEqual(['time', 'scroll', 'exit']);
  await page.clock.runFor(2_500);
  await page.setViewportSize({ width: 767, height: 300 });
  await page.clock.runFor(2_500);
  expect(await shownOn(page)).toEqual(['time', 'scroll', 'exit', 'mobile']);
  // All of that starts over on the next page of the site.
  await page.setViewportSize({ width: 1280, height: 300 });
  await page.mouse.move(400, 100);
  await page.mouse.wheel(0, -9_000);
  await poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.evaluate(() => history.pushState(null, '', '/next'));
  await page.clock.runFor(20_000);
  expect(await shownOn(page)).toHaveLength(4);
  await page.clock.runFor(12_000);
  expect(await shownOn(page)).toEqual(['time', 'scroll', 'exit', 'mobile', 'time']);
});

test('every move within the site checks the rules against the new page: one notification goes, another comes', async ({
  page,
  backend,
  host,
}) => {
  const on = (...value: string[]): Condition => ({ type: 'page', operator: 'is', value });
  backend.answer = payload({
    notifications: [
      notificationWith('A', on('/a')),
      notificationWith('B', on('/b')),
      notificationWith('route', on('/a#/route')),
      notificationWith('sale', { type: 'query', name: 'sale', operator: 'is', value: ['1'] }),
    ],
    rules: { match: 'all', conditions: [{ type: 'page', operator: 'is-not', value: ['/checkout'] }] },
  });
  await page.clock.install({ time: NOW });
  await keepLog(page);
  await page.goto(`${host.origin}/a`);
  const message = card(page).locator('.message');
  await expect(message).toHaveText(['A']);
  const moves: [how: string, move: () => void, shown: string[]][] = [
    ['pushState', () => history.pushState(null, '', '/b'), ['B']],
    ['replaceState', () => history.replaceState(null, '', '/c?sale=1'), ['sale']],
    ['replaceState of the query alone', () => history.replaceState(null, '', '/c?sale=0'), []],
    ['popstate', () => history.back(), ['A']],
    ['a fragment that is a place on the page', () => location.assign('#top'), ['A']],
    ['hashchange to a route', () => location.assign('#/route'), ['route']],
    ['hashchange back', () => history.back(), ['A']],
    ['the widget’s own rule', () => history.pushState(null, '', '/checkout'), []],
    ['and away from it', () => history.pushState(null, '', '/b'), ['B']],
  ];
  for (const [how, move, shown] of moves) {
    await page.evaluate(move);
    await expect(message, how).toHaveText(shown);
    // Longer than the gap, so that nothing else can still appear.
    await page.clock.runFor(2_000);
    await expect(message, how).toHaveText(shown);
  }
  expect(await shownOn(page)).toEqual(['A', 'B', 'sale', 'A', 'route', 'A', 'B']);
});
