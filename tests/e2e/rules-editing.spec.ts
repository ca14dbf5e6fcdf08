// Rules & Targeting: conditions half written, refused, grouped, removed, too many, and in little room. What leaves the
// builder is src/client/rules's, whose tests try every case.
import { expect, type Page } from '@playwright/test';
import type { Condition, ConditionGroup } from '#shared/embed/rule-types.ts';
import { expectAccessible } from './support/axe.ts';
import { poll } from './support/base.ts';
import { test } from './support/owner.ts';
import { withoutPreview } from './support/preview.ts';
import { add, openRules, press, sentences, storedRules, trial, type } from './support/rules-screen.ts';

const MOBILE: Condition = { type: 'device', operator: 'is', value: ['mobile'] };

// Undo takes back at once what was done within a second.
test.use({ time: 'real' });

/** The server refuses whatever is saved from now on. */
const refuse = (page: Page, errors: { field: string; message: string }[]) =>
  page.route('**/api/trpc/**widgets.**', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 400, json: { code: 'validation', message: 'Check the settings', errors } })
      : route.continue(),
  );

test('what is unfinished stays, also after a reload and another screen, and is not stored; a value that is typed and not yet entered counts', {
  tag: '@long',
}, async ({ page }) => {
  const api = await openRules(page, { conditions: [MOBILE] });
  const tablet: Condition = { type: 'device', operator: 'is', value: ['tablet'] };
  const checkout: Condition = { type: 'page', operator: 'starts-with', value: ['/checkout'] };
  const paths = page.getByRole('textbox', { name: 'Paths' });
  await test.step('a mistake stays as typed', async () => {
    await add(page, 'Page');
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText('Enter at least one value')).toBeVisible();
    await expect(paths).toBeFocused();
    await type(page, 'checkout', 'Enter');
    await expect(paths).toHaveAccessibleDescription(/Must start with \/ or https:\/\//);
    await expect(paths).toHaveValue('checkout');
    await expectAccessible(page);
  });
  await test.step('another condition is opened, and the draft waits', async () => {
    await page.getByRole('button', { name: 'The device is mobile' }).click();
    await press(page, 'Mobile');
    await expect(
      page.getByText('Until this is complete, the last version applies: the device is mobile.'),
    ).toBeVisible();
    await expect(page.getByText('Shows when the device is mobile.')).toBeVisible();
    await press(page, 'Tablet');
    await poll(() => storedRules(api)).toEqual({ match: 'all', conditions: [tablet] });
    await page.getByRole('button', { name: /^The page starts with “…” Unfinished/ }).click();
    await expect(paths).toHaveValue('checkout');
  });
  await test.step('not yet entered, it counts wherever the owner goes on', async () => {
    await paths.fill('/checkout');
    await trial(page).getByLabel('Visit number').click();
    const row = page.getByRole('list', { name: 'Conditions', exact: true }).getByRole('button', { name: /^The page/ });
    await expect(row).toHaveText('The page starts with “/checkout”');
    await poll(async () => (await storedRules(api)).conditions).toEqual([tablet, checkout]);
    await expect(row).toHaveText('The page starts with “/checkout”');
  });
  await test.step('a reload, and another screen', async () => {
    await press(page, 'Add group');
    await add(page, 'Query parameter');
    await type(page, 'utm_source');
    await page.getByRole('button', { name: 'The device is tablet' }).click();
    await press(page, 'Tablet');
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
    await poll(() => storedRules(api)).toEqual({
      match: 'all',
      conditions: [tablet, checkout, { type: 'query', name: 'utm_source', operator: 'is', value: ['mail'] }],
    });
  });
});

test('a condition is removed, and its removal is undone', { tag: '@short' }, async ({ page }) => {
  await withoutPreview(page);
  const exit: Condition = { type: 'exit', operator: 'happened' };
  const api = await openRules(page, { conditions: [MOBILE, exit] });
  await page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'The device is mobile' }) })
    .getByRole('button', { name: 'Remove' })
    .click();
  const undo = page.getByText('Removed: the device is mobile').locator('..').getByRole('button', { name: 'Undo' });
  await expect(undo).toBeFocused();
  await poll(() => storedRules(api)).toEqual({ match: 'all', conditions: [exit] });
  await undo.click();
  await poll(() => storedRules(api)).toEqual({ match: 'all', conditions: [MOBILE, exit] });
});

test('conditions start from one press, are combined, grouped and duplicated, and the removal of a group is undone', {
  tag: '@long',
}, async ({ page }) => {
  const api = await openRules(page);
  const weekday: Condition = { type: 'weekday', operator: 'is', value: ['mon', 'tue', 'wed', 'thu', 'fri'] };
  const hour: Condition = { type: 'hour', operator: 'between', value: ['09:00', '17:00'] };
  const weekdays = 'day of the week is Monday or Tuesday or Wednesday or Thursday or Friday';
  await press(page, 'Weekdays, 9 to 17');
  await expect(sentences(page)).toHaveText([`The ${weekdays}`, 'The time of day is between 09:00 and 17:00']);
  await poll(async () => (await storedRules(api)).conditions).toEqual([weekday, hour]);
  const whole = page.getByRole('radiogroup', { name: 'Conditions that must be true' });
  await whole.getByRole('radio', { name: 'At least one' }).click();
  const shows = 'Shows when at least one of these is true:';
  await expect(page.getByText(`${shows} the ${weekdays} or the time of day is between 09:00 and 17:00.`)).toBeVisible();

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
  await poll(() => storedRules(api)).toEqual({ match: 'any', conditions: [weekday, hour, grouped] });

  await press(page, 'Remove group');
  await poll(() => storedRules(api)).toEqual({ match: 'any', conditions: [weekday, hour] });
  await page.keyboard.press('ControlOrMeta+z');
  await poll(() => storedRules(api)).toEqual({ match: 'any', conditions: [weekday, hour, grouped] });

  await page.getByRole('button', { name: 'Remove', exact: true }).first().click();
  const removed = page.getByText(`Removed: the ${weekdays}`);
  const undo = removed.locator('..').getByRole('button', { name: 'Undo' });
  await expect(undo).toBeFocused();
  await poll(() => storedRules(api)).toEqual({ match: 'any', conditions: [hour, grouped] });
  await undo.click();
  await poll(() => storedRules(api)).toEqual({ match: 'any', conditions: [weekday, hour, grouped] });
});

test('the fields of a condition load when one is opened, or offer to reload; a refusal of the server stands at the value or the control that it is about, or is announced', {
  tag: '@long',
}, async ({ page }) => {
  const exit: Condition = { type: 'exit', operator: 'happened' };
  const paths = page.getByRole('textbox', { name: 'Paths' });
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  const panel = /\/condition-panel-[^/]+\.js/;
  await page.route(panel, (route) => route.abort());
  const api = await openRules(page, { conditions: [{ type: 'page', operator: 'is', value: ['/a'] }] });
  expect(scripts.filter((path) => panel.test(path))).toEqual([]);
  await page.getByRole('button', { name: /^The page is/ }).click();
  const failure = page.getByRole('alert').filter({ hasText: 'load the fields of this condition' });
  await expect(failure).toBeVisible();
  await page.unroute(panel);
  await failure.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('button', { name: /^The page is/ }).click();
  await expect(paths).toBeFocused();

  await refuse(page, [{ field: 'settings.rules.conditions.0.value.1', message: 'Not this one' }]);
  await type(page, '/b', 'Enter');
  await expect(paths).toHaveAccessibleDescription(/\/b: Not this one/);
  await page.unroute('**/api/trpc/**widgets.**');
  await page.getByRole('button', { name: /^Undo/ }).first().click();

  await api.saveSettings({ rules: { conditions: [{ type: 'group', match: 'any', conditions: [exit, exit] }] } });
  await page.reload();
  await refuse(page, [
    { field: 'settings.rules.conditions.0.conditions.1', message: 'Not this one' },
    { field: 'settings.rules.conditions.0.conditions', message: 'Not these' },
    { field: 'settings.rules.conditions', message: 'Not as a whole' },
  ]);
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

test('limits are named before they are hit', { tag: '@long' }, async ({ page }) => {
  const conditions: Condition[] = Array.from({ length: 49 }, () => ({ type: 'exit', operator: 'happened' }));
  const api = await openRules(page, { conditions });
  await expect(page.getByText('49 of 50 conditions')).toBeVisible();
  await page.getByRole('button', { name: 'Duplicate', exact: true }).first().click();
  await expect(page.getByText('All 50 conditions are used. Remove one to add another.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add condition', exact: true })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Duplicate', exact: true }).first()).toBeDisabled();
  // Browsers keep only clicks from a disabled button.
  await page.getByRole('button', { name: 'Add condition', exact: true }).click({ force: true });
  await expect(page.getByRole('button', { name: 'Add condition', exact: true })).toHaveAttribute(
    'aria-expanded',
    'false',
  );
  await poll(async () => (await storedRules(api)).conditions).toHaveLength(50);

  const long = (length: number): Condition => ({
    type: 'fact',
    name: 'x',
    operator: 'is',
    value: Array.from({ length }, (_, at) => `${at}`.padEnd(300, 'x')),
  });
  await api.saveSettings({ rules: { conditions: [long(25)] } });
  await page.reload();
  await expect(page.getByText(/^7,\d{3} of 8,192 characters$/)).toBeVisible();
  let saves = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/trpc/widgets.')) saves += 1;
  });
  await page.clock.install();
  await page.getByRole('button', { name: 'Duplicate', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText(/These rules are too long to save: 15,\d{3} of 8,192 characters/);
  await page.clock.fastForward(10_000);
  await page.getByRole('button', { name: 'Remove', exact: true }).last().click();
  await expect(page.getByText(/too long to save/)).toBeHidden();
  await add(page, 'Exit intent');
  await page.clock.fastForward(10_000);
  await poll(() => storedRules(api)).toMatchObject({ conditions: [{ type: 'fact' }, { type: 'exit' }] });
  expect(saves).toBe(1);
});

test('zoomed to 200% and on the narrowest phone, nothing sticks out sideways', { tag: '@long' }, async ({ page }) => {
  const word = 'x'.repeat(120);
  await openRules(page, {
    conditions: [
      { type: 'page', operator: 'is', value: [`/${word}`] },
      { type: 'group', match: 'any', conditions: [{ type: 'referrer', operator: 'is', value: [`${word}.example`] }] },
    ],
  });
  await page.getByRole('button', { name: /^The site this visit came from/ }).click();
  await expect(page.getByRole('textbox', { name: 'Sites' })).toBeFocused();
  for (const width of [720, 320]) {
    await page.setViewportSize({ width, height: 450 });
    await expect(page.getByRole('textbox', { name: 'Sites' })).toBeVisible();
    // The page's column moves to its place.
    await poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const group = await page.getByRole('group', { name: 'Group' }).boundingBox();
    const remove = await page
      .getByRole('button', { name: 'Remove', exact: true })
      .filter({ visible: true })
      .last()
      .boundingBox();
    expect((remove?.x ?? 0) + (remove?.width ?? 0)).toBeLessThanOrEqual((group?.x ?? 0) + (group?.width ?? 0));
  }
});

test('of many notifications with rules of their own, twenty are listed at a time', { tag: '@long' }, async ({
  page,
}) => {
  const api = await openRules(page);
  const rules = { conditions: [{ type: 'device', operator: 'is', value: ['mobile'] }] };
  for (let at = 0; at < 22; at += 1) await api.addNotification({ message: `Sale ${at}`, rules });
  await page.reload();
  const own = page.getByRole('region', { name: '22 notifications have rules of their own' });
  await expect(own.getByRole('link')).toHaveCount(20);
  await own.getByRole('button', { name: 'Show 2 more' }).click();
  await expect(own.getByRole('link')).toHaveCount(22);
  await expect(own.getByRole('button')).toHaveCount(0);
});
