// Answers an error in the one body that all our JSON errors have, and logs what is an issue of ours.
import type { Context as HonoContext } from 'hono';
import type { Deps } from '../deps.ts';
import { DomainError, type ErrorCode } from '../domain/errors.ts';
import { STATUS, toApiError } from '../trpc/errors.ts';
import { type CollectedHeaders, jsonAnswer } from './answers.ts';
import type { HttpEnv } from './request-context.ts';

type Log = Deps['log'];

/** Logs an issue of ours with the request's id; a caller's mistake is not logged here. */
export function logError(log: Log, error: unknown, requestId: string): void {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (toApiError(error, requestId).isInternal) log.error({ requestId, err: cause }, 'request failed');
}

/**
 * @param collected headers that the request had asked for before it failed.
 * @returns the answer to a request that failed with `error`.
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
  return jsonAnswer(c, STATUS[body.code], body, [
    ...collected,
    ...(retryAfter === undefined ? [] : [['retry-after', String(retryAfter)] as [string, string]]),
  ]);
}

/** @returns the answer for a refusal that needs no more than a code and a text. */
export const refuse = (c: HonoContext<HttpEnv>, log: Log, code: ErrorCode, message: string): Response =>
  errorResponse(c, log, new DomainError(code, message));
