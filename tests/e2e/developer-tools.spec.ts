// Developer Tools and the API page: calls with the owner's ids and the quick start run as printed, the widget's API is live
// in the preview, API keys are in the user's settings, too, and the API page asks for nothing but itself.
import { execFileSync } from 'node:child_process';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, overflowOf } from './support/axe.ts';
import { poll } from './support/base.ts';
import { newOwner, post, test } from './support/owner.ts';

const PAGE = '/oak-and-iron/developer-tools';

/** @returns the ids of the owner's only site, and what is needed to look at it. */
async function idsOf(page: Page) {
  const { sites } = (await (await page.request.get('/api/sites')).json()).data;
  const { widget } = await (await page.request.get(`/api/widgets/site/${sites[0].id}`)).json();
  return { siteId: sites[0].id as string, widgetId: widget.id as string };
}

const list = async (page: Page, widgetId: string) =>
  (await (await page.request.get(`/api/widgets/${widgetId}/notifications`)).json()).notifications as {
    id: string;
    message: string;
    status: string;
    source: string;
  }[];
const initialDelay = async (page: Page, widgetId: string) =>
  (await (await page.request.get(`/api/widgets/${widgetId}`)).json()).widget.settings.behavior.timing.initialDelay;

const RUNNERS = {
  curl: (code: string) =>
    execFileSync('bash', ['--norc', '-euo', 'pipefail', '-c', code], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  JavaScript: (code: string) =>
    execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' }),
};

test('each example of the REST API runs as printed, in the shell and in JavaScript', { tag: '@long' }, async ({
  page,
}) => {
  for (const [language, run] of Object.entries(RUNNERS)) {
    await newOwner(page, 'Oak & Iron');
    const { siteId, widgetId } = await idsOf(page);
    await post(page, `/api/widgets/${widgetId}/notifications`, { type: 'review', message: 'It was here before' });
    await page.goto(PAGE);
    const main = page.getByRole('main');
    await expect(main.getByRole('figure').filter({ hasText: 'Site ID' })).toContainText(siteId);
    await page.getByRole('textbox', { name: 'Name' }).fill('Examples');
    await page.getByLabel(/^Read and write/).check();
    await page.getByRole('button', { name: 'Create key' }).click();
    await expect(main).toContainText('ready to run as they are');
    await page.getByRole('radio', { name: language, exact: true }).click();
    const codeOf = async (title: string) =>
      (await main.getByRole('figure').filter({ hasText: title }).locator('pre').textContent()) ?? '';

    expect(run(await codeOf('Create a notification'))).toContain('Ana from Lisbon bought the Oak Desk');
    const [made, before] = (await list(page, widgetId)).toSorted((a, b) => a.source.localeCompare(b.source));
    expect(made).toMatchObject({ message: 'Ana from Lisbon bought the Oak Desk', source: 'api', status: 'active' });
    expect(run(await codeOf('List notifications'))).toContain('It was here before');
    expect(before?.status).toBe('active');
    run(await codeOf('Update a notification'));
    expect((await list(page, widgetId)).find(({ id }) => id === before?.id)?.status).toBe('inactive');
    expect(run(await codeOf('Read statistics'))).toContain('displays');
    run(await codeOf('Change settings'));
    expect(await initialDelay(page, widgetId)).toBe(2);
  }
});

test("the examples have the site's ids and a new key", async ({ page }) => {
  await newOwner(page, 'Oak & Iron');
  const { siteId, widgetId } = await idsOf(page);
  await page.goto(PAGE);
  const main = page.getByRole('main');
  await expect(main.getByRole('figure').filter({ hasText: 'Site ID' })).toContainText(siteId);
  await expect(main.getByRole('figure').filter({ hasText: 'Widget ID' })).toContainText(widgetId);
  await page.getByRole('textbox', { name: 'Name' }).fill('Examples');
  await page.getByLabel(/^Read and write/).check();
  await page.getByRole('button', { name: 'Create key' }).click();
  await expect(main).toContainText('ready to run as they are');
});

test("every call of the widget's API is live in the preview, on the narrowest phone, too, and reports nothing", {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await newOwner(page, 'Oak & Iron');
  const { widgetId } = await idsOf(page);
  const message = 'A page of ours says so';
  await post(page, `/api/widgets/${widgetId}/notifications`, { type: 'announcement', message });
  const reported: string[] = [];
  page.on('request', (request) => request.url().includes('/api/embed') && reported.push(request.url()));
  await page.goto(PAGE);
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

async function makeKey(page: Page): Promise<string> {
  const { apiKey } = (await post(page, '/api/api-keys', { name: 'Quick start', scope: 'write' })) as {
    apiKey: { key: string };
  };
  return apiKey.key;
}

test('the quick start sends a notification as printed, and so does each call with a key', { tag: '@long' }, async ({
  page,
  request,
}) => {
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

test('the API page asks for nothing but itself, and fits 320 px with everything open', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 900 });
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await page.goto('/api/docs');
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
