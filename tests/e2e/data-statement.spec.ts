// The data statement of a site against a visit to its page in a real browser: every request that leaves the page and every
// entry that is stored there is in the statement, and what the statement says happens. And the page that owners copy it from.
import { expect, type Page, type Request } from '@playwright/test';
import type { DataStatement } from '#shared/contract/data-statement.ts';
import { expectPhone } from './support/axe.ts';
import { poll } from './support/base.ts';
import { pinChance } from './support/chance.ts';
import { newOwner, post, test } from './support/owner.ts';
import { makeApi, ownerAt } from './support/owner-api.ts';
import { hostPage, startHostSite, tag } from './support/widget-host.ts';
import { card, hideTab } from './support/widget-test.ts';

const NAME = 'Oak & Iron';
const PICTURE = '/desk.png';
/** With something in it that is nobody else's business. */
const ADDRESS = '/?email=visitor@mail.example';

const statementOf = async (page: Page, siteId: string): Promise<DataStatement> =>
  (await (await page.request.get(`/api/sites/${siteId}/data-statement`)).json()).statement;

/** What browsers write of themselves into any request. */
const BROWSERS_OWN =
  /^(?:accept(?:-encoding|-language)?|cache-control|connection|content-length|content-type|host|origin|pragma|priority|referer|sec-.+|upgrade-insecure-requests|user-agent)$/;

/** @returns the names in a body, without those of lists. */
const namesIn = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap(namesIn)
    : value !== null && typeof value === 'object'
      ? Object.entries(value).flatMap(([name, inner]) => (Array.isArray(inner) ? namesIn(inner) : [name]))
      : [];

/** @returns everything that the page's origin keeps in this browser. */
const storedIn = (page: Page) =>
  page.evaluate(async () => ({
    local: { ...localStorage } as Record<string, string>,
    session: Object.keys(sessionStorage),
    cookies: document.cookie,
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
  }));

test('a visit stores and sends what the data statement says, and nothing else', async ({ page, browser }) => {
  await newOwner(page, NAME);
  const api = await makeApi(page);
  const { requests } = await statementOf(page, api.siteId);
  const proofbell = new URL(requests[0]?.url ?? '').origin;
  const host = await startHostSite(proofbell);
  // The picture is from the shop itself, which its strict policy wouldn't let in.
  host.policies.set('/', '');
  host.pages.set('/', hostPage(tag(proofbell, api.siteId)));
  await api.saveSettings({
    behavior: { timing: { initialDelay: 0, displayDuration: 120, timeBetween: 0, randomizeTiming: false } },
    rules: { conditions: [{ type: 'visits', operator: 'at-least', value: 1 }] },
  });
  await api.addNotification({ message: 'Sold', url: `${ADDRESS}#desk`, image: `${host.origin}${PICTURE}` });
  await api.addEvents({ id: '1', kind: 'signup', occurredAt: new Date().toISOString() });
  await poll(async () => (await api.notifications()).length).toBe(2);
  // Its own pictures are on its own domain: without one they could be anywhere.
  await api.saveSite({ domains: ['localhost'] });
  const statement = await statementOf(page, api.siteId);

  const context = await browser.newContext();
  // The one page load in a hundred that measures the widget.
  await pinChance(context, 0);
  const shop = await context.newPage();
  const sent: Request[] = [];
  shop.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin !== host.origin || pathname === PICTURE) sent.push(request);
  });
  context.on('request', (request) => {
    const isOpened = request.isNavigationRequest() && new URL(request.url()).origin !== host.origin;
    if (isOpened) sent.push(request);
  });
  const counted = (type: string) =>
    shop.waitForRequest((request) => request.postData()?.includes(`"type":"${type}"`) ?? false);
  const display = counted('display');
  await shop.goto(`${host.origin}${ADDRESS}`);
  await expect(card(shop)).toContainText('Sold');
  await display;
  const click = counted('click');
  await card(shop).getByRole('link').click();
  await click;
  const dismiss = counted('dismiss');
  await card(shop).getByRole('button', { name: 'Close' }).click();
  await dismiss;
  const opened = context.waitForEvent('page');
  await card(shop).locator('button.mark').click();
  await (await opened).waitForLoadState();
  // What the widget cost is told once the page is left.
  const cost = counted('cost');
  await hideTab(shop, true);
  await cost;
  const local = async () => (await storedIn(shop)).local;
  await poll(async () => Object.keys(await local()).length).toBe(statement.storage.length);

  // Stored, both ways.
  const stored = await storedIn(shop);
  expect({ ...stored, local: Object.keys(stored.local).sort() }).toEqual({
    local: statement.storage.map(({ key }) => key).sort(),
    session: [],
    cookies: '',
    databases: [],
    caches: [],
  });
  expect(await context.cookies()).toEqual([]);
  for (const { key, fields } of statement.storage) {
    // The payload's time stands before it.
    const held = Object.keys(JSON.parse((stored.local[key] ?? '').replace(/^\d{13}/, '')));
    expect(held.sort(), key).toEqual(fields.map(({ name }) => name).sort());
  }

  // Sent, both ways.
  const statedAs = (request: Request) =>
    statement.requests.find(({ method, url }) => {
      const address = new URL(request.url());
      if (!url.includes('/')) return address.hostname === url && method === request.method();
      const [before = '', after = ''] = url.split(/\{\w+\}/);
      const found = `${address.origin}${address.pathname}`;
      return (
        method === request.method() &&
        (url.includes('{') ? found.startsWith(before) && found.endsWith(after) : found === url)
      );
    });
  const namesSent = new Map<string, Set<string>>();
  for (const request of sent) {
    const stated = statedAs(request);
    expect(stated, `${request.method()} ${request.url()}`).toBeDefined();
    const names = namesSent.get(stated?.url ?? '') ?? new Set();
    const body = request.postData();
    const query = [...new URL(request.url()).searchParams.keys()];
    for (const name of [...query, ...(body === null ? [] : namesIn(JSON.parse(body)))]) names.add(name);
    namesSent.set(stated?.url ?? '', names);
    const headers = Object.keys(await request.allHeaders());
    expect(headers.filter((name) => !BROWSERS_OWN.test(name) && !name.startsWith(':'))).toEqual([]);
    expect(`${request.url()} ${body} ${JSON.stringify(await request.allHeaders())}`).not.toContain('visitor@mail');
  }
  expect(Object.fromEntries([...namesSent].map(([url, names]) => [url, [...names].sort()]))).toEqual(
    Object.fromEntries(statement.requests.map(({ url, sends }) => [url, sends.map(({ name }) => name).sort()])),
  );

  // And what takes it back.
  await shop.evaluate(() => window.Proofbell?.consent(false));
  expect(await local()).toEqual({});
  await context.close();
  await host.close();
});

test('the page says it in parts and has it as text to copy', async ({ page }) => {
  const api = await ownerAt(page, '/oak-and-iron/sources');
  const main = page.getByRole('main');
  await main.getByRole('link', { name: 'Data statement' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Data statement' })).toBeVisible();
  await expect(page).toHaveURL('/oak-and-iron/data-statement');
  const statement = await statementOf(page, api.siteId);
  await expect(main.getByRole('figure', { name: 'Where data goes' })).toContainText(
    'Counts by hour, day, page and device',
  );
  await expect(main.getByRole('rowheader', { name: 'About customers' })).toHaveCount(0);
  // What is folded is there.
  const said = ((await main.textContent()) ?? '').toLowerCase();
  const { storage, requests, kept, text } = statement;
  const stored = storage.flatMap(({ key, fields }) => [key, ...fields.map(({ what }) => what)]);
  const sent = requests.flatMap(({ url, sends }) => [url, ...sends.flatMap(({ name, what }) => [name, what])]);
  for (const one of [...stored, ...sent, ...kept.map(({ what }) => what)]) expect(said).toContain(one.toLowerCase());
  const copy = main.locator('pre');
  await expect(copy).toHaveText(text.plain.trim());
  await page.getByRole('tab', { name: 'Markdown' }).click();
  await expect(copy).toHaveText(text.markdown.trim());
  await expect(copy).toContainText('## Notifications on Oak & Iron');
});

test('the page is where it is looked for, tells of customers, too, and fits a phone', {
  tag: '@long',
}, async ({ page }) => {
  await newOwner(page, NAME);
  const { siteId } = await makeApi(page);
  await post(page, `/api/sites/${siteId}/sources`, { kind: 'shopify' });
  const main = page.getByRole('main');
  const open = () => main.getByRole('link', { name: 'Data statement' }).click();
  await page.goto('/oak-and-iron/site-setup');
  await open();
  await expect(main).toContainText(`proofbell:${siteId}:payload`);
  await page.getByRole('link', { name: 'Developer Tools' }).click();
  await open();
  await expect(main.getByRole('rowheader', { name: 'About customers' })).toBeVisible();
  await expect(main.getByRole('figure', { name: 'Where data goes' })).toContainText('Shopify');
  await expect(main).toContainText('Events that Shopify reports');
  await main.getByText('In full').last().click();
  await main.getByText(/^All \d+ requests/).click();
  await expect(main.getByText(`/api/embed/${siteId}/events`)).toBeVisible();
  await page.getByRole('tab', { name: 'Markdown' }).click();
  await expectPhone(page);
});
