// The tRPC link that writes failed calls into the browser's console: which call, what came back, the request's id, and
// for a 400 what was wrong with each field. Never what was sent: tokens and passwords travel there.
import { TRPCClientError } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { type Fault, faultOf } from './faults.ts';
import type { AppLink } from './trpc.ts';

/** @param line the sentence. @param detail what stands beside it, fit to be shown to anybody. */
export type LogFailure = (line: string, detail: Record<string, unknown>) => void;

/** Not logged: a 401 has its own rule, a call taken back or overtaken is no failure. */
function isWorthLogging(error: unknown, { status, code }: Fault): boolean {
  const isAborted = error instanceof TRPCClientError && error.cause?.name === 'AbortError';
  return status !== 401 && code !== 'superseded' && !isAborted;
}

/** @returns the link; stands before all others, so that what a retry mended is not told. */
export const createFailureLink =
  (log: LogFailure): AppLink =>
  () =>
  ({ next, op }) =>
    observable((observer) =>
      next(op).subscribe({
        next: (value) => observer.next(value),
        complete: () => observer.complete(),
        error(error) {
          const fault = faultOf(error);
          const { status, code, requestId, fields } = fault;
          if (isWorthLogging(error, fault)) {
            const method = op.type === 'query' ? 'GET' : 'POST';
            log(`${method} /api/trpc/${op.path} failed`, {
              status: status ?? code,
              ...(requestId && { requestId }),
              ...(status === 400 && { errors: fields }),
            });
          }
          observer.error(error);
        },
      }),
    );
