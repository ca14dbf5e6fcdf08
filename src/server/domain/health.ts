// Checks whether this process can serve requests, which takes a working database.
import { ping } from '../db/open.ts';
import type { Deps } from '../deps.ts';

/** How long to wait for the database, in milliseconds: less than a health check's time-out (spec 9). */
const TIMEOUT = 2_000;

/** @returns whether the database responds in time. */
export async function isDatabaseUp({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), TIMEOUT);
  });
  const response = ping(db).then(
    () => true,
    () => false,
  );
  return Promise.race([response, timeout]).finally(() => clearTimeout(timer));
}
