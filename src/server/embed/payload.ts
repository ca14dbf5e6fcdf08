// GET /api/embed/{siteId}: the site's payload as ready bytes in the encoding that the browser prefers, with caching rules
// that let browsers and CDNs keep it for as long as it is true.
import type { Context } from 'hono';
import type { Deps } from '../deps.ts';
import { admit, refusal } from './cors.ts';
import type { EmbedCache, EmbedEntry } from './payload-cache.ts';
import { makeVariantSender } from './variants.ts';

/** Seconds for which a browser keeps a payload without asking again. */
const MAX_AGE = 60;
const STALE = 'stale-while-revalidate=600, stale-if-error=86400';
const CACHE_CONTROL = `public, max-age=${MAX_AGE}, ${STALE}`;

/** @param left milliseconds until a notification starts or ends: a browser must not keep the payload past it. */
function cacheControl(left: number): string {
  if (left >= MAX_AGE * 1000) return CACHE_CONTROL;
  return `public, max-age=${Math.max(0, Math.floor(left / 1000))}, ${STALE}`;
}

/** @returns the handler; it answers without a promise when the payload is in memory, which it nearly always is. */
export function makePayloadHandler(
  deps: Pick<Deps, 'clock' | 'ids' | 'log'>,
  cache: EmbedCache,
): (c: Context, siteId: string) => Response | Promise<Response> {
  const send = makeVariantSender('application/json');

  const answer = (c: Context, found: EmbedEntry | null): Response => {
    const vary = found && found.domains.length > 0 ? 'Accept-Encoding, Origin' : 'Accept-Encoding';
    try {
      const entry = admit(found, c.req.header('origin'));
      return send(c, entry.variants, cacheControl(entry.contentUntil - deps.clock.now()), vary);
    } catch (error) {
      return refusal(c, deps, error, vary);
    }
  };

  return (c, siteId) => {
    const found = cache.get(siteId);
    if (!(found instanceof Promise)) return answer(c, found);
    return found.then(
      (entry) => answer(c, entry),
      (error: unknown) => refusal(c, deps, error),
    );
  };
}
