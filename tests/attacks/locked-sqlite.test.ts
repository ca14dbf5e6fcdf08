// Attack: hold SQLite's write lock from another process while owners write and visitors report.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { type Database, openDatabase, readSnapshot } from '#server/db/open.ts';
import { REQUEST_TIMEOUT } from '#shared/limits.ts';
import { BROWSER, makeTestApp, type TestApp } from '#tests/support/app.ts';
import { type Client, makeOwner, makeShop, type Shop } from '#tests/support/client.ts';
import { isLong } from '#tests/support/runs.ts';

let folder: string;
let database: Database;
let app: TestApp;
let owner: Client;
let shop: Shop;
let other: BetterSqlite3.Database;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'proofbell-locked-'));
  const path = join(folder, 'proofbell.db');
  database = openDatabase(`file:${path}`);
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
  rmSync(folder, { recursive: true });
});

const report = async () => {
  const { token } = (await (await app.fetch(`/api/embed/${shop.site.id}`)).json()) as { token: string };
  return app.fetch(`/api/embed/${shop.site.id}/events`, {
    method: 'POST',
    headers: { 'user-agent': BROWSER },
    body: JSON.stringify({ token, events: [{ type: 'display', notificationId: shop.notification.id }] }),
  });
};
const createSite = (name: string) => owner.post<{ code?: string }>('/api/sites', { name });
const sites = async () => (await owner.get<{ data: { sites: unknown[] } }>('/api/sites')).body.data.sites.length;
const displays = async () => (await database.db.selectFrom('notifications').select('display_count').execute())[0];

it('writes are refused with 503 in time, even 300 at once; reads and visitors are served; then all works', async () => {
  expect((await report()).status).toBe(204);
  other.exec('begin immediate');
  const start = performance.now();
  const writes = Promise.all(Array.from({ length: 300 }, (_, n) => createSite(`Site ${n}`)));
  const refused = await Promise.all([report(), report()]);
  expect(await sites()).toBe(1);
  for (const { status, body, headers } of await writes) {
    expect([status, body.code, Number(headers.get('retry-after')) > 0]).toEqual([503, 'unavailable', true]);
  }
  // One after the other they would take minutes.
  if (isLong) expect(performance.now() - start).toBeLessThan(REQUEST_TIMEOUT);
  expect(refused.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
    [503, '2'],
    [503, '2'],
  ]);
  expect((await app.fetch('/api/health')).status).toBe(200);
  other.exec('rollback');
  expect((await createSite('After')).status).toBe(201);
  expect((await report()).status).toBe(204);
  expect([await sites(), await displays()]).toEqual([2, { display_count: 2 }]);
});

it('a write waits for another program’s, and no read waits for it', async () => {
  other.exec('begin immediate');
  const writes = [createSite('Waiting'), report()];
  expect(await sites()).toBe(1);
  other.exec('rollback');
  expect((await Promise.all(writes)).map(({ status }) => status)).toEqual([201, 204]);
});

it('a lock that ends in time is waited for', async () => {
  other.exec('begin immediate');
  const waiting = migrate(database);
  other.exec('rollback');
  expect(await waiting).toEqual([]);
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
