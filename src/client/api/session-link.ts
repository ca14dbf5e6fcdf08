// The tRPC link that keeps a signed-in user signed in: a call answered 401 is tried once more with a new token.
import { observable } from '@trpc/server/observable';
import { faultOf } from './faults.ts';
import type { Session } from './session.ts';
import type { AppLink } from './trpc.ts';

/** Procedures whose 401 is an answer about what was typed, not about the session. */
const ANSWERS_FOR_THEMSELVES = new Set(['auth.login', 'auth.register', 'auth.token', 'auth.logout']);

/** @returns the link; errors it cannot help with go on to the caller. */
export const createSessionLink =
  (session: Session): AppLink =>
  () =>
  ({ next, op }) =>
    observable((observer) => {
      let running: { unsubscribe(): void } | undefined;
      let isClosed = false;
      const attempt = (isRetry: boolean) => {
        running = next(op).subscribe({
          next(value) {
            session.noteSuccess();
            observer.next(value);
          },
          complete: () => observer.complete(),
          error(error) {
            const mayHelp = !isRetry && !ANSWERS_FOR_THEMSELVES.has(op.path) && session.state().status === 'in';
            if (!mayHelp || faultOf(error).status !== 401) return observer.error(error);
            session.refresh().then((result) => {
              if (isClosed) return;
              if (result === 'refreshed') attempt(true);
              else observer.error(error);
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
