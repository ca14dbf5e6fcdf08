// The tRPC links that run before the HTTP link: they log failed calls, hold back what is asked for too often, and tie
// each call to its session generation.
import { TRPCClientError } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { Browser } from './browser.ts';
import { type Failure, failureOf, SupersededCall, Unreachable } from './failures.ts';
import type { Session } from './run-session.ts';
import { type AppLink, isAnonymousCall } from './trpc.ts';

/** A 401 is handled separately, and an aborted, superseded or canceled call is not a failure. */
function isWorthLogging(error: unknown, { status, code }: Failure): boolean {
  const isAborted = error instanceof TRPCClientError && error.cause?.name === 'AbortError';
  return status !== 401 && code !== 'superseded' && code !== 'canceled' && !isAborted;
}

/**
 * @returns the link that logs failed calls to the console: the call, its status and request id, and the field errors of
 * a 400. It never logs what was sent, which can include tokens and passwords. Place it first, so that calls rescued by
 * a retry are not logged.
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

/** @returns the link that sends calls of one path at most once in `interval` ms; a call that is early waits its turn. */
export const createThrottleLink =
  (path: string, interval: number, { now, wait }: Pick<Browser, 'now' | 'wait'>): AppLink =>
  () => {
    let next = Number.NEGATIVE_INFINITY;
    let asked = Number.NEGATIVE_INFINITY;
    return ({ next: send, op }) => {
      if (op.path !== path) return send(op);
      return observable((observer) => {
        const at = now();
        // The clock was set back, and the wait might be hours.
        if (at < asked) next = at + interval;
        asked = at;
        const pause = next - at;
        next = at + Math.max(0, pause) + interval;
        if (pause <= 0) return send(op).subscribe(observer);
        let running: { unsubscribe(): void } | undefined;
        let isClosed = false;
        void wait(pause).then(() => {
          if (!isClosed) running = send(op).subscribe(observer);
        });
        return () => {
          isClosed = true;
          running?.unsubscribe();
        };
      });
    };
  };

const INPUT_401 = new Set(['auth.logout', 'auth.sso', 'auth.forgotPassword', 'auth.resetPassword', 'auth.checkReset']);

/** @returns whether a 401 from this call is about its input, not about the session. */
const isInput401 = (path: string): boolean => isAnonymousCall(path) || INPUT_401.has(path);

/** What a call passes down to the last link and back up. */
type CallContext = { generation?: number; bearer?: string | undefined };

const superseded = () => TRPCClientError.from(new SupersededCall());

/**
 * @returns the link that refreshes the token and retries once after a 401, and drops answers whose session generation
 * has ended. Other errors go to the caller.
 */
export const createSessionLink =
  (session: Session): AppLink =>
  () =>
  ({ next, op }) =>
    observable((observer) => {
      if (isInput401(op.path)) return next(op).subscribe(observer);
      const context: CallContext = { ...op.context, generation: session.generation() };
      const isSuperseded = () => context.generation !== session.generation();
      let running: { unsubscribe(): void } | undefined;
      let isClosed = false;
      const attempt = (isRetry: boolean) => {
        running = next({ ...op, context }).subscribe({
          next(value) {
            if (isSuperseded()) return observer.error(superseded());
            session.recordSuccess();
            observer.next(value);
          },
          complete: () => observer.complete(),
          error(error) {
            if (isSuperseded()) return observer.error(superseded());
            const { status, fields } = failureOf(error);
            // Field errors mean that the 401 is about the input.
            if (status !== 401 || fields.length > 0) return observer.error(error);
            if (session.state().status !== 'in') {
              session.reportUnauthenticated();
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
 * @returns a function that builds the headers of one request, with the signed-in user's token. Each call in the batch
 * records the token it was sent with. Throws SupersededCall if any call's session generation has ended.
 */
export const createAuthorization =
  (session: Session) =>
  async (calls: readonly { context: CallContext }[]): Promise<Record<string, string>> => {
    const token = await session.bearer();
    // The cookie alone would decide, and it may be somebody else's by now.
    if (!token && session.state().status === 'in') throw new Unreachable('network-error', 'no token');
    for (const { context } of calls) {
      if (context.generation !== undefined && context.generation !== session.generation()) throw new SupersededCall();
      context.bearer = token;
    }
    return token ? { authorization: `Bearer ${token}` } : {};
  };
