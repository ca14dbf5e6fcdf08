// The list of notifications as its tests see it.
import type { Page } from '@playwright/test';
import { poll } from './base.ts';
import { newOwner } from './owner.ts';
import { makeApi } from './owner-api.ts';

export const PAGE = '/oak-and-iron/notifications';
export const NAMES = [
  'Ana bought the Oak Desk',
  'Ben bought the Elm Chair',
  'Cleo joined',
  'Dan bought the Linen Lamp',
];

export const rows = (page: Page) => page.locator('tbody tr[data-id]');
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
