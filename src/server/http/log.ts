// Logs requests that failed or were slow; refused ones only at debug level, because anybody can send those without end.
// Paths are logged without the query, which may hold codes from emailed links.
import type { MiddlewareHandler } from 'hono';
import type { Deps } from '../deps.ts';
import type { HttpEnv } from './request-context.ts';

/** Milliseconds. */
const SLOW = 1_000;

export function requestLog({ log }: Deps): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const start = performance.now();
    await next();
    const ms = Math.round(performance.now() - start);
    const { status } = c.res;
    const level = status >= 500 ? 'error' : status >= 400 ? 'debug' : ms >= SLOW ? 'warn' : 'debug';
    log[level]({ requestId: c.get('requestId'), method: c.req.method, path: c.req.path, status, ms }, 'request');
  };
}
