// Rules & Targeting: conditions half written, refused, grouped, removed, too many; and the trial of a visit.
import { expect } from '@playwright/test';
import type { Condition, ConditionGroup } from '#shared/embed/rule-types.ts';
import { poll } from './support/base.ts';
import { newOwner, test } from './support/owner.ts';
import { makeApi } from './support/owner-api.ts';
import {
  add,
  choose,
  openRules,
  press,
  RULES_PATH,
  sentences,
  storedRules,
  trial,
  type,
  verdict,
} from './support/rules-screen.ts';

test('what is unfinished stays on the screen and is not stored; what was complete still counts', async ({ page }) => {
  const api = await openRules(page, { conditions: [{ type: 'device', operator: 'is', value: ['mobile'] }] });
  await add(page, 'Page');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Enter at least one value')).toBeVisible();
  const paths = page.getByRole('textbox', { name: 'Paths' });
  await expect(paths).toBeFocused();
  await type(page, 'checkout', 'Enter');
  await expect(paths).toHaveAccessibleDescription(/Must start with \/ or https:\/\//);
  await expect(paths).toHaveValue('checkout');

  // Another condition is opened, and the draft waits.
  await page.getByRole('button', { name: 'The device is mobile' }).click();
  await press(page, 'Mobile');
  await expect(page.getByText('Until this is complete, the last version applies: the device is mobile.')).toBeVisible();
  await expect(page.getByText('Shows when the device is mobile.')).toBeVisible();
  await press(page, 'Tablet');
  await poll(() => storedRules(page, api)).toEqual({
    match: 'all',
    conditions: [{ type: 'device', operator: 'is', value: ['tablet'] }],
  });
  await page.getByRole('button', { name: /^The page starts with “…” Unfinished/ }).click();
  await expect(paths).toHaveValue('checkout');
  await paths.fill('/checkout');
  await paths.press('Enter');
  await poll(async () => (await storedRules(page, api)).conditions).toHaveLength(2);
});

test('a value that is typed and not yet entered counts, wherever the owner goes on', async ({ page }) => {
  const api = await openRules(page);
  await add(page, 'Page');
  await type(page, '/cart');
  await trial(page).getByLabel('Visit number').click();
  const row = page.getByRole('list', { name: 'Conditions', exact: true }).getByRole('button', { name: /^The page/ });
  await expect(row).toHaveText('The page starts with “/cart”');
  await poll(() => storedRules(page, api)).toMatchObject({
    conditions: [{ type: 'page', operator: 'starts-with', value: ['/cart'] }],
  });
  await expect(row).toHaveText('The page starts with “/cart”');
});

test('what is unfinished is there again after a reload, and after another screen', async ({ page }) => {
  const device: Condition = { type: 'device', operator: 'is', value: ['mobile'] };
  const api = await openRules(page, { conditions: [device] });
  await press(page, 'Add group');
  await add(page, 'Query parameter');
  await type(page, 'utm_source');
  await page.getByRole('button', { name: 'The device is mobile' }).click();
  await press(page, 'Mobile');
  const unfinished = page.getByRole('list', { name: 'Conditions', exact: true }).getByText('Unfinished');
  await expect(unfinished).toHaveCount(2);
  await page.reload();
  await expect(unfinished).toHaveCount(2);
  await expect(page.getByText('Takes effect once it has a condition.')).toBeVisible();
  await page.getByRole('link', { name: 'Behavior & Timing' }).click();
  await page.getByRole('heading', { level: 1, name: 'Behavior & Timing' }).waitFor();
  await page.getByRole('link', { name: 'Rules & Targeting' }).click();
  await page.getByRole('button', { name: /^The query parameter “utm_source” is “…”/ }).click();
  await expect(page.getByRole('textbox', { name: 'Parameter' })).toHaveValue('utm_source');
  await type(page, 'Tab');
  await page.getByRole('textbox', { name: 'Values' }).fill('mail');
  await page.getByRole('button', { name: 'Done' }).click();
  await poll(() => storedRules(page, api)).toEqual({
    match: 'all',
    conditions: [device, { type: 'query', name: 'utm_source', operator: 'is', value: ['mail'] }],
  });
});

test('the fields of a condition load when one is opened; if they cannot, it says so and offers to reload', async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  const panel = /\/condition-panel-[^/]+\.js/;
  await page.route(panel, (route) => route.abort());
  await openRules(page, { conditions: [{ type: 'page', operator: 'is', value: ['/a'] }] });
  expect(scripts.filter((path) => panel.test(path))).toEqual([]);
  await page.getByRole('button', { name: /^The page is/ }).click();
  const failure = page.getByRole('alert').filter({ hasText: 'load the fields of this condition' });
  await expect(failure).toBeVisible();
  await page.unroute(panel);
  await failure.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('button', { name: /^The page is/ }).click();
  await expect(page.getByRole('textbox', { name: 'Paths' })).toBeFocused();
});

test('a refusal of the server stands at the value that it is about', async ({ page }) => {
  await openRules(page, { conditions: [{ type: 'page', operator: 'is', value: ['/a'] }] });
  await page.route('**/api/trpc/widgets.**', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 400,
          json: {
            code: 'validation',
            message: 'Check the settings',
            errors: [{ field: 'settings.rules.conditions.0.value.1', message: 'Not this one' }],
          },
        })
      : route.continue(),
  );
  await page.getByRole('button', { name: /^The page is/ }).click();
  await expect(page.getByRole('textbox', { name: 'Paths' })).toBeFocused();
  await type(page, '/b', 'Enter');
  await expect(page.getByRole('textbox', { name: 'Paths' })).toHaveAccessibleDescription(/\/b: Not this one/);
});

test('what is wrong is said by the control that it is about, or announced', async ({ page }) => {
  const exit: Condition = { type: 'exit', operator: 'happened' };
  await openRules(page, { conditions: [{ type: 'group', match: 'any', conditions: [exit, exit] }] });
  await page.route('**/api/trpc/widgets.**', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 400,
          json: {
            code: 'validation',
            message: 'Check the settings',
            errors: [
              { field: 'settings.rules.conditions.0.conditions.1', message: 'Not this one' },
              { field: 'settings.rules.conditions.0.conditions', message: 'Not these' },
              { field: 'settings.rules.conditions', message: 'Not as a whole' },
            ],
          },
        })
      : route.continue(),
  );
  await add(page, 'Visits');
  const number = page.getByRole('textbox', { name: 'Number', exact: true });
  await number.fill('');
  await press(page, 'Done');
  await expect(number).toHaveAccessibleDescription('Enter a whole number');
  const group = page.getByRole('group', { name: 'Group' });
  await expect(group).toHaveAccessibleDescription('Not these');
  await expect(group.getByRole('button', { name: 'The mouse left' }).last()).toHaveAccessibleDescription(
    'Not this one',
  );
  await expect(page.getByRole('alert')).toHaveText(['Not these', 'Not as a whole']);
  await group.getByRole('button', { name: 'The mouse left' }).first().click();
  await expect(page.getByRole('button', { name: 'The number of visits' })).toHaveAccessibleDescription(
    'Enter a whole number',
  );
});

test('conditions are combined, grouped, duplicated and removed, and a removal is undone', async ({ page }) => {
  const api = await openRules(page, {
    conditions: [
      { type: 'device', operator: 'is', value: ['mobile'] },
      { type: 'visitor', operator: 'is', value: ['new'] },
    ],
  });
  const whole = page.getByRole('radiogroup', { name: 'Conditions that must be true' });
  await whole.getByRole('radio', { name: 'At least one' }).click();
  await expect(
    page.getByText('Shows when at least one of these is true: the device is mobile or the visitor is new.'),
  ).toBeVisible();

  await press(page, 'Add group');
  const group = page.getByRole('group', { name: 'Group' });
  await expect(group.getByRole('radio', { name: 'All', exact: true })).toBeChecked();
  await page.getByRole('button', { name: 'Add condition to the group' }).click();
  await page.getByRole('menuitem', { name: /^Exit intent/ }).click();
  await page.getByRole('button', { name: 'Add condition to the group' }).click();
  await page.getByRole('menuitem', { name: /^Scroll/ }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await group.getByRole('button', { name: 'Duplicate', exact: true }).last().click();
  const scroll: Condition = { type: 'scroll', operator: 'at-least', value: 50 };
  const grouped: ConditionGroup = {
    type: 'group',
    match: 'all',
    conditions: [{ type: 'exit', operator: 'happened' }, scroll, scroll],
  };
  const device: Condition = { type: 'device', operator: 'is', value: ['mobile'] };
  const visitor: Condition = { type: 'visitor', operator: 'is', value: ['new'] };
  await poll(() => storedRules(page, api)).toEqual({ match: 'any', conditions: [device, visitor, grouped] });

  await page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'The device is mobile' }) })
    .getByRole('button', { name: 'Remove' })
    .click();
  const undo = page.getByText('Removed: the device is mobile').locator('..').getByRole('button', { name: 'Undo' });
  await expect(undo).toBeFocused();
  await poll(() => storedRules(page, api)).toEqual({ match: 'any', conditions: [visitor, grouped] });
  await undo.click();
  await poll(() => storedRules(page, api)).toEqual({ match: 'any', conditions: [device, visitor, grouped] });
  await press(page, 'Remove group');
  await poll(() => storedRules(page, api)).toEqual({ match: 'any', conditions: [device, visitor] });
  await page.keyboard.press('ControlOrMeta+z');
  await poll(() => storedRules(page, api)).toEqual({ match: 'any', conditions: [device, visitor, grouped] });
});

test('starting points are one press', async ({ page }) => {
  const api = await openRules(page);
  await press(page, 'Weekdays, 9 to 17');
  await expect(sentences(page)).toHaveText([
    'The day of the week is Monday or Tuesday or Wednesday or Thursday or Friday',
    'The time of day is between 09:00 and 17:00',
  ]);
  await poll(async () => (await storedRules(page, api)).conditions).toHaveLength(2);
});

test('Try it says at once whether a visit sees notifications, and which condition decided', async ({ page }) => {
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
  const address = trial(page).getByLabel('Page address');
  await expect(address).toHaveValue('https://shop.example/products');
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

  await choose(trial(page).getByRole('combobox', { name: 'Notification' }), 'Ana bought the Oak Desk');
  await expect(verdict(page)).toHaveText("Not shownIts own rules decided. This isn't true: the device is mobile.");
  await trial(page).getByRole('radio', { name: 'Mobile' }).click();
  await expect(verdict(page)).toHaveText('ShownAll conditions are true.');
  await address.fill('not an address');
  await expect(address).toHaveAccessibleDescription(/Enter an address/);
  await address.fill('/products');

  // The last visit stays in this tab.
  await page.reload();
  await expect(address).toHaveValue('/products');
  await expect(verdict(page)).toHaveText('ShownAll conditions are true.');

  await expect(page.getByRole('heading', { name: '1 notification has rules of its own' })).toBeVisible();
  await page.getByRole('link', { name: 'Ana bought the Oak Desk' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit notification' })).toBeVisible();
});
