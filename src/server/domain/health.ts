// Whether this process can serve requests: it needs its database.
import { ping } from '../db/open.ts';
import type { Deps } from '../deps.ts';

/** Milliseconds for the database to answer: less than a health check waits (spec 9). */
const PATIENCE = 2_000;

/** @returns whether the database answers in time. */
export async function isDatabaseUp({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), PATIENCE);
  });
  const answer = ping(db).then(
    () => true,
    () => false,
  );
  return Promise.race([answer, timeout]).finally(() => clearTimeout(timer));
}
