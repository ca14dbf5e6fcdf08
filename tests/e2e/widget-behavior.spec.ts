// The built widget's behaviors that no other file covers: rhythm, order, caps, how long a closed notification stays
// away, screens, speed of the animation.

import { expect } from '@playwright/test';
import { DISMISS_PERIODS, type DismissPeriod } from '#shared/embed/payload.ts';
import { DAY, HOUR } from '#shared/time.ts';
import { poll } from './support/base.ts';
import { listChances, pinChance, seedChance } from './support/chance.ts';
import { notification, type PayloadParts, payload } from './support/widget-backend.ts';
import { hostPage, LAX, tag } from './support/widget-host.ts';
import { keepLog, loggedOn, shownOn } from './support/widget-log.ts';
import { card, loaded, stopClock, test } from './support/widget-test.ts';

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
  await stopClock(page);
  await keepLog(page);
  expect(await shown(false)).toEqual(['n1', 'n2', 'n3']);
  expect((await shown(true)).slice(0, 7)).toEqual(['n1', 'n2', 'n3', 'n1', 'n2', 'n3', 'n1']);
});

for (const order of ['custom', 'newest', 'oldest', 'random'] as const) {
  const isShuffled = order === 'random';
  test(`in ${order} order notifications are shown ${isShuffled ? 'at random, each equally often' : 'as they are served'}`, async ({
    page,
    backend,
    host,
  }) => {
    const runs = isShuffled ? 90 : 5;
    backend.answer = payload({ notifications: some(3), behavior: { queue: { ...QUEUE, order } } });
    host.pages.set(LAX, hostPage(''));
    await seedChance(page);
    await page.goto(host.origin + LAX);
    const first = await page.evaluate(
      async ([src = '', times = '0']) => {
        const shown: string[] = [];
        const look = () =>
          document.querySelector('proofbell-widget')?.shadowRoot?.querySelector('.message')?.textContent;
        for (let run = 0; run < Number(times); run += 1) {
          localStorage.clear();
          const script = Object.assign(document.createElement('script'), { src });
          script.dataset.siteId = 'site-1';
          document.head.append(script);
          while (!look()) await new Promise(requestAnimationFrame);
          shown.push(look() ?? '');
          window.Proofbell?.destroy();
          script.remove();
        }
        return shown;
      },
      [`${backend.origin}/widget.js`, String(runs)],
    );
    const counts = ['n1', 'n2', 'n3'].map((id) => first.filter((one) => one === id).length);
    if (!isShuffled) expect(counts).toEqual([runs, 0, 0]);
    // A third of 90 is 30; three standard deviations are 13.
    else for (const count of counts) expect(count).toBeGreaterThan(16);
  });
}

test('random order shuffles the whole queue and shows each notification once', async ({ page, backend, host }) => {
  const orders = new Set<string>();
  backend.answer = payload({
    notifications: some(3),
    timing: QUICK,
    behavior: { queue: { ...QUEUE, order: 'random' } },
  });
  await stopClock(page);
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
    orders.add((await shownOn(page)).join(' '));
  }
  expect([...orders]).toEqual(['n2 n1 n3', 'n3 n2 n1', 'n1 n2 n3']);
});

for (const [name, caps, pages] of [
  [
    'the cap per page',
    { perPage: 2 },
    [
      ['n1', 'n2'],
      ['n3', 'n4'],
      ['n1', 'n2'],
      ['n1', 'n2'],
    ],
  ],
  ['the cap per visit', { perVisit: 3 }, [['n1', 'n2', 'n3'], [], [], ['n1', 'n2', 'n3']]],
  ['both caps', { perPage: 2, perVisit: 3 }, [['n1', 'n2'], ['n3'], [], ['n1', 'n2']]],
] as [string, Partial<Queue>, string[][]][]) {
  test(`${name}: no more notifications than allowed, across reloads and moves within the site`, async ({
    page,
    backend,
    host,
  }) => {
    const behavior = { queue: { ...QUEUE, loop: true, ...caps } };
    backend.answer = payload({ notifications: some(4), timing: QUICK, behavior });
    await stopClock(page);
    await keepLog(page);
    const shown: string[][] = [];
    const look = async () => {
      await loaded(page);
      const before = shown.length === 2 ? (shown[1]?.length ?? 0) : 0;
      await page.clock.runFor(8_000);
      shown.push((await shownOn(page)).slice(before));
    };
    await page.goto(host.origin);
    await look();
    await page.reload();
    await look();
    await page.evaluate(() => history.pushState(null, '', '/next'));
    await look();
    // An open page would begin the next visit itself.
    await page.goto('about:blank');
    await page.clock.fastForward('30:00');
    await page.goto(host.origin);
    await look();
    expect(shown).toEqual(pages);
  });
}

const PERIODS: Record<DismissPeriod, number> = {
  page: 0,
  '1h': HOUR,
  '24h': DAY,
  '7d': 7 * DAY,
  '30d': 30 * DAY,
  forever: 50 * 365 * DAY,
};

for (const dismissPeriod of DISMISS_PERIODS) {
  test(`a notification closed with the period ${dismissPeriod} stays away that long, across reloads, and no longer [spec 9.14]`, async ({
    page,
    backend,
    host,
  }) => {
    backend.answer = payload({ interaction: { dismissPeriod } });
    await stopClock(page);
    await page.goto(host.origin);
    await loaded(page);
    await page.clock.runFor(100);
    await card(page).getByRole('button', { name: 'Close' }).click();
    await expect(card(page)).toHaveCount(0);
    const period = PERIODS[dismissPeriod];
    if (period > 0) {
      await page.clock.fastForward(period - 60_000);
      await page.reload();
      await loaded(page);
      await page.clock.runFor(5_000);
      await expect(card(page)).toHaveCount(0);
      await page.clock.fastForward(60_000);
    }
    await page.reload();
    await loaded(page);
    await page.clock.runFor(1_000);
    await expect(card(page)).toHaveCount(dismissPeriod === 'forever' ? 0 : 1);
  });
}

for (const [name, chance, isRandom, least, most] of [
  ['exact unless randomized', 0, false, 1, 1],
  ['a fifth shorter at the lowest chance', 0, true, 0.8, 0.8],
  ['a fifth longer at the highest', 0.999_999, true, 1.2, 1.2],
  ['varied within a fifth by seeded chance', null, true, 0.8, 1.2],
] as const) {
  test(`duration and gap are ${name}; the initial delay is always exact`, async ({ page, backend, host }) => {
    backend.answer = payload({
      timing: { initialDelay: 5, displayDuration: 10, timeBetween: 20, randomizeTiming: isRandom },
      behavior: { queue: { ...QUEUE, loop: true } },
    });
    await (chance === null ? seedChance(page) : pinChance(page, chance));
    const begun = await stopClock(page);
    await keepLog(page);
    await page.goto(host.origin);
    await loaded(page);
    await page.clock.runFor('10:00');
    const logged = (await loggedOn(page)).filter(({ event }) => event === 'show' || event === 'hide');
    expect(logged.length).toBeGreaterThan(30);
    expect((logged[0]?.at ?? 0) - begun).toBe(5_000);
    const shares = logged
      .slice(1)
      .map(({ event, at }, i) => (at - (logged[i]?.at ?? 0)) / (event === 'hide' ? 10e3 : 20e3));
    for (const share of shares) {
      expect(share).toBeGreaterThan(least - 0.002);
      expect(share).toBeLessThan(most + 0.002);
    }
    if (least !== most) expect(Math.max(...shares) - Math.min(...shares)).toBeGreaterThan(0.1);
  });
}

test.describe('with a touch screen', () => {
  test.use({ hasTouch: true });

  for (const [width, showOnDesktop, device] of [
    [768, true, 'tablet'],
    [768, false, null],
    [767, true, null],
    [767, false, 'mobile'],
  ] as const) {
    const which = showOnDesktop ? 'desktop' : 'mobile';
    test(`at ${width} px a notification for ${which} screens is ${device ? `shown, and counted as on a ${device}` : 'not shown'}`, async ({
      page,
      backend,
      host,
    }) => {
      backend.answer = payload({
        behavior: { visibility: { showOnDesktop, showOnMobile: !showOnDesktop, zIndex: 9999 } },
      });
      await page.setViewportSize({ width, height: 700 });
      await page.clock.install();
      await page.goto(host.origin);
      await loaded(page);
      if (!device) {
        await page.clock.runFor('10:00');
        await expect(card(page)).toHaveCount(0);
        return;
      }
      await poll(() => backend.events).toMatchObject([{ type: 'display', device }]);
    });
  }
});

test.describe('on a phone', () => {
  test.use({
    viewport: { width: 390, height: 700 },
    screen: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });

  test('a page without a viewport tag, laid out 980 px wide, is still a page on a phone', async ({
    page,
    backend,
    host,
  }) => {
    backend.answer = payload({
      behavior: { mobilePosition: 'top', visibility: { showOnDesktop: false, showOnMobile: true, zIndex: 9999 } },
    });
    host.pages.set('/', `<!doctype html><title>Old shop</title>${tag(backend.origin)}`);
    await page.goto(host.origin);
    expect(await page.evaluate(() => document.documentElement.clientWidth)).toBe(980);
    await expect(card(page)).toBeVisible();
    expect((await card(page).boundingBox())?.y).toBeLessThan(100);
    await poll(() => backend.events).toMatchObject([{ type: 'display', device: 'mobile' }]);
  });
});

test('animations last as long as their speed says, and take no time when off', async ({ page, backend, host }) => {
  const lasts = async (parts: PayloadParts) => {
    backend.answer = payload(parts);
    await page.goto(host.origin);
    await expect(card(page)).toBeVisible();
    return card(page).evaluate((element) => getComputedStyle(element).transitionDuration);
  };
  const animations = { animationType: 'Slide In', speed: '700ms', enabled: true, hoverEffect: 'Lift' } as const;
  expect(await lasts({ speed: '150ms' })).toBe('0.15s');
  expect(await lasts({ appearance: { animations } })).toBe('0.7s');
  expect(await lasts({ appearance: { animations: { ...animations, enabled: false } } })).toBe('0s');
  expect(await lasts({ appearance: { animations: { ...animations, animationType: 'None' } } })).toBe('0s');
  // Off includes hover effects.
  await lasts({ appearance: { animations: { ...animations, enabled: false } } });
  await card(page).hover();
  await poll(() => card(page).evaluate((element) => element.matches(':hover'))).toBe(true);
  expect(await card(page).evaluate((element) => getComputedStyle(element).translate)).toBe('none');
});

test('a link opens in the same tab or in a new one, always without an opener', async ({ page, backend, host }) => {
  for (const openInNewTab of [false, true]) {
    backend.answer = payload({ notifications: [notification('n1', { url: '/desks' })], interaction: { openInNewTab } });
    await page.goto(host.origin);
    const link = card(page).getByRole('link');
    await expect(link).toHaveAttribute('rel', 'noopener');
    await expect(link).toHaveAttribute('target', openInNewTab ? '_blank' : '');
  }
});
