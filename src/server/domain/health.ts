// Checks whether this process can serve requests, which takes a working database.
import { ping } from '../db/open.ts';
import type { Deps } from '../deps.ts';

/** How long to wait for the database, in milliseconds: less than a health check's time-out (spec 9). */
const TIMEOUT = 2_000;

/** @returns whether the database answers in time. */
export async function isDatabaseUp({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), TIMEOUT);
  });
  const answer = ping(db).then(
    () => true,
    () => false,
  );
  return Promise.race([answer, timeout]).finally(() => clearTimeout(timer));
}
