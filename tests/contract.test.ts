// The specification's list of calls, the mounted routes and OpenAPI agree.
import { describe, expect, it } from 'vitest';
import { EMBED_ROWS } from '#server/embed/routes.ts';
import { HOOK_ROWS } from '#server/http/hooks.ts';
import { IMAGE_ROWS } from '#server/http/images.ts';
import { IMPORT_ROWS } from '#server/http/imports.ts';
import { PLAIN_ROWS } from '#server/http/plain-routes.ts';
import { REST_ROWS } from '#server/http/rest-routes.ts';
import type { DeliveryList } from '#shared/contract/delivery.ts';
import type { EventList } from '#shared/contract/event.ts';
import type { Connected } from '#shared/contract/source.ts';
import { ADDED_ROWS } from './support/added-rows.ts';
import { startApp } from './support/apps.ts';
import {
  addGoal,
  addSource,
  type Client,
  mailedLink,
  makeClient,
  makeOwner,
  makeShop,
  type Shop,
} from './support/client.ts';
import { addImport, HEADER, ROW } from './support/csv-files.ts';
import { addImage, SMALL_PNG } from './support/images.ts';
import { signedBy } from './support/payments.ts';
import { registerUntil, startRegistration } from './support/registration.ts';
import { soon } from './support/soon.ts';
import { startWooShop } from './support/woo-shop.ts';

/** The specification's section 7, row by row. */
const SPEC = [
  'GET /csrf-token',
  'GET /health',
  'POST /auth/register',
  'GET /auth/me',
  'PUT /auth/me',
  'DELETE /auth/me',
  'POST /auth/send-verification-email',
  'GET /sites',
  'GET /sites/{id}',
  'POST /sites',
  'PUT /sites/{id}',
  'DELETE /sites/{id}',
  'GET /widgets',
  'GET /widgets/{id}',
  'GET /widgets/site/{siteId}',
  'PUT /widgets/{id}/settings',
  'GET /widgets/{id}/notifications',
  'POST /widgets/{id}/notifications',
  'PUT /widgets/{id}/notifications/{notificationId}',
  'DELETE /widgets/{id}/notifications/{notificationId}',
  'POST /widgets/{id}/notifications/template/{templateId}',
  'GET /templates',
  'GET /templates/{id}',
  'POST /templates',
  'POST /templates/{id}/clone',
  'DELETE /templates/{id}',
  'POST /templates/{id}/create-notification',
  'POST /registration',
  'GET /registration/{id}',
  'GET /registration/email/{email}',
  'POST /registration/{id}/payment',
  'POST /registration/{id}/create-user',
  'GET /registration/{id}/verify-email',
  'POST /registration/{id}/resend-verification',
  'POST /registration/{id}/finish',
  'POST /registration/{id}/force-finish',
  'GET /registration/pricing/plans',
];

const ROWS = [...PLAIN_ROWS, ...HOOK_ROWS, ...IMPORT_ROWS, ...IMAGE_ROWS, ...EMBED_ROWS, ...REST_ROWS];
/** Parameter names are up to us. */
const normal = (row: string) => row.replace(/\{\w+\}/g, '{}');
const keyOf = (row: { method: string; path: string }) => `${row.method} ${row.path}`;
const sorted = (rows: string[]) => rows.map(normal).sort();

describe('the table of rows', () => {
  it('has every row of the specification [spec 7.calls.*]', () => {
    const ours = sorted(ROWS.map(keyOf));
    expect(sorted(SPEC).filter((row) => !ours.includes(row))).toEqual([]);
  });

  it('has exactly the added rows besides those of the specification', () => {
    const spec = sorted(SPEC);
    expect(sorted(ROWS.map(keyOf)).filter((row) => !spec.includes(row))).toEqual(sorted(ADDED_ROWS));
  });

  it('has no row twice', () => {
    const keys = sorted(ROWS.map(keyOf));
    expect(keys).toEqual([...new Set(keys)]);
  });
});

describe('every row', () => {
  type Steps = Record<string, string>;
  const valuesOf = (
    { site, widget, notification, template, apiKey, report, session, source, event, imported, image, goal }: Shop,
    steps: Steps,
    path: string,
  ) =>
    path
      .replace('/registration/{id}', `/registration/${steps[path] ?? steps.any}`)
      .replace('{email}', 'fresh@shop.example')
      .replace('/sessions/{id}', `/sessions/${session.id}`)
      .replace('/api-keys/{id}', `/api-keys/${apiKey.id}`)
      .replace('/images/{id}', `/images/${image?.id}`)
      .replace('/templates/{id}', `/templates/${template.id}`)
      .replace('{templateId}', template.id)
      .replace('{reportId}', report.id)
      .replace('{goalId}', goal?.id ?? '')
      .replace('{sourceId}', (path.includes('/import') && imported?.sourceId) || steps[path] || source.id)
      .replace('{importId}', imported?.importId ?? '')
      .replace('{deliveryId}', steps.delivery ?? '')
      .replace('/export/{id}/{list}', `/export/${site.id}/notifications`)
      .replace('{eventId}', event.id)
      .replace('{siteId}', site.id)
      .replace('{widgetId}', widget.id)
      .replace('/proof/{notificationId}', `/proof/${steps.proven}`)
      .replace('{notificationId}', notification.id)
      .replace('{id}', path.startsWith('/sites') ? site.id : widget.id);

  it('is mounted, and responds with its status on success [spec 7.calls.*]', async () => {
    const app = await startApp({
      ALLOW_SANDBOX_PAYMENTS: '1',
      ALLOW_PRIVATE_SHOPS: '1',
      CONTACT_EMAIL: 'hello@oak.example',
    });
    const owner: Client = await makeOwner(app);
    // The owner's other session is for ending, the other account for its forgotten password.
    await makeClient(app).post('/api/auth/login', { email: 'owner@shop.example', password: 'correct horse' });
    const shop = await addImage(owner, await addImport(owner, await addGoal(owner, await makeShop(owner))));
    const bearer = { authorization: `Bearer ${shop.source.secret}` };
    await owner.call('POST', `/api/hooks/${shop.source.id}`, { test: true }, bearer);
    const log = `/api/sites/${shop.site.id}/sources/${shop.source.id}/deliveries`;
    const { deliveries } = (await owner.get<DeliveryList>(log)).body;
    const forgetful = 'forgetful@shop.example';
    await makeOwner(app, forgetful);
    await makeClient(app).post('/api/auth/forgot-password', { email: forgetful });
    await makeClient(app).post('/api/auth/register', { email: 'fourth@shop.example', password: 'correct horse' });
    const verification = (await mailedLink(app, 'fourth@shop.example')).split('?code=')[1];
    const reset = (await mailedLink(app, forgetful)).split('#reset=')[1];
    // Each step is taken by a registration that is just that far.
    const fresh = await registerUntil(app, 'fresh@shop.example', 'started');
    const waiting = await registerUntil(app, 'waiting@shop.example', 'user_created');
    const buying = await startRegistration(app, { email: 'buyer@shop.example', plan: 'growth', cycle: 'annual' });
    const oak = await startWooShop();
    const elm = await startWooShop();
    const asked = await addSource(owner, shop.site.id, { kind: 'woocommerce' });
    const agreed = await addSource(owner, shop.site.id, { kind: 'woocommerce' });
    const steps: Steps = {
      any: fresh.id,
      delivery: deliveries[0]?.id ?? '',
      '/sites/{siteId}/sources/{sourceId}/connection': asked.id,
      '/sites/{siteId}/sources/{sourceId}/connection/check': asked.id,
      '/hooks/{sourceId}/consent': agreed.id,
      '/registration/{id}/verify-email': waiting.id,
      '/registration/{id}/resend-verification': waiting.id,
      '/registration/{id}/payment': buying.id,
      '/registration/{id}/finish': (await registerUntil(app, 'ready@shop.example', 'verified')).id,
      '/registration/{id}/force-finish': (await registerUntil(app, 'hasty@shop.example', 'user_created')).id,
    };
    const sale = { id: 'sale-1', kind: 'purchase', occurredAt: new Date(app.clock.now()).toISOString() };
    await owner.post(`/api/sites/${shop.site.id}/events`, { events: [sale] });
    await soon(async () => {
      const { body } = await owner.get<EventList>(`/api/sites/${shop.site.id}/events`);
      steps.proven = body.events.find(({ id }) => id === sale.id)?.notificationId ?? '';
      return steps.proven;
    }).not.toBe('');
    const inspection = app.deps.tokens.signInspection(shop.site.id).token;
    const body: Record<string, unknown> = {
      'POST /auth/register': { email: 'second@shop.example', password: 'correct horse' },
      'POST /auth/login': { email: 'owner@shop.example', password: 'correct horse' },
      'POST /auth/verify-email': { code: verification },
      'POST /auth/forgot-password': { email: 'nobody@shop.example' },
      'POST /auth/reset-password': { token: reset, password: 'correct zebra' },
      'POST /auth/change-password': { currentPassword: 'correct horse', newPassword: 'correct zebra' },
      'POST /auth/change-email': { email: 'moved@shop.example' },
      'POST /auth/confirm': { password: 'correct horse' },
      'POST /auth/sso': { token: await app.deps.sso?.sign('third@shop.example', null) },
      'POST /registration': { email: 'ninth@shop.example' },
      'POST /registration/{id}/create-user': { password: 'correct horse' },
      'POST /api-keys': { name: 'Second', scope: 'write' },
      'POST /sites': { name: 'Second shop' },
      'PUT /widgets/{id}/settings': { settings: {} },
      'POST /widgets/{widgetId}/notifications': { type: 'custom', message: 'Hello' },
      'POST /widgets/{widgetId}/notifications/bulk': { ids: [shop.notification.id], action: 'deactivate' },
      'PUT /widgets/{widgetId}/notifications/order': { ids: [shop.notification.id] },
      'POST /sites/{siteId}/reports': { name: 'Week', range: '7d' },
      'PUT /sites/{siteId}/reports/{reportId}': { name: 'Phones' },
      'POST /sites/{siteId}/goals': { name: 'Sign-ups', kind: 'orders', eventKind: 'signup' },
      'PUT /sites/{siteId}/goals/{goalId}': { name: 'Orders', kind: 'orders' },
      'POST /sites/{siteId}/sources': { kind: 'shopify' },
      'PUT /sites/{siteId}/sources/{sourceId}': { rules: { cap: 5 } },
      'POST /sites/{siteId}/events': { events: [{ id: '2', kind: 'signup', occurredAt: '2026-03-01T00:00:00Z' }] },
      'POST /sites/{siteId}/forget': { reference: '1001' },
      'POST /templates': {
        name: 'Hello',
        category: 'announcements',
        type: 'custom',
        settings: { message: 'Hello' },
      },
      'POST /templates/{templateId}/create-notification': { widgetId: shop.widget.id },
      'POST /sites/{id}/inspection-link': { url: 'https://shop.example/' },
      'PUT /sites/{id}/setup': { isCelebrated: true },
      'PUT /sites/{id}/weekly-email': { isOn: true },
      'POST /contact': { email: 'ana@shop.example', message: 'Hello' },
      'POST /embed/{siteId}/events': { token: '', events: [] },
      'POST /embed/{siteId}/inspection': { token: inspection },
      'POST /embed/{siteId}/draft': { token: inspection },
    };
    await app.deps.db.updateTable('users').set({ granted_plan: 'growth' }).execute();
    // Deletions come last, from small to large: notification, site, account, session.
    const rank = (key: string) =>
      key.includes('logout') ? 3 : key === 'DELETE /auth/me' ? 2 : /^DELETE|change-password/.test(key) ? 1 : 0;
    const depth = (key: string) => key.split('/').length;
    const rows = [...ROWS].sort((a, b) => {
      const [x, y] = [keyOf(a), keyOf(b)];
      return rank(x) - rank(y) || depth(y) - depth(x);
    });
    const query: Record<string, string> = {
      'GET /embed/{siteId}/inspection': `?token=${inspection}`,
      'GET /sites/{siteId}/stats/csv': '?by=page',
      'GET /sites/{siteId}/reports/{reportId}/csv': '?by=page',
      'GET /stats/csv': '?by=site',
      'GET /sites/{siteId}/aggregate': '?measure=count&kind=purchase&window=week',
    };
    const choice = { plan: 'agency', cycle: 'annual' };
    const bought = await owner.post<{ checkout: { id: string } }>('/api/billing/checkout', choice);
    body['POST /sites/{siteId}/sources/{sourceId}/connection'] = { shop: oak.address };
    const connection = `/api/sites/${shop.site.id}/sources/${agreed.id}/connection`;
    const { consentUrl } = (await owner.post<Connected>(connection, { shop: elm.address })).body;
    body['POST /hooks/{sourceId}/consent'] = elm.keysFor(consentUrl ?? '');
    body['POST /billing/checkout'] = choice;
    body['POST /billing/confirm'] = { sessionId: bought.body.checkout.id };
    const event = JSON.stringify({ id: 'evt_1', object: 'event', type: 'customer.created', created: 1, data: {} });
    body['POST /webhooks/stripe'] = event;
    const signature = signedBy(app.deps.sandbox?.webhookSecret ?? '', event, app.clock);
    body['POST /sites/{siteId}/sources/{sourceId}/import'] = `${HEADER}\n${ROW}`;
    body['POST /images'] = SMALL_PNG;
    body['POST /hooks/{sourceId}'] = { id: '3', kind: 'signup', occurredAt: '2026-03-01T00:00:00Z' };
    const headers = {
      'POST /webhooks/stripe': { 'stripe-signature': signature },
      'POST /sites/{siteId}/sources/{sourceId}/import': { 'content-type': 'text/csv' },
      'POST /images': { 'content-type': 'image/png' },
      'POST /hooks/{sourceId}': bearer,
    };
    const seen: [string, number][] = [];
    for (const row of rows) {
      const who = /register|registration|login|sso|forgot|reset/.test(row.path) ? makeClient(app) : owner;
      const path = `/api${valuesOf(shop, steps, row.path)}${query[keyOf(row)] ?? ''}`;
      const { status } = await who.call(
        row.method,
        path,
        body[keyOf(row)],
        headers[keyOf(row) as keyof typeof headers],
      );
      seen.push([keyOf(row), status]);
    }
    // An account with a password gets no code, a verified one has nothing to resend, a shop that is to agree no webhooks,
    // and without a mail server nobody an email.
    const expected = (row: { status?: number; path: string }) =>
      /^.auth.(?:send-verification-email|confirm-code)$|connection.check$|weekly-email.send$/.test(row.path)
        ? 409
        : (row.status ?? 200);
    expect(seen).toEqual(rows.map((row) => [keyOf(row), expected(row)]));
  });

  it('differs from an unknown URL, which gets the JSON 404', async () => {
    const app = await startApp();
    for (const path of ['/api/nothing', '/api', '/api/', '/api/sites/a/b/c', '/api/docs/more']) {
      const { status, body } = await makeClient(app).get(path);
      expect([path, status, body]).toEqual([path, 404, expect.objectContaining({ code: 'not-found' })]);
    }
    // Whatever is sent along: no token hides that nothing is there.
    for (const path of ['/api/nothing', '/api/sites/a/b/c', '/api/auth/me/more']) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const response = await app.fetch(path, { method });
        expect([method, path, response.status]).toEqual([method, path, 404]);
        expect(await response.json()).toMatchObject({ code: 'not-found' });
        expect((await makeClient(app).call(method, path, {})).status).toBe(404);
      }
    }
    // What is there still asks for one.
    for (const { method, path } of REST_ROWS) {
      if (method === 'GET' || path === '/auth/verify-email') continue;
      const { status } = await app.fetch(`/api${path.replace(/\{\w+\}/g, 'x')}`, { method });
      expect([method, path, status]).toEqual([method, path, 403]);
    }
    // Static paths come before parameters, so this is not a widget with the id 'site'.
    expect((await makeClient(app).get('/api/widgets/site/x')).status).toBe(401);
  });
});
