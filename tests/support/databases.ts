// A fresh, migrated database for each test, on SQLite (a clone of an in-memory image) and on a real PostgreSQL (a copy
// of the run's template for each file, emptied between tests).
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, inject } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { type Database, openDatabase, openSqliteImage } from '#server/db/open.ts';
import { POSTGRES_BOUNDS, type PostgresBounds } from '#server/db/postgres-pool.ts';
import type { Schema } from '#server/db/schema.ts';
import { isTonight } from './runs.ts';

let image: Promise<Buffer> | undefined;

/**
 * @returns the bytes of a migrated SQLite database. Built in memory, because an image of a WAL file cannot be opened.
 */
function sqliteImage(): Promise<Buffer> {
  image ??= (async () => {
    const handle = new BetterSqlite3(':memory:');
    const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: handle }) });
    await migrate({ dialect: 'sqlite', db, writer: handle, reader: handle, guard() {}, close: async () => {} });
    return handle.serialize();
  })();
  return image;
}

/** @returns a fresh SQLite database in memory. */
export async function freshSqlite(): Promise<Database> {
  return openSqliteImage(Buffer.from(await sqliteImage()));
}

/**
 * @param turn as in openDatabase.
 * @returns a fresh SQLite database in a file, as owners have it, which other processes can read; closing it deletes it.
 */
export async function freshSqliteFile(turn?: number): Promise<Database> {
  const folder = mkdtempSync(join(tmpdir(), 'proofbell-database-'));
  const file = join(folder, 'proofbell.db');
  writeFileSync(file, await sqliteImage());
  const database = openDatabase(`file:${file}`, {}, POSTGRES_BOUNDS, turn);
  const close = async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  };
  return { ...database, close };
}

const readTemplates = ({ db }: Database) => db.selectFrom('templates').selectAll().execute();

/**
 * Leaves what a new database has. By deletes in one round trip, because a truncate of 40 tables makes 40 new files; as
 * a replica, so that the order of the tables doesn't matter.
 * @param builtIn the templates of a new database.
 */
async function emptyTables({ db }: Database, builtIn: Awaited<ReturnType<typeof readTemplates>>): Promise<void> {
  await sql`do $$
    declare each text;
    begin
      set local session_replication_role = replica;
      for each in select relname from pg_stat_user_tables where relname <> 'migrations' loop
        execute format('delete from %I', each);
      end loop;
    end $$`.execute(db);
  await db.insertInto('templates').values(builtIn).execute();
}

/** As a busy server's: whoever waits has their turn after each statement, and who only reads sees what is committed. */
async function inTurns(): Promise<Database> {
  const database = await freshSqliteFile(0);
  if (database.dialect !== 'sqlite') return database;
  // No test cuts the power.
  database.writer.pragma('synchronous = OFF');
  // As if it were in memory: no readers are started, whose start takes longer than all else.
  const writer = new Proxy(database.writer, {
    get(target, name) {
      const found = name === 'memory' ? true : Reflect.get(target, name);
      return typeof found === 'function' ? found.bind(target) : found;
    },
  });
  return { ...database, writer };
}

type DatabaseSuite = (database: () => Database) => void;
export type DatabaseOptions = {
  /** Where a suite uses no SQL but what others show on PostgreSQL: attacks that aren't races, what random input finds, words. */
  postgres?: 'long' | undefined;
  /** Where the order matters in which things happen at the same time: on SQLite, others have their turn after each statement. */
  turns?: 'forced' | undefined;
};

/**
 * Runs a suite twice, on SQLite and on PostgreSQL.
 * @param args the suite, which gets a function that returns the current test's database, to be called only inside tests
 * and hooks; before it, options.
 */
export function onBothDatabases(
  name: string,
  ...args: [suite: DatabaseSuite] | [options: DatabaseOptions, suite: DatabaseSuite]
): void {
  const suite = args.at(-1) as DatabaseSuite;
  const { postgres, turns } = args.length > 1 ? (args[0] as DatabaseOptions) : {};
  describe(`${name} (SQLite)`, () => {
    let current: Database;
    beforeEach(async () => {
      current = turns ? await inTurns() : await freshSqlite();
    });
    afterEach(() => current.close());
    suite(() => current);
  });

  // Their SQL is shown on PostgreSQL every night by others.
  if (postgres && !isTonight(name, 3)) return;
  describe(`${name} (PostgreSQL)`, { tags: postgres ? ['long'] : [] }, () => {
    let current: Database;
    let builtIn: Awaited<ReturnType<typeof readTemplates>>;
    const own = `t_${randomUUID().replaceAll('-', '')}`;
    beforeAll(async () => {
      current = await freshPostgres(own);
      builtIn = await readTemplates(current);
    });
    afterAll(() => current.close());
    beforeEach(() => emptyTables(current, builtIn));
    suite(() => current);
  });
}

/** In milliseconds: a busy machine may take longer than a call may. Tests of the bounds open their database themselves. */
const PATIENT: PostgresBounds = {
  ...POSTGRES_BOUNDS,
  connect: 30_000,
  statement: 60_000,
  transaction: 60_000,
  serverStatement: 60_000,
  idleTransaction: 60_000,
};

/** @returns a new, migrated PostgreSQL database on the run's server. */
export const freshPostgres = async (name?: string): Promise<Database> =>
  openDatabase(await createPostgres('proofbell_template', name), {}, PATIENT);

/** @returns the URL of a new PostgreSQL database on the run's server, a copy of `template`. */
export async function createPostgres(
  template: 'proofbell_template' | 'template0',
  name = `t_${randomUUID().replaceAll('-', '')}`,
): Promise<string> {
  const url = inject('postgresUrl');
  const admin = openDatabase(`${url}postgres`, {}, PATIENT);
  try {
    await sql.raw(`create database ${name} template ${template} strategy wal_log`).execute(admin.db);
  } finally {
    await admin.close();
  }
  return `${url}${name}`;
}

/** @returns a new database in which no migration has run. */
export async function emptyDatabase(dialect: Database['dialect']): Promise<Database> {
  if (dialect === 'postgres') return openDatabase(await createPostgres('template0'));
  const handle = new BetterSqlite3(':memory:');
  try {
    return openSqliteImage(handle.serialize());
  } finally {
    handle.close();
  }
}
