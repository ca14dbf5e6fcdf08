// One server a SQLite file: what a server keeps in memory (payloads, limits, counts on their way into the database) would
// not know of another's. The lock is the operating system's, so it ends with its process, however that ends.
import { realpathSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { explainFault, isDamage } from './faults.ts';

/** Milliseconds. */
const POLL = 100;

/**
 * Locks an existing database for one server; tools that only open the database are not kept out. The lock is on a file
 * of its own, always empty, beside the database, which SQLite locks exclusively for as long as it is open.
 * @param path the database's; all paths to one file have the same lock. @param wait how long to wait, in milliseconds.
 * @param onWait called once if the lock is not free at once.
 * @returns a function that releases the lock.
 * @throws naming the file, when another server has it for longer than that.
 */
export async function lockServer(path: string, wait: number, onWait = () => {}) {
  const file = realpathSync(path);
  const lock = openLock(`${file}-lock`);
  try {
    for (let waited = 0; !lock.isFree(); waited += POLL) {
      if (waited >= wait) {
        throw new Error(`Another server is using ${file}. Stop it first, or choose another DATA_DIR`);
      }
      if (waited === 0) onWait();
      await pause(POLL);
    }
  } catch (error) {
    lock.release();
    throw error;
  }
  return lock.release;
}

function openLock(file: string) {
  const explain = (error: unknown) => {
    const reason = isDamage(error)
      ? 'it is damaged. Stop all servers on this database, delete it, and start again'
      : (explainFault(error) ?? (error as Error).message);
    return new Error(`${file} can't be locked: ${reason}`);
  };
  try {
    // Without a time-out, which would block the event loop.
    const lock = new BetterSqlite3(file, { timeout: 0 });
    return {
      /** Takes the lock if it is free. */
      isFree() {
        try {
          lock.exec('begin exclusive');
          return true;
        } catch (error) {
          if ((error as { code?: string }).code === 'SQLITE_BUSY') return false;
          throw explain(error);
        }
      },
      release: () => void lock.close(),
    };
  } catch (error) {
    throw explain(error);
  }
}
