// Gives each request an id, and logs what went wrong or took long. Paths are logged without their query: codes of mailed
// links stand there.
import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { Deps } from '../deps.ts';
import type { HttpEnv } from './request-context.ts';

const SLOW = 1_000;

export function requestLog(deps: Deps): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const requestId = randomUUID();
    c.set('requestId', requestId);
    const start = performance.now();
    await next();
    const ms = Math.round(performance.now() - start);
    const { status } = c.res;
    const level = status >= 500 ? 'error' : ms >= SLOW ? 'warn' : status >= 400 ? 'info' : 'debug';
    deps.log[level]({ requestId, method: c.req.method, path: c.req.path, status, ms }, 'request');
  };
}
