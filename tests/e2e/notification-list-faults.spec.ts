// Attack on the list of notifications: the server refuses, the network is gone, another tab was quicker, the owner is in a
// hurry or has only a finger.
import { expect, type Locator, type Page, type Route } from '@playwright/test';
import type { Notification } from '#shared/contract/notification.ts';
import { MESSAGES, TOASTS } from '#shared/messages.ts';
import { poll, pressWhenIdle } from './support/base.ts';
import {
  ANA,
  BEN,
  CLEO,
  check,
  choose,
  DAN,
  editor,
  expectMessages,
  handle,
  NAMES,
  PAGE,
  row,
  start,
  submit,
  write,
} from './support/notification-list.ts';
import { call, test, toast } from './support/owner.ts';

const refuse = (page: Page, procedure: string, status: number) =>
  page.route(`**/api/trpc/**notifications.${procedure}**`, (route) => route.fulfill({ status, body: 'Not now' }));

/** Deletes it as another tab or a script would. */
const deleteElsewhere = (page: Page, { widgetId, id }: Notification) =>
  call(page, 'DELETE', `/api/widgets/${widgetId}/notifications/${id}`);

/** Deletes it elsewhere as the next such call is on its way: before, the list might learn of it by itself. */
const deleteMeanwhile = (page: Page, call: string, notification: Notification) =>
  page.route(
    `**/api/trpc/**notifications.${call}**`,
    async (route) => {
      await deleteElsewhere(page, notification);
      await route.continue();
    },
    { times: 1 },
  );

/** A finger that comes down, moves by `distance` px and is lifted, as the browser's own input. */
async function swipe(page: Page, target: Locator, distance: number): Promise<void> {
  const box = await target.boundingBox();
  if (!box) throw new Error('Nothing to touch');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const session = await page.context().newCDPSession(page);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  for (let step = 1; step <= 10; step++) {
    const touchPoints = [{ x, y: y + (distance * step) / 10 }];
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints });
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}

/** Waits until the page has not scrolled for ten frames. */
async function comeToRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    let last = window.scrollY;
    for (let still = 0; still < 10; still++) {
      await new Promise(requestAnimationFrame);
      if (window.scrollY === last) continue;
      last = window.scrollY;
      still = 0;
    }
  });
}

const CAUSES = [
  {
    /** Of the call and whatever it is called with. */
    fail: (route: Route) =>
      route.fulfill({
        status: 500,
        json: { code: 'internal', message: MESSAGES.internal, requestId: '00000000-0000-4000-8000-000000000000' },
      }),
    reason: MESSAGES.internal,
    inEditor: (what: string) => what,
  },
  // Any form says so (spec 8).
  { fail: (route: Route) => route.abort(), reason: /connection|servers/, inEditor: () => TOASTS.networkError.title },
];

test('each failure is told, when the server refuses or can’t be reached, and leaves everything as it was [spec 8.notification-toasts.1]', {
  tag: '@long',
}, async ({ page }) => {
  const api = await start(page);
  await api.addTemplate({ name: 'Sold' });
  const before = await api.notifications();
  const fillTemplate = async () => {
    await page.getByRole('link', { name: 'Templates' }).click();
    await page.getByRole('button', { name: 'Use “New member”' }).click();
    await submit(page, 'Create notification');
  };
  for (const { fail, reason, inEditor } of CAUSES) {
    await page.goto(PAGE);
    await expectMessages(page, NAMES);
    await page.route('**/api/trpc/**notifications.*', (route) =>
      route.request().method() === 'GET' ? route.continue() : fail(route),
    );
    await row(page, ANA).getByRole('switch').click();
    await expect(toast(page)).toContainText('Failed to update notification');
    await expect(toast(page)).toContainText(reason);
    await expect(row(page, ANA).getByRole('switch')).toBeChecked();
    await choose(page, BEN, 'Delete');
    await expect(toast(page)).toContainText('Failed to delete notification');
    await expectMessages(page, NAMES);
    await choose(page, DAN, 'Duplicate');
    await expect(toast(page)).toContainText('Failed to create notification');
    await expectMessages(page, NAMES);

    // What failed is said by the toast, and what to do in the editor: nothing twice.
    const expectTold = async (what: string) => {
      await expect(toast(page)).toHaveText(inEditor(what));
      await expect(editor(page).getByRole('alert')).toHaveText(reason);
    };
    await choose(page, ANA, 'Edit');
    await editor(page).getByRole('textbox', { name: 'Message' }).fill('Another text');
    await submit(page, 'Save changes');
    await expectTold('Failed to update notification');
    await expect(editor(page).getByRole('textbox', { name: 'Message' })).toHaveValue('Another text');
    await leave(page);
    await write(page, 'Eva joined');
    await expectTold('Failed to create notification');
    await expect(editor(page).getByRole('textbox', { name: 'Message' })).toHaveValue('Eva joined');
    await leave(page);
    await fillTemplate();
    await expectTold('Failed to create notification from template');
    expect(await api.notifications()).toEqual(before);

    await page.unrouteAll({ behavior: 'wait' });
  }
  // What was typed can still be saved.
  await submit(page, 'Create notification');
  await expect(toast(page)).toContainText('Notification created from template');
});

async function leave(page: Page): Promise<void> {
  await submit(page, 'Cancel');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(editor(page)).toHaveCount(0);
}

test('an order that is not saved goes back at once, and the list says so', { tag: '@long' }, async ({
  page,
  context,
}) => {
  const api = await start(page);
  await page.goto(PAGE);
  await expectMessages(page, NAMES);
  const move = () => handle(page, DAN).press('Home');
  await refuse(page, 'order', 503);
  await move();
  await expect(toast(page)).toContainText('Failed to save the order');
  await expectMessages(page, NAMES);
  await page.unrouteAll();

  await context.setOffline(true);
  await move();
  await expect(toast(page)).toContainText('Failed to save the order');
  await expectMessages(page, NAMES);
  await context.setOffline(false);

  // One of them was deleted in another tab.
  const all = await api.notifications();
  await deleteMeanwhile(page, 'order', all[1] as Notification);
  await move();
  await expect(toast(page)).toContainText('Some of these notifications have since been deleted');
  await expectMessages(page, [ANA, CLEO, DAN]);
  await move();
  await expectMessages(page, [DAN, ANA, CLEO]);
  await poll(async () => (await api.notifications()).map(({ message }) => message)).toEqual([DAN, ANA, CLEO]);
});

test('what is refused for many stays selected, to be tried again, and so do rows that are selected meanwhile', {
  tag: '@long',
}, async ({ page }) => {
  const api = await start(page);
  await page.goto(PAGE);
  await test.step('rows that are selected while a refusal is on its way', async () => {
    const held = Promise.withResolvers<void>();
    await page.route('**/api/trpc/**notifications.bulk**', async (route) => {
      await held.promise;
      await route.fulfill({ status: 503, body: 'Not now' });
    });
    for (const name of [ANA, BEN]) await check(page, name).check();
    await page.getByRole('button', { name: 'Deactivate', exact: true }).click();
    await expect(page.getByText('2 selected')).toHaveCount(0);
    await check(page, DAN).check();
    held.resolve();
    await expect(toast(page)).toContainText('Failed to update 2 notifications');
    await expect(page.getByText('1 selected')).toBeVisible();
    await expect(check(page, DAN)).toBeChecked();
    await page.unrouteAll();
  });
  await page.getByRole('checkbox', { name: 'Select all 4' }).check();
  await refuse(page, 'bulk', 503);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(toast(page)).toContainText('Failed to delete 4 notifications');
  await expectMessages(page, NAMES);
  // With the last row the list was gone, and what was selected in it.
  await page.getByRole('checkbox', { name: 'Select all 4' }).check();
  await page.getByRole('button', { name: 'Deactivate', exact: true }).click();
  await expect(toast(page)).toContainText('Failed to update 4 notifications');
  await expect(page.getByText('4 selected')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Active 4' })).toBeVisible();
  await page.unrouteAll();

  const all = await api.notifications();
  await deleteMeanwhile(page, 'bulk', all[1] as Notification);
  await check(page, DAN).uncheck();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(toast(page)).toContainText('Nothing was changed');
  await expect(page.getByText('2 selected')).toBeVisible();
  await expectMessages(page, [ANA, CLEO, DAN]);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(toast(page)).toContainText('2 notifications deleted');
  await expectMessages(page, [DAN]);
  await expect(page.getByText('Recently deleted (3)')).toBeVisible();
});

test('a switch that is pressed again before the answer ends where it was pressed last', { tag: '@long' }, async ({
  page,
}) => {
  const api = await start(page);
  await page.goto(PAGE);
  const control = row(page, BEN).getByRole('switch');
  const held: (() => void)[] = [];
  await page.route('**/api/trpc/**notifications.bulk**', async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await control.click();
  await expect(control).not.toBeChecked();
  await control.click();
  await expect(control).toBeChecked();
  await control.click();
  await expect(control).not.toBeChecked();
  // One call after the other; the switch stays where it was put meanwhile.
  for (const at of [0, 1, 2]) {
    await poll(() => held.length).toBe(at + 1);
    await expect(control).not.toBeChecked();
    held[at]?.();
  }
  await poll(async () => (await api.notifications())[1]?.status).toBe('inactive');
  await expect(row(page, BEN)).toContainText('Off');
});

test('what another tab deletes while it is edited is named, and what was typed stays; its link says so; a device whose clock is ahead still offers to restore it', {
  tag: '@long',
}, async ({ page }) => {
  const api = await start(page);
  const [ana, ben] = (await api.notifications()) as [Notification, Notification];
  await page.goto(`${PAGE}?edit=${ana.id}`);
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page).toHaveURL(PAGE);
  await pressWhenIdle(page, 'Escape');
  await row(page, BEN).getByRole('button', { name: BEN, exact: true }).click();
  const message = page.getByRole('dialog').getByRole('textbox', { name: 'Message' });
  await message.fill('Ben bought two chairs');
  await deleteElsewhere(page, ben);
  await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Notification not found').first()).toBeVisible();
  await expect(message).toHaveValue('Ben bought two chairs');

  await page.clock.setFixedTime(Date.now() + 20 * 60_000);
  await page.goto(`${PAGE}?status=live&edit=${ben.id}`);
  await expect(toast(page)).toContainText('Notification not found');
  await expect(page).toHaveURL(`${PAGE}?status=live`);
  await page.getByText('Recently deleted (1)').click();
  await page.getByRole('button', { name: `Restore “${BEN}”` }).click();
  await expectMessages(page, NAMES);
  await expect(page.getByText(/Recently deleted/)).toHaveCount(0);
});

test('restoring from the list keeps the focus near, and another tab sees what was deleted', { tag: '@long' }, async ({
  page,
  context,
}) => {
  const api = await start(page);
  const [, ben, , dan] = await api.notifications();
  const other = await context.newPage();
  await other.clock.install();
  await other.goto(PAGE);
  await expectMessages(other, NAMES);
  await deleteElsewhere(page, ben as Notification);
  await deleteElsewhere(page, dan as Notification);
  await other.clock.runFor(13_000);
  await expectMessages(other, [ANA, CLEO]);
  await other.getByText('Recently deleted (2)').click();
  await expect(other.getByText('10 minutes left').first()).toBeVisible();
  await other.clock.runFor(60_000);
  await expect(other.getByText('9 minutes left').first()).toBeVisible();

  await other.getByRole('button', { name: `Restore “${DAN}”` }).press('Enter');
  await expectMessages(other, [ANA, CLEO, DAN]);
  await expect(other.getByRole('button', { name: `Restore “${BEN}”` })).toBeFocused();
  await other.keyboard.press('Enter');
  await expectMessages(other, NAMES);
  await expect(other.getByRole('button', { name: `Actions for “${BEN}”` })).toBeFocused();
});

test.describe('on a touch screen', { tag: '@long' }, () => {
  test.use({ hasTouch: true, viewport: { width: 375, height: 700 }, isMobile: true });

  test('a menu opens by a tap, closes by another, and stays closed as a finger scrolls; the handle drags, the rest of a card scrolls', async ({
    page,
  }) => {
    await start(page);
    await page.goto(PAGE);
    const button = page.getByRole('button', { name: `Actions for “${BEN}”` });
    const menu = page.getByRole('menu', { name: 'Actions' });
    await button.tap();
    await expect(menu).toBeVisible();
    await button.tap();
    await expect(menu).toHaveCount(0);
    await swipe(page, button, -200);
    await poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
    await expect(menu).toHaveCount(0);
    // A tap while the page still glides only stops it.
    await comeToRest(page);
    await button.tap();
    await page.getByRole('menuitem', { name: 'Edit' }).tap();
    await expect(page.getByRole('dialog', { name: 'Edit notification' })).toBeVisible();

    await page.goto(PAGE);
    await expectMessages(page, NAMES);
    await row(page, ANA).scrollIntoViewIfNeeded();
    await page.evaluate(() => window.scrollTo(0, 300));
    await swipe(page, row(page, BEN).getByText(BEN), -120);
    await poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(340);
    await expectMessages(page, NAMES);
    await comeToRest(page);
    const height = (await row(page, BEN).boundingBox())?.height ?? 0;
    await swipe(page, page.getByRole('button', { name: `Move “${BEN}”` }), height + 12);
    await expectMessages(page, [ANA, CLEO, BEN, DAN]);
    await expect(page.getByText(`“${BEN}” is now in position 3 of 4.`)).toBeAttached();
  });
});

test('without the code that moves rows the list stays, says so, and loads it later', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await start(page, false);
  await page.goto(`${PAGE}?sort=order`);
  const use = page.getByRole('button', { name: 'Use my own order' });
  await expect(use).toBeVisible();
  // The connection ends just as the change is saved.
  await page.route('**/api/trpc/**widgets.saveSettings**', async (route) => {
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
