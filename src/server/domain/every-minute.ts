// Background work once a minute, never twice at the same time.
import { MINUTE } from '#shared/time.ts';

/**
 * @param work must not throw. What takes many steps ends between two of them once the signal is aborted.
 * @returns a function that ends it, once what runs is done.
 */
export function everyMinute(work: (stopping: AbortSignal) => Promise<void>): () => Promise<void> {
  const stop = new AbortController();
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= work(stop.signal).finally(() => {
      running = null;
    });
  }, MINUTE);
  timer.unref();
  return async () => {
    clearInterval(timer);
    stop.abort();
    await running;
  };
}
