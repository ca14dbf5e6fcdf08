// What goes wrong behind a screen: the server is down or slow, the session ends, the site is not there any more or somebody
// was first. Each says what happened and offers the next step, and nothing typed is lost or shown to somebody else. The
// drafts of the editor and of templates are in notification-editor.spec.ts.
import { expect, type Locator, type Page } from '@playwright/test';
import { partOf } from '#tests/support/runs.ts';
import { settled } from './support/base.ts';
import { fullSite } from './support/full-site.ts';
import { endSession, logIn, newOwner, post, test, toast } from './support/owner.ts';
import { makeApi, ownerAt } from './support/owner-api.ts';
import { NAME, shopOf } from './support/stats.ts';
import { storePlan } from './support/stored-rows.ts';

const SITE = '/oak-and-iron';
const main = (page: Page) => page.getByRole('main');
const KEPT = 'Your session ended, but we saved your draft.';
const press = (name: string) => (page: Page) => button(page, name).click();
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true }).first();

type Screen = { at: string; calls: RegExp; shows: (page: Page) => Locator };

/** What each screen asks for when it opens, beyond the owner's sites, and what stands there once it is answered. */
const DASHBOARD: Screen = {
  at: `${SITE}/dashboard`,
  calls: /stats\.site|sites\.setup|sites\.attention/,
  shows: (page) => page.getByRole('region', { name: 'Last 30 days' }).getByText('240').first(),
};
const REPORTS: Screen = {
  at: `${SITE}/reports`,
  calls: /reports\.list|sites\.weeklyEmail/,
  shows: (page) => main(page).getByRole('link', { name: 'Every month' }),
};
const OTHER_SCREENS: Screen[] = [
  {
    at: '/dashboard',
    calls: /stats\.summary/,
    shows: (page) => main(page).getByText('Seen just now').first(),
  },
  {
    at: `${SITE}/site-setup`,
    calls: /sites\.installation|meta\.info/,
    shows: (page) => main(page).getByText('Snippet last seen on'),
  },
  {
    at: `${SITE}/developer-tools`,
    calls: /apiKeys\.list/,
    shows: (page) => main(page).getByText('Import', { exact: true }),
  },
  {
    at: `${SITE}/performance`,
    calls: /stats\.cost/,
    shows: (page) => main(page).getByRole('heading', { name: 'Budget and method' }),
  },
  {
    at: `${SITE}/notifications?templates`,
    calls: /templates\.list/,
    shows: (page) => main(page).getByRole('button', { name: 'Use “Order placed”' }),
  },
  {
    at: `${SITE}/events`,
    calls: /events\.list/,
    shows: (page) => main(page).getByRole('table', { name: 'Events' }),
  },
  {
    at: `${SITE}/sources`,
    calls: /sources\.list/,
    shows: (page) => main(page).getByRole('list', { name: 'Sources', exact: true }),
  },
  {
    at: `${SITE}/data-statement`,
    calls: /sites\.dataStatement/,
    shows: (page) => main(page).getByRole('tab', { name: 'Markdown' }),
  },
  {
    at: '/settings',
    calls: /apiKeys\.list|auth\.sessions|billing\.read/,
    shows: (page) => main(page).getByText('Import', { exact: true }),
  },
];

/** Opens a screen while its answers are held back, then fail, then come. */
async function expectPatience(page: Page, { at, calls, shows }: Screen) {
  const held = Promise.withResolvers<void>();
  let isDown = true;
  await page.route('**/api/trpc/**', async (route) => {
    if (!calls.test(route.request().url())) return route.fallback();
    await held.promise;
    if (isDown) return route.fulfill({ status: 500, json: { code: 'internal', message: 'Something went wrong' } });
    return route.fallback();
  });
  await page.goto(at);
  await expect(main(page).locator('.animate-pulse').first(), at).toBeVisible();
  await expect(shows(page), at).toHaveCount(0);
  held.resolve();
  const again = main(page).getByRole('button', { name: 'Try again' });
  await expect(again.first(), at).toBeVisible();
  await expect(main(page).locator('.animate-pulse'), at).toHaveCount(0);
  isDown = false;
  // What polls comes back by itself, perhaps just before it is pressed.
  await expect(async () => {
    if ((await again.count()) > 0) await again.first().click({ timeout: 1_000 });
    await expect(again).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
  await expect(shows(page), at).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
}

/** Opens a screen without the server at all. */
async function expectReturn(page: Page, { at, shows }: Screen) {
  await page.route('**/api/trpc/**', (route) => route.abort());
  await page.goto(at);
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again.first(), at).toBeVisible();
  await page.unroute('**/api/trpc/**');
  await again.first().click();
  await expect(shows(page), at).toBeVisible();
}

test('answers that are late are waited for, failures are said, and each can be tried again', async ({ page }) => {
  await newOwner(page, NAME);
  const { siteId } = await makeApi(page);
  await post(page, `/api/sites/${siteId}/reports`, { name: 'Every month', range: '30d' });
  await expectPatience(page, REPORTS);
});

test('so it is on the other screens that ask for something of their own, and without the server at all', {
  tag: '@long',
}, async ({ page }) => {
  await fullSite(page);
  for (const screen of partOf(OTHER_SCREENS, 3)) await expectPatience(page, screen);
  await expectReturn(page, REPORTS);
});

test.describe('as time really passes', () => {
  // Ten times faster, a dashboard asks again before it is seen that an answer failed.
  test.use({ time: 'real' });

  test('so it is on the dashboard', { tag: '@long' }, async ({ page }) => {
    await fullSite(page);
    await expectPatience(page, DASHBOARD);
    await expectReturn(page, DASHBOARD);
  });
});

test('a site’s details survive a URL name that is reserved or taken, and are saved then, with its screen open [spec 8.site-toasts.3]', {
  tag: '@long',
}, async ({ page }) => {
  storePlan(await newOwner(page), 'starter');
  for (const name of [NAME, 'Café Olivia']) await post(page, '/api/sites', { name });
  await page.goto(`${SITE}/site-setup`);
  const name = page.getByLabel('Name', { exact: true });
  const slug = page.getByLabel('URL name');
  const save = button(page, 'Save changes');
  await name.fill('Oak, Iron & Linen');
  await slug.fill('pricing');
  await save.click();
  await expect(slug).toHaveAccessibleDescription(/reserved/);
  await slug.fill('cafe-olivia');
  await save.click();
  await expect(slug).toBeFocused();
  await expect(slug).toHaveAccessibleDescription(/already/);
  await expect(name).toHaveValue('Oak, Iron & Linen');
  await slug.fill('oak-iron-and-linen');
  await save.click();
  await expect(toast(page)).toContainText('Site updated successfully');
  await expect(page).toHaveURL(/\/oak-iron-and-linen\/site-setup$/);
  expect((await shopOf(page, 'Oak, Iron & Linen')).slug).toBe('oak-iron-and-linen');
});

/** Where something is typed, and saved by a press. */
const FORMS: { at: string; open?: string; field: (page: Page) => Locator; save: (page: Page) => Locator }[] = [
  {
    at: '/settings',
    field: (page) => page.getByLabel('Company'),
    save: (page) => button(page, 'Save changes'),
  },
  {
    at: `${SITE}/site-setup`,
    field: (page) => page.getByLabel('Name', { exact: true }),
    save: (page) => button(page, 'Save changes'),
  },
  {
    at: `${SITE}/developer-tools`,
    field: (page) => page.getByLabel('Name', { exact: true }),
    save: (page) => button(page, 'Create key'),
  },
  {
    at: `${SITE}/reports?report=new`,
    open: 'Save view',
    field: (page) => page.getByRole('dialog').getByLabel('Name'),
    save: (page) => button(page.getByRole('dialog'), 'Save view'),
  },
];

test('what is typed stays while the server fails, whatever the form', { tag: '@long' }, async ({ page }) => {
  storePlan(await newOwner(page, NAME), 'starter');
  for (const { at, open, field, save } of FORMS) {
    await page.goto(at);
    if (open) await button(page, open).click();
    await field(page).fill('Half a name');
    await page.route('**/api/trpc/**', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 500, json: { code: 'internal', message: 'Something went wrong' } })
        : route.fallback(),
    );
    await save(page).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Something went wrong' }), at).toBeVisible();
    await expect(field(page), at).toHaveValue('Half a name');
    await page.unroute('**/api/trpc/**');
    const saved = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.ok());
    await save(page).click();
    await saved;
    await expect(page.getByRole('alert'), at).toHaveCount(0);
  }
});

/** Asks the server for what the next screen needs. */
const goNear = (page: Page) => page.getByRole('link', { name: 'Performance' }).hover();

type Form = {
  path: string;
  /** By its heading, where the page has several. */
  panel?: 'Profile' | 'New API key';
  /** What stands before the form. */
  open?(page: Page): Promise<void>;
  /** What is typed, by the field's label. */
  typed: Record<string, string>;
  /** Makes a call, which finds that the session is over. */
  call(page: Page): Promise<void>;
};

const OF_SITES: Form[] = [
  {
    path: `${SITE}/site-setup`,
    typed: { Name: 'Oak & Steel', 'URL name': 'oak-and-steel', Domains: 'half a dom' },
    call: goNear,
  },
  {
    path: `${SITE}/reports?report=new&range=7d`,
    open: press('Save view'),
    typed: { Name: 'Last week' },
    call: (page) => page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click(),
  },
  {
    path: `${SITE}/push?tab=send`,
    typed: { Title: 'Back in stock', Message: 'The Oak Desk is here again.', URL: 'shop.example/desk' },
    call: goNear,
  },
  {
    path: `${SITE}/push?tab=opt-in`,
    typed: { Title: 'News from us?', Message: 'One a month.' },
    call: goNear,
  },
  {
    path: `${SITE}/developer-tools`,
    panel: 'New API key',
    typed: { Name: 'Nightly import' },
    call: press('Create key'),
  },
];

const PROFILE: Form = {
  path: '/settings',
  panel: 'Profile',
  typed: { Name: 'Olive Holt', Company: 'Holt & Ash', Picture: 'https://shop.example/olive.png' },
  call: press('Save changes'),
};

const OF_ACCOUNTS: Form[] = [
  {
    path: '/create-site',
    typed: { Name: 'Elm & Tin' },
    call: press('Create site'),
  },
  PROFILE,
  {
    path: '/settings',
    typed: { 'New email': 'new@shop.example' },
    call: press('Change email'),
  },
  {
    path: '/settings',
    panel: 'New API key',
    open: press('New API key'),
    typed: { Name: 'Nightly import' },
    call: press('Create key'),
  },
];

const fieldsOf = (page: Page, { panel, typed }: Form) => {
  const place = panel
    ? page.locator('section').filter({ has: page.getByRole('heading', { name: panel, exact: true }) })
    : page.getByRole('dialog').or(page.getByRole('main')).last();
  return Object.entries(typed).map(([label, text]) => ({
    field: place.getByRole('textbox', { name: new RegExp(`^${label}( \\(optional\\))?$`) }),
    text,
  }));
};

async function typeAndExpire(page: Page, form: Form): Promise<void> {
  await page.goto(form.path);
  await form.open?.(page);
  for (const { field, text } of fieldsOf(page, form)) await field.fill(text);
  await endSession(page);
  await form.call(page);
  await expect(page).toHaveURL(/\/login\?error=token-expired&from=/);
}

async function expectKept(page: Page, email: string, forms: Form[]): Promise<void> {
  for (const form of forms) {
    await typeAndExpire(page, form);
    // Said once, and not that the call failed, too.
    await expect(toast(page)).toHaveCount(1);
    await expect(toast(page)).toContainText('Authentication Error');
    await logIn(page, email);
    await expect(page.getByText(KEPT), form.path).toBeVisible();
    for (const { field, text } of fieldsOf(page, form)) await expect(field).toHaveValue(text);
  }
}

async function expectHidden(page: Page, forms: Form[]): Promise<void> {
  const other = await newOwner(page);
  for (const form of forms) {
    await newOwner(page);
    await typeAndExpire(page, form);
    await logIn(page, other);
    await expect(page).toHaveURL(new RegExp(`${form.path}$`));
    await form.open?.(page);
    for (const { field, text } of fieldsOf(page, form)) await expect(field).not.toHaveValue(text);
    await expect(page.getByText(KEPT)).toHaveCount(0);
  }
}

test('what was typed before a session ended is shown to nobody else who logs in, in none of the forms of an account', {
  tag: '@long',
}, async ({ page }) => {
  await expectHidden(page, OF_ACCOUNTS);
});

test('what was typed in a form of a site is there again after a session that ended', { tag: '@long' }, async ({
  page,
}) => {
  await expectKept(page, await newOwner(page, NAME), partOf(OF_SITES, 2));
});

test('and in the forms of an account', { tag: '@long' }, async ({ page }) => {
  await expectKept(page, await newOwner(page), partOf(OF_ACCOUNTS, 2));
});

test('a site that is deleted elsewhere meanwhile is not left while somebody writes about it', {
  tag: '@long',
}, async ({ page }) => {
  const api = await ownerAt(page, `${SITE}/site-setup`);
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Oak & Steel');
  await api.deleteSite();
  await button(page, 'Save changes').click();
  await expect(page.getByRole('alert').filter({ hasText: 'Site not found' }).first()).toBeVisible();
  await settled(page);
  await expect(name).toHaveValue('Oak & Steel');
});

test('every screen of a site that was deleted elsewhere says so, and is left', { tag: '@long' }, async ({ page }) => {
  await newOwner(page);
  for (const screen of ['site-setup', 'dashboard', 'notifications', 'appearance', 'analytics', 'reports']) {
    await post(page, '/api/sites', { name: NAME });
    const api = await makeApi(page);
    await page.goto(`${SITE}/${screen}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await settled(page);
    await api.deleteSite();
    await expect(toast(page), screen).toContainText('Site "oak-and-iron" not found.');
    await expect(page, screen).toHaveURL(/\/create-site$/);
    await expect(page.getByText(api.siteId)).toHaveCount(0);
  }
});
