// GET /api/embed/{siteId}: the site's payload in the form that is asked for and the browser's preferred encoding, with
// headers that let browsers and CDNs cache it for as long as it is true.
import type { Deps } from '../deps.ts';
import type { Asked } from '../http/door.ts';
import { admit, refusal } from './cors.ts';
import type { EmbedCache, EmbedEntry } from './payload-cache.ts';
import { formOf } from './payload-forms.ts';
import type { Sightings } from './sightings.ts';
import { makeVariantSender, type Variants } from './variants.ts';

/** How long browsers keep a payload without revalidating it, in seconds, and how long they may use an old one. */
const WRITTEN = { maxAge: 60, stale: 'stale-while-revalidate=600, stale-if-error=86400' };
/** With notifications of events: what is retracted must not go on being shown. */
const OF_EVENTS = { maxAge: 30, stale: 'stale-while-revalidate=30, stale-if-error=3600' };

/**
 * The same for caches that many visitors share: so short that they ask for each busy site a few times a minute, however
 * many visitors there are, and browsers, which take off the time there, still get something fresh.
 */
const SHARED_MAX_AGE = 10;

/**
 * @param left milliseconds until a notification starts or ends, beyond which nobody must keep the payload.
 * @param hasEvents whether what it tells may be retracted.
 * @param isListed whether the site lists its domains: a shared cache that ignores `Vary: Origin` would let any other in.
 */
export function cacheControl(left: number, hasEvents: boolean, isListed: boolean): string {
  const { maxAge, stale } = hasEvents ? OF_EVENTS : WRITTEN;
  const atMost = (seconds: number) => Math.max(0, Math.min(seconds, Math.floor(left / 1000)));
  const shared = isListed ? '' : ` s-maxage=${atMost(SHARED_MAX_AGE)},`;
  return `${isListed ? 'private' : 'public'}, max-age=${atMost(maxAge)},${shared} ${stale}`;
}

/** @returns the handler, which responds synchronously when the payload is in memory, as it nearly always is. */
export function makePayloadHandler(
  deps: Pick<Deps, 'clock' | 'ids' | 'log'>,
  cache: EmbedCache,
  sightings: Pick<Sightings, 'seen' | 'refused' | 'unknown'>,
): (c: Asked, siteId: string) => Response | Promise<Response> {
  const send = makeVariantSender('application/json');

  const respond = (c: Asked, siteId: string, found: EmbedEntry | null): Response | Promise<Response> => {
    const isListed = found !== null && found.domains.length > 0;
    const vary = isListed ? 'Accept-Encoding, Origin' : 'Accept-Encoding';
    try {
      const entry = admit(found, c.req.header('origin'));
      sightings.seen(c, siteId);
      const answer = (variants: Variants) =>
        send(c, variants, cacheControl(entry.contentUntil - deps.clock.now(), entry.hasEvents, isListed), vary);
      const variants = entry.forms.get(formOf(c));
      if (!(variants instanceof Promise)) return answer(variants);
      return variants.then(answer, (error: unknown) => refusal(c, deps, error, vary));
    } catch (error) {
      if (found) sightings.refused(c, siteId);
      else sightings.unknown(c, siteId);
      return refusal(c, deps, error, vary);
    }
  };

  return (c, siteId) => {
    const found = cache.get(siteId);
    if (!(found instanceof Promise)) return respond(c, siteId, found);
    return found.then(
      (entry) => respond(c, siteId, entry),
      (error: unknown) => refusal(c, deps, error),
    );
  };
}
