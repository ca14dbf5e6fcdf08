// An owner with something on every screen: five sites, notifications live, ended and deleted, displays, measured loads, a
// page that was seen and one that was refused, a source, events, an API key and a saved report.
import type { Page } from '@playwright/test';
import { COST_LOADS_FOR_MEDIAN } from '#shared/limits.ts';
import { poll } from './base.ts';
import { call, newOwner, post } from './owner.ts';
import { type Shop, send, shopOf, times, writeNotification } from './stats.ts';
import { storePlan } from './stored-rows.ts';

const FULL_NAME = 'Oak & Iron';

/** @returns the first site of a new owner, who is signed in. */
export async function fullSite(page: Page): Promise<Shop> {
  storePlan(await newOwner(page), 'growth');
  await post(page, '/api/sites', { name: FULL_NAME });
  for (const name of ['Café Olivia', 'Linen & Lamps', 'Outlet', 'Workshop']) await post(page, '/api/sites', { name });
  const shop = await shopOf(page, FULL_NAME);
  const desk = await writeNotification(page, shop, 'Ana bought the Oak Desk');
  const lamp = await writeNotification(page, shop, 'Jonas likes the Linen Lamp', 'review');
  const written = [];
  for (const message of ['Priya joined', 'Marta joined', 'Two desks are left', 'Free delivery until Sunday', 'Old']) {
    written.push(await writeNotification(page, shop, message, 'signup'));
  }
  const list = `/api/widgets/${shop.widgetId}/notifications`;
  await call(page, 'PUT', `${list}/${written[0]}`, { status: 'inactive' });
  await call(page, 'DELETE', `${list}/${written.at(-1)}`);
  await send(page, shop, [
    ...times(200, 'display', desk, { page: '/desks', device: 'desktop' }),
    ...times(10, 'click', desk, { page: '/desks', device: 'desktop' }),
    ...times(40, 'display', lamp, { page: '/lamps', device: 'mobile' }),
    ...times(3, 'dismiss', lamp, { page: '/lamps', device: 'mobile' }),
  ]);
  for (let load = 0; load < COST_LOADS_FOR_MEDIAN; load += 1) {
    await send(page, shop, [{ type: 'cost', bytes: 6_000, requests: 2, time: load }]);
  }
  await call(page, 'PUT', `/api/sites/${shop.siteId}`, { domains: ['oak.example'] });
  for (const host of ['oak.example', 'shop.oak.example', 'outlet.example']) {
    await page.request.get(`/api/embed/${shop.siteId}`, { headers: { origin: `https://${host}` } });
  }
  // The message about the first display would cover what is below.
  await call(page, 'PUT', `/api/sites/${shop.siteId}/setup`, { isCelebrated: true });
  await post(page, `/api/sites/${shop.siteId}/sources`, { kind: 'shopify' });
  const joined = { kind: 'signup', occurredAt: new Date().toISOString(), actor: { firstName: 'Priya' } };
  await post(page, `/api/sites/${shop.siteId}/events`, { events: ['1', '2', '3'].map((id) => ({ id, ...joined })) });
  await post(page, '/api/api-keys', { name: 'Import', scope: 'read' });
  await post(page, `/api/sites/${shop.siteId}/reports`, { name: 'Every month', range: '30d' });
  // Sightings are written a moment after they happen.
  const installation = async () => (await page.request.get(`/api/sites/${shop.siteId}/installation`)).json();
  await poll(async () => JSON.stringify(await installation())).toContain('outlet.example');
  return shop;
}
