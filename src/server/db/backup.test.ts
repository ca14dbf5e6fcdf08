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
