// The one error that the domain throws, and which database errors mean "try again". The layers above map them to tRPC
// codes and HTTP statuses.

import type { FieldError } from '#shared/contract/field-errors.ts';
import { MESSAGES } from '#shared/messages.ts';
import { isForeignKeyViolation } from '../db/constraints.ts';

export { describeError, ignoreIfUnavailable, isBusy, isDiskFull, isLocked, isUnavailable } from '../db/faults.ts';
export type { FieldError };

export const ERROR_CODES = [
  'validation',
  'csrf',
  'unauthenticated',
  'verification-required',
  'registration-required',
  'confirm-required',
  'forbidden',
  'site-limit',
  'not-found',
  'conflict',
  'wrong-step',
  'too-large',
  'unsupported-type',
  'rate-limited',
  'unavailable',
  'internal',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldError[] | undefined;
  /** Whole seconds until a retry may succeed; sent as Retry-After. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, more: { fields?: FieldError[]; retryAfter?: number } = {}) {
    super(message);
    this.name = 'DomainError';
    this.code = code;
    this.fields = more.fields;
    this.retryAfter = more.retryAfter;
  }
}

/** @returns an error about one field. */
export const refusal = (code: ErrorCode, field: string, message: string): DomainError =>
  new DomainError(code, message, { fields: [{ field, message }] });

export const invalid = (field: string, message: string): DomainError => refusal('validation', field, message);

/** Catches the error of a write below a site that was deleted in the meantime. @throws not-found in its place; any other error */
export function refuseIfSiteGone(error: unknown): never {
  throw isForeignKeyViolation(error) ? new DomainError('not-found', MESSAGES.siteNotFound) : error;
}
