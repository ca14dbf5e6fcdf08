// What goes wrong behind a screen, screen by screen: the server is down or slow, the session ends, the site is not there or
// somebody was first. Each says what happened and offers the next step, and nothing typed is lost.
import { expect, type Locator, type Page } from '@playwright/test';
import { siteScreens } from '#client/screens.ts';
import { fullSite } from './support/full-site.ts';
import { endSession, logIn, newOwner, post, test, toast } from './support/owner.ts';
import { NAME, shopOf } from './support/stats.ts';
import { storePlan } from './support/stored-session.ts';

const SITE = '/oak-and-iron';
const main = (page: Page) => page.getByRole('main');
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true }).first();

/** What each screen asks for when it opens, beyond the owner's sites, and what stands there once it is answered. */
const SCREENS: Record<string, { at: string; calls: RegExp; shows: (page: Page) => Locator }> = {
  'all sites': {
    at: '/dashboard',
    calls: /stats\.summary/,
    shows: (page) => main(page).getByText('Seen just now').first(),
  },
  'a site’s dashboard': {
    at: `${SITE}/dashboard`,
    calls: /stats\.site|sites\.setup|sites\.attention/,
    shows: (page) => page.getByRole('region', { name: 'Last 30 days' }).getByText('240').first(),
  },
  'Site Setup': {
    at: `${SITE}/site-setup`,
    calls: /sites\.installation|meta\.info/,
    shows: (page) => main(page).getByText('Snippet last seen on'),
  },
  'Developer Tools': {
    at: `${SITE}/developer-tools`,
    calls: /apiKeys\.list/,
    shows: (page) => main(page).getByText('Import', { exact: true }),
  },
  Performance: {
    at: `${SITE}/performance`,
    calls: /stats\.cost/,
    shows: (page) => main(page).getByRole('heading', { name: 'Budget and method' }),
  },
  Reports: {
    at: `${SITE}/reports`,
    calls: /reports\.list|sites\.weeklyEmail/,
    shows: (page) => main(page).getByRole('link', { name: 'Every month' }),
  },
  settings: {
    at: '/settings',
    calls: /apiKeys\.list|auth\.sessions/,
    shows: (page) => main(page).getByText('Import', { exact: true }),
  },
};

for (const [name, { at, calls, shows }] of Object.entries(SCREENS)) {
  test(`${name}: answers that are late are waited for, failures are said, and each can be tried again`, async ({
    page,
  }) => {
    await fullSite(page);
    const held = Promise.withResolvers<void>();
    let isDown = true;
    await page.route('**/api/trpc/**', async (route) => {
      if (!calls.test(route.request().url())) return route.fallback();
      await held.promise;
      if (isDown) return route.fulfill({ status: 500, json: { code: 'internal', message: 'Something went wrong' } });
      return route.fallback();
    });
    await page.goto(at);
    await expect(main(page).locator('.animate-pulse').first()).toBeVisible();
    await expect(shows(page)).toHaveCount(0);
    held.resolve();
    const again = main(page).getByRole('button', { name: 'Try again' });
    await expect(again.first()).toBeVisible();
    await expect(main(page).locator('.animate-pulse')).toHaveCount(0);
    isDown = false;
    // What polls comes back by itself, perhaps just before it is pressed.
    await expect(async () => {
      if ((await again.count()) > 0) await again.first().click({ timeout: 1_000 });
      await expect(again).toHaveCount(0, { timeout: 1_000 });
    }).toPass();
    await expect(shows(page)).toBeVisible();
  });

  test(`${name}: without the server at all it says so, and comes back on another try`, async ({ page }) => {
    await fullSite(page);
    await page.route('**/api/trpc/**', (route) => route.abort());
    await page.goto(at);
    const again = page.getByRole('button', { name: 'Try again' });
    await expect(again.first()).toBeVisible();
    await page.unroute('**/api/trpc/**');
    await again.first().click();
    await expect(shows(page)).toBeVisible();
  });
}

/** Where something is typed, and saved by a press. */
const FORMS: Record<
  string,
  { at: string; open?: string; field: (page: Page) => Locator; save: (page: Page) => Locator }
> = {
  'the profile': {
    at: '/settings',
    field: (page) => page.getByLabel('Company'),
    save: (page) => button(page, 'Save changes'),
  },
  'a new site': {
    at: '/create-site',
    field: (page) => page.getByLabel('Name', { exact: true }),
    save: (page) => button(page, 'Create site'),
  },
  'a site’s details': {
    at: `${SITE}/site-setup`,
    field: (page) => page.getByLabel('Name', { exact: true }),
    save: (page) => button(page, 'Save changes'),
  },
  'an API key': {
    at: `${SITE}/developer-tools`,
    field: (page) => page.getByLabel('Name', { exact: true }),
    save: (page) => button(page, 'Create key'),
  },
  'a report': {
    at: `${SITE}/reports?report=new`,
    open: 'Save report',
    field: (page) => page.getByRole('dialog').getByLabel('Name'),
    save: (page) => button(page.getByRole('dialog'), 'Save report'),
  },
};

for (const [name, { at, open, field, save }] of Object.entries(FORMS)) {
  test(`what is typed for ${name} stays while the server fails`, async ({ page }) => {
    storePlan(await newOwner(page, NAME), 'starter');
    await page.goto(at);
    if (open) await button(page, open).click();
    await field(page).fill('Half a name');
    await page.route('**/api/trpc/**', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 500, json: { code: 'internal', message: 'Something went wrong' } })
        : route.fallback(),
    );
    await save(page).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Something went wrong' })).toBeVisible();
    await expect(field(page)).toHaveValue('Half a name');
    await page.unroute('**/api/trpc/**');
    await save(page).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
}

test('a site’s details that outlived the end of the session can be saved at once', async ({ page }) => {
  const email = await newOwner(page, NAME);
  const name = page.getByLabel('Name', { exact: true });
  await page.goto(`${SITE}/site-setup`);
  await name.fill('Oak, Iron & Linen');
  await endSession(page);
  await button(page, 'Save changes').click();
  await expect(page).toHaveURL(/\/login\?error=token-expired&from=/);
  await logIn(page, email);
  await expect(name).toHaveValue('Oak, Iron & Linen');
  await button(page, 'Save changes').click();
  await expect(toast(page)).toContainText('Site updated');
});

test('every screen of a site that is not there leads to all sites, and says which one was asked for', async ({
  page,
}) => {
  await newOwner(page, NAME);
  for (const { href } of siteScreens) {
    await page.goto(href('no-such-shop'));
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(toast(page)).toContainText('no-such-shop');
  }
});

test('a URL name that another site has is refused beside its field, and nothing typed is lost', async ({ page }) => {
  storePlan(await newOwner(page), 'starter');
  for (const name of [NAME, 'Café Olivia']) await post(page, '/api/sites', { name });
  await page.goto(`${SITE}/site-setup`);
  await page.getByLabel('Name', { exact: true }).fill('Oak, Iron & Linen');
  await page.getByLabel('URL name').fill('cafe-olivia');
  await button(page, 'Save changes').click();
  await expect(page.getByLabel('URL name')).toBeFocused();
  await expect(page.getByLabel('URL name')).toHaveAccessibleDescription(/already/);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Oak, Iron & Linen');
  await page.getByLabel('URL name').fill('oak-iron-and-linen');
  await button(page, 'Save changes').click();
  await expect(page).toHaveURL(/\/oak-iron-and-linen\/site-setup$/);
  expect((await shopOf(page, 'Oak, Iron & Linen')).slug).toBe('oak-iron-and-linen');
});
