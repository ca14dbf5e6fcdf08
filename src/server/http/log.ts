// Logs requests that failed or were slow; refused ones only at debug level, because anybody can send those without end, and
// so those for which something was unavailable: that is logged where it was found.
// Paths are logged without the query, which may hold codes from emailed links, without what stands for a registration (its
// id, which is as good as a password, or its email address), and without a shop's own id of an event, mostly an order's.
import type { MiddlewareHandler } from 'hono';
import { shorten } from '#shared/shorten.ts';
import type { Deps } from '../deps.ts';
import type { HttpEnv } from './request-context.ts';

/** Milliseconds. */
const SLOW = 1_000;

/** An id or a code, which are 43 characters of base64url, or an email address: in a mistyped path, too. */
const isSecret = (segment: string) => /^[\w-]{40,64}$/.test(segment) || /@|%40/.test(segment);

/** Characters of a path that are logged. */
const PATH_MAX = 8_192;

/** @returns a path as it may be logged. */
export const loggable = (path: string): string =>
  shorten(
    path
      .replace(/(\/events\/+)[^/]+(\/+retract\/*)$/i, '$1…$2')
      .replace(/^(\/api\/+registration\/+(?:email\/+)?)(?!email\/|pricing\/)[^/]+/i, '$1…')
      .split('/')
      .map((segment) => (isSecret(segment) ? '…' : segment))
      .join('/'),
    PATH_MAX,
  );

export function requestLog({ log }: Deps): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const start = performance.now();
    await next();
    const ms = Math.round(performance.now() - start);
    const { status } = c.res;
    const level = status >= 500 && status !== 503 ? 'error' : status >= 400 ? 'debug' : ms >= SLOW ? 'warn' : 'debug';
    // Making the path loggable takes longer than all else here, and nearly all requests are only for debugging.
    if (!log.isLevelEnabled(level)) return;
    log[level](
      { requestId: c.get('requestId'), method: c.req.method, path: loggable(c.req.path), status, ms },
      'request',
    );
  };
}
