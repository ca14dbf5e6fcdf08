// The API page: its quick start runs as printed, it fits any screen, and it asks for nothing but itself.
import { execFileSync } from 'node:child_process';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, overflowOf } from './support/axe.ts';
import { newOwner, post, test } from './support/owner.ts';

async function makeKey(page: Page): Promise<string> {
  const { apiKey } = (await post(page, '/api/api-keys', { name: 'Quick start', scope: 'write' })) as {
    apiKey: { key: string };
  };
  return apiKey.key;
}

test('the quick start sends a notification as printed, and so does each call with a key', async ({ page, request }) => {
  await newOwner(page, 'Oak & Iron');
  const key = await makeKey(page);
  await page.goto('/api/docs');
  const steps = await page.locator('#quick-start pre').allTextContents();
  expect(steps).toHaveLength(3);
  const headers = { authorization: `Bearer ${key}` };
  const { sites } = (await (await request.get('/api/sites', { headers })).json()).data;
  const start = steps.join('\n').replace('pb_…', key);
  const script = start.replace('SITE="…"', `SITE="${sites[0].id}"`);
  const shell = (text: string) =>
    execFileSync('bash', ['--norc', '-euo', 'pipefail', '-c', text], { encoding: 'utf8' });
  const said = shell(script);
  expect(said).toContain('"message":"Ana from Lisbon bought the Oak Desk"');
  const { widget } = await (await request.get(`/api/widgets/site/${sites[0].id}`, { headers })).json();
  const list = async () =>
    (await (await request.get(`/api/widgets/${widget.id}/notifications`, { headers })).json()).notifications;
  const [made] = await list();
  expect(made).toMatchObject({ type: 'purchase', message: 'Ana from Lisbon bought the Oak Desk', source: 'api' });

  // Every example in the parts that take a key, with the variables that their paths name; what deletes comes last.
  const examples = await page.locator('details .body > pre').allTextContents();
  expect(examples.length).toBeGreaterThan(25);
  const known = { SITE: sites[0].id, WIDGET: widget.id, NOTIFICATION: made.id };
  // Of other nouns there are none yet: their calls are right, and not found.
  const others = [...examples.join('\n').matchAll(/\$([A-Z]+)/g)].map(([, name = '']) => name);
  const unknown = others.filter((name) => !['PB', 'KEY', ...Object.keys(known)].includes(name));
  const values = { ...Object.fromEntries(unknown.map((name) => [name, 'none-yet'])), ...known };
  const variables = [steps[0]?.replace('pb_…', key), ...Object.entries(values).map(([name, id]) => `${name}=${id}`)];
  const isLast = (text: string) => Number(text.includes('-X DELETE')) + Number(/DELETE.*api\/sites/.test(text));
  const run = examples
    .toSorted((a, b) => isLast(a) - isLast(b))
    .map((text) => `${text.replace('curl ', `curl -s -o /dev/null -w '%{http_code} %{method} %{url}\\n' `)}`);
  const statuses = shell([...variables, ...run].join('\n'))
    .trim()
    .split('\n');
  expect(statuses).toHaveLength(examples.length);
  // The plan allows one site, and built-in templates can't be deleted.
  const refused = statuses
    .filter((line) => !/^20[014] /.test(line) && !/^404 .*none-yet/.test(line))
    .map((line) => line.replace(/https?:\/\/[^/]+/, ''));
  expect(refused).toEqual(['403 POST /api/sites', '403 DELETE /api/templates/built-in-sales-order']);
});

test('the API page fits 320 px with everything open, is accessible, and leads back to the app', async ({ page }) => {
  await newOwner(page, 'Oak & Iron');
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await page.goto('/api/docs');
  for (const width of [320, 375, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
    expect(await overflowOf(page), `${width} px`).toBeLessThanOrEqual(0);
  }
  await expectAccessible(page, 'style');
  expect([...hosts]).toEqual([new URL(page.url()).host]);
  await page.getByRole('link', { name: 'Back to the app' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('the API page reads without JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const page = await context.newPage();
  await page.goto('/api/docs');
  await page.getByText('Create a notification', { exact: true }).click();
  await expect(page.getByRole('row', { name: /^message required text/ })).toBeVisible();
  await context.close();
});
