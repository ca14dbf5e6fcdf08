// `npm run migrate`, and the first step of every start: brings the database up to date.
import { mkdirSync } from 'node:fs';
import type { Logger } from 'pino';
import { FOLDER_MODE } from '../data-folder.ts';
import { migrate as migrateDatabase } from '../db/migrate.ts';
import { type Database, openDatabase } from '../db/open.ts';
import type { Env } from '../env.ts';

/** @returns the open database, fully migrated; the caller closes it. */
export async function openMigrated(env: Env, log: Logger): Promise<Database> {
  mkdirSync(env.DATA_DIR, { recursive: true, mode: FOLDER_MODE });
  const database = openDatabase(env.DATABASE_URL, (error) => log.error({ err: error }, 'database connection lost'));
  const steps = await migrateDatabase(database);
  if (steps.length > 0) log.info({ steps }, 'database migrated');
  return database;
}

/** Migrates the database and closes it. */
export async function migrate(env: Env, log: Logger): Promise<void> {
  const database = await openMigrated(env, log);
  await database.close();
}
