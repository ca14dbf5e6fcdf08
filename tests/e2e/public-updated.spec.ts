// A public page in a tab left open across an update: the app's files that it names are gone. It is loaded anew once, and if
// that doesn't help, it is left to the browser, for which links, questions and choices need no script.
import { expect, type Page } from '@playwright/test';
import { screens } from '#client/screens.ts';
import { test } from './support/owner.ts';
import { moveUntil } from './support/touch.ts';

const APP = /\/assets\/index-[^/]+\.js$/;
const QUESTION = 'Can I invent notifications?';
const ANSWER = "The software can't know what is true";

/** @returns how often a page was loaded from now on, reloads included. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads += 1;
  });
  return () => loads;
}

/** Moves the pointer, as anybody does, until the app was asked for in vain so often: then it is left alone. */
async function failToLoad(page: Page, attempts = 2): Promise<void> {
  let failures = 0;
  page.on('requestfailed', (request) => {
    if (APP.test(request.url())) failures += 1;
  });
  await moveUntil(page, () => failures === attempts);
}

/** Opens a question of the home page, and follows a link. */
async function expectToWork(page: Page): Promise<void> {
  await page.getByText(QUESTION).click();
  await expect(page.getByText(ANSWER)).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click();
  await expect(page).toHaveURL(/\/pricing$/);
}

const answer404 = (page: Page) => page.route(APP, (route) => route.fulfill({ status: 404, body: 'Not found' }));

test('one reload brings what the update has brought', { tag: '@long' }, async ({ page }) => {
  const loads = countLoads(page);
  await page.route(APP, (route) => route.abort(), { times: 1 });
  await page.goto(screens.pricing.href());
  await moveUntil(page, () => loads() === 2);
  await page.getByRole('radio', { name: 'Annual' }).click();
  await expect(page.getByRole('main')).toContainText('$40.83 a month');
  // With the app there, the next update may reload again.
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  expect(loads()).toBe(2);
});

test('without the app a question opens, a link leads on, and nothing is loaded for ever', { tag: '@long' }, async ({
  page,
}) => {
  const loads = countLoads(page);
  await page.route(APP, (route) => route.abort());
  await page.goto('/');
  await failToLoad(page);
  await page.getByText(QUESTION).click();
  await expect(page.getByText(ANSWER)).toBeVisible();
  await page.getByText(QUESTION).click();
  await expect(page.getByText(ANSWER)).toBeHidden();
  await page.getByRole('group', { name: 'Theme', exact: true }).getByText('Midnight').click();
  await expect(page.getByRole('radio', { name: 'Midnight' })).toBeChecked();
  expect(loads()).toBe(2);
  await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click();
  await expect(page).toHaveURL(/\/pricing$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(loads()).toBe(3);
  await page.setViewportSize({ width: 375, height: 800 });
  // In this tab a reload didn't help, so that it isn't tried again.
  await failToLoad(page, 1);
  await expect(page.getByRole('banner').getByRole('button')).toHaveCount(0);
  await page.getByRole('banner').getByRole('link', { name: 'FAQ' }).click();
  await expect(page).toHaveURL(/\/faq$/);
});

test('a file that is not there, or a tab that can note nothing, makes no difference', { tag: '@long' }, async ({
  page,
}) => {
  const loads = countLoads(page);
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('denied', 'SecurityError');
    };
  });
  await answer404(page);
  await page.goto('/');
  await expectToWork(page);
  expect(loads()).toBe(2);
});

test('a screen that is not there counts as the app', { tag: '@long' }, async ({ page }) => {
  const loads = countLoads(page);
  await page.route(/\/assets\/home-page-[^/]+\.js$/, (route) => route.abort());
  await page.goto('/');
  await moveUntil(page, () => loads() === 2);
  await page.waitForLoadState();
  await expectToWork(page);
  expect(loads()).toBe(3);
});

test('what was written in a form then stays there and is not put into the address', { tag: '@long' }, async ({
  page,
}) => {
  await page.route(APP, (route) => route.abort());
  await page.route('**/blog', async (route) => {
    const answer = await route.fetch();
    const form = '<form><label>Message <input name="message" /></label><button>Send</button></form>';
    await route.fulfill({ response: answer, body: (await answer.text()).replace('</main>', `${form}</main>`) });
  });
  await page.goto(screens.blog.href());
  await failToLoad(page);
  await page.getByLabel('Message').fill('Where is my order?');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing was sent' })).toBeVisible();
  await expect(page.getByLabel('Message')).toHaveValue('Where is my order?');
  await expect(page).toHaveURL(/\/blog$/);
});
