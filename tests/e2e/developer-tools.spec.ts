// Developer Tools: calls with the owner's ids run as printed, the widget's API is live in the preview, and API keys are
// in the user's settings, too.
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

for (const [language, run] of Object.entries(RUNNERS)) {
  test(`each example of the REST API runs as printed: ${language}`, async ({ page }) => {
    await newOwner(page, 'Oak & Iron');
    const { siteId, widgetId } = await idsOf(page);
    await post(page, `/api/widgets/${widgetId}/notifications`, { type: 'review', message: 'It was here before' });
    await page.goto(PAGE);
    const main = page.getByRole('main');
    await expect(main.getByRole('figure').filter({ hasText: 'Site ID' })).toContainText(siteId);
    await expect(main.getByRole('figure').filter({ hasText: 'Widget ID' })).toContainText(widgetId);
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
  });
}

test("the widget's API is live in the preview, and reports nothing", async ({ page }) => {
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
  for (const width of [1440, 375, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await poll(() => overflowOf(page), `${width} px`).toBeLessThanOrEqual(0);
  }
  await expectAccessible(page);
  expect(reported).toEqual([]);
});

test('API keys are in the user settings, for an account without a site', async ({ page }) => {
  await newOwner(page);
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'API keys', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'New API key' }).click();
  await expect(page.getByPlaceholder('e.g. Nightly import')).toBeFocused();
  await page.keyboard.type('From the settings');
  await page.getByRole('button', { name: 'Create key' }).click();
  await expect(page.getByRole('region', { name: 'Key From the settings' })).toBeVisible();
  await expect(page.getByRole('row', { name: /From the settings/ })).toBeVisible();
});
