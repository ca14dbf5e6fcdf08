// Readers beside the server's own connection, as real processes.
import { renameSync, statSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshSqliteFile } from '#tests/support/databases.ts';
import { emptyLog } from './deleted-bytes.ts';
import type { Database, Db } from './open.ts';
import { makeReaders, type Readers } from './readers.ts';

const LIMIT = 1_000;

let database: Database;
let readers: Readers;
beforeAll(async () => {
  database = await freshSqliteFile();
  readers = makeReaders(database, LIMIT);
});
afterAll(async () => {
  readers.stop();
  await database.close();
});

const addUser = (id: string) => {
  const at = '2026-03-10T12:00:00.000Z';
  const email = `${id}@shop.example`;
  const user = { id, email, email_lower: email, created_at: at, updated_at: at };
  return database.db.insertInto('users').values(user).execute();
};
const idsOf = async (db: Db) => (await db.selectFrom('users').select('id').orderBy('id').execute()).map(({ id }) => id);
/** Takes a minute, in one statement. */
const endless = (db: Db) =>
  sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 300000000) select count(*) from n`.execute(
    db,
  );
const tooLong = { code: 'SQLITE_BUSY_READ' };

it('reads one moment, whatever is written meanwhile, and then the next', async () => {
  await addUser('a');
  const seen = await readers.read('owner', async (db) => {
    const before = await idsOf(db);
    await addUser('b');
    return [before, await idsOf(db)];
  });
  expect(seen).toEqual([['a'], ['a']]);
  expect(await readers.read('owner', idsOf)).toEqual(['a', 'b']);
});

it('brings whatever is in a large answer, whole and in its order', async () => {
  const { rows } = await readers.read('owner', (db) =>
    sql<object>`with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000)
      select i, i / 2.0 as half, null as none, 'row ' || i as words, x'00ff' as bytes from n`.execute(db),
  );
  expect(rows).toHaveLength(3_000);
  const bytes = Buffer.from([0, 255]);
  for (const [at, row] of rows.entries())
    expect(row).toEqual({ i: at + 1, half: (at + 1) / 2, none: null, words: `row ${at + 1}`, bytes });
  expect((await readers.read('owner', (db) => sql`select 1 where 0`.execute(db))).rows).toEqual([]);
});

it('a statement that takes too long holds up neither the thread nor the other reader, and is ended', async () => {
  let turns = 0;
  const counting = setInterval(() => turns++, 5);
  const slow = expect(readers.read('slow', endless)).rejects.toMatchObject(tooLong);
  expect(await readers.read('owner', idsOf)).toContain('a');
  await slow;
  clearInterval(counting);
  expect(turns).toBeGreaterThan(5);
  expect(await readers.read('slow', idsOf)).toContain('a');
});

it('what goes on after the end of its statement reads nothing of another moment', async () => {
  const rest = readers.read('slow', async (db) => {
    await endless(db).catch(() => {});
    return idsOf(db);
  });
  await expect(rest).rejects.toMatchObject(tooLong);
});

it('writes nothing, and says what is wrong with a statement', async () => {
  const change = readers.read('owner', (db) => db.deleteFrom('users').execute());
  await expect(change).rejects.toMatchObject({ code: 'SQLITE_READONLY' });
  const unknown = readers.read('owner', (db) => sql`select * from missing`.execute(db));
  await expect(unknown).rejects.toThrow('no such table: missing');
  expect(await readers.read('owner', idsOf)).toContain('a');
});

const pathOf = (one: Database) => (one.dialect === 'sqlite' ? one.writer.name : '');

it('what is written while somebody reads stays in the log until they have read, and no longer', async () => {
  const bytes = () => statSync(`${pathOf(database)}-wal`).size;
  let emptied: Promise<void> | undefined;
  await readers.read('owner', async (db) => {
    await idsOf(db);
    await addUser('c');
    await emptyLog(database);
    expect(bytes()).toBeGreaterThan(0);
    emptied = readers.alone(() => emptyLog(database));
  });
  // It comes before this, which waits already.
  await Promise.all([emptied?.then(() => expect(bytes()).toBe(0)), readers.read('owner', idsOf)]);
  expect(bytes()).toBe(0);
});

it('reads nothing of a file that was taken away', async () => {
  const path = pathOf(database);
  renameSync(path, `${path}.away`);
  await expect(readers.read('owner', idsOf)).rejects.toMatchObject({ code: 'SQLITE_READONLY_DBMOVED' });
  renameSync(`${path}.away`, path);
  expect(await readers.read('owner', idsOf)).toContain('a');
});
