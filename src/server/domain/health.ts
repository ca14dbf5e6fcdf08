// Checks whether this process can serve requests, which takes a working database.
import { ping } from '../db/open.ts';
import type { Deps } from '../deps.ts';

/** How long to wait for the database, in milliseconds: less than a health check's time-out (spec 9). */
const TIMEOUT = 2_000;

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
