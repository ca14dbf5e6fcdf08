// Deletes, every minute, what nobody can get any more: notifications that can't be restored, and draft settings of
// links that have ended.
import { MINUTE } from '#shared/time.ts';
import type { Deps } from '../deps.ts';
import { describeError } from './errors.ts';
import { purgeOldDrafts } from './inspection.ts';
import { purgeOldNotifications } from './notification-sets.ts';

/** Milliseconds. */
const SWEEP_INTERVAL = MINUTE;

type SweepDeps = Pick<Deps, 'database' | 'db' | 'clock' | 'log'>;

async function sweep(deps: SweepDeps): Promise<void> {
  const results = await Promise.allSettled([purgeOldNotifications(deps), purgeOldDrafts(deps)]);
  // While the database is down there are only warnings; the next sweep makes up for it.
  for (const result of results) {
    if (result.status === 'rejected') deps.log.warn(describeError(result.reason), 'expired rows not deleted');
  }
}

/** @returns a function that ends it. */
export function startSweep(deps: SweepDeps): () => Promise<void> {
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(() => sweep(deps));
  }, SWEEP_INTERVAL);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
