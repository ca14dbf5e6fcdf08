// Random input to every row of the REST surface: whatever is sent, there is no internal error, and every refusal has
// the same error body.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ERROR_CODES } from '#server/domain/errors.ts';
import type { OpenApi } from '#server/http/openapi.ts';
import { REST_ROWS } from '#server/http/rest-routes.ts';
import type { RestRow } from '#server/http/rest-row.ts';
import { type ApiError, STATUS } from '#server/trpc/errors.ts';
import { makeTestApp } from './support/app.ts';
import { makeClient, makeOwner, makeShop, type Shop } from './support/client.ts';
import { onBothDatabases } from './support/databases.ts';
import { runs } from './support/runs.ts';

/** Calls per row and database; each run tries different ones. */
const RUNS = runs(8, 12, 1_000);

const nasty = fc.constantFrom(
  ...['', ' ', '\0', '\ud800', '😀', '<b>', "'; drop table users; --", '__proto__', '%00', 'javascript:alert(1)', '/'],
  ...['2026-03-10T12:00:00Z', 'UTC', 'active', 'custom', '-1', '1e9', 'x'.repeat(600), '#fff', 'shop.example'],
);
const value = fc.oneof(
  nasty,
  fc.string({ unit: 'binary' }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.dictionary(fc.oneof(nasty, fc.constantFrom('appearance', 'behavior', 'rules', 'timing', 'name')), fc.jsonValue()),
);

type Sent = { ids: Record<string, string>; body: unknown; query: Record<string, string> };

/** Input that often has valid keys and ids. */
function sentTo(row: RestRow, fields: string[], ids: Record<string, string>): fc.Arbitrary<Sent> {
  const key = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...fields, 'id') }, nasty, fc.string());
  const body = fc.oneof({ weight: 5, arbitrary: fc.dictionary(key, value) }, value);
  const query = fc.dictionary(
    fc.oneof(fc.constantFrom('page', 'limit', 'siteId', 'days'), nasty, fc.string()),
    fc.oneof(nasty, fc.string({ unit: 'binary' }), fc.integer().map(String)),
    { maxKeys: 3 },
  );
  const id = (own: string) => fc.oneof({ weight: 3, arbitrary: fc.constant(own) }, nasty, fc.string());
  const path = fc.record(Object.fromEntries(Object.entries(ids).map(([name, own]) => [name, id(own)])));
  const noQuery = fc.constant({});
  return fc.record({ ids: path, body, query: row.method === 'GET' ? query : noQuery }) as fc.Arbitrary<Sent>;
}

const idsOf = ({ site, widget, notification }: Shop, path: string): Record<string, string> => ({
  id: path.startsWith('/sites') ? site.id : widget.id,
  siteId: site.id,
  widgetId: widget.id,
  notificationId: notification.id,
});

/** An id that fits into a URL; an empty one would make a different URL. */
const inPath = (id: string) => encodeURIComponent(id.toWellFormed()).replace(/^\.+$/, 'x') || 'x';

onBothDatabases('random input', { postgres: 'long' }, (database) => {
  it(
    'never causes an internal error',
    async () => {
      const app = makeTestApp(database(), { MAX_SITES: '1000' });
      const browser = await makeOwner(app, 'owner@shop.example');
      const shop = await makeShop(browser);
      const { accessToken } = (await browser.post<{ accessToken: string }>('/api/auth/token')).body;
      const owner = makeClient(app, accessToken);
      const { paths } = (await owner.get<OpenApi>('/api/openapi.json')).body;

      for (const row of REST_ROWS) {
        const schema =
          paths[`/api${row.path}`]?.[row.method.toLowerCase()]?.requestBody?.content['application/json']?.schema;
        const fields = Object.keys((schema as { properties?: object } | undefined)?.properties ?? {});
        // Logging out would end the session that the other rows use.
        const client = row.procedure === 'auth.logout' ? makeClient(app, 'no.such.token') : owner;
        await fc.assert(
          fc.asyncProperty(sentTo(row, fields, idsOf(shop, row.path)), async ({ ids, body, query }) => {
            const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => inPath(ids[name] ?? ''));
            const search = new URLSearchParams(query).toString();
            const sent = row.method === 'GET' ? undefined : JSON.stringify(body);
            const response = await client.call<ApiError>(row.method, `/api${path}${search && `?${search}`}`, sent);
            expect(response.status).toBeLessThan(500);
            if (response.status < 400) return;
            expect(ERROR_CODES).toContain(response.body.code);
            expect(STATUS[response.body.code]).toBe(response.status);
            expect(response.body.message).toMatch(/\S/);
            expect(response.body.requestId).toBe(response.headers.get('x-request-id'));
            for (const issue of response.body.errors ?? []) {
              expect(issue).toEqual({ field: expect.any(String), message: expect.stringMatching(/\S/) });
            }
          }),
          { numRuns: RUNS },
        );
      }
      await app.stop();
      // Thousands of calls, more with each row of the table.
    },
    runs(600_000, 900_000, 7_200_000),
  );
});
