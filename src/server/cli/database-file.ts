// Looks at the SQLite file before it is opened, because SQLite would create a missing one without a word, and has few
// words for the rest; and looks for damage once it is open.
import { accessSync, constants, lstatSync, readlinkSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Logger } from 'pino';
import { findDamage } from '../db/faults.ts';
import type { Database } from '../db/open.ts';
import type { Env } from '../env.ts';
import { secretKeyFile } from '../secret-key.ts';

/**
 * @param isNewDatabase whether the operator asked for an empty database where one is missing.
 * @throws naming the file and what to do, when there can't be a database, or there was one that is missing
 */
export function checkDatabaseFile(env: Env, log: Logger, isNewDatabase: boolean): void {
  if (!env.DATABASE_URL.startsWith('file:')) {
    if (isNewDatabase) log.warn('--new-database is for SQLite files; this installation runs on PostgreSQL');
    return;
  }
  const file = env.DATABASE_URL.slice('file:'.length);
  const key = secretKeyFile(env.DATA_DIR);
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found || found.size === 0) {
    if (exists(key) && !isNewDatabase) throw new Error(missing(file, key, found));
    requireWritable(dirname(file), `The folder of ${file}`);
    return;
  }
  if (!found.isFile())
    throw new Error(
      `${file} is ${found.isDirectory() ? 'a directory' : 'no file'}, not a database. Check DATA_DIR and DATABASE_URL`,
    );
  requireWritable(file, file);
  // For the write-ahead log and the lock.
  requireWritable(dirname(file), `The folder of ${file}`);
  if (isNewDatabase)
    log.warn(`--new-database: there is a database at ${file}, and it is used. Move it away to start with an empty one`);
}

/** @throws when a SQLite file holds nothing, as one does that somebody only opened. The rest is as in checkDatabaseFile. */
export async function checkNotEmptied({ dialect, db }: Database, env: Env, isNewDatabase: boolean): Promise<void> {
  const key = secretKeyFile(env.DATA_DIR);
  if (dialect !== 'sqlite' || isNewDatabase || !exists(key)) return;
  if ((await db.introspection.getTables()).length > 0) return;
  const file = env.DATABASE_URL.slice('file:'.length);
  throw new Error(missing(file, key, statSync(file)));
}

/** Says what is lost when a database has users, but the key beside it is gone. Call it before a new one is made. */
export async function warnOfLostKey({ db }: Database, env: Env, log: Logger): Promise<void> {
  const key = secretKeyFile(env.DATA_DIR);
  if (env.SECRET_KEY || exists(key)) return;
  if (!(await db.selectFrom('users').select('id').limit(1).executeTakeFirst())) return;
  log.warn(
    `${key} is missing, and a new one is made. What the old one had signed is refused: unsubscribe links in emails already sent, inspection links and emailed codes stop working, every browser counts as new again, and visitors' interactions count only after the widget has fetched its notifications anew. People stay logged in; accounts and data are complete`,
  );
}

/** Bytes. Up to this size the check takes less than a second. */
const CHECKED_MAX = 256 * 1024 * 1024;

/** @throws when a SQLite file is damaged. A larger one is not read as a whole: requests that meet damage fail, 503. */
export function checkContent(database: Database): void {
  if (database.dialect !== 'sqlite') return;
  const read = (pragma: string) => database.writer.pragma(pragma, { simple: true });
  if (Number(read('page_count')) * Number(read('page_size')) > CHECKED_MAX) return;
  const damage = findDamage(database.writer);
  if (damage) throw Object.assign(new Error(damage), { code: 'SQLITE_CORRUPT' });
}

const exists = (path: string) => statSync(path, { throwIfNoEntry: false }) !== undefined;

function missing(file: string, key: string, found: Stats | undefined): string {
  const link = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()
    ? `, which leads to ${readlinkSync(file)}`
    : '';
  const what = found ? `${file}${link} is empty` : `There is no database at ${file}${link}`;
  return `${what}, but ${key} shows that there was one. Put it back, or copy a backup there, and start again; if the path is wrong, correct DATA_DIR or DATABASE_URL. To start with an empty database instead: npm start -- --new-database`;
}

function requireWritable(path: string, name: string): void {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new Error(`${name} does not exist. Create it, or correct DATABASE_URL`);
    if (code === 'EROFS')
      throw new Error(`${name} is on a disk that is mounted read-only. Mount it writable, and start again`);
    throw new Error(
      `${name} can't be read and written by this user (${code}). Run: chown or chmod ${path}, or start as its owner`,
    );
  }
}
