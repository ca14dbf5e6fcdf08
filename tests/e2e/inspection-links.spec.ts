// Attack: send a shop's visitors links with a made-up, expired, foreign or replayed inspection token, to load another
// script into the page, to show an overlay on it, to fill its console, or to keep the visit out of the statistics.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { makeTokens } from '#server/adapters/tokens.ts';
import { INSPECTION_LIFE } from '#shared/embed/protocol.ts';
import { poll } from './support/base.ts';
import { card, overlay, STEADY, snippet, test, visit } from './support/inspector-test.ts';
import { hostPage } from './support/widget-host.ts';

const secret = () => readFileSync(join(process.env.E2E_DATA_DIR ?? '', 'secret.key'), 'utf8').trim();
const signedAt = (time: number, siteId: string, key = secret()) =>
  makeTokens(key, { now: () => time }).signInspection(siteId).token;

test("a link that the server doesn't vouch for is a visit like any other", async ({ page, api, host, baseURL }) => {
  await api.saveSettings(STEADY);
  await api.addNotification({ message: 'bought a lamp' });
  const good = signedAt(Date.now(), api.siteId);
  const [end = '', signature = ''] = good.split('.');
  const links: Record<string, string> = {
    nonsense: 'x',
    'nonsense of the right shape': `${'z'.repeat(8)}.${'a'.repeat(43)}`,
    'a prolonged link': `${(Number.parseInt(end, 36) + 1_000).toString(36)}.${signature}`,
    'a changed signature': `${end}.${signature.slice(0, -2)}${signature.endsWith('AA') ? 'BB' : 'AA'}`,
    "another installation's": signedAt(Date.now(), api.siteId, 'the secret key of another installation, long enough'),
    "another site's": signedAt(Date.now(), 'another-site'),
    'one that expired a second ago': signedAt(Date.now() - INSPECTION_LIFE - 1_000, api.siteId),
    'one from a year ago, replayed': signedAt(Date.now() - 365 * 86_400_000, api.siteId),
    "a payload's token": makeTokens(secret(), { now: Date.now }).signEmbed(api.siteId, Date.now()),
  };
  const asked: string[] = [];
  const told: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  page.on('console', (line) => told.push(line.text()));
  page.on('pageerror', (error) => told.push(error.message));
  for (const [what, token] of Object.entries(links)) {
    asked.length = 0;
    const answered = page.waitForResponse((response) => response.url().includes('/draft'));
    const counted = page.waitForResponse((response) => response.url().endsWith('/events'));
    await visit(page, `${host.origin}/#proofbell=${token}`);
    expect([what, (await answered).status()]).toEqual([what, 204]);
    await expect(card(page)).toBeVisible();
    // The display is reported two seconds later: by then an inspector would have been asked for.
    expect([what, (await counted).status()]).toEqual([what, 204]);
    expect([what, asked.filter((path) => path.includes('inspector'))]).toEqual([what, []]);
    await expect(page.locator('html > :not(head, body, proofbell-widget)')).toHaveCount(0);
    expect([what, told]).toEqual([what, []]);
  }
  const [notification] = await api.notifications();
  expect(notification?.displayCount).toBe(Object.keys(links).length);

  // The site's own link on a page with another snippet, and then where it belongs.
  host.pages.set('/other', hostPage(snippet(baseURL ?? '', 'no-such-site')));
  asked.length = 0;
  const answered = page.waitForResponse((response) => response.url().includes('/draft'));
  await visit(page, `${host.origin}/other#proofbell=${good}`);
  expect((await answered).status()).toBe(204);
  await visit(page, `${host.origin}/#proofbell=${good}`);
  await expect(overlay(page)).toBeVisible();
  expect(asked.filter((path) => path.includes('inspector'))).toEqual(['/widget-inspector.js']);
});

test('a page that has data-debug itself loads the inspector, shows nothing for a made-up link, and counts the visit', async ({
  page,
  api,
  host,
  baseURL,
}) => {
  await api.saveSettings(STEADY);
  await api.addNotification({ message: 'bought a lamp' });
  host.pages.set('/debug', hostPage(snippet(baseURL ?? '', api.siteId, 'data-debug')));
  const lines: string[] = [];
  page.on('console', (line) => lines.push(line.text()));
  const counted = page.waitForResponse((response) => response.url().endsWith('/events'));
  const answered = page.waitForResponse((response) => response.url().includes('/draft'));
  await visit(page, `${host.origin}/debug#proofbell=${'z'.repeat(8)}.${'a'.repeat(43)}`);
  expect((await answered).status()).toBe(204);
  await poll(() => lines.join('\n')).toContain('Proofbell: ');
  await expect(page.locator('proofbell-inspector')).toHaveCount(0);
  await counted;
});

test('while a page waits for consent, a made-up link is checked with the server, and nothing else is requested', async ({
  page,
  api,
  host,
  baseURL,
}) => {
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
