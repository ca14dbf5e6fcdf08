// Answers an error in the one body that all our JSON errors have, and logs what is a fault of ours.
import type { Context as HonoContext } from 'hono';
import type { Deps } from '../deps.ts';
import { DomainError, type ErrorCode } from '../domain/errors.ts';
import { STATUS, toApiError } from '../trpc/errors.ts';
import type { HttpEnv } from './request-context.ts';

type Log = Deps['log'];

/** Logs a fault of ours with the request's id; a caller's mistake is not logged here. */
export function logFault(log: Log, error: unknown, requestId: string): void {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (toApiError(error, requestId).isFault) log.error({ requestId, err: cause }, 'request failed');
}

/** @returns the answer to a request that failed with `error`. */
export function errorResponse(c: HonoContext<HttpEnv>, log: Log, error: unknown, headers?: Headers): Response {
  const requestId = c.get('requestId') ?? '';
  logFault(log, error, requestId);
  const { body, retryAfter } = toApiError(error, requestId);
  const answer = new Headers(headers);
  answer.set('content-type', 'application/json; charset=UTF-8');
  if (retryAfter !== undefined) answer.set('retry-after', String(retryAfter));
  return new Response(JSON.stringify(body), { status: STATUS[body.code], headers: answer });
}

/** @returns the answer for a refusal that needs no more than a code and a text. */
export const refuse = (c: HonoContext<HttpEnv>, log: Log, code: ErrorCode, message: string): Response =>
  errorResponse(c, log, new DomainError(code, message));
