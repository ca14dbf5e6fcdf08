// Who may call what: lists every procedure and REST row, and checks that each refuses other users, anonymous callers
// and unverified users. An unlisted procedure fails the test.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { paramNames } from '#server/http/rest-mount.ts';
import { REST_ROWS } from '#server/http/rest-routes.ts';
import type { ApiError } from '#server/trpc/errors.ts';
import { appRouter } from '#server/trpc/router.ts';
import { makeTestApp, type TestApp } from './support/app.ts';
import { type Client, makeClient, makeOwner, makeShop, type Shop } from './support/client.ts';
import { onBothDatabases } from './support/databases.ts';

type Rule = {
  /** 'in person': verified, and not with an API key. */
  who: 'anyone' | 'signed in' | 'verified' | 'in person';
  /** The status when the caller is allowed but the input is useless; 200 by default. */
  status?: number;
  /** A valid call by the owner of `shop`. */
  input?: (shop: Shop) => Record<string, unknown>;
  /** What another user gets for the same call: not found, or a result without the owner's data. */
  otherUser?: 'not-found' | 'none of it';
};

const widgetOf = ({ widget }: Shop) => ({ widgetId: widget.id });
const notificationOf = ({ widget, notification }: Shop) => ({ widgetId: widget.id, notificationId: notification.id });
const notification = { type: 'custom', message: 'Hello' };

const RULES: Record<string, Rule> = {
  'auth.register': { who: 'anyone', input: () => ({ email: 'new@shop.example', password: 'correct horse' }) },
  'auth.login': { who: 'anyone', input: () => ({ email: 'owner@shop.example', password: 'correct horse' }) },
  'auth.logout': { who: 'anyone' },
  'auth.session': { who: 'anyone' },
  'auth.sso': { who: 'anyone', input: () => ({ token: 'made up' }), status: 404 },
  'auth.forgotPassword': { who: 'anyone', input: () => ({ email: 'owner@shop.example' }) },
  'auth.verifyEmail': { who: 'anyone', input: () => ({ code: 'made up' }), status: 400 },
  'auth.resetPassword': { who: 'anyone', input: () => ({ token: 'made up', password: 'another one' }), status: 400 },
  'auth.token': { who: 'signed in' },
  'auth.me': { who: 'signed in' },
  'auth.sendVerificationEmail': { who: 'signed in' },
  'auth.updateMe': { who: 'signed in', input: () => ({ displayName: 'Una' }) },
  'auth.confirm': { who: 'signed in', input: () => ({ password: 'correct horse' }) },
  'auth.changePassword': {
    who: 'signed in',
    input: () => ({ currentPassword: 'correct horse', newPassword: 'correct zebra' }),
  },
  'auth.sendConfirmCode': { who: 'signed in', status: 409 },
  'auth.sessions': { who: 'signed in' },
  'auth.endSession': {
    who: 'signed in',
    input: ({ session }) => ({ id: session.id }),
    status: 404,
    otherUser: 'not-found',
  },
  'auth.endOtherSessions': { who: 'signed in' },
  'apiKeys.list': { who: 'in person', otherUser: 'none of it' },
  'apiKeys.create': { who: 'in person', input: () => ({ name: 'Script', scope: 'read' }), otherUser: 'none of it' },
  'apiKeys.revoke': { who: 'in person', input: ({ apiKey }) => ({ id: apiKey.id }), otherUser: 'not-found' },
  'meta.info': { who: 'anyone' },
  'sites.list': { who: 'verified', otherUser: 'none of it' },
  'sites.create': { who: 'verified', input: () => ({ name: 'Another' }) },
  'sites.get': { who: 'verified', input: ({ site }) => ({ id: site.id }), otherUser: 'not-found' },
  'sites.update': { who: 'verified', input: ({ site }) => ({ id: site.id, name: 'Mine' }), otherUser: 'not-found' },
  'sites.delete': { who: 'verified', input: ({ site }) => ({ id: site.id }), otherUser: 'not-found' },
  'sites.inspectionLink': {
    who: 'verified',
    input: ({ site }) => ({ id: site.id, url: 'https://shop.example/' }),
    otherUser: 'not-found',
  },
  'widgets.list': { who: 'verified', input: ({ site }) => ({ siteId: site.id }), otherUser: 'none of it' },
  'widgets.get': { who: 'verified', input: ({ widget }) => ({ id: widget.id }), otherUser: 'not-found' },
  'widgets.bySite': { who: 'verified', input: ({ site }) => ({ siteId: site.id }), otherUser: 'not-found' },
  'widgets.update': {
    who: 'verified',
    input: ({ widget }) => ({ id: widget.id, isActive: false }),
    otherUser: 'not-found',
  },
  'widgets.saveSettings': {
    who: 'verified',
    input: ({ widget }) => ({ id: widget.id, settings: { behavior: { position: 'top-left' } } }),
    otherUser: 'not-found',
  },
  'notifications.list': { who: 'verified', input: widgetOf, otherUser: 'not-found' },
  'notifications.create': {
    who: 'verified',
    input: (shop) => ({ ...widgetOf(shop), ...notification }),
    otherUser: 'not-found',
  },
  'notifications.update': {
    who: 'verified',
    input: (shop) => ({ ...notificationOf(shop), message: 'Mine' }),
    otherUser: 'not-found',
  },
  'notifications.delete': { who: 'verified', input: notificationOf, otherUser: 'not-found' },
  'templates.list': { who: 'verified', input: () => ({ limit: 200 }), otherUser: 'none of it' },
  'templates.get': { who: 'verified', input: ({ template }) => ({ id: template.id }), otherUser: 'not-found' },
  'templates.create': {
    who: 'verified',
    input: () => ({ name: 'Hello', category: 'announcements', type: 'custom', settings: { message: 'Hello' } }),
  },
  'templates.clone': { who: 'verified', input: ({ template }) => ({ id: template.id }), otherUser: 'not-found' },
  'templates.delete': { who: 'verified', input: ({ template }) => ({ id: template.id }), otherUser: 'not-found' },
  'templates.createNotification': {
    who: 'verified',
    input: ({ widget, template }) => ({ widgetId: widget.id, templateId: template.id }),
    otherUser: 'not-found',
  },
  'stats.summary': { who: 'verified', otherUser: 'none of it' },
  'stats.account': { who: 'verified', otherUser: 'none of it' },
  'stats.accountCsv': { who: 'verified', input: () => ({ by: 'site' }), otherUser: 'none of it' },
  'stats.site': { who: 'verified', input: ({ site }) => ({ siteId: site.id }), otherUser: 'not-found' },
  'stats.csv': { who: 'verified', input: ({ site }) => ({ siteId: site.id, by: 'page' }), otherUser: 'not-found' },
  'stats.cost': { who: 'verified', input: ({ site }) => ({ siteId: site.id }), otherUser: 'not-found' },
  // Last, because it deletes the account.
  'auth.deleteMe': { who: 'signed in' },
};

type Procedures = Record<string, { _def: { type: 'query' | 'mutation' } }>;
const procedures = appRouter._def.procedures as unknown as Procedures;
const typeOf = (path: string) => procedures[path]?._def.type ?? 'query';
const rules = Object.entries(RULES);

describe('the list of procedures', () => {
  it('names every procedure of the router and no other', () => {
    expect(Object.keys(RULES).sort()).toEqual(Object.keys(procedures).sort());
  });

  it('has an attack for each procedure that takes the id of something owned', () => {
    const shop = {
      site: { id: 's' },
      widget: { id: 'w' },
      notification: { id: 'n' },
      template: { id: 't' },
      apiKey: { id: 'k' },
      session: { id: 's' },
    } as Shop;
    const takesId = (rule: Rule) => Object.keys(rule.input?.(shop) ?? {}).some((key) => /^id$|Id$/.test(key));
    expect(rules.filter(([, rule]) => takesId(rule) && !rule.otherUser).map(([path]) => path)).toEqual([]);
  });
});

onBothDatabases('access', (database) => {
  let app: TestApp;
  let shop: Shop;
  let owner: Client;
  let otherUser: Client;
  let otherUsersShop: Shop;
  let unverified: Client;
  let anonymous: Client;

  beforeEach(async () => {
    app = makeTestApp(database());
    owner = await makeOwner(app, 'owner@shop.example', 5);
    shop = await makeShop(owner);
    otherUser = await makeOwner(app, 'other@other.example', 5);
    otherUsersShop = await makeShop(otherUser, 'Other shop');
    unverified = makeClient(app);
    await unverified.post('/api/auth/register', { email: 'unverified@other.example', password: 'correct horse' });
    anonymous = makeClient(app);
  });
  afterEach(() => app.stop());

  /** All of the owner's rows. */
  const rowsOfOwner = async () => {
    const { db } = app.deps;
    const of = <T extends { id: string }>(rows: T[]) => rows.sort((a, b) => (a.id < b.id ? -1 : 1));
    return {
      sites: of(await db.selectFrom('sites').selectAll().where('id', '=', shop.site.id).execute()),
      widgets: of(await db.selectFrom('widgets').selectAll().where('site_id', '=', shop.site.id).execute()),
      templates: of(await db.selectFrom('templates').selectAll().where('id', '=', shop.template.id).execute()),
      notifications: of(await db.selectFrom('notifications').selectAll().where('site_id', '=', shop.site.id).execute()),
    };
  };

  it('lets only verified owners call verified procedures', async () => {
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
      const isReach = rule.who === 'verified' && typeOf(path) === 'query';
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
      expect([path, response.status]).toEqual([path, 200]);
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
    const nowhere = {
      site: { id: 'nowhere' },
      widget: { id: 'nowhere' },
      notification: { id: 'nowhere' },
      template: { id: 'nowhere' },
      apiKey: { id: 'nowhere' },
      session: { id: 'nowhere' },
    } as unknown as Shop;
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
