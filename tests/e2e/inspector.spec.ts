// 'Why don't I see it?' on the owner's page: on another origin, under a strict policy that enforces Trusted Types and
// allows only the embed tag's origin. The server is the real one. The overlay as a guest on the page: the keyboard,
// assistive technology, patched built-ins; the way to it from the app; and who gets none of it.
import { expect, type Page, type Route } from '@playwright/test';
import { makeTokens } from '#server/adapters/tokens.ts';
import type { Notification } from '#shared/contract/notification.ts';
import { INSPECTION_LIFE } from '#shared/embed/protocol.ts';
import { violationsOf } from './support/axe.ts';
import { poll } from './support/base.ts';
import {
  addOldToJson,
  extendLikePrototype,
  extendObjects,
  polyfillCollections,
  wrapBrowser,
} from './support/hostile-scripts.ts';
import {
  card,
  forgetCache,
  inHours,
  MOBILE,
  overlay,
  row,
  STEADY,
  snippet,
  summary,
  test,
  visit,
} from './support/inspector-test.ts';
import type { OwnerApi } from './support/owner-api.ts';
import { serverSecret } from './support/stored-rows.ts';
import { type HostSite, hostPage } from './support/widget-host.ts';
import { loaded, stopClock } from './support/widget-test.ts';

test("the overlay says why each notification is or isn't shown, and can show one without counting it", async ({
  page,
  api,
  host,
}) => {
  await api.saveSettings(STEADY);
  const rules = {
    match: 'all',
    conditions: [
      { type: 'time', operator: 'at-least', value: 3000 },
      { type: 'group', match: 'any', conditions: [{ type: 'device', operator: 'is', value: ['desktop'] }] },
    ],
  };
  await api.addNotification({ name: 'Plain', message: 'bought a lamp' });
  await api.addNotification({ name: 'Patient', message: 'bought a desk', rules });
  await api.addNotification({ name: 'Showroom', message: 'opens in Porto', startsAt: inHours(3.02) });
  await api.addNotification({ name: 'Sale', message: 'is over', endsAt: inHours(-2) });
  await api.addNotification({ name: 'Autumn', message: 'of the notification that is off', status: 'inactive' });
  await api.addNotification({ name: 'First', message: 'bought a stool' });

  // A visitor sees the first notification and closes it.
  await page.goto(host.origin);
  await expect(card(page)).toContainText('bought a stool');
  await card(page).getByRole('button', { name: 'Close' }).click();
  await expect(card(page)).toHaveCount(0);

  const sent: string[] = [];
  page.on('request', (request) => request.url().endsWith('/events') && sent.push(request.url()));
  await page.goto('about:blank');
  sent.length = 0;
  await page.clock.install();
  await visit(page, await api.link(host.origin));
  await expect(summary(page)).toHaveText('On screen: Plain');
  await expect(row(page, 'Plain')).toContainText('On screen');
  await expect(row(page, 'First')).toContainText(/You closed it, so it stays hidden for another (24 h|23 h 59 min)/);
  await expect(row(page, 'Showroom')).toContainText('It starts in 3 h');
  await expect(row(page, 'Sale')).toContainText('It ended 2 h ago');
  await expect(row(page, 'Autumn')).toContainText("It's off");
  await expect(row(page, 'Patient')).toContainText(/No: the time on the page is at least 3000 s · now: \d+ s/);
  await expect(row(page, 'Patient')).toContainText('Yes: the device is desktop · now: desktop');
  // The figures keep updating.
  const before = await row(page, 'Patient').textContent();
  await expect(row(page, 'Patient')).not.toHaveText(before ?? '');

  await row(page, 'Autumn').getByRole('button', { name: 'Show now: Autumn' }).click();
  await expect(card(page)).toContainText('of the notification that is off');
  await expect(summary(page)).toHaveText('On screen: Autumn');
  // Longer than a display takes to count, and to be sent.
  await page.clock.runFor(10_000);
  await card(page).getByRole('button', { name: 'Close' }).click();
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')));
  expect(sent).toEqual([]);
  const counts = (await api.notifications()).map(
    (one: Notification) => `${one.name} ${one.displayCount} ${one.clickCount}`,
  );
  expect(counts.filter((line) => !line.startsWith('First'))).toEqual([
    'Autumn 0 0',
    'Sale 0 0',
    'Showroom 0 0',
    'Patient 0 0',
    'Plain 0 0',
  ]);

  await api.switchWidget(false);
  await forgetCache(page);
  await visit(page, await api.link(`${host.origin}/`));
  await expect(summary(page)).toHaveText('Nothing is shown: the widget is paused');
});

/** @returns the path of a file as the widget's source calls it. */
const unhashed = (path: string) => path.replace(/-[0-9a-f]{12}\.js$/, '.js');

test('visitors load none of it; data-debug prints the reasons and requests nothing else', async ({
  page,
  api,
  host,
  baseURL,
}) => {
  await api.saveSettings(STEADY);
  await api.addNotification({
    name: 'Mobile',
    message: 'bought a desk',
    rules: { match: 'all', conditions: [MOBILE] },
  });
  const sofas = { type: 'page', operator: 'starts-with', value: ['/sofas'] };
  await api.addNotification({ name: 'Sofas', message: 'bought a sofa', rules: { match: 'all', conditions: [sofas] } });
  await api.addNotification({ message: 'bought a lamp' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname.replace(api.siteId, 'ID')));
  const lines: string[] = [];
  page.on('console', (line) => lines.push(line.text()));
  // The clock is stopped, so the display is not reported yet.
  await stopClock(page);
  await page.goto(host.origin);
  await loaded(page);
  await page.clock.runFor(100);
  await expect(card(page)).toBeVisible();
  expect(asked.filter((path) => path !== '/favicon.ico').map(unhashed)).toEqual([
    '/',
    '/widget.js',
    '/api/embed/ID',
    '/widget-conditions.js',
  ]);
  expect(lines).toEqual([]);
  await page.clock.resume();

  asked.length = 0;
  host.pages.set('/debug', hostPage(snippet(baseURL ?? '', api.siteId, 'data-debug')));
  await page.goto(`${host.origin}/debug`);
  await poll(() => lines.join('\n')).toContain('✗ the device is mobile (now: desktop)');
  await poll(() => lines.join('\n')).toContain('✗ the page is like “/sofas*” (now: /debug)');
  expect(lines[0]).toMatch(/^Proofbell: /);
  await poll(() => lines.join('\n')).toContain('“bought a lamp”: on screen');
  await expect(page.locator('proofbell-inspector')).toHaveCount(0);
  const extra = asked.filter((path) => !['/debug', '/widget.js', '/api/embed/ID', '/favicon.ico'].includes(path));
  expect(
    extra
      .filter((path) => !path.endsWith('/events'))
      .map(unhashed)
      .sort(),
  ).toEqual(['/widget-conditions.js', '/widget-inspector.js']);

  const before = lines.length;
  await card(page).getByRole('button', { name: 'Close' }).click();
  await poll(() => lines.slice(before).join('\n')).toContain('“bought a lamp”: closed');
});

test('on a narrow phone and on a desk the overlay is usable by keyboard and passes axe, on a page that unsets every style', {
  tag: '@long',
}, async ({ page, api, host, baseURL }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await api.saveSettings({
    ...STEADY,
    rules: { match: 'all', conditions: [{ type: 'exit', operator: 'happened' }] },
  });
  await api.addNotification({ name: 'Plain', message: 'bought a lamp' });
  await api.addNotification({
    name: 'Mobile',
    message: 'x'.repeat(400),
    rules: { match: 'all', conditions: [MOBILE] },
  });
  host.policies.set('/unset', '');
  const unset = '<style>* { all: unset !important }</style><script>onerror = (m) => (document.title = m)</script>';
  host.pages.set('/unset', hostPage(unset + snippet(baseURL ?? '', api.siteId)));
  await page.goto(`${host.origin}/unset`);
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const plain = await height();
  await page.clock.install();
  await visit(page, await api.link(`${host.origin}/unset`));
  await expect(row(page, 'Plain')).toContainText('On hold');
  expect(await height()).toBe(plain);
  const box = await overlay(page).boundingBox();
  expect(box && box.x >= 0 && box.x + box.width <= 320 && box.height <= 640).toBe(true);
  const scrolls = await overlay(page).evaluate((element) => element.scrollWidth > element.clientWidth);
  expect(scrolls).toBe(false);
  expect(await violationsOf(page, 'proofbell-inspector')).toEqual([]);

  // The overlay did not take the focus.
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('body');
  const move = overlay(page).getByRole('button', { name: 'Move to the other side' });
  for (const [width, axis] of [
    [1280, 'x'],
    [320, 'y'],
  ] as const) {
    await page.setViewportSize({ width, height: 640 });
    await move.focus();
    const place = async () => (await overlay(page).boundingBox())?.[axis];
    const there = await place();
    await page.keyboard.press('Enter');
    await poll(place).not.toBe(there);
  }
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Plain')).toBeHidden();
  await expect(overlay(page).getByRole('button', { name: 'Expand' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(row(page, 'Plain')).toBeVisible();
  // The list of passed checks stays open while the text is updated.
  const body = overlay(page).getByRole('region', { name: 'This page' });
  await body.getByText('checks passed').click();
  await page.clock.runFor(2_500);
  await expect(body).toContainText("The widget isn't paused");
  const show = overlay(page).getByRole('button', { name: 'Show now: Plain' });
  await show.focus();
  // The overlay redraws itself every second.
  await page.clock.runFor(2_500);
  await expect(show).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(card(page)).toContainText('bought a lamp');
  await expect(show).toBeFocused();
});

const dialogOf = (page: Page) => page.getByRole('dialog', { name: "Why don't I see it?" });

/** Opens the dialog on a screen of the app. */
async function ask(page: Page, screen: string): Promise<void> {
  await page.goto(`/oak-and-iron/${screen}`);
  await page.getByRole('button', { name: "Why don't I see it?" }).click();
  await expect(dialogOf(page).getByLabel('Page URL')).toHaveValue('http://localhost/');
}

test('an owner gets the link to their page from the app', async ({ page, api }) => {
  await api.saveSite({ domains: ['localhost'] });
  await ask(page, 'site-setup');
  const dialog = dialogOf(page);
  const field = dialog.getByLabel('Page URL');
  const link = dialog.getByRole('button', { name: 'Just give me the link' });
  await field.fill('https://other.example/');
  await link.click();
  await expect(dialog.locator('code')).toContainText('https://other.example/#proofbell=');
  await expect(dialog.getByRole('status').filter({ hasText: 'Works until' })).toBeVisible();
});

test('the tab that waits for a link closes when there is none, and another address is another link', {
  tag: '@long',
}, async ({ page, api, host, context }) => {
  await api.saveSite({ domains: ['localhost'] });
  await ask(page, 'notifications');
  const dialog = dialogOf(page);
  const field = dialog.getByLabel('Page URL');
  const open = dialog.getByRole('button', { name: 'Open my page' });
  await field.fill(`${host.origin}/#reviews`);
  await page.route('**/api/trpc/**sites.inspectionLink**', (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Temporarily unavailable. Please try again' } }),
  );
  const failing = context.waitForEvent('page');
  await open.click();
  await expect(dialog.getByRole('alert')).toContainText('Temporarily unavailable');
  await poll(async () => (await failing).isClosed()).toBe(true);
  await page.unroute('**/api/trpc/**sites.inspectionLink**');

  const opening = context.waitForEvent('page');
  await open.click();
  await expect(await opening).toHaveURL(new RegExp(`^${host.origin}/#reviews&proofbell=`));
  await expect(dialog).toContainText('Works until');
  await field.fill('https://other.example/');
  await expect(dialog).not.toContainText('Works until');
});

test('the inspector knows what was shown and what was closed before it loaded', {
  tag: '@long',
}, async ({ page, api, host }) => {
  await api.saveSettings(STEADY);
  await api.addNotification({ name: 'Plain', message: 'bought a lamp' });
  const [stays, leaves] = [await api.link(host.origin), await api.link(host.origin)];
  const held: Route[] = [];
  await page.route('**/widget-inspector.js', (route) => void held.push(route));
  const release = async () => {
    await poll(() => held.length, 'the inspector is asked for').toBe(1);
    await held.pop()?.continue();
  };
  await visit(page, stays);
  await expect(card(page)).toBeVisible();
  await release();
  await expect(summary(page)).toHaveText('On screen: Plain');

  await visit(page, leaves);
  await card(page).getByRole('button', { name: 'Close' }).click();
  await release();
  await expect(summary(page)).toHaveText('0 of 1 notification can be shown now');
  await expect(row(page, 'Plain')).toContainText('You closed it');
});

test('the overlay also works on pages that patch built-ins', { tag: '@long' }, async ({ page, api, host, baseURL }) => {
  await api.saveSettings(STEADY);
  await api.addNotification({ name: 'Plain', message: 'bought a lamp' });
  await api.addNotification({ name: 'Mobile', message: 'x', rules: { match: 'all', conditions: [MOBILE] } });
  host.policies.set('/patched', '');
  for (const patch of [extendLikePrototype, addOldToJson, extendObjects, polyfillCollections, wrapBrowser]) {
    await test.step(patch.name, async () => {
      host.pages.set('/patched', hostPage(`<script>(${patch})();</script>${snippet(baseURL ?? '', api.siteId)}`));
      await visit(page, await api.link(`${host.origin}/patched`));
      await expect(summary(page)).toHaveText('On screen: Plain');
      await expect(row(page, 'Mobile')).toContainText('the device is mobile · now: desktop');
      await expect(overlay(page)).not.toContainText('older settings');
      await row(page, 'Mobile').getByRole('button').click();
      await expect(summary(page)).toHaveText('On screen: Mobile');
    });
  }
});

// Attack: send a shop's visitors links with a made-up, expired, foreign or replayed inspection token, to load another
// script into the page, to show an overlay on it, to fill its console, or to keep the visit out of the statistics.
const signedAt = (time: number, siteId: string, key = serverSecret()) =>
  makeTokens(key, { now: () => time }).signInspection(siteId).token;

/** Each of these links is visited, and no inspector is asked for, nothing told, and each visit counted. */
async function expectPlainVisits(
  { page, api, host }: { page: Page; api: OwnerApi; host: HostSite },
  links: Record<string, string>,
) {
  await api.saveSettings(STEADY);
  await api.addNotification({ message: 'bought a lamp' });
  const asked: string[] = [];
  const told: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  page.on('console', (line) => told.push(line.text()));
  page.on('pageerror', (error) => told.push(error.message));
  await page.clock.install();
  for (const [what, token] of Object.entries(links)) {
    asked.length = 0;
    const answered = page.waitForResponse((response) => response.url().includes('/draft'));
    const counted = page.waitForResponse((response) => response.url().endsWith('/events'));
    await visit(page, `${host.origin}/#proofbell=${token}`);
    expect([what, (await answered).status()]).toEqual([what, 204]);
    await expect(card(page)).toBeVisible();
    // The display is reported two seconds later: by then an inspector would have been asked for.
    await page.clock.runFor(3_000);
    expect([what, (await counted).status()]).toEqual([what, 204]);
    expect([what, asked.filter((path) => path.includes('inspector'))]).toEqual([what, []]);
    await expect(page.locator('html > :not(head, body, proofbell-widget)')).toHaveCount(0);
    expect([what, told]).toEqual([what, []]);
  }
  const [notification] = await api.notifications();
  expect(notification?.displayCount).toBe(Object.keys(links).length);
  return asked;
}

test("a link that the server doesn't vouch for is a visit like any other, and so is the site's own on a page with another snippet", {
  tag: '@long',
}, async ({ page, api, host, baseURL }) => {
  const good = signedAt(Date.now(), api.siteId);
  const [end = '', signature = ''] = good.split('.');
  const links: Record<string, string> = {
    nonsense: 'x',
    'nonsense of the right shape': `${'z'.repeat(8)}.${'a'.repeat(43)}`,
    'one that expired a second ago': signedAt(Date.now() - INSPECTION_LIFE - 1_000, api.siteId),
    'a prolonged link': `${(Number.parseInt(end, 36) + 1_000).toString(36)}.${signature}`,
    'a changed signature': `${end}.${signature.slice(0, -2)}${signature.endsWith('AA') ? 'BB' : 'AA'}`,
    "another installation's": signedAt(Date.now(), api.siteId, 'the secret key of another installation, long enough'),
    "another site's": signedAt(Date.now(), 'another-site'),
    "a payload's token": makeTokens(serverSecret(), { now: Date.now }).signEmbed(api.siteId, Date.now()),
  };
  const asked = await expectPlainVisits({ page, api, host }, links);
  // The site's own link elsewhere, and then where it belongs.
  host.pages.set('/other', hostPage(snippet(baseURL ?? '', 'no-such-site')));
  asked.length = 0;
  const answered = page.waitForResponse((response) => response.url().includes('/draft'));
  await visit(page, `${host.origin}/other#proofbell=${good}`);
  expect((await answered).status()).toBe(204);
  await visit(page, `${host.origin}/#proofbell=${good}`);
  await expect(overlay(page)).toBeVisible();
  expect(asked.filter((path) => path.includes('inspector'))).toEqual(['/widget-inspector.js']);
});

test('while a page waits for consent, a made-up link is checked with the server, and nothing else is requested', {
  tag: '@long',
}, async ({ page, api, host, baseURL }) => {
  await api.saveSettings(STEADY);
  await api.addNotification({ message: 'bought a lamp' });
  host.pages.set('/held', hostPage(snippet(baseURL ?? '', api.siteId, 'data-consent="required"')));
  const asked: string[] = [];
  page.on(
    'request',
    (request) => request.url().startsWith(baseURL ?? '') && asked.push(new URL(request.url()).pathname),
  );
  const answered = page.waitForResponse((response) => response.url().includes('/draft'));
  await visit(page, `${host.origin}/held#proofbell=${'z'.repeat(8)}.${'a'.repeat(43)}`);
  expect((await (await answered).request().allHeaders()).cookie).toBeUndefined();
  expect(asked.filter((path) => !path.startsWith('/widget'))).toEqual([`/api/embed/${api.siteId}/draft`]);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await page.evaluate(() => window.Proofbell?.consent(true));
  await expect(card(page)).toBeVisible();
});
