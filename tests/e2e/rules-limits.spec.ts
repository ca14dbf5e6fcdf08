// Rules & Targeting at its ends: as many conditions and values as there can be, long words, little room, and only to be
// looked at.
import { expect } from '@playwright/test';
import type { Condition } from '#shared/embed/rule-types.ts';
import { poll } from './support/base.ts';
import { test } from './support/owner.ts';
import { add, builder, openRules, press, storedRules, type } from './support/rules-screen.ts';

test('limits are named before they are hit', async ({ page }) => {
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
  await poll(async () => (await storedRules(page, api)).conditions).toHaveLength(50);

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
  await poll(() => storedRules(page, api)).toMatchObject({ conditions: [{ type: 'fact' }, { type: 'exit' }] });
  expect(saves).toBe(1);
});

test('a group takes 20 conditions and a condition 50 values, and both are said before', async ({ page }) => {
  const values = (length: number) => Array.from({ length }, (_, at) => `/${at}`);
  const api = await openRules(page, {
    conditions: [
      {
        type: 'group',
        match: 'any',
        conditions: Array.from({ length: 19 }, () => ({ type: 'exit', operator: 'happened' })),
      },
      { type: 'page', operator: 'is', value: values(49) },
    ],
  });
  const group = page.getByRole('group', { name: 'Group' });
  await expect(group.getByText('19 of 20 conditions')).toBeVisible();
  await group.getByRole('button', { name: 'Duplicate', exact: true }).first().click();
  await expect(group.getByText('A group can have up to 20 conditions.')).toBeVisible();
  await expect(group.getByRole('button', { name: 'Add condition to the group' })).toBeDisabled();
  await expect(group.getByRole('button', { name: 'Duplicate', exact: true }).first()).toBeDisabled();

  await page.getByRole('button', { name: /^The page is/ }).click();
  await expect(page.getByText('49 of 50 values')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Paths' })).toBeFocused();
  await type(page, '/49', 'Enter');
  await expect(page.getByText('50 of 50 values')).toBeVisible();
  await type(page, '/50', 'Enter');
  await expect(page.getByRole('textbox', { name: 'Paths' })).toHaveAccessibleDescription(/At most 50 values/);
  await poll(() => storedRules(page, api)).toMatchObject({
    conditions: [{ conditions: { length: 20 } }, { value: values(50) }],
  });
});

test("a template's rules are shown read-only, and what is unfinished waits [spec 4.preview.2]", async ({ page }) => {
  const api = await openRules(page, { conditions: [{ type: 'device', operator: 'is', value: ['mobile'] }] });
  await api.addTemplate({
    name: 'Night sale',
    category: 'discounts',
    type: 'discount',
    settings: { message: '10% off tonight' },
    displayRules: {
      match: 'any',
      conditions: [
        { type: 'hour', operator: 'between', value: ['22:00', '06:00'] },
        { type: 'visitor', operator: 'is', value: ['new'] },
      ],
    },
  });
  await page.reload();
  await page.getByRole('button', { name: 'The device is mobile' }).click();
  await press(page, 'Mobile');
  await page.getByRole('combobox', { name: 'Preview' }).click();
  await page.getByRole('option', { name: 'Template: Night sale' }).click();
  await expect(
    page.getByText(
      'Shows when at least one of these is true: the time of day is between 22:00 and 06:00 or the visitor is new.',
    ),
  ).toBeVisible();
  await expect(builder(page).getByText('The visitor is new', { exact: true })).toBeVisible();
  await expect(builder(page).getByRole('radio', { name: 'All', exact: true })).toBeDisabled();
  await expect(
    page.getByRole('button', { name: /^(Add condition|Add group|Duplicate|Remove|The visitor is new)$/ }),
  ).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Preview' }).click();
  await page.getByRole('option', { name: 'Your settings' }).click();
  await expect(page.getByRole('button', { name: /^The device is … Unfinished/ })).toBeVisible();
});

test('zoomed to 200% and on the narrowest phone, nothing sticks out sideways', async ({ page }) => {
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

test('of many notifications with rules of their own, twenty are listed at a time', async ({ page }) => {
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
