// The headers that every answer of the embed path carries, and its refusals. Visitors' pages are other origins: an
// answer without CORS headers would be an unreadable error there.
import type { Deps } from '../deps.ts';
import { STATUS, toApiError } from '../trpc/errors.ts';

/** Any page may read the answer; whether the widget may run there is decided by the site's domains. */
export const OPEN = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  // The widget tells what it cost the page, and the browser hides the size of another origin's answers otherwise.
  'Timing-Allow-Origin': '*',
} as const;

/**
 * @param vary value of the Vary header, for refusals that depend on one of the request's.
 * @returns the refusal that `error` stands for; what is nobody's bad input is logged.
 */
export function refusal(deps: Pick<Deps, 'ids' | 'log'>, error: unknown, vary?: string): Response {
  const requestId = deps.ids.next();
  const { body, retryAfter, isFault } = toApiError(error, requestId);
  if (isFault) deps.log.error({ err: error, requestId }, 'embed request failed');
  return new Response(JSON.stringify(body), {
    status: STATUS[body.code],
    headers: {
      ...OPEN,
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      ...(vary !== undefined && { Vary: vary }),
      ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
    },
  });
}

/** Answer to a preflight; only callers that name a content type of their own send one. */
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
