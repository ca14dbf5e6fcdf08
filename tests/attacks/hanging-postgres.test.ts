// Attack: stop PostgreSQL without closing anything: freeze its processes, swallow its bytes, hold its locks, use up its
// connections; then let go, and count what was lost, doubled or left behind.
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { type Database, openDatabase } from '#server/db/open.ts';
import { POSTGRES_BOUNDS, type PostgresBounds } from '#server/db/postgres-pool.ts';
import { REQUEST_TIMEOUT } from '#shared/limits.ts';
import { makeTestApp, type TestApp } from '#tests/support/app.ts';
import { type Client, makeClient, makeOwner, makeShop, reportEvents, type Shop } from '#tests/support/client.ts';
import { createPostgres } from '#tests/support/databases.ts';
import { seedNotification } from '#tests/support/embed.ts';
import { serverProcesses, startPostgres } from '#tests/support/postgres.ts';
import { isLong } from '#tests/support/runs.ts';
import { soon } from '#tests/support/soon.ts';
import { type StallableProxy, startStallableProxy } from '#tests/support/stallable-proxy.ts';

/**
 * The real bounds, ten times as fast. But not how long a statement may run on the server: it is told once, and a slow
 * machine may need longer than a tenth before and after the attack.
 */
const scaled = (): PostgresBounds => {
  const tenth = Object.entries(POSTGRES_BOUNDS).map(([name, ms]) => [name, ms / 10]);
  return { ...(Object.fromEntries(tenth) as PostgresBounds), serverStatement: POSTGRES_BOUNDS.serverStatement };
};
let bounds = scaled();
const OWNER = { email: 'owner@shop.example', password: 'correct horse' };

let url: string;
let direct: Database;
let proxy: StallableProxy;
let database: Database;
let app: TestApp;
let owner: Client;
let shop: Shop;
let script: Client;

async function setUp(at: string): Promise<void> {
  url = at;
  direct = openDatabase(url);
  const { hostname, port } = new URL(url);
  proxy = await startStallableProxy({ host: hostname, port: Number(port) });
  const behind = new URL(url);
  behind.port = String(proxy.port);
  bounds = scaled();
  database = openDatabase(behind.href, {}, bounds);
  app = makeTestApp(database, { MAX_SITES: '1000' });
  bind(POSTGRES_BOUNDS);
  owner = await makeOwner(app, OWNER.email);
  shop = await makeShop(owner);
  const { accessToken } = (await owner.post<{ accessToken: string }>('/api/auth/token')).body;
  script = makeClient(app, accessToken);
}

/** Bounds our side of the connection anew; the server keeps to what it was told first. @returns the pool. */
function bind(next: PostgresBounds) {
  if (database.dialect !== 'postgres') throw new Error('PostgreSQL only');
  Object.assign(bounds, next);
  database.pool.options.connectionTimeoutMillis = next.connect;
  return database.pool;
}

async function tearDown(): Promise<void> {
  await app.stop();
  await database.close();
  await proxy.stop();
  await direct.close();
}

let payload: string;
/** Fetches the payload, so that it is in memory. @returns its token. */
async function visit(): Promise<string> {
  const response = await app.fetch(`/api/embed/${shop.site.id}`);
  expect(response.status).toBe(200);
  payload = await response.text();
  return (JSON.parse(payload) as { token: string }).token;
}

const report = (token: string, notificationId = shop.notification.id) =>
  reportEvents(app, shop.site.id, token, [{ type: 'display', notificationId }]);

/** One of each kind: a read and a write, by cookie and by token, over REST and tRPC, with and without a caller. */
const CALLS: Record<string, () => Promise<{ status: number; body: unknown; headers: Headers }>> = {
  'list sites': () => script.get('/api/sites'),
  'create a site': () => script.post('/api/sites', { name: 'Another' }),
  'add a notification': () =>
    script.post(`/api/widgets/${shop.widget.id}/notifications`, { type: 'purchase', message: 'Bo bought a lamp' }),
  'save settings': () =>
    script.put(`/api/widgets/${shop.widget.id}/settings`, { settings: { behavior: { position: 'top-left' } } }),
  'read statistics': () => script.get(`/api/sites/${shop.site.id}/stats`),
  'read the account by cookie': () => owner.get('/api/auth/me'),
  'call a procedure': () => script.procedure('query', 'sites.list'),
  'log in': () => makeClient(app).post('/api/auth/login', OWNER),
  register: () => makeClient(app).post('/api/auth/register', { ...OWNER, email: 'new@shop.example' }),
  'make an API key': () => owner.post('/api/api-keys', { name: 'Key', scope: 'read' }),
};

async function expectRefused(names: (keyof typeof CALLS)[] = Object.keys(CALLS)): Promise<void> {
  const start = performance.now();
  const answers = await Promise.all(
    names.map(async (name) => {
      const { status, body, headers } = await (CALLS[name] as (typeof CALLS)[string])();
      const { code } = body as { code?: unknown };
      return [name, status, code, Number(headers.get('retry-after')) > 0];
    }),
  );
  if (isLong) expect(performance.now() - start).toBeLessThan(REQUEST_TIMEOUT);
  expect(answers).toEqual(names.map((name) => [name, 503, 'unavailable', true]));
}

async function expectVisitorsServed(token: string): Promise<void> {
  expect(await (await app.fetch(`/api/embed/${shop.site.id}`)).text()).toBe(payload);
  const refused = await report(token);
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([503, true]);
  const health = await app.fetch('/api/health');
  expect([health.status, await health.json()]).toMatchObject([503, { status: 'degraded', database: 'unavailable' }]);
}

/** Everything works at the first call, more at once than the pool has connections, and nothing is left behind. */
async function expectRecovered(token: string): Promise<void> {
  // A slow machine may take longer than a tenth of them.
  const pool = bind(POSTGRES_BOUNDS);
  const parallel = await Promise.all(Array.from({ length: 30 }, () => script.get('/api/sites')));
  expect(new Set(parallel.map(({ status }) => status))).toEqual(new Set([200]));
  for (const [name, call] of Object.entries(CALLS)) {
    const { status, body } = await call();
    expect([name, status < 300, body]).toEqual([name, true, body]);
  }
  expect((await report(token)).status).toBe(204);
  expect((await app.fetch('/api/health')).status).toBe(200);
  await soon(() => [pool.waitingCount, pool.totalCount - pool.idleCount]).toEqual([0, 0]);
  expect(pool.totalCount).toBeLessThanOrEqual(10);
  // A session whose client is gone ends when its statement does.
  await soon(async () => {
    const { rows } = await sql<{ state: string }>`select state from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(direct.db);
    return { open: rows.length <= pool.totalCount, transactions: rows.filter(({ state }) => state !== 'idle') };
  }).toEqual({ open: true, transactions: [] });
  const { rows } = await sql`select id from sites where id not in (select site_id from widgets)`.execute(direct.db);
  expect(rows, 'sites without their widget').toEqual([]);
}

describe('on a database of the run', { timeout: 60_000 }, () => {
  beforeEach(async () => setUp(await createPostgres('proofbell_template')));
  afterEach(tearDown);

  it('a network that swallows bytes both ways: 503 in time, visitors served, recovery by itself', async () => {
    await expectBorne({ toServer: false, toClient: false });
  });
  it.each([
    ['towards the server', { toServer: false, toClient: true }],
    ['towards us', { toServer: true, toClient: false }],
  ])(
    'a network that swallows bytes %s: 503 in time, visitors served, recovery by itself',
    { tags: ['long'] },
    (_name, flow) => expectBorne(flow),
  );

  async function expectBorne(flow: StallableProxy['flow']): Promise<void> {
    const token = await visit();
    bind(scaled());
    proxy.flow = flow;
    await expectRefused();
    await expectVisitorsServed(token);
    proxy.flow = { toServer: true, toClient: true };
    await expectRecovered(token);
  }

  it.each([
    ['the row of the account', `select * from users for update`, ['create a site', 'log in', 'make an API key']],
    ['the row of the widget', `select * from widgets for update`, ['add a notification', 'save settings']],
    [
      'the table of sites',
      `lock table sites in access exclusive mode`,
      ['list sites', 'create a site', 'call a procedure'],
    ],
    ['the table of sessions', `lock table sessions in access exclusive mode`, ['list sites', 'log in']],
  ])(
    'a transaction that holds %s: 503 for those who need it, recovery by itself',
    { tags: ['long'] },
    async (_name, lock, names) => {
      const token = await visit();
      const release = Promise.withResolvers<void>();
      const locked = Promise.withResolvers<void>();
      const holding = direct.db.transaction().execute(async (tx) => {
        await sql.raw(lock).execute(tx);
        locked.resolve();
        await release.promise;
      });
      await locked.promise;
      await expectRefused(names);
      expect(await (await app.fetch(`/api/embed/${shop.site.id}`)).text()).toBe(payload);
      expect((await app.fetch('/api/health')).status).toBe(200);
      release.resolve();
      await holding;
      await expectRecovered(token);
    },
  );

  it('a pool that is used up: 503 in time, recovery by itself', { tags: ['long'] }, async () => {
    const token = await visit();
    const pool = bind(POSTGRES_BOUNDS);
    const taken = await Promise.all(Array.from({ length: 10 }, () => pool.connect()));
    bind(scaled());
    await expectRefused();
    await expectVisitorsServed(token);
    for (const client of taken) client.release();
    await expectRecovered(token);
  });

  it('counts every acknowledged event once, through one stall after another', { tags: ['long'] }, async () => {
    const token = await visit();
    const ids = Array.from({ length: 200 }, (_, n) => `n-${n}`);
    const { widget, site } = shop;
    for (const id of ids) await seedNotification(direct.db, id, { site_id: site.id, widget_id: widget.id });
    // Shorter still: there are many stalls.
    bind({ ...scaled(), statement: 80, transaction: 100 });
    const acknowledged = new Set<string>();
    const send = async (id: string) => {
      const { status } = await report(token, id);
      expect([204, 503]).toContain(status);
      if (status === 204) acknowledged.add(id);
    };
    const left = [...ids];
    for (const direction of ['toServer', 'toClient'] as const) {
      // At each piece in turn, from the first statement to the answer to the commit, until a transaction is over
      // before the stall.
      for (let pieces = 0, wasHit = true; wasHit; pieces++) {
        proxy.stallAfter(pieces, direction);
        await Promise.all([send(left.pop() ?? ''), send(left.pop() ?? '')]);
        wasHit = !proxy.flow[direction];
        proxy.flow = { toServer: true, toClient: true };
      }
    }
    proxy.stallAfter(Number.POSITIVE_INFINITY, 'toServer');
    // A slow machine may have acknowledged nothing within these.
    bind(POSTGRES_BOUNDS);
    await soon(() => send(left.pop() ?? '').then(() => acknowledged.size)).toBeGreaterThan(0);
    const tried = ids.filter((id) => !left.includes(id));
    const rows = await direct.db
      .selectFrom('notifications')
      .select(['id', 'display_count'])
      .where('id', 'in', tried)
      .execute();
    expect(acknowledged.size).toBeLessThan(tried.length);
    expect(rows.filter(({ display_count }) => display_count > 1)).toEqual([]);
    expect(rows.filter(({ id, display_count }) => acknowledged.has(id) && display_count !== 1)).toEqual([]);
  });

  it('a start against it fails in time and says what to check', async () => {
    bind(scaled());
    proxy.flow = { toServer: true, toClient: false };
    await expect(migrate(database)).rejects.toThrow('PostgreSQL does not respond. Check that it runs');
  });

  it('a migration on it is given up, undone, and can be run again', { tags: ['long'] }, async () => {
    bind(scaled());
    const step = {
      name: '999-stalled',
      up: async (db: Parameters<NonNullable<Parameters<typeof migrate>[1]>[number]['up']>[0]) => {
        await sql`create table half_done (id text)`.execute(db);
        proxy.flow = { toServer: false, toClient: false };
        await sql`select 1`.execute(db);
      },
    };
    const steps = [...(await import('#migrations')).MIGRATIONS, step];
    // The server may end the silent transaction before we give it up.
    await expect(migrate(database, steps)).rejects.toThrow(/PostgreSQL does not respond|Nothing was changed/);
    proxy.flow = { toServer: true, toClient: true };
    await expect(sql`select * from half_done`.execute(direct.db)).rejects.toThrow('half_done');
  });
});

describe('a server whose processes are stopped', { tags: ['long'] }, () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  beforeAll(async () => {
    server = await startPostgres();
    const at = openDatabase(`${server.url}postgres`);
    await migrate(at);
    await at.close();
    await setUp(`${server.url}postgres`);
  });
  afterAll(async () => {
    await tearDown();
    await server.stop();
  });

  it('answers 503 in time, serves visitors, and recovers by itself when they go on', async () => {
    const token = await visit();
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(direct.db);
    const pids = serverProcesses(rows[0]?.pid ?? 0);
    bind(scaled());
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    try {
      await expectRefused();
      await expectVisitorsServed(token);
    } finally {
      for (const pid of pids.toReversed()) process.kill(pid, 'SIGCONT');
    }
    await expectRecovered(token);
  });
});
