// Reads what went wrong out of whatever a call threw, so that screens ask for a code, a text or a field and never take
// an error object apart.
import { TRPCClientError } from '@trpc/client';
import { AUTH_ERRORS } from '#shared/messages.ts';
import { Unreachable } from './reach.ts';

/** A call of somebody who is not signed in any more: what it would answer is nobody's business now. */
export class SupersededCall extends Error {
  constructor() {
    super('Signed out meanwhile');
    this.name = 'SupersededCall';
  }
}

export type FieldFault = { field: string; message: string };

/** `code` is the server's, or `network` when no answer came, `superseded` when it came too late, or `unknown`. */
export type Fault = {
  code: string;
  message: string;
  status: number | undefined;
  fields: FieldFault[];
  /** By which the server's log tells more. */
  requestId?: string;
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function fieldsOf(errors: unknown): FieldFault[] {
  if (!Array.isArray(errors)) return [];
  return errors.flatMap((one: unknown) =>
    isRecord(one) && typeof one.field === 'string' && typeof one.message === 'string'
      ? [{ field: one.field, message: one.message }]
      : [],
  );
}

/** @returns the fault in `error`, with a message fit to be shown. */
export function faultOf(error: unknown): Fault {
  if (!(error instanceof TRPCClientError)) {
    return { code: 'unknown', message: AUTH_ERRORS['unknown-error'], status: undefined, fields: [] };
  }
  const response = error.meta?.response;
  const answered = response instanceof Response ? response.status : undefined;
  // Middleware in front of the procedures answers in the REST shape: then there is no tRPC shape, but the body is kept.
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
    const trouble = error.cause instanceof Unreachable ? error.cause.trouble : 'network-error';
    return { code: 'network', message: AUTH_ERRORS[trouble], status: undefined, fields: [] };
  }
  const message = answered >= 500 ? AUTH_ERRORS['backend-unavailable'] : AUTH_ERRORS['unknown-error'];
  return { code: 'unknown', message, status: answered, fields: [] };
}

/** @returns whether trying again may help: no answer, the server's own trouble, or another's turn that has ended. */
export function isTransient(error: unknown): boolean {
  const { code, status } = faultOf(error);
  return code === 'network' || code === 'superseded' || (status !== undefined && status >= 500);
}
