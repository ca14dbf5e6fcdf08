// Copies a SQLite database to a file while the server keeps running: what is in it now, and nothing of what was deleted.
import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statfsSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { RESERVE_ENDING } from './disk-reserve.ts';
import { DAMAGED, explainFault, findDamage } from './faults.ts';

/** How every SQLite file begins. */
const MAGIC = 'SQLite format 3\0';
/** Files beside a database that are part of it. A copy in the place of its lock would let a second server in. */
const OWN_ENDINGS = ['-wal', '-shm', '-journal', '-lock', '-lock-journal', RESERVE_ENDING];

/**
 * @param url the installation's `file:` URL; @param target where the copy goes, replacing an earlier one once it is
 * complete.
 * @returns how many pages were copied.
 * @throws naming the file, when there is no database yet, or it is damaged or empty, or `target` is the database itself,
 * something else than an earlier copy, or cannot be written; then it is as it was.
 */
export async function backUpSqlite(url: string, target: string): Promise<number> {
  const source = url.slice('file:'.length);
  // Opening would create an empty one, whose copy would look like a backup.
  const live = statSync(source, { throwIfNoEntry: false });
  if (!live) throw new Error(`There is no database at ${source}: is DATA_DIR right?`);
  if (!live.isFile() || (live.size > 0 && !isSqlite(source))) {
    throw new Error(`${source} is not a database: is DATA_DIR right?`);
  }
  checkTarget(target, source, live);
  const database = new BetterSqlite3(source, { readonly: true });
  try {
    checkSource(database, source, target);
    return copy(database, target, live.size);
  } finally {
    database.close();
  }
}

/** @param size of the database in bytes. */
function copy(database: BetterSqlite3.Database, target: string, size: number): number {
  const partial = `${target}.partial`;
  // What an earlier run left behind could be anybody's to read.
  const clear = () => {
    for (const path of [partial, `${partial}-journal`]) rmSync(path, { force: true });
  };
  clear();
  try {
    closeSync(openSync(partial, 'wx', 0o600));
    // Of one moment, however much is written meanwhile; a copy page by page would begin anew, and have unused pages, too.
    database.prepare('vacuum into ?').run(partial);
    const pages = statSync(partial).size / Number(database.pragma('page_size', { simple: true }));
    flush(partial);
    renameSync(partial, target);
    flush(dirname(target));
    return pages;
  } catch (error) {
    const reason = isFull(dirname(target), size) ? 'its disk is full' : (explainFault(error) ?? String(error));
    clear();
    // Without its cause: a fault of the copy's disk is not the database's.
    throw new Error(`${target} was not written, and an earlier copy is as it was: ${reason}`);
  }
}

/** Waits until the disk has a file, or a folder's names. */
function flush(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** An earlier copy may be the last good one, so nothing useless replaces it. */
function checkSource(database: BetterSqlite3.Database, source: string, target: string): void {
  const damage = findDamage(database);
  if (damage) {
    throw new Error(`${source} was not copied, and an earlier copy at ${target} is as it was: ${DAMAGED} (${damage})`);
  }
  if (database.prepare("select 1 from sqlite_master where name = 'migrations'").get()) return;
  throw new Error(`${source} is empty, and was not copied: is DATA_DIR right?`);
}

/** @throws also node's own error when nothing can be written in its folder */
function checkTarget(target: string, source: string, live: Stats): void {
  const folder = dirname(target);
  accessSync(folder, constants.W_OK);
  const found = statSync(target, { throwIfNoEntry: false });
  const path = join(realpathSync(folder), basename(target));
  const database = realpathSync(source);
  if (OWN_ENDINGS.some((ending) => path === `${database}${ending}`)) {
    throw new Error(`${target} belongs to the database: choose another name for the copy`);
  }
  if (!found) return;
  if (found.ino === live.ino && found.dev === live.dev) throw new Error(`${target} is the database itself`);
  if (!found.isFile()) throw new Error(`${target} is not a file: give the name that the copy is to have`);
  if (found.size > 0 && !isSqlite(target)) throw new Error(`${target} is not an earlier copy, and was left as it is`);
}

function isSqlite(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const start = Buffer.alloc(MAGIC.length);
    readSync(file, start);
    return start.toString('latin1') === MAGIC;
  } finally {
    closeSync(file);
  }
}

/** @returns whether `size` more bytes had no room. SQLite itself reports a full disk as one that fails, too. */
function isFull(folder: string, size: number): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < size;
  } catch {
    return false;
  }
}
