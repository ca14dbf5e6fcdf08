// The list of notifications as its tests see it.
import type { Page } from '@playwright/test';
import { poll } from './base.ts';
import { newOwner } from './owner.ts';
import { makeApi } from './owner-api.ts';

export const PAGE = '/oak-and-iron/notifications';
export const ANA = 'Ana bought the Oak Desk';
export const BEN = 'Ben bought the Elm Chair';
export const CLEO = 'Cleo joined';
export const DAN = 'Dan bought the Linen Lamp';
export const NAMES = [ANA, BEN, CLEO, DAN];

export const rows = (page: Page) => page.locator('tbody tr[data-id]');
/** Only where it can be used: rows are there to be read first, and a key pressed on one then goes nowhere. */
export const handle = (page: Page, name: string) => rows(page).getByRole('button', { name: `Move “${name}”` });
export const row = (page: Page, name: string) => rows(page).filter({ hasText: name });
const messages = (page: Page) => rows(page).locator('th button').allTextContents();
export const expectMessages = (page: Page, expected: string[]) => poll(() => messages(page)).toEqual(expected);
export const check = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select “${name}”` });

/** An owner with four notifications, in the order of NAMES. */
export async function start(page: Page, isOwnOrder = true) {
  await newOwner(page, 'Oak & Iron');
  const api = await makeApi(page);
  for (const message of NAMES.toReversed()) {
    await api.addNotification({ message, type: message.includes('joined') ? 'signup' : 'purchase' });
  }
  if (isOwnOrder) await api.saveSettings({ behavior: { queue: { order: 'custom' } } });
  return api;
}

export async function choose(page: Page, notification: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for “${notification}”` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}
export const editor = (page: Page) => page.getByRole('dialog');
export const submit = (page: Page, name: string) => editor(page).getByRole('button', { name }).click();

export async function write(page: Page, message: string): Promise<void> {
  await page.getByRole('button', { name: 'New notification' }).click();
  await editor(page).getByRole('textbox', { name: 'Message' }).fill(message);
  await submit(page, 'Create notification');
}
