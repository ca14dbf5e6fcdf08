// 'Why don't I see it?' on the owner's page: on another origin, under a strict policy that enforces Trusted Types and
// allows only the embed tag's origin. The server is the real one.
import { expect, type Route } from '@playwright/test';
import type { Notification } from '#shared/contract/notification.ts';
import { poll } from './support/base.ts';
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
import { hostPage } from './support/widget-host.ts';
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
});

test('the inspector knows what was shown and what was closed before it loaded', async ({ page, api, host }) => {
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

test('the overlay names what blocks the whole page: rules, caps, device, switch, domain', async ({
  page,
  api,
  host,
}) => {
  await api.addNotification({ name: 'Plain', message: 'bought a lamp' });
  await api.saveSettings({
    behavior: { ...STEADY.behavior, visibility: { showOnDesktop: false }, queue: { perPage: 1, perVisit: 1 } },
    rules: { match: 'all', conditions: [{ type: 'page', operator: 'starts-with', value: ['/desks'] }] },
  });
  await page.clock.install();
  await visit(page, await api.link(`${host.origin}/`));
  const body = overlay(page).getByRole('region', { name: 'This page' });
  await expect(body).toContainText('Not shown on desktop screens');
  await expect(body).toContainText("The widget's rules aren't met");
  await expect(body).toContainText('the page starts with “/desks” · now: /');
  await expect(row(page, 'Plain')).toContainText('On hold');
  // The list of passed checks stays open while the text is updated.
  await body.getByText('checks passed').click();
  await page.clock.runFor(2_500);
  await expect(body).toContainText('0 of 1 shown on this page');
  await expect(body).toContainText("The widget isn't paused");

  await api.saveSettings({ behavior: { visibility: { showOnDesktop: true } }, rules: { conditions: [] } });
  await visit(page, await api.link(`${host.origin}/`));
  await expect(body).toContainText('This page is using older settings');
  await forgetCache(page);
  await visit(page, await api.link(`${host.origin}/`));
  await expect(summary(page)).toHaveText('On screen: Plain');
  await card(page).getByRole('button', { name: 'Close' }).click();
  await expect(body).toContainText('Cap reached: 1 shown on this page');
  await expect(body).toContainText('Cap reached: 1 shown in this visit');

  await api.switchWidget(false);
  await visit(page, await api.link(`${host.origin}/`));
  await expect(summary(page)).toHaveText('Nothing is shown: the widget is paused');

  await api.saveSite({ domains: ['shop.example', 'oak.example'] });
  await visit(page, await api.link(`${host.origin}/`));
  await expect(body).toContainText("localhost isn't on your site's domain list");
  await expect(body).toContainText('The widget runs only on shop.example, oak.example and subdomains');
  await expect(row(page, 'Plain').getByRole('button')).toBeDisabled();
});

test('missing consent is told apart from missing data, and the overlay updates when consent is given', async ({
  page,
  api,
  host,
  baseURL,
}) => {
  await api.saveSettings(STEADY);
  await api.addNotification({ name: 'Plain', message: 'bought a lamp' });
  host.pages.set('/held', hostPage(snippet(baseURL ?? '', api.siteId, 'data-consent="required"')));
  await visit(page, await api.link(`${host.origin}/held`));
  await expect(summary(page)).toHaveText('Nothing is shown: consent is missing');
  await page.evaluate(() => window.Proofbell?.consent(true));
  await expect(summary(page)).toHaveText('On screen: Plain');

  // The widget stores its payload when the page is idle, and would show that one.
  await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.endsWith('payload')));
  await page.evaluate(() => localStorage.clear());
  await page.route(`**/api/embed/${api.siteId}`, (route) => route.abort());
  await visit(page, await api.link(`${host.origin}/`));
  await expect(overlay(page)).toContainText("The notifications couldn't be loaded");
  await expect(overlay(page)).toContainText("Proofbell isn't responding");
  await expect(row(page, 'Plain')).toContainText('On hold');
});

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
  expect(asked.filter((path) => path !== '/favicon.ico')).toEqual(['/', '/widget.js', '/api/embed/ID']);
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
  expect(extra.filter((path) => !path.endsWith('/events'))).toEqual(['/widget-inspector.js']);

  const before = lines.length;
  await card(page).getByRole('button', { name: 'Close' }).click();
  await poll(() => lines.slice(before).join('\n')).toContain('“bought a lamp”: closed');
});
