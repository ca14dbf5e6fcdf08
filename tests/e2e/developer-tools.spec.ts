import { execFileSync } from 'node:child_process';
import { expect } from '@playwright/test';
import { expectAccessible, overflowOf } from './support/axe.ts';
import { poll } from './support/base.ts';
import { newOwner, test } from './support/owner.ts';
import { makeApi, makeKey, ownerAt } from './support/owner-api.ts';

const PAGE = '/oak-and-iron/developer-tools';

test('the example runs as it is with a key that was made beside it, and becomes a notification', async ({ page }) => {
  const api = await ownerAt(page, PAGE);
  const example = page.getByRole('figure').filter({ hasText: 'POST an event' }).locator('pre');
  await expect(example).toContainText(`/api/sites/${api.siteId}/events`);
  await expect(example).toContainText('YOUR_API_KEY');
  await page.getByRole('textbox', { name: 'Name' }).fill('Examples');
  await expect(page.getByLabel(/^Read and write/)).toBeChecked();
  await page.getByRole('button', { name: 'Create key' }).click();
  await expect(page.getByRole('main')).toContainText('it runs as it is');
  const answer = execFileSync('bash', ['-c', `curl() { command curl -s "$@"; }; ${await example.innerText()}`]);
  expect(JSON.parse(String(answer))).toEqual({ accepted: 1, duplicates: 0, refused: [] });
  await poll(async () => (await api.notifications()).map(({ message }) => message)).toEqual(['Ana bought Oak Desk']);
  await page.getByRole('tab', { name: 'JavaScript API' }).click();
  await expect(page).toHaveURL(`${PAGE}?tab=javascript`);
  await expect(page.getByRole('button', { name: 'Load the page' })).toBeVisible();
});

test("every call of the widget's API is live in the preview, on the narrowest phone, too, and reports nothing", {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await newOwner(page, 'Oak & Iron');
  const message = 'A page of ours says so';
  await (await makeApi(page)).addNotification({ type: 'announcement', message });
  const reported: string[] = [];
  page.on('request', (request) => request.url().includes('/api/embed') && reported.push(request.url()));
  await page.goto(`${PAGE}?tab=javascript`);
  const shown = page.locator('[data-preview-page]').getByText(message);
  const said = page.getByRole('log', { name: 'Console' });
  const call = (name: RegExp) => page.getByRole('button', { name });
  await expect(call(/^Run .*show\('/)).toBeDisabled();
  await page.getByRole('button', { name: 'Load the page' }).click();
  await expect(said).toContainText('the first one in 5 s');
  await call(/^Run .*\.on\(/).click();
  await call(/^Run .*show\('/).click();
  await expect(shown).toBeVisible();
  await expect(said).toContainText(/show [\w-]{36}/);
  await poll(() => overflowOf(page)).toBeLessThanOrEqual(0);
  await expectAccessible(page);
  await call(/^Run .*pause/).click();
  await expect(shown).toBeHidden();
  await call(/^Run .*resume/).click();
  await expect(shown).toBeVisible();
  await call(/^Run .*set\(/).click();
  await expect(said).toContainText('The fact plan is pro.');
  await call(/^Run .*consent\(false/).click();
  await expect(shown).toHaveCount(0);
  await expect(call(/^Run .*pause/)).toBeDisabled();
  await call(/^Run .*consent\(true/).click();
  await call(/^Run .*show\('/).click();
  await expect(shown).toBeVisible();
  await call(/^Run .*destroy/).click();
  await expect(shown).toHaveCount(0);
  await expect(call(/^Run .*consent\(true/)).toBeDisabled();
  expect(reported).toEqual([]);
});

test('a call is sent from the API page with a key, which is kept nowhere', async ({ page }) => {
  const api = await ownerAt(page, '/dashboard');
  const key = await makeKey(page, 'Mine', 'write');
  await page.goto('/api/docs#post-sites-siteid-forget');
  // The first call is read without being asked for, the one that the address names, too.
  const report = page.locator('#post-sites-siteid-events');
  await expect(page.locator('#post-sites-siteid-forget').getByRole('button', { name: 'Send' })).toBeVisible();
  const send = report.getByRole('button', { name: 'Send' });
  await report.getByLabel('siteId').fill('x');
  await send.click();
  await expect(page.getByText('Enter a key first.')).toBeVisible();
  await report.getByLabel('siteId').fill('');
  await page.getByLabel('Try it with your key').fill('pb_wrong');
  await page.keyboard.press('Tab');
  await expect(page.getByText("This key doesn't work here.")).toBeVisible();
  await page.getByLabel('Try it with your key').fill(key);
  await page.keyboard.press('Tab');
  await expect(report.getByLabel('siteId')).toHaveValue(api.siteId);
  await send.click();
  await expect(report.getByRole('status')).toContainText('"accepted": 1');
  await poll(async () => (await api.notifications()).length).toBe(1);
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
  expect(kept).not.toContain(key);
  expect(page.url()).not.toContain(key);
});

test('the API page asks for nothing but itself, has the chosen theme, and fits 320 px with everything open', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 900 });
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await page.goto('/api/docs');
  await page.evaluate(() => localStorage.setItem('theme', 'dark'));
  await page.reload();
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(19, 18, 16)');
  // A call of a folded part is shown when an address names it.
  await page.goto('/api/docs#post-auth-login');
  await expect(page.getByRole('row', { name: /^password required text/ })).toBeVisible();
  await page.getByText('Create a notification', { exact: true }).click();
  await expect(page.getByRole('row', { name: /^message required text/ })).toBeVisible();
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  expect([...hosts]).toEqual([new URL(page.url()).host]);
  await expect(page.getByRole('link', { name: 'Back to the app' })).toHaveAttribute('href', '/dashboard');
});

test('the API page fits a phone and a desk and is accessible with a part of it open, and reads without JavaScript', {
  tag: '@long',
}, async ({ page, browser, baseURL }) => {
  await page.goto('/api/docs');
  await page.getByText('Create a notification', { exact: true }).click();
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await overflowOf(page), `${width} px`).toBeLessThanOrEqual(0);
  }
  await expectAccessible(page, 'style');

  const plain = await (await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })).newPage();
  await plain.goto('/api/docs');
  await plain.getByText('Create a notification', { exact: true }).click();
  await expect(plain.getByRole('row', { name: /^message required text/ })).toBeVisible();
  await plain.context().close();
});
