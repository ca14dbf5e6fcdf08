// Brings a database up to date: all steps that it lacks in one transaction, by one process at a time. Refuses to run
// when the database is newer than the program. Kysely's own Migrator uses no transactions on SQLite, hence this runner.
import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { MIGRATIONS, type Migration } from '#migrations';
import { explainFault, isBusy, isLocked, isSilence } from './faults.ts';
import { type Database, type Db, ping } from './open.ts';

/** Any constant: all instances of one database must use the same (PostgreSQL advisory lock). */
const LOCK = 7_268_041;
/** How long to wait for another process that is migrating or writing, in milliseconds. */
const LOCK_WAIT = 60_000;
const RETRY_DELAY = 50;
/** How often to check that PostgreSQL still responds during a migration, in milliseconds. */
const WATCH_INTERVAL = 2_000;

/** Why a database was not brought up to date, and what to do; it is as it was. */
export class MigrationError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'MigrationError';
  }
}

const newerDatabase = (names: string[]) =>
  new MigrationError(
    `The database is newer than this program: it knows the migrations ${names.join(', ')}, which this version does not. Start the newer version, or restore a backup made before it.`,
  );

export function failedStep(step: string, cause: unknown): MigrationError {
  const words = cause instanceof Error ? cause.message : String(cause);
  const fault = explainFault(cause);
  return new MigrationError(
    `The database could not be brought up to date: step ${step} failed: ${fault ? `${fault} (${words})` : words}. Nothing was changed, so the version you ran before still works with it. Remove the cause and start this version again.`,
    cause,
  );
}

/** PostgreSQL accepts no connection in time, or stopped answering while it was migrated. */
export const silentDatabase = (cause: unknown) =>
  new MigrationError(
    'PostgreSQL does not respond. Check that it runs and that DATABASE_URL leads to it, then start again; an update that was under way is undone.',
    cause,
  );

/** Another process held the database for all of `wait`. */
const busyDatabase = (wait: number, cause: unknown) =>
  new MigrationError(
    `The database could not be brought up to date: another process has been migrating or writing for ${wait / 1000} s. Wait until it is done, or end it, and start again.`,
    cause,
  );

/**
 * @param steps the migrations in order; tests may pass their own.
 * @param wait how long to wait for other processes, in milliseconds.
 * @returns the names of the steps that ran, in order.
 * @throws MigrationError when the database has a step that the program does not know, a step fails, another process holds
 * the database, or PostgreSQL hangs.
 */
export function migrate(
  database: Database,
  steps: readonly Migration[] = MIGRATIONS,
  wait = LOCK_WAIT,
): Promise<string[]> {
  if (database.dialect === 'sqlite') return runSteps(database.db, true, steps, wait);
  return whileResponding(database.db, () => runSteps(database.unboundedDb, false, steps, wait));
}

/**
 * A step may take as long as it needs, but not on a database that has stopped answering.
 * @param db bounded in time.
 * @throws MigrationError
 */
async function whileResponding<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const silent = (error: unknown) => {
    throw isSilence(error) ? silentDatabase(error) : error;
  };
  await ping(db).catch(silent);
  const isDone = new AbortController();
  const watch = async (): Promise<never> => {
    for (;;) {
      await pause(WATCH_INTERVAL, undefined, { signal: isDone.signal, ref: false });
      await ping(db).catch(silent);
    }
  };
  const watching = watch();
  watching.catch(() => {});
  try {
    return await Promise.race([work(), watching]);
  } finally {
    isDone.abort();
  }
}

async function runSteps(database: Db, isSqlite: boolean, steps: readonly Migration[], wait: number): Promise<string[]> {
  return database.connection().execute(async (connection) => {
    const db = connection as unknown as Kysely<never>;
    const run = (text: string) => sql.raw(text).execute(db);
    if (isSqlite && (await isUpToDate(db, steps))) return [];
    // Rebuilding a parent table with foreign keys on would delete its children, so they are checked after each step
    // instead.
    if (isSqlite) await run('pragma foreign_keys = off');
    try {
      await (isSqlite ? beginOnSqlite(run, wait) : beginOnPostgres(run, wait));
      await run('create table if not exists migrations (name text primary key, run_at text not null)');
      const pending = await findPending(db, steps);
      for (const step of pending) await runStep(db, step, isSqlite);
      await run('commit');
      return pending.map(({ name }) => name);
    } catch (error) {
      // The database may have rolled back by itself or be gone: the first error is the one that says why.
      await run('rollback').catch(() => {});
      throw error;
    } finally {
      if (isSqlite) await run('pragma foreign_keys = on');
    }
  });
}

/** Another program may hold the lock for long, and a start without steps has nothing to write. @throws MigrationError */
async function isUpToDate(db: Kysely<never>, steps: readonly Migration[]): Promise<boolean> {
  const { rows } = await sql`select 1 from sqlite_master where name = 'migrations'`.execute(db);
  return rows.length > 0 && (await findPending(db, steps)).length === 0;
}

type Run = (text: string) => Promise<unknown>;

/** Retries instead of raising busy_timeout, which would block the process. */
async function beginOnSqlite(run: Run, wait: number): Promise<void> {
  const end = performance.now() + wait;
  for (;;) {
    try {
      await run('begin immediate');
      return;
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() > end) throw busyDatabase(wait, error);
      await pause(RETRY_DELAY);
    }
  }
}

/** The lock ends with the transaction, even if the process dies. */
async function beginOnPostgres(run: Run, wait: number): Promise<void> {
  await run('begin');
  await run(`set local lock_timeout = ${wait}`);
  // A step over a large table may take long.
  await run('set local statement_timeout = 0');
  try {
    await run(`select pg_advisory_xact_lock(${LOCK})`);
  } catch (error) {
    throw isLocked(error) ? busyDatabase(wait, error) : error;
  }
}

async function findPending(db: Kysely<never>, steps: readonly Migration[]): Promise<Migration[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db);
  const known = new Set(steps.map((step) => step.name));
  const unknown = rows.map((row) => row.name).filter((row) => !known.has(row));
  if (unknown.length > 0) throw newerDatabase(unknown);
  const done = new Set(rows.map((row) => row.name));
  return steps.filter((step) => !done.has(step.name));
}

async function runStep(db: Kysely<never>, step: Migration, isSqlite: boolean): Promise<void> {
  try {
    await step.up(db);
    const now = new Date().toISOString();
    await sql`insert into migrations (name, run_at) values (${step.name}, ${now})`.execute(db);
    if (isSqlite) await checkForeignKeys(db);
  } catch (error) {
    throw failedStep(step.name, error);
  }
}

async function checkForeignKeys(db: Kysely<never>): Promise<void> {
  const { rows } = await sql`pragma foreign_key_check`.execute(db);
  if (rows.length > 0) throw new Error(`it leaves ${rows.length} rows without their parent`);
}

/**
 * For tools that run beside a server: leaves migrating to it.
 * @throws MigrationError; an error that says what to do when steps are missing
 */
export async function requireMigrated({ db }: Database): Promise<void> {
  const isMigrated = (await db.introspection.getTables()).some(({ name }) => name === 'migrations');
  if (!isMigrated || (await findPending(db as unknown as Kysely<never>, MIGRATIONS)).length > 0) {
    throw new Error('The database is not up to date. Run npm start or npm run migrate first');
  }
}
