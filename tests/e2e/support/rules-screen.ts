// The screen of the widget's rules, as a browser test uses it.
import { expect, type Locator, type Page } from '@playwright/test';
import type { Rules } from '#shared/embed/rule-types.ts';
import { newOwner } from './owner.ts';
import { makeApi, type OwnerApi } from './owner-api.ts';

export const RULES_PATH = '/oak-and-iron/rules';

/** @returns the signed-in owner's calls, with the screen open and its site in Lisbon. */
export async function openRules(page: Page, rules?: Partial<Rules>): Promise<OwnerApi> {
  await newOwner(page, 'Oak & Iron');
  const api = await makeApi(page);
  await api.saveSite({ domains: ['shop.example'], timezone: 'Europe/Lisbon' });
  if (rules) await api.saveSettings({ rules });
  await page.goto(RULES_PATH);
  await expect(page.getByRole('button', { name: 'Add condition', exact: true })).toBeVisible();
  return api;
}

export const storedRules = async ({ settings }: OwnerApi): Promise<Rules> => (await settings()).rules;

export const builder = (page: Page) => page.getByRole('region', { name: 'When notifications show' });
const list = (page: Page) => page.getByRole('list', { name: 'Conditions', exact: true });
export const sentences = (page: Page) => list(page).getByRole('button', { expanded: false });
export const trial = (page: Page) => page.getByRole('region', { name: 'Try it' });
export const verdict = (page: Page) => trial(page).getByRole('status');

export async function add(page: Page, kind: string): Promise<void> {
  await page.getByRole('button', { name: 'Add condition', exact: true }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${kind} `) }).click();
  await expect(page.getByRole('button', { name: 'Done' })).toBeVisible();
}

/** Types into whatever a new condition focuses first. */
export const type = (page: Page, ...keys: string[]) =>
  keys.reduce(
    (before, key) =>
      before.then(() =>
        key.length > 1 && /^[A-Z][a-z]+$/.test(key) ? page.keyboard.press(key) : page.keyboard.type(key),
      ),
    Promise.resolve(),
  );
export const press = (page: Page, ...names: string[]) =>
  names.reduce(
    (before, name) => before.then(() => builder(page).getByRole('button', { name, exact: true }).click()),
    Promise.resolve(),
  );
export const choose = async (control: Locator, option: string) => {
  await control.click();
  await control.page().getByRole('option', { name: option, exact: true }).click();
};
export const comparison = (page: Page) => builder(page).getByRole('combobox', { name: 'Comparison' });
