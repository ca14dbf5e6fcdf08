// What is stored: all of it, or what belongs to owners, which a refused call must leave unchanged.
import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';

/** @returns every row of every table, in a fixed order. */
export async function allRows(db: Db): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db);
    found[name] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return found;
}

/** @returns all accounts, sites, widgets, notifications and templates, in a fixed order. */
export const ownersRows = async (db: Db) => ({
  users: await db.selectFrom('users').selectAll().orderBy('id').execute(),
  sites: await db.selectFrom('sites').selectAll().orderBy('id').execute(),
  widgets: await db.selectFrom('widgets').selectAll().orderBy('id').execute(),
  templates: await db.selectFrom('templates').selectAll().orderBy('id').execute(),
  notifications: await db.selectFrom('notifications').selectAll().orderBy('id').execute(),
});
