// What the page puts beside or over the notification: walls, bubbles and dialogs keep what is theirs.
import { expect } from '@playwright/test';
import { expectProper } from './support/hostile-outcome.ts';
import { expectShopWorks, expectUntouched, shopPage, shopScript } from './support/hostile-shop.ts';
import { notification, payload } from './support/widget-backend.ts';
import { tag } from './support/widget-host.ts';
import { card, test } from './support/widget-test.ts';

const TOP = 2_147_483_647;
/** Counts its clicks in its title, and removes itself at the third. */
const counting = `onclick="this.title=+this.title+1;if(this.title==='3')this.remove()"`;

test.beforeEach(({ backend, host }) => {
  backend.answer = payload({ notifications: [notification('n1', { url: '/desks/oak' })] });
  host.pages.set('/shop.js', shopScript());
  host.policies.set('/', '');
});

test('a wall over the whole screen stays above the notification and gets every click', async ({
  page,
  backend,
  host,
}) => {
  const wall = `<div id="wall" style="position:fixed;inset:0;z-index:${TOP};background:#000c" ${counting}></div>`;
  host.pages.set('/', shopPage(backend.origin, { end: wall + tag(backend.origin) }));
  await page.goto(host.origin);
  await expect(card(page)).toHaveCount(1);
  const box = await card(page).boundingBox();
  const middle = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  for (const title of ['1', '2']) {
    await page.mouse.click(middle.x, middle.y);
    await expect(page.locator('#wall')).toHaveAttribute('title', title);
  }
  expect(new URL(page.url()).pathname).toBe('/');
  await page.mouse.click(middle.x, middle.y);
  await expect(page.locator('#wall')).toHaveCount(0);
  await expectProper(page, page);
  await expectShopWorks(page);
  await expectUntouched(page);
});

test('a chat bubble in the same corner gets its clicks, and so does the page around the notification', async ({
  page,
  backend,
  host,
}) => {
  const fixed = (id: string, style: string) =>
    `<button id="${id}" type="button" style="position:fixed;${style}" ${counting}>Chat</button>`;
  const bubble = fixed('bubble', `right:24px;bottom:24px;width:60px;height:60px;z-index:${TOP}`);
  // Under the notification by its z-index, beside it by a pixel.
  const beside = fixed('beside', 'right:381px;bottom:20px;width:40px;height:70px;z-index:1');
  const under = fixed('under', 'right:20px;bottom:0;width:360px;height:19px;z-index:1');
  host.pages.set('/', shopPage(backend.origin, { end: bubble + beside + under + tag(backend.origin) }));
  await page.goto(host.origin);
  await expectProper(page, page);
  for (const id of ['#bubble', '#beside', '#under']) {
    await page.locator(id).click();
    await expect(page.locator(id)).toHaveAttribute('title', '1');
  }
  await expectShopWorks(page);
  await expectUntouched(page);
});

test('an open dialog keeps the keyboard, the focus and Escape', async ({ page, backend, host }) => {
  const dialog = '<dialog id="box"><button autofocus>Agree</button></dialog>';
  host.pages.set('/', shopPage(backend.origin, { end: dialog + tag(backend.origin) }));
  backend.answer = payload({ timing: { initialDelay: 0.4 } });
  await page.goto(host.origin);
  await page.evaluate(() => document.querySelector('dialog')?.showModal());
  await expect(card(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Agree' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog')).toHaveJSProperty('open', false);
  await expect(card(page)).toHaveCount(1);
  await expectProper(page, page);
  await expectUntouched(page);
});
