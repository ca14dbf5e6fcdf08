// Background work once a minute, never twice at the same time.
import { MINUTE } from '#shared/time.ts';

/** @param work must not throw. @returns a function that ends it, once what runs is done. */
export function everyMinute(work: () => Promise<void>): () => Promise<void> {
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(work);
  }, MINUTE);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
