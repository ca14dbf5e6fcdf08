// What owners read at length: lists, searches, reports and exports. SQLite would keep the server's only thread for as long
// as a statement runs, and every visitor waiting; so processes of their own read there, at most two, which can be killed in
// the middle of a statement, as threads can't. PostgreSQL is such a process already.
import { type ChildProcess, fork } from 'node:child_process';
import { constants, getPriority, setPriority } from 'node:os';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
} from 'kysely';
import { makeFairTurns } from './fair-turns.ts';
import { type Database, type Db, fileOf, READ_TIMEOUT, readSnapshot } from './open.ts';
import type { Schema } from './schema.ts';
import { LocklessCompiler } from './sqlite-driver.ts';

/** What a reader process is asked, and what it answers: rows as lists of cells, in parts, or what is wrong. */
export type Question = { sql: string; parameters: readonly unknown[] };
export type Answer = { columns: string[]; rows: unknown[][]; isLast: boolean } | { code: string; message: string };

export type Readers = {
  /**
   * Reads one moment of the database, beside all other work.
   * @param account whose turn it takes: an account has one at a time. @param read must use the database it is given.
   * @throws what makes a request a 503 when a statement takes longer than READ_MAX, or too many reads wait
   */
  read<T>(account: string, read: (db: Db) => Promise<T>): Promise<T>;
  /** Does work while nobody reads: what is read keeps the write-ahead log from being emptied. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  stop(): void;
};

const READERS = 2;
/** In milliseconds: a statement that takes longer is ended. */
const READ_MAX = 2_000;
/** In milliseconds, of all statements of a read together: as long as that, nothing leaves the write-ahead log. */
const SNAPSHOT_MAX = 30_000;
/** In milliseconds: a process that isn't ready by then is ended. */
const START_MAX = 10_000;
/** So far below what answers visitors, where both want the processor (setpriority(2)). */
const NICE = 10;

/** Hardened services forbid it (systemd's `SystemCallFilter=~@resources`): then it reads at the server's own priority. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, Math.min(constants.priority.PRIORITY_LOW, getPriority() + NICE));
  } catch {}
}

const PROGRAM = new URL('./reader-process.ts', import.meta.url);

/** The code is among those of a busy database (faults.ts). */
class ReadEndedError extends Error {
  readonly code = 'SQLITE_BUSY_READ';

  constructor(why: string) {
    super(`a read was ended: ${why}`);
    this.name = 'ReadEndedError';
  }
}

/** @param maxMs of a statement. */
export function makeReaders(database: Database, maxMs = READ_MAX): Readers {
  const file = fileOf(database);
  if (file === null || database.dialect !== 'sqlite')
    return { read: (_account, read) => readSnapshot(database.db, read), alone: (work) => work(), stop: () => {} };
  const readers = Array.from({ length: READERS }, () => makeReader(file, database.guard, maxMs));
  const { atTurn, alone } = makeFairTurns(readers);
  return {
    read: (account, read) => atTurn(account, ({ db }) => readSnapshot(db, read)),
    alone,
    stop: () => {
      for (const reader of readers) reader.stop();
    },
  };
}

type Reader = { db: Db; stop(): void };

function toRow(columns: readonly string[], cells: readonly unknown[]): object {
  const row: Record<string, unknown> = {};
  for (const [at, column] of columns.entries()) row[column] = cells[at];
  return row;
}

/** A process that is started when it is first needed, and again once it has ended. @param guard throws when the file is gone. */
function makeReader(path: string, guard: () => void, maxMs: number): Reader {
  let child: ChildProcess | undefined;
  const end = (reader: ChildProcess) => {
    reader.kill('SIGKILL');
    if (child === reader) child = undefined;
  };

  /** @returns the rows that it answers. @param limit in ms, how long it may take. @throws what is wrong with a statement */
  const next = (reader: ChildProcess, limit: number) =>
    new Promise<object[]>((resolve, reject) => {
      const rows: object[] = [];
      const settle = (finish: () => void) => {
        clearTimeout(timer);
        reader.off('exit', ended).off('error', ended).off('message', take);
        finish();
      };
      const fail = (why: string) => {
        end(reader);
        settle(() => reject(new ReadEndedError(why)));
      };
      const ended = () => fail('its process ended');
      const timer = setTimeout(fail, limit, `it took longer than ${Math.round(limit)} ms`);
      const take = (message: unknown) => {
        const answer = message as Answer;
        if ('code' in answer) {
          settle(() => reject(Object.assign(new Error(answer.message), { code: answer.code })));
          return;
        }
        for (const cells of answer.rows) rows.push(toRow(answer.columns, cells));
        if (answer.isLast) settle(() => resolve(rows));
      };
      reader.on('exit', ended).on('error', ended).on('message', take);
    });

  /** @returns the process, once it has opened the database. */
  async function start(): Promise<ChildProcess> {
    const started = fork(PROGRAM, [path, String(READ_TIMEOUT)], {
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child = started;
    // What can't be started or sent to ends: whoever waits is told.
    started.on('error', () => end(started));
    if (started.pid !== undefined) lowerPriority(started.pid);
    await next(started, START_MAX);
    return started;
  }

  async function ask(reader: ChildProcess | undefined, sql: string, parameters: readonly unknown[]): Promise<object[]> {
    guard();
    // One that was started since knows nothing of this snapshot.
    if (!reader || reader !== child) throw new ReadEndedError('its process is gone');
    const answer = next(reader, Math.min(maxMs, until - performance.now()));
    reader.send({ sql, parameters } satisfies Question);
    return answer;
  }

  let current: ChildProcess | undefined;
  /** When the current read ends at the latest. */
  let until = 0;
  const connection: DatabaseConnection = {
    executeQuery: async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => ({
      rows: (await ask(current, sql, parameters)) as Row[],
    }),
    streamQuery: () => {
      throw new Error('readers answer whole pages');
    },
  };
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    destroy: async () => {},
    beginTransaction: async () => {
      guard();
      current = child?.connected ? child : await start();
      until = performance.now() + SNAPSHOT_MAX;
      await ask(current, 'begin', []);
    },
    commitTransaction: async () => void (await ask(current, 'commit', [])),
    rollbackTransaction: async () => {
      if (current === child) await ask(current, 'rollback', []);
    },
  };
  return {
    db: new Kysely<Schema>({
      dialect: {
        createAdapter: () => new SqliteAdapter(),
        createDriver: () => driver,
        createIntrospector: (db) => new SqliteIntrospector(db),
        createQueryCompiler: () => new LocklessCompiler(),
      },
    }),
    stop: () => {
      if (child) end(child);
    },
  };
}
