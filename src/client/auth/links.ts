// The tRPC links before the last one: they log failed calls, and tie each call to the session generation that made it.
import { TRPCClientError } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { Browser } from './browser.ts';
import { type Failure, failureOf, SupersededCall } from './failures.ts';
import type { Session } from './run-session.ts';
import { type AppLink, isAnonymousCall } from './trpc.ts';

/** Not logged: a 401 has its own rule, and an aborted or superseded call is no failure. */
function isWorthLogging(error: unknown, { status, code }: Failure): boolean {
  const isAborted = error instanceof TRPCClientError && error.cause?.name === 'AbortError';
  return status !== 401 && code !== 'superseded' && !isAborted;
}

/**
 * @returns the link that writes failed calls to the browser's console: which call, the status, the request's id, and the
 * field errors of a 400. Never what was sent: tokens and passwords travel there. It comes before all others, so that
 * what a retry mended is not logged.
 */
export const createFailureLink =
  (log: Browser['log']): AppLink =>
  () =>
  ({ next, op }) =>
    observable((observer) =>
      next(op).subscribe({
        next: (value) => observer.next(value),
        complete: () => observer.complete(),
        error(error) {
          const failure = failureOf(error);
          const { status, code, requestId, fields } = failure;
          if (isWorthLogging(error, failure)) {
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

const OWN_401 = new Set(['auth.token', 'auth.logout', 'auth.sso', 'auth.forgotPassword', 'auth.resetPassword']);

/** @returns whether a call's 401 is about what was typed or sent, not about the session. */
const hasOwn401 = (path: string): boolean => isAnonymousCall(path) || OWN_401.has(path);

/** What a call carries to the last link and back. */
type CallContext = { generation?: number; bearer?: string | undefined };

const superseded = () => TRPCClientError.from(new SupersededCall());

/**
 * @returns the link that tries a call answered 401 once more with a refreshed token, and drops answers that come after
 * the call's session generation has ended. Errors it cannot help with go on to the caller.
 */
export const createSessionLink =
  (session: Session): AppLink =>
  () =>
  ({ next, op }) =>
    observable((observer) => {
      if (hasOwn401(op.path)) return next(op).subscribe(observer);
      const context: CallContext = { ...op.context, generation: session.generation() };
      const isSuperseded = () => context.generation !== session.generation();
      let running: { unsubscribe(): void } | undefined;
      let isClosed = false;
      const attempt = (isRetry: boolean) => {
        running = next({ ...op, context }).subscribe({
          next(value) {
            if (isSuperseded()) return observer.error(superseded());
            session.noteSuccess();
            observer.next(value);
          },
          complete: () => observer.complete(),
          error(error) {
            if (isSuperseded()) return observer.error(superseded());
            const { status, fields } = failureOf(error);
            // With field errors, it is about what was typed.
            if (status !== 401 || fields.length > 0) return observer.error(error);
            if (session.state().status !== 'in') {
              session.noteUnauthenticated();
              return observer.error(error);
            }
            if (isRetry) return observer.error(error);
            session.refresh(context.bearer).then((result) => {
              if (isClosed) return;
              if (result === 'refreshed') attempt(true);
              else observer.error(isSuperseded() && session.state().status === 'in' ? superseded() : error);
            });
          },
        });
      };
      attempt(false);
      return () => {
        isClosed = true;
        running?.unsubscribe();
      };
    });

/**
 * @returns a function that makes the headers of one request: the token of the signed-in user. Each of the calls in it
 * remembers the token it was sent with. Throws SupersededCall when one is of a session generation that has ended.
 */
export const createAuthorization =
  (session: Session) =>
  async (calls: readonly { context: CallContext }[]): Promise<Record<string, string>> => {
    const token = await session.bearer();
    for (const { context } of calls) {
      if (context.generation !== undefined && context.generation !== session.generation()) throw new SupersededCall();
      context.bearer = token;
    }
    return token ? { authorization: `Bearer ${token}` } : {};
  };
