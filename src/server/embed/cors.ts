// Which pages may read our responses. Visitors' pages are on other origins, where without CORS headers even an error
// would be unreadable.
import type { Context } from 'hono';
import { MESSAGES } from '#shared/messages.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../domain/errors.ts';
import { isAllowedOrigin } from '../domain/site/embed.ts';
import type { Asked } from '../http/door.ts';
import { errorResponse } from '../http/error-response.ts';
import type { HttpEnv } from '../http/request-context.ts';
import type { EmbedEntry } from './payload-cache.ts';

/** Any page may read the response; the site's domains decide whether the widget may run there. */
export const OPEN = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  // The widget reports what it cost the page, and browsers otherwise hide the size of cross-origin responses.
  'Timing-Allow-Origin': '*',
} as const;

/** @returns the response to a preflight, which only callers with their own content type send. */
export const preflight = (): Response =>
  new Response(null, {
    status: 204,
    headers: {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': 'GET, POST',
      'Access-Control-Allow-Headers': 'Content-Type',
      'Access-Control-Max-Age': '86400',
    },
  });

/**
 * @param entry from the cache.
 * @param origin the Origin header.
 * @throws DomainError 'not-found' for an unknown site, 'forbidden' for a page outside the site's domains.
 */
export function admit(entry: EmbedEntry | null, origin: string | undefined): EmbedEntry {
  if (!entry) throw new DomainError('not-found', MESSAGES.siteNotFound);
  if (isAllowedOrigin(origin, entry.domains)) return entry;
  throw new DomainError('forbidden', "This widget isn't set up for this domain");
}

/**
 * @param vary the Vary header, for refusals that depend on a request header.
 * @returns the response to a request that failed with `error`.
 */
export function refusal(c: Asked, deps: Pick<Deps, 'ids' | 'log'>, error: unknown, vary?: string): Response {
  const own = c as unknown as Context<HttpEnv>;
  own.set('requestId', deps.ids.next());
  return errorResponse(own, deps.log, error, [
    ...Object.entries(OPEN),
    ...(vary === undefined ? [] : [['Vary', vary] as [string, string]]),
  ]);
}
