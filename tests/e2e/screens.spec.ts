// Every screen of the table, opened by its address: a heading, a quiet console (checked by the test's own fixture), and in
// both themes nothing that sticks out sideways or that axe objects to. A new screen is visited because it is in the table.
// On a phone, and in the long form on a desk and with something on each screen.
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

async function expectScreen(page: Page, path: string, width: number): Promise<void> {
  // Nothing moves while it is looked at.
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  await page.setViewportSize({ width, height: 900 });
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
  const title = TITLES.get(path);
  if (title) await expect(page).toHaveTitle(`${title} · Proofbell`);
  // What follows the width is drawn anew first.
  await poll(() => overflowOf(page), `${path} at ${width} px`).toBeLessThanOrEqual(0);
  await expectAccessible(page);
}

const everybodys = Object.entries(screens).flatMap(([name, screen]) =>
  screen.guard === 'public' ? [[name, screen.href()] as const] : [],
);
const owners = Object.entries(screens).flatMap(([name, screen]) =>
  screen.guard === 'public'
    ? []
    : [[name, screen.guard === 'site' ? screen.href('oak-and-iron') : screen.href(), screen.path] as const],
);

/** Several screens to a test: the first page of a browser costs as much as three more. */
const inGroups = <T>(all: T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
const namesOf = (group: (readonly [string, ...unknown[]])[]) => group.map(([name]) => name).join(', ');

for (const group of inGroups([...everybodys, ['not found', '/no-such-page'] as const], 3)) {
  test(`visitors: ${namesOf(group)} have a heading, a quiet console and no accessibility issue [spec 2.public.* 2.unknown.1 6.1]`, async ({
    page,
  }) => {
    for (const [, path] of group) await expectScreen(page, path, WIDTHS.phone);
  });

  test(`visitors: ${namesOf(group)} on a desk`, { tag: '@long' }, async ({ page }) => {
    for (const [, path] of group) await expectScreen(page, path, WIDTHS.desk);
  });
}

test('owners without a site: the form for the first one opens the same way [spec 2.owner.5]', async ({ page }) => {
  await newOwner(page);
  await expectScreen(page, screens.createSite.href(), WIDTHS.phone);
});

const withNotFound = [...owners, ['not found', '/oak-and-iron/nothing-here', 'nothing-here'] as const];
for (const group of inGroups(withNotFound, 2)) {
  test(`owners: ${namesOf(group)} have a heading, a quiet console and no accessibility issue [spec 2.owner.* 2.site.*]`, async ({
    page,
  }) => {
    await newOwner(page, 'Oak & Iron');
    for (const [, path, pattern] of group) {
      await expectScreen(page, path, WIDTHS.phone);
      await expect(page).toHaveURL(new RegExp(`${pattern.split('/').at(-1)?.replace(/^:.*/, '[^/]+')}$`));
    }
  });
}

for (const group of inGroups(withNotFound, 6)) {
  test(`owners: ${namesOf(group)} with something on them, on a phone and on a desk`, { tag: '@long' }, async ({
    page,
  }) => {
    await fullSite(page);
    for (const width of Object.values(WIDTHS)) for (const [, path] of group) await expectScreen(page, path, width);
  });
}
