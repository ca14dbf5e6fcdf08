// Backups as the operator runs them.
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { backUpSqlite } from './backup.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open.ts';

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
  await expect(backUpSqlite(url, join(folder, 'missing', 'copy.db'))).rejects.toThrow('copy.db was not written');
  writeFileSync(join(folder, 'notes.txt'), 'not a database');
  await expect(backUpSqlite(url, join(folder, 'notes.txt'))).rejects.toThrow('not an earlier copy');
  await expect(backUpSqlite(url, folder)).rejects.toThrow('is not a file');
  symlinkSync(join(folder, 'proofbell.db'), join(folder, 'link.db'));
  await expect(backUpSqlite(url, join(folder, 'link.db'))).rejects.toThrow('is the database itself');
  expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('not a database');
});
