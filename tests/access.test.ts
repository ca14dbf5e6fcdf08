// Who may call what: lists every procedure and REST row, and checks that each refuses other users, anonymous callers
// and unverified users. An unlisted procedure fails the test.
import { beforeEach, describe, expect, it } from 'vitest';
import { numberOf } from '#server/db/id-numbers.ts';
import { project } from '#server/domain/events/projector.ts';
import { paramNames } from '#server/http/rest-mount.ts';
import { REST_ROWS } from '#server/http/rest-routes.ts';
import type { ApiError } from '#server/trpc/errors.ts';
import { appRouter } from '#server/trpc/router.ts';
import { RULES, type Rule } from './support/access-rules.ts';
import { describeApp } from './support/apps.ts';
import { addGoal, type Client, makeClient, makeOwner, makeShop, type Shop } from './support/client.ts';
import { addImport } from './support/csv-files.ts';
import { addImage } from './support/images.ts';
import { eachTest } from './support/stages.ts';

type Procedures = Record<string, { _def: { type: 'query' | 'mutation' } }>;
const procedures = appRouter._def.procedures as unknown as Procedures;
const typeOf = (path: string) => procedures[path]?._def.type ?? 'query';
const rules = Object.entries(RULES);
/** @returns a shop in which everything has this id. */
const shopOf = (id: string) => {
  const things = [
    'site',
    'widget',
    'notification',
    'template',
    'apiKey',
    'report',
    'source',
    'event',
    'session',
    'image',
  ];
  return Object.fromEntries(things.map((thing) => [thing, { id }])) as unknown as Shop;
};

describe('the list of procedures', () => {
  it('names every procedure of the router and no other', () => {
    expect(Object.keys(RULES).sort()).toEqual(Object.keys(procedures).sort());
  });

  it('has an attack for each procedure that takes the id of something owned', () => {
    const shop = shopOf('made-up');
    const takesId = (rule: Rule) => Object.keys(rule.input?.(shop) ?? {}).some((key) => /^id$|Id$/.test(key));
    const unattacked = rules.filter(([, rule]) => takesId(rule) && !rule.otherUser).map(([path]) => path);
    // A checkout of somebody else's: tests/attacks/paying.test.ts.
    expect(unattacked).toEqual(['billing.confirm']);
  });
});

describeApp('access', { postgres: 'long' }, ({ app }) => {
  const owner = eachTest(() => makeOwner(app, 'owner@shop.example', 'growth'));
  const shop = eachTest(async () =>
    addImage(owner, await addImport(owner, await addGoal(owner, await makeShop(owner)))),
  );
  const otherUser = eachTest(() => makeOwner(app, 'other@other.example', 'growth'));
  const otherUsersShop = eachTest(() => makeShop(otherUser, 'Other shop'));
  const unverified = eachTest(() => makeClient(app));
  const anonymous = eachTest(() => makeClient(app));
  beforeEach(async () => {
    // What follows from its events is there before anybody looks.
    await project(app.deps, shop.site.id);
    await unverified.post('/api/auth/register', { email: 'unverified@other.example', password: 'correct horse' });
  });

  /** All of the owner's rows. */
  const rowsOfOwner = async () => {
    const { db } = app.deps;
    const ofSite = async (table: 'widgets' | 'reports' | 'sources' | 'notifications') =>
      db.selectFrom(table).selectAll().where('site_id', '=', shop.site.id).orderBy('id').execute();
    return {
      sites: await db.selectFrom('sites').selectAll().where('id', '=', shop.site.id).execute(),
      templates: await db.selectFrom('templates').selectAll().where('id', '=', shop.template.id).execute(),
      images: await db.selectFrom('images').selectAll().execute(),
      widgets: await ofSite('widgets'),
      reports: await ofSite('reports'),
      sources: await ofSite('sources'),
      events: await db.selectFrom('events').selectAll().where('site_number', '=', numberOf(shop.site.id)).execute(),
      notifications: await ofSite('notifications'),
    };
  };

  it('lets only verified owners call verified procedures [spec 6.2]', async () => {
    const before = await rowsOfOwner();
    for (const [path, rule] of rules) {
      if (rule.who !== 'verified' && rule.who !== 'in person') continue;
      const call = (client: Client) => client.procedure(typeOf(path), path, rule.input?.(shop) ?? {});
      expect([path, (await call(anonymous)).body.code]).toEqual([path, 'unauthenticated']);
      expect([path, (await call(unverified)).body.code]).toEqual([path, 'verification-required']);
    }
    expect(await rowsOfOwner()).toEqual(before);
  });

  it('lets unverified users call every procedure for logged-in users, and anonymous callers none', async () => {
    for (const [path, rule] of rules) {
      if (rule.who !== 'signed in') continue;
      const call = async (client: Client) =>
        (await client.procedure(typeOf(path), path, rule.input?.(shop) ?? {})).status;
      expect([path, await call(anonymous)]).toEqual([path, 401]);
      expect([path, await call(unverified)]).toEqual([path, rule.status ?? 200]);
    }
  });

  it('lets anyone call the public procedures', async () => {
    for (const [path, rule] of rules) {
      if (rule.who !== 'anyone') continue;
      const response = await makeClient(app).procedure(typeOf(path), path, rule.input?.(shop) ?? {});
      expect([path, response.status]).toEqual([path, rule.status ?? 200]);
    }
  });

  it('lets a key call verified procedures only, and a read-only key only their queries', async () => {
    const make = async (scope: string) => {
      const { key } = (await owner.procedure<{ key: string }>('mutation', 'apiKeys.create', { name: scope, scope }))
        .body;
      return makeClient(app, key);
    };
    const reader = await make('read');
    const before = await rowsOfOwner();
    for (const [path, rule] of rules) {
      const input = rule.input?.(shop) ?? {};
      const call = async (client: Client) => client.procedure<ApiError>(typeOf(path), path, input);
      if (rule.who === 'anyone' && !path.startsWith('auth.')) continue;
      const isReach = rule.who === 'verified' && typeOf(path) === 'query' && !rule.isKeptFromReaders;
      expect([path, (await call(reader)).status]).toEqual([path, isReach ? 200 : 403]);
    }
    expect(await rowsOfOwner()).toEqual(before);
    // Deletions come last, so that there is something to change before.
    const writer = await make('write');
    const changes = rules.filter(([path, rule]) => rule.who === 'verified' && typeOf(path) === 'mutation');
    const ordered = changes.sort(([a], [b]) => Number(a.endsWith('delete')) - Number(b.endsWith('delete')));
    for (const [path, rule] of ordered.sort(
      ([a], [b]) => Number(a === 'sites.delete') - Number(b === 'sites.delete'),
    )) {
      const response = await writer.procedure<ApiError>('mutation', path, rule.input?.(shop) ?? {});
      expect([path, response.status]).toEqual([path, rule.status ?? 200]);
    }
    for (const [path, rule] of rules.filter(([, { who }]) => who === 'signed in' || who === 'in person')) {
      const response = await writer.procedure<ApiError>(typeOf(path), path, rule.input?.(shop) ?? {});
      expect([path, response.status]).toEqual([path, 403]);
    }
  });

  it('reports another user’s things as not found, and changes nothing', async () => {
    const before = await rowsOfOwner();
    for (const [path, rule] of rules) {
      if (!rule.otherUser) continue;
      const response = await otherUser.procedure<ApiError>(typeOf(path), path, rule.input?.(shop) ?? {});
      if (rule.otherUser === 'not-found') {
        expect([path, response.status, response.body.code]).toEqual([path, 404, 'not-found']);
      } else {
        expect([path, response.status]).toEqual([path, 200]);
        expect(JSON.stringify(response.body)).not.toContain(shop.site.id);
        expect(JSON.stringify(response.body)).not.toContain(shop.template.id);
      }
    }
    expect(await rowsOfOwner()).toEqual(before);
  });

  it('does not let another user reach a notification through their own widget', async () => {
    const before = await rowsOfOwner();
    const mixed = { widgetId: otherUsersShop.widget.id, notificationId: shop.notification.id };
    const update = await otherUser.procedure('mutation', 'notifications.update', { ...mixed, message: 'Mine' });
    const remove = await otherUser.procedure('mutation', 'notifications.delete', mixed);
    expect([update.status, remove.status]).toEqual([404, 404]);
    expect(await rowsOfOwner()).toEqual(before);
  });

  it('responds the same for another user’s things as for things that do not exist', async () => {
    const nowhere = shopOf('nowhere');
    for (const [path, rule] of rules) {
      if (rule.otherUser !== 'not-found') continue;
      const foreign = await otherUser.procedure(typeOf(path), path, rule.input?.(shop));
      const unknown = await otherUser.procedure(typeOf(path), path, rule.input?.(nowhere));
      expect([path, foreign.status, foreign.body.message]).toEqual([path, unknown.status, unknown.body.message]);
    }
  });

  it('applies to REST rows, too', async () => {
    const before = await rowsOfOwner();
    const refused: string[] = [];
    for (const row of REST_ROWS) {
      const rule = RULES[row.procedure];
      if (rule?.who !== 'verified' && rule?.who !== 'in person') continue;
      const input = rule.input?.(shop) ?? {};
      const names = paramNames(row.path);
      const path = `/api${row.path.replace(/\{(\w+)\}/g, (_, name: string) => String(input[name]))}`;
      const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name)));
      const body = row.method === 'GET' || row.method === 'DELETE' ? undefined : rest;
      const query = row.method === 'GET' ? `?${new URLSearchParams(rest as Record<string, string>)}` : '';
      const call = async (client: Client) => (await client.call(row.method, path + query, body)).status;
      const label = `${row.method} ${path}`;
      expect([label, await call(anonymous)]).toEqual([label, 401]);
      expect([label, await call(unverified)]).toEqual([label, 403]);
      if (rule.otherUser === 'not-found') expect([label, await call(otherUser)]).toEqual([label, 404]);
      refused.push(row.procedure);
    }
    expect(refused.length).toBeGreaterThan(10);
    expect(await rowsOfOwner()).toEqual(before);
  });
});
