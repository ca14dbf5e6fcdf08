// Copies a SQLite database to a file while the server keeps running.
import { chmodSync, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';

/**
 * @param url the installation's `file:` URL; @param target where the copy goes, replacing an earlier one.
 * @returns how many pages were copied.
 * @throws when there is no database yet, or `target` is the database itself or cannot be written.
 */
export async function backUpSqlite(url: string, target: string): Promise<number> {
  const source = url.slice('file:'.length);
  // Opening would create an empty one, whose copy would look like a backup.
  if (!existsSync(source)) throw new Error(`There is no database at ${source}: is DATA_DIR right?`);
  if (resolve(target) === resolve(source)) throw new Error(`${target} is the database itself`);
  const database = new BetterSqlite3(source, { readonly: true });
  try {
    const { totalPages } = await database.backup(target);
    // An earlier copy keeps its mode when it is overwritten.
    chmodSync(target, 0o600);
    return totalPages;
  } finally {
    database.close();
  }
}
