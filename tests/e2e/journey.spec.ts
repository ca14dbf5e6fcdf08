// The main job in a real browser: a visitor on another origin sees an owner's notification and clicks it, and the owner sees
// both counted. And the first ten minutes of an owner: registered, confirmed through the emailed link, a site, its snippet and
// a notification, with the set-up list ticking by itself in a second tab, and no more clicks than six.
import { expect, type Locator, type Page } from '@playwright/test';
import { poll, test } from './support/base.ts';
import { pinChance } from './support/chance.ts';
import { serveShop } from './support/customer-shop.ts';
import { MOST_SHIFTED, sumOf, watchShifts } from './support/layout-shift.ts';
import { mailedLink } from './support/outbox.ts';
import { newEmail, newOwner, PASSWORD, toast } from './support/owner.ts';
import { makeApi } from './support/owner-api.ts';
import { shopOf } from './support/stats.ts';
import { keepLog, loggedOn } from './support/widget-log.ts';

const SITE = 'Oak & Iron';
const MESSAGE = 'Ana from Lisbon bought the Oak Desk';

/** A visitor sees the notification and clicks it, with a quiet console, and both are counted. */
async function expectReached(page: Page, snippet: string, proofbell: string): Promise<void> {
  const shop = await serveShop(snippet, proofbell);
  const visitor = await (await page.context().browser()?.newContext())?.newPage();
  if (!visitor) throw new Error('the context has no browser');
  const issues: string[] = [];
  visitor.on('pageerror', (error) => issues.push(error.message));
  visitor.on(
    'console',
    (line) => line.type() === 'error' && !line.text().includes('favicon') && issues.push(line.text()),
  );
  await pinChance(visitor);
  await keepLog(visitor);
  await visitor.goto(shop.url);
  const notification = visitor.getByRole('link', { name: MESSAGE });
  await expect(notification).toBeVisible();
  // It must be visible for a second before the click to count as a display.
  await poll(async () => (await loggedOn(visitor)).map(({ event }) => event)).toContain('display');
  await notification.click();
  await visitor.waitForURL(`${shop.url}/desk`);
  const { notifications } = await makeApi(page);
  await poll(async () =>
    (await notifications()).map(({ displayCount, clickCount }) => [displayCount, clickCount]),
  ).toEqual([[1, 1]]);
  expect(issues).toEqual([]);
  // The next page would show it again, and count it again.
  await visitor.context().close();
  shop.server.close();
}

async function expectCounts(page: Page): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: MESSAGE });
  await expect(row.getByRole('cell').nth(1)).toHaveText(/^Displays1$/);
  await expect(row.getByRole('cell').nth(2)).toHaveText(/^Clicks1$/);
}

test('an owner’s notification reaches a visitor on another origin, and its display and click are counted', async ({
  page,
  baseURL,
}) => {
  await newOwner(page, SITE);
  const { siteId, saveSettings, addNotification } = await makeApi(page);
  // By default visitors wait for five seconds.
  await saveSettings({ behavior: { timing: { initialDelay: 0 } } });
  await addNotification({ message: MESSAGE, url: '/desk' });
  const proofbell = baseURL ?? '';
  await expectReached(page, `<script async src="${proofbell}/widget.js" data-site-id="${siteId}"></script>`, proofbell);
  await page.goto('/oak-and-iron/notifications');
  await expectCounts(page);
});

const MOST_CLICKS = 6;

/** The mail is opened where nobody is signed in. */
async function confirmElsewhere(page: Page, email: string): Promise<void> {
  const browser = page.context().browser();
  const elsewhere = await (await browser?.newContext())?.newPage();
  await elsewhere?.goto(await mailedLink(email));
  await elsewhere?.getByRole('button', { name: 'Confirm my email' }).click();
  await elsewhere?.waitForURL(/\/login\?verify_email=true$/);
  await elsewhere?.context().close();
}

/** Whatever its heading says. */
const setUpList = (page: Page) =>
  page.getByRole('region', { name: /^(?:Set up your site|Your first notification was seen)$/ });
const stepsDone = (page: Page) => setUpList(page).getByRole('status');
const stepNamed = (page: Page, title: string) => setUpList(page).getByRole('listitem').filter({ hasText: title });

test.describe('in real time', () => {
  // Ten times faster, both tabs would ask at the same moment, and each celebrate.
  test.use({ time: 'real' });

  test('on a phone, the first display is six clicks away and is celebrated where the owner is', {
    tag: '@long',
  }, async ({ page, browser, baseURL }) => {
    const proofbell = baseURL ?? '';
    let clicks = 0;
    const click = async (target: Locator) => {
      await target.click();
      clicks++;
    };
    const email = newEmail();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: proofbell });
    await page.setViewportSize({ width: 375, height: 812 });
    const shifts = await watchShifts(page);
    // The console of somebody who registers is empty.
    const failed: string[] = [];
    page.on('response', (response) => void (response.status() >= 400 && failed.push(response.url())));

    await page.goto('/');
    await click(page.getByRole('link', { name: 'Get Started' }).first());
    await page.getByLabel('Name').fill('Olive Owner');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await click(page.getByRole('button', { name: 'Create account' }));
    await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible();
    await confirmElsewhere(page, email);
    // Back from the mail.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await page.getByLabel('Name', { exact: true }).fill(SITE);
    await click(page.getByRole('button', { name: 'Create site' }));
    expect(failed).toEqual([]);
    await click(page.getByRole('button', { name: 'Copy' }).first());
    const snippet = await page.evaluate(() => navigator.clipboard.readText());

    const { slug } = await shopOf(page, SITE);
    const dashboard = await page.context().newPage();
    const dashboardShifts = await watchShifts(dashboard);
    await dashboard.setViewportSize({ width: 375, height: 812 });
    await dashboard.goto(`/${slug}/dashboard`);
    await expect(stepsDone(dashboard)).toHaveText('1 of 6 done');
    await expect(dashboard.getByRole('region', { name: 'Last 30 days' })).toHaveCount(0);
    await expect(dashboard.getByRole('link', { name: 'Get the snippet' })).toBeVisible();

    const shop = await serveShop(snippet, proofbell);
    const check = await (await browser.newContext()).newPage();
    await check.goto(shop.url);
    await expect(stepsDone(dashboard)).toHaveText('2 of 6 done');
    await expect(stepNamed(dashboard, 'Add the snippet')).toContainText(/Seen live on 127\.0\.0\.1 · just now/);

    await click(page.locator(`a[href="/${slug}/notifications?new=1"]`).first());
    await click(page.getByRole('dialog').getByRole('button', { name: 'Create notification' }));
    await expect(page.getByRole('region', { name: 'Next step' }).getByRole('link')).toBeVisible();
    await expect(stepsDone(dashboard)).toHaveText('3 of 6 done');
    expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);

    // So that the visitor needn't wait: the default is five seconds.
    const { saveSettings, notifications, changeNotification } = await makeApi(page);
    await saveSettings({ behavior: { timing: { initialDelay: 0, displayDuration: 30 } } });
    // Another visitor: browsers keep what they were told for a minute.
    await check.context().close();
    const visitor = await (await browser.newContext()).newPage();
    await visitor.goto(shop.url);
    await expect(visitor.getByText(`Welcome to ${SITE}`)).toBeVisible();
    // Whichever of the owner's tabs asks first; the other is told that it was.
    const told = toast(page).filter({ hasText: 'Your first notification was seen' });
    const heading = dashboard.getByRole('heading', { name: 'Your first notification was seen' });
    await poll(async () => (await told.count()) + (await heading.count())).toBe(1);
    await expect(stepsDone(dashboard)).toHaveText(/4 of 6 done$/);
    await expect(stepNamed(dashboard, 'First display')).toContainText(`Welcome to ${SITE}`);
    await expect(dashboard.getByRole('region', { name: 'Last 30 days' })).toBeVisible();
    await dashboard.reload();
    await expect(stepsDone(dashboard)).toHaveText('4 of 6 done');
    await expect(heading).toHaveCount(0);
    const moved = [...shifts, ...dashboardShifts];
    expect(sumOf(moved), JSON.stringify(moved)).toBeLessThan(MOST_SHIFTED);

    // The first click is the last step: with it, the list has done its work.
    const [written] = await notifications();
    await changeNotification(written?.id ?? '', { url: '/desk' });
    await visitor.context().close();
    const second = await (await browser.newContext()).newPage();
    await second.goto(shop.url);
    const link = second.getByRole('link', { name: `Welcome to ${SITE}` });
    await link.click();
    await expect(setUpList(dashboard)).toHaveCount(0);
    await second.context().close();
    shop.server.close();
  });
});
