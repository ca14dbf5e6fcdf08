// Logs in with a single sign-on token (spec 2) and shows every possible outcome. Loaded only when an address carries a
// token.
import { decodeJwt } from 'jose';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSso } from '#client/data/account.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { safeReturnPath } from '#client/links.ts';
import { screens } from '#client/screens.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/dialog.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Wordmark } from '#client/ui/logo.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import { toast } from '#client/ui/toast.tsx';
import { AUTH_ERRORS, MESSAGES, TOASTS } from '#shared/messages.ts';
import { type Failure, failureOf } from '../failures.ts';
import { useAuth, useSession } from '../session-context.tsx';

/**
 * Reads the email in a token, for display only: the server checks the signature.
 * @param token a JWT, or whatever was in the address.
 * @returns the email, or null if it cannot be read.
 */
export function emailInToken(token: string): string | null {
  try {
    const { email } = decodeJwt(token);
    return typeof email === 'string' ? email : null;
  } catch {
    return null;
  }
}

/** Codes for which a retry is pointless: the token itself is invalid or too long. */
const REFUSALS: readonly string[] = ['unauthenticated', 'validation'];

/** Why the login stopped. */
type Halt = Pick<Failure, 'code' | 'message'>;

export function SsoSignIn({ token, onDone }: { token: string; onDone: () => void }) {
  useTitle('Logging in');
  const auth = useAuth();
  const session = useSession();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const sso = useSso();
  const [halt, setHalt] = useState<Halt | null>(null);

  // Set only after the redirect: an earlier login would make a protected page redirect to the login page and lose the
  // reason.
  const [goal, setGoal] = useState<string | null>(null);
  const isAtGoal = goal === `${pathname}${search}`;
  useEffect(() => {
    if (isAtGoal) onDone();
  }, [isAtGoal, onDone]);
  const leaveTo = (to: string) => {
    setGoal(to);
    void navigate(to, { replace: true });
  };

  const refuse = ({ message }: Halt) => {
    if (session.state().status === 'in') {
      toast({ ...TOASTS.loginFailed, description: message, tone: 'danger' });
      onDone();
      return;
    }
    const error = message === MESSAGES.ssoTokenExpired ? 'token-expired' : 'invalid-token';
    const from = safeReturnPath(`${pathname}${search}${hash}`, window.location.origin) ?? undefined;
    leaveTo(screens.login.href({ error, from }));
  };
  const signIn = async (switchUser: boolean) => {
    setHalt(null);
    try {
      await sso.mutateAsync({ token, ...(switchUser && { switchUser }) });
      toast({ ...TOASTS.loginSuccessful, tone: 'success' });
      onDone();
    } catch (error) {
      const failure = failureOf(error);
      if (REFUSALS.includes(failure.code)) refuse(failure);
      else setHalt(failure.fields.length > 0 ? { ...failure, code: 'address-taken' } : failure);
    }
  };

  // A token works once: it is sent as soon as we know who is signed in here, then again only on demand.
  const latest = useRef(signIn);
  const isSent = useRef(false);
  useEffect(() => {
    latest.current = signIn;
  });
  useEffect(() => {
    if (isSent.current || auth.status === 'loading' || auth.status === 'unreachable') return;
    isSent.current = true;
    void latest.current(false);
  }, [auth.status]);

  const down: Halt = { code: 'unavailable', message: AUTH_ERRORS['backend-unavailable'] };
  const shown = auth.status === 'unreachable' ? down : halt;
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center px-4 outline-none">
      {shown?.code === 'not-found' ? (
        <EmptyState
          title="Single sign-on isn't set up on this installation"
          description="Log in another way, or ask your administrator to set it up."
          action={<Alternatives leaveTo={leaveTo} />}
        />
      ) : shown && shown.code !== 'conflict' ? (
        <EmptyState
          title="We couldn't log you in"
          description={shown.message}
          action={
            <>
              <Button onClick={() => (auth.status === 'unreachable' ? void session.start() : void signIn(false))}>
                Try again
              </Button>
              <Alternatives leaveTo={leaveTo} />
            </>
          }
        />
      ) : (
        <div role="status" className="flex flex-col items-center gap-5 text-muted">
          <Wordmark size="md" />
          <span className="flex items-center gap-2.5">
            <Spinner className="size-5 text-accent" /> Logging you in…
          </span>
        </div>
      )}
      <ConfirmDialog
        isOpen={shown?.code === 'conflict'}
        onOpenChange={(isOpen) => !isOpen && onDone()}
        title={<span className="wrap-anywhere">Continue as {emailInToken(token) ?? 'someone else'}?</span>}
        description={
          <span className="wrap-anywhere">
            {auth.status === 'in' ? `You're logged in as ${auth.user.email}.` : 'Someone else is logged in.'} Continuing
            logs that account out of this browser.
          </span>
        }
        confirmLabel="Continue"
        cancelLabel="Stay logged in"
        onConfirm={() => void signIn(true)}
      />
    </main>
  );
}

function Alternatives({ leaveTo }: { leaveTo: (to: string) => void }) {
  const isSignedIn = useAuth().status === 'in';
  return (
    <Button variant="secondary" onClick={() => leaveTo(isSignedIn ? screens.dashboard.href() : screens.login.href())}>
      {isSignedIn ? 'Go to dashboard' : 'Log in with a password'}
    </Button>
  );
}
