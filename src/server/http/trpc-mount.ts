// Mounts tRPC under /api/trpc, with the same context and error body as REST.
import { callTRPCProcedure, getTRPCErrorFromUnknown, type TRPCError } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import type { Context, Hono } from 'hono';
import { CALLS_PER_REQUEST, LONG_LISTS } from '#shared/limits.ts';
import type { Deps } from '../deps.ts';
import { invalid } from '../domain/errors.ts';
import { type ApiError, toApiError, toTrpcError } from '../trpc/errors.ts';
import { appRouter } from '../trpc/router.ts';
import { readWireInput } from '../trpc/wire-input.ts';
import { readText } from './body.ts';
import { errorResponse, logError } from './error-response.ts';
import type { HttpEnv, MakeContext } from './request-context.ts';
import { collectHeaders, textResponse, toJson } from './responses.ts';

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

/** @returns the `input` of a query's address. @throws validation naming the field, or `input` */
function readInput(c: Context<HttpEnv>): unknown {
  try {
    return readWireInput(JSON.parse(c.req.query('input') ?? ''));
  } catch (error) {
    throw error instanceof SyntaxError ? invalid('input', 'Not valid JSON') : error;
  }
}

/** Answers as tRPC would, which makes text of all that it answers in one go. */
const answerLongList = (deps: Deps, makeContext: MakeContext, path: string) => async (c: Context<HttpEnv>) => {
  const collected = collectHeaders();
  try {
    const list = await callTRPCProcedure({
      router: appRouter,
      path,
      getRawInput: async () => readInput(c),
      ctx: makeContext(c, collected),
      type: 'query',
      signal: undefined,
      batchIndex: 0,
    });
    return textResponse(c, 200, `{"result":{"data":{"json":${await toJson(list)}}}}`, collected.entries);
  } catch (error) {
    const { message, code } = getTRPCErrorFromUnknown(error);
    const response = errorResponse(c, deps.log, error, collected.entries);
    const data = { ...((await response.json()) as ApiError), httpStatus: response.status, path };
    return Response.json({ error: { json: { message, code: TRPC_ERROR_CODES_BY_KEY[code], data } } }, response);
  }
};

/** @throws validation for a long list in a batch */
function refuseLongLists({ calls }: { calls: readonly { path: string }[] }): void {
  const long = calls.find(({ path }) => LONG_LISTS.has(path));
  if (long) throw toTrpcError(invalid('path', `Ask for ${long.path} by itself`));
}

export function mountTrpc(app: Hono<HttpEnv>, deps: Deps, makeContext: MakeContext): void {
  for (const path of LONG_LISTS) app.get(`/api/trpc/${path}`, answerLongList(deps, makeContext, path));
  app.all('/api/trpc/*', async (c) =>
    fetchRequestHandler({
      endpoint: '/api/trpc',
      req: await withBody(c),
      router: appRouter,
      maxBatchSize: CALLS_PER_REQUEST,
      createContext: ({ resHeaders, info }) => {
        refuseLongLists(info);
        return makeContext(c, resHeaders);
      },
      onError: ({ error }) => logError(deps.log, error, c.get('requestId')),
      responseMeta: ({ errors }) => ({ headers: responseHeaders(errors, c.get('requestId')) }),
    }),
  );
}
