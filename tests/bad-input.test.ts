// Invalid input to the API: a clear refusal that names the field, never an internal error, and no changes.
// Notifications have their own file.
import { expect, it } from 'vitest';
import { describeShop } from './support/apps.ts';
import { makeShop } from './support/client.ts';
import { expectAllRefused, fieldsOf } from './support/refusals.ts';
import { ownersRows } from './support/rows.ts';

const NUL = 'a\0b';
const LONE = 'a\ud800b';
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describeShop('bad input', { postgres: 'long', plan: 'growth' }, ({ app, owner, shop }) => {
  const expectRefused = (method: string, path: string, body: unknown, fields: readonly string[]) =>
    expectAllRefused(app, owner, method, path, [[body, fields]]);

  it('refuses a body that is not a JSON object', async () => {
    for (const body of ['{', '{"name":', "{'name':'x'}", '[]', 'null', '"text"', '5', '{"name":"x"}}', '\ufeff{']) {
      await expectRefused('POST', '/api/sites', body, ['body']);
    }
  });

  it('refuses other content types, and accepts JSON with a charset', async () => {
    const send = (type: string) => owner.call('POST', '/api/sites', '{"name":"x"}', { 'content-type': type });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'json']) {
      expect([type, (await send(type)).status]).toEqual([type, 415]);
    }
    expect((await send('text/plain')).body.code).toBe('unsupported-type');
    expect((await send('application/json; charset=utf-8')).status).toBe(201);
  });

  it('names each field with a wrong type', async () => {
    await expectRefused('POST', '/api/sites', { name: 5, domains: 'x', timezone: null, slug: {} }, [
      'name',
      'domains',
      'timezone',
      'slug',
    ]);
    await expectRefused('PUT', `/api/widgets/${shop.widget.id}`, { isActive: 'yes' }, ['isActive']);
    await expectRefused('PUT', `/api/widgets/${shop.widget.id}/settings`, { settings: [] }, ['settings']);
    await expectRefused('PUT', `/api/widgets/${shop.widget.id}/settings`, {}, ['settings']);
    await expectRefused('POST', '/api/auth/login', { email: ['a@b.example'], password: { $ne: '' } }, [
      'email',
      'password',
    ]);
  });

  it('says in words what a field with a wrong type must be', async () => {
    const said = async (method: string, path: string, body: unknown) =>
      (await owner.call(method, path, body)).body.errors;
    expect(await said('POST', '/api/sites', { name: 5, domains: 'x', timezone: null })).toEqual([
      { field: 'name', message: 'Must be text' },
      { field: 'domains', message: 'Must be a list' },
      { field: 'timezone', message: 'Must be text' },
    ]);
    expect(await said('POST', '/api/sites', '[]')).toEqual([{ field: 'body', message: 'Must be a JSON object' }]);
    expect(await said('PUT', `/api/widgets/${shop.widget.id}`, { isActive: 'yes' })).toEqual([
      { field: 'isActive', message: 'Must be true or false' },
    ]);
    const notifications = `/api/widgets/${shop.widget.id}/notifications`;
    const message = { type: 'visitors', message: 'Five look at this' };
    expect(await said('POST', notifications, { ...message, count: '5' })).toEqual([
      { field: 'count', message: 'Enter a whole number' },
    ]);
    expect(await said('POST', notifications, { ...message, metadata: 'x' })).toEqual([
      { field: 'metadata', message: 'Must be an object' },
    ]);
    expect(await said('POST', '/api/sites', {})).toEqual([{ field: 'name', message: 'Required' }]);
  });

  it('names each unknown key, at any depth', async () => {
    await expectRefused('POST', '/api/sites', { name: 'x', owner_id: 'me', max_sites: 9 }, ['owner_id', 'max_sites']);
    await expectRefused('PUT', `/api/sites/${shop.site.id}`, { id: shop.site.id, name: 'x' }, ['id']);
    await expectRefused('DELETE', `/api/sites/${shop.site.id}`, { force: true }, ['force']);
    await expectRefused('GET', '/api/widgets?colour=red', undefined, ['colour']);
    const settings = { behavior: { timing: { initialdelay: 3 } }, theme: 'dark', appearance: { layout: { x: 1 } } };
    await expectRefused('PUT', `/api/widgets/${shop.widget.id}/settings`, { settings }, [
      'settings.behavior.timing.initialdelay',
      'settings.theme',
      'settings.appearance.layout.x',
    ]);
  });

  it('treats __proto__, constructor and prototype like any other unknown key', async () => {
    for (const key of ['__proto__', 'constructor', 'prototype', 'toString']) {
      await expectRefused('POST', '/api/sites', `{"name":"x","${key}":{"isVerified":true}}`, [key]);
      await expectRefused('GET', `/api/widgets?${key}=1`, undefined, [key]);
      const settings = `{"settings":{"behavior":{"${key}":{"position":"top-left"}}}}`;
      await expectRefused('PUT', `/api/widgets/${shop.widget.id}/settings`, settings, [`settings.behavior.${key}`]);
    }
    expect(({} as { isVerified?: boolean }).isVerified).toBeUndefined();
  });

  it('changes no prototype by what a procedure is told of the types of its input', async () => {
    for (const path of ['__proto__.isVerified', 'constructor.prototype.isVerified', 'name.__proto__.isVerified'])
      for (const meta of [{ values: { [path]: ['Date'] } }, { referentialEqualities: { name: [path] } }]) {
        const { status } = await owner.call('POST', '/api/trpc/sites.create', { json: { name: 'x' }, meta });
        expect([path, status]).toEqual([path, 400]);
      }
    expect(({} as { isVerified?: boolean }).isVerified).toBeUndefined();
  });

  it('refuses texts and lists that are too long', async () => {
    const long = (count: number) => 'x'.repeat(count);
    await expectRefused('POST', '/api/sites', { name: long(81), slug: long(61) }, ['name', 'slug']);
    await expectRefused('POST', '/api/sites', { name: 'x', domains: Array(51).fill('a.example') }, ['domains']);
    await expectRefused('POST', '/api/sites', { name: 'x', domains: [`${long(301)}.example`] }, ['domains.0']);
    await expectRefused('PUT', `/api/widgets/${shop.widget.id}`, { name: long(81) }, ['name']);
    await expectRefused('GET', `/api/sites/${long(65)}`, undefined, ['id']);
    const account = {
      email: `${long(250)}@x.example`,
      password: long(129),
      displayName: long(81),
      firebaseUid: long(129),
    };
    await expectRefused('POST', '/api/auth/register', account, Object.keys(account));
  });

  it('refuses NUL and lone surrogates in every text and id, before any query', async () => {
    for (const bad of [NUL, LONE]) {
      await expectRefused('POST', '/api/sites', { name: bad, slug: bad, domains: [bad], timezone: bad }, [
        'name',
        'slug',
        'domains.0',
        'timezone',
      ]);
      await expectRefused('PUT', `/api/widgets/${shop.widget.id}`, { name: bad }, ['name']);
      const account = { email: `${bad}@x.example`, password: `secret ${bad}`, displayName: bad, firebaseUid: bad };
      await expectRefused('POST', '/api/auth/register', account, Object.keys(account));
      await expectRefused('POST', '/api/auth/login', { email: `${bad}@x.example`, password: bad }, [
        'email',
        'password',
      ]);
      const appearance = { customCSS: `a{}${bad}`, typography: { fontFamily: bad }, brandColors: { textColor: bad } };
      await expectRefused('PUT', `/api/widgets/${shop.widget.id}/settings`, { settings: { appearance } }, [
        'settings.appearance.customCSS',
        'settings.appearance.typography.fontFamily',
        'settings.appearance.brandColors.textColor',
      ]);
      const response = await owner.procedure('query', 'sites.get', { id: bad });
      expect([response.status, fieldsOf(response.body)]).toEqual([400, ['id']]);
    }
  });

  it('refuses NUL in a URL’s ids', async () => {
    const { site, widget } = shop;
    await expectRefused('GET', '/api/sites/%00', undefined, ['id']);
    await expectRefused('DELETE', `/api/sites/${site.id}%00`, undefined, ['id']);
    await expectRefused('GET', '/api/sites/a%00b/stats', undefined, ['siteId']);
    await expectRefused('GET', '/api/widgets/site/%00', undefined, ['siteId']);
    await expectRefused('GET', '/api/widgets?siteId=%00', undefined, ['siteId']);
    await expectRefused('PUT', '/api/widgets/%00/settings', { settings: {} }, ['id']);
    await expectRefused('GET', '/api/widgets/%00/notifications', undefined, ['widgetId']);
    await expectRefused('DELETE', `/api/widgets/${widget.id}/notifications/%00`, undefined, ['notificationId']);
    for (const id of ["'%20or%201=1--", '..%2f..%2fetc']) {
      expect([id, (await owner.get(`/api/sites/${id}`)).status]).toEqual([id, 404]);
    }
    // Invalid UTF-8 is no id at all.
    for (const id of ['%ED%A0%80', '%E0%A4%A', '%ff'])
      await expectRefused('GET', `/api/sites/${id}`, undefined, ['path']);
    await expectRefused('POST', '/api/auth/verify-email', { code: '\0' }, ['code']);
  });

  it('responds to unknown ids with a 404', async () => {
    const { widget } = shop;
    const unknown = '01890000-0000-7000-8000-000000000000';
    const calls: [string, string, unknown?][] = [
      ['GET', `/api/sites/${unknown}`],
      ['PUT', `/api/sites/${unknown}`, { name: 'x' }],
      ['DELETE', `/api/sites/${unknown}`],
      ['GET', `/api/sites/${unknown}/stats`],
      ['GET', `/api/sites/${unknown}/stats/csv?by=time`],
      ['GET', `/api/sites/${unknown}/cost`],
      ['GET', `/api/widgets/${unknown}`],
      ['GET', `/api/widgets/site/${unknown}`],
      ['PUT', `/api/widgets/${unknown}`, { name: 'x' }],
      ['PUT', `/api/widgets/${unknown}/settings`, { settings: {} }],
      ['GET', `/api/widgets/${unknown}/notifications`],
      ['POST', `/api/widgets/${unknown}/notifications`, { type: 'custom', message: 'x' }],
      ['PUT', `/api/widgets/${widget.id}/notifications/${unknown}`, { message: 'x' }],
      ['DELETE', `/api/widgets/${widget.id}/notifications/${unknown}`],
    ];
    const before = await ownersRows(app.deps.db);
    for (const [method, path, body] of calls) {
      const response = await owner.call(method, path, body);
      expect([method, path, response.status, response.body.code]).toEqual([method, path, 404, 'not-found']);
    }
    expect(await ownersRows(app.deps.db)).toEqual(before);
  });

  it('refuses invalid page numbers and sizes', async () => {
    for (const [query, field] of [
      ['page=0', 'page'],
      ['page=', 'page'],
      ['page=-1', 'page'],
      ['page=1.5', 'page'],
      ['page=1e3', 'page'],
      ['page=99999999999999999999', 'page'],
      ['limit=1000', 'limit'],
      ['limit=0', 'limit'],
      ['limit=ten', 'limit'],
      ['siteId=', 'siteId'],
    ] as const) {
      await expectRefused('GET', `/api/widgets?${query}`, undefined, [field]);
    }
  });

  it('refuses reserved and malformed slugs, and a slug already in use with a 409', async () => {
    for (const slug of ['dashboard', 'api', 'trpc', '__ui', 'a.b', 'UPPER', '-a', 'a--b', '', 'ä', 'a/b']) {
      await expectRefused('POST', '/api/sites', { name: 'x', slug }, ['slug']);
      await expectRefused('PUT', `/api/sites/${shop.site.id}`, { slug }, ['slug']);
    }
    await makeShop(owner, 'Second');
    const before = await ownersRows(app.deps.db);
    for (const [method, path] of [
      ['POST', '/api/sites'],
      ['PUT', `/api/sites/${shop.site.id}`],
    ] as const) {
      const response = await owner.call(method, path, { name: 'x', slug: 'second' });
      expect([response.status, response.body.code, fieldsOf(response.body)]).toEqual([409, 'conflict', ['slug']]);
    }
    expect(await ownersRows(app.deps.db)).toEqual(before);
  });

  it('refuses invalid time zones and domains', async () => {
    const domains = ['', ' ', 'a b', '*.shop.example', 'ftp://shop.example', 'https://', 'me@shop.example', '.'];
    await expectRefused(
      'POST',
      '/api/sites',
      { name: 'x', domains },
      domains.map((_, i) => `domains.${i}`),
    );
    for (const timezone of ['', 'Nowhere/At-All', '+01:00', 'UTC; drop table', 'constructor']) {
      await expectRefused('POST', '/api/sites', { name: 'x', timezone }, ['timezone']);
    }
  });

  it('refuses settings outside their ranges and options, naming each', async () => {
    const settings = {
      appearance: {
        brandColors: { primaryColor: 'red', linkColor: '#12345' },
        typography: { fontSize: '9px', fontWeight: 'bold', fontFamily: 'x;}body{display:none' },
        animations: { speed: '2001ms', enabled: 'true' },
        layout: { borderRadius: 33, padding: '4', shadowIntensity: -1, borderThickness: '1' },
      },
      behavior: {
        position: 'middle',
        timing: { initialDelay: 601, displayDuration: 0, timeBetween: 1e9 },
        visibility: { zIndex: 0.5 },
        queue: { perPage: 101 },
      },
      rules: { match: 'some', conditions: [{ kind: 'url' }] },
    };
    const leaves = (value: object, path: string): string[] =>
      Object.entries(value).flatMap(([key, child]) =>
        typeof child === 'object' && !Array.isArray(child) ? leaves(child, `${path}.${key}`) : [`${path}.${key}`],
      );
    const fields = leaves(settings, 'settings').map((field) => field.replace(/conditions$/, 'conditions.0.type'));
    await expectRefused('PUT', `/api/widgets/${shop.widget.id}/settings`, { settings }, fields);
  });

  it('refuses excessive nesting without an internal error', async () => {
    const before = await ownersRows(app.deps.db);
    await expectRefused('POST', '/api/sites', nested(100_000), ['body']);
    await expectRefused('POST', '/api/sites', `{"name":${nested(100_000)}}`, ['body']);
    await expectRefused('POST', '/api/sites', `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`, ['body']);
    const deep = nested(100_000);
    const input = `"widgetId":"${shop.widget.id}","type":"custom","message":"x","metadata":{"a":${deep}}`;
    for (const body of [
      deep,
      `{"json":${deep}}`,
      `{"json":{${input}}}`,
      `{"json":{${input}},"meta":{"values":{"metadata.a":["Date"]}}}`,
      `{"json":null,"meta":${deep}}`,
    ]) {
      const response = await owner.call('POST', '/api/trpc/notifications.create', body);
      expect([body.slice(0, 40), response.status]).toEqual([body.slice(0, 40), 400]);
    }
    expect(await ownersRows(app.deps.db)).toEqual(before);
  });
});
