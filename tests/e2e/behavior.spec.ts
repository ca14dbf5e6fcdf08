// Behavior & Timing: every control changes its own setting and no other, by mouse and by keyboard, and the screen says
// what visitors will get.
import { expect, type Page } from '@playwright/test';
import { changesOf, SETTING_PATHS, type SettingChanges, type SettingPath, valueAt } from '#client/settings/paths.ts';
import { expectPhone } from './support/axe.ts';
import { poll } from './support/base.ts';
import { test } from './support/owner.ts';
import { ownerAt } from './support/owner-api.ts';
import { withoutPreview } from './support/preview.ts';

const ADDRESS = '/oak-and-iron/behavior';
const group = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function openScreen(page: Page) {
  await withoutPreview(page);
  const api = await ownerAt(page, ADDRESS);
  await expect(group(page, 'Position')).toBeVisible();
  return api;
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}

const flip = (name: string) => (page: Page) => page.getByRole('switch', { name }).click();
const type = (name: string, text: string) => (page: Page) => page.getByRole('textbox', { name }).fill(text);
const limit = (name: string, text: string) => async (page: Page) => {
  await page.getByRole('radiogroup', { name }).getByRole('radio', { name: 'Limit', exact: true }).click();
  await type(name, text)(page);
};

/** One change by each control; what depends on others comes while it has an effect. */
const CONTROLS: [SettingPath, unknown, (page: Page) => Promise<unknown>][] = [
  ['behavior.position', 'top-center', (page) => page.getByRole('radio', { name: 'Top center' }).click()],
  ['behavior.mobilePosition', 'top', (page) => page.getByRole('radio', { name: 'Top', exact: true }).click()],
  ['behavior.timing.initialDelay', 600, type('First notification after', '600')],
  ['behavior.timing.displayDuration', 1.5, type('Each one stays for', '1.5')],
  ['behavior.timing.timeBetween', 3600, type('Pause between notifications', '3600')],
  ['behavior.timing.randomizeTiming', false, flip('Vary the timing')],
  ['behavior.interaction.entireNotificationClickable', false, flip('Make the whole notification clickable')],
  ['behavior.interaction.openInNewTab', true, flip('Open links in a new tab')],
  ['behavior.interaction.clickBehavior', 'dismiss', (page) => choose(page, 'When clicked', 'Closes the notification')],
  ['behavior.interaction.allowClosing', false, flip('Show a close button')],
  ['behavior.interaction.dismissPeriod', 'forever', (page) => choose(page, 'Once closed, hide it', 'For good')],
  ['behavior.visibility.showOnDesktop', false, flip('Show on computers and tablets')],
  ['behavior.visibility.showOnMobile', false, flip('Show on phones')],
  ['behavior.showSource', false, flip('Show where events come from')],
  ['behavior.queue.order', 'random', (page) => choose(page, 'Order', 'Shuffled on every page')],
  ['behavior.queue.loop', true, flip('Start over after the last one')],
  ['behavior.queue.perPage', 4, limit('Limit per page', '4')],
  ['behavior.queue.perVisit', 100, limit('Limit per visit', '100')],
];

/** What owners change first, each by another kind of control. */
const FIRST: SettingPath[] = ['behavior.position', 'behavior.interaction.openInNewTab'];

/** Changes each setting by its control. @returns what the server has then. */
async function expectOwnSettings(page: Page, controls: typeof CONTROLS) {
  const api = await openScreen(page);
  const saves: SettingChanges[] = [];
  page.on('request', (request) => {
    if (request.url().includes('saveSettings')) saves.push(changesOf(request.postDataJSON().json.settings));
  });
  for (const [path, value, change] of controls) {
    await test.step(path, async () => {
      saves.length = 0;
      await change(page);
      await poll(() => saves.at(-1)?.[path]).toEqual(value);
      for (const saved of saves) expect(Object.keys(saved)).toEqual([path]);
    });
  }
  await expect(page.getByText('All changes saved')).toBeVisible();
  const stored = await api.settings();
  expect(controls.map(([path]) => [path, valueAt(stored, path)])).toEqual(
    controls.map(([path, value]) => [path, value]),
  );
}

test(
  'the position and a switch change exactly their own setting, saved by itself [spec 2.settings.2]',
  { tag: '@short' },
  ({ page }) =>
    expectOwnSettings(
      page,
      CONTROLS.filter(([path]) => FIRST.includes(path)),
    ),
);

test('each control changes exactly its own setting, with its full range [spec 3.behavior.*]', { tag: '@long' }, async ({
  page,
}) => {
  const advanced = ['behavior.visibility.zIndex', 'behavior.language'];
  const all = SETTING_PATHS.filter((path) => path.startsWith('behavior.') && !advanced.includes(path));
  expect(CONTROLS.map(([path]) => path).sort()).toEqual([...all].sort());
  await expectOwnSettings(page, CONTROLS);
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Top center' })).toBeChecked();
  await expect(page.getByRole('textbox', { name: 'Pause between notifications' })).toHaveValue('3600');
});

test('what cannot be is said: a number out of range, without effect, seen by nobody; the first minute is drawn, and the position is chosen with the arrow keys', {
  tag: '@long',
}, async ({ page }) => {
  const api = await openScreen(page);
  const minute = page.getByRole('figure');
  const pause = page.getByRole('textbox', { name: 'Pause between notifications' });
  const stays = page.getByRole('textbox', { name: 'Each one stays for' });
  await expect(minute).toContainText('4 notifications in the first minute: 5 s wait, 8 s shown, 8 s pause');
  await stays.fill('0');
  await expect(stays).toHaveAccessibleDescription(/Enter 1 to 120 s/);
  await expect(stays).toHaveValue('0');
  await pause.fill('300');
  await expect(minute).toContainText('One notification in the first minute: 5 s wait, 8 s shown, 300 s pause.');
  await poll(async () => (await api.settings()).behavior.timing).toMatchObject({
    timeBetween: 300,
    displayDuration: 8,
  });
  await page.getByRole('button', { name: /^Reset group.*Timing/ }).click();
  await expect(pause).toHaveValue('8');
  await poll(async () => (await api.settings()).behavior.timing.timeBetween).toBe(8);
  await test.step('the arrow keys move on the picture, in both directions', async () => {
    const screen = page.getByRole('radiogroup', { name: 'Computers and tablets' });
    await screen.getByRole('radio', { name: 'Bottom right', exact: true }).focus();
    for (const [key, name] of [
      ['ArrowUp', 'Top right'],
      ['ArrowUp', 'Top right'],
      ['ArrowLeft', 'Top center'],
      ['ArrowDown', 'Bottom center'],
      ['ArrowLeft', 'Bottom left'],
      ['ArrowLeft', 'Bottom left'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(screen.getByRole('radio', { name, exact: true })).toBeFocused();
      await expect(screen.getByRole('radio', { name, exact: true })).toBeChecked();
    }
    await page.keyboard.press('Tab');
    await expect(page.getByRole('radiogroup', { name: 'Phones' }).getByRole('radio', { name: 'Bottom' })).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await poll(async () => (await api.settings()).behavior).toMatchObject({
      position: 'bottom-left',
      mobilePosition: 'top',
    });
  });
  const perPage = page.getByRole('radiogroup', { name: 'Limit per page' });
  await perPage.getByRole('radio', { name: 'Limit', exact: true }).click();
  await poll(async () => (await api.settings()).behavior.queue.perPage).toBe(3);
  await test.step('what has no effect is off and says why', async () => {
    const newTab = page.getByRole('switch', { name: 'Open links in a new tab' });
    await choose(page, 'When clicked', 'Nothing happens');
    await expect(newTab).toBeDisabled();
    await expect(newTab).toHaveAccessibleDescription('Clicks open no link at the moment.');
    await expect(page.getByRole('switch', { name: 'Make the whole notification clickable' })).toBeDisabled();
    await page.getByRole('switch', { name: 'Show a close button' }).click();
    await expect(page.getByRole('combobox', { name: 'Once closed, hide it' })).toBeDisabled();
  });
  await test.step('nobody switches everything off unwarned', async () => {
    const warning = page.getByRole('alert').filter({ hasText: 'Nobody sees notifications' });
    await page.getByRole('switch', { name: 'Show on phones' }).click();
    await expect(page.getByRole('radiogroup', { name: 'Phones' })).toHaveAccessibleDescription(/off here/);
    await expect(warning).toHaveCount(0);
    await page.getByRole('switch', { name: 'Show on computers and tablets' }).click();
    await expect(warning).toBeVisible();
    await expectPhone(page);
    await page.getByRole('switch', { name: 'Show on phones' }).click();
    await expect(warning).toHaveCount(0);
  });
  await choose(page, 'Order', 'Your own order');
  await group(page, 'Order and limits').getByRole('link', { name: 'Notifications' }).click();
  await expect(page).toHaveURL(/\/oak-and-iron\/notifications$/);
});
