// Backups as the operator runs them.
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
