// Every screen of the table, opened by its address: a heading, a quiet console (checked by the test's own fixture), nothing
// that sticks out sideways or that axe objects to. A new screen is visited because it is in the table. On a phone, the
// visitors' in the dark theme and the owners' in the light one, whose colors are the same. In the long form a part of them is
// opened once more, on a desk, with something on it, and its window becomes as narrow as the narrowest phone, where what is
// pressed is large enough for a finger; nothing of an owner's screen moves while answers are late.
import { expect, type Page } from '@playwright/test';
import { screens } from '#client/screens.ts';
import { partOf } from '#tests/support/runs.ts';
import { OWNER_TITLES, PUBLIC_TITLES, SITE_TITLES } from '#tests/support/spec-routes.ts';
import { expectAccessible, overflowOf } from './support/axe.ts';
import { poll } from './support/base.ts';
import { fullSite } from './support/full-site.ts';
import { answerLate, loaded, MOST_SHIFTED, sumOf, watchShifts } from './support/layout-shift.ts';
import { newEmail, newOwner, register, test } from './support/owner.ts';
import { touch } from './support/touch.ts';

/** The titles that the specification's routes have, by the address of the example. */
const TITLES = new Map<string, string>([
  ...Object.entries({ ...PUBLIC_TITLES, ...OWNER_TITLES }),
  [screens.blogPost.href(), PUBLIC_TITLES['/blog/:id']] as const,
  ...Object.entries(SITE_TITLES).map(([at, title]) => [`/oak-and-iron/${at}`, `${title} · Oak & Iron`] as const),
]);

const PHONE = 375;
/** The narrowest phone: what is long is what widens a page there. */
const NARROWEST = 320;
const HEIGHT = 900;

async function expectScreen(page: Page, path: string, theme: 'light' | 'dark'): Promise<void> {
  // Nothing moves while it is looked at.
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: theme });
  await page.setViewportSize({ width: PHONE, height: HEIGHT });
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
  await loaded(page);
  const title = TITLES.get(path);
  if (title) await expect(page).toHaveTitle(`${title} · Proofbell`);
  // What follows the width is drawn anew first.
  await poll(() => overflowOf(page), path).toBeLessThanOrEqual(0);
  await expectAccessible(page, 'script', [theme]);
}

/** Controls are 32, 36 or 40 px high, and nothing to be pressed is under 24 (docs/decisions/002-visual-language.md). */
const CONTROL = 32;
const LEAST = 24;

/** @returns what a finger would miss: of what can be pressed, but links in a sentence, whose lines are as they are. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(
    ({ control, least }) => {
      const isInSentence = (link: Element): boolean => {
        if (getComputedStyle(link).display !== 'inline') return false;
        let block = link.parentElement;
        while (block && getComputedStyle(block).display === 'inline') block = block.parentElement;
        return (block?.textContent?.trim().length ?? 0) > (link.textContent?.trim().length ?? 0);
      };
      const isFilled = (one: Element) => getComputedStyle(one).backgroundColor !== 'rgba(0, 0, 0, 0)';
      return [...document.querySelectorAll<HTMLElement>('button, summary, a[href], [role=button], [role=radio]')]
        .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        .filter((one) => {
          const { width, height, bottom } = one.getBoundingClientRect();
          if (bottom <= 0 || isInSentence(one)) return false;
          const isSwitch = one.matches('[role=switch], [role=checkbox]');
          return width < least || height < (isFilled(one) && !isSwitch ? control : least);
        })
        .map((one) => {
          const { width, height } = one.getBoundingClientRect();
          return `${one.tagName} ${one.ariaLabel ?? one.textContent}: ${width} x ${height}`;
        });
    },
    { control: CONTROL, least: LEAST },
  );

/** Opens a page on a desk, and waits until all that it asks for is there. */
async function openOnDesk(page: Page, path: string, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'no-preference', colorScheme });
  await page.setViewportSize({ width: 1440, height: HEIGHT });
  await page.goto(path);
  await loaded(page);
}

async function expectNarrow(page: Page, path: string): Promise<void> {
  for (const width of [768, NARROWEST]) {
    await page.setViewportSize({ width, height: HEIGHT });
    await poll(() => overflowOf(page), `${path} at ${width} px`).toBeLessThanOrEqual(0);
  }
  await poll(() => smallTargets(page), path).toEqual([]);
}

const everybodys = Object.entries(screens).flatMap(([name, screen]) =>
  screen.guard === 'public' ? [[name, screen.href()] as const] : [],
);
const owners = Object.entries(screens).flatMap(([name, screen]) =>
  screen.guard === 'public'
    ? []
    : [[name, screen.guard === 'site' ? screen.href('oak-and-iron') : screen.href(), screen.path] as const],
);

/** Of one browser page's visit: its first costs twice what each of the others does. */
const PER_VISIT = 3;
const forEverybody = [...everybodys, ['not found', '/no-such-page'] as const];

for (let at = 0; at < forEverybody.length; at += PER_VISIT) {
  const visited = forEverybody.slice(at, at + PER_VISIT);
  const names = visited.map(([name]) => name).join(', ');
  test(`visitors: ${names} have a heading, a quiet console and no accessibility issue [spec 2.public.* 2.unknown.1 6.1]`, async ({
    page,
  }) => {
    for (const [name, path] of visited) await test.step(name, () => expectScreen(page, path, 'dark'));
  });
}

/** With tables, and with long lines of code. */
const GUIDES = ['rules', 'consent-and-csp', 'api'].map((guide) => screens.supportGuide.href(guide));

test('visitors: every page is the same once React takes it over, and fits each width, with an account that is to be verified, too', {
  tag: '@long',
}, async ({ page }) => {
  test.slow();
  for (const path of partOf([...everybodys.map(([, href]) => href), ...GUIDES], 7)) {
    await test.step(path, async () => {
      await openOnDesk(page, path, 'light');
      const isPrerendered = (await page.locator('script[data-app]').count()) > 0;
      const heading = await page.locator('h1').elementHandle();
      const text = await page.locator('#root').innerText();
      await touch(page);
      if (isPrerendered) expect(await heading?.evaluate((node) => node.isConnected), path).toBe(true);
      // There the cost check has figures by now.
      if (isPrerendered && path !== screens.home.path) expect(await page.locator('#root').innerText()).toBe(text);
      await expectAccessible(page, 'script', ['light']);
      await expectNarrow(page, path);
    });
  }
  for (const path of ['/no-such-page', '/api/docs']) {
    await openOnDesk(page, path, 'light');
    await expectNarrow(page, path);
  }
  await register(page, newEmail());
  await openOnDesk(page, '/dashboard', 'light');
  await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible();
  await expectNarrow(page, '/dashboard');
});

test('owners without a site: the form for the first one opens the same way [spec 2.owner.5]', async ({ page }) => {
  await newOwner(page);
  await expectScreen(page, screens.createSite.href(), 'light');
});

for (const [name, path, pattern] of [...owners, ['not found', '/oak-and-iron/nothing-here', 'nothing-here'] as const]) {
  test(`owners: ${name} has a heading, a quiet console and no accessibility issue [spec 2.owner.* 2.site.*]`, async ({
    page,
  }) => {
    await newOwner(page, 'Oak & Iron');
    await expectScreen(page, path, 'light');
    await expect(page).toHaveURL(new RegExp(`${pattern.split('/').at(-1)?.replace(/^:.*/, '[^/]+')}$`));
  });
}

const switcher = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Site:/ });

test('owners: every screen with something on it stays where it is as it loads, and fits each width, in both themes', {
  tag: '@long',
}, async ({ page }) => {
  test.slow();
  await fullSite(page);
  const shifts = await watchShifts(page);
  await answerLate(page);
  for (const [, path, pattern] of partOf([...owners, ['', '/oak-and-iron/nothing-here', ''] as const], 8)) {
    await test.step(path, async () => {
      shifts.length = 0;
      await openOnDesk(page, path, 'dark');
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      // Not those of the screen before, whose window has just become wide again.
      const own = shifts.filter((shift) => shift.path === new URL(page.url()).pathname);
      expect.soft(sumOf(own), `${path}: ${JSON.stringify(own)}`).toBeLessThan(MOST_SHIFTED);
      await expectAccessible(page, 'script', ['dark']);
      await expectNarrow(page, path);
      await expectAccessible(page, 'script', ['light']);
      if (!pattern.startsWith('/:')) return;
      await expect(switcher(page), path).toContainText('Oak & Iron');
      await expect(switcher(page), path).toBeInViewport({ ratio: 1 });
    });
  }
});

const LONG_NAME = 'Café Olivia & Daughters, Coffee Roasters since 1921';

test('owners: the longest name of a site fits the narrowest phone, and a window that becomes narrow is never narrower than its page', {
  tag: '@long',
}, async ({ page }) => {
  await newOwner(page, LONG_NAME);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'Email', exact: true })).toBeVisible();
  // In each frame until nothing moves any more.
  const watch = await page.evaluateHandle(() => ({
    excess: new Promise<number>((done) => {
      let most = 0;
      const look = () => {
        most = Math.max(most, document.documentElement.scrollWidth - window.innerWidth);
        if (document.getAnimations().length > 0) requestAnimationFrame(look);
        else done(most);
      };
      window.addEventListener('resize', look, { once: true });
    }),
  }));
  await page.setViewportSize({ width: 375, height: 800 });
  expect(await watch.evaluate(({ excess }) => excess)).toBe(0);

  await page.setViewportSize({ width: NARROWEST, height: HEIGHT });
  await page.goto(screens.siteRules.href('cafe-olivia-and-daughters-coffee-roasters-since-1921'));
  await expect(switcher(page)).toContainText(LONG_NAME);
  await expect(switcher(page)).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Open account menu' })).toBeInViewport({ ratio: 1 });
  await poll(() => overflowOf(page)).toBe(0);
});
