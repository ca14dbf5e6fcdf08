// Site Setup while the owner installs the snippet: it notices by itself where the snippet was seen, and says what is wrong
// when it wasn't.
import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { poll } from './support/base.ts';
import { codeOf } from './support/guide-code.ts';
import { test as base, newOwner, toast } from './support/owner.ts';
import { makeApi, type OwnerApi, ownerAt } from './support/owner-api.ts';
import { ageSightings } from './support/stored-rows.ts';
import { type HostSite, hostPage, startHostSite, tag } from './support/widget-host.ts';

const test = base.extend<{ backend: string }>({
  backend: ({ baseURL }, use) => use(baseURL ?? ''),
});

const SIZES = [
  { width: 375, height: 760 },
  { width: 1440, height: 900 },
];

const check = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Check installation' }) });
const status = (page: Page) => check(page).getByRole('status').first();

/** An owner on Site Setup, and a shop on a host of its own, which no other test's site lists. */
async function open(
  page: Page,
  backend: string,
): Promise<{ api: OwnerApi; host: HostSite; shop: string; name: string; email: string }> {
  const email = await newOwner(page, 'Oak & Iron');
  const api = await makeApi(page);
  const host = await startHostSite(backend);
  const name = `shop-${randomUUID()}.localhost`;
  return { api, host, name, email, shop: host.origin.replace('localhost', name) };
}

/** A visitor opens the shop's page with the snippet of that site id, and gets the server's answer. */
async function visit(browser: Browser, { host, shop }: { host: HostSite; shop: string }, backend: string, id: string) {
  host.pages.set('/', hostPage(tag(backend, id)));
  const visitor = await browser.newContext();
  const page = await visitor.newPage();
  const answer = page.waitForResponse(/\/api\/embed\//);
  await page.goto(shop);
  await answer;
  await visitor.close();
}

test('a domain that is not listed is named and added by a press, then the snippet is seen and the next step named', {
  tag: '@short',
}, async ({ page, backend }) => {
  await newOwner(page, 'Oak & Iron');
  const api = await makeApi(page);
  await api.saveSite({ domains: ['oak.example'] });
  const open = () =>
    page.request.get(`${backend}/api/embed/${api.siteId}`, { headers: { origin: 'https://outlet.example' } });
  await open();
  await page.goto('/oak-and-iron/site-setup');
  await expect(status(page)).toContainText("outlet.example isn't on your list");
  await check(page).getByRole('button', { name: 'Add outlet.example' }).click();
  await expect(toast(page)).toContainText('Site updated successfully');
  await expect(page.getByRole('button', { name: 'Remove outlet.example' })).toBeVisible();
  await open();
  await expect(status(page)).toContainText('Your snippet works');
  await expect(check(page).getByRole('link', { name: 'Write your first notification' })).toHaveAttribute(
    'href',
    /^\/oak-and-iron\/notifications/,
  );
  const shop = check(page).getByRole('link', { name: 'Connect your shop' });
  await expect(shop).toHaveAttribute('href', '/oak-and-iron/sources');
});

test('a paused widget is turned on, a wrong id and a domain that is not listed are named and mended by a press, what is being edited below stays, and the next step is named', {
  tag: '@long',
}, async ({ page, browser, backend }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: backend });
  const opened = await open(page, backend);
  const { siteId } = opened.api;
  await opened.api.saveSite({ domains: ['oak.example'] });
  await opened.api.switchWidget(false);
  await page.setViewportSize({ width: 375, height: 760 });
  await page.goto('/oak-and-iron/site-setup');
  await expect(status(page)).toContainText('The widget is paused');
  await check(page).getByRole('button', { name: 'Turn it on' }).click();
  await expect(page.getByRole('switch', { name: 'Show the widget' })).toBeChecked();
  await expect(status(page)).toContainText('Waiting for your page');
  await expect(check(page).getByRole('link', { name: 'Open my page' })).toHaveAttribute('href', 'https://oak.example/');

  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Oak');
  await page.getByRole('textbox', { name: 'Domains' }).fill('iron.example');
  await page.keyboard.press('Enter');
  await visit(browser, opened, backend, siteId);
  await expect(status(page)).toContainText(`${opened.name} isn't on your list`);
  await check(page)
    .getByRole('button', { name: `Add ${opened.name}` })
    .click();
  await expect(toast(page)).toContainText('Site updated successfully');
  // The form below has the domain, and what was being typed there.
  await expect(page.getByRole('button', { name: `Remove ${opened.name}` })).toBeVisible();
  await expect(name).toHaveValue('Oak');
  const save = page.getByRole('button', { name: 'Save changes' });
  await save.click();
  await expect(save).toBeDisabled();
  const site = async () => JSON.stringify(await (await page.request.get(`/api/sites/${siteId}`)).json());
  expect(await site()).toContain(`"domains":["oak.example","iron.example","${opened.name}"]`);

  const wrong = siteId.replace(/.{4}$/, 'ffff');
  await visit(browser, opened, backend, wrong);
  await expect(status(page)).toContainText(`The snippet on ${opened.name} has another site ID`);
  await expect(status(page)).toContainText(wrong);
  await expectAccessible(page);
  await check(page).getByRole('button', { name: 'Copy the right snippet' }).click();
  await poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(tag(backend, siteId));

  await visit(browser, opened, backend, siteId);
  await expect(status(page)).toContainText('Your snippet works');
  await expect(status(page)).toContainText(`Snippet last seen on ${opened.name} just now`);
  for (const domain of ['oak.example', 'iron.example', opened.name])
    await page.getByRole('button', { name: `Remove ${domain}` }).click();
  await save.click();
  await expect(save).toBeDisabled();
  expect(await site()).toContain('"domains":[]');
  await expect(check(page)).toContainText('lists no domains');
  await check(page).getByRole('link', { name: 'Write your first notification' }).click();
  await expect(page).toHaveURL(/\/oak-and-iron\/notifications/);
  await opened.host.close();
});

test('what was seen is old news later, and no good news once it is lost; the panel notices its return, and leads on', {
  tag: '@long',
}, async ({ page, browser, backend }) => {
  const opened = await open(page, backend);
  await opened.api.saveSite({ domains: [opened.name] });
  await page.goto('/oak-and-iron/site-setup');
  await expect(status(page)).toContainText('Waiting for your page');
  await visit(browser, opened, backend, opened.api.siteId);
  await expect(status(page)).toContainText('Your snippet works');
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expectAccessible(page);
  }
  await page.reload();
  await expect(status(page)).toContainText(`Snippet last seen on ${opened.name}`);
  await expect(status(page)).not.toContainText('Your snippet works');
  ageSightings(opened.email, 2);
  await page.reload();
  await expect(status(page).getByRole('alert')).toContainText('The snippet was last seen 2 days ago');
  await expect(check(page).getByRole('button', { name: /Still nothing\?/ })).toBeVisible();
  await expectAccessible(page);
  // A host is noted once a minute, so another one of the same shop.
  await visit(browser, { ...opened, shop: opened.shop.replace('//', '//new.') }, backend, opened.api.siteId);
  await expect(status(page)).toContainText('Your snippet works');
  await opened.api.addNotification({ message: 'Free delivery this week' });
  await page.reload();
  await check(page).getByRole('link', { name: 'Go to the dashboard' }).click();
  await expect(page).toHaveURL(/\/oak-and-iron\/dashboard$/);
  await opened.host.close();
});

test('without the server the panel says so, and goes on by itself', { tag: '@long' }, async ({ page }) => {
  await ownerAt(page, '/oak-and-iron/site-setup');
  await expect(status(page)).toContainText('Waiting for your page');
  await page.route('**/api/trpc/**', (route) => route.abort());
  await expect(check(page).getByRole('alert')).toContainText("Can't check right now");
  await page.unrouteAll();
  await expect(check(page).getByRole('alert')).toHaveCount(0);
  await expect(status(page)).toContainText('Waiting for your page');
});

test('what only the page can tell is told in the browser’s own words, which the guide quotes, too', {
  tag: '@long',
}, async ({ page, browser, backend }) => {
  const opened = await open(page, backend);
  await page.goto('/oak-and-iron/site-setup');
  await check(page)
    .getByRole('button', { name: /Still nothing\?/ })
    .click();
  await expectAccessible(page);
  const told = await check(page).locator('code').allTextContents();
  const said: string[] = [];
  opened.host.pages.set('/', hostPage(tag(backend, opened.api.siteId)));
  const policies = ["script-src 'self'", `script-src ${backend}; connect-src 'self'`, ''];
  for (const policy of policies) {
    opened.host.policies.set('/', policy);
    const visitor = await browser.newContext();
    const shop = await visitor.newPage();
    if (policy === '') await shop.route('**/widget.js', (route) => route.abort('blockedbyclient'));
    const line = shop.waitForEvent(
      'console',
      (one) => one.type() === 'error' && /widget|embed|CLIENT/.test(one.text()),
    );
    await shop.goto(opened.shop);
    said.push((await line).text());
    await visitor.close();
  }
  // The guide has the lines of both policies whole.
  const quoted = codeOf('consent-and-csp', backend, opened.api.siteId).map((line) => line.trim());
  expect(quoted).toEqual(expect.arrayContaining(said.slice(0, 2)));
  // '…' stands for the site's id.
  for (const text of said) {
    expect(
      told.some((line) => line.split('…').every((part) => text.includes(part)) && line.length > 30),
      text,
    ).toBe(true);
  }
  await opened.host.close();
});

test('the guide of every platform fits the narrowest phone, and the choice is remembered', { tag: '@long' }, async ({
  page,
  backend,
}) => {
  const { siteId } = await ownerAt(page, '/oak-and-iron/site-setup');
  const platforms = page.getByRole('radiogroup', { name: 'Where does your site run?' });
  await page.setViewportSize({ width: 320, height: 760 });
  for (const one of await platforms.getByRole('radio').all()) {
    await one.click();
    await expect(
      page
        .getByRole('region', { name: (await one.textContent()) ?? '' })
        .locator('pre')
        .first(),
    ).toBeVisible();
    await poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  }
  await expectAccessible(page);
  await platforms.getByRole('radio', { name: 'Google Tag Manager' }).click();
  const guide = page.getByRole('region', { name: 'Google Tag Manager' });
  await expect(guide).toContainText(`src="${backend}/widget.js?siteId=${siteId}"`);
  await page.reload();
  await expect(platforms.getByRole('radio', { name: 'Google Tag Manager' })).toBeChecked();
});
