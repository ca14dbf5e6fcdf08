// What Kysely's SQLite driver lacks: it keeps prepared statements, notices that the database file is gone, or another
// server's by now, and keeps the error that ended a transaction.
import { realpathSync, type Stats, statSync } from 'node:fs';
import type BetterSqlite3 from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type Kysely,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type TransactionSettings,
} from 'kysely';
import { LRUCache } from 'lru-cache';

type Dialect = ConstructorParameters<typeof Kysely>[0]['dialect'];

/** SQLite's own code for it, which it doesn't give in WAL mode. Writes would be acknowledged, and lost. */
class MovedFileError extends Error {
  readonly code = 'SQLITE_READONLY_DBMOVED';

  constructor(path: string) {
    super(`${path} is no longer the file that was opened`);
    this.name = 'MovedFileError';
  }
}

/** Somebody deleted our lock, and another server has made its own. */
class LostLockError extends Error {
  readonly code = 'SQLITE_LOCKED_ELSEWHERE';

  constructor(path: string) {
    super(`${path} is another server's`);
    this.name = 'LostLockError';
  }
}

/**
 * @param path of a database that is open now.
 * @param onMoved called once each time a file is missed.
 * @returns a function that throws while another file, or none, is in its place, or in that of its write-ahead log, which
 * stays the same for as long as the database is open; or while another file is in the place of its lock. It costs about
 * three microseconds.
 */
export function guardFile(path: string, onMoved: (error: Error) => void): () => void {
  // SQLite and the lock follow links.
  const real = realpathSync(path);
  const lock = `${real}-lock`;
  const files = [path, `${real}-wal`, lock].map((name) => ({ name, opened: look(name) }));
  let isMissed = false;
  return () => {
    const missed = files.find((file) => {
      const found = look(file.name);
      // The log is made by the first statement, the lock by a server.
      file.opened ??= found;
      if (!found && file.name === lock) return false;
      return file.opened && (found?.ino !== file.opened.ino || found.dev !== file.opened.dev);
    });
    if (!missed) {
      isMissed = false;
      return;
    }
    const error = missed.name === lock ? new LostLockError(lock) : new MovedFileError(missed.name);
    if (!isMissed) onMoved(error);
    isMissed = true;
    throw error;
  };
}

/** @returns nothing for what is missing, or can't be looked at any more. */
function look(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** How many statements are kept: more than there are, but for lists of values of every length. */
const STATEMENTS_MAX = 500;

/**
 * Keeps statements for the next time they run: preparing one and compiling the shape of its rows takes longer than most of
 * them take to run. SQLite prepares one again by itself after the schema has changed.
 */
function keepStatements(writer: BetterSqlite3.Database): SqliteDatabase {
  const kept = new LRUCache<string, BetterSqlite3.Statement>({ max: STATEMENTS_MAX });
  return {
    close: () => void writer.close(),
    prepare(sql) {
      const known = kept.get(sql);
      // One whose rows are still being read can't run a second time.
      if (known && !known.busy) return known;
      const statement = writer.prepare(sql);
      kept.set(sql, statement);
      return statement;
    },
  };
}

/** @param guard called before each use of the connection; what it throws is what every query answers then. */
export function sqliteDialect(writer: BetterSqlite3.Database, guard: () => void): Dialect {
  const database = keepStatements(writer);
  const dialect = new SqliteDialect({ database });
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () => guardDriver(new SqliteDriver({ database }), writer, guard),
  };
}

function guardDriver(driver: Driver, writer: BetterSqlite3.Database, guard: () => void): Driver {
  const acquire = driver.acquireConnection.bind(driver);
  const rollBack = driver.rollbackTransaction.bind(driver);
  return Object.assign(driver, {
    // A rejection here would keep Kysely's mutex locked for ever, so the connection fails instead.
    acquireConnection: async () => {
      try {
        guard();
        return await acquire();
      } catch (error) {
        return failingConnection(error);
      }
    },
    // One that reads before it writes would fail at once, without waiting, if another process has written in between.
    beginTransaction: async (connection: DatabaseConnection, { accessMode }: TransactionSettings) => {
      const begin = accessMode === 'read only' ? 'begin' : 'begin immediate';
      await connection.executeQuery(CompiledQuery.raw(begin));
    },
    // On a full disk SQLite rolls back by itself. A second rollback would fail, and its error would hide the first.
    rollbackTransaction: async (connection: DatabaseConnection) => {
      if (writer.inTransaction) await rollBack(connection);
    },
  });
}

const failingConnection = (error: unknown): DatabaseConnection => ({
  executeQuery: () => Promise.reject(error),
  // biome-ignore lint/correctness/useYield: it has nothing to yield.
  async *streamQuery() {
    throw error;
  },
});
