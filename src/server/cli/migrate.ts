// `npm run migrate`, and the first step of every start: brings the database up to date.
import { closeSync, openSync } from 'node:fs';
import type { Logger } from 'pino';
import { makeFolder } from '../data-folder.ts';
import { rebuildOnce } from '../db/deleted-bytes.ts';
import { describeError, explainFault } from '../db/faults.ts';
import { migrate as migrateDatabase } from '../db/migrate.ts';
import { type Database, openDatabase } from '../db/open.ts';
import { lockServer } from '../db/server-lock.ts';
import type { Env } from '../env.ts';
import { checkContent, checkDatabaseFile, checkNotEmptied } from './database-file.ts';

/**
 * Opens the database, for this process alone if it is SQLite, and brings it up to date.
 * @param isNewDatabase whether to make an empty one where one is missing that was there.
 * @param wait how long to wait for a server on the same file to end, in milliseconds.
 * @param rebuiltMax bytes of a file that is built anew, once, for what earlier versions deleted; 1 GiB without it.
 * @returns the open database, fully migrated; the caller closes it. @throws naming the file, when it is still in use.
 */
export async function openMigrated(
  env: Env,
  log: Logger,
  isNewDatabase: boolean,
  wait: number,
  rebuiltMax?: number,
): Promise<Database> {
  makeFolder(env.DATA_DIR);
  checkDatabaseFile(env, log, isNewDatabase);
  const unlock = await lock(env, log, wait);
  let database: Database | undefined;
  const close = async () => {
    await database?.close();
    unlock();
  };
  try {
    database = openDatabase(env.DATABASE_URL, (error) => log.error(describeError(error), 'database lost'));
    checkContent(database);
    await checkNotEmptied(database, env, isNewDatabase);
    const steps = await migrateDatabase(database);
    if (steps.length > 0) log.info({ steps }, 'database migrated');
    overwriteDeleted(database, log, rebuiltMax);
  } catch (error) {
    await close();
    throw error;
  }
  return { ...database, close };
}

/**
 * Any number of servers may share one PostgreSQL. A SQLite file is locked before it is opened: when two processes prepare
 * the same new file, SQLite refuses one of them at once, whatever its time-out, because each waits for the other.
 */
async function lock({ DATABASE_URL }: Env, log: Logger, wait: number): Promise<() => void> {
  if (!DATABASE_URL.startsWith('file:')) return () => {};
  const file = DATABASE_URL.slice('file:'.length);
  // The lock is found by the database's real path. An empty file is an empty database.
  closeSync(openSync(file, 'a'));
  const onWait = () => log.info('waiting for another server on this database to end');
  return lockServer(file, wait, onWait);
}

/** What was deleted before this version is overwritten. Nothing else depends on it, so a full disk is no reason not to start. */
function overwriteDeleted(database: Database, log: Logger, max?: number): void {
  const left = "rows that earlier versions deleted can still be read in the database's file";
  try {
    if (rebuildOnce(database, max)) log.warn(`${left}. Stop the server and run: npm run migrate (it may take minutes)`);
  } catch (error) {
    if (explainFault(error) === null) throw error;
    log.warn(describeError(error), `${left}. The next start tries again to overwrite them`);
  }
}

/** Migrates the database, however large it is, and closes it. */
export async function migrate(env: Env, log: Logger, isNewDatabase: boolean): Promise<void> {
  const database = await openMigrated(env, log, isNewDatabase, 0, Number.POSITIVE_INFINITY);
  await database.close();
}
