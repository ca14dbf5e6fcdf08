// Maps errors to what callers receive, for tRPC and REST alike. An unknown error reveals nothing but the request's id;
// the code that sends the response logs it.
import { TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { BILLING_MESSAGES } from '#shared/billing-messages.ts';
import { fieldErrors } from '#shared/contract/field-errors.ts';
import { CALLS_PER_REQUEST } from '#shared/limits.ts';
import { MESSAGES } from '#shared/messages.ts';
import { PaymentsError } from '../domain/billing/payments.ts';
import { DomainError, type ErrorCode, type FieldError, isUnavailable } from '../domain/errors.ts';

/** The body of every error response. */
export type ApiError = { code: ErrorCode; message: string; errors?: FieldError[]; requestId: string };

const TRPC_CODE = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'SERVICE_UNAVAILABLE',
} as const;

/** HTTP status by code. */
export const STATUS: Record<ErrorCode, keyof typeof TRPC_CODE> = {
  validation: 400,
  csrf: 403,
  unauthenticated: 401,
  'verification-required': 403,
  'registration-required': 403,
  'confirm-required': 403,
  forbidden: 403,
  'site-limit': 403,
  'not-found': 404,
  conflict: 409,
  'wrong-step': 409,
  'too-large': 413,
  'unsupported-type': 415,
  'rate-limited': 429,
  unavailable: 503,
  internal: 500,
};

const asTrpc = (code: ErrorCode, message: string, cause: unknown): TRPCError =>
  new TRPCError({ code: TRPC_CODE[STATUS[code]], message, cause });

/** Seconds until a retry makes sense when the payment provider named no time. */
const PAYMENTS_RETRY = 30;

/** @returns what a caller is told of a fault at the payment provider. */
function providerFault({ kind, retryAfter = PAYMENTS_RETRY }: PaymentsError): DomainError {
  if (kind === 'declined') return new DomainError('conflict', BILLING_MESSAGES.cardDeclined);
  const message = kind === 'unavailable' ? BILLING_MESSAGES.providerUnavailable : BILLING_MESSAGES.providerRefused;
  return new DomainError('unavailable', message, { retryAfter });
}

/**
 * @returns a domain error, or one that means that the database or the payment provider is unavailable, as a tRPC error with
 * the original as its cause; null for any other error.
 */
export function toTrpcError(error: unknown): TRPCError | null {
  if (error instanceof DomainError) return asTrpc(error.code, error.message, error);
  if (error instanceof PaymentsError) {
    const { code, message } = providerFault(error);
    return asTrpc(code, message, error);
  }
  return isUnavailable(error) ? asTrpc('unavailable', MESSAGES.unavailable, error) : null;
}

/** @returns what a caller receives for `error`, and whether it is no fault of theirs, to be logged. */
export function toApiError(
  error: unknown,
  requestId: string,
): { body: ApiError; retryAfter?: number; isInternal: boolean } {
  const cause = error instanceof TRPCError ? error.cause : error;
  const fault = cause instanceof PaymentsError ? cause : null;
  const told = fault ? providerFault(fault) : cause;
  if (told instanceof DomainError) {
    return {
      body: { code: told.code, message: told.message, ...(told.fields && { errors: told.fields }), requestId },
      ...(told.retryAfter !== undefined && { retryAfter: told.retryAfter }),
      isInternal: fault !== null && fault.kind !== 'declined',
    };
  }
  if (error instanceof TRPCError) {
    const known = fromTrpc(error, requestId);
    if (known) return { body: known, isInternal: false };
  }
  if (isUnavailable(cause)) {
    return { body: { code: 'unavailable', message: MESSAGES.unavailable, requestId }, retryAfter: 5, isInternal: true };
  }
  return { body: { code: 'internal', message: MESSAGES.internal, requestId }, isInternal: true };
}

/** Of tRPC's own mistakes of callers: a batch that is too large is one. */
const NOT_READABLE = `The request can't be read. It may hold at most ${CALLS_PER_REQUEST} calls`;

/** tRPC's own errors. A ZodError under any other code means that our output broke its schema: an internal error. */
function fromTrpc(error: TRPCError, requestId: string): ApiError | null {
  switch (error.code) {
    case 'BAD_REQUEST':
      return error.cause instanceof ZodError
        ? { code: 'validation', message: MESSAGES.validation, errors: fieldErrors(error.cause), requestId }
        : { code: 'validation', message: NOT_READABLE, requestId };
    case 'PARSE_ERROR':
      return {
        code: 'validation',
        message: MESSAGES.validation,
        errors: [{ field: 'body', message: 'Not valid JSON' }],
        requestId,
      };
    case 'NOT_FOUND':
    case 'METHOD_NOT_SUPPORTED':
      return { code: 'not-found', message: MESSAGES.notFound, requestId };
    case 'UNSUPPORTED_MEDIA_TYPE':
      return { code: 'unsupported-type', message: MESSAGES.unsupportedType, requestId };
    default:
      return null;
  }
}
