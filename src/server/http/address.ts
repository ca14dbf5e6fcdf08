// Refuses addresses whose percent-encoding is broken: each part of the server would read them differently.
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
