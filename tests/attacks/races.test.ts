// Attack: pass every 'at most N' by 20 calls at the same moment, through two servers on one database.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeTallyWriter } from '#server/db/counting/tally-writer.ts';
import * as limits from '#shared/limits.ts';
import type { TestApp } from '#tests/support/app.ts';
import {
  logInWithSso,
  login,
  mailedCode,
  makeAccount,
  makeAuthStage,
  register,
  ssoToken,
} from '#tests/support/auth.ts';
import { type Client, makeClient, makeOwner, makeShop, type Shop } from '#tests/support/client.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { EXCUSED } from '#tests/support/excused-limits.ts';

/** The limits that are held by counting rows, each with the test below that races for it. */
const RACED: Partial<Record<keyof typeof limits, string>> = {
  DEFAULT_SITE_LIMIT: 'the plan allows one more site',
  API_KEYS_MAX: 'an account has room for one more API key',
  TEMPLATES_MAX: 'an account has room for one more template',
  NOTIFICATIONS_MAX: 'a widget has room for one more notification',
  PAGES_PER_DAY: 'a day has room for one more page',
  SOURCES_MAX: 'a site has room for one more source',
  COUNT_MAX: 'a counter has room for one more display',
};

it('every limit is raced for, or excused by name', () => {
  const named = [...Object.keys(RACED), ...Object.values(EXCUSED).flatMap((names) => names.trim().split(/\s+/))];
  expect(named.toSorted()).toEqual(Object.keys(limits).toSorted());
});

const MANY = Array.from({ length: 20 }, (_, n) => n);
const isFine = ({ status }: { status: number }) => status < 300;

onBothDatabases('20 calls at once, when', { turns: 'forced' }, (database) => {
  let apps: TestApp[];
  let app: TestApp;
  const stage = (environment: Record<string, string> = {}) => {
    apps = [0, 1].map(() => makeAuthStage(database(), environment));
    app = apps[0] as TestApp;
  };
  const stop = () => Promise.all(apps.map((each) => each.stop()));
  const stageWithLimits = async () => {
    await stop();
    stage({ AUTH_RATE_LIMIT: '1' });
  };
  beforeEach(() => stage());
  afterEach(stop);

  /** Runs the calls alternately on both servers. @returns the fine ones' count and the others' statuses. */
  async function race(call: (app: TestApp, n: number) => Promise<{ status: number }>) {
    const answers = await Promise.all(MANY.map((n) => call(apps[n % 2] as TestApp, n)));
    const refused = answers.filter((answer) => !isFine(answer)).map(({ status }) => status);
    return { fine: answers.length - refused.length, refused: [...new Set(refused)] };
  }
  /** The same client at a server. */
  const at = (server: TestApp, client: Client): Client => {
    const copy = makeClient(server);
    for (const [name, value] of client.cookies) copy.cookies.set(name, value);
    return copy;
  };
  const count = async (
    table: 'sites' | 'sources' | 'api_keys' | 'notifications' | 'templates' | 'users' | 'mails' | 'sso_tokens',
  ) => (await database().db.selectFrom(table).selectAll().execute()).length;

  it('the plan allows one more site [spec 6.5]', async () => {
    const owner = await makeOwner(app);
    expect(await race((server, n) => at(server, owner).post('/api/sites', { name: `Shop ${n}` }))).toEqual({
      fine: 1,
      refused: [403],
    });
    expect(await count('sites')).toBe(limits.DEFAULT_SITE_LIMIT);
  });

  it('an account has room for one more API key', async () => {
    const owner = await makeOwner(app);
    const addKey = (client: Client, name: string) => client.post('/api/api-keys', { name, scope: 'read' });
    for (let n = 1; n < limits.API_KEYS_MAX; n++) await addKey(owner, `Key ${n}`);
    expect(await race((server, n) => addKey(at(server, owner), `More ${n}`))).toEqual({ fine: 1, refused: [409] });
    expect(await count('api_keys')).toBe(limits.API_KEYS_MAX);
  });

  it('an account has room for one more template', async () => {
    const owner = await makeOwner(app);
    const { template } = await makeShop(owner);
    const { db } = database();
    const [row] = await db.selectFrom('templates').selectAll().where('id', '=', template.id).execute();
    const builtIn = (await count('templates')) - 1;
    const rows = Array.from({ length: limits.TEMPLATES_MAX - 2 }, (_, n) => ({ ...row, id: `filler-${n}` }));
    await db
      .insertInto('templates')
      .values(rows as NonNullable<typeof row>[])
      .execute();
    const clone = (server: TestApp) => at(server, owner).post(`/api/templates/${template.id}/clone`, {});
    expect(await race(clone)).toEqual({ fine: 1, refused: [409] });
    expect(await count('templates')).toBe(builtIn + limits.TEMPLATES_MAX);
  });

  it('a site has room for one more source', async () => {
    const owner = await makeOwner(app);
    const { site, source } = await makeShop(owner);
    const { db } = database();
    const row = await db.selectFrom('sources').selectAll().where('id', '=', source.id).executeTakeFirstOrThrow();
    const fillers = limits.SOURCES_MAX - 1 - (await count('sources'));
    const rows = Array.from({ length: fillers }, (_, n) => ({ ...row, id: `filler-${n}` }));
    await db.insertInto('sources').values(rows).execute();
    const add = (server: TestApp) => at(server, owner).post(`/api/sites/${site.id}/sources`, { kind: 'stripe' });
    expect(await race(add)).toEqual({ fine: 1, refused: [409] });
    expect(await count('sources')).toBe(limits.SOURCES_MAX);
  });

  const fillWidget = async ({ notification }: Pick<Shop, 'notification'>, to: number, name = 'filler') => {
    const { db } = database();
    const like = db.selectFrom('notifications').selectAll().where('id', '=', notification.id);
    const row = await like.executeTakeFirstOrThrow();
    const rows = Array.from({ length: to - 1 }, (_, n) => ({ ...row, id: `${name}-${n}` }));
    for (let from = 0; from < rows.length; from += 100) {
      const some = rows.slice(from, from + 100);
      await db.insertInto('notifications').values(some).execute();
    }
  };

  it('a widget has room for one more notification', async () => {
    const owner = await makeOwner(app);
    const shop = await makeShop(owner);
    await fillWidget(shop, limits.NOTIFICATIONS_MAX - 1);
    const add = (server: TestApp, n: number) =>
      at(server, owner).post(`/api/widgets/${shop.widget.id}/notifications`, { type: 'purchase', message: `${n}` });
    expect(await race(add)).toEqual({ fine: 1, refused: [409] });
    expect(await count('notifications')).toBe(limits.NOTIFICATIONS_MAX);
  });

  it('a widget has room for one more notification, made or restored', async () => {
    const owner = await makeOwner(app);
    const shop = await makeShop(owner);
    await fillWidget(shop, limits.NOTIFICATIONS_MAX);
    const path = `/api/widgets/${shop.widget.id}/notifications`;
    const ids = MANY.map((n) => `filler-${n}`);
    await owner.post(`${path}/bulk`, { ids, action: 'delete' });
    await fillWidget({ notification: { ...shop.notification, id: 'filler-100' } }, MANY.length, 'more');
    const take = (server: TestApp, n: number) =>
      n % 3 === 0
        ? at(server, owner).post(path, { type: 'purchase', message: `${n}` })
        : at(server, owner).post(`${path}/filler-${n}/restore`);
    expect(await race(take)).toEqual({ fine: 1, refused: [409] });
    const live = await database().db.selectFrom('notifications').select('id').where('deleted_at', 'is', null).execute();
    expect(live).toHaveLength(limits.NOTIFICATIONS_MAX);
  });

  it('a day has room for one more page', async () => {
    const { site, widget, notification } = await makeShop(await makeOwner(app));
    const day = '2026-03-10';
    const displayed = (page: string) => ({
      siteId: site.id,
      widgetId: widget.id,
      notificationId: notification.id,
      hour: `${day}T12:00:00.000Z`,
      day,
      device: 'mobile' as const,
      page,
      displays: 1,
      clicks: 0,
      dismissals: 0,
    });
    const write = makeTallyWriter(database());
    await write(Array.from({ length: limits.PAGES_PER_DAY - 1 }, (_, n) => displayed(`/${n}`)));
    const writers = MANY.map(() => makeTallyWriter(database()));
    await Promise.all(writers.map((one, n) => one([displayed(`/more/${n}`)])));
    const rows = await database().db.selectFrom('stats_daily_page').selectAll().execute();
    expect(rows.filter(({ page }) => page !== 'other').length).toBeLessThanOrEqual(limits.PAGES_PER_DAY);
    expect(rows.reduce((sum, { displays }) => sum + displays, 0)).toBe(limits.PAGES_PER_DAY - 1 + MANY.length);
  });

  it('a counter has room for one more display', async () => {
    const { site, widget, notification } = await makeShop(await makeOwner(app));
    await database()
      .db.updateTable('notifications')
      .set({ display_count: limits.COUNT_MAX - 1 })
      .execute();
    const hour = '2026-03-10T12:00:00.000Z';
    const tally = { siteId: site.id, widgetId: widget.id, notificationId: notification.id, hour, day: '2026-03-10' };
    const one = { ...tally, device: 'mobile', page: '/', displays: 1, clicks: 0, dismissals: 0 };
    await Promise.all(MANY.map(() => makeTallyWriter(database())([one])));
    const rows = await database().db.selectFrom('notifications').select('display_count').execute();
    expect(rows).toEqual([{ display_count: limits.COUNT_MAX }]);
  });

  it('an emailed code may be used once: one password is set', async () => {
    await makeAccount(app, 'ana@shop.example');
    await makeClient(app).post('/api/auth/forgot-password', { email: 'ana@shop.example' });
    const token = await mailedCode(app, 'ana@shop.example', 'reset');
    const set = (server: TestApp, n: number) =>
      makeClient(server).post('/api/auth/reset-password', { token, password: `quick horse ${n}` });
    expect(await race(set)).toEqual({ fine: 1, refused: [400] });
    const logins = await Promise.all(MANY.map((n) => login(makeClient(app), 'ana@shop.example', `quick horse ${n}`)));
    expect(logins.filter(isFine)).toHaveLength(1);
  });

  it('a sign-on token may be used once: one session starts', async () => {
    const token = await ssoToken(app, { jti: 'once' });
    expect(await race((server) => logInWithSso(makeClient(server), token))).toEqual({ fine: 1, refused: [401] });
    expect([await count('users'), await count('sso_tokens')]).toEqual([1, 1]);
    expect(await database().db.selectFrom('sessions').selectAll().execute()).toHaveLength(1);
  });

  it('sign-on tokens of one new user make one account', async () => {
    const tokens = await Promise.all(MANY.map((n) => ssoToken(app, { jti: `${n}` })));
    const answers = await race((server, n) => logInWithSso(makeClient(server), tokens[n] ?? ''));
    expect(answers).toEqual({ fine: MANY.length, refused: [] });
    expect(await count('users')).toBe(1);
  });

  it('an email address has one account', async () => {
    const spell = (n: number) => [...'ana@shop.example'].map((c, at) => (at === n % 8 ? c.toUpperCase() : c)).join('');
    const answers = await race((server, n) => register(makeClient(server), spell(n)));
    expect(answers).toEqual({ fine: 1, refused: [409] });
    expect([await count('users'), await count('mails')]).toEqual([1, 1]);
  });

  it("an owner's address for a site is given once", async () => {
    const owner = await makeOwner(app, undefined, 'agency');
    const body = { name: 'Shop', slug: 'shop' };
    expect(await race((server) => at(server, owner).post('/api/sites', body))).toEqual({ fine: 1, refused: [409] });
    const named = await race((server) => at(server, owner).post('/api/sites', { name: 'Shop' }));
    expect(named).toEqual({ fine: MANY.length, refused: [] });
    const rows = await database().db.selectFrom('sites').select('slug').execute();
    expect(new Set(rows.map(({ slug }) => slug)).size).toBe(MANY.length + 1);
  });

  it('two addresses are changed to the same one: one site gets it', async () => {
    const owner = await makeOwner(app, undefined, 'agency');
    const ids: string[] = [];
    for (const n of MANY) {
      const made = await owner.post<{ data: { site: { id: string } } }>('/api/sites', { name: `Shop ${n}` });
      ids.push(made.body.data.site.id);
    }
    const change = (server: TestApp, n: number) => at(server, owner).put(`/api/sites/${ids[n]}`, { slug: 'wanted' });
    expect(await race(change)).toEqual({ fine: 1, refused: [409] });
  });

  it('one more email may be sent within a minute', async () => {
    await stageWithLimits();
    const client = makeClient(app);
    await register(client, 'ana@shop.example');
    for (const each of apps) each.clock.advance(limits.RESEND_COOLDOWN);
    const resent = await race((server) => at(server, client).procedure('mutation', 'auth.sendVerificationEmail'));
    expect(resent).toEqual({ fine: 1, refused: [429] });
    expect(await count('mails')).toBe(2);
  });

  it('one link for a new password may be sent within ten minutes', async () => {
    await stageWithLimits();
    await makeAccount(app, 'ana@shop.example');
    const before = await count('mails');
    const email = 'ana@shop.example';
    const asked = await race((server) => makeClient(server).post('/api/auth/forgot-password', { email }));
    expect(asked).toEqual({ fine: MANY.length, refused: [] });
    expect((await count('mails')) - before).toBe(1);
  });

  it('ten exports may be made within an hour', async () => {
    await stageWithLimits();
    const client = await makeAccount(app, 'ana@shop.example');
    const asked = await race((server) => at(server, client).get('/api/auth/export'));
    expect(asked).toEqual({ fine: 10, refused: [429] });
  });

  it('five wrong passwords are allowed', async () => {
    await stageWithLimits();
    await makeAccount(app, 'ana@shop.example');
    const statuses = await Promise.all(
      MANY.map(async (n) => (await login(makeClient(apps[n % 2] as TestApp), 'ana@shop.example', `wrong ${n}`)).status),
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(MANY.length - 5);
  });
});
