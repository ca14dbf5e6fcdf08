// A new site's settings screens: in the sidebar under their names, with the specification's defaults in their controls,
// and without a control while there is no widget.
import { expect, type Page } from '@playwright/test';
import { box, choice } from './support/appearance.ts';
import { poll } from './support/base.ts';
import { newOwner, test } from './support/owner.ts';

const isOn = (page: Page, name: string) => expect(page.getByRole('switch', { name, exact: true })).toBeChecked();
const isOff = (page: Page, name: string) => expect(page.getByRole('switch', { name, exact: true })).not.toBeChecked();
const shows = (page: Page, name: string, value: string) => expect(box(page, name)).toHaveValue(value);
const isChosen = (page: Page, group: string, name: string) => expect(choice(page, group, name)).toBeChecked();

/** What each settings screen shows of a new site. */
const DEFAULTS: Record<string, (page: Page) => Promise<void>> = {
  async 'Appearance & Design'(page) {
    await shows(page, 'Primary color', '#3498db');
    await shows(page, 'Secondary color', '#2ecc71');
    await shows(page, 'Text color', '#333333');
    await shows(page, 'Background color', '#ffffff');
    await shows(page, 'Link color', '#3498db');
    await shows(page, 'Border color', '#e2e8f0');
    await isChosen(page, 'Font', 'Roboto on Android');
    await shows(page, 'Font size', '14');
    await isChosen(page, 'Font weight', 'Regular (400)');
    await isChosen(page, 'Title style', 'Normal');
    await isChosen(page, 'Animation', 'Fade In');
    await shows(page, 'Animation speed', '300');
    await isOn(page, 'Animate notifications');
    await isChosen(page, 'Hover effect', 'None');
    await shows(page, 'Corner radius', '8');
    await shows(page, 'Padding', '16');
    await isOn(page, 'Shadow');
    await shows(page, 'Shadow strength', '2');
    await shows(page, 'Border width', '1');
  },
  async 'Behavior & Timing'(page) {
    await isChosen(page, 'Computers and tablets', 'Bottom right');
    await isChosen(page, 'Phones', 'Bottom');
    await shows(page, 'First notification after', '5');
    await shows(page, 'Each one stays for', '8');
    await shows(page, 'Pause between notifications', '8');
    await isOn(page, 'Vary the timing');
    await isOn(page, 'Make the whole notification clickable');
    await isOff(page, 'Open links in a new tab');
    await isOn(page, 'Show a close button');
    await expect(page.getByRole('combobox', { name: 'Once closed, hide it' })).toHaveText(/24 hours/);
    await expect(page.getByRole('combobox', { name: 'When clicked' })).toHaveText(/link/);
    await isOn(page, 'Show on computers and tablets');
    await isOn(page, 'Show on phones');
  },
  async 'Rules & Targeting'(page) {
    await expect(page.getByRole('button', { name: 'Add condition', exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
  },
  'Advanced Options': (page) => shows(page, 'Stacking order (z-index)', '9999'),
};

test('the sidebar leads to each settings screen by the name of its heading, and a new site has the defaults of the specification [spec 2.settings.2 2.sidebar-entries.2 2.sidebar-entries.3 3.appearance.* 3.behavior.* 3.rules.1]', {
  tag: '@long',
}, async ({ page }) => {
  // The preview waits behind its button: it isn't what this is about.
  await page.setViewportSize({ width: 1024, height: 800 });
  await newOwner(page, 'Oak & Iron');
  await page.goto('/oak-and-iron/dashboard');
  const sidebar = page.getByRole('navigation', { name: 'Site' });
  const seen: string[] = [];
  for (const [group, names] of [
    ['Notifications', ['Notifications', 'Appearance & Design', 'Behavior & Timing', 'Rules & Targeting']],
    ['Settings', ['Site Setup', 'Developer Tools', 'Advanced Options']],
  ] as const) {
    await expect(sidebar.getByRole('list', { name: group }).getByRole('link')).toHaveText(names);
    for (const name of names) {
      await sidebar.getByRole('link', { name, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
      if (!DEFAULTS[name]) continue;
      await test.step(name, () => DEFAULTS[name]?.(page));
      seen.push(name);
    }
  }
  expect(seen).toEqual(Object.keys(DEFAULTS));
});

test('without a widget there is nothing to change or to save, until it is loaded [spec 4.auto-save.1]', {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 800 });
  await newOwner(page, 'Oak & Iron');
  const saves: string[] = [];
  page.on('request', (request) => request.url().includes('saveSettings') && saves.push(request.url()));
  await page.route(/widgets\.bySite/, (route) => route.abort());
  const alert = page.getByRole('alert').filter({ hasText: "Couldn't load your settings" });
  await page.goto('/oak-and-iron/rules');
  await expect(alert.getByRole('button', { name: 'Try again' })).toBeVisible();
  for (const [name, control] of [
    ['Appearance & Design', 'Font size'],
    ['Behavior & Timing', 'First notification after'],
    ['Advanced Options', 'Stacking order (z-index)'],
  ] as const) {
    await page.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(alert.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(box(page, control)).toHaveCount(0);
    await expect(page.getByText('All changes saved')).toHaveCount(0);
  }
  await page.unroute(/widgets\.bySite/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await shows(page, 'Stacking order (z-index)', '9999');
  expect(saves).toEqual([]);
  await box(page, 'Stacking order (z-index)').fill('10');
  await expect(page.getByText('All changes saved')).toBeVisible();
  await poll(() => saves.length).toBe(1);
});
