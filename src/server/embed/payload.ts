// GET /api/embed/{siteId}: the site's payload in the form that is asked for and the browser's preferred encoding, with
// headers that let browsers and CDNs cache it for as long as it is true.
import type { Deps } from '../deps.ts';
import type { Asked } from '../http/door.ts';
import { admit, refusal } from './cors.ts';
import type { EmbedCache, EmbedEntry } from './payload-cache.ts';
import { formOf } from './payload-forms.ts';
import type { Sightings } from './sightings.ts';
import { makeVariantSender, type Variants } from './variants.ts';

/** How long browsers keep a payload without revalidating it, in seconds, and how long they may show an old one. */
const WRITTEN = { maxAge: 60, stale: 'stale-while-revalidate=600, stale-if-error=86400' };
/** With notifications of events: what is retracted must not go on being shown. */
const OF_EVENTS = { maxAge: 30, stale: 'stale-while-revalidate=30, stale-if-error=3600' };

/** @param left milliseconds until a notification starts or ends, beyond which browsers must not keep the payload. */
export function cacheControl(left: number, hasEvents: boolean): string {
  const { maxAge, stale } = hasEvents ? OF_EVENTS : WRITTEN;
  return `public, max-age=${Math.max(0, Math.min(maxAge, Math.floor(left / 1000)))}, ${stale}`;
}

/** @returns the handler, which responds synchronously when the payload is in memory, as it nearly always is. */
export function makePayloadHandler(
  deps: Pick<Deps, 'clock' | 'ids' | 'log'>,
  cache: EmbedCache,
  sightings: Pick<Sightings, 'seen' | 'refused' | 'unknown'>,
): (c: Asked, siteId: string) => Response | Promise<Response> {
  const send = makeVariantSender('application/json');

  const respond = (c: Asked, siteId: string, found: EmbedEntry | null): Response | Promise<Response> => {
    const vary = found && found.domains.length > 0 ? 'Accept-Encoding, Origin' : 'Accept-Encoding';
    try {
      const entry = admit(found, c.req.header('origin'));
      sightings.seen(c, siteId);
      const answer = (variants: Variants) =>
        send(c, variants, cacheControl(entry.contentUntil - deps.clock.now(), entry.hasEvents), vary);
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
