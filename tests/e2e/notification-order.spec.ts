// The owner's order: made by hand, and served to visitors.
import { expect, type Locator, type Page } from '@playwright/test';
import { poll } from './support/base.ts';
import { expectMessages, NAMES, PAGE, row, start } from './support/notification-list.ts';
import { test, toast } from './support/owner.ts';
import { hostPage, startHostSite, tag } from './support/widget-host.ts';

test('the order is made with the keyboard, the menu and by dragging, and visitors get it', async ({
  page,
  baseURL,
}) => {
  const api = await start(page);
  await page.goto(PAGE);
  const [ana, ben, cleo, dan] = NAMES as [string, string, string, string];
  const handle = (name: string) => page.getByRole('button', { name: `Move “${name}”` });
  await handle(cleo).press('ArrowUp');
  await expectMessages(page, [ana, cleo, ben, dan]);
  await expect(page.getByText(`“${cleo}” is now in position 2 of 4.`)).toBeAttached();
  await expect(handle(cleo)).toBeFocused();
  await handle(ana).press('End');
  await expectMessages(page, [cleo, ben, dan, ana]);
  await expect(handle(ana)).toBeFocused();

  await page.getByRole('button', { name: `Actions for “${dan}”` }).click();
  await page.getByRole('menuitem', { name: 'Move to top' }).click();
  await expectMessages(page, [dan, cleo, ben, ana]);
  await page.getByRole('button', { name: `Actions for “${dan}”` }).click();
  await expect(page.getByRole('menuitem', { name: 'Move up' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('menuitem', { name: 'Move down' }).click();
  await expectMessages(page, [cleo, dan, ben, ana]);

  await dragTo(page, handle(ana), row(page, cleo));
  const order = [ana, cleo, dan, ben];
  await expectMessages(page, order);
  await poll(async () => (await api.notifications()).map(({ message }) => message)).toEqual(order);
  await page.reload();
  await expectMessages(page, order);

  // A visitor's page, on a foreign origin.
  await api.saveSettings({
    behavior: { timing: { initialDelay: 0, displayDuration: 2, timeBetween: 1 }, queue: { order: 'custom' } },
  });
  const host = await startHostSite(baseURL ?? '');
  host.pages.set('/', hostPage(tag(baseURL ?? '', api.siteId)));
  const visitor = await page.context().newPage();
  await visitor.goto(host.origin);
  for (const message of order) {
    await expect(visitor.locator('proofbell-widget .notice:not(.gone)')).toContainText(message, { timeout: 10_000 });
  }
  await visitor.close();
  await host.close();
});

/** By the mouse: past the middle of the row. */
async function dragTo(page: Page, handle: Locator, target: Locator): Promise<void> {
  const from = await handle.boundingBox();
  const to = await target.boundingBox();
  if (!from || !to) throw new Error('Nothing to drag');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + 8, from.y - 10, { steps: 4 });
  await page.mouse.move(to.x + 20, to.y + 4, { steps: 12 });
  await page.mouse.up();
}

test('on a touch screen the handle drags, and the rest of a card scrolls', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    viewport: { width: 375, height: 700 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await start(page);
  await page.goto(PAGE);
  const [ana, ben, cleo, dan] = NAMES as [string, string, string, string];
  await expectMessages(page, NAMES);
  await row(page, ana).scrollIntoViewIfNeeded();
  const cdp = await context.newCDPSession(page);
  /** A finger that goes down, along and up. */
  const swipe = async (target: Locator, dy: number) => {
    const box = await target.boundingBox();
    if (!box) throw new Error('Nothing to touch');
    const x = box.x + box.width / 2;
    const y = box.y + box.height / 2;
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    for (let step = 1; step <= 10; step++) {
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y: y + (dy * step) / 10 }] });
    }
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await page.evaluate(() => window.scrollTo(0, 300));
  await swipe(row(page, ben).getByText(ben), -120);
  await poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(340);
  await expectMessages(page, NAMES);
  const height = (await row(page, ben).boundingBox())?.height ?? 0;
  await swipe(page.getByRole('button', { name: `Move “${ben}”` }), height + 12);
  await expectMessages(page, [ana, cleo, ben, dan]);
  await expect(page.getByText(`“${ben}” is now in position 3 of 4.`)).toBeAttached();
  await context.close();
});

test('where the order is another, the list says so and offers the own one', async ({ page }) => {
  const api = await start(page, false);
  await page.goto(PAGE);
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveText('Newest first');
  await expect(page.getByRole('button', { name: /^Move “/ })).toHaveCount(0);
  await page.goto(`${PAGE}?sort=order`);
  await expect(page.getByText("Visitors don't see this order yet: they get")).toBeVisible();
  await page.getByRole('button', { name: 'Use my own order' }).click();
  await expect(toast(page)).toContainText('Your own order is on');
  await expect(page.getByRole('button', { name: /^Move “/ })).toHaveCount(4);
  const { widget } = await (await page.request.get(`/api/widgets/site/${api.siteId}`)).json();
  expect(widget.settings.behavior.queue.order).toBe('custom');
  await page.getByRole('searchbox').fill('bought');
  await expect(page.getByText('Clear search and filters to change the order.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Move “/ })).toHaveCount(0);
});

test('without the code that moves rows the list stays, says so, and loads it later', async ({ page, context }) => {
  await start(page, false);
  await page.goto(`${PAGE}?sort=order`);
  const use = page.getByRole('button', { name: 'Use my own order' });
  await expect(use).toBeVisible();
  // The connection ends just as the change is saved.
  await page.route('**/api/trpc/widgets.saveSettings**', async (route) => {
    const response = await route.fetch();
    await context.setOffline(true);
    await route.fulfill({ response });
  });
  await use.click();
  const table = page.getByRole('table', { name: 'Notifications' });
  await expect(table.getByRole('alert')).toContainText("Couldn't load this part of the page");
  await expect(page.getByRole('button', { name: /^Move “/ })).toHaveCount(0);
  await expect(table.getByRole('rowheader', { name: 'Total' })).toBeVisible();
  await context.setOffline(false);
  await table.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: /^Move “/ })).toHaveCount(4);
});
