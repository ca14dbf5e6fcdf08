// What SQLite would keep of deleted rows: the write-ahead log has them until it is emptied, and what earlier versions deleted
// is in unused parts of the file. What is deleted from now on is overwritten there (`secure_delete` in open.ts).
import { realpathSync, statSync } from 'node:fs';
import { type Database, fileOf } from './open.ts';

type Sqlite = Extract<Database, { dialect: 'sqlite' }>;

/**
 * Empties the write-ahead log, if anything was written since. It waits for nobody: while another process reads or writes,
 * nothing happens, and the next call makes up for it.
 * @throws the driver's error when the disk fails.
 */
export async function emptyLog(database: Database): Promise<void> {
  const file = fileOf(database);
  if (file === null || database.dialect !== 'sqlite') return;
  const { db, writer } = database;
  if (!statSync(`${realpathSync(file)}-wal`, { throwIfNoEntry: false })?.size) return;
  // In a turn of its own: not in the middle of a transaction.
  await db.connection().execute(async () => void writer.pragma('wal_checkpoint(TRUNCATE)'));
}

/** SQLite's `user_version` of a file in which everything deleted was overwritten. Nothing else uses it. */
const OVERWRITTEN = 1;
/** Bytes. Of a larger file it takes minutes, for which no start should wait. */
const ONCE_MAX = 1024 ** 3;

/**
 * Writes the file anew without what was deleted in it. That blocks the process, for about a second for each 100 MB. Nobody
 * may be using the database yet.
 * @param isNew whether the file was made just now. @param how once in the life of a file, if it isn't too large; or whatever
 * it is: SQLite leaves copies of some rows where it splits a page, in what is unused of it.
 * @returns what became of it. @throws the driver's error, when another process is writing or there is no room for a copy
 */
export function overwriteDeleted(
  { writer }: Sqlite,
  isNew: boolean,
  how: 'once' | 'always',
): 'done' | 'not-needed' | 'too-large' {
  const read = (pragma: string) => Number(writer.pragma(pragma, { simple: true }));
  const isNeeded = how === 'always' || (!isNew && read('user_version') < OVERWRITTEN);
  if (isNeeded && how === 'once' && read('page_count') * read('page_size') > ONCE_MAX) return 'too-large';
  if (isNeeded) writer.exec('vacuum');
  if (read('user_version') < OVERWRITTEN) writer.pragma(`user_version = ${OVERWRITTEN}`);
  if (isNeeded) writer.pragma('wal_checkpoint(TRUNCATE)');
  return isNeeded ? 'done' : 'not-needed';
}
