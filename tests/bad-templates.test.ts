// Invalid input about templates, over REST: a clear refusal that names the field, and nothing changes.
import { expect, it } from 'vitest';
import { describeShop } from './support/apps.ts';
import { expectAllRefused } from './support/refusals.ts';

const valid = { name: 'x', category: 'sales', type: 'custom', settings: { message: 'x' } };
const LONE = 'a\ud800b';
const LONG = 'x'.repeat(121);

describeShop('bad input about templates', { postgres: 'long', plan: 'growth' }, ({ app, owner, shop }) => {
  const expectRefused = (method: string, path: string, cases: Parameters<typeof expectAllRefused>[4]) =>
    expectAllRefused(app, owner, method, path, cases);

  it('names each field of a new template', async () => {
    const settings = (more: object) => ({ ...valid, settings: { message: 'x', ...more } });
    await expectRefused('POST', '/api/templates', [
      [{}, ['name', 'category', 'type', 'settings']],
      [{ ...valid, name: ' ' }, ['name']],
      [{ ...valid, name: 'x'.repeat(81) }, ['name']],
      [{ ...valid, name: LONE }, ['name']],
      [{ ...valid, category: 'constructor', type: 'popup', status: 'on' }, ['category', 'type', 'status']],
      [{ ...valid, isBuiltIn: true, ownerId: null, usageCount: 9 }, ['isBuiltIn', 'ownerId', 'usageCount']],
      [{ ...valid, settings: {} }, ['settings.message']],
      [settings({ message: 'x'.repeat(501), title: LONG }), ['settings.message', 'settings.title']],
      [settings({ message: 'a\0b' }), ['settings.message']],
      [settings({ url: 'javascript:alert(1)', image: '//evil.example' }), ['settings.url', 'settings.image']],
      [
        settings({ rating: 6, count: -1, code: 'x'.repeat(41) }),
        ['settings.rating', 'settings.count', 'settings.code'],
      ],
      [settings({ position: 1 }), ['settings.position']],
      [{ ...valid, customization: { brandColors: { textColor: 'red' } } }, ['customization.brandColors.textColor']],
      [{ ...valid, customization: { customCSS: '@import "x"' } }, ['customization.customCSS']],
      [{ ...valid, displayRules: { conditions: [{ type: 'moon' }] } }, ['displayRules.conditions.0.type']],
    ]);
  });

  it('names what keeps a number from being computed and told', async () => {
    const count = { measure: 'count', kind: 'purchase', window: 'week' };
    const told = (type: string, aggregate: object, more: object = {}) => ({
      ...{ ...valid, type },
      settings: { message: '{{value}} sold', aggregate, ...more },
    });
    await expectRefused('POST', '/api/templates', [
      [told('purchase', count), ['type']],
      [told('milestone', count, { message: '{{name}} {{value}}' }), ['settings.message']],
      [told('milestone', count, { title: '{{count}}', count: 3 }), ['settings.title', 'settings.count']],
      [
        told('review', { ...count, measure: 'average' }, { rating: 5, code: 'OAK' }),
        ['settings.rating', 'settings.code'],
      ],
      [told('custom', { ...count, measure: 'last' }), ['settings.message']],
      [told('milestone', { ...count, floor: 0 }), ['settings.aggregate.floor']],
      [told('milestone', { ...count, floor: 1_000_001 }), ['settings.aggregate.floor']],
      [told('milestone', { measure: 'count', window: 'week' }), ['settings.aggregate.kind']],
      [
        told('milestone', { ...count, window: 'year', measure: 'sum' }),
        ['measure', 'window'].map((one) => `settings.aggregate.${one}`),
      ],
      [
        told('milestone', { ...count, product: ' ', value: 37 }),
        ['product', 'value'].map((one) => `settings.aggregate.${one}`),
      ],
      [
        told('visitors', { ...count, measure: 'displays', product: 'x' }),
        ['kind', 'product'].map((one) => `settings.aggregate.${one}`),
      ],
    ]);
    const asked = '?measure=sum&window=week&product=';
    const { status, body } = await owner.get(`/api/sites/${shop.site.id}/aggregate${asked}`);
    expect([status, body.errors?.map(({ field }) => field)]).toEqual([400, ['measure', 'product']]);
  });

  it('names each value that cannot be used', async () => {
    const cases: [object, string[]][] = [
      [{ customData: { nick: 'x', name: 'x', 'a.b': 1 } }, ['customData.nick', 'customData.a.b']],
      [{ customData: { name: LONG, city: LONG, product: LONG, count: LONG } }, ['name', 'city', 'product', 'count']],
      [{ customData: { name: 5, count: 1.5, time: 'yesterday' } }, ['name', 'count', 'time']],
      [{ customData: { name: LONE, count: -1, time: '2026-13-01T00:00:00Z' } }, ['name', 'count', 'time']],
      [{ customData: 'x' }, ['customData']],
      [{ customData: {}, message: 'x' }, ['message']],
    ].map(([body, fields]) => [
      body as object,
      (fields as string[]).map((field) => (/^(customData|message)/.test(field) ? field : `customData.${field}`)),
    ]);
    const { widget, template } = shop;
    await expectRefused('POST', `/api/widgets/${widget.id}/notifications/template/${template.id}`, cases);
    await expectRefused(
      'POST',
      `/api/templates/${template.id}/create-notification`,
      cases.map(([body, fields]) => [{ widgetId: widget.id, ...body }, fields]),
    );
    await expectRefused('POST', `/api/templates/${template.id}/create-notification`, [[{}, ['widgetId']]]);
    await expectRefused('POST', `/api/templates/${template.id}/clone`, [[{ name: '' }, ['name']]]);
  });

  it('names each query parameter', async () => {
    for (const [query, field] of [
      ['limit=0', 'limit'],
      ['limit=201', 'limit'],
      ['limit=', 'limit'],
      ['page=0', 'page'],
      ['category=shoes', 'category'],
      ['status=all', 'status'],
      ['includeUsage=yes', 'includeUsage'],
      [`search=${LONG}`, 'search'],
      ['search=%00', 'search'],
      ['sort=name', 'sort'],
    ] as const) {
      await expectRefused('GET', `/api/templates?${query}`, [[undefined, [field]]]);
    }
  });

  it('answers 404 for what is not there, 403 for a built-in one to delete, 409 for an inactive one to use', async () => {
    const { widget, template } = shop;
    const status = async (method: string, path: string, body?: object) => (await owner.call(method, path, body)).status;
    for (const id of ['nowhere', '%00', 'x'.repeat(65)]) {
      const expected = id === 'nowhere' ? 404 : 400;
      expect([id, await status('GET', `/api/templates/${id}`)]).toEqual([id, expected]);
      expect([id, await status('DELETE', `/api/templates/${id}`)]).toEqual([id, expected]);
      expect([id, await status('POST', `/api/templates/${id}/clone`, {})]).toEqual([id, expected]);
      const path = `/api/widgets/${widget.id}/notifications/template/${id}`;
      expect([id, await status('POST', path, {})]).toEqual([id, expected]);
    }
    expect(await status('POST', `/api/widgets/nowhere/notifications/template/${template.id}`, {})).toBe(404);
    expect(await status('DELETE', '/api/templates/built-in-sales-order')).toBe(403);
    const { body } = await owner.post<{ template: { id: string } }>('/api/templates', { ...valid, status: 'inactive' });
    expect(await status('POST', `/api/widgets/${widget.id}/notifications/template/${body.template.id}`, {})).toBe(409);
  });
});
