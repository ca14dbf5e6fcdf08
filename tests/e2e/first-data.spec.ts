// What the server puts into the HTML of an owner's screen: it is used at once, and shown to nobody else.
import { isDeepStrictEqual } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { FIRST_DATA_ID, type FirstData } from '#shared/first-data.ts';
import { settled } from './support/base.ts';
import { endSession, newOwner, test } from './support/owner.ts';
import { busyShop } from './support/stats.ts';

const PATH = '/oak-and-iron/dashboard';

/** Opens a screen, on a slow machine until its HTML has come with all it can. @returns what came with it: paths and inputs. */
async function openFilled(page: Page, path: string, before = () => {}): Promise<unknown[][]> {
  for (;;) {
    before();
    const html = await (await page.goto(path))?.text();
    const json = html?.match(new RegExp(`id="${FIRST_DATA_ID}">(.*?)</script>`))?.[1];
    const { answers } = JSON.parse(json ?? '{"answers":[]}') as Pick<FirstData, 'answers'>;
    if (answers.length > 1) return answers.map(({ path, input }) => [path, input]);
  }
}

test('a screen stands before anybody is asked who is there; who that is by now sees nothing of who it was', async ({
  page,
}) => {
  await newOwner(page, 'Oak & Iron');
  const { promise: known, resolve: tell } = Promise.withResolvers<void>();
  // Not the page's own routes, in whose place it would be asked for everything (base.ts).
  await page.context().route('**/api/trpc/**auth.session**', async (route) => {
    await known;
    await route.fallback();
  });
  await openFilled(page, PATH);
  await expect(page.getByRole('heading', { level: 1, name: 'Oak & Iron' })).toBeVisible();
  expect(await page.content()).not.toContain(FIRST_DATA_ID);
  await newOwner(page, 'Zinc Works');
  tell();
  await expect(page.getByRole('link', { name: 'Zinc Works' }).first()).toBeVisible();
  expect(await page.content()).not.toContain('Oak &amp; Iron');
});

test('an owner’s screens ask for nothing that came with them', async ({ page }) => {
  const { slug } = await busyShop(page);
  const asked: [path: string, input: unknown][] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (!pathname.startsWith('/api/trpc/')) return;
    const input = JSON.parse(searchParams.get('input') ?? '{}');
    const paths = pathname.replace('/api/trpc/', '').split(',');
    // A long list is asked for by itself.
    for (const [at, path] of paths.entries()) asked.push([path, (searchParams.has('batch') ? input[at] : input)?.json]);
  });
  for (const address of [`/${slug}/dashboard`, '/analytics', '/dashboard']) {
    const brought = await openFilled(page, address, () => {
      asked.length = 0;
    });
    await settled(page);
    expect(asked.map(([path]) => path)).toContain('auth.session');
    // How far a site is set up is looked at anew every few seconds: on a slow machine, before the page has settled.
    const once = asked.filter(([path]) => path !== 'sites.setup');
    const again = once.filter((call) => brought.some((one) => isDeepStrictEqual(one, call)));
    expect(again, address).toEqual([]);
  }
});

test('once the session is over, Back and a reload show nothing private', async ({ page }) => {
  await newOwner(page, 'Oak & Iron');
  await page.goto(PATH);
  await expect(page.getByRole('heading', { level: 1, name: 'Oak & Iron' })).toBeVisible();
  await page.goto('/pricing');
  await endSession(page);
  const asked = page.waitForResponse((response) => response.url().endsWith(PATH));
  await page.goBack();
  expect(await (await asked).text()).not.toContain('Oak');
  await expect(page).toHaveURL(/\/login/);
  expect(await page.content()).not.toContain('Oak &amp; Iron');
});
