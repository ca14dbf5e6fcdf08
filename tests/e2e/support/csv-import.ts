// A new owner at the page of a source that takes files, and what they do there.
import { expect, type Page } from '@playwright/test';
import { HOUR } from '#shared/time.ts';
import { newOwner } from './owner.ts';
import { makeApi, type OwnerApi } from './owner-api.ts';

export const SOURCES = '/oak-and-iron/sources';

/** @param prepare what the site is like before its owner adds the source. */
export async function openCsv(page: Page, prepare?: (api: OwnerApi) => Promise<unknown>) {
  await newOwner(page, 'Oak & Iron');
  const api = await makeApi(page);
  await api.saveSettings({ behavior: { timing: { initialDelay: 0, displayDuration: 30 } } });
  await prepare?.(api);
  await page.goto(SOURCES);
  await page.getByRole('button', { name: /^CSV/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'CSV' })).toBeVisible();
  return api;
}

export const choose = (page: Page, name: string, content: string | Buffer) =>
  page.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
export const panel = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) });
export const importButton = (page: Page) => page.getByRole('button', { name: 'Import', exact: true });

/** Some hours ago, as spreadsheets write it. */
export const when = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString().slice(0, 19).replace('T', ' ');
/** A file of sign-ups under our own names. */
export const signups = (count: number) =>
  `id,kind,occurredAt\n${Array.from({ length: count }, (_, at) => `${at},signup,${when(1)}\n`).join('')}`;
