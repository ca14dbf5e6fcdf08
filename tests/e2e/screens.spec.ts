// Every screen of the table, opened by its address: a heading, a quiet console (checked by the test's own fixture), and
// as a light phone and a dark desktop nothing that sticks out sideways or that axe objects to. A new screen is visited
// because it is in the table. The other two looks are long.
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

/** Two that differ in both, so that what depends on one of them shows. */
const LOOKS = [
  { theme: 'light', width: 375 },
  { theme: 'dark', width: 1440 },
] as const;
const OTHER_LOOKS = [
  { theme: 'dark', width: 375 },
  { theme: 'light', width: 1440 },
] as const;

type Look = (typeof LOOKS)[number] | (typeof OTHER_LOOKS)[number];

async function expectScreen(page: Page, path: string, [first, ...others]: readonly [Look, ...Look[]]): Promise<void> {
  // Nothing moves while it is looked at.
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: first.theme });
  await page.setViewportSize({ width: first.width, height: 900 });
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
  const title = TITLES.get(path);
  if (title) await expect(page).toHaveTitle(`${title} · Proofbell`);
  for (const { theme, width } of [first, ...others]) {
    await page.setViewportSize({ width, height: 900 });
    // What follows the width is drawn anew first.
    await poll(() => overflowOf(page), `${path} at ${width} px`).toBeLessThanOrEqual(0);
    await expectAccessible(page, 'script', [theme]);
  }
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
    await expectScreen(page, path, LOOKS);
  });

  test(`visitors: ${name} in the other looks`, { tag: '@long' }, async ({ page }) => {
    await expectScreen(page, path, OTHER_LOOKS);
  });
}

test('owners without a site: the form for the first one opens the same way [spec 2.owner.5]', async ({ page }) => {
  await newOwner(page);
  await expectScreen(page, screens.createSite.href(), LOOKS);
});

for (const [name, path, pattern] of [...owners, ['not found', '/oak-and-iron/nothing-here', 'nothing-here'] as const]) {
  test(`owners: ${name} has a heading, a quiet console and no accessibility issue [spec 2.owner.* 2.site.*]`, async ({
    page,
  }) => {
    await newOwner(page, 'Oak & Iron');
    await expectScreen(page, path, LOOKS);
    await expect(page).toHaveURL(new RegExp(`${pattern.split('/').at(-1)?.replace(/^:.*/, '[^/]+')}$`));
  });

  test(`owners: ${name} with something on it, in the other looks`, { tag: '@long' }, async ({ page }) => {
    await fullSite(page);
    await expectScreen(page, path, OTHER_LOOKS);
  });
}
