// Every screen of the table, opened by its address: a heading, a quiet console (checked by the test's own fixture), nothing
// that sticks out sideways or that axe objects to. A new screen is visited because it is in the table. On a phone, the
// visitors' in the dark theme and the owners' in the light one, whose colors are the same; in the long form on a desk as
// well, in both themes, and with something on it.
import { expect, type Page } from '@playwright/test';
import { screens } from '#client/screens.ts';
import { OWNER_TITLES, PUBLIC_TITLES, SITE_TITLES } from '#tests/support/spec-routes.ts';
import { expectAccessible, overflowOf } from './support/axe.ts';
import { poll } from './support/base.ts';
import { fullSite } from './support/full-site.ts';
import { newOwner, test } from './support/owner.ts';

/** The titles that the specification's routes have, by the address of the example. */
const TITLES = new Map<string, string>([
  ...Object.entries({ ...PUBLIC_TITLES, ...OWNER_TITLES }),
  [screens.blogPost.href(), PUBLIC_TITLES['/blog/:id']] as const,
  ...Object.entries(SITE_TITLES).map(([at, title]) => [`/oak-and-iron/${at}`, `${title} · Oak & Iron`] as const),
]);

const WIDTHS = { phone: 375, desk: 1440 };
const THEMES = ['light', 'dark'] as const;

async function expectScreen(
  page: Page,
  path: string,
  width: number,
  themes: readonly (typeof THEMES)[number][],
): Promise<void> {
  // Nothing moves while it is looked at.
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: themes[0] ?? 'light' });
  await page.setViewportSize({ width, height: 900 });
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
  const title = TITLES.get(path);
  if (title) await expect(page).toHaveTitle(`${title} · Proofbell`);
  // What follows the width is drawn anew first.
  await poll(() => overflowOf(page), `${path} at ${width} px`).toBeLessThanOrEqual(0);
  await expectAccessible(page, 'script', themes);
}

async function expectEverywhere(page: Page, path: string): Promise<void> {
  for (const width of Object.values(WIDTHS)) await expectScreen(page, path, width, THEMES);
}

const everybodys = Object.entries(screens).flatMap(([name, screen]) =>
  screen.guard === 'public' ? [[name, screen.href()] as const] : [],
);
const owners = Object.entries(screens).flatMap(([name, screen]) =>
  screen.guard === 'public'
    ? []
    : [[name, screen.guard === 'site' ? screen.href('oak-and-iron') : screen.href(), screen.path] as const],
);

for (const [name, path] of [...everybodys, ['not found', '/no-such-page'] as const]) {
  test(`visitors: ${name} has a heading, a quiet console and no accessibility issue [spec 2.public.* 2.unknown.1 6.1]`, async ({
    page,
  }) => {
    await expectScreen(page, path, WIDTHS.phone, ['dark']);
  });

  test(`visitors: ${name} on a phone and on a desk, light and dark`, { tag: '@long' }, async ({ page }) => {
    await expectEverywhere(page, path);
  });
}

test('owners without a site: the form for the first one opens the same way [spec 2.owner.5]', async ({ page }) => {
  await newOwner(page);
  await expectScreen(page, screens.createSite.href(), WIDTHS.phone, ['light']);
});

for (const [name, path, pattern] of [...owners, ['not found', '/oak-and-iron/nothing-here', 'nothing-here'] as const]) {
  test(`owners: ${name} has a heading, a quiet console and no accessibility issue [spec 2.owner.* 2.site.*]`, async ({
    page,
  }) => {
    await newOwner(page, 'Oak & Iron');
    await expectScreen(page, path, WIDTHS.phone, ['light']);
    await expect(page).toHaveURL(new RegExp(`${pattern.split('/').at(-1)?.replace(/^:.*/, '[^/]+')}$`));
  });

  test(`owners: ${name} with something on it, on a phone and on a desk, light and dark`, {
    tag: '@long',
  }, async ({ page }) => {
    await fullSite(page);
    await expectEverywhere(page, path);
  });
}
