// The shell around every screen: header, sidebar, site switcher and menus, at the width of a desk and of a phone.
import { expect, type Page } from '@playwright/test';
import { siteScreens } from '#client/screens.ts';
import { overflowOf } from './support/axe.ts';
import { poll } from './support/base.ts';
import { expectNoToast, newOwner, post, register, test, verify } from './support/owner.ts';
import { storePlan } from './support/stored-session.ts';

const PHONE = { width: 375, height: 760 };
const DESK = { width: 1440, height: 900 };
const LONG = 'Café Olivia & Daughters, Coffee Roasters since 1921';

/** The sidebar of spec 2, with a group of ours; the site's own analytics stand first in theirs. */
const SIDEBAR = {
  Main: ['Dashboard'],
  Notifications: ['Notifications', 'Appearance & Design', 'Behavior & Timing', 'Rules & Targeting'],
  Events: ['Sources', 'Events'],
  Settings: ['Site Setup', 'Developer Tools', 'Advanced Options'],
  Analytics: ['Analytics', 'Performance', 'Reports'],
  Help: ['Documentation', 'Support'],
};

const banner = (page: Page) => page.getByRole('banner');
const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });
const switcher = (page: Page) => banner(page).getByRole('button', { name: /^Site:/ });
const siteNav = (page: Page) => page.getByRole('navigation', { name: 'Site', exact: true });
const openDrawer = (page: Page) => page.getByRole('button', { name: 'Open site menu' }).click();

/** @returns an owner on a plan, with these sites. */
async function ownerOf(page: Page, ...sites: string[]): Promise<string> {
  const email = await newOwner(page);
  storePlan(email, 'starter');
  for (const name of sites) await post(page, '/api/sites', { name });
  return email;
}

const linksOf = (page: Page, nav: string) =>
  page
    .getByRole('navigation', { name: nav })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => [link.textContent?.trim(), link.getAttribute('href')]));

test('visitors have Features, Pricing, FAQ, Log in and Get Started, on a desk and on a phone [spec 2.nav.2]', async ({
  page,
}) => {
  const links = [
    ['Features', '/#features'],
    ['Pricing', '/pricing'],
    ['FAQ', '/faq'],
  ];
  for (const size of [DESK, PHONE]) {
    await page.setViewportSize(size);
    await page.goto('/');
    if (size === PHONE) await page.getByRole('button', { name: 'Open menu' }).click();
    await poll(() => linksOf(page, 'Main')).toEqual(links);
    await expect(banner(page).getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
    await expect(banner(page).getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/register');
    expect(await overflowOf(page)).toBe(0);
  }
});

test('owners have a site switcher, Analytics and Support, and an account menu that says when it logs out [spec 2.nav.3 2.nav.4]', async ({
  page,
}) => {
  await newOwner(page, 'Oak & Iron');
  await page.setViewportSize(DESK);
  await page.goto('/oak-and-iron/dashboard');
  await expect(switcher(page)).toContainText('Oak & Iron');
  await poll(() => linksOf(page, 'Main')).toEqual([
    ['Analytics', '/analytics'],
    ['Support', '/support'],
  ]);
  const account = page.getByRole('button', { name: 'Account', exact: true });
  await account.click();
  const items = page.getByRole('menu', { name: 'Account' }).getByRole('menuitem');
  await expect(items).toHaveText(['User Settings', 'Upgrade to Premium', 'Logout']);
  await expect(items.nth(0)).toHaveAttribute('href', '/settings');
  await expect(items.nth(1)).toHaveAttribute('href', '/upgrade');
  const held = Promise.withResolvers<void>();
  await page.route('**/api/trpc/auth.logout**', async (route) => {
    await held.promise;
    await route.continue();
  });
  await items.nth(2).click();
  await expect(banner(page).getByText('Logging out...')).toBeVisible();
  held.resolve();
  await expect(page).toHaveURL((url) => url.pathname === '/');
});

test('the phone has the current site, settings, upgrade and logout in a menu that closes with the route [spec 2.nav.5 2.switcher.5]', async ({
  page,
}) => {
  await ownerOf(page, 'Oak & Iron', LONG);
  await page.setViewportSize(PHONE);
  await page.goto('/oak-and-iron/rules');
  const menu = page.locator('#mobile-menu');
  const open = () => page.getByRole('button', { name: 'Open menu' }).click();
  await open();
  await expect(menu.getByText('Current site')).toBeVisible();
  const long = menu.getByText(LONG);
  expect((await long.boundingBox())?.width).toBeLessThanOrEqual(200);
  for (const [name, path] of [
    ['User Settings', '/settings'],
    ['Upgrade to Premium', '/upgrade'],
  ] as const) {
    await menu.getByRole('link', { name }).click();
    await expect(page).toHaveURL((url) => url.pathname === path);
    await expect(menu).toHaveCount(0);
    await open();
  }
  await menu.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL((url) => url.pathname === '/');
});

test('the sidebar has every group and entry, each of which leads to its screen [spec 2.sidebar.2 2.sidebar-entries.*]', async ({
  page,
}) => {
  await newOwner(page, 'Oak & Iron');
  await page.setViewportSize(DESK);
  await page.goto('/oak-and-iron/dashboard');
  await expect(heading(page)).toBeVisible();
  for (const [group, entries] of Object.entries(SIDEBAR)) {
    await expect(siteNav(page).getByRole('list', { name: group }).getByRole('link')).toHaveText(entries);
  }
  for (const entry of Object.values(SIDEBAR).flat()) {
    const link = siteNav(page).getByRole('link', { name: entry, exact: true });
    const href = (await link.getAttribute('href')) ?? '';
    expect(href === '/support' || href.startsWith('/oak-and-iron/'), href).toBe(true);
    await link.click();
    await expect(page).toHaveURL((url) => url.pathname === href);
    await expect(heading(page), entry).toBeVisible();
    await expect(heading(page), entry).not.toHaveText(/not found/i);
  }
});

test('the sidebar is 64 or 16 units wide, and stays as it was left [spec 2.sidebar.1]', async ({ page }) => {
  await newOwner(page, 'Oak & Iron');
  await page.setViewportSize(DESK);
  await page.goto('/oak-and-iron/dashboard');
  const width = async () => (await page.getByRole('complementary').first().boundingBox())?.width;
  await poll(width).toBe(256);
  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  await poll(width).toBe(64);
  await page.reload();
  await poll(width).toBe(64);
  await siteNav(page).getByRole('link', { name: 'Site Setup' }).hover();
  await expect(page.getByRole('tooltip', { name: 'Site Setup' })).toBeVisible();
  await page.getByRole('button', { name: 'Expand sidebar' }).click();
  await poll(width).toBe(256);
});

test('below 768 px it is a drawer: on the current entry, named after the site, one Escape, closed by a link [spec 2.sidebar.3 9.17]', async ({
  page,
}) => {
  await newOwner(page, 'Oak & Iron');
  await page.setViewportSize({ width: 767, height: 760 });
  await page.goto('/oak-and-iron/behavior');
  await openDrawer(page);
  const drawer = page.getByRole('dialog', { name: /^Oak & Iron/ });
  await expect(drawer.getByRole('link', { name: 'Behavior & Timing' })).toBeFocused();
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Open site menu' })).toBeFocused();
  // The entry of this screen leads nowhere, so the focus goes back.
  await openDrawer(page);
  const ids = await page.evaluate(() => [...document.querySelectorAll('[id]')].map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  await expect(drawer.getByRole('link', { name: 'Behavior & Timing' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(drawer).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Open site menu' })).toBeFocused();
  await openDrawer(page);
  await drawer.getByRole('link', { name: 'Analytics', exact: true }).click();
  await expect(page).toHaveURL(/\/oak-and-iron\/analytics$/);
  await expect(drawer).toHaveCount(0);
  await expect(heading(page)).toBeFocused();
  await openDrawer(page);
  await page.setViewportSize({ width: 768, height: 760 });
  await expect(drawer).toHaveCount(0);
  await expect(page.getByRole('complementary').first()).toBeVisible();
});

for (const [device, size] of [
  ['desk', DESK],
  ['phone', PHONE],
] as const) {
  test(`two sites are switched on a ${device}, and the sub-page stays [spec 2.switcher.1 2.switcher.2 2.switcher.3 2.switcher.5]`, async ({
    page,
  }) => {
    await ownerOf(page, 'Oak & Iron', LONG);
    await page.setViewportSize(size);
    let here = 'oak-and-iron';
    const other: Record<string, [slug: string, name: string]> = {
      'oak-and-iron': ['cafe-olivia-and-daughters-coffee-roasters-since-1921', LONG],
    };
    other['cafe-olivia-and-daughters-coffee-roasters-since-1921'] = ['oak-and-iron', 'Oak & Iron'];
    for (const { subPage, href } of siteScreens) {
      await page.goto(href(here));
      const [slug = '', name = ''] = other[here] ?? [];
      await switcher(page).click();
      if (size === DESK) await page.getByRole('menuitem', { name }).click();
      else await page.getByRole('navigation', { name: 'Sites' }).getByRole('link', { name }).click();
      // The other site has sources of its own.
      await expect(page).toHaveURL(new RegExp(`/${slug}/${subPage.replace('/:sourceId', '')}$`));
      await expect(switcher(page)).toContainText(name);
      here = slug;
    }
    await page.goto('/settings');
    if (size === DESK) {
      await switcher(page).click();
      await page.getByRole('menuitem', { name: LONG }).click();
      await expect(page).toHaveURL(new RegExp(`/${other['oak-and-iron']?.[0]}/dashboard$`));
      const name = switcher(page).getByText(LONG);
      expect((await name.boundingBox())?.width).toBeLessThanOrEqual(120);
      await switcher(page).click();
      const inMenu = page.getByRole('menuitem', { name: LONG }).getByText(LONG);
      expect((await inMenu.boundingBox())?.width).toBeLessThanOrEqual(200);
      await expect(page.getByRole('menu', { name: 'Sites' }).getByText('Select a site')).toBeVisible();
      await page.getByRole('menuitem', { name: 'Add New Site' }).click();
      await expect(page).toHaveURL(/\/create-site$/);
    }
  });
}

test('the switcher says that sites load, that there are none, and that they cannot be fetched [spec 2.switcher.2 2.switcher.3 8.http.7 8.site-toasts.5]', async ({
  page,
}) => {
  await newOwner(page);
  await page.setViewportSize(DESK);
  const held = Promise.withResolvers<void>();
  let isDown = true;
  await page.route(/trpc\/[^?]*sites\.list/, async (route) => {
    await held.promise;
    if (isDown) await route.fulfill({ status: 400, json: { code: 'validation', message: 'Not now' } });
    else await route.continue();
  });
  await page.goto('/settings');
  await expect(banner(page).getByText('Loading sites...')).toBeVisible();
  held.resolve();
  // Said once; what stands in its place on the screen says what that means there, and why.
  const failed = page.getByText('Failed to fetch sites');
  for (const path of ['/settings', '/dashboard', '/create-site', '/oak-and-iron/rules']) {
    await page.goto(path);
    await expect(banner(page).getByRole('alert')).toContainText('Failed to fetch sites');
    await expect(page.getByRole('main')).toContainText('Not now');
    await expect(failed).toHaveCount(1);
    await expectNoToast(page);
  }
  await page.goto('/settings');
  await expect(failed).toBeVisible();
  isDown = false;
  await banner(page).getByRole('button', { name: 'Retry' }).click();
  await expect(switcher(page)).toContainText('No sites found');
  await switcher(page).click();
  await page.getByRole('menuitem', { name: 'Create your first site' }).click();
  await expect(page).toHaveURL(/\/create-site$/);
});

test('without a name the avatar says U, otherwise initials; an active plan has another badge [spec 2.avatar.1 2.avatar.2]', async ({
  page,
}) => {
  await page.setViewportSize(DESK);
  const email = await newOwner(page, 'Oak & Iron');
  await page.goto('/settings');
  const account = page.getByRole('button', { name: 'Account', exact: true });
  await expect(account).toContainText('OO');
  const badge = async (name: string) => {
    await account.click();
    const color = await page
      .getByRole('menu')
      .getByText(name, { exact: true })
      .evaluate((element) => getComputedStyle(element).backgroundColor);
    await page.keyboard.press('Escape');
    return color;
  };
  const free = await badge('Free');
  storePlan(email, 'starter');
  await page.reload();
  expect(await badge('Starter')).not.toBe(free);
  const nameless = `nameless-${email}`;
  await page.context().clearCookies();
  await register(page, nameless);
  await verify(page, nameless);
  const { csrfToken } = await (await page.request.get('/api/csrf-token')).json();
  await page.request.put('/api/auth/me', { data: { displayName: null }, headers: { 'X-CSRF-Token': csrfToken } });
  await page.goto('/settings');
  await expect(account).toHaveText(/U$/);
});
