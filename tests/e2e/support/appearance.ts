// The Appearance & Design screen, its controls by their names, and what is saved of them.
import { expect, type Page } from '@playwright/test';
import type { Settings } from '#client/settings/paths.ts';
import { DEFAULT_BEHAVIOR, DEFAULT_RULES } from '#shared/embed/defaults.ts';
import type { Appearance } from '#shared/embed/payload.ts';
import { poll } from './base.ts';
import { newOwner } from './owner.ts';
import { makeApi, type OwnerApi } from './owner-api.ts';

/** Opens the screen of a new owner's site. */
export async function openScreen(page: Page): Promise<OwnerApi> {
  await newOwner(page, 'Oak & Iron');
  const api = await makeApi(page);
  await page.goto('/oak-and-iron/appearance');
  await expect(page.getByRole('heading', { level: 1, name: 'Appearance & Design' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Animation' })).toBeVisible();
  return api;
}

export const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
export const slider = (page: Page, name: string) => page.getByRole('slider', { name, exact: true });
export const choice = (page: Page, group: string, name: string) =>
  page.getByRole('radiogroup', { name: group, exact: true }).getByRole('radio', { name, exact: true });
export const group = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Whether the changes are saved, in words. */
export const state = (page: Page) => page.getByRole('status').filter({ hasText: /saved|saving|can't/i });
export const SAVED = 'All changes saved';

/** @returns the settings as the server has them. */
export async function saved(api: OwnerApi): Promise<Settings> {
  const { revision: _, ...settings } = (await api.settings()) as Settings & { revision?: number };
  return settings;
}

/** Waits until all of it is saved: exactly this appearance, and nothing else changed. */
export const expectSaved = (api: OwnerApi, appearance: Appearance) =>
  poll(() => saved(api)).toEqual({ appearance, behavior: DEFAULT_BEHAVIOR, rules: DEFAULT_RULES });
