// The tRPC link that ties calls to whoever is signed in: a call answered 401 is tried once more with a new token, and
// an answer that comes after the user's turn has ended is not handed on, because it is somebody else's by then.
import { TRPCClientError } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { faultOf, SupersededCall } from './faults.ts';
import { answersForItself } from './refused-calls.ts';
import type { Session } from './session.ts';
import type { AppLink } from './trpc.ts';

/** What a call carries to the last link and back. */
type CallContext = { turn?: number; bearer?: string | undefined };

const superseded = () => TRPCClientError.from(new SupersededCall());

/** @returns the link; errors it cannot help with go on to the caller. */
export const createSessionLink =
  (session: Session): AppLink =>
  () =>
  ({ next, op }) =>
    observable((observer) => {
      if (answersForItself(op.path)) return next(op).subscribe(observer);
      const context: CallContext = { ...op.context, turn: session.turn() };
      const isSuperseded = () => context.turn !== session.turn();
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
            const { status, fields } = faultOf(error);
            // Field by field it is about what was typed.
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
 * @returns the headers of one request: the token of whoever is signed in.
 * @param calls those that travel in it, each of which remembers the token that it was sent with.
 * @throws SupersededCall when one of them is of a user whose turn has ended meanwhile
 */
export const createAuthorization =
  (session: Session) =>
  async (calls: readonly { context: CallContext }[]): Promise<Record<string, string>> => {
    const token = await session.bearer();
    for (const { context } of calls) {
      if (context.turn !== undefined && context.turn !== session.turn()) throw new SupersededCall();
      context.bearer = token;
    }
    return token ? { authorization: `Bearer ${token}` } : {};
  };
