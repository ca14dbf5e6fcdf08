// What the inspector's browser tests share: an owner with a site on the real server, and a customer's page that carries
// its snippet on another origin, under a strict policy.

import type { Page } from '@playwright/test';
import type { SettingsPatch } from '#shared/contract/widget.ts';
import { HOUR } from '#shared/time.ts';
import { newOwner, test as ownerTest } from './owner.ts';
import { makeApi, type OwnerApi } from './owner-api.ts';
import { type HostSite, hostPage, startHostSite } from './widget-host.ts';

export const test = ownerTest.extend<{ api: OwnerApi; host: HostSite }>({
  api: async ({ page }, use) => {
    await newOwner(page, 'Oak & Iron');
    await use(await makeApi(page));
  },
  host: async ({ baseURL, api }, use) => {
    const host = await startHostSite(baseURL ?? '');
    host.pages.set('/', hostPage(snippet(baseURL ?? '', api.siteId)));
    await use(host);
    await host.close();
  },
});

export const snippet = (origin: string, siteId: string, more = '') =>
  `<script async src="${origin}/widget.js" data-site-id="${siteId}" ${more}></script>`;
export const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

/** At once and for long, in the owner's order: what is on the screen stays there while a test looks. */
export const STEADY: SettingsPatch = {
  behavior: {
    timing: { initialDelay: 0, displayDuration: 120, timeBetween: 3600, randomizeTiming: false },
    queue: { order: 'custom' },
  },
};

export const overlay = (page: Page) => page.getByRole('complementary', { name: "Why don't I see it?" });
export const row = (page: Page, name: string) =>
  overlay(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });
export const card = (page: Page) => page.locator('proofbell-widget .notice:not(.gone)');
/** Another fragment alone would be the same page, still running. */
export async function visit(page: Page, url: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(url);
}
/** From now on every payload is a fresh one: a request that tests look at goes past the browser's cache. */
export const forgetCache = (page: Page) => page.route('**/api/embed/**', (route) => route.continue());
export const summary = (page: Page) => overlay(page).getByRole('status').first();

/** A condition that no test's screen meets. */
export const MOBILE = { type: 'device', operator: 'is', value: ['mobile'] };
