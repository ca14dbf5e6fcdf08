// What the widget's browser tests share: a backend and a customer's site for each test, and a page that must not fault.
import { test as base, expect, type Page } from '@playwright/test';
import { notice, startWidgetBackend, type WidgetBackend } from './widget-backend.ts';
import { type HostSite, startHostSite } from './widget-host.ts';

type Fixtures = { backend: WidgetBackend; host: HostSite; faults: string[] };

export const test = base.extend<Fixtures>({
  backend: async ({ browserName: _ }, use) => {
    const backend = await startWidgetBackend();
    await use(backend);
    await backend.close();
  },
  host: async ({ backend }, use) => {
    const host = await startHostSite(backend.origin);
    await use(host);
    await host.close();
  },
  /** Errors of the page; every test must leave it empty. */
  faults: [
    async ({ page }, use) => {
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      await use(faults);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

export const card = (page: Page) => page.locator('proofbell-widget .notice:not(.gone)');
/** Older than the other notices, so it comes after them. */
export const lamp = notice('n2', { message: 'bought a lamp', timestamp: '2020-01-01T00:00:00Z' });
export const kinds = (backend: WidgetBackend) =>
  backend.events.flatMap((event) => (event.type === 'cost' ? [] : [`${event.type} ${event.notificationId}`]));
/** Waits until the payload has come and been read. */
export const loaded = (page: Page) => page.locator('proofbell-widget').waitFor({ state: 'attached' });
