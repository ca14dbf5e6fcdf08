// Refuses addresses whose percent-encoding is broken: each part of the server would read them differently, and each would
// try every broken piece again.
import type { Context, MiddlewareHandler } from 'hono';
import { type DomainError, invalid } from '../domain/errors.ts';
import type { HttpEnv } from './request-context.ts';

const INVALID = 'Not valid percent-encoding';

/** @returns the text; null if it is broken, or bytes that are no UTF-8. */
function decode(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}

/**
 * Checks the requested address once, before it is decoded piece by piece: each of 4,000 broken escapes would throw.
 * @param target as in the request's first line.
 * @returns the same; of a broken path only its beginning and a lone `%`, which is as broken; the same of a broken query
 * below /api. Of a page's query, each `%` stands for itself: other sites add what they like to it.
 */
export function shortenBroken(target: string): string {
  if (!target.includes('%')) return target;
  const end = target.search(/[?#]/);
  const path = end < 0 ? target : target.slice(0, end);
  if (decode(path) === null) return path.slice(0, path.indexOf('%') + 1);
  const query = target.slice(path.length);
  if (decode(query) !== null) return target;
  return path + (/^(?:https?:\/\/[^/]*)?\/api\//.test(path) ? '?%' : query.replaceAll('%', '%25'));
}

/**
 * @param refuse makes the response.
 * @returns middleware that passes on requests with a readable path, and below /api with a readable query. Pages don't
 * read theirs, and other sites put anything into it. A NUL below /api is left to the schemas, which name its field.
 */
export function refuseBrokenAddress(
  refuse: (c: Context<HttpEnv>, error: DomainError) => Response,
): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const { url } = c.req;
    if (!url.includes('%')) return next();
    const [address = '', ...query] = url.split('?');
    const path = address.slice(address.indexOf('/', address.indexOf('//') + 2));
    const isApi = path.startsWith('/api/');
    const text = decode(path);
    if (text === null || (!isApi && text.includes('\0'))) return refuse(c, invalid('path', INVALID));
    if (isApi && decode(query.join('?')) === null) return refuse(c, invalid('query', INVALID));
    return next();
  };
}
