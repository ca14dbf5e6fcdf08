// Databases that have no room left, each in its own way, for tests of what happens then and afterwards.
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { sql } from 'kysely';
import { codeOf } from '#server/db/faults.ts';
import { migrate } from '#server/db/migrate.ts';
import { type Database, openDatabase } from '#server/db/open.ts';
import { freshPostgres } from './databases.ts';
import { mountSmallDisk } from './small-disk.ts';

export type FullDatabase = {
  database: Database;
  /** Leaves no room for anything. */
  fill(): Promise<void>;
  empty(): Promise<void>;
  end(): Promise<void>;
};

/** @returns the migrated SQLite database at this path. */
export async function openSqlite(path: string) {
  const database = openDatabase(`file:${path}`);
  if (database.dialect !== 'sqlite') throw new Error('not SQLite');
  await migrate(database);
  return database;
}

/** @returns a database on a disk of its own, which will have no byte free; null where nothing may be mounted. */
export async function fullDisk(folder: string): Promise<FullDatabase | null> {
  const disk = mountSmallDisk(join(folder, 'disk'), 'size=4m');
  if (!disk) return null;
  const database = await openSqlite(join(disk.folder, 'proofbell.db'));
  return {
    database,
    async fill() {
      // A write-ahead log that has room left would take a few more writes.
      database.writer.pragma('wal_checkpoint(TRUNCATE)');
      disk.fill();
    },
    empty: async () => disk.empty(),
    async end() {
      await database.close();
      disk.unmount();
    },
  };
}

/** SQLite's own limit: a file that may not grow, and is full. */
export async function fullFile(folder: string): Promise<FullDatabase> {
  const path = join(folder, 'proofbell.db');
  const empty = new BetterSqlite3(path);
  // Few rows fit into a page this small, so that most writes need another.
  empty.pragma('page_size = 512');
  empty.exec('create table ballast (bytes blob)');
  empty.close();
  const database = await openSqlite(path);
  const { writer } = database;
  const fillUp = (bytes: number) => {
    try {
      for (;;) writer.prepare('insert into ballast values (zeroblob(?))').run(bytes);
    } catch (error) {
      if (codeOf(error) !== 'SQLITE_FULL') throw error;
    }
  };
  return {
    database,
    async fill() {
      writer.pragma(`max_page_count = ${writer.pragma('page_count', { simple: true })}`);
      for (const bytes of [400, 10, 0]) fillUp(bytes);
    },
    async empty() {
      writer.pragma('max_page_count = 1000000');
    },
    end: () => database.close(),
  };
}

/** PostgreSQL's answer when its disk is full, to every write. */
export async function fullPostgres(): Promise<FullDatabase> {
  const database = await freshPostgres();
  const run = (text: string) => sql.raw(text).execute(database.db);
  await run(`create function fail() returns trigger language plpgsql as $$ begin
    raise exception using errcode = '53100', message = 'could not extend file: No space left on device'; end $$`);
  const { rows } = await sql<{
    name: string;
  }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(database.db);
  return {
    database,
    async fill() {
      for (const { name } of rows)
        await run(`create trigger full_disk before insert or update or delete on ${name} execute function fail()`);
    },
    async empty() {
      for (const { name } of rows) await run(`drop trigger full_disk on ${name}`);
    },
    end: () => database.close(),
  };
}
