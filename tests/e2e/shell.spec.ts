// The shell around every screen: header, sidebar, site switcher and menus, at the width of a desk and of a phone. Without a
// site the screen stands alone, and never moves or begins anew while somebody is at it.
import { expect, type Page } from '@playwright/test';
import { siteScreens } from '#client/screens.ts';
import { hold } from './support/answer.ts';
import { overflowOf } from './support/axe.ts';
import { poll, pressWhenIdle } from './support/base.ts';
import { call, expectNoToast, logIn, newOwner, post, test } from './support/owner.ts';
import { storePlan } from './support/stored-rows.ts';

const PHONE = { width: 375, height: 760 };
const DESK = { width: 1440, height: 900 };
const LONG = 'Café Olivia & Daughters, Coffee Roasters since 1921';
const LONG_SLUG = 'cafe-olivia-and-daughters-coffee-roasters-since-1921';
const SITES_CALL = /trpc\/[^?]*sites\.list/;

/** The sidebar of spec 2, with a group of ours; the site's own analytics stand first in theirs. */
const SIDEBAR = {
  Main: ['Dashboard'],
  Notifications: ['Notifications', 'Appearance & Design', 'Behavior & Timing', 'Rules & Targeting'],
  Events: ['Sources', 'Events'],
  Settings: ['Site Setup', 'Developer Tools', 'Advanced Options'],
  Analytics: ['Site Analytics', 'Effect', 'Performance', 'Reports'],
  Help: ['Documentation', 'Support'],
};

const banner = (page: Page) => page.getByRole('banner');
const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });
const switcher = (page: Page) => banner(page).getByRole('button', { name: /^Site:/ });
const siteNav = (page: Page) => page.getByRole('navigation', { name: 'Site', exact: true });
const company = (page: Page) => page.getByLabel('Company');
/** No screen comes before the first answer: this one is an error at once, and what comes of the next can be held back. */
const failFirst = (page: Page) => page.route(SITES_CALL, (route) => route.abort(), { times: 1 });
/** Presses what is darkened below a phone's menu. */
const pressBelow = (page: Page) => page.mouse.click(PHONE.width / 2, PHONE.height - 8);
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
  await page.goto('/');
  for (const size of [DESK, PHONE]) {
    await page.setViewportSize(size);
    if (size === PHONE) await page.getByRole('button', { name: 'Open menu' }).click();
    await poll(() => linksOf(page, 'Main')).toEqual(links);
    await expect(banner(page).getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
    await expect(banner(page).getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/register');
    expect(await overflowOf(page)).toBe(0);
  }
});

test('on a desk owners have a site switcher, Analytics and Support, a sidebar with every group and entry, and an account menu with a logout [spec 2.nav.3 2.nav.4 2.sidebar.2 2.sidebar-entries.* 2.avatar.1]', async ({
  page,
}) => {
  await newOwner(page, 'Oak & Iron');
  await page.setViewportSize(DESK);
  await page.goto('/oak-and-iron/documentation');
  await expect(switcher(page)).toContainText('Oak & Iron');
  await poll(() => linksOf(page, 'Main')).toEqual([
    ['Analytics', '/analytics'],
    ['Support', '/support'],
  ]);
  // Each leads to a screen of the table, all of which screens.spec.ts opens.
  const known = ['/support', ...siteScreens.map(({ href }) => href('oak-and-iron'))];
  for (const [group, entries] of Object.entries(SIDEBAR)) {
    const links = siteNav(page).getByRole('list', { name: group }).getByRole('link');
    await expect(links).toHaveText(entries);
    const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(known).toEqual(expect.arrayContaining(hrefs));
    expect(new Set(hrefs).size).toBe(entries.length);
  }
  const account = page.getByRole('button', { name: 'Account', exact: true });
  await expect(account).toContainText('OO');
  await account.click();
  const items = page.getByRole('menu', { name: 'Account' }).getByRole('menuitem');
  await expect(items).toHaveText(['User Settings', 'Upgrade to Premium', 'Logout']);
  await expect(items.nth(0)).toHaveAttribute('href', '/settings');
  await expect(items.nth(1)).toHaveAttribute('href', '/upgrade');
  await items.getByText('Logout').click();
  await expect(page).toHaveURL((url) => url.pathname === '/');
});

test('what a desk shows of an owner: the sidebar stays as it was left, the avatar has a letter, the badge its plan’s color, and logging out is said [spec 2.sidebar.1 2.avatar.1 2.avatar.2]', {
  tag: '@long',
}, async ({ page }) => {
  const email = await newOwner(page, 'Oak & Iron');
  await page.setViewportSize(DESK);
  await page.goto('/oak-and-iron/dashboard');
  const account = page.getByRole('button', { name: 'Account', exact: true });
  const items = page.getByRole('menu', { name: 'Account' }).getByRole('menuitem');
  const width = async () => (await page.getByRole('complementary').first().boundingBox())?.width;
  const badge = (name: string) =>
    page
      .getByRole('menu')
      .getByText(name, { exact: true })
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  await expect(account).toContainText('OO');
  await account.click();
  const free = await badge('Free');
  await pressWhenIdle(page, 'Escape');
  await poll(width).toBe(256);
  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  await poll(width).toBe(64);

  storePlan(email, 'starter');
  await call(page, 'PUT', '/api/auth/me', { displayName: null });
  await page.reload();
  await poll(width).toBe(64);
  await siteNav(page).getByRole('link', { name: 'Site Setup' }).hover();
  await expect(page.getByRole('tooltip', { name: 'Site Setup' })).toBeVisible();
  await page.getByRole('button', { name: 'Expand sidebar' }).click();
  await poll(width).toBe(256);
  await expect(account).toHaveText(/U$/);
  await account.click();
  expect(await badge('Starter')).not.toBe(free);

  const release = await hold(page, '**/api/trpc/**auth.logout**');
  await items.getByText('Logout').click();
  await expect(banner(page).getByText('Logging out...')).toBeVisible();
  release();
  await expect(page).toHaveURL((url) => url.pathname === '/');
});

test('on a phone the sidebar is a drawer that one Escape or a link closes, and a menu has the current site, settings, upgrade and logout [spec 2.sidebar.3 9.17 2.nav.5]', {
  tag: '@short',
}, async ({ page }) => {
  await newOwner(page, 'Oak & Iron');
  await page.setViewportSize(PHONE);
  await page.goto('/oak-and-iron/documentation');
  await openDrawer(page);
  const drawer = page.getByRole('dialog', { name: /^Oak & Iron/ });
  await expect(drawer.getByRole('link', { name: 'Documentation' })).toBeFocused();
  await pressWhenIdle(page, 'Escape');
  await expect(drawer).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Open site menu' })).toBeFocused();
  await openDrawer(page);
  await drawer.getByRole('link', { name: 'Sources' }).click();
  await expect(page).toHaveURL(/\/oak-and-iron\/sources$/);
  await expect(drawer).toHaveCount(0);
  await expect(heading(page)).toBeFocused();
  const menu = page.locator('#mobile-menu');
  await page.getByRole('button', { name: 'Open account menu' }).click();
  await expect(menu.getByText('Current site')).toBeVisible();
  await expect(menu.getByRole('link', { name: 'User Settings' })).toHaveAttribute('href', '/settings');
  await expect(menu.getByRole('link', { name: 'Upgrade to Premium' })).toHaveAttribute('href', '/upgrade');
  await expect(menu.getByRole('button', { name: 'Logout' })).toBeVisible();
  await pressBelow(page);
  await expect(menu).toHaveCount(0);
  // One button looks like a menu, and the other like the account.
  await expect(banner(page).locator('svg.lucide-menu')).toHaveCount(1);
});

test('below 768 px the sidebar is a drawer: on the current entry, named after the site, one Escape, closed by a link; on a phone a menu has the current site, settings, upgrade and logout, and closes with the route [spec 2.sidebar.3 9.17 2.nav.5 2.switcher.5]', {
  tag: '@long',
}, async ({ page }) => {
  await ownerOf(page, 'Oak & Iron', LONG);
  await page.setViewportSize({ width: 767, height: 760 });
  await page.goto('/oak-and-iron/behavior');
  await openDrawer(page);
  const drawer = page.getByRole('dialog', { name: /^Oak & Iron/ });
  await expect(drawer.getByRole('link', { name: 'Behavior & Timing' })).toBeFocused();
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await pressWhenIdle(page, 'Escape');
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
  await drawer.getByRole('link', { name: 'Site Analytics' }).click();
  await expect(page).toHaveURL(/\/oak-and-iron\/analytics$/);
  await expect(drawer).toHaveCount(0);
  await expect(heading(page)).toBeFocused();
  await openDrawer(page);
  await page.setViewportSize({ width: 768, height: 760 });
  await expect(drawer).toHaveCount(0);
  await expect(page.getByRole('complementary').first()).toBeVisible();

  await page.setViewportSize(PHONE);
  // Narrow again, it is open as it was.
  await expect(drawer.locator(':focus')).toHaveCount(1);
  await pressWhenIdle(page, 'Escape');
  await expect(drawer).toHaveCount(0);
  const menu = page.locator('#mobile-menu');
  const open = () => page.getByRole('button', { name: 'Open account menu' }).click();
  await open();
  await expect(menu.getByText('Current site')).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Upgrade to Premium' })).toHaveAttribute('href', '/upgrade');
  expect((await menu.getByText(LONG).boundingBox())?.width).toBeLessThanOrEqual(200);
  await menu.getByRole('link', { name: 'User Settings' }).click();
  await expect(page).toHaveURL((url) => url.pathname === '/settings');
  await expect(menu).toHaveCount(0);
  await open();
  await pressBelow(page);
  await expect(menu).toHaveCount(0);
  await open();
  await menu.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL((url) => url.pathname === '/');
});

/** Goes to the other of two sites, as the width allows. */
async function switchTo(page: Page, name: string): Promise<void> {
  await switcher(page).click();
  const isDesk = page.viewportSize()?.width === DESK.width;
  await (isDesk
    ? page.getByRole('menuitem', { name })
    : page.getByRole('navigation', { name: 'Sites' }).getByRole('link', { name })
  ).click();
}

test('of two sites the other is a press away, the sub-page stays, and pages of all sites keep the one that was open last [spec 2.switcher.1]', {
  tag: '@short',
}, async ({ page }) => {
  await ownerOf(page, 'Oak & Iron', LONG);
  await page.setViewportSize(DESK);
  await page.goto('/oak-and-iron/documentation');
  await switchTo(page, LONG);
  await expect(page).toHaveURL(`/${LONG_SLUG}/documentation`);
  await expect(switcher(page)).toContainText(LONG);
  await banner(page).locator('a[href="/dashboard"]').first().click();
  await expect(page.getByRole('heading', { name: 'All sites' })).toBeVisible();
  await expect(switcher(page)).toContainText(LONG);
});

test('on either width the other site is a press away, its name is cut short, and a new site is an entry of the menu [spec 2.switcher.1 2.switcher.2 2.switcher.5]', {
  tag: '@long',
}, async ({ page }) => {
  await ownerOf(page, 'Oak & Iron', LONG);
  await page.setViewportSize(DESK);
  await page.goto('/oak-and-iron/rules');
  await switchTo(page, LONG);
  await expect(page).toHaveURL(`/${LONG_SLUG}/rules`);
  await expect(switcher(page)).toContainText(LONG);
  await siteNav(page).getByRole('link', { name: 'Site Setup' }).click();
  await expect(heading(page)).toHaveText('Site Setup');
  await switchTo(page, 'Oak & Iron');
  await expect(page).toHaveURL('/oak-and-iron/site-setup');
  await page.setViewportSize(PHONE);
  await switchTo(page, LONG);
  await expect(page).toHaveURL(`/${LONG_SLUG}/site-setup`);
  await page.setViewportSize(DESK);
  await banner(page).locator('a[href="/dashboard"]').first().click();
  await expect(page.getByRole('heading', { name: 'All sites' })).toBeVisible();
  await expect(switcher(page)).toContainText(LONG);
  const name = switcher(page).getByText(LONG);
  expect((await name.boundingBox())?.width).toBeLessThanOrEqual(120);
  await switchTo(page, 'Oak & Iron');
  await expect(page).toHaveURL('/oak-and-iron/dashboard');
  await switcher(page).click();
  const inMenu = page.getByRole('menuitem', { name: LONG }).getByText(LONG);
  expect((await inMenu.boundingBox())?.width).toBeLessThanOrEqual(200);
  await expect(page.getByRole('menu', { name: 'Sites' }).getByText('Select a site')).toBeVisible();
  await page.getByRole('menuitem', { name: 'Add New Site' }).click();
  await expect(page).toHaveURL(/\/create-site$/);
});

test('the switcher says that sites load, that they cannot be fetched, and that there are none; what is typed meanwhile stays [spec 2.switcher.2 2.switcher.3 8.http.7 8.site-toasts.5]', {
  tag: '@long',
}, async ({ page }) => {
  await newOwner(page);
  await page.setViewportSize(DESK);
  const held = Promise.withResolvers<void>();
  let isDown = true;
  await page.route(SITES_CALL, async (route) => {
    await held.promise;
    if (isDown) await route.fulfill({ status: 400, json: { code: 'validation', message: 'Not now' } });
    else await route.continue();
  });
  await failFirst(page);
  await page.goto('/settings');
  await expect(banner(page).getByText('Loading sites...')).toBeVisible();
  await company(page).fill('Holt & Ash');
  held.resolve();
  await expect(banner(page).getByRole('alert')).toContainText('Failed to fetch sites');
  // Said once; what stands in its place on the screen says what that means there, and why.
  await expect(page.getByText('Failed to fetch sites')).toHaveCount(1);
  await expect(page.getByRole('main')).toContainText('Not now');
  await expectNoToast(page);
  await expect(company(page)).toBeFocused();
  isDown = false;
  await banner(page).getByRole('button', { name: 'Retry' }).click();
  await expect(switcher(page)).toContainText('No sites found');
  await expect(company(page)).toHaveValue('Holt & Ash');
  await company(page).fill('');
  await switcher(page).click();
  await page.getByRole('menuitem', { name: 'Create your first site' }).click();
  await expect(page).toHaveURL(/\/create-site$/);
});

test('after the login the heading has the focus, however late the sites are and however many', {
  tag: '@long',
}, async ({ page }) => {
  for (const sites of [[], ['Oak & Iron']]) {
    const email = await newOwner(page, ...sites);
    await page.context().clearCookies();
    await page.goto('/settings');
    const release = await hold(page, SITES_CALL);
    const asked = page.waitForRequest(SITES_CALL);
    await logIn(page, email);
    await asked;
    await expect(page).toHaveURL(/\/settings$/);
    release();
    await expect(siteNav(page)).toHaveCount(sites.length);
    await expect(page.getByRole('heading', { level: 1, name: 'User Settings' })).toBeFocused();
    await page.unrouteAll({ behavior: 'wait' });
  }
});

test('a first site that is made elsewhere changes nothing on the screen where somebody is typing', {
  tag: '@long',
}, async ({ page }) => {
  await newOwner(page);
  await page.clock.install();
  await page.goto('/settings');
  await company(page).fill('Holt & Ash');
  await post(page, '/api/sites', { name: 'Oak & Iron' });
  // Old enough that the next part of the page that needs the sites asks for them again.
  await page.clock.fastForward('06:00');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.getByRole('banner', { includeHidden: true }).getByText('Oak & Iron')).toBeAttached();
  await pressWhenIdle(page, 'Escape');
  await expect(company(page)).toHaveValue('Holt & Ash');
  await expect(siteNav(page)).toHaveCount(0);
  // The next screen has it beside.
  await company(page).fill('');
  await banner(page).getByRole('link', { name: 'Analytics' }).click();
  await expect(siteNav(page)).toBeVisible();
});
