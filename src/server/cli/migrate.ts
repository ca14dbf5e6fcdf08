// `npm run migrate`, and the first step of every start: brings the database up to date.
import { closeSync, openSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Logger } from 'pino';
import { makeFolder } from '../data-folder.ts';
import { overwriteDeleted } from '../db/deleted-bytes.ts';
import { makeDiskReserve } from '../db/disk-reserve.ts';
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
 * @param overwrite whether the file is written anew without what was deleted: if it never was, or in any case.
 * @returns the open database, fully migrated; the caller closes it. @throws naming the file, when it is still in use.
 */
export async function openMigrated(
  env: Env,
  log: Logger,
  isNewDatabase: boolean,
  wait: number,
  overwrite: 'once' | 'always' = 'once',
): Promise<Database> {
  makeFolder(env.DATA_DIR);
  checkDatabaseFile(env, log, isNewDatabase);
  makeRoom(env);
  const unlock = await lock(env, log, wait);
  let database: Database | undefined;
  const close = async () => {
    await database?.close();
    unlock();
  };
  try {
    database = open(env, log);
    checkContent(database);
    await checkNotEmptied(database, env, isNewDatabase);
    const steps = await migrateDatabase(database);
    if (steps.length > 0) log.info({ steps }, 'database migrated');
    if (database.dialect === 'sqlite') clean(database, log, steps[0] === FIRST_STEP, overwrite);
  } catch (error) {
    await close();
    throw error;
  }
  return { ...database, close };
}

/** What only a new database lacks. */
const FIRST_STEP = '001-initial';

/** Bytes. To lock and open a SQLite file takes room beside it, even to read. */
const START_ROOM = 1024 ** 2;

/** On a full disk a start takes a piece of the reserve. */
function makeRoom({ DATABASE_URL }: Env): void {
  if (!DATABASE_URL.startsWith('file:')) return;
  const file = DATABASE_URL.slice('file:'.length);
  const { bavail, bsize } = statfsSync(dirname(file));
  if (bavail * bsize < START_ROOM) makeDiskReserve(file, Date.now).give('start');
}

function open({ DATABASE_URL }: Env, log: Logger): Database {
  const events = {
    onError: (error: Error) => log.error(describeError(error), 'database lost'),
    onBusy: (isBusy: boolean) => {
      if (isBusy)
        log.error({ fault: explainFault({ code: 'SQLITE_BUSY' }) }, 'the database is locked: writes are refused');
      else log.info('the database is free again');
    },
  };
  return openDatabase(DATABASE_URL, events);
}

/** Overwrites what was deleted. No start fails because that can't be done: the next one tries again. */
function clean(
  database: Extract<Database, { dialect: 'sqlite' }>,
  log: Logger,
  isNew: boolean,
  how: 'once' | 'always',
): void {
  try {
    const start = performance.now();
    const became = overwriteDeleted(database, isNew, how);
    if (became === 'done')
      log.info({ ms: Math.round(performance.now() - start) }, 'what was deleted earlier has been overwritten');
    if (became === 'too-large')
      log.warn(
        'the database still holds what was deleted before this version. It is larger than 1 GiB, so that overwriting it takes minutes: stop the server and run npm run migrate -- --overwrite-deleted',
      );
  } catch (error) {
    if (how === 'always') throw error;
    const why = explainFault(error) ?? String(error);
    log.warn({ why }, 'what was deleted earlier could not be overwritten; the next start tries again');
  }
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

/** Migrates the database and closes it. @param overwrite as openMigrated has it; 'always' fails where it can't be done. */
export async function migrate(
  env: Env,
  log: Logger,
  isNewDatabase: boolean,
  overwrite: 'once' | 'always' = 'once',
): Promise<void> {
  const database = await openMigrated(env, log, isNewDatabase, 0, overwrite);
  await database.close();
}
