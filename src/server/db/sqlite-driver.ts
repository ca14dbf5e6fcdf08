// What Kysely's SQLite driver lacks: it keeps prepared statements, notices that the database file is gone, or another
// server's by now, waits for other processes without blocking this one, lets others have their turn between statements,
// keeps the error that ended a transaction, and leaves out what locks rows.
import { realpathSync, type Stats, statSync } from 'node:fs';
import type BetterSqlite3 from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type Kysely,
  type SelectModifierNode,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { makeTurns } from '../turns.ts';
import { isBusy } from './faults.ts';
import { makeMutex, PATIENCE, watchLock } from './sqlite-lock.ts';

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

/** Leaves out what locks rows: there is one writer, and a transaction is it from its beginning. */
export class LocklessCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === 'Distinct') super.visitSelectModifier(node);
  }
}

const BEGIN = CompiledQuery.raw('begin immediate');
const BEGIN_READING = CompiledQuery.raw('begin');
const COMMIT = CompiledQuery.raw('commit');

/**
 * @param guard called before each statement outside of a transaction, and before each commit; what it throws is what they
 * answer then: nothing is acknowledged that went to a file that is gone.
 * @param onBusy called with true when another process has kept a write waiting for too long, and with false when that is over.
 * @param turnMs how long statements may take until others get their turn.
 */
export function sqliteDialect(
  writer: BetterSqlite3.Database,
  guard: () => void,
  onBusy: (isBusy: boolean) => void,
  turnMs: number,
): Dialect {
  const database = keepStatements(writer);
  const dialect = new SqliteDialect({ database });
  return {
    // The mutex is ours: Kysely's own can't be given on while a write waits for another process.
    createAdapter: () => Object.defineProperty(dialect.createAdapter(), 'supportsMultipleConnections', { value: true }),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => new LocklessCompiler(),
    createDriver: () => guardDriver(new SqliteDriver({ database }), writer, guard, onBusy, turnMs),
  };
}

function guardDriver(
  driver: Driver,
  writer: BetterSqlite3.Database,
  guard: () => void,
  onBusy: (isBusy: boolean) => void,
  turnMs: number,
): Driver {
  const acquire = driver.acquireConnection.bind(driver);
  const rollBack = driver.rollbackTransaction.bind(driver);
  const mutex = makeMutex();
  const lock = watchLock(writer, onBusy);
  // Statements answer at once, so whoever asks many in a row would keep the thread until the last. In between, a transaction
  // keeps the connection, and visitors are answered from memory and by the reader.
  const turn = makeTurns(turnMs);

  /** What another process keeps from beginning is tried again, for nothing of it has happened. */
  const patient = (connection: DatabaseConnection): DatabaseConnection => ({
    async executeQuery<R>(query: CompiledQuery) {
      await turn();
      const until = performance.now() + PATIENCE;
      for (;;) {
        if (writer.inTransaction ? query === COMMIT : query !== BEGIN && query !== BEGIN_READING) guard();
        try {
          return await connection.executeQuery<R>(query);
        } catch (error) {
          if (!isBusy(error) || writer.inTransaction) throw error;
          if (performance.now() >= until) {
            lock.refused();
            throw error;
          }
        }
        mutex.unlock();
        await lock.wait(until);
        await mutex.lock();
      }
    },
    streamQuery: (query, size) => connection.streamQuery(query, size),
  });

  let connection: DatabaseConnection | undefined;
  return Object.assign(driver, {
    acquireConnection: async () => {
      await mutex.lock();
      connection ??= patient(await acquire());
      return connection;
    },
    releaseConnection: async () => mutex.unlock(),
    // Whoever begins by reading would be refused at its first write if another process wrote meanwhile, without a wait.
    beginTransaction: async (own: DatabaseConnection, { accessMode }: TransactionSettings) => {
      await own.executeQuery(accessMode === 'read only' ? BEGIN_READING : BEGIN);
    },
    commitTransaction: async (own: DatabaseConnection) => {
      await own.executeQuery(COMMIT);
    },
    // On a full disk SQLite rolls back by itself. A second rollback would fail, and its error would hide the first.
    rollbackTransaction: async (own: DatabaseConnection) => {
      if (writer.inTransaction) await rollBack(own);
    },
  });
}
