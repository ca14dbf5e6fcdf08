// Delivery to visitors, as far as it outlives a request: payloads in memory, the poll that keeps them up to date, the
// queue of interactions on their way into the database, where sites were seen, and the limit that all answers to links
// share.
import { SECOND } from '#shared/time.ts';
import type { Deps } from '../deps.ts';
import { makeClientAddress } from '../http/client-address.ts';
import type { Asked } from '../http/door.ts';
import { type Counting, makeCounting } from './group-commit.ts';
import { type LinkLimit, makeLinkLimit } from './inspector.ts';
import { type EmbedCache, makeEmbedCache } from './payload-cache.ts';
import { makeSightings, type Sightings } from './sightings.ts';

export type Embed = {
  cache: EmbedCache;
  counting: Counting;
  limitLink: LinkLimit;
  sightings: Sightings;
  /** The client's address of a request. */
  addressOf(c: Asked): string;
  /** Stops accepting interactions, and resolves when all accepted ones are stored. */
  stop(): Promise<void>;
};

/** How long another instance's change may go unnoticed, in milliseconds. */
const POLL = 2 * SECOND;

/** Starts cache, poll and queue. Stop them before closing the database. */
export function makeEmbed(
  deps: Pick<
    Deps,
    | 'bots'
    | 'clock'
    | 'config'
    | 'database'
    | 'hotReads'
    | 'isRegistrable'
    | 'log'
    | 'texts'
    | 'tokens'
    | 'writeTallies'
  >,
): Embed {
  const cache = makeEmbedCache(deps, deps.hotReads.embed);
  const counting = makeCounting(deps, deps.writeTallies);
  const addressOf = makeClientAddress(deps);
  const sightings = makeSightings(deps, addressOf);

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
    sightings,
    addressOf,
    async stop() {
      clearInterval(timer);
      await polling;
      await counting.stop();
      await sightings.stop();
    },
  };
}
