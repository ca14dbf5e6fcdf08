// What owners' statistics are made of, sent the way visitors' browsers send it: the payload's token, then events.
import { expect, type Page } from '@playwright/test';
import type { CostReport, InteractionType, NotificationInteraction } from '#shared/embed/payload.ts';
import { INTERACTIONS_MAX_PER_REQUEST } from '#shared/limits.ts';
import { call, newOwner, post } from './owner.ts';

export type Shop = { siteId: string; slug: string; widgetId: string };

/** @returns the signed-in owner's site of that name. */
export async function shopOf(page: Page, name: string): Promise<Shop> {
  const { data } = await (await page.request.get('/api/sites')).json();
  const site = data.sites.find((one: { name: string }) => one.name === name);
  const { widget } = await (await page.request.get(`/api/widgets/site/${site.id}`)).json();
  return { siteId: site.id, slug: site.slug, widgetId: widget.id };
}

/** @returns the id of a new notification. */
export async function writeNotification(page: Page, shop: Shop, message: string, type = 'purchase'): Promise<string> {
  const path = `/api/widgets/${shop.widgetId}/notifications`;
  return (await post<{ notification: { id: string } }>(page, path, { type, message })).notification.id;
}

/** Sends events as a browser would; each of them is counted when this returns. */
export async function send(
  page: Page,
  { siteId }: Shop,
  events: (NotificationInteraction | CostReport)[],
): Promise<void> {
  const { token } = await (await page.request.get(`/api/embed/${siteId}`)).json();
  for (let at = 0; at < events.length; at += INTERACTIONS_MAX_PER_REQUEST) {
    const body = JSON.stringify({ token, events: events.slice(at, at + INTERACTIONS_MAX_PER_REQUEST) });
    const answer = await page.request.post(`/api/embed/${siteId}/events`, {
      data: body,
      headers: { 'content-type': 'text/plain' },
    });
    expect(answer.status()).toBe(204);
  }
}

/** @returns `count` events of one kind. */
export const times = (
  count: number,
  type: InteractionType,
  notificationId: string,
  more: Partial<NotificationInteraction> = {},
) => Array.from({ length: count }, (): NotificationInteraction => ({ type, notificationId, ...more }));

export const NAME = 'Oak & Iron';

/** @returns the shop of a new owner. */
export async function newShop(page: Page): Promise<Shop> {
  await newOwner(page, NAME);
  return shopOf(page, NAME);
}

/** @returns the shop of a new owner with two notifications that had 240 displays, 12 clicks and 3 dismissals today. */
export async function busyShop(page: Page): Promise<Shop> {
  const shop = await newShop(page);
  const desk = await writeNotification(page, shop, 'Ana bought the Oak Desk');
  const lamp = await writeNotification(page, shop, 'Jonas likes the Linen Lamp', 'review');
  await send(page, shop, [
    ...times(200, 'display', desk, { page: '/desks', device: 'desktop' }),
    ...times(10, 'click', desk, { page: '/desks', device: 'desktop' }),
    ...times(40, 'display', lamp, { page: '/lamps', device: 'mobile' }),
    ...times(2, 'click', lamp, { page: '/lamps', device: 'mobile' }),
    ...times(3, 'dismiss', lamp, { page: '/lamps', device: 'mobile' }),
  ]);
  // Or the first display would be told on the dashboard.
  await call(page, 'PUT', `/api/sites/${shop.siteId}/setup`, { isCelebrated: true });
  return shop;
}

/** The figures of one row of a statistics table. */
export const cellsOf = (page: Page, table: string, row: string | RegExp) =>
  page.getByRole('table', { name: table, exact: true }).getByRole('row').filter({ hasText: row }).getByRole('cell');
