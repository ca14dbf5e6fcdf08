// Background work once a minute: one clock for all of it (deps.ts has the list).
import { MINUTE } from '#shared/time.ts';
import { describeError } from './errors.ts';
import type { Log } from './ports.ts';

/** What takes many steps ends between two of them once the signal is aborted. */
type MinuteWork = (stopping: AbortSignal) => Promise<unknown>;

/**
 * @param works by what the log says when one fails; the next minute tries again. None runs twice at the same time, and
 * none waits for another.
 * @returns a function that ends it, once what runs is done.
 */
export function everyMinute(log: Log, works: Record<string, MinuteWork>): () => Promise<void> {
  const stop = new AbortController();
  const running = new Map<string, Promise<void>>();
  const run = async (failure: string, work: MinuteWork): Promise<void> => {
    // So that it is noted as running before it can end.
    await null;
    try {
      await work(stop.signal);
    } catch (error) {
      // While the database is down there are only warnings.
      log.warn(describeError(error), failure);
    } finally {
      running.delete(failure);
    }
  };
  const timer = setInterval(() => {
    for (const [failure, work] of Object.entries(works))
      if (!running.has(failure)) running.set(failure, run(failure, work));
  }, MINUTE);
  timer.unref();
  return async () => {
    clearInterval(timer);
    stop.abort();
    await Promise.all(running.values());
  };
}
