import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { emptyLog } from './deleted-bytes.ts';
import { openDatabase } from './open.ts';

it('the log stays small by itself, so that emptying it is short, but for one that somebody reads for long', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'proofbell-log-'));
  const file = join(folder, 'proofbell.db');
  const database = openDatabase(`file:${file}`);
  if (database.dialect !== 'sqlite') throw new Error('not SQLite');
  const { db, reader } = database;
  const write = async (times: number) => {
    for (let n = 0; n < times; n++) await sql`insert into words values (zeroblob(400000))`.execute(db);
  };
  const mebibytes = () => Math.round(statSync(`${file}-wal`).size / 1024 ** 2);
  try {
    await sql`create table words (word blob)`.execute(db);
    await write(40);
    // SQLite's own limit is 1,000 pages; one transaction goes beyond it.
    expect(mebibytes()).toBeLessThanOrEqual(5);
    await emptyLog(database);
    expect(mebibytes()).toBe(0);

    reader.exec('begin');
    reader.prepare('select count(*) from words').get();
    await write(40);
    await emptyLog(database);
    expect(mebibytes()).toBeGreaterThan(10);
    reader.exec('commit');
    await emptyLog(database);
    expect(mebibytes()).toBe(0);
  } finally {
    await database.close();
    rmSync(folder, { recursive: true });
  }
});
