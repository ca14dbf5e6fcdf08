// Mounts tRPC under /api/trpc, with the same context and error body as REST.
import type { TRPCError } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import type { Context, Hono } from 'hono';
import { CALLS_PER_REQUEST } from '#shared/limits.ts';
import type { Deps } from '../deps.ts';
import { toApiError } from '../trpc/errors.ts';
import { appRouter } from '../trpc/router.ts';
import { readText } from './body.ts';
import { logError } from './error-response.ts';
import type { HttpEnv, MakeContext } from './request-context.ts';

function responseHeaders(errors: TRPCError[], requestId: string): Headers {
  const waits = errors.map((error) => toApiError(error, requestId).retryAfter ?? 0);
  return new Headers({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
    ...(Math.max(0, ...waits) > 0 && { 'retry-after': String(Math.max(...waits)) }),
  });
}

/**
 * Reads the body before tRPC does, which would take a client that disconnects meanwhile for a failure of ours.
 * @throws validation naming `body`
 */
async function withBody(c: Context<HttpEnv>): Promise<Request> {
  const { raw, method, url } = c.req;
  if (method === 'GET' || method === 'HEAD') return raw;
  return new Request(url, { method, headers: raw.headers, body: await readText(c), signal: raw.signal });
}

export function mountTrpc(app: Hono<HttpEnv>, deps: Deps, makeContext: MakeContext): void {
  app.all('/api/trpc/*', async (c) =>
    fetchRequestHandler({
      endpoint: '/api/trpc',
      req: await withBody(c),
      router: appRouter,
      maxBatchSize: CALLS_PER_REQUEST,
      createContext: ({ resHeaders }) => makeContext(c, resHeaders),
      onError: ({ error }) => logError(deps.log, error, c.get('requestId')),
      responseMeta: ({ errors }) => ({ headers: responseHeaders(errors, c.get('requestId')) }),
    }),
  );
}
