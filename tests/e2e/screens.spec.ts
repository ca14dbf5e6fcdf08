// Every screen of the table, opened by its address: a heading, a quiet console (checked by the test's own fixture), and
// at the width of a phone and of a desktop nothing that sticks out sideways or that axe objects to in either theme. A
// new screen is visited because it is in the table.
import { expect, type Page } from '@playwright/test';
import { screens } from '#client/screens.ts';
import { OWNER_TITLES, PUBLIC_TITLES, SITE_TITLES } from '#tests/support/spec-routes.ts';
import { expectAccessible } from './support/axe.ts';
import { poll } from './support/base.ts';
import { newOwner, test } from './support/owner.ts';

/** The titles that the specification's routes have, by the address of the example. */
const TITLES = new Map<string, string>([
  ...Object.entries({ ...PUBLIC_TITLES, ...OWNER_TITLES }),
  [screens.blogPost.href(), PUBLIC_TITLES['/blog/:id']] as const,
  ...Object.entries(SITE_TITLES).map(([at, title]) => [`/oak-and-iron/${at}`, `${title} · Oak & Iron`] as const),
]);

async function expectScreen(page: Page, path: string): Promise<void> {
  // Nothing moves while it is looked at.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
  const title = TITLES.get(path);
  if (title) await expect(page).toHaveTitle(`${title} · Proofbell`);
  for (const width of [1440, 375]) {
    await page.setViewportSize({ width, height: 900 });
    // What follows the width is drawn anew first.
    const excess = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await poll(excess, `${path} at ${width} px`).toBeLessThanOrEqual(0);
    await expectAccessible(page);
  }
}

test('visitors: every public screen opens with a heading, a quiet console and no accessibility issue [spec 2.public.* 2.unknown.1]', async ({
  page,
}) => {
  test.slow();
  for (const [name, screen] of Object.entries(screens)) {
    if (screen.guard === 'public') await test.step(name, () => expectScreen(page, screen.href()));
  }
  await test.step('not found', () => expectScreen(page, '/no-such-page'));
});

test('owners without a site: the form for the first one opens the same way [spec 2.owner.5]', async ({ page }) => {
  await newOwner(page);
  await expectScreen(page, screens.createSite.href());
});

test('owners: every other screen opens with a heading, a quiet console and no accessibility issue [spec 2.owner.* 2.site.*]', async ({
  page,
}) => {
  test.slow();
  await newOwner(page, 'Oak & Iron');
  for (const [name, screen] of Object.entries(screens)) {
    if (screen.guard === 'public') continue;
    await test.step(name, async () => {
      await expectScreen(page, screen.guard === 'site' ? screen.href('oak-and-iron') : screen.href());
      await expect(page).toHaveURL(new RegExp(`${screen.path.split('/').at(-1)?.replace(/^:.*/, '[^/]+')}$`));
    });
  }
  await test.step('not found', () => expectScreen(page, '/oak-and-iron/nothing-here'));
});
