// Attack: hold SQLite's write lock from another process, for long and again and again, while owners write and visitors
// report.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { type Database, openDatabase, readSnapshot } from '#server/db/open.ts';
import { REQUEST_TIMEOUT } from '#shared/limits.ts';
import { HOUR } from '#shared/time.ts';
import { makeTestApp, SECRET, type TestApp } from '#tests/support/app.ts';
import { type Client, makeOwner, makeShop, payloadOf, reportEvents, type Shop } from '#tests/support/client.ts';
import { isLong } from '#tests/support/runs.ts';
import { startServer } from '#tests/support/server-process.ts';
import { soon } from '#tests/support/soon.ts';
import { temporaryFolder } from '#tests/support/stages.ts';

let folder: string;
let database: Database;
let app: TestApp;
let owner: Client;
let shop: Shop;
let other: BetterSqlite3.Database;
/** What the operator is told of. */
let told: boolean[];
beforeEach(async () => {
  folder = temporaryFolder();
  const path = join(folder, 'proofbell.db');
  told = [];
  database = openDatabase(`file:${path}`, { onBusy: (isBusy) => void told.push(isBusy) });
  await migrate(database);
  app = makeTestApp(database, { MAX_SITES: '1000' });
  owner = await makeOwner(app);
  shop = await makeShop(owner);
  other = new BetterSqlite3(path);
});
afterEach(async () => {
  other.close();
  await app.stop();
  await database.close();
});

const report = async () => {
  const { token } = await payloadOf(app, shop.site.id);
  return reportEvents(app, shop.site.id, token, [{ type: 'display', notificationId: shop.notification.id }]);
};
const createSite = (name: string) => owner.post<{ code?: string }>('/api/sites', { name });
const sites = async () => (await owner.get<{ data: { sites: unknown[] } }>('/api/sites')).body.data.sites.length;
const displays = async () =>
  (await database.db.selectFrom('notifications').select('display_count').execute()).reduce(
    (sum, { display_count }) => sum + display_count,
    0,
  );

it('a long lock: writes are refused with 503 in time, even 300 at once, reads go on meanwhile, and then all works', {
  tags: ['long'],
}, async () => {
  expect((await report()).status).toBe(204);
  const event = {
    ...{ id: 'late', kind: 'purchase', occurredAt: new Date(app.clock.now() - HOUR).toISOString() },
    subject: { name: 'Oak Desk' },
  };
  other.exec('begin immediate');
  const start = performance.now();
  let isAnswered = false;
  const writes = Promise.all(Array.from({ length: 300 }, (_, n) => createSite(`Site ${n}`))).finally(() => {
    isAnswered = true;
  });
  const reports = Promise.all([report(), report()]);
  for (let n = 0; n < 20; n++) expect(await sites()).toBe(1);
  expect((await app.fetch('/api/health')).status).toBe(200);
  // Nobody who reads waits for those who write.
  expect(isAnswered).toBe(false);
  for (const { status, body, headers } of await writes) {
    expect([status, body.code, Number(headers.get('retry-after')) > 0]).toEqual([503, 'unavailable', true]);
  }
  // One after the other they would take minutes.
  if (isLong) expect(performance.now() - start).toBeLessThan(REQUEST_TIMEOUT);
  expect((await reports).map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
    [503, '2'],
    [503, '2'],
  ]);
  expect(told).toEqual([true]);
  other.exec('rollback');
  expect((await createSite('After')).status).toBe(201);
  expect((await report()).status).toBe(204);
  expect([await sites(), await displays()]).toEqual([2, 2]);
  await soon(() => told).toEqual([true, false]);

  // What follows a write by itself comes within seconds, too, and not with the next minute.
  await owner.post(`/api/sites/${shop.site.id}/events`, { events: [event] });
  await database.db.deleteFrom('notifications').where('event_key', 'is not', null).execute();
  await pause(100);
  other.exec('begin immediate');
  await app.running.projector.changed(shop.site.id);
  other.exec('rollback');
  await soon(async () => (await database.db.selectFrom('notifications').select('event_key').execute()).length).toBe(2);
});

it('a lock that ends in time is waited for: nothing is refused, lost or counted twice', async () => {
  other.exec('begin immediate');
  const waiting = [
    migrate(database),
    ...Array.from({ length: 20 }, (_, n) => createSite(`Site ${n}`)),
    report(),
    report(),
  ];
  await pause(300);
  other.exec('rollback');
  const [steps, ...answers] = await Promise.all(waiting);
  expect([steps, new Set(answers.map((answer) => 'status' in answer && answer.status))]).toEqual([
    [],
    new Set([201, 204]),
  ]);
  expect([await sites(), await displays(), told]).toEqual([21, 2, []]);
});

it('a change that begins by reading holds the lock from its start, so that nobody writes in between', async () => {
  await database.db.transaction().execute(async (db) => {
    await db.selectFrom('users').select('id').execute();
    other.pragma('busy_timeout = 0');
    expect(() => other.exec("update users set company_name = 'Other'")).toThrow('database is locked');
    await db.updateTable('users').set({ company_name: 'Own' }).execute();
  });
  expect(other.prepare('select company_name from users').pluck().get()).toBe('Own');
});

it('a server starts beside a locked database, and logs one line an outage', { tags: ['long'] }, async () => {
  await app.stop();
  await database.close();
  writeFileSync(join(folder, 'secret.key'), SECRET, { mode: 0o600 });
  other.exec('begin immediate');
  const server = await startServer(folder, { env: { PUBLIC_URL: 'http://proofbell.test' } });
  const csrf = async () => {
    const response = await server.fetch('/api/csrf-token');
    const { csrfToken } = (await response.json()) as { csrfToken: string };
    return {
      'x-csrf-token': csrfToken,
      cookie: response.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; '),
    };
  };
  const forgot = async () =>
    server.fetch('/api/auth/forgot-password', {
      method: 'POST',
      headers: { ...(await csrf()), 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'owner@shop.example' }),
    });
  const refused = await Promise.all(Array.from({ length: 10 }, forgot));
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
  other.exec('rollback');
  await soon(async () => (await forgot()).status).toBe(200);
  expect(await server.end()).toBe(0);
  const lines = server.output.stdout
    .split('\n')
    .filter((line) => /locked|SQLITE_BUSY|free again|"status":503/.test(line));
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'the database is locked: writes are refused',
    'the database is free again',
  ]);
  // Opened again for what follows each test.
  database = openDatabase(`file:${join(folder, 'proofbell.db')}`);
  app = makeTestApp(database);
});

it('another program’s write waits for a change that has begun to read, and not for a report', async () => {
  other.pragma('busy_timeout = 0');
  const write = () => other.prepare("update users set email = 'theirs'").run();
  await database.db.transaction().execute(async (tx) => {
    await tx.selectFrom('users').select('id').execute();
    expect(write).toThrow('database is locked');
    await tx.updateTable('users').set({ email: 'ours' }).execute();
  });
  const read = await readSnapshot(database.db, async (db) => {
    const before = await db.selectFrom('users').select('email').executeTakeFirst();
    write();
    return [before, await db.selectFrom('users').select('email').executeTakeFirst()];
  });
  expect(read).toEqual([{ email: 'ours' }, { email: 'ours' }]);
});
