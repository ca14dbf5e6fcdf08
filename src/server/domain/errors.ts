// The one error that the domain throws, and which database errors mean "try again". The layers above map them to tRPC
// codes and HTTP statuses.

import type { FieldError } from '#shared/contract/field-errors.ts';

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

/** @returns a validation error about one field. */
export const invalid = (field: string, message: string): DomainError =>
  new DomainError('validation', message, { fields: [{ field, message }] });
