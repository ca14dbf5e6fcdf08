// Backups as the operator runs them.
import { spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeClient, makeShop } from '#tests/support/client.ts';
import { startServer } from '#tests/support/server-process.ts';
import { soon } from '#tests/support/soon.ts';
import { backUpSqlite } from './backup.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open.ts';
import { lockServer } from './server-lock.ts';

let folder: string;
let url: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'proofbell-backup-'));
  url = `file:${join(folder, 'proofbell.db')}`;
});
afterEach(() => rmSync(folder, { recursive: true }));

it('copies a database in use, even over an earlier copy', async () => {
  const live = openDatabase(url);
  await migrate(live);
  const target = join(folder, 'copy.db');
  for (let round = 0; round < 2; round++) expect(await backUpSqlite(url, target)).toBeGreaterThan(1);
  await live.close();
  const copy = openDatabase(`file:${target}`);
  expect(await migrate(copy)).toEqual([]);
  await copy.close();
});

it('has all that a server had answered before, whose visitors and owners are served meanwhile', {
  tags: ['long'],
}, async () => {
  const server = await startServer(folder, { env: { PUBLIC_URL: 'http://proofbell.test', EVENT_RATE_LIMIT: '0' } });
  const path = join(folder, 'proofbell.db');
  try {
    const owner = makeClient(server);
    await owner.post('/api/auth/register', { email: 'ana@shop.example', password: 'a horse of her own' });
    const writer = new BetterSqlite3(path, { timeout: 10_000 });
    // Stands in for the emailed link, and makes the copy take a while.
    writer.exec('update users set email_verified = 1; create table ballast (bytes blob)');
    writer.exec(`insert into ballast with recursive rows(n) as (select 1 union all select n + 1 from rows where n < 600)
      select randomblob(100000) from rows`);
    writer.close();
    const { site } = await makeShop(owner);
    const answered: string[] = [];
    const statuses = new Set<number>();
    let isDone = false;
    const send = async (own: string) => {
      for (let n = 0; !isDone; n++) {
        const event = { id: `${own}-${n}`, kind: 'purchase', occurredAt: new Date().toISOString() };
        const { status } = await owner.post(`/api/sites/${site.id}/events`, { events: [event] });
        statuses.add(status).add((await server.fetch(`/api/embed/${site.id}`)).status);
        if (status === 200) answered.push(event.id);
      }
    };
    const sending = ['a', 'b', 'c', 'd'].map(send);
    await soon(() => answered.length).toBeGreaterThan(20);
    const before = [...answered];
    const target = join(folder, 'copy.db');
    const env = { PATH: process.env.PATH, DATA_DIR: folder };
    const code = await new Promise((resolve) =>
      spawn(process.execPath, ['src/server/main.ts', 'backup', target], { env }).once('exit', resolve),
    );
    const during = answered.length - before.length;
    isDone = true;
    await Promise.all(sending);
    expect([code, [...statuses], during > 0]).toEqual([0, [200], true]);
    const copy = new BetterSqlite3(target, { readonly: true });
    const copied = new Set(copy.prepare('select event_id from events').pluck().all());
    expect(before.filter((id) => !copied.has(id))).toEqual([]);
    expect(copy.pragma('quick_check', { simple: true })).toBe('ok');
    copy.close();
  } finally {
    await server.end();
  }
});

it('is of one moment, whole, private and without what was deleted, however much is written meanwhile', async () => {
  const live = openDatabase(url);
  await migrate(live);
  if (live.dialect !== 'sqlite') throw new Error('not SQLite');
  const { writer } = live;
  writer.exec('create table pairs (half text)');
  const insert = writer.prepare('insert into pairs values (?)');
  const addPair = writer.transaction((n: number) => [`one-${n}`, `other-${n}`].map((half) => insert.run(half)));
  writer.transaction(() => {
    for (let n = 0; n < 20_000; n++) addPair(n);
  })();
  writer.exec('pragma secure_delete = off; create table words (word text)');
  writer.exec("insert into words values ('a deleted word'); delete from words");
  const target = join(folder, 'copy.db');
  const copying = new Promise<number | null>((resolve) => {
    const env = { PATH: process.env.PATH, DATA_DIR: folder };
    spawn(process.execPath, ['src/server/main.ts', 'backup', target], { env }).once('exit', resolve);
  });
  let isDone = false;
  void copying.finally(() => {
    isDone = true;
  });
  for (let n = 20_000; !isDone; n++) {
    addPair(n);
    if (n % 10 === 0) await setImmediate();
  }
  expect(await copying).toBe(0);
  await live.close();
  const copy = new BetterSqlite3(target, { readonly: true });
  const count = Number(copy.prepare('select count(*) from pairs').pluck().get());
  expect([count >= 40_000, count % 2, copy.pragma('quick_check', { simple: true })]).toEqual([true, 0, 'ok']);
  copy.close();
  expect((statSync(target).mode & 0o777).toString(8)).toBe('600');
  expect(readFileSync(target, 'latin1')).not.toContain('a deleted word');
  expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([]);
});

it('refuses to make an empty backup when there is no database yet', async () => {
  await expect(backUpSqlite(url, join(folder, 'copy.db'))).rejects.toThrow('There is no database at');
  expect(existsSync(join(folder, 'copy.db'))).toBe(false);
  expect(existsSync(join(folder, 'proofbell.db'))).toBe(false);
});

it('refuses the database itself, a missing folder and a file that is not a database', async () => {
  const live = openDatabase(url);
  await migrate(live);
  await live.close();
  await expect(backUpSqlite(url, join(folder, 'x', '..', 'proofbell.db'))).rejects.toThrow('is the database itself');
  await expect(backUpSqlite(url, join(folder, 'missing', 'copy.db'))).rejects.toThrow(/ENOENT.*missing/);
  writeFileSync(join(folder, 'notes.txt'), 'not a database');
  await expect(backUpSqlite(url, join(folder, 'notes.txt'))).rejects.toThrow('not an earlier copy');
  await expect(backUpSqlite(url, folder)).rejects.toThrow('is not a file');
  symlinkSync(join(folder, 'proofbell.db'), join(folder, 'link.db'));
  await expect(backUpSqlite(url, join(folder, 'link.db'))).rejects.toThrow('is the database itself');
  expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('not a database');
});

it("refuses the database's own files, there or not: one in the place of the lock lets a second server in", async () => {
  const live = openDatabase(url);
  await migrate(live);
  const unlock = await lockServer(join(folder, 'proofbell.db'), 0);
  symlinkSync(folder, join(folder, 'link'));
  const before = readdirSync(folder).sort();
  for (const ending of ['-lock', '-wal', '-shm', '-journal', '-lock-journal']) {
    for (const path of [`proofbell.db${ending}`, `link/proofbell.db${ending}`, `./x/../proofbell.db${ending}`]) {
      await expect(backUpSqlite(url, join(folder, path))).rejects.toThrow('belongs to the database');
    }
  }
  expect(readdirSync(folder).sort()).toEqual(before);
  await expect(lockServer(join(folder, 'proofbell.db'), 0)).rejects.toThrow('Another server');
  unlock();
  await live.close();
});

it('leaves the earlier copy when the database is damaged or empty: it may be the last good one', async () => {
  const live = openDatabase(url);
  await migrate(live);
  await live.close();
  const target = join(folder, 'copy.db');
  await backUpSqlite(url, target);
  const before = readFileSync(target);
  const file = openSync(join(folder, 'proofbell.db'), 'r+');
  writeSync(file, Buffer.alloc(8192, 'x'), 0, 8192, 20 * 4096);
  closeSync(file);
  await expect(backUpSqlite(url, target)).rejects.toThrow(
    /proofbell\.db was not copied, and an earlier copy at .* is as it was: the database is damaged/,
  );
  writeFileSync(join(folder, 'proofbell.db'), '');
  await expect(backUpSqlite(url, target)).rejects.toThrow(/proofbell\.db is empty/);
  const empty = new BetterSqlite3(join(folder, 'proofbell.db'));
  empty.pragma('journal_mode = WAL');
  empty.close();
  await expect(backUpSqlite(url, target)).rejects.toThrow(/proofbell\.db is empty/);
  expect(readFileSync(target).equals(before)).toBe(true);
  expect(existsSync(`${target}.partial`)).toBe(false);
});
