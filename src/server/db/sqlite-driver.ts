// What Kysely's SQLite driver lacks: it keeps prepared statements, waits for another process without standing in the way of
// anything else, notices that the database file is gone, or another server's by now, and keeps the error that ended a
// transaction.
import { realpathSync, type Stats, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
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
import { isBusy } from './faults.ts';

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
    // Kysely's own lock would be held by whoever waits for another process.
    createAdapter: () => Object.create(dialect.createAdapter(), { supportsMultipleConnections: { value: true } }),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () => guardDriver(new SqliteDriver({ database }), writer, guard),
  };
}

/** How long a write waits for another process's, in milliseconds: somebody may be waiting for its answer. */
const BUSY_WAIT = 2_000;
/** Between two tries, at first and at most, in milliseconds. */
const RETRY_DELAYS = { first: 10, last: 160 };

/** Whose turn it is to use the one connection. */
class Turns {
  #waiting: (() => void)[] = [];
  #isTaken = false;

  async take(): Promise<void> {
    if (this.#isTaken) await new Promise<void>((next) => this.#waiting.push(next));
    this.#isTaken = true;
  }

  give(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isTaken = false;
  }

  /** Runs `work`, and while another process holds the database, again after the turns of others. */
  async retry<T>(work: () => Promise<T>): Promise<T> {
    const end = performance.now() + BUSY_WAIT;
    for (let delay = RETRY_DELAYS.first; ; delay = Math.min(2 * delay, RETRY_DELAYS.last)) {
      try {
        return await work();
      } catch (error) {
        if (!isBusy(error) || performance.now() > end) throw error;
        this.give();
        await pause(delay);
        await this.take();
      }
    }
  }
}

function guardDriver(driver: Driver, writer: BetterSqlite3.Database, guard: () => void): Driver {
  const acquire = driver.acquireConnection.bind(driver);
  const rollBack = driver.rollbackTransaction.bind(driver);
  const turns = new Turns();
  return Object.assign(driver, {
    // A rejection here would keep the turn for ever, so the connection fails instead.
    acquireConnection: async () => {
      await turns.take();
      try {
        guard();
        const connection = await acquire();
        return {
          // In a transaction, the database is this process's already.
          executeQuery: (query: CompiledQuery) =>
            writer.inTransaction ? connection.executeQuery(query) : turns.retry(() => connection.executeQuery(query)),
          streamQuery: connection.streamQuery.bind(connection),
        } as DatabaseConnection;
      } catch (error) {
        return failingConnection(error);
      }
    },
    releaseConnection: async () => turns.give(),
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
