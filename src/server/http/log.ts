// Logs requests that failed or were slow; refused ones only at debug level, because anybody can send those without end.
// Paths are logged without the query, which may hold codes from emailed links, and without what stands for a registration:
// its id, which is as good as a password, or its email address.
import type { MiddlewareHandler } from 'hono';
import type { Deps } from '../deps.ts';
import type { HttpEnv } from './request-context.ts';

/** Milliseconds. */
const SLOW = 1_000;

/** An id or a code, which are 43 characters of base64url, or an email address: in a mistyped path, too. */
const SECRET_SEGMENT = /^(?:[\w-]{40,64}|.*(?:@|%40).*)$/i;

/** @returns a path as it may be logged. */
const loggable = (path: string): string =>
  path
    .replace(/^(\/api\/+registration\/+(?:email\/+)?)(?!email\/|pricing\/)[^/]+/i, '$1…')
    .split('/')
    .map((segment) => (SECRET_SEGMENT.test(segment) ? '…' : segment))
    .join('/');

export function requestLog({ log }: Deps): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const start = performance.now();
    await next();
    const ms = Math.round(performance.now() - start);
    const { status } = c.res;
    const level = status >= 500 ? 'error' : status >= 400 ? 'debug' : ms >= SLOW ? 'warn' : 'debug';
    log[level](
      { requestId: c.get('requestId'), method: c.req.method, path: loggable(c.req.path), status, ms },
      'request',
    );
  };
}
