// The specification's list of calls, the table that is mounted, and OpenAPI are one and the same.
import { describe, expect, it } from 'vitest';
import type { OpenApi } from '#server/http/openapi.ts';
import { PLAIN_ROWS } from '#server/http/plain-routes.ts';
import { REST_ROWS } from '#server/http/rest-routes.ts';
import { makeTestApp, type TestApp } from './support/app.ts';
import { type Client, makeClient, makeOwner, makeShop, type Shop } from './support/client.ts';
import { freshSqlite } from './support/databases.ts';

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

/** Rows of the specification that do not answer yet. Empty once templates, registration and profiles are built. */
const pending = [
  'PUT /auth/me',
  'DELETE /auth/me',
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

/** Rows beside the specification's: what its surface needs to be usable without the screens, and the visitor's side. */
const added = [
  'POST /auth/login',
  'POST /auth/logout',
  'POST /auth/token',
  'GET /auth/verify-email',
  'PUT /widgets/{id}',
  'GET /sites/{siteId}/stats',
  'GET /sites/{siteId}/stats/csv',
  'GET /sites/{siteId}/cost',
  'GET /stats',
  'GET /stats/csv',
  'GET /stats/sites',
  'POST /sites/{id}/inspection-link',
  'GET /embed/{siteId}/inspection',
  'GET /embed/{siteId}',
  'POST /embed/{siteId}/events',
];

const ROWS = [...PLAIN_ROWS, ...REST_ROWS];
/** What a parameter is called is nobody's business but ours. */
const normal = (row: string) => row.replace(/\{\w+\}/g, '{}');
const keyOf = (row: { method: string; path: string }) => `${row.method} ${row.path}`;
const sorted = (rows: string[]) => rows.map(normal).sort();

const paramsIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);

async function withApp<T>(use: (app: TestApp) => Promise<T>): Promise<T> {
  const database = await freshSqlite();
  const app = makeTestApp(database);
  try {
    return await use(app);
  } finally {
    await app.stop();
    await database.close();
  }
}

const readOpenApi = () => withApp(async (app) => (await makeClient(app).get<OpenApi>('/api/openapi.json')).body);

describe('the table of rows', () => {
  it('holds each row of the specification, but those named as pending', () => {
    const built = SPEC.filter((row) => !pending.includes(row));
    const ours = sorted(ROWS.map(keyOf));
    expect(sorted(built).filter((row) => !ours.includes(row))).toEqual([]);
  });

  it('holds nothing that is named as pending', () => {
    const ours = sorted(ROWS.map(keyOf));
    expect(sorted(pending).filter((row) => ours.includes(row))).toEqual([]);
    expect(pending.filter((row) => !SPEC.includes(row))).toEqual([]);
  });

  it('holds beside the specification exactly what is named as added', () => {
    const spec = sorted(SPEC);
    expect(sorted(ROWS.map(keyOf)).filter((row) => !spec.includes(row))).toEqual(sorted(added));
  });

  it('names no row twice', () => {
    const keys = sorted(ROWS.map(keyOf));
    expect(keys).toEqual([...new Set(keys)]);
  });
});

describe('every row', () => {
  const valuesOf = ({ site, widget, notification }: Shop, path: string) =>
    path
      .replace('{siteId}', site.id)
      .replace('{widgetId}', widget.id)
      .replace('{notificationId}', notification.id)
      .replace('{id}', path.startsWith('/sites') ? site.id : widget.id);

  it('answers at its address, with what it says on success', () =>
    withApp(async (app) => {
      const owner: Client = await makeOwner(app);
      const shop = await makeShop(owner);
      const body: Record<string, unknown> = {
        'POST /auth/register': { email: 'second@shop.example', password: 'correct horse' },
        'POST /auth/login': { email: 'owner@shop.example', password: 'correct horse' },
        'POST /sites': { name: 'Second shop' },
        'PUT /widgets/{id}/settings': { settings: {} },
        'POST /widgets/{widgetId}/notifications': { type: 'custom', message: 'Hello' },
        'POST /sites/{id}/inspection-link': { url: 'https://shop.example/' },
        'POST /embed/{siteId}/events': { token: '', events: [] },
      };
      await app.deps.db.updateTable('users').set({ max_sites: 5 }).execute();
      // What takes away comes last, the small before the great: notification, site, session.
      const rank = (key: string) => (key.includes('logout') ? 2 : key.startsWith('DELETE') ? 1 : 0);
      const depth = (key: string) => key.split('/').length;
      const rows = [...ROWS].sort((a, b) => {
        const [x, y] = [keyOf(a), keyOf(b)];
        return rank(x) - rank(y) || depth(y) - depth(x);
      });
      const query: Record<string, string> = {
        'GET /embed/{siteId}/inspection': `?token=${app.deps.tokens.signInspection(shop.site.id).token}`,
        'GET /sites/{siteId}/stats/csv': '?by=page',
        'GET /stats/csv': '?by=site',
      };
      const seen: [string, number][] = [];
      for (const row of rows) {
        const who = /register|login/.test(row.path) ? makeClient(app) : owner;
        const path = `/api${valuesOf(shop, row.path)}${query[keyOf(row)] ?? ''}`;
        const { status } = await who.call(row.method, path, body[keyOf(row)]);
        seen.push([keyOf(row), status]);
      }
      // A verified account has nothing to resend; a missing code leads on to the login page all the same.
      const expected = (row: { status?: number; path: string }) =>
        row.path === '/auth/send-verification-email' ? 409 : (row.status ?? 200);
      expect(seen).toEqual(rows.map((row) => [keyOf(row), expected(row)]));
    }));

  it('is told from an address that does not exist, which answers the JSON 404', () =>
    withApp(async (app) => {
      for (const path of ['/api/nothing', '/api', '/api/', '/api/sites/a/b/c', '/api/docs/more']) {
        const { status, body } = await makeClient(app).get(path);
        expect([path, status, body]).toEqual([path, 404, expect.objectContaining({ code: 'not-found' })]);
      }
      // Static paths come before parameters: this is no widget called 'site'.
      expect((await makeClient(app).get('/api/widgets/site/x')).status).toBe(401);
    }));
});

describe('OpenAPI', () => {
  type Schema = Record<string, unknown>;

  /** Calls `visit` with every object in the description. */
  const walk = (value: unknown, visit: (node: Schema) => void): void => {
    if (typeof value !== 'object' || value === null) return;
    if (!Array.isArray(value)) visit(value as Schema);
    for (const child of Object.values(value)) walk(child, visit);
  };
  const lookUp = (root: unknown, ref: string) =>
    ref
      .replace(/^#\//, '')
      .split('/')
      .reduce<unknown>(
        (node, key) => (node as Schema | undefined)?.[key.replace(/~1/g, '/').replace(/~0/g, '~')],
        root,
      );

  it('lists exactly the rows that are mounted', async () => {
    const { paths } = await readOpenApi();
    const listed = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/^\/api/, '')}`),
    );
    expect(listed.sort()).toEqual(ROWS.map(keyOf).sort());
  });

  it('is well formed: version, parameters declared, references that resolve, responses with a description', async () => {
    const description = await readOpenApi();
    expect(description.openapi).toBe('3.1.0');
    expect(description.info).toMatchObject({ title: 'Proofbell', version: '0.0.0-test' });
    expect(description.servers).toEqual([{ url: 'http://proofbell.test' }]);
    walk(description, (node) => {
      if (typeof node.$ref === 'string') expect(lookUp(description, node.$ref), node.$ref).toBeTypeOf('object');
    });
    for (const [path, methods] of Object.entries(description.paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        const label = `${method} ${path}`;
        expect(['get', 'post', 'put', 'delete'], label).toContain(method);
        const inPath = (operation.parameters ?? []).filter((each) => each.in === 'path');
        expect(inPath.map((each) => each.name).sort(), label).toEqual(paramsIn(path).sort());
        expect(
          inPath.every((each) => each.required),
          label,
        ).toBe(true);
        const names = (operation.parameters ?? []).map((each) => `${each.in} ${each.name}`);
        expect(names, label).toEqual([...new Set(names)]);
        expect(operation.summary, label).not.toBe('');
        const answers = Object.entries(operation.responses);
        expect(answers.length, label).toBeGreaterThanOrEqual(2);
        for (const [status, answer] of answers) {
          expect(status, label).toMatch(/^(?:[1-5]\d\d|default)$/);
          expect(answer.description, label).toBeTruthy();
        }
        if (method === 'get') expect(operation.requestBody, label).toBeUndefined();
        for (const { schema } of Object.values(operation.requestBody?.content ?? {})) {
          const { required = [], properties = {} } = schema as { required?: string[]; properties?: Schema };
          expect(Object.keys(properties), label).toEqual(expect.arrayContaining(required));
          expect(
            Object.keys(properties).filter((name) => paramsIn(path).includes(name)),
            label,
          ).toEqual([]);
        }
      }
    }
  });

  it('says what each field of a body may hold', async () => {
    const { paths } = await readOpenApi();
    const body = paths['/api/sites']?.post?.requestBody?.content['application/json']?.schema;
    expect(body).toMatchObject({
      required: ['name'],
      additionalProperties: false,
      properties: { name: { maxLength: 80 } },
    });
    expect(paths['/api/widgets']?.get?.parameters?.map(({ name }) => name)).toEqual(['siteId', 'page', 'limit']);
  });

  it('has a readable page that names every row and needs no script', () =>
    withApp(async (app) => {
      const page = await makeClient(app).get<string>('/api/docs');
      expect(page.status).toBe(200);
      expect(page.headers.get('content-type')).toContain('text/html');
      for (const row of ROWS) expect(page.body).toContain(`<code>/api${row.path}</code>`);
      expect(page.body).not.toContain('<script');
    }));
});
