// Brings a database up to date, one step per transaction and one process at a time, and refuses to run when the
// database is newer than the program. Kysely's own Migrator uses no transactions on SQLite, hence this runner.
import { type Kysely, sql } from 'kysely';
import { MIGRATIONS, type Migration } from '#migrations';
import type { Database } from './open.ts';

/** Any constant: all instances of one database must use the same (PostgreSQL advisory lock). */
const LOCK = 7_268_041;

export class NewerDatabaseError extends Error {
  constructor(names: string[]) {
    super(
      `The database is newer than this program: it knows the migrations ${names.join(', ')}, which this version does not. Start the newer version, or restore a backup made before it.`,
    );
    this.name = 'NewerDatabaseError';
  }
}

/**
 * @param steps the migrations in order; tests may pass their own.
 * @returns the names of the steps that ran, in order.
 * @throws NewerDatabaseError when the database has a step that the program does not know; then nothing is changed.
 */
export async function migrate(database: Database, steps: readonly Migration[] = MIGRATIONS): Promise<string[]> {
  const isSqlite = database.dialect === 'sqlite';
  return database.db.connection().execute(async (connection) => {
    const db = connection as unknown as Kysely<never>;
    const run = (text: string) => sql.raw(text).execute(db);
    if (!isSqlite) await run(`select pg_advisory_lock(${LOCK})`);
    // Rebuilding a parent table with foreign keys on would delete its children, so they are checked before each commit
    // instead.
    else await run('pragma foreign_keys = off');
    try {
      await run('create table if not exists migrations (name text primary key, run_at text not null)');
      const done: string[] = [];
      for (const step of steps) {
        await run(isSqlite ? 'begin immediate' : 'begin');
        try {
          const isNew = await isPending(db, steps, step.name);
          if (isNew) {
            await step.up(db);
            const now = new Date().toISOString();
            await sql`insert into migrations (name, run_at) values (${step.name}, ${now})`.execute(db);
            if (isSqlite) await checkForeignKeys(db);
            done.push(step.name);
          }
          await run('commit');
        } catch (error) {
          await run('rollback');
          throw error;
        }
      }
      return done;
    } finally {
      await run(isSqlite ? 'pragma foreign_keys = on' : `select pg_advisory_unlock(${LOCK})`);
    }
  });
}

async function isPending(db: Kysely<never>, steps: readonly Migration[], name: string): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db);
  const known = new Set(steps.map((step) => step.name));
  const unknown = rows.map((row) => row.name).filter((row) => !known.has(row));
  if (unknown.length > 0) throw new NewerDatabaseError(unknown);
  return !rows.some((row) => row.name === name);
}

async function checkForeignKeys(db: Kysely<never>): Promise<void> {
  const { rows } = await sql`pragma foreign_key_check`.execute(db);
  if (rows.length > 0) throw new Error(`The migration leaves ${rows.length} rows without their parent`);
}

/**
 * For tools that run beside a server: leaves migrating to it.
 * @throws NewerDatabaseError; an error that says what to do when steps are missing
 */
export async function requireMigrated({ db }: Database): Promise<void> {
  const migrated = (await db.introspection.getTables()).some(({ name }) => name === 'migrations');
  for (const { name } of MIGRATIONS) {
    if (!migrated || (await isPending(db as unknown as Kysely<never>, MIGRATIONS, name))) {
      throw new Error('The database is not up to date. Run npm start or npm run migrate first');
    }
  }
}
