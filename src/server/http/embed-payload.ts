// GET /api/embed/{siteId}: the site's payload as ready bytes, in the encoding the browser likes, with the caching rules
// that let browsers and CDNs keep it as long as it is true.
import type { Context } from 'hono';
import { MESSAGES } from '#shared/messages.ts';
import type { Deps } from '../deps.ts';
import { isAllowedOrigin } from '../domain/embed.ts';
import type { EmbedCache, EmbedEntry } from '../domain/embed-cache.ts';
import { DomainError } from '../domain/errors.ts';
import { refusal } from './embed-answers.ts';
import { makeVariantSender } from './send-variant.ts';

/** Seconds a browser keeps a payload without asking again. */
const MAX_AGE = 60;
const STALE = 'stale-while-revalidate=600, stale-if-error=86400';
const CACHE_CONTROL = `public, max-age=${MAX_AGE}, ${STALE}`;

/** @param left milliseconds until a notice starts or ends: a browser must not keep the payload past it. */
function cacheControl(left: number): string {
  if (left >= MAX_AGE * 1000) return CACHE_CONTROL;
  return `public, max-age=${Math.max(0, Math.floor(left / 1000))}, ${STALE}`;
}

/**
 * @param entry what the cache found.
 * @param origin the Origin header.
 * @throws DomainError 'not-found' for an unknown site, 'forbidden' for a page outside the site's domains.
 */
export function admit(entry: EmbedEntry | null, origin: string | undefined): EmbedEntry {
  if (!entry) throw new DomainError('not-found', MESSAGES.siteNotFound);
  if (isAllowedOrigin(origin, entry.domains)) return entry;
  throw new DomainError('forbidden', 'This widget is not set up for this domain');
}

/** @returns the handler; it answers without a promise when the payload is in memory, as it nearly always is. */
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
      return refusal(deps, error, vary);
    }
  };

  return (c, siteId) => {
    const found = cache.get(siteId);
    if (!(found instanceof Promise)) return answer(c, found);
    return found.then(
      (entry) => answer(c, entry),
      (error: unknown) => refusal(deps, error),
    );
  };
}
