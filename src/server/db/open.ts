// Opens the configured database, SQLite or PostgreSQL, behind one type.
import BetterSqlite3 from 'better-sqlite3';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Schema } from './schema.ts';
import { guardFile, sqliteDialect } from './sqlite-driver.ts';

export type Db = Kysely<Schema>;

/**
 * An open database. On SQLite every write goes through `db`, whose one connection has a mutex: with a second writing
 * connection, the process could block itself. `reader` is for prepared reads on hot paths only.
 */
export type Database =
  | {
      dialect: 'sqlite';
      db: Db;
      writer: BetterSqlite3.Database;
      reader: BetterSqlite3.Database;
      /** Throws when the file was moved away: for writes that don't go through `db`. */
      guard(): void;
      close(): Promise<void>;
    }
  | { dialect: 'postgres'; db: Db; pool: pg.Pool; close(): Promise<void> };

// int8 sums and counts arrive as text by default; ours are far below 2^53.
pg.types.setTypeParser(20, Number);

/**
 * @param url `file:<path>` or `postgres://…`.
 * @param onError receives errors that belong to no query, such as the server stopping or the file being deleted.
 */
export function openDatabase(url: string, onError: (error: Error) => void = () => {}): Database {
  return url.startsWith('file:') ? openSqlite(url.slice('file:'.length), onError) : openPostgres(url, onError);
}

function openSqlite(path: string, onError: (error: Error) => void): Database {
  const writer = configure(new BetterSqlite3(path));
  writer.pragma('journal_mode = WAL');
  const reader = new BetterSqlite3(path, { readonly: true });
  reader.pragma('busy_timeout = 50');
  return wrapSqlite(writer, reader, guardFile(path, onError));
}

/** @returns an in-memory copy of a migrated database, which gives a test a fresh one in half a millisecond. */
export function openSqliteImage(image: Buffer): Database {
  const writer = configure(new BetterSqlite3(image));
  return wrapSqlite(writer, writer);
}

function configure(handle: BetterSqlite3.Database): BetterSqlite3.Database {
  // FULL, so that what we confirmed as saved survives a power cut.
  handle.pragma('synchronous = FULL');
  handle.pragma('foreign_keys = ON');
  // Waiting blocks the event loop, hence short.
  handle.pragma('busy_timeout = 50');
  return handle;
}

function wrapSqlite(writer: BetterSqlite3.Database, reader: BetterSqlite3.Database, guard = () => {}): Database {
  const db: Db = new Kysely<Schema>({ dialect: sqliteDialect(writer, guard) });
  return {
    dialect: 'sqlite',
    db,
    writer,
    reader,
    guard,
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
