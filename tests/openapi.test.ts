// The description of the REST surface is valid and complete.
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { fromJSONSchema, type z } from 'zod';
import { makeApiFiles } from '#build/api.ts';
import { EMBED_ROWS } from '#server/embed/routes.ts';
import { readApiFiles } from '#server/http/api-files.ts';
import { bodyOf, isPrinted, quickStart } from '#server/http/docs-examples.ts';
import { HOOK_ROWS } from '#server/http/hooks.ts';
import { IMAGE_ROWS } from '#server/http/images.ts';
import { IMPORT_ROWS } from '#server/http/imports.ts';
import { makeOpenApi, type OpenApi } from '#server/http/openapi.ts';
import { PLAIN_ROWS } from '#server/http/plain-routes.ts';
import { REST_ROWS } from '#server/http/rest-routes.ts';
import { appRouter } from '#server/trpc/router.ts';
import { OTHER_IDS_PER_SITE } from '#shared/limits.ts';
import { RULES } from './support/access-rules.ts';
import { startApp } from './support/apps.ts';
import { makeClient } from './support/client.ts';

const { version: VERSION } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const ROWS = [...PLAIN_ROWS, ...HOOK_ROWS, ...IMPORT_ROWS, ...IMAGE_ROWS, ...EMBED_ROWS, ...REST_ROWS];
const keyOf = (row: { method: string; path: string }) => `${row.method} ${row.path}`;
const paramsIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
const readOpenApi = async () => (await makeClient(await startApp()).get<OpenApi>('/api/openapi.json')).body;

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

  it('is the one that the build made of these rows', () => {
    expect(readApiFiles('dist/api')).toEqual(makeApiFiles(VERSION));
  });

  it('lists exactly the mounted rows', async () => {
    const { paths } = await readOpenApi();
    const listed = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/^\/api(?=\/)/, '')}`),
    );
    expect(listed.sort()).toEqual(ROWS.map(keyOf).sort());
  });

  it('is valid: version, declared parameters, references that resolve, described responses', async () => {
    const description = await readOpenApi();
    expect(description.openapi).toBe('3.1.0');
    expect(description.info).toMatchObject({ title: 'Proofbell', version: VERSION });
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

  it('is accepted by a validator that is not ours, which refuses what is wrong', async () => {
    const description = await readOpenApi();
    const validate = async (value: Record<string, unknown>) => {
      const validator = new Validator();
      const { valid, errors } = await validator.validate(structuredClone(value));
      return { version: validator.version, valid, errors: errors ?? [] };
    };
    expect(await validate(description)).toEqual({ version: '3.1', valid: true, errors: [] });
    const list = description.paths['/api/sites']?.get;
    const wrong: Record<string, unknown>[] = [
      { ...description, info: { title: 'Proofbell' } },
      { ...description, paths: { 'api/sites': { get: list } } },
      { ...description, paths: { '/api/sites': { get: { ...list, responses: { 2000: { description: 'x' } } } } } },
      { ...description, paths: { '/api/sites': { get: { ...list, parameters: [{ name: 'page', in: 'body' }] } } } },
    ];
    for (const one of wrong) expect((await validate(one)).valid).toBe(false);
  });

  it('describes each field of a body', async () => {
    const { paths } = await readOpenApi();
    const body = paths['/api/sites']?.post?.requestBody?.content['application/json']?.schema;
    expect(body).toMatchObject({
      required: ['name'],
      additionalProperties: false,
      properties: { name: { maxLength: 80 } },
    });
    expect(paths['/api/widgets']?.get?.parameters?.map(({ name }) => name)).toEqual(['siteId', 'page', 'limit']);
  });

  it('has a readable page that names every row and reads without its script, which keeps no key', async () => {
    const app = await startApp();
    const page = await makeClient(app).get<string>('/api/docs');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
    for (const row of ROWS) expect(page.body).toContain(`<code>/api${row.path}</code>`);
    expect([...page.body.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)).toEqual([
      '<script src="/theme.js">',
      '<script src="/api-docs.js" defer>',
    ]);
    expect(readFileSync('public/api-docs.js', 'utf8')).not.toMatch(/storage|cookie|indexedDB|innerHTML|eval/i);
    const font = await app.fetch('/api/docs.woff2');
    expect([font.status, font.headers.get('content-type')]).toEqual([200, 'font/woff2']);
  });

  it('prints examples that each call accepts', async () => {
    const { paths } = await readOpenApi();
    const printed = REST_ROWS.filter(({ method }) => method !== 'GET').flatMap((row) => {
      const path = `/api${row.path}`;
      const operation = paths[path]?.[row.method.toLowerCase()];
      if (!operation || !isPrinted(row.method.toLowerCase(), path, operation)) return [];
      return { row, body: bodyOf(row.method.toLowerCase(), path, operation) as Record<string, unknown> | undefined };
    });
    expect(printed.filter(({ body }) => body).length).toBeGreaterThan(10);
    for (const { row, body } of printed) {
      const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { inputs: z.ZodType[] } }>;
      const [schema] = procedures[row.procedure]?._def.inputs ?? [];
      const params = Object.fromEntries(paramsIn(row.path).map((name) => [name, 'an-id']));
      const read = schema?.safeParse({ ...body, ...params });
      expect([keyOf(row), read?.error?.issues ?? []]).toEqual([keyOf(row), []]);
    }
  });

  it('gives examples that their own fields accept, in requests and in responses', async () => {
    const description = await readOpenApi();
    const wrong: unknown[] = [];
    let found = 0;
    const $defs = JSON.parse(
      JSON.stringify(description.components.schemas).replaceAll('#/components/schemas/', '#/$defs/'),
    );
    walk(JSON.parse(JSON.stringify(description).replaceAll('#/components/schemas/', '#/$defs/')), (node) => {
      if (!Array.isArray(node.examples)) return;
      // Zod reads patterns without the flag that \p needs.
      const { examples, description: says, pattern = '', ...schema } = node;
      const parser = fromJSONSchema({ ...schema, $defs } as Parameters<typeof fromJSONSchema>[0]);
      for (const example of examples) {
        found++;
        const read = parser.safeParse(example);
        const isLikePattern = new RegExp(String(pattern), 'u').test(String(example));
        if (!read.success || !isLikePattern) wrong.push([says, example, pattern, read.error?.issues]);
      }
    });
    expect(wrong).toEqual([]);
    expect(found).toBeGreaterThan(100);
  });

  it('tells what was reported from what is asked for', async () => {
    const { components, paths } = await readOpenApi();
    for (const name of ['SiteStats', 'AccountStats']) {
      const said = JSON.stringify(components.schemas[name]);
      expect([name, /unless given|only with the range/.exec(said)?.[0]]).toEqual([name, undefined]);
    }
    expect(JSON.stringify(components.schemas.SiteStats)).not.toContain('from 1');
    const otherIds = JSON.stringify(paths['/api/sites/{id}/installation']);
    expect(otherIds).toContain(`the latest first; at most ${OTHER_IDS_PER_SITE}.`);
  });

  it('says what every field of a body means, and leaves no schema empty', async () => {
    const { paths, components } = await readOpenApi();
    for (const row of REST_ROWS) {
      const operation = paths[`/api${row.path}`]?.[row.method.toLowerCase()];
      for (const { schema } of Object.values(operation?.requestBody?.content ?? {})) {
        const silent = Object.entries(schema.properties ?? {}).filter(([, field]) => !field.description);
        expect([keyOf(row), silent.map(([name]) => name)]).toEqual([keyOf(row), []]);
      }
    }
    for (const name of ['Behavior', 'Appearance', 'Rules', 'RulesPatch', 'AppearancePatch', 'SettingsPatch']) {
      expect([name, Object.keys(components.schemas[name]?.properties ?? {}).length]).toEqual([
        name,
        expect.any(Number),
      ]);
      expect(Object.keys(components.schemas[name]?.properties ?? {}).length, name).toBeGreaterThan(1);
    }
  });

  it('has a page ordered by use, with fields in words instead of patterns', async () => {
    const app = await startApp();
    const { body } = await makeClient(app).get<string>('/api/docs');
    const headings = [...body.matchAll(/<h2>([^<]+)<\/h2>/g)].map(([, heading]) => heading);
    expect(headings).toEqual([
      'Quick start',
      'How calls work',
      'Events',
      'Imports',
      'Notifications',
      'Effect',
      'Statistics',
      'Sites',
      'Widgets',
      'Templates',
      'Images',
      'API keys',
      'Account',
      'Registration',
      'Billing',
      'For the widget',
      'Contact',
      'Service',
      'Objects',
    ]);
    expect(body).toContain('href="/dashboard"');
    expect(body).toContain('Send another verification email');
    expect(body).toContain('at most 500 characters');
    expect(body).toContain('The same as <code>id</code>.');
    expect(body).not.toMatch(/\\d|\(\?:|additionalProperties|\[object |undefined/);
  });

  it('sends page and description compressed, and not again to a client that has them', async () => {
    const app = await startApp();
    for (const path of ['/api/docs', '/api/openapi.json']) {
      const whole = await app.fetch(path);
      expect(whole.headers.get('content-encoding')).toBeNull();
      const packed = await app.fetch(path, { headers: { 'accept-encoding': 'gzip, br' } });
      expect([packed.headers.get('content-encoding'), packed.headers.get('vary')]).toEqual(['br', 'Accept-Encoding']);
      const bytes = Buffer.from(await packed.arrayBuffer());
      expect(brotliDecompressSync(bytes).toString()).toBe(await whole.text());
      // A sixth of the smallest viewer (docs/decisions/008-api-page.md).
      expect(bytes.length, path).toBeLessThan(30_000);
      const etag = packed.headers.get('etag') ?? '';
      const again = await app.fetch(path, { headers: { 'accept-encoding': 'gzip, br', 'if-none-match': etag } });
      expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0]);
    }
  });

  it('asks for a key or a session except where anybody may call', () => {
    const { paths, security } = makeOpenApi({ publicUrl: 'http://x', version: '1' }, [
      ...PLAIN_ROWS,
      ...HOOK_ROWS,
      ...EMBED_ROWS,
    ]);
    expect(security).toEqual([{ bearer: [] }, { session: [] }]);
    const securityOf = ({ method, path }: { method: string; path: string }) =>
      paths[`/api${path}`]?.[method.toLowerCase()]?.security;
    for (const row of REST_ROWS) {
      const isOpen = RULES[row.procedure]?.who === 'anyone';
      expect(securityOf(row), `${row.method} ${row.path}`).toEqual(isOpen ? [] : undefined);
    }
    for (const row of [...PLAIN_ROWS, ...HOOK_ROWS, ...EMBED_ROWS]) expect(securityOf(row), row.path).toEqual([]);
  });

  it("agrees with the integrators' guide: its quick start is the page's, and every call that it names is there", () => {
    const guide = readFileSync('docs/integrators.md', 'utf8');
    for (const { code } of quickStart('http://localhost:3000')) expect(guide).toContain(`\n${code}\n`);
    const shapeOf = (path: string) => path.replace(/^\/api(?=\/)/, '').replaceAll(/\{\w+\}/g, '{}');
    const known = new Set(ROWS.map(({ method, path }) => `${method} ${shapeOf(path)}`));
    const named = [...guide.matchAll(/\b(GET|POST|PUT|DELETE) (\/[\w/{}-]+)/g)].map(
      ([, method, path = '']) => `${method} ${shapeOf(path)}`,
    );
    expect(named.length).toBeGreaterThan(20);
    const elsewhere = ['GET /openapi.json', 'GET /docs'];
    expect(named.filter((call) => !known.has(call) && !elsewhere.includes(call))).toEqual([]);
  });
});
