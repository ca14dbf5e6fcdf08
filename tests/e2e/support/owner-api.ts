// What a signed-in owner does over REST, so that a test begins with the site it is about.
import { expect, type Page } from '@playwright/test';
import type { Settings } from '#client/settings/paths.ts';
import type { Notification } from '#shared/contract/notification.ts';
import type { Template } from '#shared/contract/template.ts';
import type { SettingsPatch } from '#shared/contract/widget.ts';

export type OwnerApi = {
  siteId: string;
  /** As the server has them, complete. */
  settings(): Promise<Settings>;
  saveSettings(settings: SettingsPatch): Promise<unknown>;
  switchWidget(isActive: boolean): Promise<unknown>;
  saveSite(changes: object): Promise<unknown>;
  deleteSite(): Promise<unknown>;
  /** Adds a notification at the top of the owner's order; a custom one without a title unless said otherwise. */
  addNotification(notification: object): Promise<unknown>;
  /** Adds a sales template for purchases. */
  addTemplate(template: object): Promise<Template>;
  deleteTemplate(id: string): Promise<unknown>;
  notifications(): Promise<Notification[]>;
  /** @returns the inspection link to that page, with draft settings if any are given. */
  link(url: string, settings?: SettingsPatch): Promise<string>;
};

/** @param page whose browser is signed in, with one site at least. */
export async function makeApi(page: Page): Promise<OwnerApi> {
  const call = async (method: string, path: string, data?: unknown) => {
    const { csrfToken } = await (await page.request.get('/api/csrf-token')).json();
    const answer = await page.request.fetch(path, { method, data, headers: { 'X-CSRF-Token': csrfToken } });
    expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
    return answer.status() === 204 ? null : answer.json();
  };
  const { data } = await call('GET', '/api/sites');
  const siteId: string = data.sites[0].id;
  const { widget } = await call('GET', `/api/widgets/site/${siteId}`);
  const notifications = `/api/widgets/${widget.id}/notifications`;
  return {
    siteId,
    settings: async () => (await call('GET', `/api/widgets/${widget.id}`)).widget.settings,
    saveSettings: (settings) => call('PUT', `/api/widgets/${widget.id}/settings`, { settings }),
    switchWidget: (isActive) => call('PUT', `/api/widgets/${widget.id}`, { isActive }),
    saveSite: (changes) => call('PUT', `/api/sites/${siteId}`, changes),
    deleteSite: () => call('DELETE', `/api/sites/${siteId}`),
    addNotification: (notification) => call('POST', notifications, { type: 'custom', ...notification }),
    async addTemplate(template) {
      const settings = { message: 'Sold' };
      return (await call('POST', '/api/templates', { category: 'sales', type: 'purchase', settings, ...template }))
        .template;
    },
    deleteTemplate: (id) => call('DELETE', `/api/templates/${id}`),
    notifications: async () => (await call('GET', notifications)).notifications,
    link: async (url, settings) =>
      (await call('POST', `/api/sites/${siteId}/inspection-link`, { url, settings })).link.url,
  };
}
