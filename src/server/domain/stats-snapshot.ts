// One moment for all parts of a report: what is counted meanwhile is in none of them, so that they add up.
import type { Db } from '../db/open.ts';

/** Runs reads in one transaction. @param read gets the database to read from; the outer one would wait for itself. */
export const readSnapshot = <T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').execute(read);
