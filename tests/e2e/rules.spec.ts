// Rules & Targeting: conditions of every type built by hand, tried, by keyboard, and accessible.
import { expect, type Page } from '@playwright/test';
import type { Condition } from '#shared/embed/rule-types.ts';
import { partOf } from '#tests/support/runs.ts';
import { expectAccessible } from './support/axe.ts';
import { poll } from './support/base.ts';
import { newOwner, test } from './support/owner.ts';
import { makeApi } from './support/owner-api.ts';
import { withoutPreview } from './support/preview.ts';
import {
  add,
  builder,
  choose,
  comparison,
  openRules,
  press,
  RULES_PATH,
  sentences,
  storedRules,
  trial,
  type,
  verdict,
} from './support/rules-screen.ts';

type Case = { kind: string; fill: (page: Page) => Promise<unknown>; sentence: string; condition: Condition };

/** One of each type, in the picker's order. */
const CASES: Case[] = [
  {
    kind: 'Page',
    fill: (page) => type(page, '/products', 'Enter', '/oak desks', 'Enter'),
    sentence: 'The page starts with “/products” or “/oak desks”',
    condition: { type: 'page', operator: 'starts-with', value: ['/products', '/oak desks'] },
  },
  {
    kind: 'Query parameter',
    fill: async (page) => {
      await type(page, 'utm_source');
      await choose(comparison(page), 'is not');
      await builder(page).getByRole('textbox', { name: 'Values' }).fill('Lisbon, news');
    },
    sentence: 'The query parameter “utm_source” is not “Lisbon, news”',
    condition: { type: 'query', name: 'utm_source', operator: 'is-not', value: ['Lisbon, news'] },
  },
  {
    kind: 'Referrer',
    fill: (page) => type(page, 'google.com bing.com', 'Enter'),
    sentence: 'The site this visit came from is “google.com” or “bing.com”',
    condition: { type: 'referrer', operator: 'is', value: ['google.com', 'bing.com'] },
  },
  {
    kind: 'Device',
    fill: (page) => press(page, 'Mobile', 'Desktop', 'Desktop', 'Tablet'),
    sentence: 'The device is tablet or mobile',
    condition: { type: 'device', operator: 'is', value: ['tablet', 'mobile'] },
  },
  {
    kind: 'Language',
    fill: (page) => type(page, 'pt-BR,en,'),
    sentence: "The visitor's language is pt-BR or en",
    condition: { type: 'language', operator: 'is', value: ['pt-BR', 'en'] },
  },
  {
    kind: 'Visitor',
    fill: (page) => press(page, 'Returning'),
    sentence: 'The visitor is returning',
    condition: { type: 'visitor', operator: 'is', value: ['returning'] },
  },
  {
    kind: 'Visits',
    fill: async (page) => {
      await builder(page).getByRole('textbox', { name: 'Number', exact: true }).fill('5');
      await choose(comparison(page), 'is at most');
    },
    sentence: 'The number of visits is at most 5',
    condition: { type: 'visits', operator: 'at-most', value: 5 },
  },
  {
    kind: 'Pages viewed',
    fill: (page) => builder(page).getByRole('textbox', { name: 'Number', exact: true }).fill('3'),
    sentence: 'The number of pages in this visit is at least 3',
    condition: { type: 'pages', operator: 'at-least', value: 3 },
  },
  {
    kind: 'Time on page',
    fill: (page) => builder(page).getByRole('textbox', { name: 'Seconds' }).fill('12'),
    sentence: 'The time on the page is at least 12 s',
    condition: { type: 'time', operator: 'at-least', value: 12 },
  },
  {
    kind: 'Scroll',
    fill: (page) => builder(page).getByRole('textbox', { name: 'Percentage' }).fill('75'),
    sentence: 'The scroll depth is at least 75%',
    condition: { type: 'scroll', operator: 'at-least', value: 75 },
  },
  {
    kind: 'Exit intent',
    fill: (page) => expect(page.getByText('Touch screens have no mouse')).toBeVisible(),
    sentence: 'The mouse left through the top of the page',
    condition: { type: 'exit', operator: 'happened' },
  },
  {
    kind: 'Dates',
    fill: (page) => builder(page).getByLabel('Last day').fill('2027-01-06'),
    sentence: 'The date is 2027-01-06 or earlier',
    condition: { type: 'date', operator: 'between', value: ['', '2027-01-06'] },
  },
  {
    kind: 'Weekdays',
    fill: (page) => press(page, 'Sun', 'Sat'),
    sentence: 'The day of the week is Saturday or Sunday',
    condition: { type: 'weekday', operator: 'is', value: ['sat', 'sun'] },
  },
  {
    kind: 'Hours',
    fill: async (page) => {
      await builder(page).getByLabel('Start').fill('22:30');
      await builder(page).getByLabel('End').fill('06:00');
      await expect(page.getByText('In Lisbon time. Goes on past midnight')).toBeVisible();
    },
    sentence: 'The time of day is between 22:30 and 06:00',
    condition: { type: 'hour', operator: 'between', value: ['22:30', '06:00'] },
  },
  {
    kind: 'Fact',
    fill: async (page) => {
      await type(page, 'cart-total');
      await choose(comparison(page), 'is at least');
      await builder(page).getByRole('textbox', { name: 'Number', exact: true }).fill('49,5');
    },
    sentence: 'The fact “cart-total” is at least 49.5',
    condition: { type: 'fact', name: 'cart-total', operator: 'at-least', value: 49.5 },
  },
];

test('a condition is built by hand, reads as a sentence, and is stored [spec 2.settings.2]', async ({ page }) => {
  await withoutPreview(page);
  const api = await openRules(page);
  await add(page, 'Page');
  // Leaving the field adds it, and the sentence above takes a line more: the button moves under the press, which counts.
  const path = `/products/${'oak-'.repeat(25)}desk`;
  await builder(page).getByRole('textbox', { name: 'Paths' }).fill(path);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(sentences(page).last()).toHaveText(`The page starts with “${path}”`);
  await poll(() => storedRules(api)).toEqual({
    match: 'all',
    conditions: [{ type: 'page', operator: 'starts-with', value: [path] }],
  });
});

test('a condition of each of the fifteen types is built by hand, reads as a sentence, and is stored', {
  tag: '@long',
}, async ({ page }) => {
  const api = await openRules(page);
  const cases = partOf(CASES, 3);
  for (const { kind, fill, sentence } of cases) {
    await add(page, kind);
    await fill(page);
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(sentences(page).last()).toHaveText(sentence);
  }
  await expect(sentences(page)).toHaveText(cases.map(({ sentence }) => sentence));
  await poll(() => storedRules(api)).toEqual({
    match: 'all',
    conditions: cases.map(({ condition }) => condition),
  });
});

/** Opens a screen with three conditions, and a notification that has one of its own. */
async function openTrial(page: Page): Promise<void> {
  await newOwner(page, 'Oak & Iron');
  const api = await makeApi(page);
  await api.saveSite({ domains: ['shop.example'], timezone: 'Europe/Lisbon' });
  await api.saveSettings({
    rules: {
      match: 'all',
      conditions: [
        { type: 'page', operator: 'starts-with', value: ['/products'] },
        { type: 'weekday', operator: 'is', value: ['mon'] },
        { type: 'fact', name: 'cart', operator: 'at-least', value: 50 },
      ],
    },
  });
  await api.addNotification({
    message: 'Ana bought the Oak Desk',
    rules: { conditions: [{ type: 'device', operator: 'is', value: ['mobile'] }] },
  });
  await page.goto(RULES_PATH);
  await expect(trial(page).getByLabel('Page address')).toHaveValue('https://shop.example/products');
}

test('Try it says at once whether a visit sees notifications, and which condition decided', async ({ page }) => {
  await openTrial(page);
  const address = trial(page).getByLabel('Page address');
  await address.fill('/');
  await expect(verdict(page)).toHaveText("Not shownThis isn't true: the page starts with “/products”.");
  const states = trial(page).getByRole('listitem');
  await expect(states).toHaveText([/Not true · decided$/, /Not reached$/, /Not reached$/]);

  await address.fill('/products/oak');
  // A Sunday evening in UTC that is Monday nowhere near Lisbon.
  await trial(page).getByLabel('Lisbon time').fill('2026-03-09T00:30');
  await expect(verdict(page)).toHaveText("Not shownThis isn't true: the fact “cart” is at least 50.");
  await expect(states).toHaveText([/True$/, /Here: Monday in Europe\/LisbonTrue$/, /Not true · decided$/]);
  await trial(page).getByLabel('Value of cart').fill('50');
  await expect(verdict(page)).toHaveText('ShownAll conditions are true.');
  await address.fill('not an address');
  await expect(address).toHaveAccessibleDescription(/Enter an address/);
});

test('Try it takes a notification with rules of its own, keeps the last visit in the tab, and leads to the notification', {
  tag: '@long',
}, async ({ page }) => {
  await openTrial(page);
  const address = trial(page).getByLabel('Page address');
  await address.fill('/products/oak');
  await trial(page).getByLabel('Lisbon time').fill('2026-03-09T00:30');
  await trial(page).getByLabel('Value of cart').fill('50');
  await expect(verdict(page)).toHaveText('ShownAll conditions are true.');

  await choose(trial(page).getByRole('combobox', { name: 'Notification' }), 'Ana bought the Oak Desk');
  await expect(verdict(page)).toHaveText("Not shownIts own rules decided. This isn't true: the device is mobile.");
  await trial(page).getByRole('radio', { name: 'Mobile' }).click();
  await expect(verdict(page)).toHaveText('ShownAll conditions are true.');
  await address.fill('/products');

  // The last visit stays in this tab.
  await page.reload();
  await expect(address).toHaveValue('/products');
  await expect(verdict(page)).toHaveText('ShownAll conditions are true.');

  await expect(page.getByRole('heading', { name: '1 notification has rules of its own' })).toBeVisible();
  await page.getByRole('link', { name: 'Ana bought the Oak Desk' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit notification' })).toBeVisible();
});

test('a condition is added, changed and removed by keyboard alone', { tag: '@long' }, async ({ page }) => {
  const api = await openRules(page);
  const adds = page.getByRole('button', { name: 'Add condition', exact: true });
  await adds.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  // One key: what is typed is forgotten after a second, which a busy machine may take for three.
  await page.keyboard.press('D');
  await expect(page.getByRole('menuitem', { name: /^Device/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(builder(page).getByRole('button', { name: 'Desktop', exact: true })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Done' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(sentences(page)).toBeFocused();
  await expect(sentences(page)).toHaveText('The device is mobile');
  await poll(() => storedRules(api)).toEqual({
    match: 'all',
    conditions: [{ type: 'device', operator: 'is', value: ['mobile'] }],
  });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(builder(page).getByRole('button', { name: 'Undo', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(sentences(page)).toHaveText('The device is mobile');
  await expect(sentences(page)).toBeFocused();

  // What stands in a button's place takes its focus.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await builder(page).getByRole('button', { name: 'Not on /cart and /checkout' }).focus();
  await page.keyboard.press('Enter');
  await expect(sentences(page)).toBeFocused();
  await page.keyboard.press('Enter');
  const paths = builder(page).getByRole('textbox', { name: 'Paths' });
  await expect(paths).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(builder(page).getByRole('button', { name: 'Remove /checkout' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(paths).toBeFocused();
  await poll(() => storedRules(api)).toMatchObject({
    conditions: [{ type: 'page', operator: 'is-not', value: ['/cart'] }],
  });
});

test('on a phone it is accessible: edited, refused and tried', { tag: '@long' }, async ({ page }) => {
  await openRules(page);
  await page.setViewportSize({ width: 375, height: 900 });
  await add(page, 'Fact');
  await page.getByRole('button', { name: 'Done' }).click();
  await press(page, 'Add group');
  await page.getByRole('button', { name: 'Add condition to the group' }).click();
  await page.getByRole('menuitem', { name: /^Weekdays/ }).click();
  await press(page, 'Mon');
  await page.getByRole('button', { name: /^The fact/ }).click();
  await trial(page).getByRole('button', { name: 'More about the visit' }).click();
  await trial(page).getByRole('button', { name: 'Add fact' }).click();
  await expectAccessible(page);
});
