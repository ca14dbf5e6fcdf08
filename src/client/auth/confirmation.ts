// Confirmations: when the server asks once more who is at the browser, the user is asked, and the refused call is made
// again. Screens notice only a call that takes longer, or that the user canceled. The dialog is confirmation-dialog.tsx.
import { type Operation, TRPCClientError } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { CanceledCall, failureOf, SupersededCall } from './failures.ts';
import type { Session } from './run-session.ts';
import type { AppLink } from './trpc.ts';

/** What the account confirms with. */
type ConfirmationMethod = 'password' | 'code';

export type Confirmation = ReturnType<typeof createConfirmation>;

/** @param session whose end, or change of user, cancels the question. */
export function createConfirmation(session: Pick<Session, 'generation' | 'subscribe'>) {
  let asked: ConfirmationMethod | null = null;
  let generation = session.generation();
  let waiting: ((isConfirmed: boolean) => void)[] = [];
  const listeners = new Set<() => void>();
  const change = (next: ConfirmationMethod | null) => {
    asked = next;
    for (const listener of listeners) listener();
  };
  /** Ends the question. */
  const settle = (isConfirmed: boolean): void => {
    const answered = waiting;
    waiting = [];
    change(null);
    for (const answer of answered) answer(isConfirmed);
  };
  session.subscribe(() => {
    if (asked !== null && session.generation() !== generation) settle(false);
  });
  return {
    /** What the user is being asked for; null when nothing. */
    asked: () => asked,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Asks the user; calls refused meanwhile wait for the same answer. @returns whether the user confirmed. */
    ask(method: ConfirmationMethod): Promise<boolean> {
      generation = session.generation();
      const answer = new Promise<boolean>((resolve) => waiting.push(resolve));
      if (asked === null) change(method);
      return answer;
    },
    settle,
  };
}

/** The password that a call carries in its input: asking for it again would only annoy. */
function passwordIn({ path, input }: Operation): string | null {
  if (path !== 'auth.changePassword') return null;
  const { currentPassword } = input as { currentPassword?: unknown };
  return typeof currentPassword === 'string' ? currentPassword : null;
}

/**
 * @param confirm confirms with a password, without asking. @throws what the call threw
 * @returns the link that makes a call again once the user has confirmed who they are. Place it before the session link.
 */
export const createConfirmationLink =
  (
    session: Pick<Session, 'generation'>,
    confirmation: Pick<Confirmation, 'ask'>,
    confirm: (password: string) => Promise<unknown>,
  ): AppLink =>
  () =>
  ({ next, op }) =>
    observable((observer) => {
      const generation = session.generation();
      let running: { unsubscribe(): void } | undefined;
      let isClosed = false;
      const isConfirmed = async (method: ConfirmationMethod): Promise<boolean> => {
        const password = passwordIn(op);
        if (password === null) return confirmation.ask(method);
        await confirm(password);
        return true;
      };
      const attempt = (isRepeated: boolean) => {
        running = next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error(error) {
            const { code, fields } = failureOf(error);
            const method = fields.some(({ field }) => field === 'code') ? 'code' : 'password';
            // A call that carries a password cannot succeed in an account without one: no code would help it.
            const isHopeless = method === 'code' && passwordIn(op) !== null;
            if (code !== 'confirm-required' || isRepeated || isHopeless) return observer.error(error);
            isConfirmed(method).then((isDone) => {
              if (isClosed) return;
              // Another user may be logged in by now, for whom this call was never meant.
              if (session.generation() !== generation) observer.error(TRPCClientError.from(new SupersededCall()));
              else if (isDone) attempt(true);
              else observer.error(TRPCClientError.from(new CanceledCall()));
            }, observer.error);
          },
        });
      };
      attempt(false);
      return () => {
        isClosed = true;
        running?.unsubscribe();
      };
    });
