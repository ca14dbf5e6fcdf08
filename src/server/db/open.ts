// Opens the configured database, SQLite or PostgreSQL, behind one type.
import BetterSqlite3 from 'better-sqlite3';
import { Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely';
import pg from 'pg';
import type { Schema } from './schema.ts';

export type Db = Kysely<Schema>;

/**
 * An open database. On SQLite everything that writes goes through `db`, whose one connection has a mutex: a second
 * writing connection in the process would wait for itself. `reader` serves prepared reads on hot paths only.
 */
export type Database =
  | {
      dialect: 'sqlite';
      db: Db;
      writer: BetterSqlite3.Database;
      reader: BetterSqlite3.Database;
      close(): Promise<void>;
    }
  | { dialect: 'postgres'; db: Db; pool: pg.Pool; close(): Promise<void> };

// int8 sums and counts arrive as text by default; every count here is far below 2^53.
pg.types.setTypeParser(20, Number);

/**
 * @param url `file:<path>` or `postgres://…`.
 * @param onError receives connection errors that no query is waiting for, such as a stopped server.
 */
export function openDatabase(url: string, onError: (error: Error) => void = () => {}): Database {
  return url.startsWith('file:') ? openSqlite(url.slice('file:'.length)) : openPostgres(url, onError);
}

function openSqlite(path: string): Database {
  const writer = configure(new BetterSqlite3(path));
  writer.pragma('journal_mode = WAL');
  const reader = new BetterSqlite3(path, { readonly: true });
  reader.pragma('busy_timeout = 50');
  return wrapSqlite(writer, reader);
}

/** @returns a database in memory from the image of a migrated one: a fresh database for a test in half a millisecond. */
export function openSqliteImage(image: Buffer): Database {
  const writer = configure(new BetterSqlite3(image));
  return wrapSqlite(writer, writer);
}

function configure(handle: BetterSqlite3.Database): BetterSqlite3.Database {
  // FULL: an answer that says "counted" or "saved" outlives a power cut.
  handle.pragma('synchronous = FULL');
  handle.pragma('foreign_keys = ON');
  // Blocks the event loop while it waits, hence short.
  handle.pragma('busy_timeout = 50');
  return handle;
}

function wrapSqlite(writer: BetterSqlite3.Database, reader: BetterSqlite3.Database): Database {
  const db: Db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: writer }) });
  return {
    dialect: 'sqlite',
    db,
    writer,
    reader,
    async close() {
      if (reader !== writer) reader.close();
      await db.destroy();
      if (writer.open) writer.close();
    },
  };
}

function openPostgres(url: string, onError: (error: Error) => void): Database {
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 5_000 });
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  const db: Db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return {
    dialect: 'postgres',
    db,
    pool,
    async close() {
      await db.destroy();
    },
  };
}

/** The cheapest query, for health checks. @throws the driver's error when the database does not answer. */
export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}
