// What delivery to visitors keeps running in this process: payloads in memory, the poll that keeps them true to the
// database, and the queue of interactions on their way into it.
import { SECOND } from '#shared/time.ts';
import type { Deps } from '../deps.ts';
import { type Counting, makeCounting } from './group-commit.ts';
import { type EmbedCache, makeEmbedCache } from './payload-cache.ts';

export type Embed = {
  cache: EmbedCache;
  counting: Counting;
  /** Accepts no more interactions, and returns when all accepted ones are in the database. */
  stop(): Promise<void>;
};

/** How long a change made by another instance may go unnoticed, in milliseconds. */
const POLL = 2 * SECOND;

/** Starts cache, poll and queue; stop them before the database is closed. */
export function makeEmbed(deps: Pick<Deps, 'clock' | 'hotReads' | 'log' | 'tokens' | 'writeTallies'>): Embed {
  const cache = makeEmbedCache(deps, deps.hotReads.embed);
  const counting = makeCounting(deps, deps.writeTallies);

  let polling: Promise<void> | null = null;
  const timer = setInterval(() => {
    polling ??= cache.poll().finally(() => {
      polling = null;
    });
  }, POLL);
  timer.unref();

  return {
    cache,
    counting,
    async stop() {
      clearInterval(timer);
      await polling;
      await counting.stop();
    },
  };
}
