// POST /api/embed/{siteId}/events, from the request to the group commit: who may report, what is valid, what counts.
// The content type is ignored, because beacons send text/plain to avoid a preflight.
import type { Context } from 'hono';
import { interactionBatchInput } from '#shared/contract/embed.ts';
import type { Interaction } from '#shared/embed/payload.ts';
import { COST_SAMPLING } from '#shared/embed/protocol.ts';
import { DISPLAYS_PER_MINUTE, INTERACTIONS_MAX_BYTES } from '#shared/limits.ts';
import { MESSAGES } from '#shared/messages.ts';
import { MINUTE } from '#shared/time.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../domain/errors.ts';
import { checkInput, limitBody, parseJsonObject, readText } from '../http/body.ts';
import { addressBucket } from '../http/client-address.ts';
import type { Asked } from '../http/door.ts';
import { memoize } from '../http/memoize.ts';
import type { HttpEnv } from '../http/request-context.ts';
import {
  EPOCH_REPORTS_PER_HOUR,
  makeAddressHash,
  makeDisplayLimit,
  makeEpochLimit,
  makeInteractionLimit,
} from './address-limits.ts';
import { admit, OPEN, refusal } from './cors.ts';
import type { Embed } from './embed.ts';
import type { Sightings } from './sightings.ts';

/** A cost report stands for all the loads it was sampled from, so it uses up as much of the limit. */
const weightOf = (interactions: Interaction[]) =>
  interactions.reduce((sum, { type }) => sum + (type === 'cost' ? COST_SAMPLING : 1), 0);

/**
 * @returns the handler. 204 means counted, with exceptions hidden from the caller: a bad token, a program's
 * User-Agent, notifications of other widgets, more than DISPLAYS_PER_MINUTE, clicks beyond a notification's displays, and
 * epochs that aren't the site's or are over.
 */
export function makeInteractionsHandler(
  deps: Pick<Deps, 'config' | 'clock' | 'ids' | 'tokens' | 'bots' | 'log'>,
  {
    addressOf,
    cache,
    counting,
    sightings,
  }: Pick<Embed, 'addressOf' | 'cache' | 'counting'> & { sightings: Pick<Sightings, 'seen' | 'refused' | 'counted'> },
): (c: Asked, siteId: string) => Promise<Response> {
  const { clock, tokens, bots } = deps;
  const { interactionRateLimit } = deps.config;
  const hash = makeAddressHash();
  const limit = makeInteractionLimit(interactionRateLimit);
  const limitDisplays = makeDisplayLimit(interactionRateLimit === 0 ? 0 : DISPLAYS_PER_MINUTE);
  const limitEpoch = makeEpochLimit(interactionRateLimit === 0 ? 0 : EPOCH_REPORTS_PER_HOUR);
  const isBot = memoize(bots.isBot);
  // Cached for a minute only, because tokens expire, always on a full minute.
  const isGoodToken = memoize((input) => {
    const [minute, siteId = '', token = ''] = input.split(' ');
    return tokens.isEmbed(siteId, token, Number(minute) * MINUTE);
  });

  const report = async (c: Asked, siteId: string) => {
    const site = admit(await cache.get(siteId), c.req.header('origin'));
    const { token, events: interactions } = checkInput(interactionBatchInput, parseJsonObject(await readText(c)));
    const now = clock.now();
    // A request without interactions counts as one, because the limit also protects the server.
    const address = hash(addressBucket(addressOf(c)), now);
    const source = `${siteId} ${address}`;
    const wait = limit(source, Math.max(1, weightOf(interactions)), now);
    if (wait > 0) throw new DomainError('rate-limited', MESSAGES.tooManyCalls, { retryAfter: wait });
    if (token.includes(' ') || !isGoodToken(`${Math.floor(now / MINUTE)} ${siteId} ${token}`)) return;
    if (isBot(c.req.header('user-agent') ?? '')) return;
    sightings.seen(c, siteId);
    const counted = limitEpoch(source, limitDisplays(source, interactions, now), now);
    await counting.count(site, counted, address);
    sightings.counted(siteId, counted);
  };

  const respond = async (c: Asked, siteId: string) => {
    try {
      await report(c, siteId);
      return c.body(null, 204, { ...OPEN });
    } catch (error) {
      if (error instanceof DomainError && error.code === 'forbidden') sightings.refused(c, siteId);
      return refusal(c, deps, error);
    }
  };
  // Called here rather than mounted as middleware, because Hono runs a lone handler without its middleware chain.
  const limited = limitBody<HttpEnv>(INTERACTIONS_MAX_BYTES, (c, error) => refusal(c, deps, error));
  // Of a small body that comes as it is, only the headers are looked at, and no other comes by the door.
  return (c, siteId) => limited(c as unknown as Context<HttpEnv>, () => respond(c, siteId));
}
