// Background work once a minute: one clock for all of it (deps.ts has the list). And what the background works at, so that
// the log of a blocked turn (http/stalls.ts) names it beside the requests.
import { MINUTE } from '#shared/time.ts';
import { describeError } from './errors.ts';
import type { Log } from './ports.ts';

/** What takes many steps ends between two of them once the signal is aborted. */
type MinuteWork = (stopping: AbortSignal) => Promise<unknown>;

/**
 * @param works by their names in the log; when one fails, the next minute tries again. None runs twice at the same time, and
 * none waits for another.
 * @returns a function that ends it, once what runs is done.
 */
export function everyMinute(log: Log, atWork: AtWork, works: Record<string, MinuteWork>): () => Promise<void> {
  const stop = new AbortController();
  const running = new Map<string, Promise<void>>();
  const run = async (name: string, work: MinuteWork): Promise<void> => {
    // So that it is noted as running before it can end.
    await null;
    try {
      await atWork.as(name, () => work(stop.signal));
    } catch (error) {
      // While the database is down there are only warnings.
      log.warn({ work: name, ...describeError(error) }, 'work of a minute failed, and is tried again');
    } finally {
      running.delete(name);
    }
  };
  const timer = setInterval(() => {
    for (const [name, work] of Object.entries(works)) if (!running.has(name)) running.set(name, run(name, work));
  }, MINUTE);
  timer.unref();
  return async () => {
    clearInterval(timer);
    stop.abort();
    await Promise.all(running.values());
  };
}

export type AtWork = {
  /** Does something under a name. */
  as<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** @returns what was worked at since the last look. */
  look(): string[];
};

export function makeAtWork(): AtWork {
  const running: string[] = [];
  let seen = new Set<string>();
  return {
    async as(name, work) {
      running.push(name);
      seen.add(name);
      try {
        return await work();
      } finally {
        running.splice(running.indexOf(name), 1);
      }
    },
    look() {
      const names = [...seen];
      seen = new Set(running);
      return names;
    },
  };
}
