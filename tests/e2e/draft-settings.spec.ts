// An owner sees draft settings on their own page before visitors do: a foreign page, under a strict policy, with the
// real server.
import { expect, type Page } from '@playwright/test';
import { makeTokens } from '#server/adapters/tokens.ts';
import type { SettingsPatch } from '#shared/contract/widget.ts';
import { GONE_DRAFT_LIFE, INSPECTION_LIFE } from '#shared/embed/protocol.ts';
import { expectAccessible } from './support/axe.ts';
import { poll, pressWhenIdle } from './support/base.ts';
import { card, overlay, row, STEADY, summary, test, visit } from './support/inspector-test.ts';
import { serverSecret } from './support/stored-rows.ts';

const DRAFT: SettingsPatch = {
  appearance: { brandColors: { backgroundColor: '#102030', textColor: '#ffffff' } },
  behavior: { position: 'top-left', timing: { initialDelay: 1 } },
};
const look = (page: Page) =>
  card(page).evaluate((element) => {
    const { left, top } = element.getBoundingClientRect();
    const isTop = top < innerHeight / 2;
    return `${getComputedStyle(element).backgroundColor} ${isTop ? 'top' : 'bottom'}-${left < innerWidth / 2 ? 'left' : 'right'}`;
  });
const banner = (page: Page) => page.locator('proofbell-inspector .draft');

test('an owner sees the draft in place, a visitor the saved settings, and nothing is counted or remembered', {
  tag: '@long',
}, async ({ page, api, host, browser }) => {
  await api.saveSettings(STEADY);
  await api.addNotification({ name: 'Plain', message: 'bought a lamp' });
  const link = await api.link(`${host.origin}/`, DRAFT);

  // The owner closed the notification as a visitor, and their browser remembers that.
  await page.goto(host.origin);
  await expect(card(page)).toBeVisible();
  const dismissed = page.waitForResponse((response) => response.url().endsWith('/events'));
  await card(page).getByRole('button', { name: 'Close' }).click();
  await dismissed;
  const remembered = await page.evaluate(() => JSON.stringify(localStorage));
  expect(remembered).toContain('closed');
  const [before] = await api.notifications();

  const sent: { method: string; path: string; headers: Record<string, string> }[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (/embed|widget/.test(pathname)) {
      sent.push({ method: request.method(), path: pathname + search, headers: request.headers() });
    }
  });
  await page.clock.install();
  await visit(page, link);
  await poll(() => look(page)).toBe('rgb(16, 32, 48) top-left');
  await expect(banner(page)).toHaveText(/^Draft settings\. Whoever has this link sees them until \d\d:\d\d\.$/);
  await expect(summary(page)).toHaveText('On screen: Plain');
  await expect(banner(page)).toHaveCSS('border-width', '1px 0px 0px');
  await overlay(page).getByRole('button', { name: 'Expand' }).click();
  await expect(banner(page)).toHaveCSS('border-width', '0px 0px 1px');
  await expect(row(page, 'Plain')).toContainText('On screen');
  await expect(overlay(page)).not.toContainText('older settings');
  // Longer than a display takes to count, and to be sent.
  await page.clock.runFor(10_000);
  await card(page).getByRole('button', { name: 'Close' }).click();
  await expect(row(page, 'Plain')).toContainText('You closed it');
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')));
  const paths = sent.map(({ method, path }) => `${method} ${path.replace(/-[0-9a-f]{12}\.js$/, '.js')}`);
  const embed = `/api/embed/${api.siteId}`;
  expect(paths.sort()).toEqual([
    'GET /widget-conditions.js',
    'GET /widget-inspector.js',
    'GET /widget.js',
    `POST ${embed}/draft?v=2&l=en`,
    `POST ${embed}/inspection`,
  ]);
  expect(JSON.stringify(sent)).not.toContain(link.split('#proofbell=')[1]);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).toBe(remembered);
  const [after] = await api.notifications();
  expect(after?.displayCount).toBe(before?.displayCount);

  const other = await browser.newContext();
  const visitor = await other.newPage();
  await visitor.goto(host.origin);
  await poll(() => look(visitor)).toBe('rgb(255, 255, 255) bottom-right');
  await other.close();
});

test('an owner opens their page with settings that could not be saved, once it is on a domain of the site, again on the page they used last, or gets the link alone', {
  tag: '@long',
}, async ({ page, api, host, context }) => {
  await api.saveSettings(STEADY);
  await api.addNotification({ name: 'Plain', message: 'bought a lamp' });
  await api.saveSite({ domains: ['shop.example'] });
  await page.route('**/api/trpc/**widgets.saveSettings**', (route) => route.abort());
  await page.goto('/oak-and-iron/behavior');
  await page.getByRole('radio', { name: 'Top left' }).click();
  const button = page.getByRole('button', { name: 'Open my page with this' });
  await button.click();
  const dialog = page.getByRole('dialog', { name: 'Open my page with this' });
  const field = dialog.getByLabel('Page URL');
  const open = dialog.getByRole('button', { name: 'Open my page' });
  const link = dialog.getByRole('button', { name: 'Just give me the link' });
  await expect(dialog).toContainText('anyone with the link sees these settings');
  await expect(dialog).toContainText('Nothing is counted');
  await expect(field).toHaveValue('https://shop.example/');
  await field.fill(host.origin);
  await open.click();
  await expect(field).toHaveAccessibleDescription(/This page isn't on one of your site's domains/);
  expect(context.pages()).toHaveLength(1);
  await expectAccessible(page);
  await api.saveSite({ domains: ['localhost', '127.0.0.1'] });
  await page.reload();
  await page.getByRole('radio', { name: 'Top left' }).click();
  await button.click();
  await field.fill(host.origin);
  const opening = context.waitForEvent('page');
  await open.click();
  const tab = await opening;
  await poll(() => look(tab)).toBe('rgb(255, 255, 255) top-left');
  await expect(banner(tab)).toContainText('Draft settings');
  expect(await tab.evaluate(() => window.opener)).toBeNull();
  await pressWhenIdle(page, 'Escape');
  await expect(button).toBeFocused();
  await button.click();
  await expect(field).toHaveValue(host.origin);
  await link.click();
  await expect(dialog).toContainText('Works until');
  await expect(dialog).toContainText(`${host.origin}/#proofbell=`);

  const refusal = { field: 'settings.appearance.customCSS', message: 'Line 1: url() is not allowed' };
  await page.route('**/api/trpc/**sites.inspectionLink**', (route) =>
    route.fulfill({ status: 400, json: { code: 'validation', message: 'Please check', errors: [refusal] } }),
  );
  await field.fill(`${host.origin}/desks`);
  await link.click();
  await expect(dialog.getByRole('alert')).toContainText('Custom CSS: Line 1: url() is not allowed');
});

test('a link that ends while its page is open says so, and one opened later that the draft is gone', {
  tag: '@long',
}, async ({ page, api, host }) => {
  await api.saveSettings(STEADY);
  await api.addNotification({ name: 'Plain', message: 'bought a lamp' });
  await page.clock.install();
  await visit(page, await api.link(`${host.origin}/`, DRAFT));
  await expect(banner(page)).toContainText('Draft settings');
  // What changes is announced only where screen readers already know the place.
  const region = await banner(page).and(overlay(page).getByRole('status')).elementHandle();
  await page.clock.fastForward(INSPECTION_LIFE + 1_000);
  await poll(() => region?.textContent()).toContain('The link has expired');
  await expect(banner(page)).toHaveText('The link has expired. Reload the page to see the saved settings.');

  const endedFor = (ms: number) => {
    const tokens = makeTokens(serverSecret(), { now: () => Date.now() - INSPECTION_LIFE - ms });
    return `${host.origin}/#proofbell=${tokens.signInspection(api.siteId, 'a-draft').token}`;
  };
  await visit(page, endedFor(1_000));
  await expect(summary(page)).toHaveText("The draft settings of this link are gone. You're seeing the saved ones.");
  await expect(overlay(page)).toContainText('The link worked for ten minutes');
  await poll(() => look(page)).toBe('rgb(255, 255, 255) bottom-right');
  await expect(overlay(page)).not.toContainText('Plain');

  await visit(page, endedFor(GONE_DRAFT_LIFE + 1_000));
  await expect(card(page)).toBeVisible();
  await expect(page.locator('proofbell-inspector')).toHaveCount(0);
});
