// Turns whatever a call rejected with into a code, a message and fields, so that screens never inspect error objects.
import { TRPCClientError } from '@trpc/client';
import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { AUTH_ERRORS, FIRST_MESSAGES, FIRST_TOASTS, type ToastText } from '#shared/first-messages.ts';

/** Why there was no answer: the browser's connection, or the server. */
export type UnreachableReason = 'network-error' | 'backend-unavailable';

/** Replaces the browser's own error when there was no answer. */
export class Unreachable extends Error {
  readonly reason: UnreachableReason;
  constructor(reason: UnreachableReason, cause: unknown) {
    super('No response', { cause });
    this.name = 'Unreachable';
    this.reason = reason;
  }
}

/** Replaces an answer that isn't our server's, such as a proxy's page. */
export class ForeignAnswer extends Error {
  readonly status: number;
  constructor(status: number) {
    super('Not an answer of ours');
    this.name = 'ForeignAnswer';
    this.status = status;
  }
}

/** A call from a session generation that has ended. Nobody needs its answer. */
export class SupersededCall extends Error {
  constructor() {
    super('Signed out in the meantime');
    this.name = 'SupersededCall';
  }
}

/** A call that needed a confirmation, which the user declined. */
export class CanceledCall extends Error {
  constructor() {
    super('Not confirmed');
    this.name = 'CanceledCall';
  }
}

type FieldError = { field: string; message: string };

/** `code` is the server's own, or `network` (no answer), `superseded` (the session generation ended), `canceled` (the
 * user declined to confirm it) or `unknown`. */
export type Failure = {
  code: string;
  /** Safe to show. */
  message: string;
  status: number | undefined;
  fields: FieldError[];
  /** Identifies the request in the server's log. */
  requestId?: string;
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function fieldsOf(errors: unknown): FieldError[] {
  if (!Array.isArray(errors)) return [];
  return errors.flatMap((one: unknown) =>
    isRecord(one) && typeof one.field === 'string' && typeof one.message === 'string'
      ? [{ field: one.field, message: one.message }]
      : [],
  );
}

/** @returns the failure of a call that got no answer. */
export const unanswered = (code: string, message: string): Failure => ({
  code,
  message,
  status: undefined,
  fields: [],
});

/** What to say of an answer that isn't our server's: mostly a proxy's page, in place of a server that is down. */
function foreignAnswer(status: number): string {
  if (status === 500) return AUTH_ERRORS['backend-error'];
  return status > 500 || status < 400 ? AUTH_ERRORS['backend-unavailable'] : AUTH_ERRORS['unknown-error'];
}

/** @returns what an answer in our own form says; null for any other. */
function toldBy(data: unknown, answered: number | undefined): Failure | null {
  if (!isRecord(data) || typeof data.code !== 'string') return null;
  return {
    code: data.code,
    message: typeof data.message === 'string' ? data.message : '',
    status: typeof data.httpStatus === 'number' ? data.httpStatus : answered,
    fields: fieldsOf(data.errors),
    ...(typeof data.requestId === 'string' && { requestId: data.requestId }),
  };
}

/** @returns what an answer of the REST API, or in its place, says of what failed. */
export const readFailure = (body: unknown, status: number): Failure =>
  toldBy(body, status) ?? { code: 'unknown', message: foreignAnswer(status), status, fields: [] };

/** @returns `error` as a failure. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof TRPCClientError)) return unanswered('unknown', AUTH_ERRORS['unknown-error']);
  const response = error.meta?.response;
  const answered =
    error.cause instanceof ForeignAnswer
      ? error.cause.status
      : response instanceof Response
        ? response.status
        : undefined;
  // Middleware that runs before the procedures answers like REST: without a tRPC shape, look in the body.
  const data: unknown = error.data ?? error.meta?.responseJSON;
  const told = toldBy(data, answered);
  if (told) return { ...told, message: told.message || error.message };
  if (error.cause instanceof SupersededCall) return unanswered('superseded', AUTH_ERRORS['auth-error']);
  if (error.cause instanceof CanceledCall) return unanswered('canceled', FIRST_MESSAGES.confirmRequired);
  if (answered === undefined) {
    const reason = error.cause instanceof Unreachable ? error.cause.reason : 'network-error';
    return unanswered('network', AUTH_ERRORS[reason]);
  }
  return { code: 'unknown', message: foreignAnswer(answered), status: answered, fields: [] };
}

/** @returns whether the browser's own connection is to blame. */
export const isOffline = ({ code, message }: Pick<Failure, 'code' | 'message'>): boolean =>
  code === 'network' && message === AUTH_ERRORS['network-error'];

/**
 * @returns what a page says of a call that got no answer, or a server's error, and is worth another try; null of others.
 * @param offline the words for it where the browser's own connection is to blame.
 */
export function outageOf(failure: Pick<Failure, 'code' | 'message' | 'status'>, offline: string): string | null {
  if (isOffline(failure)) return offline;
  return failure.code === 'network' || (failure.status ?? 0) >= 500 ? failure.message : null;
}

/** @returns whether a retry may help: no answer, a server error, or a session generation that has ended. */
export function isTransient(error: unknown): boolean {
  const { code, status } = failureOf(error);
  return code === 'network' || code === 'superseded' || (status !== undefined && status >= 500);
}

/** @returns the one sentence that best describes the failure, for a toast. */
function headline(error: unknown): string {
  const { fields, message } = failureOf(error);
  return fields[0]?.message ?? message;
}

/**
 * What a toast says of a failure that the page itself doesn't: what failed or, without a connection, that (spec 8), and
 * what to do, in no word twice.
 */
export const failureToast = (error: unknown, failed: ToastText) => ({
  ...(isOffline(failureOf(error))
    ? { ...FIRST_TOASTS.networkError, description: FIRST_MESSAGES.checkConnection }
    : { ...failed, description: headline(error) }),
  tone: 'danger' as const,
});

/**
 * Shows each field error beside its field and focuses the first.
 * @param fields the form's fields; `domains.0` counts as `domains`.
 * @param fieldOf the form's name for a field of the server.
 * @returns the message to show above the form when no field took an error, otherwise null.
 */
export function showFieldErrors<T extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<T>,
  fields: readonly FieldPath<T>[],
  fieldOf: (field: string) => string = (field) => field,
): string | null {
  const failure = failureOf(error);
  let hasShown = false;
  for (const { field: named, message } of failure.fields) {
    const field = fieldOf(named);
    const name = fields.find((one) => field === one || field.startsWith(`${one}.`));
    if (!name) continue;
    setError(name, { type: 'server', message }, { shouldFocus: !hasShown });
    hasShown = true;
  }
  if (hasShown) return null;
  const details = failure.fields.map((one) => `${one.field}: ${one.message}`).join('; ');
  return details === '' ? failure.message : `${failure.message} ${details}`;
}
