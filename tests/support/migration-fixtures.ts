// The rows that each schema version holds in the tests of migrations (migrations/fixtures), and what those tests read
// of a database: its rows and its structure.
import { existsSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { MIGRATIONS } from '#migrations';
import { migrate } from '#server/db/migrate.ts';
import type { Database } from '#server/db/open.ts';
import { emptyDatabase } from './databases.ts';

export type Row = Record<string, string | number | null>;
export type Rows = Record<string, Row[]>;

/** What a step does to the rows before it, and the rows that are added once it has run. */
export type Fixture = {
  /** Only what is named here may be gone after the step. */
  drops?: { tables?: string[]; columns?: Record<string, string[]>; rows?: Rows };
  /** Columns whose values the step changes; `makes` says to what. */
  changes?: Record<string, string[]>;
  /** Rows that the step makes or changes, or parts of them. No other row may appear. */
  makes?: Rows;
  /** Inserted in this order, parents first, so that the steps to come find the step's tables and columns filled. */
  rows: Rows;
};

/** @returns the fixture of a step. @throws saying what to do when it has none */
export function readFixture(step: string): Fixture {
  const path = `migrations/fixtures/${step}.json`;
  if (!existsSync(path)) throw new Error(`${path} is missing: see docs/how-to/migration.md`);
  return JSON.parse(readFileSync(path, 'utf8')) as Fixture;
}

export async function insertRows(database: Database, rows: Rows): Promise<void> {
  for (const [table, values] of Object.entries(rows)) {
    for (const row of values) {
      const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
      await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(
        database.db,
      );
    }
  }
}

/**
 * @param steps how many steps it has run.
 * @returns an empty database that has lived through that many steps, with the rows of each; the caller closes it.
 */
export async function databaseAt(dialect: Database['dialect'], steps: number): Promise<Database> {
  const database = await emptyDatabase(dialect);
  for (const [n, { name }] of MIGRATIONS.slice(0, steps).entries()) {
    await migrate(database, MIGRATIONS.slice(0, n + 1));
    await insertRows(database, readFixture(name).rows);
  }
  return database;
}

export type Column = { name: string; isNullable: boolean };

/** @returns the columns of every table but the list of steps itself. */
export async function readColumns(db: Database['db']): Promise<Record<string, Column[]>> {
  const tables = (await db.introspection.getTables()).filter(({ name }) => name !== 'migrations');
  return Object.fromEntries(
    tables.map(({ name, columns }) => [name, columns.map((c) => ({ name: c.name, isNullable: c.isNullable }))]),
  );
}

/** @returns every row of every table, in an order of its own. */
export async function readRows(db: Database['db']): Promise<Rows> {
  const tables = Object.keys(await readColumns(db)).sort();
  const all: Rows = {};
  for (const table of tables) {
    const { rows } = await sql<Row>`select * from ${sql.table(table)}`.execute(db);
    all[table] = rows.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  return all;
}

/** @returns tables, indexes and constraints as the database itself describes them, and the steps it has run. */
export async function readStructure({ db, dialect }: Database): Promise<unknown[]> {
  const queries =
    dialect === 'sqlite'
      ? [`select type, name, tbl_name, sql from sqlite_master where name <> 'migrations' order by type, name`]
      : [
          `select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
            where table_schema = 'public' order by table_name, ordinal_position`,
          `select indexname, indexdef from pg_indexes where schemaname = 'public' order by indexname`,
          `select conname, conrelid::regclass::text as of, pg_get_constraintdef(oid) as is from pg_constraint
            where connamespace = 'public'::regnamespace order by conname`,
        ];
  const parts: unknown[] = [];
  const isNew = !(await db.introspection.getTables()).some(({ name }) => name === 'migrations');
  for (const query of isNew ? queries : [...queries, 'select name from migrations order by name']) {
    parts.push((await sql.raw(query).execute(db)).rows);
  }
  return parts;
}
