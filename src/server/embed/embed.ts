// Delivery to visitors, as far as it outlives a request: payloads in memory, the poll that keeps them up to date, the
// queue of interactions on their way into the database, and the limit that all answers to links share.
import { SECOND } from '#shared/time.ts';
import type { Deps } from '../deps.ts';
import { type Counting, makeCounting } from './group-commit.ts';
import { type LinkLimit, makeLinkLimit } from './inspector.ts';
import { type EmbedCache, makeEmbedCache } from './payload-cache.ts';

export type Embed = {
  cache: EmbedCache;
  counting: Counting;
  limitLink: LinkLimit;
  /** Stops accepting interactions, and resolves when all accepted ones are stored. */
  stop(): Promise<void>;
};

/** How long another instance's change may go unnoticed, in milliseconds. */
const POLL = 2 * SECOND;

/** Starts cache, poll and queue. Stop them before closing the database. */
export function makeEmbed(
  deps: Pick<Deps, 'clock' | 'config' | 'hotReads' | 'log' | 'texts' | 'tokens' | 'writeTallies'>,
): Embed {
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
    limitLink: makeLinkLimit(deps),
    async stop() {
      clearInterval(timer);
      await polling;
      await counting.stop();
    },
  };
}
