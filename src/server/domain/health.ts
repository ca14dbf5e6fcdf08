// Checks whether this process can serve requests, which takes a working database, and room on its disk.
import { ping } from '../db/open.ts';
import type { Deps } from '../deps.ts';

/** How long to wait for the database, in milliseconds: less than a health check's time-out (spec 9). */
const TIMEOUT = 2_000;

/** What an operator reads of it. `reason` is for people, and only there when it isn't the database. */
type Health = { status: 'ok' | 'degraded'; database: 'ok' | 'unavailable'; reason?: string };

const FULL = "The database's disk is full, or nearly. Free some space: this ends by itself within a minute";

/** @returns how it is now. Never throws. */
export async function readHealth({ db, reserve }: Pick<Deps, 'db' | 'reserve'>): Promise<Health> {
  if (!(await isDatabaseUp({ db }))) return { status: 'degraded', database: 'unavailable' };
  if (reserve.isShort()) return { status: 'degraded', database: 'ok', reason: FULL };
  return { status: 'ok', database: 'ok' };
}

/** @returns whether the database responds in time. */
export async function isDatabaseUp({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<false>((resolve) => {
    // After our own event loop stood still, an answer may be waiting to be read: it is read before an immediate runs.
    timer = setTimeout(() => setImmediate(resolve, false), TIMEOUT);
  });
  const response = ping(db).then(
    () => true,
    () => false,
  );
  return Promise.race([response, timeout]).finally(() => clearTimeout(timer));
}
