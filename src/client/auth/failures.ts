// Failures: what a call rejected with, read into a code, a message and fields, so that no screen takes an error object
// apart.
import { TRPCClientError } from '@trpc/client';
import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { AUTH_ERRORS } from '#shared/messages.ts';

/** Why no answer came: the browser's connection, or the server. */
export type UnreachableReason = 'network-error' | 'backend-unavailable';

/** Thrown in place of the browser's own error when no answer came. */
export class Unreachable extends Error {
  readonly reason: UnreachableReason;
  constructor(reason: UnreachableReason, cause: unknown) {
    super('No answer', { cause });
    this.name = 'Unreachable';
    this.reason = reason;
  }
}

/** A call of a session generation that has ended: its answer is for nobody any more. */
export class SupersededCall extends Error {
  constructor() {
    super('Signed out meanwhile');
    this.name = 'SupersededCall';
  }
}

type FieldError = { field: string; message: string };

/** `code` is the server's, or `network` when no answer came, `superseded` when it came too late, or `unknown`. */
export type Failure = {
  code: string;
  /** Fit to be shown. */
  message: string;
  status: number | undefined;
  fields: FieldError[];
  /** Finds the request in the server's log. */
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

/** @returns the failure in `error`. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof TRPCClientError)) {
    return { code: 'unknown', message: AUTH_ERRORS['unknown-error'], status: undefined, fields: [] };
  }
  const response = error.meta?.response;
  const answered = response instanceof Response ? response.status : undefined;
  // Middleware in front of the procedures answers in the REST shape: without a tRPC shape, the body has it.
  const data: unknown = error.data ?? error.meta?.responseJSON;
  if (isRecord(data) && typeof data.code === 'string') {
    return {
      code: data.code,
      message: typeof data.message === 'string' ? data.message : error.message,
      status: typeof data.httpStatus === 'number' ? data.httpStatus : answered,
      fields: fieldsOf(data.errors),
      ...(typeof data.requestId === 'string' && { requestId: data.requestId }),
    };
  }
  if (error.cause instanceof SupersededCall) {
    return { code: 'superseded', message: AUTH_ERRORS['auth-error'], status: undefined, fields: [] };
  }
  if (answered === undefined) {
    const reason = error.cause instanceof Unreachable ? error.cause.reason : 'network-error';
    return { code: 'network', message: AUTH_ERRORS[reason], status: undefined, fields: [] };
  }
  const message = answered >= 500 ? AUTH_ERRORS['backend-unavailable'] : AUTH_ERRORS['unknown-error'];
  return { code: 'unknown', message, status: answered, fields: [] };
}

/** @returns whether trying again may help: no answer, an error of the server, or a session generation that has ended. */
export function isTransient(error: unknown): boolean {
  const { code, status } = failureOf(error);
  return code === 'network' || code === 'superseded' || (status !== undefined && status >= 500);
}

/** @returns the one sentence that says best what went wrong, for a toast. */
export function headline(error: unknown): string {
  const { fields, message } = failureOf(error);
  return fields[0]?.message ?? message;
}

/**
 * Shows each field error of a failure beside its field and focuses the first.
 * @param fields those of the form; `domains.0` counts as `domains`.
 * @returns what is left to show above the form: the message when no field took an error, else null.
 */
export function showFieldErrors<T extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<T>,
  fields: readonly FieldPath<T>[],
): string | null {
  const failure = failureOf(error);
  let hasShown = false;
  for (const { field, message } of failure.fields) {
    const name = fields.find((one) => field === one || field.startsWith(`${one}.`));
    if (!name) continue;
    setError(name, { type: 'server', message }, { shouldFocus: !hasShown });
    hasShown = true;
  }
  if (hasShown) return null;
  const details = failure.fields.map((one) => `${one.field}: ${one.message}`).join('; ');
  return details === '' ? failure.message : `${failure.message} ${details}`;
}
