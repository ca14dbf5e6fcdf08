// What a signed-in owner does over REST, so that a test begins with the site it is about.
import type { Page } from '@playwright/test';
import type { Settings } from '#client/settings/paths.ts';
import type { Notification } from '#shared/contract/notification.ts';
import type { NewSource, Source } from '#shared/contract/source.ts';
import type { Template } from '#shared/contract/template.ts';
import type { SettingsPatch } from '#shared/contract/widget.ts';
import { call, newOwner } from './owner.ts';

/** What visitors' browsers get, as far as tests read it. */
type Payload = { notifications: { message: string }[]; widget: { words: unknown } };

/** @param page whose browser is signed in, with one site at least. */
export async function makeApi(page: Page) {
  const ask = <T>(method: string, path: string, data?: unknown) => call<T>(page, method, path, data);
  const { data } = await ask<{ data: { sites: { id: string }[] } }>('GET', '/api/sites');
  const siteId = data.sites[0]?.id ?? '';
  const { widget } = await ask<{ widget: { id: string } }>('GET', `/api/widgets/site/${siteId}`);
  const notifications = `/api/widgets/${widget.id}/notifications`;
  const sources = `/api/sites/${siteId}/sources`;
  return {
    siteId,
    widgetId: widget.id,
    /** As the server has them, complete. */
    settings: async () =>
      (await ask<{ widget: { settings: Settings } }>('GET', `/api/widgets/${widget.id}`)).widget.settings,
    saveSettings: (settings: SettingsPatch) => ask('PUT', `/api/widgets/${widget.id}/settings`, { settings }),
    switchWidget: (isActive: boolean) => ask('PUT', `/api/widgets/${widget.id}`, { isActive }),
    saveSite: (changes: object) => ask('PUT', `/api/sites/${siteId}`, changes),
    deleteSite: () => ask('DELETE', `/api/sites/${siteId}`),
    /** Adds a notification at the top of the owner's order; a custom one without a title unless said otherwise. */
    addNotification: (notification: object) => ask('POST', notifications, { type: 'custom', ...notification }),
    notifications: async () => (await ask<{ notifications: Notification[] }>('GET', notifications)).notifications,
    changeNotification: (id: string, changes: object) => ask('PUT', `${notifications}/${id}`, changes),
    deleteNotification: (id: string) => ask('DELETE', `${notifications}/${id}`),
    /** Adds a sales template for purchases. */
    addTemplate: async (template: object) =>
      (
        await ask<{ template: Template }>('POST', '/api/templates', {
          category: 'sales',
          type: 'purchase',
          settings: { message: 'Sold' },
          ...template,
        })
      ).template,
    deleteTemplate: (id: string) => ask('DELETE', `/api/templates/${id}`),
    addSource: async (source: object) => (await ask<{ source: NewSource }>('POST', sources, source)).source,
    sources: async () => (await ask<{ sources: Source[] }>('GET', sources)).sources,
    addEvents: (...events: object[]) => ask('POST', `/api/sites/${siteId}/events`, { events }),
    /** What visitors' browsers get, and the texts in it. */
    payload: () => ask<Payload>('GET', `/api/embed/${siteId}`),
    sent: async () => (await ask<Payload>('GET', `/api/embed/${siteId}`)).notifications.map(({ message }) => message),
    /** @returns the inspection link to that page, with draft settings if any are given. */
    link: async (url: string, settings?: SettingsPatch) =>
      (await ask<{ link: { url: string } }>('POST', `/api/sites/${siteId}/inspection-link`, { url, settings })).link
        .url,
  };
}

export type OwnerApi = Awaited<ReturnType<typeof makeApi>>;

/** Opens a page as the new owner of a site, Oak & Iron. */
export async function ownerAt(page: Page, path: string): Promise<OwnerApi> {
  await newOwner(page, 'Oak & Iron');
  const api = await makeApi(page);
  await page.goto(path);
  return api;
}

/** @returns a new key of whoever is signed in, as it is shown once. */
export const makeKey = async (page: Page, name: string, scope: 'read' | 'write'): Promise<string> =>
  (await call<{ apiKey: { key: string } }>(page, 'POST', '/api/api-keys', { name, scope })).apiKey.key;

/** The answer that a script, which has no browser, gets with a key. */
export const askWithKey = (
  origin: string | undefined,
  key: string,
  path = '/api/sites',
  method = 'GET',
  data?: object,
) =>
  fetch(new URL(path, origin), {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(data && { body: JSON.stringify(data) }),
  });
