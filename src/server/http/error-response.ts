// Turns errors into responses with the body that all our JSON errors share, and logs those that are our fault.
import type { Context as HonoContext } from 'hono';
import type { Deps } from '../deps.ts';
import { DomainError, describeError, type ErrorCode } from '../domain/errors.ts';
import { STATUS, toApiError } from '../trpc/errors.ts';
import type { HttpEnv } from './request-context.ts';
import { type CollectedHeaders, jsonResponse } from './responses.ts';

type Log = Deps['log'];

/** Logs an internal error with the request's id, a fault of the database in words; ignores callers' mistakes. */
export function logError(log: Log, error: unknown, requestId: string): void {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (toApiError(error, requestId).isInternal) log.error({ requestId, ...describeError(cause) }, 'request failed');
}

/**
 * @param collected headers set before the request failed.
 * @returns the response to a request that failed with `error`.
 */
export function errorResponse(
  c: HonoContext<HttpEnv>,
  log: Log,
  error: unknown,
  collected: CollectedHeaders['entries'] = [],
): Response {
  const requestId = c.get('requestId') ?? '';
  logError(log, error, requestId);
  const { body, retryAfter } = toApiError(error, requestId);
  return jsonResponse(c, STATUS[body.code], body, [
    ...collected,
    ...(retryAfter === undefined ? [] : [['retry-after', String(retryAfter)] as [string, string]]),
  ]);
}

/** @returns the response for a refusal that needs only a code and a text. */
export const refuse = (c: HonoContext<HttpEnv>, log: Log, code: ErrorCode, message: string): Response =>
  errorResponse(c, log, new DomainError(code, message));
