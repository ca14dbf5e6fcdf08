// Whether what a visitor's browser reports is counted: not over the rate, not without a token that shows the payload
// was fetched, and not from a program.
import type { EmbedEvents } from '#shared/embed/payload.ts';
import { MESSAGES } from '#shared/messages.ts';
import type { Deps } from '../deps.ts';
import type { CountedSite, Counting } from './counting.ts';
import { DomainError } from './errors.ts';
import type { EventLimit } from './event-limit.ts';

/** Who reports: `bucket` is what the rate is counted by. */
export type Reporter = { bucket: string; userAgent: string | undefined };

export type EventDeps = Pick<Deps, 'clock' | 'bots' | 'tokens'> & { counting: Counting; limit: EventLimit };

/**
 * @returns when every event is counted, or at once without counting any when the token is bad or a program sent them.
 * @throws DomainError 'rate-limited', 'unavailable'.
 */
export async function reportEvents(
  { clock, bots, tokens, counting, limit }: EventDeps,
  site: CountedSite,
  from: Reporter,
  { token, events }: EmbedEvents,
): Promise<void> {
  const now = clock.now();
  // A request without events counts as one: the limit is on work caused, too.
  const wait = limit(`${site.siteId} ${from.bucket}`, Math.max(1, events.length), now);
  if (wait > 0) throw new DomainError('rate-limited', MESSAGES.tooManyCalls, { retryAfter: wait });
  if (!tokens.isEmbed(site.siteId, token, now) || bots.isBot(from.userAgent)) return;
  await counting.count(site, events);
}
