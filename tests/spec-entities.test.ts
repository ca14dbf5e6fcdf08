// What the specification says about widgets, notifications and templates (3: fields and defaults; 7: the templates' calls),
// to the letter and over REST: no value here comes from the code that it tests.
import { expect, it } from 'vitest';
import type { ApiError } from '#server/trpc/errors.ts';
import type { User } from '#shared/contract/account.ts';
import type { Notification } from '#shared/contract/notification.ts';
import type { Site } from '#shared/contract/site.ts';
import type { Template } from '#shared/contract/template.ts';
import type { Widget } from '#shared/contract/widget.ts';
import { describeShop } from './support/apps.ts';
import { makeClient, notificationsOf } from './support/client.ts';

type Listed = { templates: Template[]; page: number; limit: number; total: number };

const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describeShop('the specification’s entities', { postgres: 'long' }, ({ app, owner, shop }) => {
  const widget = async () => (await owner.get<{ widget: Widget }>(`/api/widgets/${shop.widget.id}`)).body.widget;
  const notifications = () => notificationsOf(owner, shop.widget.id);

  it('a user has each field, with the defaults of a new account [spec 3.user.1 3.user.2 6.3]', async () => {
    const email = 'new@shop.example';
    const client = makeClient(app);
    await client.post('/api/auth/register', { email, password: 'correct horse', firebaseUid: 'f-1' });
    const { body } = await client.get<{ user: User }>('/api/auth/me');
    expect(body.user).toEqual({
      _id: expect.any(String),
      firebaseUid: 'f-1',
      email,
      displayName: null,
      photoURL: null,
      role: 'user',
      emailVerified: false,
      companyName: null,
      integrations: [],
      subscription: { type: null, status: expect.any(String), max_sites: 1 },
      roles: ['user'],
      subscriptionStatus: expect.any(String),
    });
  });

  it('a site has each field, its id under both names [spec 3.site.1]', async () => {
    const { body } = await owner.get<{ data: { sites: Site[] } }>('/api/sites');
    const { id } = shop.site;
    expect(body.data.sites).toEqual([
      expect.objectContaining({ _id: id, id, name: 'Oak & Iron', slug: 'oak-and-iron' }),
    ]);
  });

  it('a site is made by whoever is logged in, and by nobody else [spec 5.site.1]', async () => {
    const { status, body } = await makeClient(app).post<ApiError>('/api/sites', { name: 'Oak' });
    expect([status, body.message]).toEqual([401, 'You must be logged in to create a site']);
    expect((await owner.get<{ data: { sites: Site[] } }>('/api/sites')).body.data.sites).toHaveLength(1);
  });

  it('a widget has each field [spec 3.widget.1]', async () => {
    expect(await widget()).toMatchObject({
      id: shop.widget.id,
      siteId: shop.site.id,
      name: 'Oak & Iron',
      type: expect.any(String),
      isActive: true,
      settings: { appearance: expect.any(Object), behavior: expect.any(Object), rules: expect.any(Object) },
      createdAt: ISO,
      updatedAt: ISO,
    });
  });

  it('a new widget has each default of appearance [spec 3.appearance.*]', async () => {
    const { appearance } = (await widget()).settings;
    expect(appearance).toMatchObject({
      brandColors: {
        primaryColor: '#3498db',
        secondaryColor: '#2ecc71',
        textColor: '#333333',
        backgroundColor: '#ffffff',
        linkColor: '#3498db',
        borderColor: '#e2e8f0',
      },
      typography: { fontFamily: 'Roboto', fontSize: '14px', fontWeight: 'Regular (400)', headingStyle: 'Normal' },
      animations: { animationType: 'Fade In', speed: '300ms', enabled: true, hoverEffect: 'None' },
      layout: { borderRadius: 8, padding: '16px', boxShadow: true, shadowIntensity: 2, borderThickness: 1 },
    });
  });

  it('a new widget has each default of behavior [spec 3.behavior.* 3.rules.1 9.13 9.14 9.15]', async () => {
    const { behavior, rules } = (await widget()).settings;
    expect(behavior).toMatchObject({
      position: 'bottom-right',
      mobilePosition: 'bottom',
      timing: { initialDelay: 5, displayDuration: 8, timeBetween: 8, randomizeTiming: true },
      interaction: {
        entireNotificationClickable: true,
        openInNewTab: false,
        allowClosing: true,
        dismissPeriod: '24h',
        clickBehavior: 'url',
      },
      visibility: { showOnDesktop: true, showOnMobile: true, zIndex: 9999 },
    });
    expect(rules.conditions).toEqual([]);
  });

  it('visitors get the same defaults [spec 3.appearance.* 3.behavior.*]', async () => {
    type Payload = { widget: { appearance: object; behavior: object } };
    const { body } = await makeClient(app).get<Payload>(`/api/embed/${shop.site.id}`);
    const { appearance, behavior } = (await widget()).settings;
    expect(body.widget).toMatchObject({ appearance, behavior });
  });

  it('a notification has each field, with its defaults [spec 3.notification.1]', async () => {
    const { id } = shop.notification;
    const [notification] = await notifications();
    expect(notification).toMatchObject({
      id,
      widgetId: shop.widget.id,
      type: 'purchase',
      message: 'Ana from Lisbon bought the Oak Desk',
      image: null,
      status: 'active',
      timestamp: ISO,
      displayCount: 0,
      clickCount: 0,
      isCustom: false,
      source: 'manual',
      metadata: {},
    });
    const path = `/api/widgets/${shop.widget.id}/notifications/${id}`;
    const metadata = { templateId: shop.template.id, name: 'Autumn' };
    const { body } = await owner.put<{ notification: Notification }>(path, { metadata, status: 'inactive' });
    expect(body.notification).toMatchObject({ metadata, status: 'inactive' });
    for (const status of ['paused', 'deleted', '']) {
      expect([status, (await owner.put(path, { status })).status]).toEqual([status, 400]);
    }
  });

  const written = {
    name: 'Orders',
    category: 'sales',
    status: 'active',
    type: 'purchase',
    settings: { message: '{{name|Someone}} bought {{product}}' },
    customization: { brandColors: { textColor: '#111111' } },
    displayRules: { match: 'any', conditions: [{ type: 'exit', operator: 'happened' }] },
  };
  const create = async (more: object = {}) =>
    (await owner.post<{ template: Template }>('/api/templates', { ...written, ...more })).body.template;

  it('a template has each field, as it was posted and as it is got [spec 3.template.1 7.templates.3 7.templates.4]', async () => {
    const created = await owner.post<{ template: Template }>('/api/templates', written);
    expect(created.status).toBe(201);
    expect(created.body.template).toMatchObject({ id: expect.any(String), ...written });
    const got = await owner.get<{ template: Template }>(`/api/templates/${created.body.template.id}`);
    expect([got.status, got.body]).toEqual([200, created.body]);
  });

  it('templates are listed by category, status, search, page and limit, with usage on request [spec 7.templates.2 9.12]', async () => {
    const active = await create({ name: 'Quince' });
    const inactive = await create({ name: 'Quince, off', category: 'reviews', status: 'inactive' });
    const list = async (query: string) => (await owner.get<Listed>(`/api/templates${query}`)).body;
    const idsOf = async (query: string) => (await list(query)).templates.map(({ id }) => id);
    expect(await list('')).toMatchObject({ templates: expect.any(Array), page: 1, limit: 50 });
    expect(await idsOf('?search=quince')).toEqual([active.id]);
    expect(await idsOf('?search=quince&status=inactive')).toEqual([inactive.id]);
    expect(await idsOf('?search=quince&status=inactive&category=sales')).toEqual([]);
    expect(await idsOf('?search=quince&status=active&category=sales')).toEqual([active.id]);
    const { templates: all } = await list('?limit=200');
    const second = await list('?page=2&limit=3');
    expect(second).toMatchObject({ page: 2, limit: 3, total: all.length });
    expect(second.templates).toEqual(all.slice(3, 6));
    expect((await list('?search=quince')).templates[0]).not.toHaveProperty('usageCount');
    await owner.post(`/api/templates/${active.id}/create-notification`, {
      widgetId: shop.widget.id,
      customData: { product: 'the Oak Desk' },
    });
    expect((await list('?search=quince&includeUsage=true')).templates).toMatchObject([{ usageCount: 1 }]);
  });

  it('a template is cloned under a name, and deleted without an answer [spec 7.templates.5 7.templates.6]', async () => {
    const { id, createdAt: _, updatedAt: __, ...content } = await create();
    const cloned = await owner.post<{ template: Template }>(`/api/templates/${id}/clone`, { name: 'Winter' });
    expect(cloned.status).toBe(201);
    expect(cloned.body.template).toMatchObject({ ...content, name: 'Winter' });
    expect(cloned.body.template.id).not.toBe(id);
    const deleted = await owner.delete(`/api/templates/${id}`);
    expect([deleted.status, deleted.body]).toEqual([204, '']);
    expect((await owner.get(`/api/templates/${id}`)).status).toBe(404);
    expect((await owner.get(`/api/templates/${cloned.body.template.id}`)).status).toBe(200);
  });

  it('a notification is created from a template by either call, filled, and says from which [spec 7.templates.1 7.templates.7]', async () => {
    const template = await create();
    const customData = { name: 'Ana', product: 'the Oak Desk' };
    const byTemplate = await owner.post<{ notification: Notification }>(
      `/api/templates/${template.id}/create-notification`,
      { widgetId: shop.widget.id, customData },
    );
    const byWidget = await owner.post<{ notification: Notification }>(
      `/api/widgets/${shop.widget.id}/notifications/template/${template.id}`,
      { customData },
    );
    for (const { status, body } of [byTemplate, byWidget]) {
      expect(status).toBe(201);
      expect(body.notification).toMatchObject({
        widgetId: shop.widget.id,
        type: 'purchase',
        message: 'Ana bought the Oak Desk',
        appearance: written.customization,
        rules: written.displayRules,
        source: 'template',
        metadata: { templateId: template.id, name: 'Orders' },
      });
    }
    const stored = (await notifications()).map(({ id }) => id);
    expect(stored).toEqual([byWidget.body.notification.id, byTemplate.body.notification.id, shop.notification.id]);
  });
});
