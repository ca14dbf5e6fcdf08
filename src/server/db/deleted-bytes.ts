// What SQLite keeps of what was deleted: the write-ahead log, until it is emptied, and pages that a version freed before
// `secure_delete` was on. PostgreSQL has its own ways (SECURITY.md).
import { sql } from 'kysely';
import type { Database } from './open.ts';

/** Bytes. A larger file would keep a start waiting for minutes. */
const REBUILT_MAX = 1024 ** 3;
/** `user_version` of a file in whose free pages nothing is left. */
const OVERWRITTEN = 1;

/** Empties the write-ahead log, as far as no other process is reading it. The file stays. */
export async function emptyLog({ dialect, db }: Pick<Database, 'dialect' | 'db'>): Promise<void> {
  if (dialect === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(db);
}

/**
 * Builds the file anew, once, without its free pages. For a process that has the database to itself.
 * @param max bytes up to which it is done.
 * @returns whether the file is too large, and still has them.
 * @throws the driver's error when the disk has no room for a second copy; the file is as it was then
 */
export function rebuildOnce(database: Database, max = REBUILT_MAX): boolean {
  if (database.dialect !== 'sqlite') return false;
  const { writer } = database;
  const read = (pragma: string) => Number(writer.pragma(pragma, { simple: true }));
  if (read('user_version') >= OVERWRITTEN) return false;
  if (read('page_count') * read('page_size') > max) return true;
  writer.exec('vacuum');
  writer.pragma(`user_version = ${OVERWRITTEN}`);
  writer.pragma('wal_checkpoint(truncate)');
  return false;
}
