// Copies a SQLite database to a file while the server keeps running.
import { closeSync, openSync, readSync, renameSync, rmSync, type Stats, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { explainFault } from './faults.ts';

/** How every SQLite file begins. */
const MAGIC = 'SQLite format 3\0';

/**
 * @param url the installation's `file:` URL; @param target where the copy goes, replacing an earlier one once it is
 * complete.
 * @returns how many pages were copied.
 * @throws naming the file, when there is no database yet, or `target` is the database itself, something else than an
 * earlier copy, or cannot be written; then it is as it was.
 */
export async function backUpSqlite(url: string, target: string): Promise<number> {
  const source = url.slice('file:'.length);
  // Opening would create an empty one, whose copy would look like a backup.
  const live = statSync(source, { throwIfNoEntry: false });
  if (!live) throw new Error(`There is no database at ${source}: is DATA_DIR right?`);
  if (!live.isFile() || !isSqlite(source)) throw new Error(`${source} is not a database: is DATA_DIR right?`);
  checkTarget(target, live);
  const partial = `${target}.partial`;
  // What an earlier run left behind could be anybody's to read.
  rmSync(partial, { force: true });
  const database = new BetterSqlite3(source, { readonly: true });
  try {
    const { totalPages } = await database.backup(partial);
    renameSync(partial, target);
    return totalPages;
  } catch (error) {
    const reason = isFull(dirname(target), live.size) ? 'its disk is full' : (explainFault(error) ?? String(error));
    rmSync(partial, { force: true });
    throw new Error(`${target} was not written, and an earlier copy is as it was: ${reason}`, { cause: error });
  } finally {
    database.close();
  }
}

function checkTarget(target: string, live: Stats): void {
  const found = statSync(target, { throwIfNoEntry: false });
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
