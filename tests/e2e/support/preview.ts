// An owner's screen with the preview on it, and what is pressed there.
import { expect, type Page } from '@playwright/test';
import { newOwner } from './owner.ts';
import { makeApi, type OwnerApi } from './owner-api.ts';

export const SCREEN = '/oak-and-iron/appearance';
const WIDE = { width: 1440, height: 1000 };
/** Nothing by chance, and no waiting. */
export const AT_ONCE = { initialDelay: 0, displayDuration: 120, timeBetween: 1, randomizeTiming: false };

export const preview = (page: Page) => page.getByRole('region', { name: 'Preview', exact: true });
export const framed = (page: Page) => preview(page).locator('[data-preview-page] .notice:not(.gone)');
export const press = (page: Page, name: string) => preview(page).getByRole('button', { name, exact: true }).click();

/** Leaves the preview behind its button: it isn't what every test of a screen is about. */
export const withoutPreview = (page: Page): Promise<void> => page.setViewportSize({ width: 1024, height: 800 });

export async function openScreen(page: Page): Promise<void> {
  await page.goto(SCREEN);
  await expect(framed(page)).toBeVisible();
}

/** @returns an owner with one notification, and the wide screen of its settings not yet opened. */
export async function withNotification(page: Page): Promise<OwnerApi> {
  await page.setViewportSize(WIDE);
  await newOwner(page, 'Oak & Iron');
  const api = await makeApi(page);
  await api.addNotification({
    type: 'review',
    title: 'As pictured',
    message: 'Jonas, on the lamp',
    rating: 4,
    url: '/',
  });
  return api;
}
