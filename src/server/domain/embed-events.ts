// Whether what a visitor's browser reports is counted: not over the rate, not without a token that shows the payload
// was fetched, and not from a program.
import type { EmbedEvents } from '#shared/embed/payload.ts';
import { MESSAGES } from '#shared/messages.ts';
import type { Deps } from '../deps.ts';
import type { CountedSite, Counting } from './counting.ts';
import { DomainError } from './errors.ts';
import type { EventLimit } from './event-limit.ts';
import { remembered } from './remembered.ts';

/** Who reports: `bucket` is what the rate is counted by. */
export type Reporter = { bucket: string; userAgent: string | undefined };

/** @returns when every event is counted, or at once when none of them is to be. @throws as below. */
export type ReportEvents = (site: CountedSite, from: Reporter, report: EmbedEvents) => Promise<void>;

/** Distinct User-Agents and tokens remembered: the same few come again and again, and each costs a good part of a request. */
const REMEMBERED = 5_000;
const MINUTE = 60_000;

/** A cost event stands for the hundred loads of which one tells, and weighs as much on the figures. */
const COST_WEIGHT = 100;
const weightOf = (events: EmbedEvents['events']) =>
  events.reduce((sum, { type }) => sum + (type === 'cost' ? COST_WEIGHT : 1), 0);

/**
 * @returns the rule of what is counted. Answers without counting when the token is bad or a program sent the events.
 * It throws DomainError 'rate-limited' and 'unavailable'.
 */
export function makeReportEvents(
  { clock, bots, tokens }: Pick<Deps, 'clock' | 'bots' | 'tokens'>,
  counting: Counting,
  limit: EventLimit,
): ReportEvents {
  const isBot = remembered(REMEMBERED, bots.isBot);
  // By the minute, because a good token does not stay good; it ends on a full one.
  const isGood = remembered(REMEMBERED, (question) => {
    const [minute, siteId = '', token = ''] = question.split(' ');
    return tokens.isEmbed(siteId, token, Number(minute) * MINUTE);
  });

  return async (site, from, { token, events }) => {
    const now = clock.now();
    // A request without events counts as one: the limit is on work caused, too.
    const wait = limit(`${site.siteId} ${from.bucket}`, Math.max(1, weightOf(events)), now);
    if (wait > 0) throw new DomainError('rate-limited', MESSAGES.tooManyCalls, { retryAfter: wait });
    if (token.includes(' ') || !isGood(`${Math.floor(now / MINUTE)} ${site.siteId} ${token}`)) return;
    if (isBot(from.userAgent ?? '')) return;
    await counting.count(site, events);
  };
}
