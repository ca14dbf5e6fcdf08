// Opens the configured database, SQLite or PostgreSQL, behind one type.
import BetterSqlite3 from 'better-sqlite3';
import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { TURN } from '../turns.ts';
import { boundPool, POSTGRES_BOUNDS, type PostgresBounds } from './postgres-pool.ts';
import type { Schema } from './schema.ts';
import { guardFile, sqliteDialect } from './sqlite-driver.ts';

export type Db = Kysely<Schema>;

/**
 * How long a read waits for another process, in milliseconds: short, because it blocks the event loop. Only one that opens or
 * closes the file keeps reads waiting. Writes wait elsewhere (sqlite-lock.ts).
 */
export const READ_TIMEOUT = 50;
/** How long connections in use may take to finish when the database is closed, in milliseconds. */
const CLOSE_WAIT = 2_000;

/**
 * An open database. On SQLite every write goes through `db`, whose one connection is used by one at a time: with a second
 * writing connection, the process could block itself. `writer` is that connection, for those who have their turn on it;
 * `reader` is for prepared reads on hot paths only.
 */
export type Database =
  | {
      dialect: 'sqlite';
      db: Db;
      writer: BetterSqlite3.Database;
      reader: BetterSqlite3.Database;
      /** @throws while another file, or none, is in the place of the one that was opened. */
      guard(): void;
      close(): Promise<void>;
    }
  | {
      dialect: 'postgres';
      db: Db;
      /** The same connections without a bound on how long they may take, for migrations. */
      unboundedDb: Db;
      pool: pg.Pool;
      close(): Promise<void>;
    };

// int8 sums and counts arrive as text by default; ours are far below 2^53.
pg.types.setTypeParser(20, Number);

/** What the operator is told of. */
export type DatabaseEvents = {
  /** Receives errors that belong to no query, such as the server stopping or the file being deleted. */
  onError?: (error: Error) => void;
  /** Called with true when another process holds SQLite's lock for longer than a write waits, with false once it is free. */
  onBusy?: (isBusy: boolean) => void;
};

/**
 * @param url `file:<path>` or `postgres://…`. @param bounds how long PostgreSQL may take.
 * @param turn how long SQLite's statements may take until others get their turn, in ms. Tests pass shorter ones.
 * @throws the driver's error when a SQLite file can't be opened.
 */
export function openDatabase(
  url: string,
  events: DatabaseEvents = {},
  bounds = POSTGRES_BOUNDS,
  turn = TURN,
): Database {
  return url.startsWith('file:')
    ? openSqlite(url.slice('file:'.length), events, turn)
    : openPostgres(url, events, bounds);
}

function openSqlite(path: string, { onError = () => {}, onBusy }: DatabaseEvents, turn: number): Database {
  const handle = new BetterSqlite3(path);
  // Before configure(), still with the driver's own patience of 5 s: another process may be closing the database.
  handle.pragma('journal_mode = WAL');
  const writer = configure(handle);
  const reader = new BetterSqlite3(path, { readonly: true });
  reader.pragma(`busy_timeout = ${READ_TIMEOUT}`);
  return wrapSqlite(writer, reader, turn, guardFile(path, onError), onBusy);
}

/** @returns an in-memory copy of a migrated database, which gives a test a fresh one in half a millisecond. */
export function openSqliteImage(image: Buffer): Database {
  const writer = configure(new BetterSqlite3(image));
  return wrapSqlite(writer, writer, TURN);
}

function configure(handle: BetterSqlite3.Database): BetterSqlite3.Database {
  // FULL, so that what we confirmed as saved survives a power cut.
  handle.pragma('synchronous = FULL');
  handle.pragma('foreign_keys = ON');
  // What is deleted is overwritten: in the file at once, in the write-ahead log within a minute (deleted-bytes.ts).
  handle.pragma('secure_delete = ON');
  // Writes wait off the event loop (sqlite-lock.ts).
  handle.pragma('busy_timeout = 0');
  return handle;
}

function wrapSqlite(
  writer: BetterSqlite3.Database,
  reader: BetterSqlite3.Database,
  turn: number,
  guard = () => {},
  onBusy: (isBusy: boolean) => void = () => {},
): Database {
  const db: Db = new Kysely<Schema>({ dialect: sqliteDialect(writer, guard, onBusy, turn) });
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

function openPostgres(url: string, { onError = () => {} }: DatabaseEvents, bounds: PostgresBounds): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: bounds.connect,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  const bounded = boundPool(pool, bounds);
  return {
    dialect: 'postgres',
    db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool: bounded }) }),
    unboundedDb: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }),
    pool,
    async close() {
      const cut = setTimeout(bounded.cut, CLOSE_WAIT);
      await pool.end();
      clearTimeout(cut);
    },
  };
}

/** @returns the path of SQLite's file; null on PostgreSQL, and for a database in memory, as tests use it. */
export const fileOf = (database: Database): string | null =>
  database.dialect === 'sqlite' && !database.writer.memory ? database.writer.name : null;

/** The cheapest query, for health checks. @throws the driver's error when the database does not answer. */
export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}

/**
 * Prepares a read on a hot path. SQLite runs it in half the time that a query through Kysely takes, and on the reader, which
 * never waits for a writer.
 * @param text with a ? for each of the values that the read is called with.
 */
export function prepareRead<Row>(database: Database, text: string): (...values: string[]) => Promise<Row[]> {
  if (database.dialect === 'sqlite') {
    const statement = database.reader.prepare<string[], Row>(text);
    return async (...values) => statement.all(...values);
  }
  let count = 0;
  const numbered = text.replace(/\?/g, () => `$${++count}`);
  return async (...values) => (await database.db.executeQuery<Row>(CompiledQuery.raw(numbered, values))).rows;
}

/**
 * Runs reads in one transaction, so that all of them see the same moment: the parts of a report add up, whatever is
 * written meanwhile.
 * @param read must use the database it is given; the outer one would wait for this transaction to end.
 */
export const readSnapshot = <T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
